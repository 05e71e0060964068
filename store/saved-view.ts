import type { SavedView, ViewList } from '#contract/console/view.ts'
import type { AnySql } from '#database/sql.ts'
import { fullNameOrLogin } from './fragments.ts'

// Saved views of the lists of the console.

export type StoredView = Omit<SavedView, 'mayChange'>
export type ViewValues = Pick<StoredView, 'name' | 'query' | 'isShared'>

/** Those of a person and the shared ones, by name. */
export const listViews = (sql: AnySql, personId: number, list: ViewList | null): Promise<StoredView[]> =>
  sql<StoredView[]>`
    select v.id, v.list, v.name, v.query, v.is_shared as "isShared",
      case when p.id is not null then json_build_object('id', p.id, 'name', ${fullNameOrLogin(sql)}) end as owner
    from saved_view v left join person p on p.id = v.owner_id
    where (v.owner_id = ${personId} or v.is_shared) and (${list}::text is null or v.list = ${list})
    order by replace(lower(v.name), 'ё', 'е'), v.id`

/** Table lock until the transaction ends: the limits and the names are checked under it. */
export async function lockViews(sql: AnySql, personId: number): Promise<StoredView[]> {
  const [, views] = await Promise.all([sql`lock table saved_view in share row exclusive mode`, listViews(sql, personId, null)])
  return views
}

export async function insertView(sql: AnySql, ownerId: number, list: ViewList, values: ViewValues, at: Date): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into saved_view (owner_id, list, name, query, is_shared, updated_at)
    values (${ownerId}, ${list}, ${values.name}, ${values.query}, ${values.isShared}, ${at}) returning id`
  return row!.id
}

export async function updateView(sql: AnySql, id: number, { name, query, isShared }: ViewValues, at: Date): Promise<void> {
  await sql`update saved_view set name = ${name}, query = ${query}, is_shared = ${isShared}, updated_at = ${at} where id = ${id}`
}

export async function removeView(sql: AnySql, id: number): Promise<void> {
  await sql`delete from saved_view where id = ${id}`
}
