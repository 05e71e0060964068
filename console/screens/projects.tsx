import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { listConsoleProjects } from '#contract/console/project.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Filters } from './projects/filters.tsx'
import { ProjectTable } from './projects/table.tsx'
import './projects.css'

export function Projects() {
  const { values, set } = useQueryParams(['text', 'state', 'status', 'tag', 'attention', 'mine', 'curatorId', 'sort', 'page'])
  const query = withoutEmpty(values) as object
  const { answer, error, retry } = useCall(listConsoleProjects, { query }, { isPrivate: true, isSaved: false })
  // The previous list stays until the next one is loaded, so that the page does not flicker while the user types.
  const list = useLast(answer)
  const isFiltered = Boolean(
    values.text || values.state || values.status || values.tag || values.attention || values.mine || values.curatorId,
  )
  const reset = () => set({ text: '', state: '', status: '', tag: '', attention: '', mine: '', curatorId: '' })
  return (
    <>
      <Title
        actions={
          <ButtonLink icon="plus" to={paths.newProject}>
            {t('projects.new')}
          </ButtonLink>
        }
      >
        {t('projects.title')}
      </Title>
      <Filters values={values} counts={list?.counts} set={set} />
      {error ? <PageProblem error={error} onRetry={retry} /> : !list ? <Loading lines={6} /> : null}
      {!error && list && (
        <div aria-busy={answer ? undefined : true}>
          <p class="visually-hidden" role="status">
            {t('projects.found', { count: list.total })}
          </p>
          {list.projects.length > 0 ? (
            <ProjectTable projects={list.projects} />
          ) : isFiltered || list.total > 0 ? (
            <Empty title={t('projects.nothing')} action={<Button onClick={reset}>{t('projects.reset')}</Button>}>
              {t('projects.nothingText')}
            </Empty>
          ) : (
            <Empty icon="projects" title={t('projects.none')} action={<ButtonLink to={paths.newProject}>{t('projects.first')}</ButtonLink>}>
              {t('projects.noneText')}
            </Empty>
          )}
          <Pager {...list} onPage={(page) => set({ page: String(page) })} />
        </div>
      )}
    </>
  )
}
