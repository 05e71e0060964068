import type { RoundValues } from '#contract/console/round.ts'
import type { AnySql } from '#database/sql.ts'
import { instant, isChoice } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'

// Changes of rounds by curators, until the results are published. The round is locked.

/** Serialises the creation of rounds: the slug is unique, and the number of drafts is limited. */
export async function lockRounds(sql: AnySql): Promise<{ slugs: string[]; drafts: number }> {
  await sql`select pg_advisory_xact_lock(7305829)`
  const [row] = await sql<{ slugs: string[]; drafts: number }[]>`
    select coalesce(array_agg(slug), '{}') as slugs, count(*) filter (where announced_at is null)::int as drafts from round`
  return row!
}

/** With the days of its window. */
export type RoundWithWindow = RoundValues & { firstDay: string | null; lastDay: string | null }

const columnsOf = ({
  slug,
  name,
  mode,
  rule,
  opensAt,
  closesAt,
  mostChoices,
  offerHours,
  bundleFor,
  firstDay,
  lastDay,
}: RoundWithWindow) => ({
  slug,
  name,
  mode,
  rule,
  opens_at: opensAt,
  closes_at: closesAt,
  first_day: firstDay,
  last_day: lastDay,
  most_choices: mostChoices,
  offer_hours: offerHours,
  bundle_for: bundleFor,
})

export async function insertRound(sql: AnySql, round: RoundWithWindow, at: Date): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into round ${sql({ ...columnsOf(round), created_at: at, updated_at: at } as never)} returning id`
  return row!.id
}

/** A round whose window is extended opens anew for the worker that notes it. */
export async function changeRound(sql: AnySql, id: number, round: RoundWithWindow, at: Date): Promise<void> {
  await sql`
    update round set ${sql({ ...columnsOf(round), updated_at: at } as never)},
      opened_at = case when ${round.opensAt}::timestamptz > ${at} then null else opened_at end where id = ${id}`
}

type RoundWindow = { id: number; opensAt: string; closesAt: string }

export const listWindows = (sql: AnySql): Promise<RoundWindow[]> => sql<RoundWindow[]>`
  select id, ${instant(sql, 'opens_at')} as "opensAt", ${instant(sql, 'closes_at')} as "closesAt" from round
  where opens_at is not null and closes_at is not null order by id for no key update`

/** The days of its window in the time zone of the directory. */
export async function setWindowDays(sql: AnySql, id: number, { firstDay, lastDay }: { firstDay: string; lastDay: string }): Promise<void> {
  await sql`
    update round set first_day = ${firstDay}, last_day = ${lastDay}
    where id = ${id} and (first_day, last_day) is distinct from (${firstDay}::date, ${lastDay}::date)`
}

/** Of this round, or of these projects. */
export async function showWindows(sql: AnySql, about: { round: number } | { projects: readonly number[] }, at: Date): Promise<void> {
  const isMeant = 'round' in about ? sql`o.id = ${about.round}` : sql`p.id = any(${about.projects as number[]}::int[])`
  await sql`
    update project p set enrollment_start = o.first_day, enrollment_end = o.last_day, updated_at = ${at} from round o
    where o.id = p.round_id and ${isMeant} and has_window(o)
      and (p.enrollment_start, p.enrollment_end) is distinct from (o.first_day, o.last_day)`
}

export async function removeRound(sql: AnySql, id: number): Promise<void> {
  await sql`delete from round where id = ${id}`
}

export type JoiningProject = {
  id: number
  name: string
  round: number | null
  roundName: string | null
  isRoundOver: boolean
  waiting: number
}

/** Locks these projects and those of the round, by id. */
export async function lockProjectsOf(sql: AnySql, round: number, ids: number[]): Promise<JoiningProject[]> {
  await lockRows(sql, { project: sql`select id from project where id = any(${ids}::int[]) or round_id = ${round}` })
  return listJoining(sql, round, ids)
}

/** These projects and those of the round. `waiting`: ordinary applications that await a decision. */
export const listJoining = (sql: AnySql, round: number | null, ids: number[]): Promise<JoiningProject[]> =>
  sql<JoiningProject[]>`
    select p.id, p.name, p.round_id as round, o.name as "roundName",
      coalesce(o.ended_at is not null or o.mode = 'direct' and o.closes_at <= now(), false) as "isRoundOver",
      (select count(*)::int from request r where r.project_id = p.id and r.status = 'submitted' and not ${isChoice(sql)}) as waiting
    from project p left join round o on o.id = p.round_id where p.id = any(${ids}::int[]) or p.round_id = ${round}::int order by p.id`

/** Whether ordinary applications for projects of the round await a decision. */
export async function hasWaiting(sql: AnySql, round: number): Promise<boolean> {
  const rows = await sql`
    select 1 from request r join project p on p.id = r.project_id where p.round_id = ${round} and r.status = 'submitted' and not ${isChoice(sql)} limit 1`
  return rows.length > 0
}

/** Teams with more choices than this. */
export async function countTeamsBeyond(sql: AnySql, round: number, mostChoices: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct team_id)::int as count from request where round_id = ${round} and rank > ${mostChoices}`
  return row!.count
}

