import { handle } from '#api/app.ts'
import { invitingTeam, toOpenPerson } from '#api/joining/inviting-team.ts'
import type { FieldFault } from '#contract/errors.ts'
import { listOpenPeople } from '#contract/joining.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPart } from '#rules/paging.ts'
import { createFit, rankedByMatches } from '#rules/team/fit.ts'
import { searchWords } from '#rules/team/team.ts'
import { findOpenPeople, listOpenPeople as list } from '#store/person/joining.ts'

export default handle(listOpenPeople, async (context) => {
  const { app, caller, query } = context
  const faults: FieldFault[] = []
  const { page, pageSize, part } = readPart(query, faults)
  refuseIfFaulty(faults)
  const fit = createFit(app.catalog.roleTerms())
  const team = query.team === undefined ? null : await invitingTeam(context, query.team, fit)
  const roles = query.role ? [...fit.named(query.role)] : null
  const projectId = query.project ? (app.catalog.idOfSlug(query.project) ?? 0) : null
  const found = await list(app.sql, { callerId: caller.id, words: searchWords(query.text), roles, projectId })
  const ranked = rankedByMatches(found.map(({ id, roles }) => ({ id, matches: fit.matches(team?.missing ?? [], roles) })))
  const listed = part(ranked)
  const stored = await findOpenPeople(
    app.sql,
    listed.map(({ id }) => id),
    team,
    app.now(),
  )
  const byId = new Map(stored.map((person) => [person.id, person]))
  const people = listed.flatMap(({ id, matches }) => {
    const person = byId.get(id)
    return person ? [toOpenPerson(person, matches, team, app)] : []
  })
  return { people, total: ranked.length, page, pageSize }
})
