import { Link } from 'wouter-preact'
import { ChoiceField } from '#console/parts/choice-field.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { ResponsibleFilter } from '#console/parts/responsible-filter.tsx'
import { ResultList, Table } from '#console/parts/result-list.tsx'
import { SearchField } from '#console/parts/search-field.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { type ListedTeam, listConsoleTeams } from '#contract/console/team.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/query.ts'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { ProjectLine } from './team/project-line.tsx'
import './team.css'

const columns = ['team', 'project', 'size', 'administrators', 'waiting'] as const
const works = ['working', 'free', 'idle'] as const
const isFigure = (column: (typeof columns)[number]) => column === 'size' || column === 'waiting'

const Row = ({ team }: { team: ListedTeam }) => (
  <tr>
    <th scope="row">
      <Link href={pathTo('team', { id: team.id })} dir="auto">
        {team.name}
      </Link>
    </th>
    <td>{team.project ? <ProjectLine project={team.project} /> : <span class="soft">{t('teams.noProject')}</span>}</td>
    <td class="figure">{team.size}</td>
    <td dir="auto">{team.administrators.join(', ') || <span class="soft">{t('teams.noAdministrator')}</span>}</td>
    <td class="figure">{team.requestsWaiting > 0 ? <span class="badge badge-submitted">{team.requestsWaiting}</span> : '–'}</td>
  </tr>
)

const NewTeam = () => (
  <ButtonLink icon="plus" to={paths.newTeam}>
    {t('teams.new')}
  </ButtonLink>
)

export function Teams() {
  const { values, set } = useQueryParams(['text', 'work', 'mine', 'curatorId', 'page'])
  const found = useCall(listConsoleTeams, { query: withoutEmpty(values) as object }, { isPrivate: true, isSaved: false })
  const isFiltered = values.text !== '' || values.work !== '' || values.mine !== '' || values.curatorId !== ''
  const none = isFiltered ? (
    <Empty
      icon="team"
      title={t('teams.none.title')}
      action={<Button onClick={() => set({ text: '', work: '', mine: '', curatorId: '' })}>{t('teams.none.reset')}</Button>}
    >
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
            <ButtonLink
              look="soft"
              icon="send"
              to={pathTo('newAnnouncement', {}, { ...withoutEmpty({ text: values.text, work: values.work }), audience: 'team-list' })}
            >
              {t('announcements.toTeams')}
            </ButtonLink>
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
        <ResponsibleFilter
          kind="curator"
          mine={values.mine}
          id={values.curatorId}
          onChoose={({ mine, id }) => set({ mine, curatorId: id })}
        />
      </search>
      <ResultList found={found} count={(count) => t('teams.found', { count })} empty={none} onPage={(page) => set({ page: String(page) })}>
        {({ teams }) => (
          <Table
            label={t('teams.title')}
            columns={columns.map((column) => ({ name: t(`teams.column.${column}`), isFigure: isFigure(column) }))}
          >
            {teams.map((team) => (
              <Row key={team.id} team={team} />
            ))}
          </Table>
        )}
      </ResultList>
    </>
  )
}
