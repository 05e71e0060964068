import { handle } from '#api/app.ts'
import { createTeam } from '#contract/console/team.ts'
import { Refusal } from '#http/problem.ts'
import { whyNotChangeMembers } from '#rules/team.ts'
import { readText } from '#rules/text.ts'
import { insertMember, insertTeam } from '#store/team-change.ts'
import { notifyAdded } from './team/notify-member.ts'
import { memberNameFrom, peopleMeant, rolesMeant, teamNameFrom, teamNow } from './team/team-view.ts'

export default handle(createTeam, ({ app, caller, body, change, record, requestId, setHeader }) =>
  change(async (sql) => {
    const at = app.now()
    const wanted = body.members ?? []
    const name = await teamNameFrom(sql, body.name)
    const people = await peopleMeant(sql, wanted)
    const roles = await rolesMeant(
      sql,
      wanted.map((one) => one.roles ?? []),
    )
    const seats = wanted.map((one, index) => {
      const person = one.person ? people.get(one.person)! : null
      const isAdministrator = one.isAdministrator ?? false
      return { person, name: person?.name ?? memberNameFrom(one.name), isAdministrator, roleIds: roles[index]!.ids }
    })
    const twice = seats.find(({ person }, index) => person && seats.findIndex((one) => one.person?.id === person.id) < index)
    if (twice) throw new Refusal('already_member', { person: twice.name, team: name })
    const places = seats.map(({ person, isAdministrator }) => ({ isAdministrator, hasAccount: !!person, isActive: !!person?.isActive }))
    const why = whyNotChangeMembers([], places)
    if (why) throw new Refusal(why, { team: name })
    const team = await insertTeam(sql, { name, description: readText(body.description) }, at)
    for (const { person, ...seat } of seats) {
      const personId = person?.id ?? null
      await insertMember(sql, team, { ...seat, personId }, at)
      await notifyAdded(sql, { personId, team, project: null, by: caller.id, at, requestId })
    }
    record(`team ${team}`, { name, members: seats.map((seat) => seat.name) })
    setHeader('Location', `${app.apiUrl}/console/team/${team}`)
    return teamNow(sql, team, app)
  }),
)
