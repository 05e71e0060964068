import type { Kind } from './plan.ts'

// IPC messages between a shard and tests/runner/pool.ts.

export type Counts = { tests: number; suites: number; pass: number; fail: number; cancelled: number; skipped: number; todo: number }

/** `prepare`: load what most files of this kind use, so that the first of them does not pay for all. */
export type ToShard = { prepare: Kind } | { file: string } | { endWithin: number }

/** `reason` is what the test gave: why, and how it is run. */
export type Skipped = { name: string; reason: string }

export type FromShard =
  | { type: 'done'; file: string; text: string; failures: string; counts: Counts; leftOut: number; skipped: Skipped[]; hasFailed: boolean }
  | { type: 'prepared' }
  | { type: 'problem'; text: string }

export const noCounts = (): Counts => ({ tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 })
