import { findBottlenecks } from '#rules/placement/bottleneck.ts'
import { createInstance, type Round, type Rule } from '#rules/placement/instance.ts'
import { DRAWS, oddsOf } from '#rules/placement/odds.ts'
import { place } from '#rules/placement/place.ts'
import { createRandom } from '#rules/placement/random.ts'

const [TEAMS, PROJECTS, CHOICES] = [600, 200, 10]
const TARGET = { bottleneck: 200, draws: 2000 } // ms
const SAMPLES = 5

// Rounds of the largest size the console promises to answer for, on one core. Times are the slowest of five, after one run to warm up.
export async function benchPlacement(): Promise<void> {
  console.log(`${TEAMS} teams, ${PROJECTS} projects, ${CHOICES} choices each; slowest of ${SAMPLES}`)
  for (const [name, options] of Object.entries(shapes)) {
    const round = roundOf(options)
    const { placeable, bottlenecks } = findBottlenecks(createInstance(round))
    console.log(
      `\n${name}: ${placeable} teams can be placed; ${bottlenecks.length} bottlenecks, the largest with ${bottlenecks[0]?.teams.length ?? 0} teams`,
    )
    report('  bottlenecks and remedies', TARGET.bottleneck, () => findBottlenecks(createInstance(round)))
    for (const rule of ['fair', 'fullest'] satisfies Rule[]) {
      report(`  ${DRAWS} draws, ${rule}`, TARGET.draws, () => oddsOf(rule, round, { seed: [1, 2, 3, 4] }))
      report(`  one placement, ${rule}`, null, () => place(rule, round, numbersOf(round)))
    }
  }
}

type Shape = { skew: number; places: () => number }
const random = createRandom([2026, 11, 16, 1])
const below = (count: number): number => random() % count

const shapes: Record<string, Shape> = {
  'even interest, a place for each team': { skew: 1, places: () => 3 },
  'some projects much more popular': { skew: 3, places: () => 1 + below(5) },
  'half as many places as teams': { skew: 2, places: () => 1 + below(2) },
  'few popular projects, almost everybody in one bottleneck': { skew: 12, places: () => 2 },
}

function roundOf({ skew, places }: Shape): Round {
  const projects = Array.from({ length: PROJECTS }, (_, index) => `project-${index}`)
  // The smallest of several draws: the larger the skew, the more often the first projects.
  const draw = () => Math.min(...Array.from({ length: skew }, () => below(PROJECTS)))
  const choices = Array.from({ length: TEAMS }, (_, index) => {
    const chosen = new Set<number>()
    while (chosen.size < CHOICES) chosen.add(draw())
    return { team: `TEAM${index}`, projects: [...chosen].map((project) => projects[project]!) }
  })
  const marks = choices.flatMap(({ team, projects }) =>
    projects.flatMap((project) => {
      const number = below(20)
      return number > 2 ? [] : [{ team, project, mark: number === 0 ? ('unsuitable' as const) : ('preferred' as const) }]
    }),
  )
  return { choices, places: Object.fromEntries(projects.map((project) => [project, places()])), marks, locks: [] }
}

const numbersOf = ({ choices }: Round): Map<string, string> =>
  new Map(
    choices.map(({ team }, index) => [
      team,
      Math.imul(index + 1, 0x9e3779b1)
        .toString(16)
        .padStart(9, '0'),
    ]),
  )

function report(what: string, target: number | null, run: () => unknown): void {
  run()
  const times = Array.from({ length: SAMPLES }, () => {
    const startedAt = performance.now()
    run()
    return performance.now() - startedAt
  })
  console.log(`${what}: ${Math.max(...times).toFixed(0)} ms${target === null ? '' : ` (target < ${target})`}`)
}
