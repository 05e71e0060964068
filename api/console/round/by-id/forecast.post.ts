import { randomBytes } from 'node:crypto'
import { forecastInThread } from '#actions/round/placement-thread.ts'
import { handle } from '#api/app.ts'
import { forecastInput, forecastView, triedRound } from '#api/console/round/forecast.ts'
import { foundRound, refuseRoundUnless } from '#api/console/round/round-input.ts'
import { forecastRound } from '#contract/console/round-placing.ts'
import { Refusal } from '#http/response/problem.ts'
import { InvalidRound } from '#rules/placement/instance.ts'
import { notPlaceableInWords } from '#rules/text/state-texts.ts'

export default handle(forecastRound, ({ app, caller, params, body, language, signal }) => {
  const forecast = async () => {
    const round = await foundRound(app.sql, params.id)
    refuseRoundUnless({ ...round, publishAt: null }, ['open', 'sealed'], language, app.now())
    const input = await forecastInput(app, round)
    const tried = triedRound(input, body, round)
    const { buffer, byteOffset } = Uint8Array.from(randomBytes(16)) // not the seed of the round: its draws must not become known
    const [a, b, c, d] = new Uint32Array(buffer, byteOffset, 4)
    const draws = [a!, b!, c!, d!] as const
    const before = { kind: 'forecast', rule: round.rule, round: input.round, draws } as const
    const after = tried && ({ kind: 'forecast', rule: body.rule ?? round.rule, round: tried, draws } as const)
    const found = await forecastInThread(after ? [before, after] : [before], signal).catch((error) => {
      if (!(error instanceof InvalidRound)) throw error
      throw new Refusal('round_not_placeable', { round: round.name, missing: notPlaceableInWords('locks', '', language) })
    })
    return {
      before: forecastView(before.rule, input, found[0]!),
      after: after ? forecastView(after.rule, input, found[1]!) : null,
    }
  }
  return app.queues.placements.run(caller.id, forecast, signal)
})
