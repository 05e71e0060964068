import { cacheProjects } from '#client/cached-projects.ts'
import { goBack } from '#client/go-back.ts'
import { CardSkeletons } from '#client/parts/project-card/card-skeletons.tsx'
import { ProjectCard } from '#client/parts/project-card/project-card.tsx'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { listActiveProjects, listNewProjects, type Project } from '#contract/project.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Failed, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'

// All projects of a carousel of the first screen, under the same heading.

type Listed = {
  answer?: { projects: Project[]; tags: Tag[]; total: number }
  savedAt: number | null
  isLoading: boolean
  error: Error | null
  retry(): Promise<unknown>
}

function Group({ title, listed: { answer, savedAt, isLoading, error, retry } }: { title: string; listed: Listed }) {
  if (answer) cacheProjects(answer)
  return (
    <div class="projects">
      <Title back={{ name: t('back'), go: () => goBack(paths.projects) }}>{title}</Title>
      <SavedNote savedAt={savedAt} />
      {isLoading && <CardSkeletons count={6} />}
      {error !== null && !answer && <Failed error={error} onRetry={retry} />}
      {answer?.projects.length === 0 && <Empty title={t('projects.none')}>{t('projects.emptyText')}</Empty>}
      {answer && answer.projects.length > 0 && (
        <>
          <p class="soft group-count">
            {answer.projects.length < answer.total
              ? t('projects.showing', { shown: answer.projects.length, total: answer.total })
              : t('projects.count', { count: answer.total })}
          </p>
          <ul class="bare project-list">
            {answer.projects.map((project) => (
              <li key={project.slug}>
                <ProjectCard level={2} project={project} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

export const ActiveProjects = () => (
  <Group title={t('projects.active')} listed={useCall(listActiveProjects, { query: { pageSize: '100' } })} />
)
export const LatestProjects = () => <Group title={t('projects.new')} listed={useCall(listNewProjects, { query: { limit: '50' } })} />
