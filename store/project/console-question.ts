import type { ConsoleQuestion, QuestionStatus } from '#contract/console/question.ts'
import type { AnySql } from '#database/sql.ts'
import { fullNameOrLogin, instant } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { answerOfQuestion } from './question.ts'

// Questions for the console.

const projectJson = (sql: AnySql) => sql`json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'isPublished', p.state = 'published',
  'isClosed', p.questions_closed)`

const statusOf = (sql: AnySql) => sql`
  case when q.hidden_at is not null then 'hidden' when q.answer is null then 'unanswered' else 'answered' end`

const tables = (sql: AnySql) => sql`
  from question q join project p on p.id = q.project_id
  left join person asker on asker.id = q.person_id left join person author on author.id = q.answer_by`

const columns = (sql: AnySql) => sql`
  q.id, ${statusOf(sql)} as status, q.text, ${instant(sql, 'q.created_at')} as "askedAt",
  case when asker.id is not null then json_build_object('id', asker.id, 'name', ${fullNameOrLogin(sql, 'asker')}) end as asker,
  ${projectJson(sql)} as project, ${answerOfQuestion(sql)} as answer, ${instant(sql, 'q.hidden_at')} as "hiddenAt",
  q.hidden_reason as "hiddenReason"`

export type QuestionFilter = { status?: QuestionStatus; project?: string; text: string | null }
export type QuestionCounts = Record<QuestionStatus, number>

// Case-insensitive; ё matches е.
const foldCase = (sql: AnySql, column: string) => sql`translate(lower(${sql(column)}), 'ё', 'е')`

const matching = (sql: AnySql, { project, text }: QuestionFilter) => {
  const like =
    text &&
    `%${text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[\\%_]/g, '\\$&')}%`
  return sql`q.deleted_at is null
    and ${project === undefined ? sql`true` : sql`q.project_id = project_at(${project})`}
    and ${like === null ? sql`true` : sql`(${foldCase(sql, 'q.text')} like ${like} or ${foldCase(sql, 'q.answer')} like ${like} or ${foldCase(sql, 'p.name')} like ${like})`}`
}

/** One page of the matching questions, and the counts by status without the status filter. */
export async function listConsoleQuestions(
  sql: AnySql,
  filter: QuestionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ questions: ConsoleQuestion[]; counts: QuestionCounts; project: ConsoleQuestion['project'] | null }> {
  const [questions, rows, [project]] = await Promise.all([
    sql<ConsoleQuestion[]>`
      select ${columns(sql)} ${tables(sql)}
      where ${matching(sql, filter)} and ${filter.status === undefined ? sql`true` : sql`${statusOf(sql)} = ${filter.status}`}
      order by ${statusOf(sql)} <> 'unanswered', case when ${statusOf(sql)} = 'unanswered' then q.id end, q.id desc
      limit ${limit} offset ${offset}::bigint`,
    sql<{ status: QuestionStatus; count: number }[]>`
      select ${statusOf(sql)} as status, count(*)::int as count ${tables(sql)} where ${matching(sql, filter)} group by 1`,
    sql<
      { project: ConsoleQuestion['project'] }[]
    >`select ${projectJson(sql)} as project from project p where p.id = project_at(${filter.project ?? ''})`,
  ])
  const counts: QuestionCounts = { unanswered: 0, answered: 0, hidden: 0 }
  for (const { status, count } of rows) counts[status] = count
  return { questions, counts, project: project?.project ?? null }
}

export async function findConsoleQuestion(sql: AnySql, id: number): Promise<ConsoleQuestion | undefined> {
  const [row] = await sql<ConsoleQuestion[]>`select ${columns(sql)} ${tables(sql)} where q.id = ${id} and q.deleted_at is null`
  return row
}

/** The same, locked until the transaction ends. */
export async function lockConsoleQuestion(sql: AnySql, id: number): Promise<ConsoleQuestion | undefined> {
  const [, row] = await Promise.all([sql`select 1 from question where id = ${id} for update`.execute(), findConsoleQuestion(sql, id)])
  return row
}

export async function setHidden(sql: AnySql, id: number, hidden: { at: Date; reason: string } | null): Promise<void> {
  await sql`update question set hidden_at = ${hidden?.at ?? null}, hidden_reason = ${hidden?.reason ?? null} where id = ${id}`
}

/** The project, locked until the transaction ends. */
export async function lockProjectOfQuestions(sql: AnySql, id: number): Promise<ConsoleQuestion['project'] | undefined> {
  const [, [row]] = await Promise.all([
    lockRows(sql, { project: sql`${id}::int` }).execute(),
    sql<{ project: ConsoleQuestion['project'] }[]>`select ${projectJson(sql)} as project from project p where p.id = ${id}`,
  ])
  return row?.project
}

export async function setQuestionsClosed(sql: AnySql, id: number, isClosed: boolean): Promise<void> {
  await sql`update project set questions_closed = ${isClosed} where id = ${id}`
}

export async function countUnanswered(sql: AnySql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from question where answer is null and hidden_at is null and deleted_at is null`
  return row!.count
}
