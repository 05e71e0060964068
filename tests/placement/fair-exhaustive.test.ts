import type { Instance } from '#rules/placement/instance.ts'
import { fair } from '#rules/placement/rule/fair.ts'
import { forEachCase, test, testPart, tier } from '#tests/support/tier.ts'
import { bestStable } from './brute-force.ts'
import { compareEvery, compareRandom, inOrder, nameOfSize } from './exhaustive.ts'

// Stable, and for every team the best of all stable placements. For `fair` an unsuitable choice is the same as none, so `both` adds nothing to `preferred` but ranks.

const smallSizes = [
  { teams: 3, projects: 4, marks: 'none' },
  { teams: 4, projects: 3, marks: 'none' },
] as const
const middleSizes = [
  { teams: 3, projects: 3, marks: 'preferred' },
  { teams: 3, projects: 3, marks: 'both' },
] as const
const large = { teams: 4, projects: 4, marks: 'none' } as const // all of them take minutes

const compared = { solve: (instance: Instance) => fair(instance, inOrder(instance)), expected: bestStable }

forEachCase(smallSizes, nameOfSize, (size, t) => compareEvery(size, compared, t))
for (const size of middleSizes) test(nameOfSize(size), (t) => compareEvery(size, compared, t))
test(nameOfSize(large).replace('every instance', 'a tenth of the instances'), (t) => compareEvery(large, compared, t, 10))

const COUNT = tier === 'gate' ? 10_000 : 200_000
testPart(`${COUNT} random instances of 4 teams and 4 projects with 1 or 2 places and both marks`, () => compareRandom(COUNT, compared))
