import { type Joining, MOST_RANKED, type OpenPerson } from '#contract/joining.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import type { AnySql } from '#database/sql.ts'
import {
  fullNameOrLogin,
  hasAdministrator,
  instant,
  isDisbanding,
  offeredRoles,
  presentMembers,
  rolesOfMember,
  runningProject,
  sealedRoundOf,
  wantedRolesOfProject,
  wantedRolesOfTeam,
} from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { toInviteColumns } from '#store/team/invitation.ts'
import { avatarUrl } from './account.ts'

// What people say about joining teams, and the teams and people that can be found by it.

/** Also while they are not open. */
const ownRoles = (sql: AnySql) => sql`array(
  select r.name from person_joining_role o join role r on r.id = o.role_id where o.person_id = p.id order by o.position)`

const interests = (sql: AnySql) => sql`coalesce((
  select json_agg(json_build_object('slug', i.slug, 'name', i.name) order by q.position)
  from person_joining_project q join project i on i.id = q.project_id where q.person_id = p.id and i.state = 'published'), '[]')`

export async function findJoining(sql: AnySql, personId: number): Promise<Joining> {
  const [row] = await sql<Joining[]>`
    select coalesce(j.is_open, false) as "isOpen", j.sentence, ${ownRoles(sql)} as roles, ${interests(sql)} as projects,
      coalesce(j.never_invite, false) as "neverInvite"
    from person p left join person_joining j on j.person_id = p.id where p.id = ${personId}`
  return row!
}

/** Row lock of the person; the lock is a statement of its own. Lock order: teams before people. */
export async function lockJoining(sql: AnySql, personId: number): Promise<Joining> {
  const [, joining] = await Promise.all([lockRows(sql, { person: sql`${personId}::int` }).execute(), findJoining(sql, personId)])
  return joining
}

type NewJoining = Pick<Joining, 'isOpen' | 'sentence' | 'neverInvite'>

export async function updateJoining(sql: AnySql, personId: number, given: NewJoining, at: Date): Promise<void> {
  await sql`
    insert into person_joining (person_id, is_open, sentence, never_invite, updated_at)
    values (${personId}, ${given.isOpen}, ${given.sentence}, ${given.neverInvite}, ${at})
    on conflict (person_id) do update set is_open = excluded.is_open, sentence = excluded.sentence, never_invite = excluded.never_invite,
      updated_at = excluded.updated_at`
}

/** Replaces the roles, in this order. */
export async function setOfferedRoles(sql: AnySql, personId: number, ids: number[]): Promise<void> {
  await sql`delete from person_joining_role where person_id = ${personId} and role_id <> all(${ids}::int[])`
  await sql`
    insert into person_joining_role (person_id, role_id, position)
    select ${personId}, role_id, place - 1 from unnest(${ids}::int[]) with ordinality as given (role_id, place)
    on conflict (person_id, role_id) do update set position = excluded.position where person_joining_role.position <> excluded.position`
}

