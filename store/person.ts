import type { Access } from './session.ts'
import type { AnySql, TransactionSql } from './sql.ts'

// A person's own account: what they see and change of themselves.

export type StoredAccount = {
  id: number
  name: string
  surname: string
  patronymic: string
  email: string | null
  phone: string | null
  githubLogin: string | null
  avatar: string | null // an address, or a path of ours
  pendingEmail: string | null
  pendingSince: Date | null
  access: Access
}

const account = (sql: AnySql) => sql`
  p.id, p.name, p.surname, p.patronymic, p.email, p.phone, p.github_login as "githubLogin", p.access, c.email as "pendingEmail",
  c.created_at as "pendingSince", ${avatarUrlView(sql)} as avatar`

// An uploaded picture goes before the provider's. Its address names a part of the hash: it changes with the picture and cannot be guessed.
export const avatarUrlView = (sql: AnySql) => sql`coalesce('/avatar/' || v.person_id || '?v=' || left(v.large, 32), p.avatar)`

export async function findAccount(sql: AnySql, id: number): Promise<StoredAccount> {
  const [row] = await sql<StoredAccount[]>`
    select ${account(sql)} from person p left join email_change c on c.person_id = p.id left join avatar v on v.person_id = p.id
    where p.id = ${id}`
  return row!
}

/** Held still until the transaction ends. Sent at once: what is read behind it, on the same connection, is read after it. */
export const lockPerson = (sql: TransactionSql, id: number) => sql`select id from person where id = ${id} for update`.execute()

// The lock goes ahead on its own: a join would still see what waited before it.
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

// The new address waits, the link to it is on its way with the mail. An earlier link stops working.
export async function updateContact(sql: AnySql, id: number, { phone, emailChange, now }: NewContact): Promise<void> {
  if (emailChange === null) {
    await sql`update person set phone = ${phone}, updated_at = ${now} where id = ${id}`
    return
  }
  const { email, token, tokenHash, expiresAt, language } = emailChange
  await sql`
    with expired as (${removeExpired(sql, now, id)}), waiting as (
      insert into email_change (person_id, email, token_hash, created_at, expires_at) values (${id}, ${email}, ${tokenHash}, ${now}, ${expiresAt})
      on conflict (person_id) do update set email = excluded.email, token_hash = excluded.token_hash, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      returning person_id
    ), mail as (
      insert into outbox (kind, person_id, address, data, created_at)
      select 'email_change', person_id, ${email}, ${sql.json({ token, language })}, ${now} from waiting
    )
    update person set phone = ${phone}, updated_at = ${now} where id = ${id}`
}

/** When links that confirm an address were last mailed for this person, newest first, to whatever address. */
export async function listLinksMailed(sql: AnySql, id: number, most: number): Promise<Date[]> {
  const rows = await sql<{ at: Date }[]>`
    select created_at as at from outbox where person_id = ${id} and kind = 'email_change' order by created_at desc limit ${most}`
  return rows.map(({ at }) => at)
}

/** Removes the addresses that were not confirmed in time, except one person's; those another transaction has locked stay. */
const removeExpired = (sql: AnySql, now: Date, exceptOf: number | null) => sql`
  delete from email_change where person_id in (
    select person_id from email_change where expires_at <= ${now} and person_id is distinct from ${exceptOf} for update skip locked)`

/** The address now in use; nothing when no such link waits. The former address hears of it. */
export async function confirmEmail(sql: AnySql, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    with expired as (${removeExpired(sql, now, null)}), opened as (
      delete from email_change c using person p
      where c.token_hash = ${tokenHash} and c.expires_at > ${now} and p.id = c.person_id and p.disabled_at is null
      returning c.person_id, c.email, p.email as former
    ), mail as (
      insert into outbox (kind, person_id, address, data, created_at)
      select 'email_changed', person_id, former, '{}', ${now} from opened where former is not null
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
    on conflict (person_id) do update set small = excluded.small, large = excluded.large, mime = excluded.mime, created_at = excluded.created_at`
}

// The bytes stay until the sweeper finds that nothing names them.
export async function removeAvatar(sql: AnySql, id: number): Promise<void> {
  await sql`delete from avatar where person_id = ${id}`
}

export type StoredAvatar = { sha256: string; size: number; mime: string }

export async function findAvatar(sql: AnySql, id: number, version: string, side: 'small' | 'large'): Promise<StoredAvatar | undefined> {
  const [row] = await sql<StoredAvatar[]>`
    select b.sha256, b.size::int as size, v.mime from avatar v join blob b on b.sha256 = v.${sql(side)}
    where v.person_id = ${id} and left(v.large, 32) = ${version}`
  return row
}