export async function setRoundOf(sql: AnySql, projects: number[], round: number | null, at: Date): Promise<void> {
  if (projects.length > 0) await sql`update project set round_id = ${round}, updated_at = ${at} where id = any(${projects}::int[])`
}

export type Drawn = { seedHash: string; seedSealed: Buffer; keySealed: Buffer }

/** `drawn` is null for a direct round, which has no lottery. */
export async function announceRound(sql: AnySql, id: number, drawn: Drawn | null, at: Date): Promise<void> {
  await sql`
    update round set announced_at = ${at}, updated_at = ${at}, seed_hash = ${drawn?.seedHash ?? null}, seed_sealed = ${drawn?.seedSealed ?? null},
      key_sealed = ${drawn?.keySealed ?? null} where id = ${id}`
}

export type ChoiceToMark = { request: number; team: string; project: string }

/** Of these choices of the round, locked. */
export async function lockChoices(sql: AnySql, round: number, requests: number[]): Promise<ChoiceToMark[]> {
  await lockRows(sql, { request: sql`select id from request where id = any(${requests}::int[]) and round_id = ${round}` })
  return sql<ChoiceToMark[]>`
    select r.id as request, t.name as team, p.slug as project from request r join team t on t.id = r.team_id join project p on p.id = r.project_id
    where r.id = any(${requests}::int[]) and r.round_id = ${round} and r.rank is not null order by r.id`
}

export type NewMark = { request: number; mark: 'preferred' | 'unsuitable' | null; reason: number | null }

export async function setMarks(sql: AnySql, round: number, marks: NewMark[]): Promise<void> {
  const removed = marks.filter(({ mark }) => mark === null).map(({ request }) => request)
  if (removed.length > 0) await sql`delete from round_mark where request_id = any(${removed}::int[])`
  const set = marks.filter(({ mark }) => mark !== null)
  if (set.length === 0) return
  await sql`
    insert into round_mark (request_id, round_id, mark, reason_id)
    select request, ${round}, mark, reason from jsonb_to_recordset(${sql.json(set as never)}) as given (request int, mark text, reason int)
    on conflict (request_id) do update set mark = excluded.mark, reason_id = excluded.reason_id`
}

export async function setLock(
  sql: AnySql,
  round: number,
  team: number,
  lock: { project: number; reason: string } | null,
  at: Date,
): Promise<void> {
  if (lock === null) await sql`delete from round_lock where round_id = ${round} and team_id = ${team}`
  else
    await sql`
      insert into round_lock (round_id, team_id, project_id, reason, created_at) values (${round}, ${team}, ${lock.project}, ${lock.reason}, ${at})
      on conflict (round_id, team_id) do update set project_id = excluded.project_id, reason = excluded.reason`
}

/** Projects whose enrollment is the window of their round, with the name of the round. */
export async function listWindowRounds(sql: AnySql, projects: number[]): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; name: string }[]>`
    select p.id, o.name from project p join round o on o.id = p.round_id where p.id = any(${projects}::int[]) and has_window(o)`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whether a project of the round ends before this day: it would be open after its end. */
export async function endsBefore(sql: AnySql, round: number, day: string): Promise<boolean> {
  const rows = await sql`select 1 from project where round_id = ${round} and date_end < ${day} limit 1`
  return rows.length > 0
}
