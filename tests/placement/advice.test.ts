import assert from 'node:assert/strict'
import { findBottlenecks } from '#rules/placement/bottleneck.ts'
import { type CountedBottlenecks, type CountedRemedy, countGains } from '#rules/placement/gain.ts'
import { createInstance, type Round, type Rule } from '#rules/placement/instance.ts'
import { oddsOf } from '#rules/placement/odds.ts'
import { place } from '#rules/placement/place.ts'
import { createRandom } from '#rules/placement/random.ts'
import { howToRepeat, seedNumber, share, testPart, tier } from '#tests/support/tier.ts'
import { randomHex, randomRound, shuffled } from './random-round.ts'

// What the console says that a change gains, against the same change tried: as *Try* computes it, from the same draws.

const ROUNDS = share(500)
const DRAWS = 40

type Size = { teams: number; projects: number }
const sizes: Size[] = [
  { teams: 8, projects: 4 },
  { teams: 25, projects: 8 },
  { teams: 60, projects: 15 },
]

const random = createRandom([5, 0, 0, seedNumber])
const cases = Array.from({ length: ROUNDS }, (_, index) => ({
  round: randomRound(random, sizes[index % sizes.length]!),
  seed: [random(), random(), random(), random()] as const,
}))
type Case = (typeof cases)[number]

const options = (seed: Case['seed']) => ({ draws: DRAWS, seed })

function advise(rule: Rule, { round, seed }: Case): CountedBottlenecks {
  const instance = createInstance(round)
  return countGains(rule, instance, findBottlenecks(instance), options(seed))
}

const tries = (rule: Rule, round: Round, seed: Case['seed']) => oddsOf(rule, round, options(seed)).unplaced

const raise = (round: Round, { project, by }: { project: string; by: number }): Round => ({
  ...round,
  places: { ...round.places, [project]: round.places[project]! + by },
})

/** A new project that these teams name last, or somewhere. */
const add = (round: Round, teams: readonly string[], places: number, isLast: boolean): Round => ({
  ...round,
  places: { ...round.places, new: places },
  choices: round.choices.map(({ team, projects }) => {
    if (!teams.includes(team)) return { team, projects }
    return { team, projects: projects.toSpliced(isLast ? projects.length : random() % (projects.length + 1), 0, 'new') }
  }),
})

/** Each of these teams names one more project, any that it has not named. */
const answer = (round: Round, teams: readonly string[]): Round => ({
  ...round,
  choices: round.choices.map(({ team, projects }) => {
    const more = shuffled(random, Object.keys(round.places)).find((project) => !projects.includes(project))
    return { team, projects: teams.includes(team) && more !== undefined ? [...projects, more] : projects }
  }),
})

for (const rule of ['fair', 'fullest'] satisfies Rule[])
  testPart(`${rule}: the said gain of every advice is what trying it gives, in ${ROUNDS} random rounds`, (t) => {
    const tried = { raise: 0, add: 0, ask: 0, fewerThanFit: 0 }
    for (const one of cases) {
      const { round, seed } = one
      const before = tries(rule, round, seed)
      const gainOf = (changed: Round): number => before.sum - tries(rule, changed, seed).sum
      const assertAdvice = (remedy: CountedRemedy, teams: readonly string[]): void => {
        const message = JSON.stringify({ remedy, round, howToRepeat })
        const placed = remedy.placed!
        tried[remedy.kind]++
        if (remedy.kind === 'raise') {
          assert.equal(gainOf(raise(round, remedy)), placed.sum, message)
          assert.ok(placed.least >= 0 && placed.most <= remedy.gain, message)
          if (placed.sum < remedy.gain * DRAWS) tried.fewerThanFit++
        }
        if (remedy.kind === 'add') {
          assert.equal(gainOf(add(round, teams, remedy.places, true)), placed.sum, message)
          const anywhere = gainOf(add(round, teams, remedy.places, false))
          if (rule === 'fullest') assert.equal(anywhere, placed.sum, message)
          else assert.ok(anywhere <= placed.sum, message)
        }
        if (remedy.kind === 'ask') for (let nth = 0; nth < 3; nth++) assert.ok(gainOf(answer(round, remedy.teams)) <= placed.sum, message)
      }
      for (const { teams, remedies } of advise(rule, one).bottlenecks) for (const remedy of remedies) assertAdvice(remedy, teams)
    }
    t.diagnostic(JSON.stringify(tried))
    const least = tier === 'gate' ? 1 : 200 // a tenth of the rounds may have less than a tenth of them
    for (const kind of ['raise', 'add', 'ask'] as const) assert.ok(tried[kind] >= least, `${kind}: only ${tried[kind]}; ${howToRepeat}`)
    assert.equal(tried.fewerThanFit > 0, rule === 'fair', howToRepeat)
  })

testPart('least and most are those of single draws, and a draw outside of them gains at most as much as fits', () => {
  for (const { round, seed } of cases.slice(0, share(200))) {
    for (const { remedies } of advise('fair', { round, seed }).bottlenecks)
      for (const remedy of remedies) {
        if (remedy.kind !== 'raise') continue
        const numbers = new Map(round.choices.map(({ team }) => [team, randomHex(random)]))
        const countIn = (given: Round) => [...place('fair', given, numbers).values()].filter((project) => project !== null).length
        const gain = countIn(raise(round, remedy)) - countIn(round)
        assert.ok(gain >= 0 && gain <= remedy.gain, JSON.stringify({ remedy, round, howToRepeat }))
        const { least, most, sum } = remedy.placed!
        assert.ok(least * DRAWS <= sum && sum <= most * DRAWS)
      }
  }
})

testPart('a round as large as they get has gains for the best advice, and bounds for the rest', () => {
  const projects = Array.from({ length: 200 }, (_, index) => `project-${index}`)
  const choices = Array.from({ length: 600 }, (_, index) => ({
    team: `TEAM${index}`,
    projects: shuffled(random, projects.slice(0, 80)).slice(0, 10),
  }))
  const round: Round = { choices, places: Object.fromEntries(projects.map((project) => [project, 2])), marks: [], locks: [] }
  const instance = createInstance(round)
  const found = countGains('fair', instance, findBottlenecks(instance), { seed: [1, 2, 3, 4] })
  const raises = found.bottlenecks.flatMap(({ remedies }) => remedies).filter(({ kind }) => kind === 'raise')
  assert.equal(
    raises.findLastIndex(({ placed }) => placed !== null),
    9,
  )
  assert.equal(
    raises.findIndex(({ placed }) => placed === null),
    10,
  )
})
