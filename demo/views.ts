import type { TransactionSql } from '#database/sql.ts'
import { type Ids, idOf } from './world.ts'

// A saved view of the list of projects that all curators see.
const demoViews = [
  { list: 'project', name: 'Closing next · Скоро закрываются', query: 'state=published&status=open&sort=closes&order=asc' },
]

export async function insertViews(sql: TransactionSql, people: Ids): Promise<void> {
  const rows = demoViews.map((view) => ({ ...view, owner_id: idOf(people, 'admin'), is_shared: true }))
  await sql`insert into saved_view ${sql(rows)}`
}
