import type { Sql } from '#database/sql.ts'
import { personOf } from './requests.ts'

// Test data for tests about questions.

export async function addQuestion(sql: Sql, projectId: number, login: string, text: string, answer: string | null = null): Promise<number> {
  const [row] = await sql`
    insert into question (project_id, person_id, text, answer, answer_role, answer_by, answered_at)
    values (${projectId}, ${await personOf(sql, login)}, ${text}, ${answer}, ${answer && 'curator'}, ${answer && (await personOf(sql, 'curator'))},
      ${answer && new Date()}) returning id`
  return row!.id
}

export const mailAboutQuestion = (sql: Sql, question: number) =>
  sql<{ kind: string; login: string }[]>`
    select o.kind, p.login from outbox o join person p on p.id = o.person_id
    where (o.data->>'question')::int = ${question} order by o.id`.then((rows) => rows.map(({ kind, login }) => `${kind} ${login}`))
