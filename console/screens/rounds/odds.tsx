import { useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import type { RoundForecast } from '#contract/console/round-placing.ts'
import { Button } from '#ui/button.tsx'
import { count } from '#ui/time/format.ts'
import { decimal, percent, projectNamesOf, teamNamesOf } from './labels.tsx'

type Props = { round: ConsoleRound; forecast: RoundForecast }
const FEW = 15

/** The chance of each team, the worst first. */
export function TeamOdds({ forecast }: Pick<Props, 'forecast'>) {
  const { odds } = forecast
  const [isAll, setIsAll] = useState(false)
  const teamName = teamNamesOf(forecast)
  const teams = odds.teams.toSorted((a, b) => b.none - a.none || teamName(a.team).localeCompare(teamName(b.team)))
  const shown = isAll ? teams : teams.slice(0, FEW)
  return (
    <div class="stack">
      <h3>{t('rounds.odds.teams')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section class="data-table round-odds" aria-label={t('rounds.odds.teams')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('rounds.choices.team')}</th>
              {(['none', 'first', 'other'] as const).map((column) => (
                <th key={column} scope="col" class="figure">
                  {t(`rounds.odds.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ team, ranks, none }) => {
              const first = ranks[0] ?? 0
              return (
                <tr key={team}>
                  <th scope="row" dir="auto">
                    {teamName(team)}
                  </th>
                  <td class={`figure risk-${none === 0 ? 0 : Math.ceil((4 * none) / odds.draws)}`}>{percent(none, odds.draws)}</td>
                  <td class="figure">{percent(first, odds.draws)}</td>
                  <td class="figure">{percent(odds.draws - none - first, odds.draws)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {shown.length < teams.length && (
        <div class="row">
          <Button look="plain" onClick={() => setIsAll(true)}>
            {t('rounds.odds.all')}
          </Button>
          <span class="soft">{t('rounds.odds.rest', { count: teams.length - shown.length })}</span>
        </div>
      )}
    </div>
  )
}

/** How many teams each project gets, the fullest first. */
export function ProjectOdds({ round, forecast: { odds } }: Props) {
  const projectName = projectNamesOf(round)
  const projects = odds.projects.toSorted((a, b) => b.full - a.full || b.filled - a.filled)
  return (
    <div class="stack">
      <h3>{t('rounds.odds.projects')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section class="data-table round-odds" aria-label={t('rounds.odds.projects')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('rounds.project.column')}</th>
              {(['filled', 'range', 'full'] as const).map((column) => (
                <th key={column} scope="col" class="figure">
                  {t(`rounds.odds.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {projects.map(({ project, free, filled, least, most, full }) => {
              const average = decimal(filled / odds.draws)
              return (
                <tr key={project}>
                  <th scope="row" dir="auto">
                    {projectName(project)}
                  </th>
                  <td class="figure">{free === null ? average : t('rounds.odds.of', { filled: average, free: count(free) })}</td>
                  <td class="figure">{least === most ? count(least) : `${count(least)}–${count(most)}`}</td>
                  <td class="figure">{free === null ? '–' : percent(full, odds.draws)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </div>
  )
}