export async function listInterestIds(sql: AnySql, personId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select project_id as id from person_joining_project where person_id = ${personId} order by position`
  return rows.map(({ id }) => id)
}

/** Replaces the projects of interest, in this order. One that was removed meanwhile is left out. */
export async function setInterests(sql: AnySql, personId: number, ids: number[]): Promise<void> {
  await sql`delete from person_joining_project where person_id = ${personId} and project_id <> all(${ids}::int[])`
  await sql`
    insert into person_joining_project (person_id, project_id, position)
    select ${personId}, project.id, place - 1 from unnest(${ids}::int[]) with ordinality as given (id, place) join project using (id)
    on conflict (person_id, project_id) do update set position = excluded.position where person_joining_project.position <> excluded.position`
}

/** A person p with the joining profile j. */
const isOpen = (sql: AnySql) => sql`j.is_open and p.disabled_at is null and p.deleted_at is null`

/** `roles`: names; one of them is offered. */
export type OpenFilter = { callerId: number; words: string[]; roles: string[] | null; projectId: number | null }

/** Who last changed what they offer first. */
export async function listOpenPeople(sql: AnySql, filter: OpenFilter): Promise<{ id: number; roles: string[] }[]> {
  const { callerId, words, roles, projectId } = filter
  return sql<{ id: number; roles: string[] }[]>`
    select p.id, ${offeredRoles(sql)} as roles from person_joining j join person p on p.id = j.person_id
    where ${isOpen(sql)} and p.id <> ${callerId}
      and not exists (select 1 from unnest(${words}::text[]) as word
        where position(word in replace(lower(concat_ws(' ', ${fullNameOrLogin(sql)}, j.sentence)), 'ё', 'е')) = 0)
      and (${roles}::text[] is null or exists (
        select 1 from person_joining_role o join role r on r.id = o.role_id where o.person_id = p.id and r.name = any(${roles}::text[])))
      and (${projectId}::int is null or exists (
        select 1 from person_joining_project q where q.person_id = p.id and q.project_id = ${projectId}::int))
    order by j.updated_at desc, p.id desc limit ${MOST_RANKED}`
}

export type InvitingTeam = { teamId: number; now: Date; declinedSince: Date }
export type StoredOpenPerson = Omit<OpenPerson, 'matches' | 'code'> & {
  isMember: boolean
  isInvited: boolean
  isOpen: boolean
  wasDeclined: boolean
  got: number
}

/** Those of them who are still open, with their relation to the team that could invite them. */
export async function findOpenPeople(sql: AnySql, ids: number[], team: InvitingTeam | null, now: Date): Promise<StoredOpenPerson[]> {
  return sql<StoredOpenPerson[]>`
    select p.id, ${fullNameOrLogin(sql)} as name, ${avatarUrl(sql)} as avatar, j.sentence, ${offeredRoles(sql)} as roles, ${interests(sql)} as projects,
      ${toInviteColumns(sql, team ?? { teamId: 0, now, declinedSince: now })}
    from person_joining j join person p on p.id = j.person_id left join avatar v on v.person_id = p.id
    where p.id = any(${ids}::int[]) and ${isOpen(sql)}`
}

type Offering = { team: number; role: string; offered: string }

/** For each of them: people outside of the team who are open to joining and offer `offered` count once for `role`. */
export async function countOffering(sql: AnySql, pairs: Offering[]): Promise<{ team: number; role: string; count: number }[]> {
  if (pairs.length === 0) return []
  const [teams, roles, offered] = [pairs.map(({ team }) => team), pairs.map(({ role }) => role), pairs.map((pair) => pair.offered)]
  return sql<{ team: number; role: string; count: number }[]>`
    select w.team, w.role, count(distinct p.id)::int as count
    from unnest(${teams}::int[], ${roles}::text[], ${offered}::text[]) as w (team, role, offered)
    join role r on r.name = w.offered join person_joining_role o on o.role_id = r.id
    join person_joining j on j.person_id = o.person_id join person p on p.id = j.person_id
    where ${isOpen(sql)} and not exists (select 1 from member m where m.team_id = w.team and m.person_id = p.id) group by w.team, w.role`
}

const memberRoles = (sql: AnySql) => sql`coalesce((select json_agg(${rolesOfMember(sql)}) ${presentMembers(sql)}), '[]')`

export type TeamRoles = { wantedRoles: WantedRole[]; memberRoles: string[][] }

export async function findTeamRoles(sql: AnySql, teamId: number): Promise<TeamRoles> {
  const [row] = await sql<TeamRoles[]>`
    select ${wantedRolesOfTeam(sql)} as "wantedRoles", ${memberRoles(sql)} as "memberRoles" from team t where t.id = ${teamId}`
  return row ?? { wantedRoles: [], memberRoles: [] }
}

type OwnTeamRoles = { id: number; name: string; isAdministrator: boolean; memberRoles: string[][] }

/** The first teams of a person that are not disbanded. */
export async function listOwnTeamRoles(sql: AnySql, personId: number, most: number): Promise<OwnTeamRoles[]> {
  return sql<OwnTeamRoles[]>`
    select t.id, t.name, mine.is_administrator as "isAdministrator", ${memberRoles(sql)} as "memberRoles"
    from member mine join team t on t.id = mine.team_id and t.disbanded_at is null
    where mine.person_id = ${personId} order by t.id limit ${most}`
}

export async function findWantedRoles(sql: AnySql, projectId: number): Promise<WantedRole[]> {
  const [row] = await sql<{ wantedRoles: WantedRole[] }[]>`
    select ${wantedRolesOfProject(sql)} as "wantedRoles" from project where project.id = ${projectId}`
  return row?.wantedRoles ?? []
}

export type LookingFilter = { callerId: number; words: string[]; most: number; now: Date; today: string }

/** Teams that a person can ask to join now, without those they are in; newest first. */
export async function listLookingTeams(
  sql: AnySql,
  { callerId, words, most, now, today }: LookingFilter,
): Promise<({ id: number } & TeamRoles)[]> {
  return sql<({ id: number } & TeamRoles)[]>`
    select t.id, ${wantedRolesOfTeam(sql)} as "wantedRoles", ${memberRoles(sql)} as "memberRoles" from team t
    where t.is_looking and t.disbanded_at is null and not ${isDisbanding(sql)} and ${hasAdministrator(sql)}
      and not exists (select 1 from member m where m.team_id = t.id and m.person_id = ${callerId})
      and (select count(*) ${presentMembers(sql)}) < ${most}
      and not exists (select 1 ${runningProject(sql, today)}) and ${sealedRoundOf(sql, now)} is null
      and not exists (select 1 from unnest(${words}::text[]) as word
        where position(word in replace(lower(concat_ws(' ', t.name, t.description)), 'ё', 'е')) = 0)
    order by t.id desc limit ${MOST_RANKED}`
}

export type StoredLookingTeam = {
  id: number
  name: string
  description: string | null
  size: number
  updatedAt: string
  hasAsked: boolean // the caller, to join it
}

export async function findLookingTeams(sql: AnySql, ids: number[], callerId: number, now: Date): Promise<StoredLookingTeam[]> {
  return sql<StoredLookingTeam[]>`
    select t.id, t.name, t.description, (select count(*)::int ${presentMembers(sql)}) as size, ${instant(sql, 't.updated_at')} as "updatedAt",
      exists (select 1 from join_request r where r.team_id = t.id and r.person_id = ${callerId} and r.status = 'open' and r.expires_at > ${now}) as "hasAsked"
    from team t where t.id = any(${ids}::int[])`
}
