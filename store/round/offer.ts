import type { AnySql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'
import { emails, toAdministrators } from '#store/mail/outbox.ts'
import { type LockedRound, lockedRoundJson, type TeamRole } from '#store/request/lock.ts'
import { isPromised, workOf } from './waitlist.ts'

// Teams accept and decline offers of free places after the results of a round; actions/round/waitlist.ts makes them.

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
  work: { rank: number | null } | null // of the team, as in store/round/waitlist.ts
  isDisbanded: boolean
  isPromised: boolean // another project
}

/** Locked with its round, both projects and the team. */
export async function lockOffer(
  sql: AnySql,
  { slug, id, personId, now, today }: { slug: string; id: number; personId: number; now: Date; today: string },
): Promise<LockedOffer | undefined> {
  const offered = sql`from round_offer f join round o on o.id = f.round_id and o.slug = ${slug} where f.id = ${id}`
  await lockRows(sql, {
    round: sql`select f.round_id ${offered}`,
    project: sql`select f.project_id ${offered}
      union select a.project_id from assignment a where a.team_id = (select f.team_id ${offered}) and a.ended_at is null`,
    team: sql`select f.team_id ${offered}`,
    offer: sql`select f.id ${offered}`,
  })
  const [row] = await sql<LockedOffer[]>`
    select ${lockedRoundJson(sql)} as round, f.id, f.request_id as request, f.team_id as team, t.name as "teamName", f.project_id as project, p.slug as "projectSlug",
      q.rank, f.state, f.due_at <= ${now} as "isDue", ${workOf(sql, today)} as work, t.disbanded_at is not null as "isDisbanded",
      ${isPromised(sql)} as "isPromised", p.state = 'published' and (p.team_limit is null or p.team_limit > places_taken(p.id)) as "hasPlace",
      case when m.is_administrator then 'administrator' when m.id is not null then 'member' end as "teamRole"
    from round_offer f join round o on o.id = f.round_id and o.slug = ${slug} join team t on t.id = f.team_id join project p on p.id = f.project_id
    join request q on q.id = f.request_id left join member m on m.team_id = f.team_id and m.person_id = ${personId}
    where f.id = ${id}`
  return row
}

export type LockedWaiting = { round: LockedRound | null; team: { id: number; name: string; teamRole: TeamRole } | null }

/** Round, project and team, locked. */
export async function lockForWaiting(
  sql: AnySql,
  { slug, team, request, personId }: { slug: string; team: number; request: number; personId: number },
): Promise<LockedWaiting> {
  await lockRows(sql, {
    round: sql`select id from round where slug = ${slug}`,
    project: sql`select project_id from request where id = ${request} and team_id = ${team}`,
    team: sql`${team}::int`,
  })
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

/** Returns the project. */
export async function setWaiting(sql: AnySql, request: number, isWaiting: boolean, at: Date): Promise<number> {
  const [row] = await sql<{ project: number }[]>`
    update request set left_waitlist_at = ${isWaiting ? null : at} where id = ${request} returning project_id as project`
  return row!.project
}

export async function declineOffer(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update round_offer set state = 'declined', ended_at = ${at} where id = ${id} and state = 'open'`
}

type Act = { actorId: number | null; at: Date; today: string } // null: somebody of another team

/**
 * Moves a team to a project of the round: assignment, requests and their history. The place it had becomes free; its other waiting requests are
 * closed. A request goes through `submitted`: the database allows no other step between decisions.
 */
export async function moveInRound(
  sql: AnySql,
  round: number,
  { team, project }: { team: number; project: number },
  { actorId, at, today }: Act,
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
    update assignment a set ended_at = ${at}, outcome = case when p.date_end < ${today} then 'finished' else 'left' end from project p
    where a.team_id = ${team} and a.ended_at is null and p.id = a.project_id`
  await sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${project}, ${at})`
}

/** The team gets the place. */
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
    ${emails(sql, { kind, at })}
      reader.id, jsonb_build_object('round', ${round}::text, 'team', m.team_id, 'project', ${project}::text, 'ended', ${until === null}::boolean,
        'until', ${until}::timestamptz)
      from (values (${team}::int)) as given (team_id) ${toAdministrators(sql, sql`given.team_id`)} order by reader.id`
}
