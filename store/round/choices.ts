import type { AnySql } from '#database/sql.ts'
import { instant, runningProject } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { type LockedRound, lockedRoundJson, type TeamRole } from '#store/request/lock.ts'

// Choices of teams in a ranked round, as their members see and order them.

/** Teams with choices or a lock, besides the given one. */
export async function countTeams(sql: AnySql, round: number, except: number | null = null): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select team_id from request where round_id = ${round} and rank is not null union select team_id from round_lock where round_id = ${round}) as teams
    where team_id is distinct from ${except}::int`
  return row!.count
}

export type StoredChoice = {
  request: number
  project: string
  projectName: string
  rank: number
  mark: 'preferred' | 'unsuitable' | null
  markReason: { en: string; ru: string } | null
  wasOffered: boolean
  hasLeft: boolean // the waitlist of this project
  isCurrent: boolean // the team works on it now
}
export type StoredTeamChoices = {
  team: number
  name: string
  isAdministrator: boolean
  worksOnProject: boolean
  choices: StoredChoice[]
  /** Null until the results are published; `reasons` as rules/placement/reasons.ts made them. */
  result: {
    pseudonym: string
    project: string | null
    rank: number | null
    isByHand: boolean
    lockReason: string | null
    reasons: unknown
  } | null
  offers: { id: number; request: number; project: string; rank: number; dueAt: string }[]
  wishes: string[]
  exchanges: { id: number; gives: string; gets: string; teams: number; dueAt: string; isConfirmed: boolean }[]
}

/** Of the teams of a person: living ones, and those that took part. */
export async function listTeamChoices(sql: AnySql, round: number, personId: number, today: string): Promise<StoredTeamChoices[]> {
  return sql<StoredTeamChoices[]>`
    select t.id as team, t.name, m.is_administrator as "isAdministrator",
      exists (select 1 ${runningProject(sql, today)}) as "worksOnProject",
      coalesce((
        select json_agg(json_build_object('request', r.id, 'project', p.slug, 'projectName', p.name, 'rank', r.rank, 'mark', k.mark,
          'markReason', case when why.id is not null then json_build_object('en', why.text_en, 'ru', why.text_ru) end,
          'wasOffered', exists (select 1 from round_offer f where f.request_id = r.id and f.state <> 'withdrawn'),
          'hasLeft', r.left_waitlist_at is not null,
          'isCurrent', exists (select 1 from assignment a where a.team_id = t.id and a.project_id = p.id and a.ended_at is null)) order by r.rank)
        from request r join project p on p.id = r.project_id left join round_mark k on k.request_id = r.id left join refusal_reason why on why.id = k.reason_id
        where r.round_id = ${round} and r.team_id = t.id and r.rank is not null), '[]') as choices,
      (select json_build_object('pseudonym', s.pseudonym, 'project', p.slug, 'rank', s.rank, 'isByHand', s.is_by_hand, 'lockReason', l.reason, 'reasons', s.reasons)
        from round_result s left join project p on p.id = s.project_id left join round_lock l on l.round_id = s.round_id and l.team_id = s.team_id where s.round_id = ${round} and s.team_id = t.id) as result,
      coalesce((
        select json_agg(json_build_object('id', f.id, 'request', f.request_id, 'project', p.slug, 'rank', r.rank, 'dueAt', ${instant(sql, 'f.due_at')}) order by r.rank)
        from round_offer f join request r on r.id = f.request_id join project p on p.id = f.project_id
        where f.round_id = ${round} and f.team_id = t.id and f.state = 'open'), '[]') as offers,
      array(select p.slug from round_wish w join project p on p.id = w.project_id where w.round_id = ${round} and w.team_id = t.id order by w.rank) as wishes,
      coalesce((
        select json_agg(json_build_object('id', e.id, 'gives', g.slug, 'gets', n.slug, 'dueAt', ${instant(sql, 'e.due_at')}, 'isConfirmed', v.is_confirmed,
          'teams', (select count(*) from round_exchange_move o where o.exchange_id = e.id)) order by e.id)
        from round_exchange e join round_exchange_move v on v.exchange_id = e.id and v.team_id = t.id
        join project g on g.id = v.from_project join project n on n.id = v.to_project where e.round_id = ${round} and e.state = 'open'), '[]') as exchanges
    from team t join member m on m.team_id = t.id and m.person_id = ${personId}
    where t.disbanded_at is null or exists (select 1 from request r where r.round_id = ${round} and r.team_id = t.id and r.rank is not null)
    order by lower(t.name), t.id`
}

export type LockedOrder = { round: LockedRound | null; team: { id: number; name: string; teamRole: TeamRole } | null; choices: number[] }

/** Sealing waits for the share lock of the round, so an order is written entirely before it, or refused. */
export async function lockForOrder(
  sql: AnySql,
  { slug, team, personId }: { slug: string; team: number; personId: number },
): Promise<LockedOrder> {
  const [, [row]] = await Promise.all([
    lockRows(sql, { round: sql`select id from round where slug = ${slug}`, team: sql`${team}::int` }),
    sql<LockedOrder[]>`
      select ${lockedRoundJson(sql)} as round,
        case when m.id is not null then json_build_object('id', t.id, 'name', t.name,
          'teamRole', case when m.is_administrator then 'administrator' else 'member' end) end as team,
        array(select r.id from request r where r.round_id = o.id and r.team_id = t.id and r.status = 'submitted' order by r.rank) as choices
      from (values (1)) as one
      left join round o on o.slug = ${slug} and o.announced_at is not null and o.mode = 'ranked'
      left join team t on t.id = ${team} and t.disbanded_at is null
      left join member m on m.team_id = t.id and m.person_id = ${personId}`,
  ])
  return row!
}

/** The choices of one team, the most wanted one first. */
export async function orderChoices(sql: AnySql, requests: number[]): Promise<void> {
  await sql`
    update request r set rank = given.nth from unnest(${requests}::int[]) with ordinality as given (id, nth)
    where r.id = given.id and r.rank <> given.nth`
}

/** Sealed bytes; only the worker and members' views of their own teams open them. */
export async function findSealed(sql: AnySql, round: number): Promise<{ seed: Uint8Array; key: Uint8Array } | undefined> {
  const [row] = await sql<{ seed: Uint8Array; key: Uint8Array }[]>`
    select seed_sealed as seed, key_sealed as key from round where id = ${round} and seed_sealed is not null`
  return row
}

/** Ranked rounds that still need their secrets: announced, without results. */
export async function listSealedRounds(sql: AnySql): Promise<{ id: number; slug: string; seed: Uint8Array; key: Uint8Array }[]> {
  return sql<{ id: number; slug: string; seed: Uint8Array; key: Uint8Array }[]>`
    select id, slug, seed_sealed as seed, key_sealed as key from round
    where seed_sealed is not null and published_at is null and ended_at is null order by id`
}

export type SealedRow = { team: number; project: string }

/** By team and rank. */
export async function listAllChoices(sql: AnySql, round: number): Promise<SealedRow[]> {
  return sql<SealedRow[]>`
    select r.team_id as team, p.slug as project from request r join project p on p.id = r.project_id
    where r.round_id = ${round} and r.rank is not null order by r.team_id, r.rank`
}

export async function sealRound(
  sql: AnySql,
  round: number,
  { digest, choices, at }: { digest: string; choices: string; at: Date },
): Promise<void> {
  await sql`update round set sealed_at = ${at}, updated_at = ${at}, choices_digest = ${digest}, choices = ${choices}, problem = null, tried_at = null where id = ${round}`
}

const RETRY_SECONDS = 60

/** Of a round: what could not be done is tried again after a minute. */
export const mayBeTried = (sql: AnySql, now: Date) => sql`coalesce(tried_at <= ${new Date(now.getTime() - RETRY_SECONDS * 1000)}, true)`

/** Ranked rounds whose window is over, and rounds whose opening was not noted yet. */
export async function listDueRounds(sql: AnySql, now: Date): Promise<{ unsealed: number[]; unopened: number[] }> {
  const [row] = await sql<{ unsealed: number[]; unopened: number[] }[]>`
    select array(select id from round where announced_at is not null and sealed_at is null and ended_at is null and mode = 'ranked' and closes_at <= ${now}
        and ${mayBeTried(sql, now)} order by id) as unsealed,
      array(select id from round where announced_at is not null and opened_at is null and opens_at <= ${now} order by id) as unopened`
  return row!
}

/** Changes nothing but what followers of the change feed see. */
export async function noteOpening(sql: AnySql, rounds: number[], at: Date): Promise<void> {
  await sql`update round set opened_at = ${at} where id = any(${rounds}::int[]) and opened_at is null`
}
