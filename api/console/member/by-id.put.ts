import { changeMembers } from '#actions/team/members.ts'
import { handle, momentOf } from '#api/app.ts'
import { notifyAddedMember } from '#api/console/team/notify-member.ts'
import {
  lockedTeamOfMember,
  lockPeople,
  memberAccountOf,
  memberNameFrom,
  refuseMembers,
  teamNow,
  teamView,
} from '#api/console/team/team-input.ts'
import { resolveRoles } from '#api/team/team-input.ts'
import { ConsoleTeam, updateTeamMember } from '#contract/console/team.ts'
import { Refusal } from '#http/response/problem.ts'
import { touchTeam, updateMember } from '#store/team/change.ts'
import { setRoles } from '#store/team/member.ts'

export default handle(updateTeamMember, ({ app, caller, params, body, change, record, refuseIfChanged, requestId }) =>
  change(async (sql) => {
    const at = app.now()
    const { id, team } = await lockedTeamOfMember(sql, params.id)
    refuseIfChanged(ConsoleTeam, teamView(team, app))
    const member = team.members.find((one) => one.id === id)!
    const newcomer = body.person && body.person !== member.person ? [...(await lockPeople(sql, [body])).values()][0]! : null
    // A member is linked to an account once, and an account is in a team once.
    if (newcomer && member.person !== null) throw new Refusal('already_member', { person: member.name, team: team.name })
    if (newcomer && team.members.some((one) => one.person === newcomer.id))
      throw new Refusal('already_member', { person: newcomer.name, team: team.name })
    const personId = newcomer?.id ?? member.person
    const isRenamed = personId === null && typeof body.name === 'string' && body.name !== member.name
    const name = newcomer?.name ?? (isRenamed ? memberNameFrom(body.name) : member.name)
    const isAdministrator = body.isAdministrator ?? member.isAdministrator
    const roles = body.roles && (await resolveRoles(sql, [body.roles]))[0]!
    const states = team.members.map(memberAccountOf)
    const changed = {
      isAdministrator,
      hasAccount: newcomer !== null || member.login !== null,
      isActive: newcomer?.isActive ?? member.isActive,
    }
    const after = states.map((state, index) => (team.members[index] === member ? changed : state))
    refuseMembers(team.name, states, after)
    const hasNewRoles = roles !== undefined && roles.names.join('\n') !== member.roles.join('\n')
    const isMemberChanged = newcomer !== null || name !== member.name || isAdministrator !== member.isAdministrator
    if (!isMemberChanged && !hasNewRoles) return teamView(team, app)
    const moment = momentOf(app, at)
    if (isMemberChanged) await changeMembers(sql, [team.id], moment, () => updateMember(sql, id, { personId, name, isAdministrator }))
    if (hasNewRoles) await setRoles(sql, id, roles.ids)
    if (newcomer)
      await notifyAddedMember(sql, { personId, team: team.id, project: team.project?.slug ?? null, by: caller.id, at, requestId })
    await touchTeam(sql, team.id, at)
    record(`team ${team.id}`, {
      team: team.name,
      member: name,
      ...(newcomer ? { person: newcomer.id } : {}),
      ...(name === member.name ? {} : { name: [member.name, name] }),
      ...(isAdministrator === member.isAdministrator ? {} : { isAdministrator: [member.isAdministrator, isAdministrator] }),
      ...(hasNewRoles ? { roles: [member.roles, roles.names] } : {}),
    })
    return teamNow(sql, team.id, app)
  }),
)
