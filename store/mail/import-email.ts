import type { ImportEmail } from '#contract/console/import-email.ts'
import type { Language } from '#contract/language.ts'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { AnySql, TransactionSql } from '#database/sql.ts'
import { fullNameOrLogin, instant } from '#store/fragments.ts'
import { emails } from './outbox.ts'

// Emails to people whom an import adds to teams: at once, later when a curator says so, or never. What waits are the members, not emails:
// who has left the team since then gets none.

type By = { at: Date; actorId: number | null; requestId: string | null }

/** Inserts the emails to members with an account whose team is not disbanded; returns how many. */
export async function notifyAdded(sql: TransactionSql, members: readonly number[], { at, actorId, requestId }: By): Promise<number> {
  const { count } = await sql`
    ${emails(sql, { kind: 'team_added', at, requestId })}
      m.person_id, jsonb_strip_nulls(jsonb_build_object('team', m.team_id, 'by', ${actorId}::int))
      from member m join team t on t.id = m.team_id and t.disbanded_at is null
        where m.id = any(${[...members]}::int[]) and m.person_id is not null order by m.id`
  return count
}

export async function insertImportEmail(
  sql: TransactionSql,
  members: readonly number[],
  { at, actorId }: Pick<By, 'at' | 'actorId'>,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into import_email (created_at, author_id, members) values (${at}, ${actorId}, ${[...members]}::int[]) returning id`
  return row!.id
}

const MOST_TEAMS = 20
const MOST_ENDED = 5

const listed = (sql: AnySql) => sql`
  select e.id, ${instant(sql, 'e.created_at')} as "createdAt", (select ${fullNameOrLogin(sql)} from person p where p.id = e.author_id) as author,
    case when e.ended_at is null then 'waiting' when e.is_sent then 'sent' else 'cancelled' end as state, cardinality(e.members) as count,
    (select count(*)::int from member m join team t on t.id = m.team_id and t.disbanded_at is null
      where m.id = any(e.members) and m.person_id is not null) as people,
    array(select distinct t.name from member m join team t on t.id = m.team_id and t.disbanded_at is null
      where m.id = any(e.members) and m.person_id is not null order by t.name limit ${MOST_TEAMS}) as teams,
    ${instant(sql, 'e.ended_at')} as "endedAt", (select ${fullNameOrLogin(sql)} from person p where p.id = e.ended_by) as "endedBy"
  from import_email e`

/** Those that wait, and the last ones that ended; newest first. */
export const listImportEmails = (sql: AnySql): Promise<ImportEmail[]> =>
  sql<ImportEmail[]>`
    ${listed(sql)} where e.ended_at is null
      or e.id in (select id from import_email where ended_at is not null order by ended_at desc, id desc limit ${MOST_ENDED})
    order by e.ended_at is not null, e.id desc`

export async function findImportEmail(sql: AnySql, id: number): Promise<ImportEmail | undefined> {
  const [row] = await sql<ImportEmail[]>`${listed(sql)} where e.id = ${id}`
  return row
}

/**
 * Sends or drops the emails of an import; null when that was decided before. The update is the decision: of two at the same time one waits
 * for the other and changes nothing.
 */
export async function endImportEmail(sql: TransactionSql, id: number, isSent: boolean, by: By): Promise<{ sent: number } | null> {
  const [row] = await sql<{ members: number[] }[]>`
    update import_email set ended_at = ${by.at}, ended_by = ${by.actorId}, is_sent = ${isSent} where id = ${id} and ended_at is null returning members`
  if (!row) return null
  return { sent: isSent ? await notifyAdded(sql, row.members, by) : 0 }
}

export type AddedReader = {
  id: number
  name: string
  language: Language | null
  group: string | null
  isReachable: boolean // has an address, and the account is in use
  choices: Partial<Record<NotificationKind, When>>
}

/** For the preview: who would get an email, and how. */
export const listReaders = (sql: AnySql, ids: readonly number[]): Promise<AddedReader[]> =>
  sql<AddedReader[]>`
    select p.id, ${fullNameOrLogin(sql)} as name, p.language, p.group_name as "group", coalesce(n.choices, '{}') as choices,
      p.email is not null and p.deleted_at is null and p.disabled_at is null as "isReachable"
    from person p left join notification n on n.person_id = p.id where p.id = any(${[...ids]}::int[])`
