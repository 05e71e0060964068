import { PageProblem } from '#console/parts/problem.tsx'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getConsoleProject } from '#contract/console/project.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Editor } from './project/editor.tsx'
import './project/project.css'

/** Edits a project; without an id, a new one. */
export function ProjectEditor({ id }: { id: number | null }) {
  const input = { params: { id: String(id ?? 0) } }
  const { answer, error, retry } = useCall(getConsoleProject, input, { isPrivate: true, isSaved: false, isOn: id !== null })
  if (id === null) return <Editor project={null} />
  if (answer) return <Editor project={answer} />
  const isGone = error instanceof ProblemError && error.problem.code === 'project_not_found'
  return (
    <>
      <Title>{t('projects.one')}</Title>
      {isGone ? (
        <Empty title={t('projects.gone')} action={<ButtonLink to={paths.projects}>{t('projects.toList')}</ButtonLink>}>
          {t('projects.goneText')}
        </Empty>
      ) : error ? (
        <PageProblem error={error} onRetry={retry} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  )
}
