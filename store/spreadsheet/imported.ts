import { joined } from '#database/sql/selection.ts'
import type { PendingQuery, Row, TransactionSql } from '#database/sql.ts'

// Bulk writes of imported rows. What a sheet does not contain is not in `values` and keeps its stored value, whatever the import has read before.

/** The columns of the table by the fields of a row; a field that is left out does not compile. */
export type ColumnNames<Fields> = { [K in keyof Required<Fields>]: string }

/** `id` null: a new row, with all its fields. Otherwise only the changed fields. */
export type Imported<Fields> = { id: null; values: Fields } | { id: number; values: Partial<Fields> }

type Table = 'project' | 'person' | 'tag' | 'role'
type Numbered<Fields> = { id: number; values: Partial<Fields> }

const BATCH = 500

export async function inBatches<T>(rows: readonly T[], work: (batch: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await work(rows.slice(from, from + BATCH))
}

/** The fields under the names of their columns; undefined is left out. */
function storedValues<Fields extends object>(columns: ColumnNames<Fields>, values: Partial<Fields>): Row {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([field, value]) => [columns[field as keyof Fields], value]))
}

const names = (sql: TransactionSql, columns: readonly string[], of = '') => joined(sql, columns.map((column) => sql`${sql(of + column)}`)) // biome-ignore format: one line

/** `more`: values of columns that are no fields, the same keys for every row. */
export async function insertImported<Fields extends object, R extends Numbered<Fields>>(
  sql: TransactionSql,
  table: Table,
  columns: ColumnNames<Fields>,
  rows: readonly R[],
  more: (row: R) => Row,
): Promise<void> {
  if (rows.length === 0) return
  const all = ['id', ...Object.values<string>(columns), ...Object.keys(more(rows[0]!))]
  await inBatches(rows, (batch) => {
    const given = batch.map((row) => ({ id: row.id, ...storedValues(columns, row.values), ...more(row) }))
    return sql`
      insert into ${sql(table)} (${names(sql, all)})
      select ${names(sql, all, 'given.')} from jsonb_populate_recordset(null::${sql(table)}, ${sql.json(given as never)}) as given`
  })
}

/** `more`: further assignments; `given.row` has the values by column. */
export async function updateImported<Fields extends object>(
  sql: TransactionSql,
  table: Table,
  columns: ColumnNames<Fields>,
  rows: readonly Numbered<Fields>[],
  more: PendingQuery<Row[]> | null = null,
): Promise<void> {
  const all = Object.values<string>(columns)
  await inBatches(rows, (batch) => {
    const given = batch.map(({ id, values }) => ({ id, ...storedValues(columns, values) }))
    return sql`
      update ${sql(table)} as stored set (${names(sql, all)}) = (select ${names(sql, all, 'next.')} from jsonb_populate_record(stored, given.row) as next)
        ${more === null ? sql`` : sql`, ${more}`}
      from jsonb_array_elements(${sql.json(given as never)}) as given (row) where stored.id = (given.row ->> 'id')::int`
  })
}
