import type { Sql } from '#database/sql.ts'
import { addTeam } from './requests.ts'

// Test data for tests about teams and people that look for each other.

export type Wanted = [role: string, count: number]

export async function wantRoles(sql: Sql, team: number | string, wanted: Wanted[]): Promise<void> {
  await sql`delete from team_wanted_role where team_id = ${team}`
  for (const [position, [role, count]] of wanted.entries())
    await sql`insert into team_wanted_role select ${team}, id, ${count}, ${position} from role where name = ${role}`
}

/** A team that looks for people, with anna unless others are given. Later ones are newer. */
export async function addLookingTeam(sql: Sql, name: string, wanted: Wanted[] = [], ...logins: string[]): Promise<number> {
  const [{ count }] = (await sql`select count(*) from team`) as unknown as [{ count: string }]
  const [first = 'anna', ...others] = logins
  const id = await addTeam(sql, `${name} ${count}`, `${first}*`, ...others)
  await sql`update team set is_looking = true where id = ${id}`
  await wantRoles(sql, id, wanted)
  return id
}

/** Of all members of the team. */
export async function giveRole(sql: Sql, team: number, role: string): Promise<void> {
  await sql`
    insert into member_role (member_id, role_id, position) select m.id, r.id, 0 from member m, role r where m.team_id = ${team} and r.name = ${role}`
}
