import { t } from '#console/texts.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import { askForChoices, type RoundForecast } from '#contract/console/round-placing.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { count, list } from '#ui/time/format.ts'
import { at, decimal, projectNamesOf, teamNamesOf } from './labels.tsx'

type Bottleneck = RoundForecast['bottlenecks'][number]
type Remedy = Bottleneck['remedies'][number]
type Props = { round: ConsoleRound; forecast: RoundForecast; onTry(project: string, places: number): void }

function AskButton({ round, teams }: { round: ConsoleRound; teams: number[] }) {
  const { act, isBusy } = useAct({ isToast: true })
  const ask = async () => {
    const answer = await act(() => call(askForChoices, { ...at(round), body: { teams } }))
    if (!answer) return
    const { asked, skipped } = answer
    const parts = [
      ...(asked.length > 0 ? [t('rounds.asked', { count: asked.length })] : []),
      ...(skipped.length > 0 ? [t('rounds.asked.skipped', { count: skipped.length })] : []),
    ]
    tell(parts.join(' '))
  }
  return (
    <Button look="soft" icon="mail" isBusy={isBusy} onClick={() => void ask()}>
      {t('rounds.remedy.askNow')}
    </Button>
  )
}

/** The fair rule may place fewer teams than would fit, depending on the draw. */
function gainText({ kind, gain, placed }: Remedy, { rule, odds }: RoundForecast): string {
  if (placed === null) return t('rounds.remedy.upTo', { count: gain })
  if (kind === 'ask') return t('rounds.remedy.upTo', { count: placed.most })
  if (kind === 'add') return t(`rounds.remedy.gain.${rule}`, { count: gain })
  if (placed.least === placed.most) return t('rounds.remedy.gain', { count: placed.most })
  return t('rounds.remedy.average', { average: decimal(placed.sum / odds.draws), least: count(placed.least), most: count(placed.most) })
}

function RemedyLine({ round, forecast, remedy, onTry }: Props & { remedy: Remedy }) {
  const { kind, project, places, teams } = remedy
  const projectName = projectNamesOf(round)
  const present = round.projects.find(({ slug }) => slug === project)?.places ?? 0
  const what =
    kind === 'ask'
      ? t('rounds.remedy.ask')
      : t(`rounds.remedy.${kind}`, { count: places ?? 0, project: project === null ? '' : projectName(project) })
  return (
    <li class="spread">
      <span>
        {what}
        <small class="soft round-reason">{gainText(remedy, forecast)}</small>
      </span>
      {kind === 'raise' && project !== null && (
        <Button look="soft" aria-label={t('rounds.remedy.tryOf', { what })} onClick={() => onTry(project, present + (places ?? 0))}>
          {t('rounds.remedy.try')}
        </Button>
      )}
      {kind === 'ask' && round.state === 'open' && <AskButton round={round} teams={teams} />}
    </li>
  )
}

function sentenceOf({ teams, projects, places }: Bottleneck, projectName: (slug: string) => string): string {
  if (projects.length === 0) return t('rounds.bottleneck.empty', { count: teams.length })
  return t('rounds.bottleneck', {
    count: teams.length,
    projects: list(projects.map((slug) => t('quoted', { text: projectName(slug) }))),
    places: t('rounds.choices.places', { count: places }),
  })
}

/** Teams that cannot all be placed whatever the draw, with what helps. */
export function Bottlenecks({ round, forecast, onTry }: Props) {
  const { bottlenecks } = forecast
  const projectName = projectNamesOf(round)
  const teamName = teamNamesOf(forecast)
  if (bottlenecks.length === 0) return null
  return (
    <ul class="bare stack">
      {bottlenecks.map((one, index) => (
        <li key={index} class="round-bottleneck stack">
          <div>
            <h3 dir="auto">{sentenceOf(one, projectName)}</h3>
            {one.projects.length > 0 && <p>{t('rounds.bottleneck.missing', { count: one.missing })}.</p>}
          </div>
          <details>
            <summary>{t('rounds.bottleneck.teams')}</summary>
            <p dir="auto">{list(one.teams.map(teamName))}</p>
          </details>
          <ul class="bare round-remedies">
            {one.remedies.map((remedy, nth) => (
              <RemedyLine key={nth} {...{ round, forecast, remedy, onTry }} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
