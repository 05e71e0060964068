import type { ComponentChildren } from 'preact'
import { Dots, datesOf } from '#client/parts/project-card/project-card.tsx'
import { t } from '#client/texts.ts'
import type { ProjectDetail } from '#contract/project.ts'
import { fieldText } from '#ui/field-texts.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { day, days } from '#ui/time/format.ts'
import { contactParts } from './contact-links.ts'

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

function placesOf({ teamLimit, freePlaces, status }: ProjectDetail): ComponentChildren {
  if (teamLimit === null || status === 'completed') return null
  const free = freePlaces ?? 0
  return (
    <>
      <Dots limit={teamLimit} free={free} /> {t('project.placesOf', { limit: teamLimit, free })}
    </>
  )
}

/** Key facts with icons; unknown ones are left out. */
export function Facts({ project }: { project: ProjectDetail }) {
  const { curator, client, clientContact } = project
  // Projects saved by an older version have no wanted roles.
  const wanted = project.status === 'completed' ? 0 : (project.wantedRoles ?? []).reduce((sum, { count }) => sum + count, 0)
  const rows: [IconName, string, ComponentChildren][] = [
    ['calendar', t('project.enrollment'), enrollmentOf(project)],
    ['clock', t('project.work'), datesOf(project)],
    ['team', t('project.places'), placesOf(project)],
    ['place', fieldText('workFormat'), project.workFormat && fieldText(`workFormat.${project.workFormat}`)],
    ['users', t('project.wanted'), wanted > 0 && t('project.wantedCount', { count: wanted })],
    ['building', t('project.client'), client && <bdi>{client}</bdi>],
    ['person', t('project.curator'), curator && <bdi>{curator}</bdi>],
    ['mail', t('project.contact'), clientContact && <Contact text={clientContact} />],
  ]
  const filled = rows.filter(([, , value]) => value)
  if (filled.length === 0) return null
  return (
    <section class="facts" aria-labelledby="facts">
      <h2 id="facts" class="visually-hidden">
        {t('project.facts')}
      </h2>
      <dl>
        {filled.map(([icon, name, value]) => (
          <div key={name} class={icon === 'mail' ? 'is-wide' : undefined}>
            <dt>
              <Icon name={icon} size={20} />
              {name}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
