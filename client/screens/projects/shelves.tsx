import { ProjectCard } from '#client/parts/project-card.tsx'
import { noteSeen } from '#client/seen.ts'
import { t } from '#client/texts/index.ts'
import { listActiveProjects, listNewProjects, type Project } from '#contract/project.ts'
import { Button } from '#ui/button.tsx'
import { useCall } from '#ui/query.ts'

const MOST = 8

function Shelf({ title, projects, onSeeAll }: { title: string; projects: Project[]; onSeeAll?: () => void }) {
  if (projects.length === 0) return null
  return (
    <section class="shelf" aria-label={title}>
      <div class="spread">
        <h2>{title}</h2>
        {onSeeAll && (
          <Button look="soft" onClick={onSeeAll}>
            {t('projects.seeAll')}
          </Button>
        )}
      </div>
      <ul class="bare shelf-row">
        {projects.map((project) => (
          <li key={project.slug}>
            <ProjectCard isSmall project={project} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Shelves({ onSeeActive }: { onSeeActive(): void }) {
  const latest = useCall(listNewProjects)
  const active = useCall(listActiveProjects, { query: { pageSize: String(MOST) } })
  for (const { answer } of [latest, active]) if (answer) noteSeen(answer)
  return (
    <>
      <Shelf title={t('projects.new')} projects={latest.answer?.projects ?? []} />
      <Shelf title={t('projects.active')} projects={active.answer?.projects ?? []} onSeeAll={onSeeActive} />
    </>
  )
}
