import { offerPlaces } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { choicesView } from '#api/round/choices-view.ts'
import { RoundChoices } from '#contract/round.ts'
import { setWaiting } from '#contract/round-after.ts'
import { Refusal } from '#http/response/problem.ts'
import { roundStateAt } from '#rules/round/round.ts'
import { roundStateInWords } from '#rules/text/state-texts.ts'
import { lockForWaiting, setWaiting as set } from '#store/round/offer.ts'

export default handle(setWaiting, ({ app, caller, params, body, language, change, refuseIfChanged }) =>
  change(async (sql) => {
    const { round, team } = await lockForWaiting(sql, { slug: params.slug, ...body, personId: caller.id })
    if (!round) throw new Refusal('round_not_found', { round: params.slug })
    if (!team) throw new Refusal('team_not_found', { team: body.team })
    if (team.teamRole !== 'administrator') throw new Refusal('not_team_administrator', { team: team.name })
    const view = () => choicesView(app, { sql, round, personId: caller.id, language })
    const before = await view()
    refuseIfChanged(RoundChoices, before)
    const state = roundStateAt(round, app.now())
    if (state !== 'published')
      throw new Refusal('round_wrong_state', { round: round.name, state: roundStateInWords(state, false, language) })
    const choice = before.teams.find(({ team }) => team === body.team)?.choices.find(({ request }) => request === body.request)
    if (!choice) throw new Refusal('request_not_found', { request: body.request })
    if (!choice.isWaiting && !choice.hasLeftWaitlist) throw new Refusal('not_waiting', { round: round.name })
    if (choice.isWaiting !== body.isWaiting) {
      const at = app.now()
      const project = await set(sql, body.request, body.isWaiting, at)
      // A team that returns may be the one that gets a free place.
      if (body.isWaiting) await offerPlaces(sql, project, momentOf(app, at))
    }
    return view()
  }),
)
