import type { AnySql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'
import { emails, toAdministrators } from '#store/mail/outbox.ts'
import { mayBeTried } from './choices.ts'

// The result of placing a round: the draft, publishing with its undo window, and taking effect. The round is locked.

export type SealedRound = { seed: Uint8Array; key: Uint8Array; choices: string; choicesDigest: string; seedHash: string }

/** Null until the choices are sealed. */
export async function findSealedRound(sql: AnySql, round: number): Promise<SealedRound | undefined> {
  const [row] = await sql<SealedRound[]>`
    select seed_sealed as seed, key_sealed as key, choices, choices_digest as "choicesDigest", seed_hash as "seedHash"
    from round where id = ${round} and sealed_at is not null`
  return row
}

export type TeamPlace = { team: number; project: number | null }

/** Of a draft: a team, or with a project one of its choices, that took no part. */
export type Excluded = { team: number; name: string; project: number | null; reason: 'disbanded' | 'empty' | 'busy' | 'promised' | 'ended' }

type NewDraft = { actorId: number; at: Date; rule: string; conditions: string; basis: string; placement: TeamPlace[]; excluded: Excluded[] }

export async function setDraft(
  sql: AnySql,
  round: number,
  { actorId, at, rule, conditions, basis, placement, excluded }: NewDraft,
): Promise<void> {
  await sql`delete from round_draft where round_id = ${round}`
  await sql`
    insert into round_draft (round_id, made_at, actor_id, rule, conditions, basis, placement, excluded)
    values (${round}, ${at}, ${actorId}, ${rule}, ${conditions}, ${basis}, ${sql.json(placement as never)}, ${sql.json(excluded as never)})`
  await sql`update round set first_draft_at = coalesce(first_draft_at, ${at}) where id = ${round}`
}

/** The reason of teams without a place, made when it is first needed. */
async function noPlaceReason(sql: AnySql): Promise<number> {
  await sql`
    insert into refusal_reason (code, text_en, text_ru, position)
    select 'no_place_in_round', 'No place left in this round', 'В этом наборе не хватило места', coalesce(max(position), 0) + 1 from refusal_reason
    on conflict (code) do nothing`
  const [row] = await sql<{ id: number }[]>`select id from refusal_reason where code = 'no_place_in_round' for key share`
  return row!.id
}

/** Locks projects, teams and live choices of the round, and the teams' other requests; each is read when those before it are locked. */
export async function lockForResults(sql: AnySql, round: number): Promise<void> {
  const teams = sql`
    select team_id from request where round_id = ${round} and rank is not null union select team_id from round_lock where round_id = ${round}`
  await lockRows(sql, { project: sql`select id from project where round_id = ${round}` })
  await lockRows(sql, { team: teams })
  await lockRows(sql, { request: sql`select id from request where status = 'submitted' and team_id in (${teams})` })
}

// A statement about hundreds of teams with 20 choices each could exceed the time of one statement.
const CHUNK = 100
const chunksOf = <T>(list: T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, nth) => list.slice(nth * CHUNK, (nth + 1) * CHUNK))

const choicesOf = (sql: AnySql, round: number) => sql`select id from request where round_id = ${round}`

/** Until `dueAt` only curators see the results, and the places are reserved. */
export async function startPublishing(
  sql: AnySql,
  round: number,
  placement: TeamPlace[],
  { actorId, at, dueAt }: { actorId: number; at: Date; dueAt: Date },
): Promise<void> {
  const reason = await noPlaceReason(sql)
  await sql`delete from pending_decision where request_id in (${choicesOf(sql, round)})`
  for (const teams of chunksOf(placement))
    await sql`
    with given as (select * from jsonb_to_recordset(${sql.json(teams as never)}) as x (team int, project int))
    insert into pending_decision (request_id, project_id, team_id, decision, reason_id, actor_id, decided_at, due_at)
    select r.id, r.project_id, r.team_id, case when g.project is null then 'declined' else 'approved' end,
      case when g.project is null then ${reason}::int end, ${actorId}::int, ${at}::timestamptz, ${dueAt}::timestamptz
    from given g join request r on r.team_id = g.team and r.round_id = ${round} and r.status = 'submitted' and (g.project is null or r.project_id = g.project)
    order by r.id`
  await sql`
    update round set publish_at = ${dueAt}, publisher_id = ${actorId}, problem = null, tried_at = null, updated_at = ${at} where id = ${round}`
}

export async function undoPublishing(sql: AnySql, round: number, at: Date): Promise<void> {
  await sql`delete from pending_decision where request_id in (${choicesOf(sql, round)})`
  await sql`update round set publish_at = null, publisher_id = null, problem = null, tried_at = null, updated_at = ${at} where id = ${round}`
}

