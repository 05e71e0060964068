import { createInstance, type Instance, type Placement, type Round, type Rule } from '#rules/placement/instance.ts'

// The definitions of the rules, tried out on every possible placement of a small instance. Teams are in the order of the lottery.
// A placement is the index of the choice of each team in `chosen`, -1 for none.

/** Calls `visit` with every placement that keeps the limits, teams with better outcomes first; the array is reused. */
export function eachPlacement({ chosen, capacity }: Instance, visit: (got: Int32Array, load: Int32Array) => void): void {
  const got = new Int32Array(chosen.length)
  const load = new Int32Array(capacity.length)
  const place = (team: number): void => {
    if (team === chosen.length) return visit(got, load)
    const list = chosen[team]!
    for (let choice = 0; choice < list.length; choice++) {
      const project = list[choice]!
      if (load[project] === capacity[project]) continue
      load[project]!++
      got[team] = choice
      place(team + 1)
      load[project]!--
    }
    got[team] = -1
    place(team + 1)
  }
  place(0)
}

/** No team wants a place that is free, or that a team with a weaker claim has. */
export function isStable({ chosen, classes, capacity }: Instance, got: Int32Array, load: Int32Array): boolean {
  const count = chosen.length
  for (let team = 0; team < count; team++) {
    const wanted = got[team] === -1 ? chosen[team]!.length : got[team]!
    for (let choice = 0; choice < wanted; choice++) {
      const project = chosen[team]![choice]!
      if (capacity[project] === 0) continue
      if (load[project]! < capacity[project]!) return false
      const claim = classes[team]![choice]! * count + team
      for (let other = 0; other < count; other++) {
        const its = got[other]!
        if (its !== -1 && chosen[other]![its] === project && classes[other]![its]! * count + other > claim) return false
      }
    }
  }
  return true
}

/** What each team has in the stable placement that is best for it. All teams have their best in one and the same placement, if there is one. */
export function bestStable(instance: Instance): Int32Array {
  const none = Number.MAX_SAFE_INTEGER
  const best = instance.chosen.map(() => none)
  let found = 0
  eachPlacement(instance, (got, load) => {
    if (!isStable(instance, got, load)) return
    found++
    for (const [team, choice] of got.entries()) if (choice !== -1 && choice < best[team]!) best[team] = choice
  })
  if (found === 0) throw new Error('no stable placement')
  return Int32Array.from(best, (choice) => (choice === none ? -1 : choice))
}

/** Most teams, then the smallest sum of ranks, then in the order of the lottery each team its best: the first one found, see `eachPlacement`. */
export function bestFullest(instance: Instance): Int32Array {
  const { chosen, ranks } = instance
  let best = new Int32Array(chosen.length).fill(-1)
  let fewest = Number.MAX_SAFE_INTEGER
  let smallest = 0
  eachPlacement(instance, (got) => {
    let without = 0
    let sum = 0
    for (let team = 0; team < chosen.length; team++)
      if (got[team] === -1) without++
      else sum += ranks[team]![got[team]!]!
    if (without > fewest || (without === fewest && sum >= smallest)) return
    fewest = without
    smallest = sum
    best = got.slice()
  })
  return best
}

/** Of a whole round; `numbers`: lottery numbers in hex digits. */
export function placeByBruteForce(rule: Rule, round: Round, numbers: ReadonlyMap<string, string>): Placement {
  const instance = createInstance(round)
  const { teams, chosen, ranks, classes, projects, locks } = instance
  const order = [...teams.keys()].toSorted((a, b) => (numbers.get(teams[a]!)! < numbers.get(teams[b]!)! ? -1 : 1))
  const inOrder = <T>(list: readonly T[]): T[] => order.map((team) => list[team]!)
  const drawn = { ...instance, chosen: inOrder(chosen), ranks: inOrder(ranks), classes: inOrder(classes) }
  const placement: Placement = new Map(locks)
  for (const [index, choice] of (rule === 'fair' ? bestStable : bestFullest)(drawn).entries())
    placement.set(teams[order[index]!]!, choice === -1 ? null : projects[drawn.chosen[index]![choice]!]!)
  return placement
}

