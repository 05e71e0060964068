import type { ApiApp } from '#api/app.ts'
import type { updateMember } from '#contract/member.ts'
import { MAX_ID } from '#contract/shared.ts'
import { Member } from '#contract/user.ts'
import type { CallContext } from '#http/handle.ts'
import { Refusal } from '#http/response/problem.ts'
import { quoted, rolesNamed, whyNotSetRoles } from '#rules/team/member.ts'
import { findMemberToChange, setRoles } from '#store/team/member.ts'

type Context = Pick<CallContext<ApiApp, typeof updateMember>, 'caller' | 'change' | 'refuseIfChanged'>

// Clients send the whole member; only the id and the roles are read.
export const changeRoles = ({ caller, change, refuseIfChanged }: Context, memberId: number, names: string[]): Promise<Member> =>
  change(async (sql) => {
    const stored = memberId <= MAX_ID ? await findMemberToChange(sql, memberId, caller) : undefined
    if (!stored) throw new Refusal('member_not_found', { member: memberId })
    const { member, teamName, relation, vocabulary } = stored
    const refusal = whyNotSetRoles(relation)
    if (refusal) throw new Refusal(refusal, { member: memberId, team: teamName })
    const { found, unknown } = rolesNamed(names, vocabulary)
    if (unknown.length > 0) throw new Refusal('unknown_role', { roles: quoted(unknown) })
    refuseIfChanged(Member, member)
    await setRoles(
      sql,
      memberId,
      found.map(({ id }) => id),
    )
    return { ...member, roles: found.map(({ name }) => name) }
  })
