import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import { forecastRound, type RoundForecast } from '#contract/console/round-placing.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { Bottlenecks } from './bottlenecks.tsx'
import { at } from './labels.tsx'
import { ProjectOdds, TeamOdds } from './odds.tsx'
import { noChanges, type TrialChanges, trialBody } from './trial.ts'
import { Try } from './try.tsx'

type Found = { before: RoundForecast; after: RoundForecast | null; basis: string | null }

function Summary({ forecast: { teams, placeable } }: { forecast: RoundForecast }) {
  if (placeable === teams) return <p>{t('rounds.forecast.all', { count: teams })}</p>
  return <p class="round-warning">{t('rounds.forecast.placeable', { placeable, teams })}</p>
}

/** Where the round will break, the odds, and trials on a copy. */
export function Forecast({ round }: { round: ConsoleRound }) {
  const [found, setFound] = useState<Found | null>(null)
  const [changes, setChanges] = useState<TrialChanges>(noChanges)
  const { act, isBusy } = useAct({ isToast: true, isParallel: true })
  const { basis } = round
  const run = async (tried: TrialChanges) => {
    const answer = await act(() => call(forecastRound, { ...at(round), body: trialBody(tried) }))
    if (answer) setFound({ ...answer, basis })
  }
  const tryOne = (more: Partial<TrialChanges>) => {
    const next = { ...changes, ...more, places: { ...changes.places, ...more.places } }
    setChanges(next)
    void run(next)
  }
  return (
    <section class="card stack" aria-labelledby="forecast">
      <div>
        <h2 id="forecast">{t('rounds.forecast')}</h2>
        <p class="soft">{t('rounds.forecast.text')}</p>
      </div>
      {round.figures.teams === 0 ? (
        <p class="soft">{t('rounds.forecast.none')}</p>
      ) : (
        <div class="row">
          <Button look={found ? 'plain' : 'main'} isBusy={isBusy} onClick={() => void run(changes)}>
            {t(found ? 'rounds.forecast.again' : 'rounds.forecast.run')}
          </Button>
          {found && found.basis !== basis && <span class="soft">{t('rounds.forecast.stale')}</span>}
        </div>
      )}
      {found && (
        <>
          <div class="stack" role="status">
            <Summary forecast={found.before} />
          </div>
          <Bottlenecks round={round} forecast={found.before} onTry={(project, places) => tryOne({ places: { [project]: places } })} />
          <div class="columns columns-2">
            <TeamOdds forecast={found.before} />
            <ProjectOdds round={round} forecast={found.before} />
          </div>
          <Try
            round={round}
            {...{ changes, isBusy }}
            onChange={setChanges}
            onRun={() => void run(changes)}
            before={found.before}
            after={found.after}
          />
        </>
      )}
    </section>
  )
}
