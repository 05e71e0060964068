import type { Mention, Note, NoteObject } from '#contract/console/note.ts'
import type { AnySql, TransactionSql } from '#database/sql.ts'
import { fullNameOrLogin, instant } from './fragments.ts'
import { lockRows } from './lock.ts'
import { emails } from './mail/outbox.ts'
import { lockPerson } from './person/account.ts'

// Notes of curators. Deleted ones are rows without text that count for the limit of an hour.

export type StoredNote = Omit<Note, 'isOwn' | 'mayEdit'>

const columns = (sql: AnySql) => sql`
  n.id, n.text, ${instant(sql, 'n.created_at')} as "createdAt", ${instant(sql, 'n.changed_at')} as "changedAt",
  case when author.id is not null then json_build_object('id', author.id, 'name', ${fullNameOrLogin(sql, 'author')}) end as author,
  coalesce((select json_agg(json_build_object('login', p.login, 'name', ${fullNameOrLogin(sql)}) order by p.id)
    from note_mention m join person p on p.id = m.person_id where m.note_id = n.id), '[]') as mentions`
const tables = (sql: AnySql) => sql`from note n left join person author on author.id = n.author_id`
const columnOf = (sql: AnySql, on: NoteObject, table = 'n') => sql(`${table}.${on}_id`)

/** One page, newest first. */
export async function listNotesOn(
  sql: AnySql,
  { on, id }: { on: NoteObject; id: number },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ notes: StoredNote[]; total: number }> {
  const [notes, [count]] = await Promise.all([
    sql<StoredNote[]>`
      select ${columns(sql)} ${tables(sql)} where ${columnOf(sql, on)} = ${id} and n.deleted_at is null
      order by n.id desc limit ${limit} offset ${offset}::bigint`,
    sql<{ total: number }[]>`select count(*)::int as total from note n where ${columnOf(sql, on)} = ${id} and n.deleted_at is null`,
  ])
  return { notes, total: count!.total }
}

export async function findNote(sql: AnySql, id: number): Promise<StoredNote | undefined> {
  const [row] = await sql<StoredNote[]>`select ${columns(sql)} ${tables(sql)} where n.id = ${id}`
  return row
}

export type NoteLimits = {
  exists: boolean
  onObject: number
  ofHour: number
  firstOfHour: Date | null
  last: { id: number; text: string } | null
}

/** What limits a new note. The object and the author are locked: two calls cannot pass a limit together. */
export async function lockForNote(
  sql: TransactionSql,
  { on, id, authorId, since }: { on: NoteObject; id: number; authorId: number; since: Date },
): Promise<NoteLimits> {
  const [, , [row]] = await Promise.all([
    lockRows(sql, { [on]: sql`${id}::int` }).execute(),
    lockPerson(sql, authorId),
    sql<NoteLimits[]>`
      select exists (select 1 from ${sql(on)} where id = ${id}) as exists,
        (select count(*)::int from note n where ${columnOf(sql, on)} = ${id} and n.deleted_at is null) as "onObject",
        (select count(*)::int from note where author_id = ${authorId} and created_at > ${since}) as "ofHour",
        (select min(created_at) from note where author_id = ${authorId} and created_at > ${since}) as "firstOfHour",
        (select json_build_object('id', n.id, 'text', n.text) from note n where ${columnOf(sql, on)} = ${id} and n.deleted_at is null
          and n.author_id = ${authorId} order by n.id desc limit 1) as last`,
  ])
  return row!
}

type NewNote = { on: NoteObject; objectId: number; authorId: number; text: string; at: Date }

export async function insertNote(sql: AnySql, { on, objectId, authorId, text, at }: NewNote): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into note (${sql(`${on}_id`)}, author_id, text, created_at) values (${objectId}, ${authorId}, ${text}, ${at}) returning id`
  return row!.id
}

export type LockedNote = { note: StoredNote; on: NoteObject; objectId: number; isDeleted: boolean }

/** The note, locked until the transaction ends. */
export async function lockNote(sql: AnySql, id: number): Promise<LockedNote | undefined> {
  const [, note, [about]] = await Promise.all([
    sql`select id from note where id = ${id} for no key update`.execute(),
    findNote(sql, id),
    sql<Omit<LockedNote, 'note'>[]>`
      select case when request_id is not null then 'request' when team_id is not null then 'team' else 'project' end as on,
        coalesce(request_id, team_id, project_id) as "objectId", deleted_at is not null as "isDeleted"
      from note where id = ${id}`,
  ])
  return note && about && { note, ...about }
}

export async function updateNoteText(sql: AnySql, id: number, text: string, at: Date): Promise<void> {
  await sql`update note set text = ${text}, changed_at = ${at} where id = ${id}`
}

export async function removeNote(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update note set text = '', deleted_at = ${at} where id = ${id}`
}

/** Active curators and administrators with one of these logins, who were not mentioned in the note before, get an email. */
export async function insertMentions(
  sql: AnySql,
  { noteId, logins, by, at }: { noteId: number; logins: string[]; by: number; at: Date },
): Promise<void> {
  if (logins.length === 0) return
  await sql`
    with mentioned as (
        insert into note_mention (note_id, person_id)
        select ${noteId}, p.id from person p where p.login = any(${logins}::text[]) and ${isCurator(sql)} order by p.id
        on conflict do nothing returning person_id)
    ${emails(sql, { kind: 'note_mention', at })}
      person_id, jsonb_build_object('note', ${noteId}::int, 'by', ${by}::int)
      from mentioned where person_id <> ${by}`
}

const isCurator = (sql: AnySql) => sql`p.access in ('curator', 'administrator') and p.disabled_at is null and p.deleted_at is null`
const MOST_MENTIONABLE = 500

export async function listMentionablePeople(sql: AnySql): Promise<Mention[]> {
  return sql<Mention[]>`
    select p.login, ${fullNameOrLogin(sql)} as name from person p where ${isCurator(sql)}
    order by replace(lower(${fullNameOrLogin(sql)}), 'ё', 'е'), p.id limit ${MOST_MENTIONABLE}`
}

/** Authorship and mentions go to the other account. */
export async function mergeNotes(sql: AnySql, from: number, into: number): Promise<void> {
  await sql`
    select rename_mentions(a.id, a.login, b.login) from person a, person b where a.id = ${from} and b.id = ${into}`
  await sql`update note set author_id = ${into} where author_id = ${from}`
  await sql`insert into note_mention (note_id, person_id) select note_id, ${into} from note_mention where person_id = ${from} on conflict do nothing`
  await sql`delete from note_mention where person_id = ${from}`
}
