import type { ConsoleRound } from '#contract/console/round.ts'
import type { AnySql } from '#database/sql.ts'
import { instant } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import type { LockedRound } from '#store/request/lock.ts'

// Rounds: what everybody and curators read, and the lock of a round. Decision 22 has the lock order.

/** Results of the placement, counted: how many teams got the choice of this rank. */
type ResultCount = { rank: number | null; hasPlace: boolean; count: number }

type Kept = 'rule' | 'offerHours' | 'bundleFor' | 'seedHash' | 'choicesDigest' | 'publishAt' | 'problem' | 'abandonedAt' | 'projectCount'
export type RoundRow = LockedRound &
  Pick<ConsoleRound, Kept> & {
    publisher: number | null
    isLookedAt: boolean // a draft of the results has been made
    projects: string[] // published ones, by name
  }
export type StoredRound = RoundRow & {
  teams: number
  choices: number
  places: number | null // free before placing
  results: ResultCount[] | null
}

// Of a project with a limit. Decisions that have not taken effect do not count: everybody reads this, and results are not known before.
const freePlacesOf = (sql: AnySql) => sql`
  greatest(p.team_limit - (select count(*) from assignment a where a.project_id = p.id and a.ended_at is null), 0)`

const roundColumns = (sql: AnySql) => sql`
    o.id, o.slug, o.name, o.mode, o.rule, o.most_choices as "mostChoices", o.offer_hours as "offerHours", o.bundle_for as "bundleFor",
    ${instant(sql, 'o.opens_at')} as "opensAt", ${instant(sql, 'o.closes_at')} as "closesAt", ${instant(sql, 'o.announced_at')} as "announcedAt",
    ${instant(sql, 'o.sealed_at')} as "sealedAt", ${instant(sql, 'o.published_at')} as "publishedAt", ${instant(sql, 'o.ended_at')} as "endedAt",
    o.seed_hash as "seedHash", o.choices_digest as "choicesDigest", ${instant(sql, 'o.publish_at')} as "publishAt", o.publisher_id as publisher, o.problem,
    ${instant(sql, 'o.abandoned_at')} as "abandonedAt",
    o.first_draft_at is not null as "isLookedAt",
    array(select p.slug from project p where p.round_id = o.id and p.state = 'published' order by lower(p.name), p.id) as projects,
    (select count(*)::int from project p where p.round_id = o.id) as "projectCount"`

const figureColumns = (sql: AnySql) => sql`
    (select count(distinct r.team_id)::int from request r where r.round_id = o.id and r.rank is not null) as teams,
    (select count(*)::int from request r where r.round_id = o.id and r.rank is not null) as choices,
    case when o.published_at is not null then o.places else (
        select case when count(*) > count(p.team_limit) then null else coalesce(sum(${freePlacesOf(sql)}), 0)::int end
        from project p where p.round_id = o.id and p.state = 'published') end as places,
    case when o.published_at is not null then (
      select coalesce(json_agg(x), '[]') from (
        select s.rank, s.project_id is not null as "hasPlace", count(*)::int as count from round_result s where s.round_id = o.id group by 1, 2 order by 1, 2) as x)
      end as results`

const newestFirst = (sql: AnySql) => sql`order by o.closes_at desc nulls first, o.id desc`

/** For everybody. */
export async function listAnnouncedRounds(sql: AnySql): Promise<RoundRow[]> {
  return sql<RoundRow[]>`select ${roundColumns(sql)} from round o where o.announced_at is not null ${newestFirst(sql)}`
}

/** For curators. */
export async function listRounds(sql: AnySql): Promise<StoredRound[]> {
  return sql<StoredRound[]>`select ${roundColumns(sql)}, ${figureColumns(sql)} from round o ${newestFirst(sql)}`
}

export async function findRound(sql: AnySql, by: { id: number } | { slug: string }): Promise<StoredRound | undefined> {
  const [row] = await sql<StoredRound[]>`
    select ${roundColumns(sql)}, ${figureColumns(sql)} from round o where ${'id' in by ? sql`o.id = ${by.id}` : sql`o.slug = ${by.slug}`}`
  return row
}

/** For curators and the worker: choices wait until the transaction ends. */
export async function lockRound(sql: AnySql, id: number): Promise<StoredRound | undefined> {
  await lockRows(sql, { wholeRound: sql`${id}::int` })
  return findRound(sql, { id })
}

export type StoredBundle = {
  name: string
  bundle: string | null
  readers: ConsoleRound['bundleFor']
  isParticipant: boolean
  isAbandoned: boolean
}

/** Exactly as published. `personId`: whether they are in a team with choices or a lock. */
export async function findBundle(sql: AnySql, slug: string, personId: number | null): Promise<StoredBundle | undefined> {
  const [row] = await sql<StoredBundle[]>`
    select o.name, o.bundle, o.bundle_for as readers, o.abandoned_at is not null as "isAbandoned",
      exists (select 1 from member m where m.person_id = ${personId}::int and (
        exists (select 1 from request r where r.team_id = m.team_id and r.round_id = o.id and r.rank is not null)
        or exists (select 1 from round_lock l where l.team_id = m.team_id and l.round_id = o.id))) as "isParticipant"
    from round o where o.slug = ${slug} and o.announced_at is not null`
  return row
}

export type StoredChange = { at: string; what: RoundChange; by: string | null; isPublic: boolean; isAfterLook: boolean }
/** A code with its values; rules/round/change.ts has the sentences. */
export type RoundChange = { code: string; [key: string]: string | number | null }

/** Oldest first; with `last` only so many of the newest. */
export async function listRoundChanges(
  sql: AnySql,
  round: number,
  of: 'public' | 'all' = 'all',
  last: number | null = null,
): Promise<StoredChange[]> {
  return sql<StoredChange[]>`
    select ${instant(sql, 'c.at')} as at, c.what, c.is_public as "isPublic", c.after_look as "isAfterLook",
      (select coalesce(nullif(trim(a.name || ' ' || a.surname), ''), a.login) from person a where a.id = c.actor_id and a.deleted_at is null) as by
    from (select * from round_change where round_id = ${round} and (is_public or ${of === 'all'}) order by id desc limit ${last}::int) as c order by c.id`
}

/** Changes after announcing; after the first look at the result they are also in the bundle. */
export async function insertRoundChanges(
  sql: AnySql,
  { id, isLookedAt }: Pick<StoredRound, 'id' | 'isLookedAt'>,
  changes: { what: RoundChange; isPublic: boolean }[],
  { actorId, at }: { actorId: number | null; at: Date },
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into round_change (round_id, at, actor_id, what, is_public, after_look)
    select ${id}, ${at}::timestamptz, ${actorId}::int, one -> 'what', (one -> 'isPublic')::boolean, ${isLookedAt}
    from jsonb_array_elements(${sql.json(changes as never)}) with ordinality as list (one, nth) order by nth`
}
