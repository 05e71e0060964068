import type { Instance } from './instance.ts'
import { createMatching, type Matching } from './rule/matching.ts'

// Teams that cannot all be placed whatever the draw, under either rule: from a maximum matching and its minimum cut. Unsuitable choices, locked teams,
// the places of locks, and teams that take no part are left out.

export type Remedy =
  /** More places in one project. Fewer than `by` more places help as many teams as there are places. */
  | { kind: 'raise'; project: string; by: number; gain: number }
  /** Each of these teams names one more project; `gain` is what is reached when they choose well. */
  | { kind: 'ask'; teams: string[]; gain: number }
  /** A new project that all of these teams name. Fewer places help as many teams as there are places. */
  | { kind: 'add'; places: number; gain: number }

/** These teams named only these projects, which have fewer places. The remedies are alternatives; each gain is of the most teams that can be placed (of what the rule places: gain.ts). */
export type Bottleneck = { teams: string[]; projects: string[]; places: number; missing: number; remedies: Remedy[] }

/** `placeable`: the most teams any placement can place; locked teams and those that take no part are not counted. */
export type Bottlenecks = { teams: number; placeable: number; bottlenecks: Bottleneck[] }

type Group = { teams: number[]; projects: number[] }

/** Most missing places first, then by the first team. Teams without a suitable choice come together, without projects. */
export function findBottlenecks(instance: Instance): Bottlenecks {
  const { teams, projects, capacity } = instance
  const matching = createMatching(instance.chosen, capacity)
  for (const team of teams.keys()) matching.augment(team)
  const placeable = matching.size()

  // Everything that unmatched teams reach on alternating paths: the minimum cut nearest to them, the same for every maximum matching.
  const group = new Int32Array(projects.length).fill(-1)
  const groups: Group[] = []
  const isListed = new Uint8Array(teams.length)
  const without: number[] = []
  for (const root of teams.keys()) {
    if (isListed[root] || instance.isOut[root] || matching.at[root] !== -1) continue
    if (instance.chosen[root]!.length === 0) {
      without.push(root)
      continue
    }
    groups.push(reachedFrom(root, groups.length))
  }

  function reachedFrom(root: number, id: number): Group {
    const found: Group = { teams: [root], projects: [] }
    isListed[root] = 1
    for (let index = 0; index < found.teams.length; index++)
      for (const project of instance.chosen[found.teams[index]!]!) {
        const other = group[project]!
        if (other === id) continue
        if (other !== -1) absorb(found, other, id)
        else {
          group[project] = id
          found.projects.push(project)
        }
        for (const team of matching.members[project]!) {
          if (isListed[team]) continue
          isListed[team] = 1
          found.teams.push(team)
        }
      }
    return found
  }

  /** Two unmatched teams that reach a common project belong to one bottleneck. */
  function absorb(found: Group, other: number, id: number): void {
    const { teams, projects } = groups[other]!
    found.teams.push(...teams)
    found.projects.push(...projects)
    for (const project of projects) group[project] = id
    groups[other] = { teams: [], projects: [] }
  }

  const describe = (found: Group): Bottleneck => {
    const names = found.teams.toSorted((a, b) => a - b).map((team) => teams[team]!)
    const places = found.projects.reduce((sum, project) => sum + capacity[project]!, 0)
    const missing = found.teams.length - places
    const raises = found.projects
      .toSorted((a, b) => a - b)
      .map((project): Remedy => {
        const gain = gainOfRaise(instance, matching, found, project)
        return { kind: 'raise', project: projects[project]!, by: gain, gain }
      })
      .toSorted((a, b) => b.gain - a.gain)
    const asked = gainOfAsking(instance, matching, found)
    return {
      teams: names,
      projects: found.projects.toSorted((a, b) => a - b).map((project) => projects[project]!),
      places,
      missing,
      remedies: [
        ...raises,
        ...(asked > 0 ? [{ kind: 'ask', teams: names, gain: asked } as const] : []),
        { kind: 'add', places: missing, gain: missing },
      ],
    }
  }

  const parts = groups.filter((part) => part.teams.length > 0)
  if (without.length > 0) parts.push({ teams: without, projects: [] })
  const bottlenecks = parts
    .map((part) => ({ first: Math.min(...part.teams), found: describe(part) }))
    .toSorted((a, b) => b.found.missing - a.found.missing || a.first - b.first)
    .map(({ found }) => found)
  return { teams: instance.isOut.filter((isOut) => !isOut).length, placeable, bottlenecks }
}

/** How many more teams can be placed when the project takes any number of teams. Up to this number each further place helps one team. */
function gainOfRaise({ chosen, capacity }: Instance, matching: Matching, { teams }: Group, project: number): number {
  const raised = capacity.with(project, chosen.length)
  return countAugmented(createMatching(chosen, raised, matching), teams)
}

/** How many more teams can be placed when each of these names one more project. A project that is unsuitable for a team stays so. */
function gainOfAsking({ chosen, capacity, unsuitable }: Instance, matching: Matching, { teams }: Group): number {
  const isAsked = new Set(teams)
  const all = Int32Array.from(capacity.keys())
  const asked = chosen.map((list, team) => (isAsked.has(team) ? all.filter((project) => !unsuitable[team]!.includes(project)) : list))
  return countAugmented(createMatching(asked, capacity, matching), teams)
}

const countAugmented = (matching: Matching, teams: readonly number[]): number =>
  teams.filter((team) => matching.at[team] === -1 && matching.augment(team)).length
