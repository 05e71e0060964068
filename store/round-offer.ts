import { type LockedRound, lockedRoundJson, type TeamRole } from './request.ts'
import type { AnySql, Sql } from './sql.ts'

// Offers of free places after the results of a round. The database makes them (migration 0030); teams accept and decline them.

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
      r.rank, f.state, f.due_at <= ${now} as "isDue", p.state = 'published' and (p.team_limit is null or p.team_limit > places_taken(p.id)) as "hasPlace",
      case when m.is_administrator then 'administrator' when m.id is not null then 'member' end as "teamRole"
    from round_offer f join round o on o.id = f.round_id and o.slug = ${slug} join team t on t.id = f.team_id join project p on p.id = f.project_id
    join request r on r.id = f.request_id left join member m on m.team_id = f.team_id and m.person_id = ${personId}
    where f.id = ${id}`
  return row
}

export async function declineOffer(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update round_offer set state = 'declined', ended_at = ${at} where id = ${id} and state = 'open'`
}

type Act = { actorId: number; at: Date }

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
  const changed = sql`r.team_id = ${team} and (r.status = 'submitted' or r.round_id = ${round}
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
  await sql`update assignment set ended_at = ${at}, outcome = 'left' where team_id = ${team} and ended_at is null`
  await sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${project}, ${at})`
}

/** The team gets the place; its open offers for choices that it ranked lower end. */
export async function acceptOffer(sql: AnySql, offer: LockedOffer, act: Act): Promise<void> {
  await moveInRound(sql, offer.round.id, offer, act)
  await sql`update round_offer set state = 'accepted', ended_at = ${act.at} where id = ${offer.id}`
  await sql`
    update round_offer f set state = 'withdrawn', ended_at = ${act.at} from request r
    where r.id = f.request_id and f.team_id = ${offer.team} and f.round_id = ${offer.round.id} and f.state = 'open' and r.rank > ${offer.rank}`
  await tellMove(sql, 'round_offer', offer.round.slug, { team: offer.team, project: offer.projectSlug }, act.at)
}

/** One email to each admin of the team. */
export async function tellMove(
  sql: AnySql,
  kind: 'round_offer' | 'round_exchange',
  round: string,
  { team, project }: { team: number; project: string },
  at: Date,
  isDone = true,
): Promise<void> {
  await sql`
    insert into outbox (kind, person_id, data, created_at)
    select ${kind}, reader.id, jsonb_build_object('round', ${round}::text, 'team', m.team_id, 'project', ${project}::text, 'ended', ${isDone}::boolean), ${at}::timestamptz
    from member m join person reader on reader.id = m.person_id and reader.deleted_at is null
    where m.team_id = ${team} and m.is_administrator order by reader.id`
}

/** Each in a transaction of its own, in which the place is offered to the next team. Returns how many. */
export async function expireOffers(sql: Sql, now: Date): Promise<number> {
  const due = await sql<{ id: number; project: number }[]>`
    select id, project_id as project from round_offer where state = 'open' and due_at <= ${now} order by due_at, id limit 200`
  for (const { id, project } of due)
    await sql.begin(async (sql) => {
      await sql`select id from project where id = ${project} for no key update`
      await sql`update round_offer set state = 'expired', ended_at = ${now} where id = ${id} and state = 'open'`
    })
  return due.length
}
