import type { RoundProject } from '#contract/console/round.ts'
import type { Answer, Question } from '#contract/question.ts'
import type { AnySql } from '#database/sql.ts'
import { fullNameOrLogin, instant } from '#store/fragments.ts'
import { emails } from '#store/mail/outbox.ts'

// Questions on projects and their answers.

export type StoredQuestion = Omit<Question, 'isOwn' | 'answer'> & {
  askerId: number | null
  answer: (Answer & { teamId: number | null; authorId: number | null }) | null
}

/** The answer of the question q as JSON, or null. The team is named while the project lists it. */
export const answerOfQuestion = (sql: AnySql) => sql`case when q.answer is not null then json_build_object(
  'text', q.answer, 'answeredAt', ${instant(sql, 'q.answered_at')}, 'changedAt', ${instant(sql, 'q.answer_changed_at')}, 'role', q.answer_role,
  'teamId', q.answer_team_id, 'team', (select t.name from team t where t.id = q.answer_team_id and exists (
    select 1 from assignment a where a.team_id = t.id and a.project_id = q.project_id and a.outcome is distinct from 'left')),
  'authorId', author.id, 'author', ${fullNameOrLogin(sql, 'author')}) end`

const questionColumns = (sql: AnySql) => sql`
  q.id, q.text, ${instant(sql, 'q.created_at')} as "askedAt", asker.id as "askerId", ${fullNameOrLogin(sql, 'asker')} as asker,
  ${answerOfQuestion(sql)} as answer`
const people = (sql: AnySql) => sql`left join person asker on asker.id = q.person_id left join person author on author.id = q.answer_by`
const isShown = (sql: AnySql) => sql`q.hidden_at is null and q.deleted_at is null`

/** One page, newest first, with the counts of all. */
export async function listQuestionsOf(
  sql: AnySql,
  projectId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ questions: StoredQuestion[]; total: number; unanswered: number }> {
  const [questions, [counts]] = await Promise.all([
    sql<StoredQuestion[]>`
      select ${questionColumns(sql)} from question q ${people(sql)} where q.project_id = ${projectId} and ${isShown(sql)}
      order by q.id desc limit ${limit} offset ${offset}::bigint`,
    sql<{ total: number; unanswered: number }[]>`
      select count(*)::int as total, count(*) filter (where q.answer is null)::int as unanswered
      from question q where q.project_id = ${projectId} and ${isShown(sql)}`,
  ])
  return { questions, ...counts! }
}

export type ProjectOfQuestions = Pick<RoundProject, 'id' | 'slug' | 'name' | 'isPublished'> & {
  isClosed: boolean
  ownTeam: number | null // a team of the caller that works on it
}

const projectColumns = (sql: AnySql, personId: number | null) => sql`
  p.id, p.slug, p.name, p.state = 'published' as "isPublished", p.questions_closed as "isClosed",
  (select min(a.team_id) from assignment a join member m on m.team_id = a.team_id
    where a.project_id = p.id and a.ended_at is null and m.person_id = ${personId}::int) as "ownTeam"`

export async function findProjectOfQuestions(sql: AnySql, slug: string, personId: number | null): Promise<ProjectOfQuestions | undefined> {
  const [row] = await sql<ProjectOfQuestions[]>`select ${projectColumns(sql, personId)} from project p where p.id = project_at(${slug})`
  return row
}

export type Asked = { open: number; ofDay: number; firstOfDay: Date | null; same: StoredQuestion | null }

