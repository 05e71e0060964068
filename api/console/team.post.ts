import { handle } from '#api/app.ts'
import { resolveRoles, wantedRolesFrom } from '#api/team/team-input.ts'
import { createTeam } from '#contract/console/team.ts'
import { Refusal } from '#http/response/problem.ts'
import { readText } from '#rules/text/text.ts'
import { insertMember, insertTeam, setTeamWantedRoles } from '#store/team/change.ts'
import { notifyAddedMember } from './team/notify-member.ts'
import { lockPeople, memberNameFrom, refuseMembers, teamNameFrom, teamNow } from './team/team-input.ts'

export default handle(createTeam, ({ app, caller, body, change, record, requestId, setHeader }) =>
  change(async (sql) => {
    const at = app.now()
    const given = body.members ?? []
    const name = await teamNameFrom(sql, body.name)
    const wanted = await wantedRolesFrom(sql, body.wantedRoles ?? [])
    const people = await lockPeople(sql, given)
    const roles = await resolveRoles(
      sql,
      given.map((one) => one.roles ?? []),
    )
    const members = given.map((one, index) => {
      const person = one.person ? people.get(one.person)! : null
      const isAdministrator = one.isAdministrator ?? false
      return { person, name: person?.name ?? memberNameFrom(one.name), isAdministrator, roleIds: roles[index]!.ids }
    })
    const duplicate = members.find(({ person }, index) => person && members.findIndex((one) => one.person?.id === person.id) < index)
    if (duplicate) throw new Refusal('already_member', { person: duplicate.name, team: name })
    const states = members.map(({ person, isAdministrator }) => ({ isAdministrator, hasAccount: !!person, isActive: !!person?.isActive }))
    refuseMembers(name, [], states)
    const team = await insertTeam(sql, { name, description: readText(body.description), isLooking: body.isLooking }, at)
    await setTeamWantedRoles(sql, team, wanted)
    for (const { person, ...member } of members) {
      const personId = person?.id ?? null
      await insertMember(sql, team, { ...member, personId }, at)
      await notifyAddedMember(sql, { personId, team, project: null, by: caller.id, at, requestId })
    }
    record(`team ${team}`, { name, members: members.map((member) => member.name) })
    setHeader('Location', `${app.apiUrl}/console/team/${team}`)
    return teamNow(sql, team, app)
  }),
)
