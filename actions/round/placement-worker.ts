import { send, taskOf } from '#heavy/inside.ts'
import { findBottlenecks } from '#rules/placement/bottleneck.ts'
import { type CountedBottlenecks, countGains } from '#rules/placement/gain.ts'
import { createInstance, InvalidRound, type Round, type Rule } from '#rules/placement/instance.ts'
import { type Odds, oddsOf } from '#rules/placement/odds.ts'
import { place } from '#rules/placement/place.ts'
import { lotteryNumbers } from '#rules/placement/proof/lottery.ts'

// Solves one round in a worker thread, so that it does not block calls.

export type DrawSeed = readonly [number, number, number, number]
export type PlacementTask =
  | { kind: 'place'; rule: Rule; round: Round; seed: string; choicesDigest: string }
  | { kind: 'forecast'; rule: Rule; round: Round; draws: DrawSeed }
export type Placed = { placement: [string, string | null][]; numbers: [string, string][] }
export type Forecast = { bottlenecks: CountedBottlenecks; odds: Odds }
export type FromPlacement = { placed: Placed } | { forecast: Forecast } | { invalid: string }

const task = taskOf<PlacementTask>()
try {
  if (task.kind === 'place') {
    const teams = task.round.choices.map(({ team }) => team)
    const numbers = await lotteryNumbers({ ...task, teams })
    send<FromPlacement>({ placed: { placement: [...place(task.rule, task.round, numbers)], numbers: [...numbers] } })
  } else {
    const { rule, round, draws: seed } = task
    const instance = createInstance(round)
    const bottlenecks = countGains(rule, instance, findBottlenecks(instance), { seed })
    send<FromPlacement>({ forecast: { bottlenecks, odds: oddsOf(rule, round, { seed }) } })
  }
} catch (error) {
  if (!(error instanceof InvalidRound)) throw error
  send<FromPlacement>({ invalid: error.message })
}
