import { t } from '#console/texts/index.ts'
import type { RoundForecast } from '#contract/console/round-placing.ts'
import { count } from '#ui/time/format.ts'
import { decimal, percent, teamNamesOf } from './labels.tsx'

const MOST_TEAMS = 8

type Measure = { name: string; of(forecast: RoundForecast): string }

const range = ({ least, most }: { least: number; most: number }): string =>
  least === most ? count(least) : `${count(least)}–${count(most)}`

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
  return (
    <div class="stack" role="status">
      <h4>{t('rounds.try.result')}</h4>
      <div class="data-table round-odds">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('rounds.try.measure')}</th>
              <th scope="col" class="figure">
                {t('rounds.try.before')}
              </th>
              <th scope="col" class="figure">
                {t('rounds.try.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {measures().map(({ name, of }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="figure">{of(before)}</td>
                <td class={of(before) === of(after) ? 'figure' : 'figure is-changed'}>{of(after)}</td>
              </tr>
            ))}
            {moved.map(({ team, none, former }) => (
              <tr key={team}>
                <th scope="row" dir="auto">
                  {t('rounds.try.none.of', { team: teamName(team) })}
                </th>
                <td class="figure">{percent(former, before.odds.draws)}</td>
                <td class="figure is-changed">{percent(none, after.odds.draws)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
