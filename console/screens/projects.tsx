import { useListState } from '#console/parts/table/list-state.ts'
import { ListView } from '#console/parts/table/list-view.tsx'
import { ViewsMenu } from '#console/parts/table/views-menu.tsx'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { listConsoleProjects, projectSorts } from '#contract/console/project.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { BulkMenu } from './projects/bulk-menu.tsx'
import { projectColumns } from './projects/columns.tsx'
import { Filters } from './projects/filters.tsx'
import { UndoBanner } from './projects/undo-banner.tsx'
import './projects/projects.css'

export function Projects() {
  const state = useListState(
    'project',
    projectColumns(),
    projectSorts,
    ['text', 'state', 'status', 'tag', 'attention', 'mine', 'curatorId', ...choiceKeys],
    'changed',
  )
  const found = useCall(listConsoleProjects, { query: state.query }, { isPrivate: true, isSaved: false })
  const counts = useLast(found.answer)?.counts
  const none = state.isFiltered ? (
    <Empty title={t('projects.nothing')} action={<Button onClick={state.reset}>{t('projects.reset')}</Button>}>
      {t('projects.nothingText')}
    </Empty>
  ) : (
    <Empty icon="projects" title={t('projects.none')} action={<ButtonLink to={paths.newProject}>{t('projects.first')}</ButtonLink>}>
      {t('projects.noneText')}
    </Empty>
  )
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
      <Filters values={state.values} counts={counts} set={state.set} tools={<ViewsMenu list="project" />} />
      <UndoBanner />
      <ListView
        label={t('projects.title')}
        state={state}
        found={found}
        rowsOf={({ projects }) => projects}
        nameOf={({ name }) => name}
        count={(count) => t('projects.found', { count })}
        empty={none}
        actions={(selection) => <BulkMenu selection={selection} filter={state.filter as Record<string, string>} />}
      />
    </>
  )
}
