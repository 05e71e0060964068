import type { AnySql } from '#database/sql.ts'
import { fullNameOrLogin } from '#store/fragments.ts'
import { setRoles } from './member.ts'

// Changes of teams by curators. The caller locks the team.

const TEAM_NAMES = 7_305_816 // advisory lock id, arbitrary

/** Take this lock before naming a team, so that two teams cannot get the same name concurrently. */
export async function lockTeamNames(sql: AnySql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TEAM_NAMES})`
}

/** Of teams that are not disbanded. Ignores case, ё and white space. */
export async function isTeamNameTaken(sql: AnySql, name: string, exceptId: number | null = null): Promise<boolean> {
  const rows =
    await sql`select 1 from team where team_name_key(name) = team_name_key(${name}) and disbanded_at is null and id is distinct from ${exceptId} limit 1`
  return rows.length > 0
}

type TeamText = { name: string; description: string | null; isLooking?: boolean }

/** A team that curators form. */
export async function insertTeam(sql: AnySql, { name, description, isLooking = false }: TeamText, at: Date): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into team (name, description, is_looking, created_at, updated_at) values (${name}, ${description}, ${isLooking}, ${at}, ${at}) returning id`
  return row!.id
}

export async function updateTeamText(
  sql: AnySql,
  id: number,
  { name, description, isLooking }: Required<TeamText>,
  at: Date,
): Promise<void> {
  await sql`update team set name = ${name}, description = ${description}, is_looking = ${isLooking}, updated_at = ${at} where id = ${id}`
}

/** Replaces the wanted roles, in this order. The caller locks the team. */
export async function setTeamWantedRoles(sql: AnySql, id: number, wanted: readonly { id: number; count: number }[]): Promise<void> {
  const [roles, counts] = [wanted.map((role) => role.id), wanted.map(({ count }) => count)]
  await sql`delete from team_wanted_role where team_id = ${id} and role_id <> all(${roles}::int[])`
  await sql`
    insert into team_wanted_role (team_id, role_id, count, position)
    select ${id}, role_id, count, place - 1 from unnest(${roles}::int[], ${counts}::int[]) with ordinality as given (role_id, count, place)
    on conflict (team_id, role_id) do update set count = excluded.count, position = excluded.position
    where (team_wanted_role.count, team_wanted_role.position) <> (excluded.count, excluded.position)`
}

export async function touchTeam(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update team set updated_at = ${at} where id = ${id}`
}

/** False when the team has assignments, requests, files or links: then it is not removed. */
export async function removeTeam(sql: AnySql, id: number): Promise<boolean> {
  await sql`select id from team where id = ${id} for update` // blocks concurrent inserts that refer to the team
  const { count } = await sql`
    delete from team t where t.id = ${id}
      and not exists (select 1 from assignment where team_id = t.id) and not exists (select 1 from request where team_id = t.id)
      and not exists (select 1 from file where team_id = t.id) and not exists (select 1 from link where team_id = t.id)`
  return count === 1
}

export type PersonToAdd = { id: number; name: string; isActive: boolean }

/** Share lock, so that none of them is deleted or disabled until the transaction ends. */
export async function lockPeopleToAdd(sql: AnySql, ids: number[]): Promise<PersonToAdd[]> {
  return sql<PersonToAdd[]>`
    select id, ${fullNameOrLogin(sql)} as name,
      disabled_at is null as "isActive"
    from person p where id = any(${ids}::int[]) and deleted_at is null order by id for share`
}

export type NewMember = { personId: number | null; name: string; isAdministrator: boolean; roleIds: number[] }

export async function insertMember(sql: AnySql, teamId: number, member: NewMember, at: Date): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into member (team_id, person_id, name, is_administrator, created_at)
    values (${teamId}, ${member.personId}, ${member.name}, ${member.isAdministrator}, ${at}) returning id`
  if (member.roleIds.length > 0) await setRoles(sql, row!.id, member.roleIds)
  return row!.id
}

export async function updateMember(sql: AnySql, id: number, member: Omit<NewMember, 'roleIds'>): Promise<void> {
  await sql`update member set person_id = ${member.personId}, name = ${member.name}, is_administrator = ${member.isAdministrator} where id = ${id}`
}

/** Their uploads and comments keep their author. */
export async function removeMember(sql: AnySql, id: number): Promise<void> {
  await sql`delete from member where id = ${id}`
}
