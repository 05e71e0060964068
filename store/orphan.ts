import type { AnySql, Sql } from './sql.ts'

// Garbage collection of the file store: unreferenced bytes are marked when first seen, and deleted a day later if still unreferenced.

/** The id of this database, which is also written into its file store. */
export async function findStoreIdentity(sql: AnySql): Promise<string> {
  const [row] = await sql<{ identity: string }[]>`select identity from file_store`
  return row!.identity
}

const named = (sql: AnySql) => sql`
  (select sha256 from file_version union all select small from avatar union all select large from avatar)`

/** Hashes referenced by rows, above `from` up to `to` (null: no upper limit). */
export async function listNamedBytes(sql: AnySql, from: string, to: string | null): Promise<Set<string>> {
  const rows = await sql<{ sha256: string }[]>`
    select distinct sha256 from ${named(sql)} n where sha256 > ${from} ${to === null ? sql`` : sql`and sha256 <= ${to}`}`
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Existing marks keep their date; marks of bytes that are referenced again are removed. */
export async function markOrphans(sql: AnySql, sha256s: string[], at: Date): Promise<void> {
  await sql`insert into orphan (sha256, seen_at) select unnest(${sha256s}::text[]), ${at} on conflict do nothing`
  await sql`delete from orphan where sha256 in (select sha256 from ${named(sql)} n)`
}

export async function listOldOrphans(sql: AnySql, before: Date): Promise<string[]> {
  const rows = await sql<{ sha256: string }[]>`select sha256 from orphan where seen_at <= ${before} order by sha256`
  return rows.map(({ sha256 }) => sha256)
}

/** Removes the mark before an upload. Blocks while the sweeper deletes these bytes, so that the upload writes them afterwards. */
export async function claimBytes(sql: AnySql, sha256: string): Promise<void> {
  await sql`delete from orphan where sha256 = ${sha256}`
}

/** Deletes bytes under a row lock on their mark; false when they are referenced or claimed again. */
export async function releaseOrphan(sql: Sql, sha256: string, before: Date, remove: () => Promise<void>): Promise<boolean> {
  return sql.begin(async (sql) => {
    const locked = await sql`
      select 1 from orphan o where sha256 = ${sha256} and seen_at <= ${before}
        and not exists (select 1 from ${named(sql)} n where n.sha256 = o.sha256) for update skip locked`
    if (locked.length === 0) return false
    await remove()
    await sql`delete from blob where sha256 = ${sha256}`
    await sql`delete from orphan where sha256 = ${sha256}`
    return true
  }) as Promise<boolean>
}
