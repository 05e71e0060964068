import type { AnySql } from '#database/sql.ts'
import { emails } from '#store/mail/outbox.ts'
import { moved, recorded, steps, type ToldLater } from '#store/request/change.ts'

// Moves of teams by hand, and undoing the last one of a team. The team and the projects are locked.

export type Move = { team: number; project: number | null; outcome: 'finished' | 'left' }

/**
 * Assigns the team to this project, or to none. A request for it is approved, other requests are superseded. Members get an email, except
 * for administrators who get the one about their approved request.
 */
export async function moveTeam(sql: AnySql, { team, project, outcome }: Move, act: ToldLater): Promise<void> {
  const [former] = await sql<{ id: number }[]>`
    update assignment set ended_at = ${act.at}, outcome = ${outcome} where team_id = ${team} and ended_at is null returning id`
  const [dropped] = await sql`
    select coalesce((select jsonb_agg(to_jsonb(d)) from pending_decision d where d.team_id = ${team} and ${project !== null}), '[]') as decisions,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'rank', r.rank)) from request r
        where r.team_id = ${team} and r.status = 'submitted' and r.rank is not null and ${project !== null}), '[]') as ranks`
  const submitted = sql`where team_id = ${team} and status = 'submitted' and`
  const [present] =
    project === null
      ? []
      : await sql<{ id: number }[]>`
    with approved as (${moved(sql, { status: 'approved', reasonId: null, comment: null }, act)} ${submitted} project_id = ${project} ${steps(sql)}),
      superseded as (${moved(sql, { status: 'superseded', reasonId: null, comment: null }, act)} ${submitted} project_id <> ${project} ${steps(sql)}),
      assigned as (insert into assignment (team_id, project_id, assigned_at) values (${team}, ${project}, ${act.at}) returning id),
      moved as (select * from approved union all select * from superseded),
      ${recorded(sql, act, act.tellAt)}
    select id from assigned`
  await sql`
    ${emails(sql, { kind: 'team_moved', at: act.at, dueAt: sql`${act.tellAt}::timestamptz` })}
      reader.id, jsonb_build_object('team', m.team_id, 'project', about.slug, 'by', ${act.actorId}::int, 'ended', ${project === null}::boolean)
      from member m join person reader on reader.id = m.person_id and reader.deleted_at is null
        join assignment a on a.id = ${present?.id ?? former?.id ?? null}::int join project about on about.id = a.project_id
        where m.team_id = ${team} and not (m.is_administrator and exists (
        select 1 from request r where r.team_id = m.team_id and r.project_id = ${project}::int and r.status = 'approved' and r.decided_at = ${act.at}))
        order by reader.id`
  await sql`
    insert into team_move (team_id, from_assignment, to_assignment, at, undo_until, decisions, ranks)
    values (${team}, ${former?.id ?? null}::int, ${present?.id ?? null}::int, ${act.at}, ${act.tellAt}, ${sql.json(dropped!.decisions)}::jsonb,
      ${sql.json(dropped!.ranks)}::jsonb)
    on conflict (team_id) do update set from_assignment = excluded.from_assignment, to_assignment = excluded.to_assignment, at = excluded.at,
      undo_until = excluded.undo_until, decisions = excluded.decisions, ranks = excluded.ranks`
}

/**
 * The ranked round that decides instead of the curator: the project belongs to one that is open or closed without results, or the team has
 * sealed choices. The rounds are locked. Returns its name.
 */
export async function findDecidingRound(
  sql: AnySql,
  { team, project, now }: { team: number; project: number; now: Date },
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select o.name from round o where o.mode = 'ranked' and o.announced_at is not null and o.published_at is null and o.ended_at is null and (
      o.opens_at <= ${now} and o.id = (select round_id from project where id = ${project})
      or (o.sealed_at is not null or o.closes_at <= ${now})
        and exists (select 1 from request r where r.round_id = o.id and r.team_id = ${team} and r.status = 'submitted'))
    order by o.id limit 1`
  return row?.name
}

export type LastMove = { team: number; from: number | null; to: number | null; at: Date; undoUntil: Date }

/**
 * The last move of a team, unless something has changed since; results published for the new project are such a change, and so is the end of the
 * window of a round whose choices the move has ended: sealed lists stay as they are.
 */
export async function findLastMove(sql: AnySql, team: number, now: Date): Promise<LastMove | undefined> {
  const [row] = await sql<LastMove[]>`
    select v.team_id as team, v.from_assignment as "from", v.to_assignment as "to", v.at, v.undo_until as "undoUntil" from team_move v
    left join assignment present on present.team_id = v.team_id and present.ended_at is null
    left join assignment former on former.id = v.from_assignment
    where v.team_id = ${team} and v.undo_until > ${now} and present.id is not distinct from v.to_assignment
      and former.ended_at is not distinct from case when v.from_assignment is not null then v.at end
      and not exists (select 1 from file f where f.team_id = v.team_id and f.project_id = present.project_id and f.created_at > v.at)
      and not exists (select 1 from jsonb_to_recordset(v.ranks) as saved (id int) join request r on r.id = saved.id join round o on o.id = r.round_id
        where o.sealed_at is not null or o.closes_at <= ${now})`
  return row
}

/** The project the team returns to, by slug. */
export async function formerProjectOf(sql: AnySql, { from }: LastMove): Promise<string | null> {
  const [row] = await sql<{ slug: string }[]>`select p.slug from assignment a join project p on p.id = a.project_id where a.id = ${from}`
  return row?.slug ?? null
}

/** Restores the assignment and the requests as they were before the move, and cancels the emails about it that were not sent. */
export async function undoMove(sql: AnySql, { team, from, to, at }: LastMove, act: { actorId: number; at: Date }): Promise<void> {
  await sql`delete from assignment where id = ${to}`
  await sql`update assignment set ended_at = null, outcome = null where id = ${from}`
  await sql`
    with reopened as (
        update request r set status = 'submitted', decided_at = null, reason_id = null, comment = null, updated_at = ${act.at}
        from request former where former.id = r.id and r.team_id = ${team} and r.decided_at = ${at} and r.status in ('approved', 'superseded')
        returning r.id, former.status as from_status)
    insert into request_transition (request_id, from_status, to_status, actor_id, at)
    select id, from_status, 'submitted', ${act.actorId}::int, ${act.at}::timestamptz from reopened order by id`
  await sql`
    update request r set rank = listed.nth from (
      select q.id, row_number() over (partition by q.round_id order by saved.rank nulls last, q.rank) as nth
      from request q left join (select s.id, s.rank from team_move v, jsonb_to_recordset(v.ranks) as s (id int, rank int) where v.team_id = ${team}) as saved
        on saved.id = q.id
      where q.team_id = ${team} and q.status = 'submitted' and q.rank is not null) as listed
    where r.id = listed.id and r.rank <> listed.nth`
  await sql`
    update outbox set state = 'cancelled', due_at = null, ended_at = ${act.at}, reason = 'move_undone'
    where person_id in (select person_id from member where team_id = ${team}) and created_at = ${at} and data->>'team' = ${String(team)} and state = 'queued'`
  await sql`
    insert into pending_decision select d.* from team_move v, jsonb_populate_recordset(null::pending_decision, v.decisions) d
    join request r on r.id = d.request_id and r.status = 'submitted' left join round o on o.id = r.round_id
    where v.team_id = ${team} and (r.round_id is null or o.publish_at = d.due_at)
      and not exists (select 1 from pending_decision p where p.request_id = d.request_id)`
  await sql`delete from team_move where team_id = ${team}`
}