/** Rounds whose undo window has ended. */
export async function listDueResults(sql: AnySql, now: Date): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from round where publish_at <= ${now} and ${mayBeTried(sql, now)} order by id`
  return rows.map(({ id }) => id)
}

/** Why its choices could not be sealed, or its results not take effect. */
export async function recordFailure(sql: AnySql, round: number, problem: string, at: Date): Promise<void> {
  await sql`update round set problem = ${problem}, tried_at = ${at} where id = ${round}`
}

export type TeamResult = {
  team: number
  pseudonym: string
  number: string | null
  project: number | null
  rank: number | null
  isByHand: boolean
  reasons: unknown
}

/** Decisions, assignments, history, results, bundle and one email for each team admin, all in the caller's transaction. */
export async function publishResults(
  sql: AnySql,
  { id, slug }: { id: number; slug: string },
  results: TeamResult[],
  { bundle, actorId, at, today }: { bundle: string; actorId: number | null; at: Date; today: string },
): Promise<void> {
  const placesOf = (of: TeamResult[]): TeamPlace[] => of.map(({ team, project }) => ({ team, project }))
  const placed = results.filter(({ project }) => project !== null).map(({ team }) => team)
  const reason = placed.length < results.length ? await noPlaceReason(sql) : null
  await sql`
    update assignment a set ended_at = ${at}, outcome = 'finished' from project p
    where a.team_id = any(${placed}::int[]) and a.ended_at is null and p.id = a.project_id and p.date_end < ${today}`
  const ended = (status: string, reasonId: number | null) =>
    sql`update request r set status = ${status}, reason_id = ${reasonId}::int, comment = null, decided_at = ${at}, updated_at = ${at}`
  const isPlaced = sql`exists (select 1 from placed x where x.team = r.team_id and x.project = r.project_id)`
  for (const some of chunksOf(results))
    await sql`
    with given as (select * from jsonb_to_recordset(${sql.json(placesOf(some))}) as x (team int, project int)),
      placed as (select * from given where project is not null),
      approved as (${ended('approved', null)} where r.status = 'submitted' and ${isPlaced} returning r.id, r.status, r.reason_id),
      superseded as (${ended('superseded', null)} where r.status = 'submitted' and r.team_id in (select team from placed) and not ${isPlaced} returning r.id, r.status, r.reason_id),
      declined as (${ended('declined', reason)} where r.status = 'submitted' and r.round_id = ${id}
        and r.team_id in (select team from given where project is null) returning r.id, r.status, r.reason_id),
      assigned as (insert into assignment (team_id, project_id, assigned_at) select team, project, ${at}::timestamptz from placed order by project, team),
      moved as (select * from approved union all select * from superseded union all select * from declined)
    insert into request_transition (request_id, from_status, to_status, actor_id, reason_id, at)
    select id, 'submitted', status, ${actorId}::int, reason_id, ${at}::timestamptz from moved order by id`
  await sql`
    insert into round_result (round_id, team_id, pseudonym, number, project_id, rank, is_by_hand, reasons)
    select ${id}, team, pseudonym, number, project, rank, "isByHand", reasons
    from jsonb_to_recordset(${sql.json(results as never)})
      as x (team int, pseudonym text, number text, project int, rank int, "isByHand" boolean, reasons jsonb)`
  await sql`
    ${emails(sql, { kind: 'round_result', at })}
      reader.id, jsonb_build_object('round', ${slug}::text, 'team', m.team_id)
      from unnest(${results.map(({ team }) => team)}::int[]) as given (team_id) ${toAdministrators(sql, sql`given.team_id`)}
        order by m.team_id, reader.id`
  await sql`delete from round_draft where round_id = ${id}`
  await sql`
    update round set published_at = ${at}, updated_at = ${at}, bundle = ${bundle}, publish_at = null, problem = null, tried_at = null where id = ${id}`
}

export async function endRound(sql: AnySql, round: number, at: Date): Promise<void> {
  await sql`update round set ended_at = ${at}, updated_at = ${at} where id = ${round}`
  await sql`update round_offer set state = 'withdrawn', ended_at = ${at} where round_id = ${round} and state = 'open'`
  await sql`update round_exchange set state = 'ended', ended_at = ${at} where round_id = ${round} and state = 'open'`
}

/** Without results; what was being published is not. */
export async function abandonRound(sql: AnySql, round: number, at: Date): Promise<void> {
  await sql`delete from pending_decision where request_id in (${choicesOf(sql, round)})`
  await sql`delete from round_draft where round_id = ${round}`
  await sql`
    update round set ended_at = ${at}, abandoned_at = ${at}, updated_at = ${at}, publish_at = null, publisher_id = null, problem = null, tried_at = null
    where id = ${round}`
}

/** Asks the admins of these teams for one more choice, unless they were asked since then. Returns the teams asked. */
export async function askForChoices(
  sql: AnySql,
  { id, slug }: { id: number; slug: string },
  teams: number[],
  { since, at, actorId }: { since: Date; at: Date; actorId: number },
): Promise<number[]> {
  const rows = await sql<{ team: number }[]>`
    with asked as (
      insert into round_ask (round_id, team_id, at)
      select ${id}, t.id, ${at}::timestamptz from team t where t.id = any(${teams}::int[]) and t.disbanded_at is null
        and exists (select 1 from request r where r.team_id = t.id and r.round_id = ${id} and r.rank is not null)
      on conflict (round_id, team_id) do update set at = excluded.at where round_ask.at <= ${since}
      returning team_id),
    mail as (
      ${emails(sql, { kind: 'round_ask', at })}
        reader.id, jsonb_build_object('round', ${slug}::text, 'team', m.team_id, 'by', ${actorId}::int)
        from asked ${toAdministrators(sql, sql`asked.team_id`)} order by m.team_id, reader.id)
    select team_id as team from asked order by team_id`
  return rows.map(({ team }) => team)
}
