import type { Sql } from '#database/sql.ts'

// What the service knows of a table.

export type TableRule = {
  owner: string
  perOwner: string
  removed: string
  /** Why rows of a table that grows with use are kept that long; the others are kept as long as what owns their rows. */
  why?: string
  /** The setting of the period. */
  setting?: string
  /** Why it is not in backups. */
  leftOut?: string
  /** In backups only when a stopped service is moved: a session, or the code of a sign-in, may have ended since. People sign in again. */
  isSession?: true
  /** Run every hour; returns the number of removed rows. */
  remove?: (sql: Sql, now: Date) => Promise<number>
}

export const ofCurators = (perOwner: string): TableRule => ({ owner: 'curators', perOwner, removed: 'by curators' })
export const ofPerson = (removed: string): TableRule => ({ owner: 'person', perOwner: 'one row', removed })
export const withRow = (owner: string, perOwner: string): TableRule => ({ owner, perOwner, removed: `with its ${owner}` })
export const single: TableRule = { owner: 'database', perOwner: 'one row', removed: 'never' }
