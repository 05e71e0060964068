import { cacheProjects } from '#client/cached-projects.ts'
import { ProjectCard } from '#client/parts/project-card.tsx'
import { t } from '#client/texts/index.ts'
import { listActiveProjects, listNewProjects, type Project } from '#contract/project.ts'
import { Button } from '#ui/button.tsx'
import { useCall } from '#ui/query.ts'

const MOST = 8

function Carousel({ title, projects, onSeeAll }: { title: string; projects: Project[]; onSeeAll?: () => void }) {
  if (projects.length === 0) return null
  return (
    <section class="carousel" aria-label={title}>
      <div class="spread">
        <h2>{title}</h2>
        {onSeeAll && (
          <Button look="soft" onClick={onSeeAll}>
            {t('projects.seeAll')}
          </Button>
        )}
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

export function Carousels({ onSeeActive }: { onSeeActive(): void }) {
  const latest = useCall(listNewProjects)
  const active = useCall(listActiveProjects, { query: { pageSize: String(MOST) } })
  for (const { answer, savedAt } of [latest, active]) if (answer) cacheProjects(answer, savedAt ?? undefined)
  return (
    <>
      <Carousel title={t('projects.new')} projects={latest.answer?.projects ?? []} />
      <Carousel title={t('projects.active')} projects={active.answer?.projects ?? []} onSeeAll={onSeeActive} />
    </>
  )
}
