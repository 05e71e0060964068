import type { Instance } from '#rules/placement/instance.ts'
import { cheapestPlacement } from './cheapest.ts'

const NOBODY = -1

/**
 * As many teams as possible; among these placements the smallest sum of ranks; among these, in the order of the lottery, each team its best.
 * The first two aims do not depend on the lottery, so they are solved once for any number of draws.
 * The returned function gives the index of the choice of each team (in `chosen`), -1 for none.
 */
export function createFullest(instance: Instance): (positions: Int32Array) => Int32Array {
  const { teams, chosen } = instance
  const { at, outcomes, isExact, capacity } = cheapestPlacement(instance)
  const nowhere = instance.projects.length
  const members = Array.from(capacity, (): number[] => [])
  for (const [team, project] of at.entries()) members[project]!.push(team)
  const mayLose = [...capacity.keys()].filter((project) => isExact[project] === 0)
  const undecided = [...teams.keys()].filter((team) => outcomes[team]!.length > 1)

  // Projects reached by the present search, by whom, and from where.
  const seen = new Int32Array(capacity.length)
  const mover = new Int32Array(capacity.length)
  const source = new Int32Array(capacity.length)
  const isFixed = new Uint8Array(teams.length)
  let search = 0

  function move(team: number, to: number): void {
    const list = members[at[team]!]!
    list[list.indexOf(team)] = list.at(-1)!
    list.pop()
    members[to]!.push(team)
    at[team] = to
  }

  /**
   * Moves the team to the project if all aims stay reached: others that are not fixed move on among their outcomes until somebody takes the place
   * the team leaves. A chain may also end at a free place, and continue at any project that may lose a team.
   */
  function hasMoved(team: number, to: number): boolean {
    const from = at[team]!
    search++
    const queue: number[] = []
    const reach = (project: number, by: number, before: number): void => {
      if (seen[project] === search) return
      seen[project] = search
      mover[project] = by
      source[project] = before
      queue.push(project)
    }
    reach(to, team, from)
    let isFreeReached = false
    for (let index = 0; index < queue.length; index++) {
      const project = queue[index]!
      if (project === from) {
        shift(from)
        return true
      }
      if (!isFreeReached && members[project]!.length < capacity[project]!) {
        isFreeReached = true
        for (const other of mayLose) reach(other, NOBODY, project)
      }
      for (const other of members[project]!) if (!isFixed[other]) for (const next of outcomes[other]!) reach(next, other, project)
    }
    return false
  }

  /** Moves everybody along the chain that ends at the project the chain began at. */
  function shift(end: number): void {
    let project = end
    do {
      if (mover[project] !== NOBODY) move(mover[project]!, project)
      project = source[project]!
    } while (project !== end)
  }

  return (positions) => {
    isFixed.fill(0)
    for (const team of undecided.toSorted((a, b) => positions[a]! - positions[b]!)) {
      for (const project of outcomes[team]!) if (project === at[team] || hasMoved(team, project)) break
      isFixed[team] = 1
    }
    return Int32Array.from(at, (project, team) => (project === nowhere ? -1 : chosen[team]!.indexOf(project)))
  }
}
