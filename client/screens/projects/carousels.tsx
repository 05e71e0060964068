import { Link } from 'wouter-preact'
import { cacheProjects } from '#client/cached-projects.ts'
import { ProjectCard } from '#client/parts/project-card.tsx'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { listActiveProjects, listNewProjects, type Project } from '#contract/project.ts'
import { useCall } from '#ui/query.ts'

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

export function Carousels() {
  const latest = useCall(listNewProjects)
  const active = useCall(listActiveProjects, { query: { pageSize: String(MOST) } })
  for (const { answer } of [latest, active]) if (answer) cacheProjects(answer)
  return (
    <>
      <Carousel title={t('projects.new')} projects={latest.answer?.projects ?? []} all={paths.latest} />
      <Carousel title={t('projects.active')} projects={active.answer?.projects ?? []} all={paths.active} />
    </>
  )
}
