import { handle } from '#api/app.ts'
import { lockedRound, refuseRoundUnless } from '#api/console/round/round-input.ts'
import { askForChoices } from '#contract/console/round-placing.ts'
import { DAY_MS } from '#rules/time/day.ts'
import { askForChoices as ask } from '#store/round/placement.ts'

export default handle(askForChoices, ({ app, caller, params, body, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    refuseRoundUnless(round, ['open'], language, at)
    const teams = [...new Set(body.teams)]
    const asked = await ask(sql, round, teams, { since: new Date(at.getTime() - DAY_MS), at, actorId: caller.id })
    record(`round ${round.id}`, { name: round.name, teams: asked })
    return { asked, skipped: teams.filter((team) => !asked.includes(team)) }
  }),
)
