import type { Sql } from '#database/sql.ts'
import { addProject, addTeam, personOf } from './requests.ts'

// Test data for tests about notes and messages on applications.

/** A submitted application of a team; the first administrator has applied. */
export async function addApplication(sql: Sql, slug: string, ...logins: string[]): Promise<{ id: number; team: number; project: number }> {
  const team = await addTeam(sql, `Team ${slug}`, ...logins)
  const project = await addProject(sql, slug)
  const applicant = await personOf(sql, logins.find((login) => login.endsWith('*'))!.replace('*', ''))
  const [row] = await sql`insert into request (team_id, project_id, message) values (${team}, ${project}, 'Please') returning id`
  await sql`insert into request_transition (request_id, to_status, actor_id) values (${row!.id}, 'submitted', ${applicant})`
  return { id: row!.id, team, project }
}

export async function addNote(sql: Sql, on: 'request' | 'team' | 'project', id: number, login: string, text: string): Promise<number> {
  const [row] = await sql`
    insert into note (${sql(`${on}_id`)}, author_id, text) values (${id}, ${await personOf(sql, login)}, ${text}) returning id`
  return row!.id
}

export async function addMessage(sql: Sql, request: number, role: 'curator' | 'team', login: string, text: string): Promise<number> {
  const [row] = await sql`
    insert into request_message (request_id, role, author_id, text) values (${request}, ${role}, ${await personOf(sql, login)}, ${text}) returning id`
  return row!.id
}

/** The emails whose data has this value: "kind login". */
export const mailWith = (sql: Sql, key: 'note' | 'message', id: number) =>
  sql<{ kind: string; login: string }[]>`
    select o.kind, p.login from outbox o join person p on p.id = o.person_id
    where (o.data->>${key})::int = ${id} order by o.id`.then((rows) => rows.map(({ kind, login }) => `${kind} ${login}`))
