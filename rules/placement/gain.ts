import type { Bottleneck, Bottlenecks, Remedy } from './bottleneck.ts'
import type { Instance, Rule } from './instance.ts'
import { DRAWS, eachDraw, type Options } from './odds.ts'
import { fair } from './rule/fair.ts'

// How many more teams a remedy places. The fullest rule always places as many as fit, so the gain of the bottleneck is exact. The fair rule can place
// fewer, depending on the draw: what happens is counted, in the draws of the odds.

/** Sum over all draws, least and most in one. */
export type Gain = { sum: number; least: number; most: number }
/** `placed`: of `ask` at most, of `add` if the teams name the new project last; null: not counted, at most `gain` in every draw. */
export type CountedRemedy = Remedy & { placed: Gain | null }
export type CountedBottlenecks = Omit<Bottlenecks, 'bottlenecks'> & {
  bottlenecks: (Omit<Bottleneck, 'remedies'> & { remedies: CountedRemedy[] })[]
}

/** Choices looked at for all remedies together, about a second: ten remedies of 600 teams with ten choices, each of them in a small round. */
const MOST_STEPS = 30_000_000

export function countGains(rule: Rule, instance: Instance, found: Bottlenecks, { draws = DRAWS, seed }: Options): CountedBottlenecks {
  const same = (gain: number): Gain => ({ sum: gain * draws, least: gain, most: gain })
  const stepsOfOne =
    draws *
    Math.max(
      1,
      instance.chosen.reduce((sum, list) => sum + list.length, 0),
    )
  let left = Math.floor(MOST_STEPS / stepsOfOne)
  const before = rule === 'fair' && found.bottlenecks.length > 0 ? placedIn(instance) : []

  function placedIn(changed: Instance): { count: number; got: Int32Array }[] {
    const all: { count: number; got: Int32Array }[] = []
    eachDraw(changed.teams.length, { draws, seed }, (positions) => {
      const got = fair(changed, positions)
      all.push({ count: countPlaced(got), got })
    })
    return all
  }

  const sumUp = (gains: readonly number[]): Gain => ({
    sum: gains.reduce((sum, gain) => sum + gain, 0),
    least: Math.min(...gains),
    most: Math.max(...gains),
  })

  function raised(project: string, by: number): Gain | null {
    if (left === 0) return null
    left--
    const index = instance.projects.indexOf(project)
    const after = placedIn({ ...instance, capacity: instance.capacity.with(index, instance.capacity[index]! + by) })
    return sumUp(after.map(({ count }, draw) => count - before[draw]!.count))
  }

  /** One more choice helps only teams without a place, or those whose place such a team takes; and no more than can be placed at all. */
  function asked(teams: readonly string[], gain: number): Gain {
    const indexes = teams.map((team) => instance.teams.indexOf(team))
    return sumUp(
      before.map(({ count, got }) => Math.min(indexes.filter((team) => got[team] === -1).length, found.placeable + gain - count)),
    )
  }

  const placedBy = (remedy: Remedy): Gain | null => {
    if (rule === 'fullest' || remedy.kind === 'add') return same(remedy.gain)
    return remedy.kind === 'raise' ? raised(remedy.project, remedy.by) : asked(remedy.teams, remedy.gain)
  }
  return {
    ...found,
    bottlenecks: found.bottlenecks.map((one) => ({
      ...one,
      remedies: one.remedies.map((remedy) => ({ ...remedy, placed: placedBy(remedy) })),
    })),
  }
}

const countPlaced = (got: Int32Array): number => got.reduce((sum, choice) => sum + (choice === -1 ? 0 : 1), 0)
