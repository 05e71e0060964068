import type { AnySql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'
import type { LockedRound, TeamRole } from '#store/request/lock.ts'
import { lockedRoundJson } from '#store/request/lock.ts'
import { moveInRound, tellMove } from './offer.ts'

// Wishes of placed teams and the exchanges between them. Whoever changes them locks the round, so that no two exchanges take the same team.

export type LockedWishes = {
  round: LockedRound | null
  team: { id: number; name: string; teamRole: TeamRole; isPlaced: boolean } | null
  projects: { id: number; slug: string }[]
}

/** `isPlaced`: the team works on a project of the round that curators have not given to it by hand. */
export async function lockForWishes(
  sql: AnySql,
  { slug, team, personId }: { slug: string; team: number; personId: number },
): Promise<LockedWishes> {
  await lockRows(sql, { wholeRound: sql`select id from round where slug = ${slug}` })
  const [row] = await sql<LockedWishes[]>`
    select ${lockedRoundJson(sql)} as round,
      case when m.id is not null then json_build_object('id', t.id, 'name', t.name,
        'teamRole', case when m.is_administrator then 'administrator' else 'member' end,
        'isPlaced', exists (select 1 from assignment a join project p on p.id = a.project_id and p.round_id = o.id
          join round_result s on s.round_id = o.id and s.team_id = a.team_id and not s.is_by_hand where a.team_id = t.id and a.ended_at is null)) end as team,
      coalesce((select json_agg(json_build_object('id', p.id, 'slug', p.slug)) from project p where p.round_id = o.id), '[]') as projects
    from (values (1)) as one
    left join round o on o.slug = ${slug} and o.announced_at is not null and o.mode = 'ranked'
    left join team t on t.id = ${team} and t.disbanded_at is null
    left join member m on m.team_id = t.id and m.person_id = ${personId}`
  return row!
}

export async function setWishes(sql: AnySql, round: number, team: number, projects: number[]): Promise<void> {
  await sql`delete from round_wish where round_id = ${round} and team_id = ${team}`
  await sql`
    insert into round_wish (round_id, team_id, project_id, rank)
    select ${round}, ${team}, project, nth from unnest(${projects}::int[]) with ordinality as given (project, nth)`
}

export type WishRow = { team: number; project: number; number: string; wishes: number[] }

/** Placed teams without an open exchange, with the wishes that are suitable for them and that they have not refused since then. */
export async function listWishes(sql: AnySql, round: number, refusedSince: Date): Promise<WishRow[]> {
  return sql<WishRow[]>`
    select a.team_id as team, a.project_id as project, coalesce(s.number, '') as number,
      array(select w.project_id from round_wish w where w.round_id = ${round} and w.team_id = a.team_id and not exists (
        select 1 from request q join round_mark k on k.request_id = q.id and k.mark = 'unsuitable'
        where q.round_id = ${round} and q.team_id = a.team_id and q.project_id = w.project_id)
        and not exists (select 1 from round_exchange_move v join round_exchange e on e.id = v.exchange_id
          where e.round_id = ${round} and v.team_id = a.team_id and v.to_project = w.project_id and v.is_refused and e.ended_at > ${refusedSince})
        order by w.rank) as wishes
    from assignment a join project p on p.id = a.project_id and p.round_id = ${round}
    join round_result s on s.round_id = ${round} and s.team_id = a.team_id and not s.is_by_hand
    where a.ended_at is null and not exists (
      select 1 from round_exchange_move v join round_exchange e on e.id = v.exchange_id and e.state = 'open' where v.team_id = a.team_id)
    order by a.team_id`
}

export type NewMove = { team: number; from: number; to: number }

export async function insertExchange(
  sql: AnySql,
  { id, slug }: { id: number; slug: string },
  moves: NewMove[],
  { at, dueAt }: { at: Date; dueAt: Date },
): Promise<void> {
  const [exchange] = await sql<{ id: number }[]>`
    insert into round_exchange (round_id, created_at, due_at) values (${id}, ${at}, ${dueAt}) returning id`
  await sql`
    insert into round_exchange_move (exchange_id, team_id, from_project, to_project)
    select ${exchange!.id}, team, "from", "to" from jsonb_to_recordset(${sql.json(moves as never)}) as x (team int, "from" int, "to" int)`
  const slugs = new Map(
    (await sql<{ id: number; slug: string }[]>`select id, slug from project where id = any(${moves.map(({ to }) => to)}::int[])`).map(
      (row) => [row.id, row.slug],
    ),
  )
  for (const { team, to } of moves) await tellMove(sql, 'round_exchange', slug, { team, project: slugs.get(to)! }, at, dueAt)
}

export type LockedExchange = {
  round: LockedRound
  state: 'open' | 'done' | 'ended'
  isDue: boolean
  team: { id: number; name: string; teamRole: TeamRole } | null // null: does not take part
  moves: (NewMove & { toSlug: string; isConfirmed: boolean; isPossible: boolean })[]
}

/** Lock order: round, projects, teams. */
export async function lockExchange(
  sql: AnySql,
  { slug, id, team, personId, now }: { slug: string; id: number; team: number; personId: number; now: Date },
): Promise<LockedExchange | undefined> {
  await lockRows(sql, { wholeRound: sql`select id from round where slug = ${slug}` })
  await lockRows(sql, {
    project: sql`select from_project from round_exchange_move where exchange_id = ${id}`,
    team: sql`select team_id from round_exchange_move where exchange_id = ${id}`,
  })
  const [row] = await sql<LockedExchange[]>`
    select ${lockedRoundJson(sql)} as round, e.state, e.due_at <= ${now} as "isDue",
      (select json_build_object('id', t.id, 'name', t.name, 'teamRole', case when m.is_administrator then 'administrator' else 'member' end)
        from round_exchange_move v join team t on t.id = v.team_id join member m on m.team_id = t.id and m.person_id = ${personId}
        where v.exchange_id = e.id and v.team_id = ${team}) as team,
      (select json_agg(json_build_object('team', v.team_id, 'from', v.from_project, 'to', v.to_project, 'toSlug', p.slug, 'isConfirmed', v.is_confirmed,
          'isPossible', p.state = 'published' and p.round_id = o.id and exists (select 1 from assignment a where a.team_id = v.team_id and a.project_id = v.from_project and a.ended_at is null)) order by v.team_id)
        from round_exchange_move v join project p on p.id = v.to_project where v.exchange_id = e.id) as moves
    from round_exchange e join round o on o.id = e.round_id and o.slug = ${slug} where e.id = ${id}`
  return row
}

export async function confirmExchange(sql: AnySql, id: number, team: number): Promise<void> {
  await sql`update round_exchange_move set is_confirmed = true where exchange_id = ${id} and team_id = ${team}`
}

/** All teams move, the last one to confirm is `act.team`. The places are freed and taken in one transaction: none of them is offered to others. */
export async function moveAll(
  sql: AnySql,
  id: number,
  round: { id: number; slug: string },
  moves: LockedExchange['moves'],
  act: { team: number; actorId: number; at: Date; today: string },
): Promise<void> {
  const teams = moves.map(({ team }) => team)
  // First all leave: a full project has no place for one who comes before another goes.
  await sql`update assignment set ended_at = ${act.at}, outcome = 'left' where team_id = any(${teams}::int[]) and ended_at is null`
  for (const { team, to, toSlug } of moves) {
    await moveInRound(
      sql,
      round.id,
      { team, project: to },
      { at: act.at, today: act.today, actorId: team === act.team ? act.actorId : null },
    )
    await tellMove(sql, 'round_exchange', round.slug, { team, project: toSlug }, act.at)
  }
  await sql`delete from round_wish where round_id = ${round.id} and team_id = any(${teams}::int[])`
  await sql`update round_exchange set state = 'done', ended_at = ${act.at} where id = ${id}`
}

/**
 * Ends it for all. The wish of the team that refused, or of all that let the deadline pass, is removed: the same exchange is not proposed again.
 * Other wishes stay when a team has moved otherwise.
 */
export async function endExchange(sql: AnySql, id: number, at: Date, refused: number | null): Promise<void> {
  await sql`update round_exchange_move set is_refused = true, is_confirmed = false where exchange_id = ${id} and team_id = ${refused}`
  await sql`
    delete from round_wish w using round_exchange_move v, round_exchange e
    where e.id = ${id} and v.exchange_id = e.id and w.round_id = e.round_id and w.team_id = v.team_id and w.project_id = v.to_project
      and (v.is_refused or ${refused}::int is null and e.due_at <= ${at} and not v.is_confirmed)`
  await sql`update round_exchange set state = 'ended', ended_at = ${at} where id = ${id} and state = 'open'`
}

export type DueExchange = { id: number; round: number; slug: string }

/** Those whose deadline has passed, and those of a team that has moved otherwise. */
export async function listDueExchanges(sql: AnySql, now: Date): Promise<DueExchange[]> {
  return sql<DueExchange[]>`
    select e.id, o.id as round, o.slug from round_exchange e join round o on o.id = e.round_id where e.state = 'open' and (e.due_at <= ${now} or exists (
      select 1 from round_exchange_move v where v.exchange_id = e.id
        and not exists (select 1 from assignment a where a.team_id = v.team_id and a.project_id = v.from_project and a.ended_at is null)))
    order by e.due_at, e.id limit 200`
}
