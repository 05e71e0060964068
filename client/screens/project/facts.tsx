import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { datesOf } from '#client/parts/project-card.tsx'
import { t } from '#client/texts/index.ts'
import type { ProjectDetail } from '#contract/project.ts'
import type { Tag } from '#contract/tag.ts'
import { day, days } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { contactParts } from './contact-links.ts'

/** A section with a heading. */
export const Section = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="project-section">
    <h2>{title}</h2>
    {children}
  </section>
)

function enrollmentOf({ enrollmentStart, enrollmentEnd }: ProjectDetail): string {
  if (enrollmentStart && enrollmentEnd) return days(enrollmentStart, enrollmentEnd)
  if (enrollmentStart) return t('card.from', { day: day(enrollmentStart) })
  return enrollmentEnd ? t('card.until', { day: day(enrollmentEnd) }) : ''
}

// Turns emails and phone numbers in the free-text contact into links.
const Contact = ({ text }: { text: string }) => (
  <bdi>
    {contactParts(text).map((part) =>
      typeof part === 'string' ? (
        part
      ) : (
        <a key={part.text} href={part.href}>
          {part.text}
        </a>
      ),
    )}
  </bdi>
)

export function Facts({ project }: { project: ProjectDetail }) {
  const { teamLimit, freePlaces, curator, client, clientContact } = project
  const rows: [string, ComponentChildren][] = [
    [t('project.enrollment'), enrollmentOf(project)],
    [t('project.work'), datesOf(project)],
    [
      t('project.places'),
      teamLimit === null || project.status === 'completed' ? '' : t('project.placesOf', { limit: teamLimit, free: freePlaces ?? 0 }),
    ],
    [t('project.client'), client && <bdi>{client}</bdi>],
    [t('project.contact'), clientContact && <Contact text={clientContact} />],
    [t('project.curator'), curator && <bdi>{curator}</bdi>],
  ]
  const filled = rows.filter(([, value]) => value)
  if (filled.length === 0) return null
  return (
    <Section title={t('project.dates')}>
      <dl class="card facts">
        {filled.map(([name, value]) => (
          <div key={name}>
            <dt class="soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

export const WantedRoles = ({ roles }: { roles: ProjectDetail['wantedRoles'] }) =>
  roles.length === 0 ? null : (
    <Section title={t('project.wantedRoles')}>
      <ul class="bare row">
        {roles.map(({ role, roleRu, count }) => (
          <li key={role} class="wanted-role">
            <bdi>{localizedName({ name: role, nameRu: roleRu })}</bdi>
            {count > 1 && <span class="soft">× {count}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )

export const Requirements = ({ title, items }: { title: string; items: string[] }) =>
  items.length === 0 ? null : (
    <Section title={title}>
      <ul class="prose requirements" dir="auto">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Section>
  )

export const Topics = ({ ids, tags }: { ids: number[]; tags: Tag[] }) => {
  const topics = ids.flatMap((id) => tags.find((tag) => tag.id === id) ?? [])
  return topics.length === 0 ? null : (
    <Section title={t('project.topics')}>
      <ul class="bare row">
        {topics.map(({ id, ...tag }) => (
          <li key={id}>
            <Link class="chip" href={`/?tags=${id}`}>
              {localizedName(tag)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export const Links = ({ links }: { links: ProjectDetail['links'] }) =>
  links.length === 0 ? null : (
    <Section title={t('project.links')}>
      <ul class="rows">
        {links.map(({ id, platform, link }) => (
          <li key={id}>
            <a class="rows-item" href={link} target="_blank" rel="noopener nofollow">
              <Icon name="link" />
              <span>
                {platform}
                <small dir="ltr">{link.replace(/^https?:\/\//, '')}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
