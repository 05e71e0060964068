// IPC messages between a shard and tests/runner/pool.ts.

export type Counts = { tests: number; suites: number; pass: number; fail: number; cancelled: number; skipped: number; todo: number }

export type ToShard = { file: string } | { endWithin: number }

export type FromShard =
  | { type: 'done'; file: string; text: string; failures: string; counts: Counts; hasFailed: boolean; cpuSeconds: number }
  | { type: 'problem'; text: string }

export const noCounts = (): Counts => ({ tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 })
