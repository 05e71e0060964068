import { changeMembers } from '#actions/team/members.ts'
import { handle, momentOf } from '#api/app.ts'
import { notifyAddedMember } from '#api/console/team/notify-member.ts'
import { lockedConsoleTeam, lockPeople, memberAccountOf, memberNameFrom, refuseMembers, teamNow } from '#api/console/team/team-input.ts'
import { resolveRoles } from '#api/team/team-input.ts'
import { addMember } from '#contract/console/team.ts'
import { Refusal } from '#http/response/problem.ts'
import { becomesAdministrator } from '#rules/team/team.ts'
import { insertMember, touchTeam } from '#store/team/change.ts'

export default handle(addMember, ({ app, caller, params, body, change, record, requestId }) =>
  change(async (sql) => {
    const at = app.now()
    const team = await lockedConsoleTeam(sql, params.id)
    const person = [...(await lockPeople(sql, [body])).values()][0] ?? null
    const name = person?.name ?? memberNameFrom(body.name)
    if (person && team.members.some((one) => one.person === person.id))
      throw new Refusal('already_member', { person: name, team: team.name })
    const [roles] = await resolveRoles(sql, [body.roles ?? []])
    const states = team.members.map(memberAccountOf)
    const isAdministrator = becomesAdministrator(body.isAdministrator, person !== null, states)
    refuseMembers(team.name, states, [...states, { isAdministrator, hasAccount: person !== null, isActive: person?.isActive === true }])
    const personId = person?.id ?? null
    const member = { personId, name, isAdministrator, roleIds: roles!.ids }
    await changeMembers(sql, [team.id], momentOf(app, at), () => insertMember(sql, team.id, member, at))
    await notifyAddedMember(sql, { personId, team: team.id, project: team.project?.slug ?? null, by: caller.id, at, requestId })
    await touchTeam(sql, team.id, at)
    record(`team ${team.id}`, { team: team.name, added: name, person: personId, isAdministrator, roles: roles!.names })
    return teamNow(sql, team.id, app)
  }),
)
