import { handle } from '#api/app.ts'
import { choicesView } from '#api/round/choices-view.ts'
import { orderChoices, RoundChoices } from '#contract/round.ts'
import { Refusal } from '#http/response/problem.ts'
import { whyNotChangeChoice, whyNotOrder } from '#rules/round/round.ts'
import { lockForOrder, orderChoices as order } from '#store/round/choices.ts'

export default handle(orderChoices, ({ app, caller, params, body, language, change, refuseIfChanged }) =>
  change(async (sql) => {
    const { round, team, choices } = await lockForOrder(sql, { slug: params.slug, team: body.team, personId: caller.id })
    if (!round) throw new Refusal('round_not_found', { round: params.slug })
    if (!team) throw new Refusal('team_not_found', { team: body.team })
    if (team.teamRole !== 'administrator') throw new Refusal('not_team_administrator', { team: team.name })
    const view = () => choicesView(app, { sql, round, personId: caller.id, language })
    refuseIfChanged(RoundChoices, await view())
    const late = whyNotChangeChoice(round, app.now()) // the clock is read under the lock
    if (late) throw new Refusal(late, { round: round.name })
    if (whyNotOrder(choices, body.requests)) throw new Refusal('choices_changed', { team: team.name }, { choices })
    await order(sql, body.requests)
    return view()
  }),
)