type Entry = { project: number; rank: number; class: 0 | 1 }

export function instanceOf(lists: readonly (readonly Entry[])[], capacity: readonly number[]): Instance {
  return {
    teams: lists.map((_, team) => `team ${team}`),
    projects: capacity.map((_, project) => `project ${project}`),
    chosen: lists.map((list) => Int32Array.from(list, ({ project }) => project)),
    ranks: lists.map((list) => Int32Array.from(list, ({ rank }) => rank)),
    classes: lists.map((list) => Uint8Array.from(list, (entry) => entry.class)),
    unsuitable: lists.map(() => new Int32Array()),
    isOut: new Uint8Array(lists.length),
    capacity: Int32Array.from(capacity),
    locks: new Map(),
  }
}

export type Marks = 'none' | 'preferred' | 'unsuitable' | 'both'

/** Every list of a team over so many projects, with every combination of these marks; unsuitable entries are left out, their rank is counted. */
export function everyList(projects: number, marks: Marks): Entry[][] {
  const lists: Entry[][] = []
  const extend = (list: Entry[], used: number[], rank: number): void => {
    lists.push(list)
    for (let project = 0; project < projects; project++) {
      if (used.includes(project)) continue
      const all = [...used, project]
      extend([...list, { project, rank, class: 1 }], all, rank + 1)
      if (marks === 'preferred' || marks === 'both') extend([...list, { project, rank, class: 0 }], all, rank + 1)
      if (marks === 'unsuitable' || marks === 'both') extend(list, all, rank + 1)
    }
  }
  extend([], [], 1)
  // Different marks can leave the same list: unsuitable entries at the end, or one unsuitable project in place of another.
  return [...new Map(lists.map((list) => [JSON.stringify(list), list])).values()]
}

/**
 * Every instance of so many teams and projects with 1 or 2 places, up to the names of the projects: limits ascend, and projects with the same limit
 * are named in the order in which they first occur in the lists. Smaller instances are included: lists may be empty and projects unnamed.
 * Returns how many there were.
 */
export function everyInstance(teams: number, projects: number, marks: Marks, visit: (instance: Instance) => void): number {
  const lists = everyList(projects, marks)
  const occurring = lists.map((list) => list.map(({ project }) => project))
  const ready = instanceOf(lists, [])
  let count = 0
  for (let twos = 0; twos <= projects; twos++) {
    const limits = Array.from({ length: projects }, (_, project) => (project < projects - twos ? 1 : 2))
    const instance = instanceOf(new Array(teams).fill([]), limits)
    const named = [0, projects - twos] // the next unnamed project of each limit
    const choose = (team: number): void => {
      if (team === teams) {
        count++
        return visit(instance)
      }
      for (let index = 0; index < lists.length; index++) {
        const [ones, others] = [named[0]!, named[1]!]
        let isCanonical = true
        for (const project of occurring[index]!) {
          const kind = project < projects - twos ? 0 : 1
          if (project > named[kind]!) {
            isCanonical = false
            break
          }
          if (project === named[kind]!) named[kind]!++
        }
        if (isCanonical) {
          instance.chosen[team] = ready.chosen[index]!
          instance.ranks[team] = ready.ranks[index]!
          instance.classes[team] = ready.classes[index]!
          choose(team + 1)
        }
        named[0] = ones
        named[1] = others
      }
    }
    choose(0)
  }
  return count
}

export const isSame = (a: Int32Array, b: Int32Array): boolean => a.every((value, index) => value === b[index])

/** As text, for a message. */
export const shown = ({ chosen, ranks, classes, capacity }: Instance, ...results: Int32Array[]): string =>
  JSON.stringify({
    capacity: [...capacity],
    lists: chosen.map((list, team) =>
      [...list].map((project, choice) => `${project} rank ${ranks[team]![choice]} class ${classes[team]![choice]}`),
    ),
    results: results.map((got) => [...got]),
  })
