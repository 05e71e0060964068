import type { TeamMakers } from '#contract/settings.ts'
import type { InvitationLink, InvitedPerson, JoinRequest, TeamPageMember } from '#contract/team.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import type { AnySql } from '#database/sql.ts'
import {
  freeTeamsOf,
  fullNameOrLogin,
  instant,
  isChoice,
  memberName,
  offeredRoles,
  presentMembers,
  rolesOfMember,
  runningProject,
  sealedRoundOf,
  wantedRolesOfTeam,
} from '#store/fragments.ts'
import { emails } from '#store/mail/outbox.ts'
import { avatarOf } from '#store/person/account.ts'
import { lockTeam } from './lock.ts'
import { setRoles } from './member.ts'

// A living team for its members and for people who can join it, and the changes its admins make. The lock order is in decision 21.

type PendingChange = { takesEffectAt: string; by: string | null }
export type StoredOwnTeam = {
  id: number
  name: string
  description: string | null
  formedBy: TeamMakers
  isLooking: boolean
  wantedRoles: WantedRole[]
  members: TeamPageMember[]
  project: { slug: string; name: string } | null // that the team works on
  requestsWaiting: number
  applicationsWaiting: number // outside of ranked rounds
  isRoundOpen: boolean // a ranked one
  sealedRound: string | null
  disbanding: PendingChange | null
  links: InvitationLink[]
  invited: InvitedPerson[]
  joinRequests: JoinRequest[]
  own: {
    member: number | null
    isAdministrator: boolean
    joinRequest: JoinRequest | null
    invitation: number | null
    leaveRequest: { id: number; createdAt: string } | null
    leaveRequestsOfDay: number
    firstLeaveRequest: string | null // of the last 24 hours
    joinRequestsOfDay: number
    firstJoinRequest: string | null
    openJoinRequests: number
    freeTeams: number
  }
}
/** `today` is the day in the time zone of the directory. */
export type Reader = { personId: number; now: Date; today: string }

const pendingJson = (sql: AnySql) =>
  sql`json_build_object('takesEffectAt', ${instant(sql, 'd.due_at')}, 'by', ${fullNameOrLogin(sql, 'actor')})`

/** Of the open join request j. */
const joinRequestJson = (sql: AnySql) => sql`json_build_object(
  'id', j.id, 'team', json_build_object('id', t.id, 'name', t.name),
  'person', json_build_object('id', p.id, 'name', ${fullNameOrLogin(sql)}, 'avatar', ${avatarOf(sql)}, 'roles', ${offeredRoles(sql)}),
  'message', j.message, 'status', j.status, 'createdAt', ${instant(sql, 'j.created_at')}, 'expiresAt', ${instant(sql, 'j.expires_at')},
  'endedAt', ${instant(sql, 'j.ended_at')})`

export async function findOwnTeam(sql: AnySql, id: number, { personId, now, today }: Reader): Promise<StoredOwnTeam | undefined> {
  const yesterday = new Date(now.getTime() - 86_400_000)
  const isOpen = (alias: 'j' | 'i') => sql`${sql(`${alias}.status`)} = 'open' and ${sql(`${alias}.expires_at`)} > ${now}`
  const [row] = await sql<StoredOwnTeam[]>`
    select t.id, t.name, t.description, t.formed_by as "formedBy", t.is_looking as "isLooking", ${wantedRolesOfTeam(sql)} as "wantedRoles",
      coalesce((
        select json_agg(json_build_object('id', m.id, 'person', p.id, 'name', ${memberName(sql)}, 'avatar', ${avatarOf(sql)}, 'roles', ${rolesOfMember(sql)},
          'isAdministrator', m.is_administrator, 'isActive', p.id is not null and p.disabled_at is null, 'joinedAt', ${instant(sql, 'm.created_at')},
          'removal', (select ${pendingJson(sql)} from pending_team_change d left join person actor on actor.id = d.actor_id where d.member_id = m.id))
          order by m.created_at, m.id) ${presentMembers(sql)}), '[]') as members,
      (select json_build_object('slug', o.slug, 'name', o.name) ${runningProject(sql, today)}) as project,
      (select count(*)::int from request r where r.team_id = t.id and r.status = 'submitted') as "requestsWaiting",
      (select count(*)::int from request r where r.team_id = t.id and r.status = 'submitted' and not ${isChoice(sql)}) as "applicationsWaiting",
      exists (
        select 1 from round where mode = 'ranked' and announced_at is not null and ended_at is null and opens_at <= ${now} and closes_at > ${now}) as "isRoundOpen",
      ${sealedRoundOf(sql, now)} as "sealedRound",
      (select ${pendingJson(sql)} from pending_team_change d left join person actor on actor.id = d.actor_id
        where d.team_id = t.id and d.kind = 'disband') as disbanding,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'createdBy', ${fullNameOrLogin(sql)}, 'createdAt', ${instant(sql, 'l.created_at')},
          'expiresAt', ${instant(sql, 'l.expires_at')}, 'uses', l.uses, 'mostUses', l.max_uses) order by l.id)
        from team_invitation l left join person p on p.id = l.created_by
        where l.team_id = t.id and l.ended_at is null and l.expires_at > ${now} and l.uses < l.max_uses), '[]') as links,
      coalesce((
        select json_agg(json_build_object('id', i.id, 'person', p.id, 'name', ${fullNameOrLogin(sql)}, 'avatar', ${avatarOf(sql)},
          'createdAt', ${instant(sql, 'i.created_at')}, 'expiresAt', ${instant(sql, 'i.expires_at')}) order by i.id)
        from person_invitation i join person p on p.id = i.person_id where i.team_id = t.id and ${isOpen('i')}), '[]') as invited,
      coalesce((
        select json_agg(${joinRequestJson(sql)} order by j.id)
        from join_request j join person p on p.id = j.person_id where j.team_id = t.id and ${isOpen('j')}), '[]') as "joinRequests",
      json_build_object(
        'member', mine.id, 'isAdministrator', coalesce(mine.is_administrator, false),
        'joinRequest', (select ${joinRequestJson(sql)} from join_request j join person p on p.id = j.person_id
          where j.team_id = t.id and j.person_id = ${personId} and ${isOpen('j')}),
        'invitation', (select i.id from person_invitation i where i.team_id = t.id and i.person_id = ${personId} and ${isOpen('i')}),
        'leaveRequest', (select json_build_object('id', q.id, 'createdAt', ${instant(sql, 'q.created_at')})
          from leave_request q where q.team_id = t.id and q.person_id = ${personId} and q.status = 'open'),
        'leaveRequestsOfDay', left_today.count, 'firstLeaveRequest', ${instant(sql, 'left_today.first')},
        'joinRequestsOfDay', joined_today.count, 'firstJoinRequest', ${instant(sql, 'joined_today.first')},
        'openJoinRequests', (select count(*) from join_request j where j.person_id = ${personId} and ${isOpen('j')}),
        'freeTeams', ${freeTeamsOf(sql, personId, today)}) as own
    from team t left join member mine on mine.team_id = t.id and mine.person_id = ${personId},
      (select count(*), min(created_at) as first from leave_request where person_id = ${personId} and created_at > ${yesterday}) as left_today,
      (select count(*), min(created_at) as first from join_request where person_id = ${personId} and created_at > ${yesterday}) as joined_today
    where t.id = ${id} and t.disbanded_at is null`
  return row
}

