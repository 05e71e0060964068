import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { datesOf, StatusBadge } from '#client/parts/project-card/project-card.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getProject } from '#contract/project.ts'
import type { TeamProject } from '#contract/team-overview.ts'
import { FileList } from '#ui/file/file-preview.tsx'
import { Icon } from '#ui/icon.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Failed, Loading } from '#ui/states.tsx'

/** A finished project with its published files. */
export function FinishedWork({ project, team, isFirst }: { project: TeamProject; team: number; isFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isFirst)
  return (
    <details class="card finished" open={isFirst} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary class="rows-item">
        <span>
          <span dir="auto">{project.name}</span>
          <small>{datesOf(project)}</small>
          <StatusBadge status={project.status} />
        </span>
        <Icon name="next" size={20} />
      </summary>
      {isOpen && <Published slug={project.slug} team={team} />}
    </details>
  )
}

function Published({ slug, team }: { slug: string; team: number }) {
  const { answer, isLoading, error, retry } = useCall(getProject, { params: { slug } }, { isPrivate: true })
  if (isLoading) return <Loading lines={2} />
  if (!answer)
    return error instanceof ProblemError && error.problem.code === 'project_not_found' ? (
      <p class="soft">{t('team.hidden')}</p>
    ) : (
      <Failed error={error} onRetry={retry} />
    )
  const files = answer.project.documents.filter((file) => file.team === team)
  return (
    <div class="stack finished-work">
      {files.length > 0 ? <FileList files={files} label={t('team.results')} /> : <p class="soft">{t('team.noFiles')}</p>}
      <p>
        <Link href={pathTo('project', { slug })}>{t('team.toProject')}</Link>
      </p>
    </div>
  )
}
