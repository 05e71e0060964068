import type { AnySql } from '#database/sql.ts'
import { awaitsDecision, instant, type OpenRequests, openRequests } from './fragments.ts'
import type { LockedProject, LockedRound } from './request/lock.ts'

// Data for the overview page of the console.

export type ProjectAhead = Omit<LockedProject, 'isPublished' | 'teamsPromised'> & OpenRequests

/** Published projects that have not ended on that day. */
export async function listProjectsAhead(sql: AnySql, today: string): Promise<ProjectAhead[]> {
  return sql<ProjectAhead[]>`
    select p.id, p.slug, p.name, p.date_start as "dateStart", p.date_end as "dateEnd", p.enrollment_start as "enrollmentStart",
      p.enrollment_end as "enrollmentEnd", p.team_limit as "teamLimit",
      p.published_at as "publishedAt", ${openRequests(sql, sql`r.project_id = p.id`)},
      (select count(*)::int from assignment a where a.project_id = p.id and a.ended_at is null) as "teamsWorking"
    from project p where p.state = 'published' and coalesce(p.date_end, ${today}) >= ${today}
    order by p.name, p.id`
}

type RoundUnderWay = Pick<
  LockedRound,
  'id' | 'name' | 'mode' | 'opensAt' | 'closesAt' | 'announcedAt' | 'sealedAt' | 'publishedAt' | 'endedAt'
> & {
  publishAt: string | null
  problem: string | null
  draftAt: string | null
  teams: number
  openOffers: number
  firstDueAt: string | null
}

/** Announced rounds that have not ended; offers and exchanges that end until then are counted. */
export async function listRoundsUnderWay(sql: AnySql, endsUntil: Date): Promise<RoundUnderWay[]> {
  return sql<RoundUnderWay[]>`
    select o.id, o.name, o.mode, ${instant(sql, 'o.opens_at')} as "opensAt", ${instant(sql, 'o.closes_at')} as "closesAt",
      ${instant(sql, 'o.announced_at')} as "announcedAt", ${instant(sql, 'o.sealed_at')} as "sealedAt", ${instant(sql, 'o.published_at')} as "publishedAt",
      ${instant(sql, 'o.ended_at')} as "endedAt", ${instant(sql, 'o.publish_at')} as "publishAt", o.problem, ${instant(sql, 'd.made_at')} as "draftAt",
      (select count(distinct r.team_id)::int from request r where r.round_id = o.id and r.rank is not null) as teams,
      answer.count as "openOffers", ${instant(sql, 'answer.first')} as "firstDueAt"
    from round o left join round_draft d on d.round_id = o.id
    cross join lateral (
      select count(*)::int as count, min(due_at) as first from (
        select due_at from round_offer f where f.round_id = o.id and f.state = 'open' and f.due_at <= ${endsUntil}
        union all select due_at from round_exchange x where x.round_id = o.id and x.state = 'open' and x.due_at <= ${endsUntil}) as open) as answer
    where o.announced_at is not null and o.ended_at is null`
}

export async function countDrafts(sql: AnySql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from project where state = 'draft'`
  return row!.count
}

const LATE_MINUTES = 2

/** Decisions whose undo window has ended and that have not taken effect: no worker runs, or something prevents them. */
export async function listOverdueDecisions(sql: AnySql, now: Date): Promise<{ count: number; first: number | null }> {
  const [row] = await sql<{ count: number; first: number | null }[]>`
    select count(*)::int as count, (array_agg(request_id order by due_at, request_id))[1] as first from pending_decision
    where problem is not null or due_at < ${new Date(now.getTime() - LATE_MINUTES * 60_000)}`
  return row!
}

export type RecentRequest = { at: Date; projectId: number; projectName: string; isWaiting: boolean }

export async function listRecentRequests(sql: AnySql, since: Date): Promise<RecentRequest[]> {
  return sql<RecentRequest[]>`
    select r.created_at as at, p.id as "projectId", p.name as "projectName", (${awaitsDecision(sql)}) as "isWaiting"
    from request r join project p on p.id = r.project_id where r.created_at >= ${since} order by r.id`
}

export type ProjectWait = { id: number; slug: string; name: string; count: number; since: string }

/** Projects with applications to decide, by the oldest of them. Choices of a round are decided by it. */
export async function listLongestWaits(sql: AnySql, most: number): Promise<ProjectWait[]> {
  return sql<ProjectWait[]>`
    select id, slug, name, count, ${instant(sql, 'first')} as since
    from (select p.id, p.slug, p.name, count(*)::int as count, min(r.created_at) as first
      from request r join project p on p.id = r.project_id where ${awaitsDecision(sql)} group by p.id) as wait
    order by first, id limit ${most}`
}

export async function listDecisionTimes(sql: AnySql, since: Date): Promise<{ askedAt: Date; decidedAt: Date }[]> {
  return sql<{ askedAt: Date; decidedAt: Date }[]>`
    select created_at as "askedAt", decided_at as "decidedAt" from request
    where status in ('approved', 'declined') and decided_at >= ${since} order by id`
}

export type MailTrouble = { id: number; kind: string; state: string; reason: string | null; at: string }

/** The number of emails in the queue without those held for an undo window, and the emails that need attention. */
export async function findMailTrouble(
  sql: AnySql,
  now: Date,
  most: number,
): Promise<{ waiting: number; trouble: MailTrouble[]; troubleCount: number }> {
  const [[counts], trouble] = await Promise.all([
    sql<{ waiting: number; troubleCount: number }[]>`
      select count(*) filter (where state in ('sending', 'deferred') or (state = 'queued' and coalesce(due_at, created_at) <= ${now}))::int as waiting,
        count(*) filter (where ${isTrouble(sql)})::int as "troubleCount"
      from outbox`,
    sql<MailTrouble[]>`
      select id::float8 as id, kind, state, reason, ${instant(sql, 'at')} as at
      from (select id, kind, state, reason, coalesce(ended_at, created_at) as at from outbox where ${isTrouble(sql)}) as mail
      order by mail.at desc, id desc limit ${most}`,
  ])
  return { ...counts!, trouble }
}
const isTrouble = (sql: AnySql) => sql`state in ('failed', 'unknown', 'dead', 'review')`
