import { createInstance, type Instance, type Placement, positionsOf, type Round, type Rule } from './instance.ts'
import { fair } from './rule/fair.ts'
import { createFullest } from './rule/fullest.ts'

/** Solves an instance for any number of draws: the index of the choice of each team (in `chosen`), -1 for none. */
export const createSolver = (rule: Rule, instance: Instance): ((positions: Int32Array) => Int32Array) =>
  rule === 'fair' ? (positions) => fair(instance, positions) : createFullest(instance)

/** `numbers`: the lottery number of every team without a lock, as hex digits; smaller is better. Throws `InvalidRound`. */
export function place(rule: Rule, round: Round, numbers: ReadonlyMap<string, string>): Placement {
  const instance = createInstance(round)
  const got = createSolver(rule, instance)(positionsOf(instance, numbers))
  const placement: Placement = new Map(instance.locks)
  for (const [index, team] of instance.teams.entries()) {
    const choice = got[index]!
    placement.set(team, choice === -1 ? null : instance.projects[instance.chosen[index]![choice]!]!)
  }
  return placement
}
