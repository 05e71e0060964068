import type { TeamChoices } from '#contract/round.ts'
import { answerExchange } from '#contract/round-after.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import type { Parts } from './choice-list.tsx'
import { Countdown } from './countdown.tsx'
import { r } from './texts.ts'
import { nameOf } from './use-projects.ts'

type Act = ReturnType<typeof useAct>
type Exchange = TeamChoices['exchanges'][number]

function ExchangeCard({ exchange, round, team, projects, act, isBusy }: Parts & { exchange: Exchange } & Pick<Act, 'act' | 'isBusy'>) {
  const { id, gives, gets, teams, dueAt, isConfirmed } = exchange
  const answer = (isConfirmed: boolean) =>
    act(() => call(answerExchange, { params: { slug: round.slug, id: String(id) }, body: { team: team.team, isConfirmed } }), {
      done: r(isConfirmed ? 'exchange.done' : 'exchange.refused'),
    })
  return (
    <li class="card stack offer">
      <h2>{r('exchange.title')}</h2>
      <Countdown until={dueAt} text="left.answer" over="left.over" hasTime onEnd={() => void refreshAll()} />
      <p dir="auto">{r('exchange.text', { gives: nameOf(projects, gives), gets: nameOf(projects, gets), count: teams })}</p>
      <p class="soft">{r('exchange.private')}</p>
      {isConfirmed && <p>{r('exchange.confirmed')}</p>}
      {team.isAdministrator ? (
        <div class="row">
          {!isConfirmed && (
            <Button isBusy={isBusy} disabled={!isOnline.value} onClick={() => void answer(true)}>
              {r('exchange.confirm')}
            </Button>
          )}
          <Button look="plain" disabled={!isOnline.value} onClick={() => void answer(false)}>
            {r('exchange.refuse')}
          </Button>
        </div>
      ) : (
        !isConfirmed && <p class="soft">{r('exchange.admin')}</p>
      )}
    </li>
  )
}

/** Exchanges that wait for the answers of their teams. */
export function Exchanges(parts: Parts) {
  const { act, error, isBusy } = useAct() // a reason stays when its card is gone
  const { exchanges } = parts.team
  if (exchanges.length === 0 && error === null) return null
  return (
    <>
      <ErrorMessage of={error} />
      <ul class="bare stack">
        {exchanges.map((exchange) => (
          <ExchangeCard key={exchange.id} {...parts} exchange={exchange} act={act} isBusy={isBusy} />
        ))}
      </ul>
    </>
  )
}
