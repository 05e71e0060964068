import { Link } from 'wouter-preact'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { Report } from '#contract/console/report.ts'
import { count, day, days } from '#ui/time/format.ts'

type TableProps<R> = {
  id: string
  title: string
  columns: Column<R>[]
  rows: readonly R[]
  keyOf(row: R): string | number
  all?: number
  none?: string
  note?: string
}

/** A table of the report: its heading repeats on every printed page. */
const ReportTable = <R,>({ id, title, rows, all = rows.length, none, note, ...table }: TableProps<R>) => (
  <section class="report-section" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {rows.length === 0 ? <p class="soft">{none}</p> : <Table className="report-table" rows={rows} hasCards {...table} />}
    {note && <p class="soft">{note}</p>}
    {all > rows.length && <p class="soft">{t('report.more', { count: all - rows.length })}</p>}
  </section>
)

const figure = <R,>(name: Name, value: (row: R) => number): Column<R> => ({
  key: name,
  name: t(`report.column.${name}`),
  isFigure: true,
  cell: (row) => count(value(row)),
})
type Name = 'applications' | 'results' | 'persons' | 'people' | 'waiting' | 'choices'

const datesOf = (from: string | null, to: string | null): string => {
  if (from && to) return days(from, to)
  if (from) return t('schedule.fromDay', { day: day(from) })
  return to ? t('schedule.untilDay', { day: day(to) }) : '–'
}

type Project = Report['projects'][number]

const Teams = ({ teams }: { teams: Project['teams'] }) =>
  teams.length === 0 ? (
    <span class="soft">{t('report.noTeam')}</span>
  ) : (
    <ul class="bare">
      {teams.map(({ id, name, outcome }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          <span class="soft"> · {t(`report.outcome.${outcome ?? 'working'}`)}</span>
        </li>
      ))}
    </ul>
  )

const projectColumns = (): Column<Project>[] => [
  {
    key: 'project',
    name: t('report.column.project'),
    cell: ({ id, name, status, state }) => (
      <>
        <Link href={pathTo('project', { id })} dir="auto">
          {name}
        </Link>
        <small class="soft">{status ? t(`status.${status}`) : t(`state.${state}`)}</small>
      </>
    ),
  },
  { key: 'dates', name: t('report.column.dates'), isWide: true, cell: ({ dateStart, dateEnd }) => datesOf(dateStart, dateEnd) },
  { key: 'teams', name: t('report.column.teams'), isWide: true, cell: ({ teams }) => <Teams teams={teams} /> },
  figure('applications', ({ applications }) => applications),
  figure('results', ({ results }) => results),
]

export const Projects = ({ projects, all, elsewhere }: { projects: Project[]; all: number; elsewhere: number }) => (
  <ReportTable
    id="report-projects"
    title={t('report.table.projects')}
    columns={projectColumns()}
    rows={projects}
    keyOf={({ id }) => id}
    all={all}
    none={t('report.none.projects')}
    note={elsewhere > 0 ? t('report.elsewhere', { count: elsewhere }) : undefined}
  />
)

type Group = { name: string | null; people: number }

export const Groups = ({ report: { groups, peopleWithoutGroup } }: { report: Report }) =>
  groups.length > 0 && (
    <ReportTable<Group>
      id="report-groups"
      title={t('report.table.groups')}
      columns={[
        {
          key: 'group',
          name: t('report.column.group'),
          cell: ({ name }) =>
            name === null ? (
              t('report.noGroup')
            ) : (
              <Link href={pathTo('people', {}, { group: name })} dir="auto">
                {name}
              </Link>
            ),
        },
        figure('persons', ({ people }) => people),
      ]}
      rows={peopleWithoutGroup > 0 ? [...groups, { name: null, people: peopleWithoutGroup }] : groups}
      keyOf={({ name }) => name ?? ''}
    />
  )

type Team = Report['teamsWithoutProject'][number]

export const FreeTeams = ({ teams, all }: { teams: Team[]; all: number }) => (
  <ReportTable
    id="report-teams"
    title={t('report.table.teams')}
    columns={[
      {
        key: 'team',
        name: t('report.column.team'),
        cell: ({ id, name }) => (
          <Link href={pathTo('team', { id })} dir="auto">
            {name}
          </Link>
        ),
      },
      figure('people', ({ size }: Team) => size),
      figure('waiting', ({ requestsWaiting }: Team) => requestsWaiting),
      figure('choices', ({ choicesWaiting }: Team) => choicesWaiting),
    ]}
    rows={teams}
    keyOf={({ id }) => id}
    all={all}
    none={t('report.none.teams')}
  />
)
