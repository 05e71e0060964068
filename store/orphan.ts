import type { AnySql, Sql } from './sql.ts'

// Bytes nobody names any more. They are marked when they are first seen and go a day later, if they are still nobody's.

/** The database's own name, which its store of bytes carries too. */
export async function findStoreIdentity(sql: AnySql): Promise<string> {
  const [row] = await sql<{ identity: string }[]>`select identity from file_store`
  return row!.identity
}

const named = (sql: AnySql) => sql`
  (select sha256 from file_version union all select small from avatar union all select large from avatar)`

/** The bytes that rows name, above `from` up to `to` (to the end when it is null). */
export async function listNamedBytes(sql: AnySql, from: string, to: string | null): Promise<Set<string>> {
  const rows = await sql<{ sha256: string }[]>`
    select distinct sha256 from ${named(sql)} n where sha256 > ${from} ${to === null ? sql`` : sql`and sha256 <= ${to}`}`
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Those seen for the first time get today's date, the others keep theirs; marks of what is named again go. */
export async function markOrphans(sql: AnySql, sha256s: string[], at: Date): Promise<void> {
  await sql`insert into orphan (sha256, seen_at) select unnest(${sha256s}::text[]), ${at} on conflict do nothing`
  await sql`delete from orphan where sha256 in (select sha256 from ${named(sql)} n)`
}

export async function listOldOrphans(sql: AnySql, before: Date): Promise<string[]> {
  const rows = await sql<{ sha256: string }[]>`select sha256 from orphan where seen_at <= ${before} order by sha256`
  return rows.map(({ sha256 }) => sha256)
}

/** Somebody brings these bytes again. Waits for a sweeper that is just removing them, so that they are put back afterwards. */
export async function claimBytes(sql: AnySql, sha256: string): Promise<void> {
  await sql`delete from orphan where sha256 = ${sha256}`
}

/** Removes bytes while nobody can claim them; false when they are somebody's after all. */
export async function releaseOrphan(sql: Sql, sha256: string, before: Date, remove: () => Promise<void>): Promise<boolean> {
  return sql.begin(async (sql) => {
    const held = await sql`
      select 1 from orphan o where sha256 = ${sha256} and seen_at <= ${before}
        and not exists (select 1 from ${named(sql)} n where n.sha256 = o.sha256) for update skip locked`
    if (held.length === 0) return false
    await remove()
    await sql`delete from blob where sha256 = ${sha256}`
    await sql`delete from orphan where sha256 = ${sha256}`
    return true
  }) as Promise<boolean>
}
