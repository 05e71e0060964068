import { asked, useAddress } from '#console/parts/address.ts'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
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
  const { values, set } = useAddress(['text', 'state', 'status', 'tag', 'sort', 'page'])
  const query = asked(values) as object
  const { answer, error, retry } = useCall(listConsoleProjects, { query }, { isPrivate: true, isSaved: false })
  // What was found last stays until the next is there: a list that vanishes with every letter cannot be read.
  const shown = useLast(answer)
  const isNarrowed = Boolean(values.text || values.state || values.status || values.tag)
  const reset = () => set({ text: '', state: '', status: '', tag: '' })
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
      <Filters values={values} counts={shown?.counts} set={set} />
      {error ? <PageProblem error={error} onRetry={retry} /> : !shown ? <Loading lines={6} /> : null}
      {!error && shown && (
        <div aria-busy={answer ? undefined : true}>
          <p class="visually-hidden" role="status">
            {t('projects.found', { count: shown.total })}
          </p>
          {shown.projects.length > 0 ? (
            <ProjectTable projects={shown.projects} />
          ) : isNarrowed || shown.total > 0 ? (
            <Empty title={t('projects.nothing')} action={<Button onClick={reset}>{t('projects.reset')}</Button>}>
              {t('projects.nothingText')}
            </Empty>
          ) : (
            <Empty icon="projects" title={t('projects.none')} action={<ButtonLink to={paths.newProject}>{t('projects.first')}</ButtonLink>}>
              {t('projects.noneText')}
            </Empty>
          )}
          <Pager {...shown} onPage={(page) => set({ page: String(page) })} />
        </div>
      )}
    </>
  )
}
