import { changeMembers } from '#actions/team/members.ts'
import { handle, momentOf } from '#api/app.ts'
import { lockedTeamOfMember, memberAccountOf, refuseMembers, teamNow, teamView } from '#api/console/team/team-input.ts'
import { ConsoleTeam, removeMember } from '#contract/console/team.ts'
import { removeMember as remove, touchTeam } from '#store/team/change.ts'

export default handle(removeMember, ({ app, params, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const { id, team } = await lockedTeamOfMember(sql, params.id)
    refuseIfChanged(ConsoleTeam, teamView(team, app))
    const member = team.members.find((one) => one.id === id)!
    const others = team.members.filter((one) => one !== member)
    refuseMembers(team.name, team.members.map(memberAccountOf), others.map(memberAccountOf))
    const at = app.now()
    await changeMembers(sql, [team.id], momentOf(app, at), () => remove(sql, id))
    await touchTeam(sql, team.id, at)
    record(`team ${team.id}`, { team: team.name, removed: member.name, person: member.person })
    return teamNow(sql, team.id, app)
  }),
)
