import type { AnySql } from '#database/sql.ts'
import { type LockedRound, lockedRoundJson, type TeamRole } from '#store/request/lock.ts'

// Offers of free places after the results of a round. The database makes them (migrations 0030 and 0042); teams accept and decline them.

export type LockedOffer = {
  round: LockedRound
  id: number
  request: number
  team: number
  teamName: string
  teamRole: TeamRole
  project: number
  projectSlug: string
  rank: number
  state: 'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn'
  isDue: boolean
  hasPlace: boolean // besides other offers
  isWanted: boolean // the team has nothing that it ranked as high, and nothing else
}

/** Lock order: round, both projects by id, team, offer. */
export async function lockOffer(
  sql: AnySql,
  { slug, id, personId, now }: { slug: string; id: number; personId: number; now: Date },
): Promise<LockedOffer | undefined> {
  await sql`
    with target as (select f.* from round_offer f join round o on o.id = f.round_id and o.slug = ${slug} where f.id = ${id}),
      locked_round as (select id from round where id = (select round_id from target) for share),
      locked_project as (
        select id from project where (select count(*) from locked_round) >= 0 and (id = (select project_id from target)
          or id = (select a.project_id from assignment a where a.team_id = (select team_id from target) and a.ended_at is null)) order by id for no key update),
      locked_team as (
        select id from team where id = (select team_id from target) and (select count(*) from locked_project) >= 0 for no key update)
    select id from round_offer where id = (select id from target) and (select count(*) from locked_team) >= 0 for no key update`
  const [row] = await sql<LockedOffer[]>`
    select ${lockedRoundJson(sql)} as round, f.id, f.request_id as request, f.team_id as team, t.name as "teamName", f.project_id as project, p.slug as "projectSlug",
      r.rank, f.state, f.due_at <= ${now} as "isDue", is_offer_wanted(r.id)
        and not exists (select 1 from pending_decision d where d.team_id = f.team_id and d.decision = 'approved') as "isWanted", p.state = 'published' and (p.team_limit is null or p.team_limit > places_taken(p.id)) as "hasPlace",
      case when m.is_administrator then 'administrator' when m.id is not null then 'member' end as "teamRole"
    from round_offer f join round o on o.id = f.round_id and o.slug = ${slug} join team t on t.id = f.team_id join project p on p.id = f.project_id
    join request r on r.id = f.request_id left join member m on m.team_id = f.team_id and m.person_id = ${personId}
    where f.id = ${id}`
  return row
}

export type LockedWaiting = { round: LockedRound | null; team: { id: number; name: string; teamRole: TeamRole } | null }

/** Lock order: round, project, team. */
export async function lockForWaiting(
  sql: AnySql,
  { slug, team, request, personId }: { slug: string; team: number; request: number; personId: number },
): Promise<LockedWaiting> {
  await sql`
    with locked_round as (select id from round where slug = ${slug} for share),
      locked_project as (
        select id from project where id = (select project_id from request where id = ${request} and team_id = ${team}) and (select count(*) from locked_round) >= 0
        for no key update)
    select id from team where id = ${team} and (select count(*) from locked_project) >= 0 for no key update`
  const [row] = await sql<LockedWaiting[]>`
    select ${lockedRoundJson(sql)} as round,
      case when m.id is not null then json_build_object('id', t.id, 'name', t.name,
        'teamRole', case when m.is_administrator then 'administrator' else 'member' end) end as team
    from (values (1)) as one
    left join round o on o.slug = ${slug} and o.announced_at is not null and o.mode = 'ranked'
    left join team t on t.id = ${team} and t.disbanded_at is null
    left join member m on m.team_id = t.id and m.person_id = ${personId}`
  return row!
}

/** A team that returns may be the one that gets a free place. */
export async function setWaiting(sql: AnySql, request: number, isWaiting: boolean, at: Date): Promise<void> {
  await sql`update request set left_waitlist_at = ${isWaiting ? null : at} where id = ${request}`
  if (isWaiting) await sql`select offer_places(project_id) from request where id = ${request}`
}

export async function declineOffer(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update round_offer set state = 'declined', ended_at = ${at} where id = ${id} and state = 'open'`
}

type Act = { actorId: number | null; at: Date } // null: somebody of another team

/**
 * Moves a team to a project of the round: assignment, requests and their history. The place it had becomes free; its other waiting requests are
 * closed. A request goes through `submitted`: the database allows no other step between decisions.
 */
export async function moveInRound(
  sql: AnySql,
  round: number,
  { team, project }: { team: number; project: number },
  { actorId, at }: Act,
): Promise<void> {
  const changed = sql`r.team_id = ${team} and (r.status = 'submitted' or r.round_id = ${round} and r.rank is not null
    and (r.status = 'approved' or r.project_id = ${project} and r.status in ('declined', 'superseded')))`
  const before = await sql<{ id: number; status: string; next: string }[]>`
    select r.id, r.status, case when r.project_id = ${project} then 'approved' else 'superseded' end as next from request r where ${changed} order by r.id for no key update`
  const moving = before.filter(({ status, next }) => status !== next)
  const ids = moving.map(({ id }) => id)
  await sql`
    update request set status = 'submitted', reason_id = null, comment = null, decided_at = null where id = any(${ids}::int[]) and status <> 'submitted'`
  await sql`
    with moved as (
      update request r set status = given.next, decided_at = ${at}, updated_at = ${at}
      from jsonb_to_recordset(${sql.json(moving as never)}) as given (id int, status text, next text) where r.id = given.id
      returning r.id, given.status as before, given.next)
    insert into request_transition (request_id, from_status, to_status, actor_id, at)
    select id, before, next, ${actorId}::int, ${at}::timestamptz from moved order by id`
  await sql`
    update assignment a set ended_at = ${at}, outcome = case when exists (select 1 from current_work w where w.id = a.id) then 'left' else 'finished' end
    where a.team_id = ${team} and a.ended_at is null`
  await sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${project}, ${at})`
}

