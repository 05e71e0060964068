import { Link } from 'wouter-preact'
import { cachedTags, tagNamesOf } from '#client/cached-projects.ts'
import { remainingOf } from '#client/parts/enrollment.ts'
import { Marked } from '#client/parts/marked.tsx'
import { passageOf } from '#client/parts/passage.ts'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { Highlights, Project } from '#contract/project.ts'
import type { RequestStatus } from '#contract/request.ts'
import { Cover } from '#ui/cover/cover.tsx'
import { fieldText } from '#ui/field-texts.ts'
import { localizedName } from '#ui/localized-name.ts'
import { directoryToday } from '#ui/time/directory-time.ts'
import { day, days } from '#ui/time/format.ts'
import { SaveButton } from './save-button.tsx'
import './project-card.css'

export function datesOf({ dateStart, dateEnd }: Pick<Project, 'dateStart' | 'dateEnd'>): string {
  if (dateStart && dateEnd) return days(dateStart, dateEnd)
  if (dateStart) return t('card.from', { day: day(dateStart) })
  return dateEnd ? t('card.until', { day: day(dateEnd) }) : ''
}

export function placesOf({ status, freePlaces, teamLimit }: Project): string {
  if (freePlaces === null || teamLimit === null || status === 'completed' || status === 'active') return ''
  if (freePlaces === 0) return '' // the badge says it
  return teamLimit === 1 ? t('card.place') : t('card.places', { count: freePlaces, total: teamLimit })
}

/** With `freePlaces`: as people who look for a project see it. */
export const StatusBadge = ({ status, freePlaces }: Pick<Project, 'status'> & Partial<Pick<Project, 'freePlaces'>>) => (
  <span class={`badge badge-${status}`}>{status === 'pending' && freePlaces === 0 ? t('card.full') : t(`status.${status}`)}</span>
)
export const RequestBadge = ({ status }: { status: RequestStatus }) => <span class={`badge badge-${status}`}>{t(`request.${status}`)}</span>

/** A line of the description, when neither the name nor the short description shows why the project was found. */
function Passage({ project: { description }, found }: { project: Project; found: Highlights }) {
  if (description === null || found.name.length > 0 || found.shortDescription.length > 0) return null
  const passage = passageOf(description, found.description)
  if (passage === null) return null
  const [before, match, after] = passage
  return (
    <p class="project-card-passage" dir="auto">
      {before}
      <mark>{match}</mark>
      {after}
    </p>
  )
}

const MOST_DOTS = 6

/** One dot for each place, filled while it is free. Decorative: the number is written beside them. */
export const Dots = ({ limit, free }: { limit: number; free: number }) =>
  limit > MOST_DOTS ? null : (
    <span class="dots" aria-hidden="true">
      {Array.from({ length: limit }, (_, at) => (
        <i key={at} class={at < free ? 'is-free' : undefined} />
      ))}
    </span>
  )

function Places({ project }: { project: Project }) {
  const text = placesOf(project)
  const { freePlaces, teamLimit, workFormat } = project
  if (text === '' && !workFormat) return null
  return (
    <span class="card-places">
      {text !== '' && (
        <>
          <Dots limit={teamLimit!} free={freePlaces!} />
          {text}
        </>
      )}
      {workFormat && <span class="card-format">{fieldText(`workFormat.${workFormat}`)}</span>}
    </span>
  )
}

/** How long teams can apply, as a bar and in words; for other projects their dates. */
function Time({ project }: { project: Project }) {
  const remaining = remainingOf(project)
  if (remaining === null) {
    const { enrollmentStart } = project
    const isAhead = project.status === 'pending' && enrollmentStart !== null && enrollmentStart > directoryToday()
    return <span>{isAhead ? t('card.opens', { day: day(enrollmentStart) }) : datesOf(project)}</span>
  }
  const { text, share, isUrgent } = remaining
  return (
    <span class={isUrgent ? 'remaining is-urgent' : 'remaining'}>
      {text}
      {share !== null && (
        <span class="remaining-bar" aria-hidden="true">
          <i style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </span>
      )}
    </span>
  )
}

type Props = { project: Project; isSmall?: boolean; isEager?: boolean; request?: RequestStatus; level?: 2 | 3; found?: Highlights }

/** The whole card is a link; its accessible name is the heading. `found`: passages that match a search. */
export function ProjectCard({ project, isSmall, isEager, request, level = 3, found }: Props) {
  const Heading = `h${level}` as 'h2' | 'h3'
  const tags = isSmall ? [] : project.tags.flatMap((id) => cachedTags.get(id) ?? []).slice(0, 3)
  return (
    <article class={isSmall ? 'project-card project-card-small' : 'project-card'}>
      <div class="project-card-cover">
        <Cover project={project} tags={tagNamesOf(project)} size={isSmall ? 'small' : 'card'} eager={isEager} />
        <div class="row">
          <StatusBadge status={project.status} freePlaces={project.freePlaces} />
          {request && <RequestBadge status={request} />}
        </div>
      </div>
      <Heading dir="auto">
        <Link href={pathTo('project', { slug: project.slug })}>
          <Marked text={project.name} ranges={found?.name} />
        </Link>
      </Heading>
      {project.client && (
        <p class="project-card-client" dir="auto">
          {project.client}
        </p>
      )}
      {project.shortDescription && (
        <p class="project-card-text" dir="auto">
          <Marked text={project.shortDescription} ranges={found?.shortDescription} />
        </p>
      )}
      {found && <Passage project={project} found={found} />}
      {tags.length > 0 && (
        <ul class="bare row project-card-tags">
          {tags.map((tag) => (
            <li key={tag.id}>{localizedName(tag)}</li>
          ))}
        </ul>
      )}
      <p class="project-card-facts">
        <Time project={project} />
        <Places project={project} />
      </p>
      <SaveButton project={project} isOnCover />
    </article>
  )
}
