import type { Cell } from './sheet.ts'

const MOST_ROWS = 250
const MOST_CHARACTERS = 500_000

/** Batches that are serialised and deserialised within a few milliseconds, also when single rows are very long. */
export function* batchesOf<T>(rows: readonly T[], cellsOf: (row: T) => readonly Cell[]): Generator<T[], undefined> {
  let batch: T[] = []
  let characters = 0
  for (const row of rows) {
    batch.push(row)
    for (const cell of cellsOf(row)) characters += cell?.length ?? 0
    if (batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
