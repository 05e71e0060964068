import type { TransactionSql } from '#database/sql.ts'
import { changeRound, insertRound, type RoundWithWindow, setRoundOf } from '#store/round/edit.ts'

// Rounds of an import. Drafts are few, so they are written one by one.

/** `id` null: a new draft. `round` null: only its projects change. */
export type ImportedRound = ({ id: null; round: RoundWithWindow } | { id: number; round: RoundWithWindow | null }) & {
  added: number[]
  removed: number[]
}

/** The drafts and the projects are locked. */
export async function writeRounds(sql: TransactionSql, rounds: readonly ImportedRound[], at: Date): Promise<void> {
  // Before any joins: a project may move from one round of the sheet to another.
  for (const { removed } of rounds) await setRoundOf(sql, removed, null, at)
  for (const { id, round, added } of rounds) {
    if (id !== null && round !== null) await changeRound(sql, id, round, at)
    await setRoundOf(sql, added, id ?? (await insertRound(sql, round!, at)), at)
  }
}
