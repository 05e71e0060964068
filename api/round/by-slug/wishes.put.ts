import { proposeExchanges } from '#actions/round/exchanges.ts'
import { handle } from '#api/app.ts'
import { choicesView } from '#api/round/choices-view.ts'
import { RoundChoices } from '#contract/round.ts'
import { setWishes } from '#contract/round-after.ts'
import { Refusal } from '#http/response/problem.ts'
import { roundStateAt } from '#rules/round/round.ts'
import { roundStateInWords } from '#rules/text/state-texts.ts'
import { lockForWishes, setWishes as set } from '#store/round/trading.ts'

export default handle(setWishes, ({ app, caller, params, body, language, change, refuseIfChanged }) =>
  change(async (sql) => {
    const { round, team, projects } = await lockForWishes(sql, { slug: params.slug, team: body.team, personId: caller.id })
    if (!round) throw new Refusal('round_not_found', { round: params.slug })
    if (!team) throw new Refusal('team_not_found', { team: body.team })
    if (team.teamRole !== 'administrator') throw new Refusal('not_team_administrator', { team: team.name })
    const view = () => choicesView(app, { sql, round, personId: caller.id, language })
    refuseIfChanged(RoundChoices, await view())
    const state = roundStateAt(round, app.now())
    if (state !== 'published')
      throw new Refusal('round_wrong_state', { round: round.name, state: roundStateInWords(state, false, language) })
    if (!team.isPlaced) throw new Refusal('not_placed', { round: round.name })
    const idOf = new Map(projects.map(({ id, slug }) => [slug, id]))
    const stray = body.projects.find((slug) => !idOf.has(slug))
    if (stray) throw new Refusal('project_not_in_round', { project: stray, round: round.name })
    await set(
      sql,
      round.id,
      team.id,
      [...new Set(body.projects)].map((slug) => idOf.get(slug)!),
    )
    await proposeExchanges(sql, round, app.now())
    return view()
  }),
)
