import type { RequestMessage } from '#contract/message.ts'
import type { RequestStatus } from '#contract/request.ts'
import type { AnySql } from '#database/sql.ts'
import { fullNameOrLogin, instant } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { emails } from '#store/mail/outbox.ts'

// Questions of curators to the team of an application, and its answers.

export type StoredMessage = Omit<RequestMessage, 'isOwn'> & { authorId: number | null }

const columns = (sql: AnySql) => sql`
  m.id, m.text, m.role, author.id as "authorId", ${fullNameOrLogin(sql, 'author')} as author, ${instant(sql, 'm.created_at')} as "sentAt"`

export async function listMessages(sql: AnySql, requestId: number): Promise<StoredMessage[]> {
  return sql<StoredMessage[]>`
    select ${columns(sql)} from request_message m left join person author on author.id = m.author_id
    where m.request_id = ${requestId} order by m.id`
}

export type RequestOfMessages = {
  status: RequestStatus // as members see it
  reviewed: RequestStatus // as curators see it: with the decision that has not taken effect
  team: string
  isMember: boolean
  isRepresentative: boolean // an administrator of the team, or the member who applied
}

export async function findRequestOfMessages(sql: AnySql, requestId: number, personId: number): Promise<RequestOfMessages | undefined> {
  const [row] = await sql<RequestOfMessages[]>`
    select q.status, r.status as reviewed, t.name as team, m.id is not null as "isMember", ${isRepresentative(sql)} as "isRepresentative"
    from request q join reviewed_request r on r.id = q.id join team t on t.id = q.team_id
    left join member m on m.team_id = q.team_id and m.person_id = ${personId}
    where q.id = ${requestId}`
  return row
}

/** The request with its messages, locked until the transaction ends: a decision waits, or is seen. */
export async function lockConversation(
  sql: AnySql,
  requestId: number,
  personId: number,
): Promise<{ request: RequestOfMessages; sent: StoredMessage[] } | undefined> {
  const [, request, sent] = await Promise.all([
    lockRows(sql, { request: sql`${requestId}::int` }).execute(),
    findRequestOfMessages(sql, requestId, personId),
    listMessages(sql, requestId),
  ])
  return request && { request, sent }
}

// For a request q and a member m of its team.
const isRepresentative = (sql: AnySql) => sql`coalesce(m.is_administrator or m.person_id = (
  select s.actor_id from request_transition s where s.request_id = q.id and s.from_status is null order by s.id limit 1), false)`

export type NewMessage = { requestId: number; role: 'curator' | 'team'; authorId: number; text: string; at: Date }

/**
 * Inserts it with the emails: a question goes to the administrators of the team and the member who applied, an answer to the curators who
 * asked.
 */
export async function insertMessage(sql: AnySql, { requestId, role, authorId, text, at }: NewMessage): Promise<StoredMessage> {
  const readers =
    role === 'curator'
      ? sql`select m.person_id from request q join member m on m.team_id = q.team_id where q.id = ${requestId} and ${isRepresentative(sql)}`
      : sql`select author_id from request_message where request_id = ${requestId} and role = 'curator'`
  const [row] = await sql<{ id: number }[]>`
    with sent as (
        insert into request_message (request_id, role, author_id, text, created_at) values (${requestId}, ${role}, ${authorId}, ${text}, ${at})
        returning id),
      mail as (
        ${emails(sql, { kind: role === 'curator' ? 'request_question' : 'request_answer', at })}
          reader.id, jsonb_build_object('message', sent.id, 'request', q.id, 'project', p.slug, 'team', q.team_id)
          from sent, request q join project p on p.id = q.project_id, person reader
            where q.id = ${requestId} and reader.id in (${readers}) and reader.id <> ${authorId}
            and reader.deleted_at is null and reader.disabled_at is null
            order by reader.id)
    select id from sent`
  const [message] = await sql<StoredMessage[]>`
    select ${columns(sql)} from request_message m left join person author on author.id = m.author_id where m.id = ${row!.id}`
  return message!
}

export type OpenQuestion = {
  request: number
  team: number
  project: string
  projectName: string
  text: string
  askedAt: string
  mayWrite: boolean
}

const MOST_OPEN = 100

/** Submitted requests of the person's teams whose last message is a question. */
export async function listOpenQuestions(sql: AnySql, personId: number): Promise<OpenQuestion[]> {
  return sql<OpenQuestion[]>`
    select q.id as request, q.team_id as team, p.slug as project, p.name as "projectName", last.text, last."askedAt",
      ${isRepresentative(sql)} as "mayWrite"
    from member m join request q on q.team_id = m.team_id and q.status = 'submitted' join project p on p.id = q.project_id
    join lateral (
      select o.text, o.role, o.created_at, ${instant(sql, 'o.created_at')} as "askedAt" from request_message o
      where o.request_id = q.id order by o.id desc limit 1) as last on last.role = 'curator'
    where m.person_id = ${personId} order by last.created_at, q.id limit ${MOST_OPEN}`
}

/** For a request r: whether its team has not answered the last question. */
export const isAnswerAwaited = (sql: AnySql) => sql`coalesce((
  select o.role = 'curator' from request_message o where o.request_id = r.id order by o.id desc limit 1), false) and r.status = 'submitted'`
