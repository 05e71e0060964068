import type { ApiApp } from '#api/app.ts'
import { type listFormats, MOST_LISTED } from '#contract/console/list-export.ts'
import type { ViewList } from '#contract/console/view.ts'
import type { Language } from '#contract/errors.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { readId } from '#rules/id.ts'
import { writeDay } from '#rules/time/day.ts'
import { type ListRows, writeList } from '#spreadsheet/write/list-sheet.ts'
import { mimes } from '#spreadsheet/write/write.ts'

// A list of the console as a spreadsheet.

type Query = { ids?: string; format?: (typeof listFormats)[number]; columns?: string }
type Context<Q extends Query> = { app: ApiApp; caller: Caller; language: Language; query: Q; signal: AbortSignal }
/** The filters of the list; with ids, they alone. */
type Filter<Q extends Query> = Omit<Q, 'format' | 'columns' | 'ids'> & { ids?: number[] }

export async function listSheet<L extends ViewList, Q extends Query & { sort?: string; order?: string }>(
  list: L,
  { app, caller, language, query, signal }: Context<Q>,
  find: (sql: AnySql, filter: Filter<Q>, limit: number) => Promise<{ rows: ListRows[L][]; total: number }>,
) {
  const { ids, format = 'xlsx', columns, ...filter } = query
  const { sort, order } = query
  const work = () =>
    app.sql.begin('read only', async (sql) => {
      const given = ids === undefined ? filter : { sort, order, ids: ids.split(',').map(readId) }
      const { rows, total } = await find(sql, given as Filter<Q>, MOST_LISTED)
      if (total > MOST_LISTED) throw new Refusal('too_many_rows', { count: total, most: MOST_LISTED })
      const chosen = columns?.split(',') ?? []
      return writeList(app.imports.sheets, { list, rows, columns: chosen, language, format, calendar: app.calendar }, signal)
    })
  const attachment = await app.queues.exports.run(caller.id, work, signal)
  return { attachment, name: `${list}-list-${writeDay(app.calendar(app.now()))}.${format}`, mime: mimes[format] }
}
