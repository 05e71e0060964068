import type { Member } from '#contract/user.ts'
import type { AnySql } from '#database/sql.ts'
import { memberName, rolesOfMember } from '#store/fragments.ts'
import { avatarUrl } from '#store/person/account.ts'

export type StoredMember = Omit<Member, 'team'> & { githubLogin: string | null; avatar: string | null }

export type StoredTeam = {
  id: number
  name: string
  description: string | null
  project: string | null
  members: StoredMember[]
}

// Teams with current or former assignments, or those with the given ids, with their members.
export async function listTeams(sql: AnySql, ids: number[] | null = null): Promise<StoredTeam[]> {
  return sql<StoredTeam[]>`
    select t.id, t.name, t.description,
      (select p.slug from assignment a join project p on p.id = a.project_id and p.state = 'published'
        where a.team_id = t.id and a.ended_at is null) as project,
      coalesce((
        select json_agg(json_build_object(
          'id', m.id, 'isAdministrator', m.is_administrator, 'user', m.person_id, 'githubLogin', p.github_login, 'avatar', ${avatarUrl(sql)},
          'name', ${memberName(sql)},
          'roles', ${rolesOfMember(sql)}
        ) order by m.id)
        from member m left join person p on p.id = m.person_id left join avatar v on v.person_id = p.id where m.team_id = t.id), '[]') as members
    from team t
    where ${ids === null ? sql`exists (select 1 from assignment a where a.team_id = t.id)` : sql`t.id = any(${ids}::int[])`}
    order by t.id`
}

/** Teams with a request for or an assignment to one of these projects. */
export async function listIdsOfTeamsOn(sql: AnySql, projects: number[]): Promise<number[]> {
  const rows = await sql`
    select team_id as id from request where project_id = any(${projects}::int[])
    union select team_id from assignment where project_id = any(${projects}::int[])`
  return rows.map((row) => row.id)
}

export async function listIdsOfTeamsWith(sql: AnySql, who: { people: number[]; members: number[]; roles: number[] }): Promise<number[]> {
  const rows = await sql`
    select team_id as id from member where person_id = any(${who.people}::int[]) or id = any(${who.members}::int[])
    union select m.team_id from member m join member_role mr on mr.member_id = m.id where mr.role_id = any(${who.roles}::int[])`
  return rows.map((row) => row.id)
}
