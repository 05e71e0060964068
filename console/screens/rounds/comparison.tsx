import { Table } from '#console/parts/table/table.tsx'
import { t } from '#console/texts.ts'
import type { RoundForecast } from '#contract/console/round-placing.ts'
import { count } from '#ui/time/format.ts'
import { decimal, percent, range, teamNamesOf } from './labels.tsx'

const MOST_TEAMS = 8

type Measure = { name: string; of(forecast: RoundForecast): string }

const measures = (): Measure[] => [
  { name: t('rounds.try.placeable'), of: ({ placeable, teams }) => t('rounds.odds.of', { filled: count(placeable), free: count(teams) }) },
  { name: t('rounds.try.unplaced'), of: ({ odds }) => decimal(odds.unplaced.sum / odds.draws) },
  { name: t('rounds.try.range'), of: ({ odds }) => range(odds.unplaced) },
  { name: t('rounds.try.first'), of: ({ odds }) => decimal(odds.teams.reduce((sum, { ranks }) => sum + (ranks[0] ?? 0), 0) / odds.draws) },
  { name: t('rounds.try.full'), of: ({ odds }) => count(odds.projects.filter(({ full }) => full === odds.draws).length) },
]

type Props = { before: RoundForecast; after: RoundForecast }

/** Figures before and after side by side, and the teams whose chance changes most. */
export function Comparison({ before, after }: Props) {
  const teamName = teamNamesOf(after)
  const noneBefore = new Map(before.odds.teams.map(({ team, none }) => [team, none]))
  const moved = after.odds.teams
    .map(({ team, none }) => ({ team, none, former: noneBefore.get(team) ?? none }))
    .filter(({ none, former }) => Math.abs(none - former) / after.odds.draws >= 0.01)
    .toSorted((a, b) => Math.abs(b.none - b.former) - Math.abs(a.none - a.former))
    .slice(0, MOST_TEAMS)
  const rows = [
    ...measures().map(({ name, of }) => ({ key: name, name, before: of(before), after: of(after) })),
    ...moved.map(({ team, none, former }) => ({
      key: `team ${team}`,
      name: t('rounds.try.none.of', { team: teamName(team) }),
      before: percent(former, before.odds.draws),
      after: percent(none, after.odds.draws),
    })),
  ]
  return (
    <div class="stack" role="status">
      <h4>{t('rounds.try.result')}</h4>
      <Table
        className="round-odds"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { key: 'name', name: t('rounds.try.measure'), dir: 'auto', cell: ({ name }) => name },
          { key: 'before', name: t('rounds.try.before'), isFigure: true, cell: (row) => row.before },
          {
            key: 'after',
            name: t('rounds.try.after'),
            isFigure: true,
            cell: (row) => row.after,
            cellProps: (row) => ({ class: row.before === row.after ? undefined : 'is-changed' }),
          },
        ]}
      />
    </div>
  )
}
