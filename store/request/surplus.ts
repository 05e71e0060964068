import type { Sql } from '#database/sql.ts'

const MOST_WITHDRAWN = 100 // per team
const BATCH = 1000

/**
 * Withdrawn requests of a team above the limit, oldest first. Their files are removed first; the requests follow when these have been purged.
 */
export async function removeSurplusRequests(sql: Sql, now: Date): Promise<number> {
  const surplus = sql`
    select id from (
      select id, row_number() over (partition by team_id order by updated_at desc, id desc) as nth from request
      where status = 'withdrawn' and rank is null) as ranked
    where nth > ${MOST_WITHDRAWN}`
  await sql`update file set deleted_at = ${now} where deleted_at is null and request_id in (${surplus})`
  const { count } = await sql`
    delete from request where id in (
      select r.id from request r where r.id in (${surplus}) and not exists (select 1 from file f where f.request_id = r.id) limit ${BATCH})`
  return count
}
