import type { AnySql, TransactionSql } from '#database/sql.ts'
import { emails } from '#store/mail/outbox.ts'
import type { Access } from '#store/session/session.ts'

// A person's own account: profile, contact data, avatar.

export type StoredAccount = {
  id: number
  name: string
  surname: string
  patronymic: string
  email: string | null
  phone: string | null
  githubLogin: string | null
  avatar: string | null // URL of the provider, or a path of this server
  pendingEmail: string | null
  pendingSince: Date | null
  access: Access
}

const account = (sql: AnySql) => sql`
  p.id, p.name, p.surname, p.patronymic, p.email, p.phone, p.github_login as "githubLogin", p.access, c.email as "pendingEmail",
  c.created_at as "pendingSince", ${avatarUrl(sql)} as avatar`

// An uploaded avatar has priority over the provider's. Its URL has a part of the hash: it changes with the image and cannot be guessed.
export const avatarUrl = (sql: AnySql) => sql`coalesce('/avatar/' || v.person_id || '?v=' || left(v.large, 32), p.avatar)`

/** The same in a query that does not join the table. */
export const avatarOf = (sql: AnySql) =>
  sql`coalesce((select '/avatar/' || v.person_id || '?v=' || left(v.large, 32) from avatar v where v.person_id = p.id), p.avatar)`

export async function findAccount(sql: AnySql, id: number): Promise<StoredAccount> {
  const [row] = await sql<StoredAccount[]>`
    select ${account(sql)} from person p left join email_change c on c.person_id = p.id left join avatar v on v.person_id = p.id
    where p.id = ${id}`
  return row!
}

/** Row lock until the transaction ends. Executed immediately, so that statements queued behind it on the connection read after it. */
export const lockPerson = (sql: TransactionSql, id: number) => sql`select id from person where id = ${id} for update`.execute()

// The lock is a statement of its own: a locking join would read other tables from a snapshot taken before the wait.
export async function lockAccount(sql: TransactionSql, id: number): Promise<StoredAccount> {
  const [, account] = await Promise.all([lockPerson(sql, id), findAccount(sql, id)])
  return account
}

export type Names = Pick<StoredAccount, 'name' | 'surname' | 'patronymic'>

export async function updateNames(sql: AnySql, id: number, { name, surname, patronymic }: Names, now: Date): Promise<void> {
  await sql`update person set name = ${name}, surname = ${surname}, patronymic = ${patronymic}, updated_at = ${now} where id = ${id}`
}

export type NewContact = { phone: string | null; emailChange: NewEmailChange | null; now: Date }
export type NewEmailChange = { email: string; token: string; tokenHash: Buffer; expiresAt: Date; language: string }

// The new address is pending until the mailed link confirms it. An earlier link becomes invalid.
export async function updateContact(sql: AnySql, id: number, { phone, emailChange, now }: NewContact): Promise<void> {
  if (emailChange === null) {
    await sql`update person set phone = ${phone}, updated_at = ${now} where id = ${id}`
    return
  }
  const { email, token, tokenHash, expiresAt, language } = emailChange
  await sql`
    with expired as (${removeExpired(sql, now, id)}), pending as (
      insert into email_change (person_id, email, token_hash, created_at, expires_at) values (${id}, ${email}, ${tokenHash}, ${now}, ${expiresAt})
      on conflict (person_id) do update set email = excluded.email, token_hash = excluded.token_hash, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      returning person_id
    ), mail as (
      ${emails(sql, { kind: 'email_change', address: sql`${email}::text`, at: now })}
        person_id, ${sql.json({ token, language })}::jsonb
        from pending
    )
    update person set phone = ${phone}, updated_at = ${now} where id = ${id}`
}

/** When confirmation links were last mailed for this person, to any address, newest first. For the rate limit. */
export async function listLinksMailed(sql: AnySql, id: number, most: number): Promise<Date[]> {
  const rows = await sql<{ at: Date }[]>`
    select created_at as at from outbox where person_id = ${id} and kind = 'email_change' order by created_at desc limit ${most}`
  return rows.map(({ at }) => at)
}

/** Removes expired email changes, except one person's; rows locked by other transactions are skipped. */
const removeExpired = (sql: AnySql, now: Date, exceptId: number | null) => sql`
  delete from email_change where person_id in (
    select person_id from email_change where expires_at <= ${now} and person_id is distinct from ${exceptId} for update skip locked)`

/** The confirmed address; undefined when no such link is pending. The former address is notified. */
export async function confirmEmail(sql: AnySql, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    with expired as (${removeExpired(sql, now, null)}), opened as (
      delete from email_change c using person p
      where c.token_hash = ${tokenHash} and c.expires_at > ${now} and p.id = c.person_id and p.disabled_at is null
      returning c.person_id, c.email, p.email as former
    ), mail as (
      ${emails(sql, { kind: 'email_changed', address: sql`former`, at: now })}
        person_id, '{}'::jsonb
        from opened where former is not null
    )
    update person p set email = opened.email, updated_at = ${now} from opened where p.id = opened.person_id returning p.email`
  return row?.email
}

type Blob = { sha256: string; size: number }

export async function putAvatar(sql: AnySql, id: number, { small, large, mime }: { small: Blob; large: Blob; mime: string }, now: Date) {
  await sql`
    with bytes as (
      insert into blob (sha256, size, created_at) values (${small.sha256}, ${small.size}, ${now}), (${large.sha256}, ${large.size}, ${now})
      on conflict (sha256) do nothing
    )
    insert into avatar (person_id, small, large, mime, created_at) values (${id}, ${small.sha256}, ${large.sha256}, ${mime}, ${now})
    on conflict (person_id) do update set small = excluded.small, large = excluded.large, mime = excluded.mime, created_at = excluded.created_at
      where (avatar.small, avatar.large) is distinct from (excluded.small, excluded.large)`
}

// The bytes stay until the sweeper finds them unreferenced.
export async function removeAvatar(sql: AnySql, id: number): Promise<void> {
  await sql`delete from avatar where person_id = ${id}`
}

export type StoredAvatar = { sha256: string; size: number; mime: string; isDamaged: boolean }

export async function findAvatar(sql: AnySql, id: number, version: string, side: 'small' | 'large'): Promise<StoredAvatar | undefined> {
  const [row] = await sql<StoredAvatar[]>`
    select b.sha256, b.size::int as size, v.mime, b.damaged_at is not null as "isDamaged" from avatar v join blob b on b.sha256 = v.${sql(side)}
    where v.person_id = ${id} and left(v.large, 32) = ${version}`
  return row
}
