import type { SynonymEntry } from '#contract/console/synonym.ts'
import { MOST_SYNONYMS, type Synonym } from '#contract/vocabulary/synonym.ts'
import type { AnySql } from '#database/sql.ts'

// The directory's synonyms: for the search, and for curators.

export async function listSearchSynonyms(sql: AnySql): Promise<Synonym[]> {
  return [...(await sql<Synonym[]>`select kind, words, expands_to as "expandsTo" from synonym order by id limit ${MOST_SYNONYMS}`)]
}

export const listSynonyms = (sql: AnySql): Promise<SynonymEntry[]> =>
  sql<SynonymEntry[]>`select id, kind, words, expands_to as "expandsTo" from synonym order by id`

/** Table lock against other changes until the transaction ends. */
export async function lockSynonyms(sql: AnySql): Promise<SynonymEntry[]> {
  const [, entries] = await Promise.all([sql`lock table synonym in share row exclusive mode`, listSynonyms(sql)])
  return entries
}

export async function insertSynonym(sql: AnySql, { kind, words, expandsTo }: Synonym): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into synonym (kind, words, expands_to) values (${kind}, ${words}::text[], ${expandsTo}::text[]) returning id`
  return row!.id
}

export async function updateSynonym(sql: AnySql, id: number, { kind, words, expandsTo }: Synonym): Promise<void> {
  await sql`update synonym set kind = ${kind}, words = ${words}::text[], expands_to = ${expandsTo}::text[] where id = ${id}`
}

export async function removeSynonym(sql: AnySql, id: number): Promise<void> {
  await sql`delete from synonym where id = ${id}`
}
