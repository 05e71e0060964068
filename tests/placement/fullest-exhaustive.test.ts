import { createFullest } from '#rules/placement/fullest.ts'
import type { Instance } from '#rules/placement/instance.ts'
import { forEachCase, test, testPart, tier } from '#tests/support/tier.ts'
import { bestFullest } from './brute-force.ts'
import { compareEvery, compareRandom, inOrder, nameOfSize } from './exhaustive.ts'

// Most teams, then the smallest sum of ranks, then the order of the lottery. `fullest` does not read `preferred`.

const sizes = [
  { teams: 3, projects: 3, marks: 'unsuitable' },
  { teams: 4, projects: 3, marks: 'none' },
  { teams: 3, projects: 4, marks: 'none' },
] as const
const largeSizes = [
  { teams: 4, projects: 3, marks: 'unsuitable' },
  { teams: 4, projects: 4, marks: 'none' },
] as const // minutes

const compared = { solve: (instance: Instance) => createFullest(instance)(inOrder(instance)), expected: bestFullest }

forEachCase(sizes, nameOfSize, (size, t) => compareEvery(size, compared, t))
for (const size of largeSizes) test(nameOfSize(size), (t) => compareEvery(size, compared, t))

const COUNT = tier === 'gate' ? 10_000 : 2_000_000
testPart(`${COUNT} random instances of 4 teams and 4 projects with 1 or 2 places and both marks`, () => compareRandom(COUNT, compared))
