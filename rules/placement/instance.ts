// The input of a placement, and the same with numbers in place of names for the algorithms.

export type Rule = 'fair' | 'fullest'
export type Choices = { team: string; projects: string[] }
export type Mark = { team: string; project: string; mark: 'preferred' | 'unsuitable' }
export type Lock = { team: string; project: string }

/** Why a team, or one choice of it, took no part although its choices were sealed. Nobody judged it: that is what marks are for. */
export const exclusionReasons = ['disbanded', 'empty', 'busy', 'promised', 'ended'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]
/** `project` null: all choices of the team. */
export type Exclusion = { team: string; project: string | null; reason: ExclusionReason }

/** Projects in the order of the team; `places`: free places before placing, null for no limit. */
export type Round = {
  choices: readonly Choices[]
  places: Readonly<Record<string, number | null>>
  marks: readonly Mark[]
  locks: readonly Lock[]
  excluded?: readonly Exclusion[]
}

/** The project of each team of the round, null for a team without a place. */
export type Placement = Map<string, string | null>

/** Teams and projects are sorted by name, so that nothing depends on the order of the input. Locked teams and their places are left out. */
export type Instance = {
  teams: string[]
  projects: string[]
  /** Of each team: indexes of the projects, from the most wanted one; without unsuitable and excluded ones. */
  chosen: Int32Array[]
  /** Beside `chosen`: the rank in the list of the team, from 1; choices that are left out are counted. */
  ranks: Int32Array[]
  /** Beside `chosen`: 0 for preferred, 1 for no mark. */
  classes: Uint8Array[]
  /** Of each team: projects it chose that are unsuitable or excluded. */
  unsuitable: Int32Array[]
  /** Beside `teams`: 1 for a team that takes no part. */
  isOut: Uint8Array
  /** Free places; a project without a limit has one for each team. */
  capacity: Int32Array
  locks: ReadonlyMap<string, string>
}

/** Of UTF-16 code units: the same in every language and on every machine. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const pairKey = (team: string, project: string): string => `${team.length} ${team}${project}`

/** Whether this choice takes no part. */
export function exclusionIn(excluded: readonly Exclusion[]): (team: string, project: string) => boolean {
  const teams = new Set(excluded.flatMap(({ team, project }) => (project === null ? [team] : [])))
  const choices = new Set(excluded.flatMap(({ team, project }) => (project === null ? [] : [pairKey(team, project)])))
  return (team, project) => teams.has(team) || choices.has(pairKey(team, project))
}

export class InvalidRound extends Error {}

function check(isValid: boolean, message: string): asserts isValid {
  if (!isValid) throw new InvalidRound(message)
}

export function createInstance({ choices, places, marks, locks, excluded = [] }: Round): Instance {
  const locked = new Map(locks.map(({ team, project }) => [team, project]))
  check(locked.size === locks.length, 'a team is locked twice')
  const taking = choices.filter(({ team }) => !locked.has(team)).toSorted((a, b) => byCodeUnits(a.team, b.team))
  check(new Set(choices.map(({ team }) => team)).size === choices.length, 'a team has two lists of choices')

  const projects = Object.keys(places).toSorted(byCodeUnits)
  const indexOf = new Map(projects.map((project, index) => [project, index]))
  const capacity = Int32Array.from(projects, (project) => freePlaces(project, places[project]!, locks, taking.length))
  check(
    locks.every(({ project }) => indexOf.has(project)),
    'a lock names a project that is not in the round',
  )

  const markOf = new Map(marks.map(({ team, project, mark }) => [pairKey(team, project), mark]))
  check(markOf.size === marks.length, 'a choice is marked twice')
  const isExcluded = exclusionIn(excluded)
  const out = new Set(excluded.flatMap(({ team, project }) => (project === null ? [team] : [])))
  const lists = taking.map(({ team, projects }) => {
    check(new Set(projects).size === projects.length, 'a team chose a project twice')
    return projects.map((name, index) => {
      const project = indexOf.get(name)
      check(project !== undefined, 'a choice names a project that is not in the round')
      return { project, rank: index + 1, mark: isExcluded(team, name) ? 'unsuitable' : markOf.get(pairKey(team, name)) }
    })
  })
  const suitable = lists.map((list) => list.filter(({ mark }) => mark !== 'unsuitable'))
  return {
    teams: taking.map(({ team }) => team),
    projects,
    chosen: suitable.map((list) => Int32Array.from(list, ({ project }) => project)),
    ranks: suitable.map((list) => Int32Array.from(list, ({ rank }) => rank)),
    classes: suitable.map((list) => Uint8Array.from(list, ({ mark }) => (mark === 'preferred' ? 0 : 1))),
    unsuitable: lists.map((list) => Int32Array.from(list.flatMap(({ project, mark }) => (mark === 'unsuitable' ? [project] : [])))),
    isOut: Uint8Array.from(taking, ({ team }) => Number(out.has(team))),
    capacity,
    locks: locked,
  }
}

function freePlaces(project: string, places: number | null, locks: readonly Lock[], teams: number): number {
  if (places === null) return teams
  check(Number.isSafeInteger(places) && places >= 0, `the places of ${project} are not a whole number`)
  const left = places - locks.reduce((sum, lock) => sum + (lock.project === project ? 1 : 0), 0)
  check(left >= 0, `more locks than places in ${project}`)
  return Math.min(left, teams)
}

/** Position of each team of the instance in the lottery, from 0; `numbers`: lottery numbers as hex digits of one length. */
export function positionsOf({ teams }: Instance, numbers: ReadonlyMap<string, string>): Int32Array {
  const numberOf = (team: number): string => {
    const number = numbers.get(teams[team]!)
    check(number !== undefined, `${teams[team]} has no lottery number`)
    return number
  }
  const positions = new Int32Array(teams.length)
  const order = [...teams.keys()].sort((a, b) => byCodeUnits(numberOf(a), numberOf(b)) || a - b)
  for (const [position, team] of order.entries()) positions[team] = position
  return positions
}
