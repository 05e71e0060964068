import type { AnySql, TransactionSql } from '#database/sql.ts'

// What the columns of imported files meant, by their headings.

export type Mapping = { head: string; field: string | null }

/** The mapping of a person, otherwise the last one of anybody. */
export const findMappings = (sql: AnySql, kind: string, personId: number, heads: string[]): Promise<Mapping[]> =>
  sql<Mapping[]>`
    select distinct on (head) head, field from import_mapping
    where kind = ${kind} and head = any(${heads}::text[])
    order by head, (person_id = ${personId}) desc, used_at desc`

export async function saveMappings(
  sql: TransactionSql,
  kind: string,
  personId: number,
  mappings: readonly Mapping[],
  at: Date,
): Promise<void> {
  await sql`
    insert into import_mapping (kind, person_id, head, field, used_at)
    select ${kind}, ${personId}, head, field, ${at} from jsonb_to_recordset(${sql.json([...mappings])}) as given (head text, field text)
    on conflict (kind, person_id, head) do update set field = excluded.field, used_at = excluded.used_at`
}
