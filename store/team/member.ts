import type { Member } from '#contract/user.ts'
import type { AnySql } from '#database/sql.ts'
import { memberName, rolesOfMember } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import type { StoredRole } from '#store/vocabulary/vocabulary.ts'

export type MemberToChange = {
  member: Member
  teamName: string
  // The caller's relation to this member. `isShown`: the team is visible through a published project.
  relation: { isSelf: boolean; isTeamAdministrator: boolean; isTeamMate: boolean; isShown: boolean }
  vocabulary: Pick<StoredRole, 'id' | 'name' | 'aliases'>[] // the Russian name is one more alias
}

// The member, the caller's relation to them, and the role vocabulary. The row lock is a separate statement, pipelined with the query:
// the query's snapshot is taken after the lock is granted, so it sees what the previous lock holder committed.
export async function findMemberToChange(
  sql: AnySql,
  memberId: number,
  { id: callerId, access }: { id: number; access: string },
): Promise<MemberToChange | undefined> {
  const [, [row]] = await Promise.all([
    lockRows(sql, { member: sql`${memberId}::int` }),
    sql<MemberToChange[]>`
      select
        json_build_object(
          'id', m.id, 'isAdministrator', m.is_administrator, 'user', m.person_id, 'team', m.team_id,
          'name', ${memberName(sql)},
          'roles', ${rolesOfMember(sql)}
        ) as member,
        t.name as "teamName",
        json_build_object(
          'isSelf', coalesce(m.person_id = ${callerId}, false),
          'isTeamMate', mate.id is not null,
          'isTeamAdministrator', coalesce(mate.is_administrator, false),
          'isShown', ${access !== 'member'} or exists (
            select 1 from assignment a join project on project.id = a.project_id
            where a.team_id = t.id and a.outcome is distinct from 'left' and project.state = 'published')
        ) as relation,
        (select json_agg(json_build_object('id', id, 'name', name, 'aliases', array_remove(name_ru || aliases, null)) order by position, name, id) from role) as vocabulary
      from member m join team t on t.id = m.team_id and t.disbanded_at is null left join person p on p.id = m.person_id
      left join member mate on mate.team_id = m.team_id and mate.person_id = ${callerId}
      where m.id = ${memberId}`,
  ])
  return row
}

/** Replaces the roles, in this order. Unchanged rows are not written, so they cause no change events. */
export async function setRoles(sql: AnySql, memberId: number, roleIds: number[]): Promise<void> {
  await sql`
    with gone as (delete from member_role where member_id = ${memberId} and role_id <> all(${roleIds}::int[]))
    insert into member_role (member_id, role_id, position)
    select ${memberId}, role_id, place - 1 from unnest(${roleIds}::int[]) with ordinality as given (role_id, place)
    on conflict (member_id, role_id) do update set position = excluded.position where member_role.position <> excluded.position`
}
