import { useState } from 'preact/hooks'
import { Table } from '#console/parts/table/table.tsx'
import { t } from '#console/texts.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import type { RoundForecast } from '#contract/console/round-placing.ts'
import { Button } from '#ui/button.tsx'
import { count } from '#ui/time/format.ts'
import { decimal, percent, projectNamesOf, range, teamNamesOf } from './labels.tsx'

type Props = { round: ConsoleRound; forecast: RoundForecast }
const FEW = 15

/** The chance of each team, the worst first. */
export function TeamOdds({ forecast }: Pick<Props, 'forecast'>) {
  const { odds } = forecast
  const [isAll, setIsAll] = useState(false)
  const teamName = teamNamesOf(forecast)
  const teams = odds.teams.toSorted((a, b) => b.none - a.none || teamName(a.team).localeCompare(teamName(b.team)))
  const chance = (draws: number) => percent(draws, odds.draws)
  const shown = isAll ? teams : teams.slice(0, FEW)
  return (
    <div class="stack">
      <h3>{t('rounds.odds.teams')}</h3>
      <Table
        label={t('rounds.odds.teams')}
        className="round-odds"
        rows={shown}
        keyOf={({ team }) => team}
        columns={[
          { key: 'team', name: t('rounds.choices.team'), dir: 'auto', cell: ({ team }) => teamName(team) },
          {
            key: 'none',
            name: t('rounds.odds.none'),
            isFigure: true,
            cell: ({ none }) => chance(none),
            cellProps: ({ none }) => ({ class: `risk-${none === 0 ? 0 : Math.ceil((4 * none) / odds.draws)}` }),
          },
          { key: 'first', name: t('rounds.odds.first'), isFigure: true, cell: ({ ranks }) => chance(ranks[0] ?? 0) },
          {
            key: 'other',
            name: t('rounds.odds.other'),
            isFigure: true,
            cell: ({ none, ranks }) => chance(odds.draws - none - (ranks[0] ?? 0)),
          },
        ]}
      />
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
      <Table
        label={t('rounds.odds.projects')}
        className="round-odds"
        rows={projects}
        keyOf={({ project }) => project}
        columns={[
          { key: 'project', name: t('rounds.project.column'), dir: 'auto', cell: ({ project }) => projectName(project) },
          {
            key: 'filled',
            name: t('rounds.odds.filled'),
            isFigure: true,
            cell: ({ free, filled }) => {
              const average = decimal(filled / odds.draws)
              return free === null ? average : t('rounds.odds.of', { filled: average, free: count(free) })
            },
          },
          { key: 'range', name: t('rounds.odds.range'), isFigure: true, cell: (project) => range(project) },
          {
            key: 'full',
            name: t('rounds.odds.full'),
            isFigure: true,
            cell: ({ free, full }) => (free === null ? '–' : percent(full, odds.draws)),
          },
        ]}
      />
    </div>
  )
}
