import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { t } from '#client/texts.ts'
import type { ProjectDetail } from '#contract/project.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import { Icon } from '#ui/icon.tsx'
import { localizedName } from '#ui/localized-name.ts'

/** A section with a heading. */
export const Section = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="project-section">
    <h2>{title}</h2>
    {children}
  </section>
)

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
      <ul class="bare requirements" dir="auto">
        {items.map((item) => (
          <li key={item}>
            <Icon name="check" size={20} />
            <span>{item}</span>
          </li>
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

const hostOf = (address: string): string => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

export const Links = ({ links }: { links: ProjectDetail['links'] }) =>
  links.length === 0 ? null : (
    <Section title={t('project.links')}>
      <ul class="bare link-cards">
        {links.map(({ id, platform, link }) => (
          <li key={id}>
            <a class="link-card" href={link} target="_blank" rel="noopener nofollow">
              <Icon name="link" />
              <span>
                <strong>{platform}</strong>
                <small dir="ltr">{hostOf(link)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
