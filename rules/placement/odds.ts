import { createInstance, type Round, type Rule } from './instance.ts'
import { createSolver } from './place.ts'
import { createRandom, shuffle } from './random.ts'

// What would happen in many draws. The seed of the round is never used: it is not an argument.

export const DRAWS = 500

/** Counts of draws, whole numbers: a chance is count / draws. Plain data, so that a worker thread can return it. */
export type Odds = {
  draws: number
  /** `ranks[0]` is the first choice. Locked teams are left out: their place is certain. */
  teams: { team: string; ranks: number[]; none: number }[]
  /** `free`: places after locks, null for no limit; `filled`: sum over all draws; `least`, `most`: in one draw; `full`: draws in which no place was left. */
  projects: { project: string; free: number | null; filled: number; least: number; most: number; full: number }[]
  /** Teams without a place: sum over all draws, least and most in one. */
  unplaced: { sum: number; least: number; most: number }
}

export type Options = { draws?: number; seed: readonly [number, number, number, number] }

/** The positions of the teams in each draw; the array is reused. */
export function eachDraw(teams: number, { draws = DRAWS, seed }: Options, run: (positions: Int32Array) => void): void {
  const random = createRandom(seed)
  const positions = Int32Array.from({ length: teams }, (_, team) => team)
  for (let draw = 0; draw < draws; draw++) {
    shuffle(positions, random)
    run(positions)
  }
}

/** `seed`: any four random numbers below 2³²; the same seed gives the same answer, so that “before” and “after” are compared on the same draws. */
export function oddsOf(rule: Rule, round: Round, { draws = DRAWS, seed }: Options): Odds {
  const instance = createInstance(round)
  const { teams, projects, chosen, ranks, capacity } = instance
  const solve = createSolver(rule, instance)
  const byRank = teams.map((_, team) => new Int32Array(ranks[team]!.length))
  const none = new Int32Array(teams.length)
  const filled = projects.map(() => ({ filled: 0, least: teams.length, most: 0, full: 0 }))
  const unplaced = { sum: 0, least: teams.length, most: 0 }
  const load = new Int32Array(projects.length)

  eachDraw(teams.length, { draws, seed }, (positions) => {
    load.fill(0)
    let without = 0
    for (const [team, choice] of solve(positions).entries()) {
      if (choice === -1) {
        none[team]!++
        without++
      } else {
        byRank[team]![choice]!++
        load[chosen[team]![choice]!]!++
      }
    }
    for (const [project, count] of load.entries()) {
      const figures = filled[project]!
      figures.filled += count
      figures.least = Math.min(figures.least, count)
      figures.most = Math.max(figures.most, count)
      if (round.places[projects[project]!] !== null && count === capacity[project]) figures.full++
    }
    unplaced.sum += without
    unplaced.least = Math.min(unplaced.least, without)
    unplaced.most = Math.max(unplaced.most, without)
  })

  const lengthOf = new Map(round.choices.map(({ team, projects }) => [team, projects.length]))
  const locksIn = (project: string) => round.locks.reduce((sum, lock) => sum + (lock.project === project ? 1 : 0), 0)
  return {
    draws,
    teams: teams.map((team, index) => {
      const counts = new Array<number>(lengthOf.get(team)!).fill(0)
      for (const [choice, rank] of ranks[index]!.entries()) counts[rank - 1] = byRank[index]![choice]!
      return { team, ranks: counts, none: none[index]! }
    }),
    projects: projects.map((project, index) => {
      const places = round.places[project] ?? null
      return { project, free: places === null ? null : places - locksIn(project), ...filled[index]! }
    }),
    unplaced,
  }
}
