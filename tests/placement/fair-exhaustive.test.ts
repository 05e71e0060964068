import { fair } from '#rules/placement/fair.ts'
import { bestStable } from './brute-force.ts'
import { inOrder, isLong, testEvery, testSample } from './exhaustive.ts'

// Stable, and for every team the best of all stable placements. For `fair` an unsuitable choice is the same as none, so `both` adds nothing to `preferred` but ranks.

const sizes = [
  { teams: 3, projects: 3, marks: 'preferred' },
  { teams: 3, projects: 4, marks: 'none' },
  { teams: 4, projects: 3, marks: 'none' },
] as const
const longSizes = [
  { teams: 3, projects: 3, marks: 'both' },
  { teams: 4, projects: 4, marks: 'none' },
] as const

testEvery(isLong ? [...sizes, ...longSizes] : sizes, (instance) => fair(instance, inOrder(instance)), bestStable)
testSample(isLong ? 2_000_000 : 100_000, (instance) => fair(instance, inOrder(instance)), bestStable)
