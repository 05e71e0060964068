import { Link } from 'wouter-preact'
import { cacheProjects } from '#client/cached-projects.ts'
import { ProjectCard } from '#client/parts/project-card.tsx'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { listActiveProjects, listNewProjects, type Project } from '#contract/project.ts'
import { useLast } from '#ui/last.ts'
import { prefetchCall, useCall } from '#ui/query.ts'

const MOST = 8

function Carousel({ title, projects, all }: { title: string; projects: Project[]; all: string }) {
  if (projects.length === 0) return null
  return (
    <section class="carousel" aria-label={title}>
      <div class="spread">
        <h2>{title}</h2>
        <Link class="button button-soft" href={all} aria-label={`${t('projects.seeAll')}: ${title}`}>
          {t('projects.seeAll')}
        </Link>
      </div>
      <ul class="bare carousel-row">
        {projects.map((project) => (
          <li key={project.slug}>
            <ProjectCard isSmall project={project} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const activeInput = { query: { pageSize: String(MOST) } }

/** Before the first render. */
export function prefetchCarousels(): void {
  void prefetchCall(listNewProjects)
  void prefetchCall(listActiveProjects, activeInput)
}

/** The list below is shown together with the carousels: if they arrived later, they would move it. */
export function useCarousels(isOn: boolean) {
  const [latest, active] = [useCall(listNewProjects, undefined, { isOn }), useCall(listActiveProjects, activeInput, { isOn })]
  for (const { answer, savedAt } of [latest, active]) if (answer) cacheProjects(answer, savedAt ?? undefined)
  // The last answers, because a call is made again when the session begins.
  const [newest, running] = [useLast(latest.answer), useLast(active.answer)]
  return {
    newest: newest?.projects ?? [],
    running: running?.projects ?? [],
    isLoading: isOn && ((latest.isLoading && !newest) || (active.isLoading && !running)),
  }
}

export const Carousels = ({ newest, running }: Pick<ReturnType<typeof useCarousels>, 'newest' | 'running'>) => (
  <>
    <Carousel title={t('projects.new')} projects={newest} all={paths.latest} />
    <Carousel title={t('projects.active')} projects={running} all={paths.active} />
  </>
)