/** What the person has asked: unanswered on this project, and on all projects since then, deleted ones included. */
export async function findAsked(
  sql: AnySql,
  { projectId, personId, text, since }: { projectId: number; personId: number; text: string; since: Date },
): Promise<Asked> {
  const [[counts], [same]] = await Promise.all([
    sql<Omit<Asked, 'same'>[]>`
      select count(*) filter (where project_id = ${projectId} and answer is null and hidden_at is null and deleted_at is null)::int as open,
        count(*) filter (where created_at > ${since})::int as "ofDay", min(created_at) filter (where created_at > ${since}) as "firstOfDay"
      from question where person_id = ${personId}`,
    sql<StoredQuestion[]>`
      select ${questionColumns(sql)} from question q ${people(sql)}
      where q.project_id = ${projectId} and q.person_id = ${personId} and q.text = ${text} and q.answer is null and ${isShown(sql)} limit 1`,
  ])
  return { ...counts!, same: same ?? null }
}

/** Inserts it with the emails to curators and the working teams, one for each person. */
export async function insertQuestion(
  sql: AnySql,
  { projectId, personId, text, at }: { projectId: number; personId: number; text: string; at: Date },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    with asked as (
        insert into question (project_id, person_id, text, created_at) values (${projectId}, ${personId}, ${text}, ${at})
        returning id, project_id, person_id),
      mail as (
        ${emails(sql, { kind: 'question_asked', at })}
          reader.id, jsonb_build_object('question', asked.id, 'project', p.slug)
          from asked join project p on p.id = asked.project_id join person reader on reader.id <> asked.person_id
            where reader.deleted_at is null and reader.disabled_at is null and (reader.access in ('curator', 'administrator') or exists (
            select 1 from assignment a join member m on m.team_id = a.team_id
            where a.project_id = asked.project_id and a.ended_at is null and m.person_id = reader.id))
            order by reader.id)
    select id from asked`
  return row!.id
}

export type LockedQuestion = { question: StoredQuestion; project: ProjectOfQuestions; isHidden: boolean; isDeleted: boolean }

/** The question, locked until the transaction ends. */
export async function lockQuestion(sql: AnySql, id: number, personId: number): Promise<LockedQuestion | undefined> {
  const [, [question], [rest]] = await Promise.all([
    sql`select 1 from question where id = ${id} for update`.execute(),
    sql<StoredQuestion[]>`select ${questionColumns(sql)} from question q ${people(sql)} where q.id = ${id}`,
    sql<(ProjectOfQuestions & { isHidden: boolean; isDeleted: boolean })[]>`
      select ${projectColumns(sql, personId)}, q.hidden_at is not null as "isHidden", q.deleted_at is not null as "isDeleted"
      from question q join project p on p.id = q.project_id where q.id = ${id}`,
  ])
  if (!question || !rest) return undefined
  const { isHidden, isDeleted, ...project } = rest
  return { question, project, isHidden, isDeleted }
}

export type NewAnswer = { text: string; role: 'curator' | 'team'; teamId: number | null; authorId: number; at: Date }

/** The first answer is emailed to the person who asked. */
export async function saveAnswer(sql: AnySql, id: number, { text, role, teamId, authorId, at }: NewAnswer): Promise<StoredQuestion> {
  await sql`
    with before as (select answer is null as is_first from question where id = ${id}),
      answered as (
        update question set answer = ${text}, answer_role = ${role}, answer_team_id = ${teamId}, answer_by = ${authorId},
          answered_at = coalesce(answered_at, ${at}), answer_changed_at = case when answer is null then null else ${at}::timestamptz end
        where id = ${id} returning id, project_id, person_id)
    ${emails(sql, { kind: 'question_answered', at })}
      reader.id, jsonb_build_object('question', answered.id, 'project', p.slug)
      from before, answered join project p on p.id = answered.project_id
        join person reader on reader.id = answered.person_id and reader.id <> ${authorId} and reader.deleted_at is null
        where before.is_first`
  const [row] = await sql<StoredQuestion[]>`select ${questionColumns(sql)} from question q ${people(sql)} where q.id = ${id}`
  return row!
}

/** The row counts for the limit of a day; its text is removed at once. */
export async function removeQuestion(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update question set deleted_at = ${at}, text = '' where id = ${id}`
}
