import { handle } from '#api/app.ts'
import { memberOf } from '#api/team/by-id/member/member-of-team.ts'
import { lockedTeamOf, refuseUnless, teamPage, teamPageNow } from '#api/team/team-page.ts'
import { handOverTeam } from '#contract/team.ts'
import { Refusal } from '#http/response/problem.ts'
import { insertMail } from '#store/mail/outbox.ts'
import { touchTeam } from '#store/team/change.ts'
import { setAdministrator } from '#store/team/own.ts'

export default handle(handOverTeam, (context) =>
  context.change(async (sql) => {
    const { app, caller, params, body } = context
    const team = await lockedTeamOf(sql, params.id, context)
    refuseUnless('handOver', team, context)
    const member = memberOf(team, params.member)
    if (!member.isActive) throw new Refusal('member_without_account', { name: member.name })
    const isHandedOver = body.staysAdministrator === false && member.id !== team.own.member
    if (member.isAdministrator && !isHandedOver) return teamPage(team, context)
    const at = app.now()
    if (!member.isAdministrator) {
      await setAdministrator(sql, member.id, true)
      const data = { team: team.id, by: caller.id }
      await insertMail(sql, { kind: 'team_admin', personId: member.person, data, at, requestId: context.requestId })
    }
    if (isHandedOver) await setAdministrator(sql, team.own.member!, false)
    await touchTeam(sql, team.id, at)
    context.record(`team ${team.id}`, { team: team.name, member: member.name })
    return teamPageNow(sql, team.id, context)
  }),
)
