import type { AnySql, Sql } from '#database/sql.ts'
import { delayBackups } from '#store/backup/record.ts'

// Garbage collection of the file store: unreferenced bytes are marked when first seen, and deleted some time later if still unreferenced.

/** The id of this database, which is also written into its file store. */
export async function findStoreIdentity(sql: AnySql): Promise<string> {
  const [row] = await sql<{ identity: string }[]>`select identity from file_store`
  return row!.identity
}

/** What this database knows of its file store; the id is null before the first start. */
export async function findStore(sql: AnySql): Promise<{ identity: string; storeId: string | null }> {
  const [row] = await sql<{ identity: string; storeId: string | null }[]>`select identity, store_id as "storeId" from file_store`
  return row!
}

/** The id of the file store of this database: the given one if it had none. */
export async function adoptStore(sql: AnySql, storeId: string): Promise<string> {
  const [row] = await sql<
    { storeId: string }[]
  >`update file_store set store_id = coalesce(store_id, ${storeId}) returning store_id as "storeId"`
  return row!.storeId
}

const columns = [
  ['file_version', 'sha256'],
  ['avatar', 'small'],
  ['avatar', 'large'],
  ['cover_image', 'sha256'],
  ['logo_image', 'sha256'],
] as const
const union = (from: readonly (readonly [string, string])[]): string =>
  `(${from.map(([table, column]) => `select ${column} as sha256 from ${table}`).join(' union all ')})`
export const named = (sql: AnySql) => sql.unsafe(union(columns))

export type NamedFile = { sha256: string; size: number | null }

/** All files that rows reference, for a backup; also in a database that has not all of these tables yet. */
export async function listNamedFiles(sql: AnySql): Promise<NamedFile[]> {
  const tables = await sql<{ name: string }[]>`
    select name from unnest(${columns.map(([table]) => table)}::text[]) as name where to_regclass('public.' || name) is not null`
  const present = new Set(tables.map(({ name }) => name))
  const from = columns.filter(([table]) => present.has(table))
  if (from.length === 0) return []
  return sql<NamedFile[]>`
    select n.sha256, max(b.size)::float8 as size from ${sql.unsafe(union(from))} n left join blob b using (sha256)
    group by n.sha256 order by n.sha256 collate "C"`
}

/** Hashes referenced by rows, above `from` up to `to` (null: no upper limit). */
export async function listNamedBytes(sql: AnySql, from: string, to: string | null): Promise<Set<string>> {
  const rows = await sql<{ sha256: string }[]>`
    select distinct sha256 from ${named(sql)} n where sha256 > ${from} ${to === null ? sql`` : sql`and sha256 <= ${to}`}`
  return new Set(rows.map(({ sha256 }) => sha256))
}

export type NamedContent = { sha256: string; size: number }

/** Contents that rows reference, with their sizes: a random sample, or all of them. */
export async function listContents(sql: AnySql, sample: number | null): Promise<NamedContent[]> {
  return sql<NamedContent[]>`
    select b.sha256, b.size::float8 as size from blob b where exists (select 1 from ${named(sql)} n where n.sha256 = b.sha256)
    ${sample === null ? sql`order by b.sha256` : sql`order by random() limit ${sample}`}`
}

/** Existing marks keep their date; marks of bytes that are referenced again are removed. */
export async function markOrphans(sql: AnySql, sha256s: string[], at: Date): Promise<void> {
  await sql`insert into orphan (sha256, seen_at) select unnest(${sha256s}::text[]), ${at} on conflict do nothing`
  await sql`delete from orphan where sha256 in (select sha256 from ${named(sql)} n)`
}

export type OldOrphan = { sha256: string; isKnown: boolean }
export type OrphanAges = { before: Date; knownBefore: Date } // marked before: unknown bytes, bytes this database knows

const isOld = (sql: AnySql, { before, knownBefore }: OrphanAges) =>
  sql`seen_at <= case when is_known then ${knownBefore}::timestamptz else ${before}::timestamptz end`

export const listOldOrphans = (sql: AnySql, ages: OrphanAges): Promise<OldOrphan[]> =>
  sql<OldOrphan[]>`select sha256, is_known as "isKnown" from orphan where ${isOld(sql, ages)} order by sha256`.execute()

/**
 * Marks bytes before they are stored: unless a row references them later, they are removed. Blocks while the sweeper deletes the same bytes,
 * so that the upload writes them afterwards. True when the stored bytes are damaged and must be written again.
 */
export async function claimBytes(sql: AnySql, sha256: string, at: Date): Promise<boolean> {
  const [row] = await sql<{ isDamaged: boolean }[]>`
    with mark as (
      insert into orphan (sha256, seen_at, is_known) values (${sha256}, ${at}, true)
      on conflict (sha256) do update set seen_at = excluded.seen_at, is_known = true returning sha256)
    select exists (select 1 from blob b where b.sha256 = mark.sha256 and b.damaged_at is not null) as "isDamaged" from mark`
  return row!.isDamaged
}

/**
 * Deletes bytes under a row lock on their mark; false when they are referenced or claimed again, and while a backup is being made: rows of its
 * snapshot may name them.
 */
export async function releaseOrphan(sql: Sql, sha256: string, ages: OrphanAges, remove: () => Promise<void>): Promise<boolean> {
  return sql.begin(async (sql) => {
    if (!(await delayBackups(sql))) return false
    const locked = await sql`
      select 1 from orphan o where sha256 = ${sha256} and ${isOld(sql, ages)}
        and not exists (select 1 from ${named(sql)} n where n.sha256 = o.sha256) for update skip locked`
    if (locked.length === 0) return false
    await remove()
    await sql`delete from blob where sha256 = ${sha256}`
    await sql`delete from orphan where sha256 = ${sha256}`
    return true
  }) as Promise<boolean>
}

/** Deletes the rows of files that were removed before this time; a trigger marks their bytes. Returns how many files there were. */
export async function purgeFiles(sql: AnySql, before: Date, most: number): Promise<number> {
  const { count } = await sql`
    delete from file where id in (
      select id from file where deleted_at < ${before} order by deleted_at limit ${most} for update skip locked)`
  return count
}

/** The same for covers. */
export async function purgeCovers(sql: AnySql, before: Date, most: number): Promise<number> {
  const { count } = await sql`
    delete from cover where id in (
      select id from cover where deleted_at < ${before} order by deleted_at limit ${most} for update skip locked)`
  return count
}
