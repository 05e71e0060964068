import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { Report } from '#contract/console/report.ts'
import { count, day, days } from '#ui/time/format.ts'

type Column = { name: string; isFigure?: boolean }
type TableProps = {
  id: string
  title: string
  columns: Column[]
  shown: number
  all: number
  none: string
  note?: string
  children: ComponentChildren
}

/** A table of the report: its heading repeats on every printed page. */
export const ReportTable = ({ id, title, columns, shown, all, none, note, children }: TableProps) => (
  <section class="report-section" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {shown === 0 ? (
      <p class="soft">{none}</p>
    ) : (
      <table class="report-table">
        <thead>
          <tr>
            {columns.map(({ name, isFigure }) => (
              <th key={name} scope="col" class={isFigure ? 'figure' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    )}
    {note && <p class="soft">{note}</p>}
    {all > shown && <p class="soft">{t('report.more', { count: all - shown })}</p>}
  </section>
)

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

export const Projects = ({ projects, all, elsewhere }: { projects: Project[]; all: number; elsewhere: number }) => (
  <ReportTable
    id="report-projects"
    title={t('report.table.projects')}
    columns={[
      { name: t('report.column.project') },
      { name: t('report.column.dates') },
      { name: t('report.column.teams') },
      { name: t('report.column.applications'), isFigure: true },
      { name: t('report.column.results'), isFigure: true },
    ]}
    shown={projects.length}
    all={all}
    none={t('report.none.projects')}
    note={elsewhere > 0 ? t('report.elsewhere', { count: elsewhere }) : undefined}
  >
    {projects.map((project) => (
      <tr key={project.id}>
        <th scope="row">
          <Link href={pathTo('project', { id: project.id })} dir="auto">
            {project.name}
          </Link>
          <small class="soft">{project.status ? t(`status.${project.status}`) : t(`state.${project.state}`)}</small>
        </th>
        <td data-label={t('report.column.dates')}>{datesOf(project.dateStart, project.dateEnd)}</td>
        <td data-label={t('report.column.teams')}>
          <Teams teams={project.teams} />
        </td>
        <td class="figure" data-label={t('report.column.applications')}>
          {count(project.applications)}
        </td>
        <td class="figure" data-label={t('report.column.results')}>
          {count(project.results)}
        </td>
      </tr>
    ))}
  </ReportTable>
)

export const Groups = ({ report: { groups, peopleWithoutGroup } }: { report: Report }) =>
  groups.length > 0 && (
    <ReportTable
      id="report-groups"
      title={t('report.table.groups')}
      columns={[{ name: t('report.column.group') }, { name: t('report.column.persons'), isFigure: true }]}
      shown={groups.length}
      all={groups.length}
      none=""
    >
      {groups.map(({ name, people }) => (
        <tr key={name}>
          <th scope="row">
            <Link href={pathTo('people', {}, { group: name })} dir="auto">
              {name}
            </Link>
          </th>
          <td class="figure" data-label={t('report.column.persons')}>
            {count(people)}
          </td>
        </tr>
      ))}
      {peopleWithoutGroup > 0 && (
        <tr>
          <th scope="row">{t('report.noGroup')}</th>
          <td class="figure" data-label={t('report.column.persons')}>
            {count(peopleWithoutGroup)}
          </td>
        </tr>
      )}
    </ReportTable>
  )

export const FreeTeams = ({ teams, all }: { teams: Report['teamsWithoutProject']; all: number }) => (
  <ReportTable
    id="report-teams"
    title={t('report.table.teams')}
    columns={[
      { name: t('report.column.team') },
      { name: t('report.column.people'), isFigure: true },
      { name: t('report.column.waiting'), isFigure: true },
      { name: t('report.column.choices'), isFigure: true },
    ]}
    shown={teams.length}
    all={all}
    none={t('report.none.teams')}
  >
    {teams.map((team) => (
      <tr key={team.id}>
        <th scope="row">
          <Link href={pathTo('team', { id: team.id })} dir="auto">
            {team.name}
          </Link>
        </th>
        <td class="figure" data-label={t('report.column.people')}>
          {count(team.size)}
        </td>
        <td class="figure" data-label={t('report.column.waiting')}>
          {count(team.requestsWaiting)}
        </td>
        <td class="figure" data-label={t('report.column.choices')}>
          {count(team.choicesWaiting)}
        </td>
      </tr>
    ))}
  </ReportTable>
)
