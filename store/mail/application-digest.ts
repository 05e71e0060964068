import type { AnySql, PendingQuery, Row, Sql } from '#database/sql.ts'
import { isChoice } from '#store/fragments.ts'
import { emails } from './outbox.ts'

// The daily email to curators about applications that wait for a decision.

// A person reviews the requests assigned to them, those of projects they are responsible for, and those nobody is responsible for.
const isReviewedBy = (sql: AnySql, person: PendingQuery<Row[]> | number) =>
  sql`coalesce(r.reviewer_id, p.curator_id, ${person}) = ${person}`

export type WaitingRequest = { id: number; team: string; project: string; days: number }

/** Those a curator reviews, without choices of rounds, which nobody decides alone; oldest first, with the days since the application in the directory's time zone. */
export async function listWaitingApplications(
  sql: AnySql,
  { person, today, timeZone, limit }: { person: number; today: string; timeZone: string; limit: number },
): Promise<{ waiting: WaitingRequest[]; total: number }> {
  const rows = await sql<(WaitingRequest & { total: number })[]>`
    select r.id, t.name as team, p.name as project, ${today}::date - (r.created_at at time zone ${timeZone})::date as days,
      count(*) over ()::int as total
    from reviewed_request r join team t on t.id = r.team_id join project p on p.id = r.project_id
    where r.status = 'submitted' and not ${isChoice(sql)} and ${isReviewedBy(sql, person)} order by r.created_at, r.id limit ${limit}`
  return { waiting: rows.map(({ total: _, ...one }) => one), total: rows[0]?.total ?? 0 }
}

/**
 * One email a day for each curator who wants the daily list, if an application they review has waited since before `since`. The key of
 * application_digest makes it unique: of two processes, the second inserts nothing.
 */
export async function gatherApplicationDigests(
  sql: Sql,
  { today, since, now }: { today: string; since: Date; now: Date },
): Promise<number> {
  const { count } = await sql`
    with made as (
      insert into application_digest (person_id, day)
      select c.id, ${today}::date from person c left join notification n on n.person_id = c.id
      where c.access <> 'member' and c.disabled_at is null and c.deleted_at is null and c.email is not null
        and coalesce(n.choices ->> 'request_new', 'daily') = 'daily'
        and exists (
          select 1 from reviewed_request r join project p on p.id = r.project_id
          where r.status = 'submitted' and not ${isChoice(sql)} and r.created_at < ${since} and ${isReviewedBy(sql, sql`c.id`)})
      order by c.id on conflict do nothing returning person_id)
    ${emails(sql, { kind: 'requests_waiting', at: now })}
      person_id, '{}'::jsonb
      from made order by person_id`
  return count
}
