import { type Exclusion, exclusionReasons, type Lock, type Mark, type Round, type Rule } from '#rules/placement/instance.ts'
import { place } from '#rules/placement/place.ts'
import { type Bundle, createBundle } from '#rules/placement/proof/bundle.ts'
import { choicesDigestOf, lotteryNumbers, seedHashOf } from '#rules/placement/proof/lottery.ts'

type Random = () => number
type Size = { teams: number; projects: number }

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const pick = <T>(random: Random, list: readonly T[]): T => list[random() % list.length]!

export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const rest = [...list]
  return list.map(() => rest.splice(random() % rest.length, 1)[0]!)
}

/** Between one and so many teams and projects; limits 0, 1, 2 or none; marks on a third of the choices; sometimes a lock; sometimes a team or a choice takes no part. */
export function randomRound(random: Random, most: Size): Round {
  const pseudonym = () => Array.from({ length: 16 }, () => pick(random, LETTERS.split(''))).join('')
  const projects = Array.from({ length: 1 + (random() % most.projects) }, (_, index) => `project-${index}`)
  const teams = Array.from({ length: 1 + (random() % most.teams) }, pseudonym)
  const choices = teams.map((team) => ({ team, projects: shuffled(random, projects).slice(0, random() % (projects.length + 1)) }))
  const places = Object.fromEntries(projects.map((project) => [project, pick(random, [0, 1, 1, 1, 1, 2, 2, 2, null])]))
  const marks = choices.flatMap(({ team, projects }) =>
    projects.flatMap((project): Mark[] => {
      const mark = pick(random, ['preferred', 'unsuitable', null, null, null, null] as const)
      return mark ? [{ team, project, mark }] : []
    }),
  )
  const locks = projects.flatMap((project): Lock[] =>
    places[project] === 0 || random() % 8 > 0 ? [] : [{ team: random() % 3 === 0 ? pseudonym() : pick(random, teams), project }],
  )
  const excluded = choices.flatMap(({ team, projects }): Exclusion[] => {
    if (random() % 8 > 0) return []
    const project = random() % 2 === 0 ? null : (projects[0] ?? null)
    return [{ team, project, reason: pick(random, exclusionReasons) }]
  })
  return { choices, places, marks, locks: [...new Map(locks.map((lock) => [lock.team, lock])).values()], excluded }
}

export const randomHex = (random: Random): string => Array.from({ length: 8 }, () => random().toString(16).padStart(8, '0')).join('')

export async function bundleOf(round: Round, rule: Rule, seed: string): Promise<Bundle> {
  const choicesDigest = await choicesDigestOf(round.choices)
  const numbers = await lotteryNumbers({ seed, choicesDigest, teams: round.choices.map(({ team }) => team) })
  return createBundle({
    ...round,
    round: 'autumn-2026',
    rule,
    seed,
    seedHash: await seedHashOf(seed),
    choicesDigest,
    locks: round.locks.map((lock) => ({ ...lock, reason: 'Работает с этим заказчиком 🙂 "второй" год' })),
    changes: [{ at: '2026-11-16T10:00:00.000Z', what: 'a mark was removed' }],
    placement: place(rule, round, numbers),
  })
}
