import { fullNameOrLogin } from './fragments.ts'
import { setRoles } from './member.ts'
import type { AnySql } from './sql.ts'

// What curators change about teams. The team is locked by whoever calls.

const TEAM_NAMES = 7_305_816 // any number of its own

/** Whoever names a team takes this first: of two at once who choose the same name, the second one finds it taken. */
export async function lockTeamNames(sql: AnySql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TEAM_NAMES})`
}

/** The same but for case and spaces at the ends. */
export async function isTeamNameTaken(sql: AnySql, name: string, exceptId: number | null = null): Promise<boolean> {
  const rows = await sql`select 1 from team where lower(btrim(name)) = lower(btrim(${name})) and id is distinct from ${exceptId} limit 1`
  return rows.length > 0
}

type TeamText = { name: string; description: string | null }

export async function insertTeam(sql: AnySql, { name, description }: TeamText, at: Date): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into team (name, description, created_at, updated_at) values (${name}, ${description}, ${at}, ${at}) returning id`
  return row!.id
}

export async function updateTeamText(sql: AnySql, id: number, { name, description }: TeamText, at: Date): Promise<void> {
  await sql`update team set name = ${name}, description = ${description}, updated_at = ${at} where id = ${id}`
}

export async function touchTeam(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update team set updated_at = ${at} where id = ${id}`
}

/** False when it has worked on something, applied for something or published something: then it stays. */
export async function removeTeam(sql: AnySql, id: number): Promise<boolean> {
  await sql`select id from team where id = ${id} for update` // whoever is about to refer to it waits, and then finds it gone
  const { count } = await sql`
    delete from team t where t.id = ${id}
      and not exists (select 1 from assignment where team_id = t.id) and not exists (select 1 from request where team_id = t.id)
      and not exists (select 1 from file where team_id = t.id) and not exists (select 1 from link where team_id = t.id)`
  return count === 1
}

export type PersonToAdd = { id: number; name: string; isActive: boolean }

/** Nobody of them leaves or is closed until the transaction ends. */
export async function lockPeopleToAdd(sql: AnySql, ids: number[]): Promise<PersonToAdd[]> {
  return sql<PersonToAdd[]>`
    select id, ${fullNameOrLogin(sql)} as name,
      disabled_at is null as "isActive"
    from person p where id = any(${ids}::int[]) and deleted_at is null order by id for share`
}

export type NewMember = { personId: number | null; name: string; isAdministrator: boolean; roleIds: number[] }

export async function insertMember(sql: AnySql, teamId: number, seat: NewMember, at: Date): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into member (team_id, person_id, name, is_administrator, created_at)
    values (${teamId}, ${seat.personId}, ${seat.name}, ${seat.isAdministrator}, ${at}) returning id`
  if (seat.roleIds.length > 0) await setRoles(sql, row!.id, seat.roleIds)
  return row!.id
}

export async function updateMember(sql: AnySql, id: number, seat: Omit<NewMember, 'roleIds'>): Promise<void> {
  await sql`update member set person_id = ${seat.personId}, name = ${seat.name}, is_administrator = ${seat.isAdministrator} where id = ${id}`
}

/** What they wrote and uploaded stays theirs. */
export async function removeMember(sql: AnySql, id: number): Promise<void> {
  await sql`delete from member where id = ${id}`
}
