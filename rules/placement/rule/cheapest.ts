import type { Instance } from '#rules/placement/instance.ts'

// Most teams placed, then the smallest sum of ranks, as an assignment problem: a further project “nowhere” takes any number of teams at a cost that
// exceeds every sum of ranks. Solved by the Hungarian method with capacities; whole numbers only.

// No price or distance exceeds the cost of nowhere, so a sum of four fits into 32 bits.
const LIMIT = 2 ** 29
const UNREACHED = 2 ** 31 - 1

/** All cheapest placements: each team has one of its `outcomes`, and projects that are `isExact` are full. */
export type Cheapest = {
  /** One of them: the project of each team; the number of projects stands for nowhere. */
  at: Int32Array
  /** Of each team, from the most wanted one: every project it has in some cheapest placement. */
  outcomes: Int32Array[]
  isExact: Uint8Array
  /** As in the instance, with nowhere as the last project. */
  capacity: Int32Array
}

export function cheapestPlacement({ teams, projects, chosen, ranks, capacity: places }: Instance): Cheapest {
  const nowhere = projects.length
  const capacity = Int32Array.from([...places, teams.length])
  const most = ranks.reduce((most, list) => Math.max(most, list.at(-1) ?? 0), 0)
  const dearest = teams.length * most + 1
  if (dearest >= LIMIT) throw new RangeError('too many choices')
  const edges = teams.map((_, team) => Int32Array.from([...chosen[team]!, nowhere]))
  const costs = teams.map((_, team) => Int32Array.from([...ranks[team]!, dearest]))
  const at = new Int32Array(teams.length).fill(-1)
  const members = Array.from(capacity, (): number[] => [])
  // Dual prices: teamPrice + projectPrice ≤ cost on every edge, equal on the edges in use; projectPrice ≤ 0, and 0 unless the project is full.
  const teamPrice = new Int32Array(teams.length)
  const projectPrice = new Int32Array(capacity.length)

  for (const team of teams.keys()) addTeam(team)

  function addTeam(newcomer: number): void {
    const distance = new Int32Array(capacity.length).fill(UNREACHED)
    const mover = new Int32Array(capacity.length).fill(-1)
    const isDone = new Uint8Array(capacity.length)
    const done: number[] = []
    const relax = (team: number, before: number): void => {
      for (const [index, project] of edges[team]!.entries()) {
        const sum = before + costs[team]![index]! - teamPrice[team]! - projectPrice[project]!
        if (sum >= distance[project]!) continue
        distance[project] = sum
        mover[project] = team
      }
    }
    relax(newcomer, 0)
    let end = nearest(distance, isDone)
    while (members[end]!.length >= capacity[end]!) {
      isDone[end] = 1
      done.push(end)
      for (const team of members[end]!) relax(team, distance[end]!)
      end = nearest(distance, isDone)
    }
    const length = distance[end]!
    teamPrice[newcomer]! += length
    for (const project of done) {
      projectPrice[project]! -= length - distance[project]!
      for (const team of members[project]!) teamPrice[team]! += length - distance[project]!
    }
    while (true) {
      const team = mover[end]!
      const from = at[team]!
      members[end]!.push(team)
      at[team] = end
      if (from === -1) return
      members[from]!.splice(members[from]!.indexOf(team), 1)
      end = from
    }
  }

  const tight = teams.map((_, team) =>
    edges[team]!.filter((project, index) => teamPrice[team]! + projectPrice[project]! === costs[team]![index]!),
  )
  const isExact = Uint8Array.from(projectPrice, (price) => (price < 0 ? 1 : 0))
  const component = components({ at, tight, isExact, members, capacity })
  const outcomes = teams.map((_, team) => tight[team]!.filter((project) => component[project] === component[at[team]!]))
  return { at, outcomes, isExact, capacity }
}

/** The project outside of `isDone` with the smallest distance; “nowhere” is always reachable and never full. */
function nearest(distance: Int32Array, isDone: Uint8Array): number {
  let best = -1
  for (let project = 0; project < distance.length; project++)
    if (isDone[project] === 0 && (best === -1 || distance[project]! < distance[best]!)) best = project
  return best
}

type Residual = { at: Int32Array; tight: Int32Array[]; isExact: Uint8Array; members: number[][]; capacity: Int32Array }

/**
 * Strongly connected components of the moves that keep the cost (Tarjan, without recursion): a team can change between two projects in some
 * cheapest placement exactly when both are in one component. One more node stands for free places.
 */
function components({ tight, isExact, members, capacity }: Residual): Int32Array {
  const free = capacity.length
  const next = Array.from(capacity, (limit, project) => {
    const targets = new Set(members[project]!.flatMap((team) => [...tight[team]!]))
    if (members[project]!.length < limit) targets.add(free)
    return [...targets]
  })
  next.push([...members.keys()].filter((project) => isExact[project] === 0 && members[project]!.length > 0))

  const component = new Int32Array(free + 1).fill(-1)
  const index = new Int32Array(free + 1).fill(-1)
  const low = new Int32Array(free + 1)
  const edge = new Int32Array(free + 1)
  const stack: number[] = []
  let count = 0
  let found = 0
  for (let root = 0; root <= free; root++) {
    if (index[root] !== -1) continue
    const path = [root]
    while (path.length > 0) {
      const node = path.at(-1)!
      if (index[node] === -1) {
        index[node] = low[node] = count++
        stack.push(node)
      }
      const target = next[node]![edge[node]!++]
      if (target === undefined) {
        path.pop()
        const parent = path.at(-1)
        if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!)
        if (low[node] !== index[node]) continue
        for (let member = -1; member !== node; ) {
          member = stack.pop()!
          component[member] = found
        }
        found++
      } else if (index[target] === -1) path.push(target)
      else if (component[target] === -1) low[node] = Math.min(low[node]!, index[target]!)
    }
  }
  return component
}
