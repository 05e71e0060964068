import assert from 'node:assert/strict'
import type { Placement, Round, Rule } from '#rules/placement/instance.ts'
import { place } from '#rules/placement/place.ts'
import { createRandom } from '#rules/placement/random.ts'
import { howToRepeat, seedNumber, share, testPart } from '#tests/support/tier.ts'
import { placeByBruteForce } from './brute-force.ts'
import { randomHex, randomRound, shuffled } from './random-round.ts'

// Rounds as the service has them: names, marks, locks, projects without a limit. 20,000 for each rule, a tenth of them in the gate.

const ROUNDS = share(20_000)

for (const rule of ['fair', 'fullest'] satisfies Rule[]) {
  const random = createRandom([7, 7, rule.length, seedNumber])
  const rounds = Array.from({ length: ROUNDS }, () => randomRound(random, { teams: 7, projects: 7 }))

  testPart(`${rule}: ${ROUNDS} random rounds of up to 7 teams and 7 projects are placed as brute force does`, () => {
    for (const round of rounds) {
      const numbers = numbersFor(round)
      const got = place(rule, round, numbers)
      assert.deepEqual(sorted(got), sorted(placeByBruteForce(rule, round, numbers)), JSON.stringify(round))
      assertValid(round, got)
    }
  })

  testPart(`${rule}: the order of the input does not matter, and neither do the names of projects`, () => {
    for (const round of rounds.slice(0, share(3000))) {
      const numbers = numbersFor(round)
      const expected = place(rule, round, numbers)
      assert.deepEqual(sorted(place(rule, disordered(round), new Map(shuffled(random, [...numbers])))), sorted(expected), howToRepeat)
      const renamed = renameProjects(round)
      const got = place(rule, renamed.round, numbers)
      assert.deepEqual(
        sorted(got),
        sorted(new Map([...expected].map(([team, project]) => [team, project && renamed.names.get(project)!]))),
        howToRepeat,
      )
    }
  })

  function numbersFor({ choices }: Round): Map<string, string> {
    return new Map(choices.map(({ team }) => [team, randomHex(random)]))
  }

  function disordered({ choices, places, marks, locks, excluded = [] }: Round): Round {
    return {
      choices: shuffled(random, choices),
      places: Object.fromEntries(shuffled(random, Object.entries(places))),
      marks: shuffled(random, marks),
      locks: shuffled(random, locks),
      excluded: shuffled(random, excluded),
    }
  }

  function renameProjects({ choices, places, marks, locks, excluded = [] }: Round) {
    const slugs = Object.keys(places)
    const names = new Map(shuffled(random, slugs).map((name, index) => [slugs[index]!, name]))
    const rename = <T extends { project: string }>(row: T): T => ({ ...row, project: names.get(row.project)! })
    const round: Round = {
      choices: choices.map(({ team, projects }) => ({ team, projects: projects.map((project) => names.get(project)!) })),
      places: Object.fromEntries(Object.entries(places).map(([project, free]) => [names.get(project)!, free])),
      marks: marks.map(rename),
      locks: locks.map(rename),
      excluded: excluded.map((row) => (row.project === null ? row : { ...row, project: names.get(row.project)! })),
    }
    return { round, names }
  }
}

const sorted = (placement: Placement) => [...placement].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** From the names alone, without the code that turns them into numbers. */
function assertValid({ choices, places, marks, locks }: Round, placement: Placement): void {
  const lockOf = new Map(locks.map(({ team, project }) => [team, project]))
  assert.equal(placement.size, new Set([...choices.map(({ team }) => team), ...lockOf.keys()]).size)
  for (const [team, project] of placement) {
    if (lockOf.has(team)) assert.equal(project, lockOf.get(team))
    else if (project !== null) {
      assert.ok(choices.find((list) => list.team === team)!.projects.includes(project))
      assert.ok(!marks.some((mark) => mark.team === team && mark.project === project && mark.mark === 'unsuitable'))
    }
  }
  for (const [project, free] of Object.entries(places))
    if (free !== null) assert.ok([...placement.values()].filter((got) => got === project).length <= free)
}
