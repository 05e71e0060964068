import { useRef, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsoleRound, RoundChoice, RoundProject, RoundTeam } from '#contract/console/round.ts'
import { latinKey } from '#ui/desktop/keyboard.ts'
import { Icon } from '#ui/icon.tsx'
import { MarkIcon, markText, type OnChoice, TeamNotes } from './marks.tsx'

type Props = { round: ConsoleRound; teams: RoundTeam[]; onChoice: OnChoice }

const acts = { p: 'preferred', u: 'unsuitable', n: 'none', l: 'lock' } as const

// Demand in five steps: how many teams want a place, for each place.
const heatOf = ({ wanted, places }: RoundProject): number =>
  wanted === 0 ? 0 : places === null ? 1 : places === 0 ? 5 : Math.min(5, Math.ceil((2 * wanted) / places / 1.5))

const ProjectHead = ({ project: { name, places, wanted } }: { project: RoundProject }) => (
  <>
    <span class="matrix-name" dir="auto" title={name}>
      {name}
    </span>
    <small>
      {t('rounds.choices.wanted', { count: wanted })}
      <br />
      {places === null ? t('rounds.project.unlimited') : t('rounds.choices.places', { count: places })}
    </small>
  </>
)

type CellProps = {
  team: RoundTeam
  choice: RoundChoice
  project: string
  isCurrent: boolean
  at: string
  onChoice: OnChoice
  onFocus(): void
}

function Cell({ team, choice, project, isCurrent, at, onChoice, onFocus }: CellProps) {
  const isLocked = team.lock?.project === choice.project
  const mark = markText(choice, isLocked)
  const values = { team: team.name, rank: choice.rank, project, mark: mark ?? '' }
  return (
    <button
      type="button"
      class={`matrix-choice rank-${Math.min(choice.rank, 5)} ${choice.mark ?? ''}`}
      data-at={at}
      tabIndex={isCurrent ? 0 : -1}
      title={choice.reason ?? undefined}
      aria-label={mark ? t('rounds.choices.cell.marked', values) : t('rounds.choices.cell', values)}
      onFocus={onFocus}
      onClick={() => onChoice(team, choice, 'open')}
    >
      {choice.rank}
      <MarkIcon choice={choice} isLocked={isLocked} />
    </button>
  )
}

/** Teams × projects. One cell is in the tab order; arrow keys move between choices, letters mark them. */
export function Matrix({ round, teams, onChoice }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState('')
  const projects = round.projects.toSorted((a, b) => b.wanted - a.wanted)
  const columns = new Map(projects.map(({ slug }, index) => [slug, index]))
  const cells = teams.flatMap((team, row) =>
    team.choices.map((choice) => ({ team, choice, row, column: columns.get(choice.project) ?? -1 })),
  )
  const keyOf = ({ team, choice }: { team: RoundTeam; choice: RoundChoice }) => `${team.team} ${choice.project}`
  const active = cells.find((cell) => keyOf(cell) === current) ?? cells[0]
  const inRow = (row: number) => cells.filter((cell) => cell.row === row).toSorted((a, b) => a.column - b.column)
  const nearest = (row: number, column: number) =>
    inRow(row).toSorted((a, b) => Math.abs(a.column - column) - Math.abs(b.column - column))[0]
  const rowTowards = (from: number, by: 1 | -1): number => {
    let row = from + by
    while (row >= 0 && row < teams.length && inRow(row).length === 0) row += by
    return row
  }
  const targetOf = (key: string) => {
    const { row, column } = active!
    const own = inRow(row)
    const here = own.findIndex((cell) => cell.column === column)
    if (key === 'ArrowRight') return own[here + 1]
    if (key === 'ArrowLeft') return own[here - 1]
    if (key === 'ArrowDown') return nearest(rowTowards(row, 1), column)
    if (key === 'ArrowUp') return nearest(rowTowards(row, -1), column)
    if (key === 'Home') return own[0]
    return key === 'End' ? own.at(-1) : undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isCell = (event.target as HTMLElement).matches('.matrix-choice')
    if (!isCell || !active || event.ctrlKey || event.metaKey || event.altKey) return
    const key = latinKey(event)
    const act = acts[key as keyof typeof acts]
    if (act) {
      event.preventDefault()
      if (!event.repeat) onChoice(active.team, active.choice, act)
    } else if (/^(Arrow|Home$|End$)/.test(key)) {
      event.preventDefault()
      const target = targetOf(key)
      const button = target && table.current?.querySelector<HTMLElement>(`[data-at="${CSS.escape(keyOf(target))}"]`)
      button?.focus()
      button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  }
  const projectColumn = (project: RoundProject): Column<RoundTeam> => ({
    key: project.slug,
    name: project.name,
    head: <ProjectHead project={project} />,
    headClass: `matrix-project heat-${heatOf(project)}`,
    cell: (team) => {
      const choice = team.choices.find((one) => one.project === project.slug)
      const key = `${team.team} ${project.slug}`
      if (choice)
        return (
          <Cell
            {...{ team, choice, onChoice }}
            project={project.name}
            at={key}
            isCurrent={active !== undefined && keyOf(active) === key}
            onFocus={() => setCurrent(key)}
          />
        )
      return (
        team.lock?.project === project.slug && (
          <span class="matrix-locked" title={team.lock.reason}>
            <Icon name="lock" size={16} />
            <span class="visually-hidden">{t('rounds.mark.locked')}</span>
          </span>
        )
      )
    },
  })
  const teamColumn: Column<RoundTeam> = {
    key: 'team',
    name: t('rounds.choices.team'),
    headClass: 'matrix-corner',
    cell: (team) => (
      <>
        <Link href={pathTo('team', { id: team.team })} dir="auto">
          {team.name}
        </Link>
        <TeamNotes team={team} />
      </>
    ),
  }
  return (
    <Table
      className="matrix"
      columns={[teamColumn, ...projects.map(projectColumn)]}
      rows={teams}
      keyOf={({ team }) => team}
      tableProps={{ ref: table, onKeyDown }}
    />
  )
}