/** The team gets the place; the database ends its open offers for choices that it ranked lower. */
export async function acceptOffer(sql: AnySql, offer: LockedOffer, act: Act): Promise<void> {
  await sql`update round_offer set state = 'accepted', ended_at = ${act.at} where id = ${offer.id}`
  await moveInRound(sql, offer.round.id, offer, act)
  await tellMove(sql, 'round_offer', offer.round.slug, { team: offer.team, project: offer.projectSlug }, act.at)
}

/** One email to each admin of the team. */
export async function tellMove(
  sql: AnySql,
  kind: 'round_offer' | 'round_exchange',
  round: string,
  { team, project }: { team: number; project: string },
  at: Date,
  until: Date | null = null, // to answer; null: it is done
): Promise<void> {
  await sql`
    insert into outbox (kind, person_id, data, created_at)
    select ${kind}, reader.id, jsonb_build_object('round', ${round}::text, 'team', m.team_id, 'project', ${project}::text, 'ended', ${until === null}::boolean,
      'until', ${until}::timestamptz), ${at}::timestamptz
    from member m join person reader on reader.id = m.person_id and reader.deleted_at is null
    where m.team_id = ${team} and m.is_administrator order by reader.id`
}

// Open offers, numbered by claim among those of the project. One is valid if a place is left for it: curators can give it to another team, lower the
// limit, or withdraw the project; and if its team has got no other work, which it can at the moment in which the offer is made.
const openOffers = (sql: AnySql) => sql`
  select f.id, f.round_id, f.project_id, f.due_at, p.state = 'published' and is_offer_wanted(f.request_id) and coalesce(row_number() over (partition by f.project_id order by f.id)
    <= p.team_limit - (select count(*) from assignment a where a.project_id = p.id and a.ended_at is null), true) as is_valid
  from round_offer f join project p on p.id = f.project_id where f.state = 'open'`

/** Projects with a place that is not offered although a team waits for it: it was busy when the place became free. */
export async function listPlacesToOffer(sql: AnySql): Promise<{ round: number; project: number }[]> {
  return sql<{ round: number; project: number }[]>`
    select o.id as round, p.id as project from round o join project p on p.round_id = o.id and p.state = 'published'
    where o.published_at is not null and o.ended_at is null and coalesce(places_to_offer(p) > 0, true)
      and exists (select 1 from waiting_choice w where w.round_id = o.id and w.project_id = p.id) order by p.id limit 200`
}

export async function offerPlaces(sql: AnySql, project: number): Promise<void> {
  await sql`select offer_places(${project})`
}

type DueOffer = { id: number; round: number; project: number }

/** Those whose deadline has passed, and those that are not valid any more. */
export async function listDueOffers(sql: AnySql, now: Date): Promise<DueOffer[]> {
  return sql<DueOffer[]>`
    select id, round_id as round, project_id as project from (${openOffers(sql)}) as open where due_at <= ${now} or not is_valid order by due_at, id limit 200`
}

/** In a transaction of its own, in which the place is offered to the next team. A team whose offer lost its place can get it again. */
export async function endOffer(sql: AnySql, { id, round, project }: DueOffer, now: Date): Promise<void> {
  await sql`select id from round where id = ${round} for share`
  await sql`select id from project where id = ${project} for no key update`
  await sql`
    update round_offer f set state = case when is_valid then 'expired' else 'withdrawn' end, ended_at = ${now} from (${openOffers(sql)}) as open
    where f.id = ${id} and f.state = 'open' and open.id = f.id and (open.due_at <= ${now} or not is_valid)`
}

/** How many emails offer the places that these projects would get with other limits, as `offer_places` does (migration 0042). */
export async function countOfferEmails(sql: AnySql, limits: readonly { id: number; teamLimit: number | null }[]): Promise<number> {
  if (limits.length === 0) return 0
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from unnest(${limits.map(({ id }) => id)}::int[], ${limits.map(({ teamLimit }) => teamLimit)}::int[]) as given (id, team_limit)
    join project p on p.id = given.id and p.team_limit is not null and coalesce(given.team_limit > p.team_limit, true)
    cross join lateral (
      select w.team_id from waiting_choice w where w.round_id = p.round_id and w.project_id = p.id
      order by w.is_preferred desc, w.number collate "C", w.pseudonym collate "C"
      limit case when given.team_limit is not null then greatest(0, places_to_offer(p) + given.team_limit - p.team_limit) end) as offered
    join member x on x.team_id = offered.team_id and x.is_administrator
    join person reader on reader.id = x.person_id and reader.deleted_at is null`
  return row!.count
}
