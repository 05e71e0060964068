import { handle } from '#api/app.ts'
import { roundDetail } from '#api/view/round-view.ts'
import { getRound } from '#contract/round.ts'
import { Refusal } from '#http/response/problem.ts'
import { findRound, listRoundChanges } from '#store/round/round.ts'

export default handle(getRound, async ({ app, params, caller, language }) => {
  const round = await findRound(app.sql, { slug: params.slug })
  if (!round || round.announcedAt === null) throw new Refusal('round_not_found', { round: params.slug })
  const changes = await listRoundChanges(app.sql, round.id, 'public')
  return { round: roundDetail(round, changes, { language, timeZone: app.settings.timeZone, now: app.now(), isSignedIn: caller !== null }) }
})
