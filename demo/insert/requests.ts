import type { TransactionSql } from '#database/sql.ts'
import { demo } from '#demo/data.ts'
import { type AllIds, administratorOf, type Ids, idOf, instant, requestKey, type World } from '#demo/world.ts'

export async function insertRequests(sql: TransactionSql, world: World, ids: Omit<AllIds, 'requests'>): Promise<Ids> {
  const reasons = await sql<{ id: number }[]>`select id from refusal_reason order by position, id`
  const moment = (day: number, index: number) => instant(world, day, 60 + index)
  const rows = demo.requests.map(({ team, project, message, day, decided, reviewer }, index) => {
    const created = moment(day, index)
    const changed = decided ? moment(decided.day, index) : created
    return {
      team_id: idOf(ids.teams, team),
      project_id: idOf(ids.projects, project),
      status: decided?.status ?? 'submitted',
      message,
      reason_id: decided?.reason === undefined ? null : reasons[decided.reason]!.id,
      comment: decided?.comment ?? null,
      reviewer_id: reviewer === undefined ? null : idOf(ids.people, reviewer),
      created_at: created,
      updated_at: changed,
      decided_at: decided ? changed : null,
    }
  })
  const inserted = await sql<{ id: number; team_id: number; project_id: number }[]>`
    insert into request ${sql(rows)} returning id, team_id, project_id`
  const byPair = new Map(inserted.map((row) => [`${row.team_id} ${row.project_id}`, row.id]))
  const requests: Ids = new Map(
    demo.requests.map(({ team, project }) => [
      requestKey({ team, project }),
      byPair.get(`${idOf(ids.teams, team)} ${idOf(ids.projects, project)}`)!,
    ]),
  )
  const curator = idOf(ids.people, 'curator')
  const history = demo.requests.flatMap(({ team, project, day, decided }, index) => {
    const request_id = idOf(requests, requestKey({ team, project }))
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
  const assignments = demo.requests.flatMap(({ team, project, decided, ended }, index) =>
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

/** Questions of curators to the teams of applications, with answers, and notes between curators. */
export async function insertConversations(sql: TransactionSql, world: World, { people, requests }: AllIds): Promise<void> {
  const { messages, notes } = demo.conversations
  await sql`insert into request_message ${sql(
    messages.map(({ by, role, text, day, ...request }, index) => ({
      request_id: idOf(requests, requestKey(request)),
      role,
      author_id: idOf(people, by ?? administratorOf(request.team)),
      text,
      created_at: instant(world, day, 100 + index),
    })),
  )}`
  for (const { by, text, mentions, day, ...request } of notes) {
    const [row] = await sql<{ id: number }[]>`
      insert into note (request_id, author_id, text, created_at)
      values (${idOf(requests, requestKey(request))}, ${idOf(people, by)}, ${text}, ${instant(world, day, 110)}) returning id`
    for (const login of mentions) await sql`insert into note_mention values (${row!.id}, ${idOf(people, login)})`
  }
}
