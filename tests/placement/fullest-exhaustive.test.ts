import { createFullest } from '#rules/placement/fullest.ts'
import type { Instance } from '#rules/placement/instance.ts'
import { bestFullest } from './brute-force.ts'
import { inOrder, isLong, testEvery, testSample } from './exhaustive.ts'

// Most teams, then the smallest sum of ranks, then the order of the lottery. `fullest` does not read `preferred`.

const sizes = [
  { teams: 3, projects: 3, marks: 'unsuitable' },
  { teams: 4, projects: 3, marks: 'none' },
  { teams: 3, projects: 4, marks: 'none' },
] as const
const longSizes = [
  { teams: 4, projects: 3, marks: 'unsuitable' },
  { teams: 4, projects: 4, marks: 'none' },
] as const

const solve = (instance: Instance) => createFullest(instance)(inOrder(instance))
testEvery(isLong ? [...sizes, ...longSizes] : sizes, solve, bestFullest)
testSample(isLong ? 2_000_000 : 60_000, solve, bestFullest)