/** The lock is a statement of its own, so that the query behind it has a snapshot taken after it. */
export async function lockOwnTeam(sql: AnySql, id: number, reader: Reader): Promise<StoredOwnTeam | undefined> {
  const [, team] = await Promise.all([lockTeam(sql, id), findOwnTeam(sql, id, reader)])
  return team
}

/** For making a team: the person is locked. The audit log remembers teams the person has left. */
export async function countOwnTeams(
  sql: AnySql,
  { personId, now, today }: Reader,
): Promise<{ freeTeams: number; teamsOfDay: number; firstOfDay: Date | null }> {
  const [row] = await sql<{ freeTeams: number; teamsOfDay: number; firstOfDay: Date | null }[]>`
    select ${freeTeamsOf(sql, personId, today)} as "freeTeams", count(*)::int as "teamsOfDay", min(at) as "firstOfDay"
    from audit_event where actor_id = ${personId} and action = 'createOwnTeam' and at > ${new Date(now.getTime() - 86_400_000)}`
  return row!
}

type TeamText = { name: string; description: string | null; isLooking: boolean }

/** The maker becomes its administrator. */
export async function insertOwnTeam(
  sql: AnySql,
  { name, description, isLooking }: TeamText,
  maker: { personId: number; roleIds: number[] },
  at: Date,
): Promise<number> {
  const [row] = await sql<{ id: number; member: number }[]>`
    with made as (
        insert into team (name, description, is_looking, formed_by, created_at, updated_at)
        values (${name}, ${description}, ${isLooking}, 'members', ${at}, ${at}) returning id)
    insert into member (team_id, person_id, name, is_administrator, created_at)
    select made.id, p.id, ${fullNameOrLogin(sql)}, true, ${at} from made, person p where p.id = ${maker.personId}
    returning team_id as id, id as member`
  if (maker.roleIds.length > 0) await setRoles(sql, row!.member, maker.roleIds)
  return row!.id
}

export async function setAdministrator(sql: AnySql, memberId: number, isAdministrator: boolean): Promise<void> {
  await sql`update member set is_administrator = ${isAdministrator} where id = ${memberId}`
}

/** Asks the curator of the project, or all of them. */
export async function insertLeaveRequest(
  sql: AnySql,
  { team, personId, message, at, today }: { team: number; personId: number; message: string | null; at: Date; today: string },
): Promise<void> {
  await sql`
    with asked as (
        insert into leave_request (team_id, person_id, message, created_at) values (${team}, ${personId}, ${message}, ${at}) returning id, team_id),
      curator as (
        select w.id from team t, lateral (select o.curator_id ${runningProject(sql, today)}) as work join person w on w.id = work.curator_id
        where t.id = ${team} and w.access <> 'member' and w.disabled_at is null)
    ${emails(sql, { kind: 'leave_request', at })}
      reader.id, jsonb_build_object('team', asked.team_id, 'by', ${personId}::int, 'request', asked.id)
      from asked, person reader where reader.access <> 'member' and reader.disabled_at is null and reader.deleted_at is null
        and reader.id <> ${personId} and (reader.id in (select id from curator) or not exists (select 1 from curator)) order by reader.id`
}

export async function cancelLeaveRequest(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update leave_request set status = 'cancelled', ended_at = ${at} where id = ${id} and status = 'open'`
}
