import { Link } from 'wouter-preact'
import { cachedTags } from '#client/cached-projects.ts'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import type { Highlights, Project } from '#contract/project.ts'
import type { RequestStatus } from '#contract/request.ts'
import { Cover } from '#ui/cover.tsx'
import { day, days } from '#ui/format.ts'
import { localizedName } from '#ui/localized-name.ts'
import { Marked } from './marked.tsx'
import { passageOf } from './passage.ts'
import { SaveButton } from './save-button.tsx'

export function datesOf({ dateStart, dateEnd }: Project): string {
  if (dateStart && dateEnd) return days(dateStart, dateEnd)
  if (dateStart) return t('card.from', { day: day(dateStart) })
  return dateEnd ? t('card.until', { day: day(dateEnd) }) : ''
}

export const placesOf = ({ status, freePlaces }: Project): string =>
  freePlaces === null || status === 'completed' || status === 'active'
    ? ''
    : freePlaces > 0
      ? t('card.places', { count: freePlaces })
      : t('card.full')

export const StatusBadge = ({ status }: { status: Project['status'] }) => (
  <span class={`badge badge-${status}`}>{t(`status.${status}`)}</span>
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

/** English names of the tags, which the generated cover is drawn from; null if not all are known. */
function tagNamesOf({ tags }: Project): string[] | null {
  const names = tags.map((id) => cachedTags.get(id)?.name)
  return names.every((name) => name !== undefined) ? names : null
}

type Props = { project: Project; isSmall?: boolean; request?: RequestStatus; level?: 2 | 3; found?: Highlights }

/** The whole card is a link; its accessible name is the heading. `found`: passages that match a search. */
export function ProjectCard({ project, isSmall, request, level = 3, found }: Props) {
  const Heading = `h${level}` as 'h2' | 'h3'
  const facts = [datesOf(project), placesOf(project), project.client ? t('card.by', { client: project.client }) : ''].filter(Boolean)
  return (
    <article class={isSmall ? 'project-card project-card-small' : 'project-card'}>
      <Cover project={project} tags={tagNamesOf(project)} size={isSmall ? 'small' : 'card'} />
      <div class="row">
        <StatusBadge status={project.status} />
        {request && <RequestBadge status={request} />}
      </div>
      <Heading dir="auto">
        <Link href={pathTo('project', { slug: project.slug })}>
          <Marked text={project.name} ranges={found?.name} />
        </Link>
      </Heading>
      {project.shortDescription && (
        <p class="project-card-text" dir="auto">
          <Marked text={project.shortDescription} ranges={found?.shortDescription} />
        </p>
      )}
      {found && <Passage project={project} found={found} />}
      <p class="project-card-facts">{facts.join(' · ')}</p>
      {!isSmall && project.tags.length > 0 && (
        <ul class="bare row project-card-tags">
          {project.tags
            .flatMap((id) => cachedTags.get(id) ?? [])
            .slice(0, 4)
            .map((tag) => (
              <li key={tag.id}>{localizedName(tag)}</li>
            ))}
        </ul>
      )}
      <SaveButton project={project} isOnCover />
    </article>
  )
}
