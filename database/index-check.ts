import type { AnySql, Sql } from './sql.ts'

// Compares B-tree indexes with their tables by the extension amcheck. If it is available and not installed, it is installed in a transaction
// that is rolled back.

export type IndexCheck = { state: 'missing' | 'forbidden' | 'done'; checked: number; damaged: { index: string; reason: string }[] }

class RolledBack extends Error {}

export async function checkIndexes(sql: Sql): Promise<IndexCheck> {
  const [extension] = await sql<{ isInstalled: boolean }[]>`
    select installed_version is not null as "isInstalled" from pg_available_extensions where name = 'amcheck'`
  if (!extension) return { state: 'missing', checked: 0, damaged: [] }
  const indexes = await listIndexes(sql)
  const damaged: IndexCheck['damaged'] = []
  // An error ends the transaction: the next one continues after that index.
  for (let next = 0; next < indexes.length; ) {
    const work = sql.begin(async (sql) => {
      if (!extension.isInstalled) await sql`create extension amcheck`
      for (; next < indexes.length; next++) await sql`select bt_index_check(${indexes[next]!}::regclass, true)`
      throw new RolledBack()
    })
    const error = await work.catch((error: Error & { code?: string }) => error)
    if (error instanceof RolledBack) break
    const { code, message } = error as Error & { code?: string }
    if (code === '42501') return { state: 'forbidden', checked: 0, damaged: [] }
    if (code !== 'XX001' && code !== 'XX002') throw error // data_corrupted, index_corrupted
    damaged.push({ index: indexes[next]!, reason: message })
    next++
  }
  return { state: 'done', checked: indexes.length, damaged }
}

const listIndexes = async (sql: AnySql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_index i on i.indexrelid = c.oid join pg_am a on a.oid = c.relam
      join pg_namespace n on n.oid = c.relnamespace
    where a.amname = 'btree' and c.relkind = 'i' and i.indisvalid and n.nspname in ('public', 'auth') order by 1`
  return rows.map(({ name }) => name)
}
