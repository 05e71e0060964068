import type { AnySql } from '#database/sql.ts'

// Stored bytes that are compared with their hash, and those known to be damaged.

export type Unchecked = { sha256: string; size: number }

/** Claims the next bytes to check: damaged ones again, because they may have been restored, and those not checked since `before`. */
export async function claimUnchecked(sql: AnySql, { before, at, most }: { before: Date; at: Date; most: number }): Promise<Unchecked[]> {
  return sql<Unchecked[]>`
    update blob set checked_at = ${at} where sha256 in (
      select sha256 from blob
      where checked_at is null or checked_at < ${before} or (damaged_at is not null and checked_at < ${at})
      order by damaged_at is null, checked_at nulls first limit ${most} for update skip locked)
    returning sha256, size::float8 as size`
}

/** After a check that the storage interrupted. */
export async function markUnchecked(sql: AnySql, sha256: string): Promise<void> {
  await sql`update blob set checked_at = null where sha256 = ${sha256}`
}

/** True when this is news. */
export async function markDamaged(sql: AnySql, sha256: string, at: Date): Promise<boolean> {
  const { count } = await sql`update blob set damaged_at = ${at} where sha256 = ${sha256} and damaged_at is null`
  return count === 1
}

export async function markIntact(sql: AnySql, sha256: string, at: Date): Promise<void> {
  await sql`update blob set damaged_at = null, checked_at = ${at} where sha256 = ${sha256}`
}

export async function countDamaged(sql: AnySql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from blob where damaged_at is not null`
  return row!.count
}
