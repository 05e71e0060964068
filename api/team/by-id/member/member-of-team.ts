import type { TeamPageMember } from '#contract/team.ts'
import { Refusal } from '#http/response/problem.ts'
import type { StoredOwnTeam } from '#store/team/own.ts'

export function memberOf(team: StoredOwnTeam, id: string): TeamPageMember {
  const member = team.members.find((one) => one.id === Number(id))
  if (!member) throw new Refusal('member_not_found', { member: id })
  return member
}
