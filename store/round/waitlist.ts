import type { AnySql, PendingQuery, Row } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'
import { emails, toAdministrators } from '#store/mail/outbox.ts'

// The facts about waiting teams, free places and open offers in rounds with results; rules/placement/waitlist.ts decides who is offered what.

type Work = { rank: number | null } | null

/** What the team of the choice `q` works on, with its rank. A project that is over does not count, also if no curator has ended the assignment. */
export const workOf = (sql: AnySql, today: string) => sql`(
  select json_build_object('rank', (
    select max(got.rank) from request got where got.round_id = q.round_id and got.team_id = q.team_id and got.project_id = a.project_id))
  from assignment a join project w on w.id = a.project_id
  where a.team_id = q.team_id and a.ended_at is null and coalesce(w.date_end >= ${today}::date, true))`

export const isPromised = (sql: AnySql) =>
  sql`exists (select 1 from pending_decision d where d.team_id = q.team_id and d.decision = 'approved')`

/** A project of a round with results. `taken`: by teams; `places` null: no limit. */
export type RoundPlace = {
  project: number
  slug: string
  round: number
  roundSlug: string
  offerHours: number
  places: number | null
  taken: number
  openOffers: number
}

const placesWhere = (sql: AnySql, condition: PendingQuery<Row[]>) => sql<RoundPlace[]>`
  select p.id as project, p.slug, o.id as round, o.slug as "roundSlug", o.offer_hours as "offerHours", p.team_limit as places, places_taken(p.id) as taken,
    (select count(*)::int from round_offer f where f.project_id = p.id and f.state = 'open') as "openOffers"
  from round o join project p on p.round_id = o.id and p.state = 'published'
  where o.published_at is not null and o.ended_at is null and ${condition} order by p.id`

export const listRoundPlaces = (sql: AnySql, projects: readonly number[]): PromiseLike<RoundPlace[]> =>
  placesWhere(sql, sql`p.id = any(${projects as number[]}::int[])`)

/** With a place that no team has and nobody is offered. */
export const listFreePlaces = (sql: AnySql): PromiseLike<RoundPlace[]> =>
  placesWhere(
    sql,
    sql`coalesce(p.team_limit > places_taken(p.id) + (select count(*) from round_offer f where f.project_id = p.id and f.state = 'open'), true)`,
  )

/** Locked with its round. Undefined: not in a round with results. */
export async function lockPlace(sql: AnySql, project: number): Promise<RoundPlace | undefined> {
  const [, [place]] = await Promise.all([
    lockRows(sql, { round: sql`select round_id from project where id = ${project}`, project: sql`${project}::int` }).execute(),
    listRoundPlaces(sql, [project]),
  ])
  return place
}

/** Projects of rounds with results that these teams work on or are offered. */
export async function listPlacesOf(sql: AnySql, teams: readonly number[]): Promise<number[]> {
  const rows = await sql<{ project: number }[]>`
    select p.id as project from round o join project p on p.round_id = o.id
    where o.published_at is not null and o.ended_at is null and (
      exists (select 1 from assignment a where a.project_id = p.id and a.team_id = any(${teams as number[]}::int[]) and a.ended_at is null)
      or exists (select 1 from round_offer f where f.project_id = p.id and f.team_id = any(${teams as number[]}::int[]) and f.state = 'open'))
    order by p.id`
  return rows.map(({ project }) => project)
}

export type WaitingRow = {
  project: number
  request: number
  teamId: number
  team: string // pseudonym
  rank: number
  placedRank: number | null
  isByHand: boolean
  work: Work
  mark: 'preferred' | 'unsuitable' | null
  number: string | null
  wasOffered: boolean
  hasLeft: boolean
  isPromised: boolean
}

/** Choices of these projects whose teams did not get them by the results. */
export const listWaiting = (sql: AnySql, projects: readonly number[], today: string): PromiseLike<WaitingRow[]> => sql<WaitingRow[]>`
  select q.project_id as project, q.id as request, q.team_id as "teamId", s.pseudonym as team, q.rank, s.rank as "placedRank", s.is_by_hand as "isByHand",
    ${workOf(sql, today)} as work, m.mark, s.number, q.left_waitlist_at is not null as "hasLeft",
    exists (select 1 from round_offer f where f.request_id = q.id and f.state <> 'withdrawn') as "wasOffered", ${isPromised(sql)} as "isPromised"
  from request q join team t on t.id = q.team_id and t.disbanded_at is null
  join round_result s on s.round_id = q.round_id and s.team_id = q.team_id left join round_mark m on m.request_id = q.id
  where q.project_id = any(${projects as number[]}::int[]) and q.rank is not null and q.status in ('declined', 'superseded')
    and q.round_id = (select round_id from project where id = q.project_id)`

/** With an email to each admin. */
export async function insertOffers(sql: AnySql, place: RoundPlace, requests: readonly number[], at: Date): Promise<void> {
  await sql`
    with made as (
      insert into round_offer (round_id, request_id, team_id, project_id, created_at, due_at)
      select ${place.round}::int, q.id, q.team_id, ${place.project}::int, ${at}::timestamptz, ${at}::timestamptz + ${place.offerHours}::int * interval '1 hour'
      from unnest(${requests as number[]}::int[]) with ordinality as given (id, nth) join request q on q.id = given.id order by nth
      returning team_id, due_at)
    ${emails(sql, { kind: 'round_offer', at })}
      reader.id, jsonb_build_object('round', ${place.roundSlug}::text, 'team', made.team_id, 'project', ${place.slug}::text, 'until', made.due_at)
      from made ${toAdministrators(sql, sql`made.team_id`)} order by made.team_id, reader.id`
}

/** How many emails an offer or a result sends to these teams; a team counts as often as it is named. */
export async function countAdministratorsOf(sql: AnySql, teams: readonly number[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from unnest(${teams as number[]}::int[]) as given (team_id) ${toAdministrators(sql, sql`given.team_id`)}`
  return row!.count
}

export type OpenOfferRow = {
  id: number
  project: number
  rank: number
  work: Work
  isDisbanded: boolean
  isPublished: boolean
  nth: number
  places: number | null
  isDue: boolean
}
type Which = { teams?: readonly number[]; projects?: readonly number[] } // neither: all

/** Open offers, numbered by claim among those of the project; `places` without a team. The first to end is first. */
export const listOpenOffers = (
  sql: AnySql,
  { teams, projects }: Which,
  { at, today }: { at: Date; today: string },
): PromiseLike<OpenOfferRow[]> => sql<OpenOfferRow[]>`
  select * from (
    select f.id, f.project_id as project, f.team_id as team, q.rank, ${workOf(sql, today)} as work, t.disbanded_at is not null as "isDisbanded",
      p.state = 'published' as "isPublished", row_number() over (partition by f.project_id order by f.id)::int as nth,
      p.team_limit - (select count(*)::int from assignment a where a.project_id = p.id and a.ended_at is null) as places, f.due_at <= ${at} as "isDue", f.due_at
    from round_offer f join request q on q.id = f.request_id join team t on t.id = f.team_id join project p on p.id = f.project_id
    where f.state = 'open') as open
  where ${teams ? sql`team = any(${teams as number[]}::int[])` : sql`true`} and ${projects ? sql`project = any(${projects as number[]}::int[])` : sql`true`}
  order by due_at, id`

export async function closeOffers(sql: AnySql, ids: readonly number[], state: 'expired' | 'withdrawn', at: Date): Promise<void> {
  if (ids.length > 0)
    await sql`update round_offer set state = ${state}, ended_at = ${at} where id = any(${ids as number[]}::int[]) and state = 'open'`
}
