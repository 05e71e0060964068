import type { AnySql, Sql } from '#database/sql.ts'
import { emails } from './outbox.ts'

// Reminders about saved projects whose enrollment closes.

/** `closesAt`: the time at which its round closes; a window of its own lasts until the end of the last day. */
export type ClosingProject = { name: string; slug: string; closesOn: string; closesAt: Date | null }

// The last day on which a team may apply, as windowToApply in rules/request/request.ts computes it.
const lastDay = (sql: AnySql) => sql`least(coalesce(p.enrollment_end, p.date_start - 1), p.date_end)`

// The saved project s is open today, and no team of the person has applied for it, works on it or finished it.
const isOpenFor = (sql: AnySql, { today, timeZone }: { today: string; timeZone: string }) => sql`
  p.state = 'published' and coalesce(p.enrollment_start, (p.published_at at time zone ${timeZone})::date) <= ${today}::date
  and (p.team_limit is null or p.team_limit > (select count(*) from assignment a where a.project_id = p.id and a.ended_at is null))
  and not exists (
    select 1 from member m where m.person_id = s.person_id and (
      exists (select 1 from request r where r.team_id = m.team_id and r.project_id = p.id and r.status = 'submitted')
      or exists (select 1 from assignment a where a.team_id = m.team_id and a.project_id = p.id and a.outcome is distinct from 'left')))`

/** Those of the projects that still have to be mentioned when the email is sent. */
export async function listClosing(
  sql: AnySql,
  personId: number,
  projectIds: number[],
  { today, timeZone }: { today: string; timeZone: string },
): Promise<ClosingProject[]> {
  return sql<ClosingProject[]>`
    select p.name, p.slug, ${lastDay(sql)} as "closesOn", o.closes_at as "closesAt"
    from saved_project s join project p on p.id = s.project_id left join round o on o.id = p.round_id and has_window(o)
    where s.person_id = ${personId} and p.id = any(${projectIds}::int[]) and ${lastDay(sql)} >= ${today}::date
      and ${isOpenFor(sql, { today, timeZone })}
    order by ${lastDay(sql)}, p.name, p.id`
}

const BATCH = 500 // people

export type Reminding = { today: string; from: string; to: string; timeZone: string; savedBefore: Date; now: Date }

/**
 * One email for each person with saved projects that close between two days. The key of saved_reminder makes them unique: of two processes
 * that find the same project, the second waits for the first and inserts nothing. A window that was moved to a later day counts as new.
 * People are locked first, as for digests: two processes with a part of one person's projects each would make two emails.
 */
export async function gatherReminders(sql: Sql, { today, from, to, timeZone, savedBefore, now }: Reminding): Promise<number> {
  let reminders = 0
  for (let count = BATCH; count === BATCH; reminders += count)
    ({ count } = await sql`
      with due as (
          select s.person_id, s.project_id, ${lastDay(sql)} as closes_on
          from saved_project s join project p on p.id = s.project_id
            join person o on o.id = s.person_id and o.deleted_at is null and o.disabled_at is null and o.email is not null
            left join notification n on n.person_id = s.person_id
            left join saved_reminder d on d.person_id = s.person_id and d.project_id = s.project_id
          where ${lastDay(sql)} between ${from}::date and ${to}::date and s.saved_at <= ${savedBefore}
            and (d.closes_on is null or d.closes_on < ${lastDay(sql)})
            and coalesce(n.choices ->> 'saved_closing', '') <> 'off' and ${isOpenFor(sql, { today, timeZone })}),
        reader as (
          select id from person where id in (select person_id from due) order by id limit ${BATCH} for no key update skip locked),
        reminded as (
          insert into saved_reminder (person_id, project_id, closes_on, reminded_at)
          select person_id, project_id, closes_on, ${now} from due where person_id in (select id from reader) order by person_id, project_id
          on conflict (person_id, project_id) do update set closes_on = excluded.closes_on, reminded_at = excluded.reminded_at
            where saved_reminder.closes_on < excluded.closes_on
          returning person_id, project_id, closes_on)
      ${emails(sql, { kind: 'saved_closing', at: now })}
        person_id, jsonb_build_object('projects', jsonb_agg(project_id order by closes_on, project_id))
        from reminded group by person_id`)
  return reminders
}
