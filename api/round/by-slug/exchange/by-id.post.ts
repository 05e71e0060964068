import { proposeExchanges } from '#actions/round/exchanges.ts'
import { changeWork } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { choicesView } from '#api/round/choices-view.ts'
import { answerExchange } from '#contract/round-after.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { confirmExchange, endExchange, lockExchange, moveAll } from '#store/round/trading.ts'

export default handle(answerExchange, ({ app, caller, params, body, language, change }) =>
  change(async (sql) => {
    const at = app.now()
    const id = readId(params.id)
    const found = await lockExchange(sql, { slug: params.slug, id, team: body.team, personId: caller.id, now: at })
    if (!found?.team) throw new Refusal('exchange_not_found', { exchange: params.id })
    const { round, team, moves, state, isDue } = found
    if (team.teamRole !== 'administrator') throw new Refusal('not_team_administrator', { team: team.name })
    const view = () => choicesView(app, { sql, round, personId: caller.id, language })
    if (state === 'done' && body.isConfirmed) return view() // retry after a lost response
    const isPossible = moves.every((move) => move.isPossible)
    if (state !== 'open' || isDue || round.endedAt !== null || !isPossible) throw new Refusal('exchange_over')
    if (body.isConfirmed) {
      await confirmExchange(sql, id, team.id)
      if (moves.every((move) => move.isConfirmed || move.team === team.id)) {
        const act = { team: team.id, actorId: caller.id, ...momentOf(app, at) }
        const teams = moves.map(({ team }) => team)
        await changeWork(sql, { teams }, act, () => moveAll(sql, id, round, moves, act)).catch(refuseIfFull)
      }
    } else {
      await endExchange(sql, id, at, team.id)
      await proposeExchanges(sql, round, at)
    }
    return view()
  }),
)

// A limit was lowered below the number of teams at work.
function refuseIfFull(error: { constraint?: string }): never {
  throw error.constraint === 'project_places' ? new Refusal('exchange_over') : error
}
