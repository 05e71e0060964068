import type { ApiApp } from '#api/app.ts'
import { type listFormats, MOST_LISTED } from '#contract/console/list-export.ts'
import type { ViewList } from '#contract/console/view.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import type { AnySql } from '#database/sql.ts'
import { type Part, pageOf } from '#http/request/page.ts'
import { Refusal } from '#http/response/problem.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { readId } from '#rules/id.ts'
import type { PageQuery } from '#rules/paging.ts'
import { writeDay } from '#rules/time/day.ts'
import { type ListRows, writeList } from '#spreadsheet/write/list-sheet.ts'
import { mimes } from '#spreadsheet/write/write.ts'

// The answers of a list of the console: a page of it, and a spreadsheet.

export type ListContext = { app: ApiApp; caller: Caller; language: Language }
/** Rows in the order of the list, and how many there are with these filters. */
type Find<Q, A> = (sql: AnySql, context: ListContext, query: Q, part: Part) => Promise<A>
/** The filters of the list; with ids, they alone. */
export type ListQuery<E> = Omit<QueryOf<E>, 'format' | 'columns' | 'ids'> & { ids?: number[] }

export async function listPage<Q extends PageQuery, A>(context: ListContext & { query: Q }, find: Find<Q, A>) {
  const { page, part } = pageOf(context.query)
  return { ...page, ...(await find(context.app.sql, context, context.query, part)) }
}

type SheetQuery = { ids?: string; format?: (typeof listFormats)[number]; columns?: string; sort?: string; order?: string }
type SheetContext<Q> = ListContext & { query: Q; signal: AbortSignal }
type Filters<Q> = Omit<Q, 'format' | 'columns' | 'ids'> & { ids?: number[] }

export async function listSheet<L extends ViewList, K extends string, Q extends SheetQuery>(
  list: L,
  key: K,
  context: SheetContext<Q>,
  find: Find<Filters<Q>, Record<K, ListRows[L][]> & { total: number }>,
) {
  const { app, caller, language, signal } = context
  const { ids, format = 'xlsx', columns, ...filter } = context.query
  const { sort, order } = filter
  const given = ids === undefined ? filter : { sort, order, ids: ids.split(',').map(readId) }
  const work = () =>
    app.sql.begin('read only', async (sql) => {
      const found = await find(sql, context, given as Filters<Q>, { limit: MOST_LISTED, offset: 0 })
      if (found.total > MOST_LISTED) throw new Refusal('too_many_rows', { count: found.total, most: MOST_LISTED })
      const chosen = columns?.split(',') ?? []
      return writeList(app.imports.sheets, { list, rows: found[key], columns: chosen, language, format, calendar: app.calendar }, signal)
    })
  const attachment = await app.queues.exports.run(caller.id, work, signal)
  return { attachment, name: `${list}-list-${writeDay(app.calendar(app.now()))}.${format}`, mime: mimes[format] }
}
