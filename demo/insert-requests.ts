import type { TransactionSql } from '#database/sql.ts'
import { demoRequests } from './requests.ts'
import { administratorOf, type Ids, idOf, instant, requestKey, type World } from './world.ts'

export async function insertRequests(sql: TransactionSql, world: World, ids: { people: Ids; projects: Ids; teams: Ids }): Promise<Ids> {
  const reasons = await sql<{ id: number }[]>`select id from refusal_reason order by position, id`
  const moment = (day: number, index: number) => instant(world, day, 60 + index)
  const rows = demoRequests.map(({ team, project, message, day, decided }, index) => {
    const created = moment(day, index)
    const changed = decided ? moment(decided.day, index) : created
    return {
      team_id: idOf(ids.teams, team),
      project_id: idOf(ids.projects, project),
      status: decided?.status ?? 'submitted',
      message,
      reason_id: decided?.reason === undefined ? null : reasons[decided.reason]!.id,
      comment: decided?.comment ?? null,
      created_at: created,
      updated_at: changed,
      decided_at: decided ? changed : null,
    }
  })
  const inserted = await sql<{ id: number; team_id: number; project_id: number }[]>`
    insert into request ${sql(rows)} returning id, team_id, project_id`
  const byPair = new Map(inserted.map((row) => [`${row.team_id} ${row.project_id}`, row.id]))
  const requests: Ids = new Map(
    demoRequests.map(({ team, project }) => [
      requestKey(team, project),
      byPair.get(`${idOf(ids.teams, team)} ${idOf(ids.projects, project)}`)!,
    ]),
  )
  const curator = idOf(ids.people, 'curator')
  const history = demoRequests.flatMap(({ team, project, day, decided }, index) => {
    const request_id = idOf(requests, requestKey(team, project))
    const applicant = idOf(ids.people, administratorOf(team))
    const submitted = {
      request_id,
      from_status: null as string | null,
      to_status: 'submitted',
      actor_id: applicant,
      comment: null,
      at: moment(day, index),
    }
    if (!decided) return [submitted]
    const actor_id = decided.status === 'withdrawn' ? applicant : curator
    const change = { request_id, from_status: 'submitted', to_status: decided.status, actor_id, comment: decided.comment ?? null }
    return [submitted, { ...change, at: moment(decided.day, index) }]
  })
  await sql`insert into request_transition ${sql(history.sort((a, b) => a.at.getTime() - b.at.getTime()))}`
  const assignments = demoRequests.flatMap(({ team, project, decided, ended }, index) =>
    decided?.status !== 'approved'
      ? []
      : {
          team_id: idOf(ids.teams, team),
          project_id: idOf(ids.projects, project),
          assigned_at: moment(decided.day, index),
          ended_at: ended ? moment(ended.day, index) : null,
          outcome: ended?.outcome ?? null,
        },
  )
  await sql`insert into assignment ${sql(assignments)}`
  return requests
}
