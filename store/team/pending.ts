import type { AnySql } from '#database/sql.ts'
import { presentMembers, runningProject, sealedRoundOf } from '#store/fragments.ts'
import { emails } from '#store/mail/outbox.ts'
import { lockTeam } from './lock.ts'

// Removals and disbandings by team admins. They take effect when their undo time ends (run/duties/decisions.ts), or at once without one. The team is locked.

export type TeamChange = { team: number; member: number | null; actorId: number } // without a member: disbanding

export async function insertTeamChange(sql: AnySql, { team, member, actorId }: TeamChange, at: Date, dueAt: Date): Promise<void> {
  await sql`
    insert into pending_team_change (team_id, kind, member_id, actor_id, decided_at, due_at)
    values (${team}, ${member === null ? 'disband' : 'removal'}, ${member}, ${actorId}, ${at}, ${dueAt})`
}

/** False when it has taken effect, is due, or was undone already. */
export async function removeTeamChange(
  sql: AnySql,
  { team, member, now }: { team: number; member: number | null; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    delete from pending_team_change where team_id = ${team} and member_id is not distinct from ${member}::int and due_at > ${now}`
  return count === 1
}

export async function listDueTeamChanges(sql: AnySql, now: Date, limit: number): Promise<{ id: number; team: number }[]> {
  return sql`select id, team_id as team from pending_team_change where due_at <= ${now} order by due_at, id limit ${limit}`
}

export type AppliedChange = Omit<TeamChange, 'actorId'> & { actorId: number | null }

export type DueTeamChange = AppliedChange & {
  isActorAdministrator: boolean
  hasProject: boolean
  isInSealedRound: boolean
  requestsWaiting: number
}

/** Locks the team. Undefined: undone, or applied by another process. */
export async function lockDueTeamChange(
  sql: AnySql,
  { id, team }: { id: number; team: number },
  { now, today }: { now: Date; today: string },
): Promise<DueTeamChange | undefined> {
  const [, [row]] = await Promise.all([
    lockTeam(sql, team),
    sql<DueTeamChange[]>`
      select d.team_id as team, d.member_id as member, d.actor_id as "actorId",
        exists (select 1 ${presentMembers(sql)} and m.person_id = d.actor_id and m.is_administrator and p.disabled_at is null) as "isActorAdministrator",
        exists (select 1 ${runningProject(sql, today)}) as "hasProject",
        ${sealedRoundOf(sql, now)} is not null as "isInSealedRound",
        (select count(*)::int from request r where r.team_id = t.id and r.status = 'submitted') as "requestsWaiting"
      from pending_team_change d join team t on t.id = d.team_id where d.id = ${id} and d.due_at <= ${now}`,
  ])
  return row
}

export async function dropTeamChange(sql: AnySql, id: number): Promise<void> {
  await sql`delete from pending_team_change where id = ${id}`
}

/** Everybody, or the removed member; not who decided it. */
export async function notifyRemoved(sql: AnySql, { team, member, actorId }: AppliedChange, at: Date): Promise<void> {
  const isDisbanded = member === null
  await sql`
    ${emails(sql, { kind: 'team_removed', at })}
      p.id, jsonb_build_object('team', t.id, 'by', ${actorId}::int, 'isDisbanded', ${isDisbanded}::boolean)
      from team t, lateral (
        select p.id ${presentMembers(sql)} and p.id is not null and p.disabled_at is null and (m.id = ${member}::int or ${isDisbanded}::boolean)) as p
        where t.id = ${team} and p.id is distinct from ${actorId}::int order by p.id`
}
