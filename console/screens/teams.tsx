import { Link } from 'wouter-preact'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { ResponsibleFilter } from '#console/parts/field/responsible-filter.tsx'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { withoutEmpty } from '#console/parts/query-params.ts'
import type { Column } from '#console/parts/table/column.ts'
import { useListState } from '#console/parts/table/list-state.ts'
import { ListView } from '#console/parts/table/list-view.tsx'
import { ViewsMenu } from '#console/parts/table/views-menu.tsx'
import { When } from '#console/parts/when.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ListedTeam, listConsoleTeams, teamSorts } from '#contract/console/team.ts'
import { teamMakers } from '#contract/settings.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { TeamMarks } from './team/marks.tsx'
import { ProjectLine } from './team/project-line.tsx'
import './team/team.css'

const works = ['working', 'free', 'idle'] as const

const columns = (): Column<ListedTeam>[] => [
  {
    key: 'name',
    name: t('teams.column.team'),
    cell: (team) => (
      <span class="team-name">
        <Link href={pathTo('team', { id: team.id })} dir="auto">
          {team.name}
        </Link>
        <TeamMarks team={team} />
      </span>
    ),
  },
  {
    key: 'project',
    name: t('teams.column.project'),
    cell: ({ project }) => (project ? <ProjectLine project={project} /> : <span class="soft">{t('teams.noProject')}</span>),
  },
  { key: 'size', name: t('teams.column.size'), isFigure: true, cell: ({ size }) => size },
  {
    key: 'administrators',
    name: t('teams.column.administrators'),
    cell: ({ administrators }) => (
      <span dir="auto">{administrators.join(', ') || <span class="soft">{t('teams.noAdministrator')}</span>}</span>
    ),
  },
  {
    key: 'waiting',
    name: t('teams.column.waiting'),
    isFigure: true,
    cell: ({ requestsWaiting }) => (requestsWaiting > 0 ? <span class="badge badge-submitted">{requestsWaiting}</span> : '–'),
  },
  {
    key: 'changed',
    name: t('projects.changed'),
    isOptional: true,
    cell: ({ updatedAt }) => <When at={updatedAt} />,
  },
]

const NewTeam = () => (
  <ButtonLink icon="plus" to={paths.newTeam}>
    {t('teams.new')}
  </ButtonLink>
)

export function Teams() {
  const state = useListState('team', columns(), teamSorts, ['text', 'work', 'formedBy', 'life', 'mine', 'curatorId'], 'name')
  const { values, set } = state
  const { text, work, formedBy, mine, curatorId } = values
  const found = useCall(listConsoleTeams, { query: state.query }, { isPrivate: true, isSaved: false })
  const isOnlyDisbanded = values.life !== '' && [text, work, formedBy, mine, curatorId].every((value) => value === '')
  const none = isOnlyDisbanded ? (
    <Empty icon="team" title={t('formation.noneDisbanded')} action={<Button onClick={state.reset}>{t('teams.none.reset')}</Button>}>
      {t('formation.noneDisbanded.text')}
    </Empty>
  ) : state.isFiltered ? (
    <Empty icon="team" title={t('teams.none.title')} action={<Button onClick={state.reset}>{t('teams.none.reset')}</Button>}>
      {t('teams.none.text')}
    </Empty>
  ) : (
    <Empty
      icon="team"
      title={t('teams.empty.title')}
      action={
        <>
          <NewTeam />
          <ButtonLink look="soft" to={paths.spreadsheet}>
            {t('teams.empty.import')}
          </ButtonLink>
        </>
      }
    >
      {t('teams.empty.text')}
    </Empty>
  )
  return (
    <>
      <Title
        actions={
          <>
            <ButtonLink look="plain" to={paths.leaveRequests}>
              {t('leave.title')}
            </ButtonLink>
            {values.life === '' && (
              <ButtonLink
                look="soft"
                icon="send"
                to={pathTo('newAnnouncement', {}, { ...withoutEmpty({ text, work, formedBy, mine, curatorId }), audience: 'team-list' })}
              >
                {t('announcements.toTeams')}
              </ButtonLink>
            )}
            <NewTeam />
          </>
        }
      >
        {t('teams.title')}
      </Title>
      <search class="tools">
        <SearchField label={t('teams.search')} value={values.text} onSearch={(text) => set({ text })} />
        <ChoiceField
          label={t('teams.work')}
          any={t('teams.work.all')}
          value={values.work}
          options={works.map((value) => ({ value, name: t(`teams.work.${value}`) }))}
          onChoose={(work) => set({ work })}
        />
        <ChoiceField
          label={t('formation.formedBy')}
          any={t('formation.formedBy.all')}
          value={values.formedBy}
          options={teamMakers.map((value) => ({ value, name: t(`formation.formedBy.${value}`) }))}
          onChoose={(formedBy) => set({ formedBy })}
        />
        <ChoiceField
          label={t('formation.life')}
          any={t('formation.life.living')}
          value={values.life}
          options={[{ value: 'disbanded', name: t('formation.life.disbanded') }]}
          onChoose={(life) => set({ life })}
        />
        <ResponsibleFilter
          kind="curator"
          mine={values.mine}
          id={values.curatorId}
          onChoose={({ mine, id }) => set({ mine, curatorId: id })}
        />
        <ViewsMenu list="team" />
      </search>
      <ListView
        label={t('teams.title')}
        state={state}
        found={found}
        rowsOf={({ teams }) => teams}
        nameOf={({ name }) => name}
        count={(count) => t('teams.found', { count })}
        empty={none}
      />
    </>
  )
}
