import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { ProjectCover } from '#client/parts/project-card/project-cover.tsx'
import { pathTo } from '#client/routes.ts'
import { getProfile } from '#contract/profile.ts'
import type { RoundDetail } from '#contract/round.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'
import { r } from './texts.ts'
import { nameOf, type RoundProject, useProjects } from './use-projects.ts'

const BATCH = 12

/** “2 places · 5 teams want it”. How many teams want it is known until the results. */
export function placesAndTeams(project: RoundProject, isOpen: boolean): string {
  const { freePlaces, requestCount } = project
  const places =
    freePlaces === null ? r('project.placesAny') : freePlaces === 0 ? r('project.full') : r('project.places', { count: freePlaces })
  if (!isOpen || requestCount === undefined) return places
  return `${places} · ${requestCount === 0 ? r('project.wantedNone') : r('project.wanted', { count: requestCount })}`
}

function Batch({ slugs, isOpen, own }: { slugs: string[]; isOpen: boolean; own: string[] }) {
  const projects = useProjects(slugs)
  if (projects.size === 0) return <Loading lines={slugs.length} />
  return (
    <ul class="rows">
      {slugs.map((slug) => {
        const project = projects.get(slug)
        return (
          <li key={slug}>
            <Link href={pathTo('project', { slug })} class="rows-item">
              {project && <ProjectCover project={project} size="small" />}
              <span>
                <span dir="auto">{nameOf(projects, slug)}</span>
                <small>{project ? placesAndTeams(project, isOpen) : project === null ? r('project.gone') : ''}</small>
                {own.includes(slug) && <span class="badge badge-open">{r('project.mine')}</span>}
              </span>
              <Icon name="next" size={20} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The projects of a round, a dozen at a time. */
export function Projects({ round }: { round: RoundDetail }) {
  const [batches, setBatches] = useState(1)
  const profile = useCall(getProfile, undefined, { isPrivate: true })
  const own = profile.answer?.requests.filter(({ round: slug, rank }) => slug === round.slug && rank !== null) ?? []
  const rest = round.projects.length - batches * BATCH
  return (
    <section class="stack" aria-labelledby="projects">
      <h2 id="projects" tabIndex={-1}>
        {r('round.projects')}
      </h2>
      {round.projects.length === 0 && <p class="soft">{r('round.projects.none')}</p>}
      {Array.from({ length: Math.min(batches, Math.ceil(round.projects.length / BATCH)) }, (_, nth) => (
        <Batch
          key={nth}
          slugs={round.projects.slice(nth * BATCH, (nth + 1) * BATCH)}
          isOpen={round.mode === 'ranked' && (round.state === 'open' || round.state === 'sealed')}
          own={own.map(({ project }) => project)}
        />
      ))}
      {rest > 0 && (
        <Button look="plain" onClick={() => setBatches(batches + 1)}>
          {r('round.projects.more', { count: Math.min(rest, BATCH) })}
        </Button>
      )}
    </section>
  )
}
