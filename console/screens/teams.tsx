import { Link } from 'wouter-preact'
import { asked, useAddress } from '#console/parts/address.ts'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { SearchField } from '#console/parts/search-field.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { type ListedTeam, listConsoleTeams } from '#contract/console/team.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { ProjectLine } from './team/project-line.tsx'
import './team.css'

const columns = ['team', 'project', 'size', 'administrators', 'waiting'] as const
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

const Table = ({ teams }: { teams: ListedTeam[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
  <section class="sheet-table" aria-label={t('teams.title')} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" class={isFigure(column) ? 'figure' : undefined}>
              {t(`teams.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <Row key={team.id} team={team} />
        ))}
      </tbody>
    </table>
  </section>
)

export function Teams() {
  const { values, set } = useAddress(['text', 'work', 'page'])
  const { answer, error, retry } = useCall(listConsoleTeams, { query: asked(values) as object }, { isPrivate: true, isSaved: false })
  const shown = useLast(answer)
  const isNarrowed = values.text !== '' || values.work !== ''
  return (
    <>
      <Title
        actions={
          <ButtonLink icon="plus" to={paths.newTeam}>
            {t('teams.new')}
          </ButtonLink>
        }
      >
        {t('teams.title')}
      </Title>
      <search class="tools">
        <SearchField label={t('teams.search')} value={values.text} onSearch={(text) => set({ text })} />
        <select aria-label={t('teams.work')} value={values.work} onChange={(event) => set({ work: event.currentTarget.value })}>
          <option value="">{t('teams.work.all')}</option>
          <option value="working">{t('teams.work.working')}</option>
          <option value="free">{t('teams.work.free')}</option>
        </select>
      </search>
      {error ? (
        <PageProblem error={error} onRetry={retry} />
      ) : !shown ? (
        <Loading lines={6} />
      ) : shown.total > 0 ? (
        <>
          <p class="soft count" role="status">
            {t('teams.found', { count: shown.total })}
          </p>
          {shown.teams.length > 0 && <Table teams={shown.teams} />}
          <Pager {...shown} onPage={(page) => set({ page: String(page) })} />
        </>
      ) : isNarrowed ? (
        <Empty
          icon="team"
          title={t('teams.none.title')}
          action={<Button onClick={() => set({ text: '', work: '' })}>{t('teams.none.reset')}</Button>}
        >
          {t('teams.none.text')}
        </Empty>
      ) : (
        <Empty
          icon="team"
          title={t('teams.empty.title')}
          action={
            <>
              <ButtonLink icon="plus" to={paths.newTeam}>
                {t('teams.new')}
              </ButtonLink>
              <ButtonLink look="soft" to={paths.exchange}>
                {t('teams.empty.import')}
              </ButtonLink>
            </>
          }
        >
          {t('teams.empty.text')}
        </Empty>
      )}
    </>
  )
}
