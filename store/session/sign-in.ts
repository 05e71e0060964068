import type { Language } from '#contract/language.ts'
import type { AnySql } from '#database/sql.ts'
import type { Access } from './session.ts'

// Identities at providers, authorization codes and used states.

export type IdentifiedPerson = { id: number; login: string; access: Access; isActive: boolean }

export async function findPersonByIdentity(sql: AnySql, issuer: string, subject: string): Promise<IdentifiedPerson | undefined> {
  const [row] = await sql<IdentifiedPerson[]>`
    select person.id, login, access, disabled_at is null as "isActive"
    from auth.identity join person on person.id = person_id where issuer = ${issuer} and subject = ${subject}`
  return row
}

export type ImportedPerson = { id: number; importEmail: string; isClaimed: boolean; access: Access; isActive: boolean }

// Locked, so that of two concurrent first sign-ins only one claims the person. The lock is a statement of its own, because a statement that
// waits for a lock still reads the snapshot from before the wait.
export async function listPeopleByImportEmail(sql: AnySql, email: string): Promise<ImportedPerson[]> {
  await sql`select 1 from person where import_email = ${email} order by id for update`
  return sql<ImportedPerson[]>`
    select id, import_email as "importEmail", access, disabled_at is null as "isActive",
      exists (select 1 from auth.identity where person_id = person.id) as "isClaimed"
    from person where import_email = ${email} order by id`
}

export type NewIdentity = {
  personId: number
  provider: string
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  now: Date
}

/** False when another transaction has inserted this identity meanwhile. */
export async function insertIdentity(sql: AnySql, identity: NewIdentity): Promise<boolean> {
  const { count } = await sql`
    insert into auth.identity (person_id, provider, issuer, subject, email, is_email_verified, created_at, last_sign_in_at)
    values (${identity.personId}, ${identity.provider}, ${identity.issuer}, ${identity.subject}, ${identity.email},
      ${identity.isEmailVerified}, ${identity.now}, ${identity.now})
    on conflict do nothing`
  return count === 1
}

export async function updateIdentity(
  sql: AnySql,
  { provider, issuer, subject, email, isEmailVerified, now }: Omit<NewIdentity, 'personId'>,
): Promise<void> {
  await sql`
    update auth.identity set provider = ${provider}, email = ${email}, is_email_verified = ${isEmailVerified}, last_sign_in_at = ${now}
    where issuer = ${issuer} and subject = ${subject}`
}

export type NewPerson = {
  login: string
  name: string
  surname: string
  patronymic: string
  email: string | null
  githubLogin: string | null
  avatar: string | null
}

/** Undefined when the login is taken. */
export async function insertPerson(sql: AnySql, person: NewPerson): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    insert into person (login, name, surname, patronymic, email, github_login, avatar)
    select ${person.login}, ${person.name}, ${person.surname}, ${person.patronymic}, ${person.email}, ${person.githubLogin}, ${person.avatar}
    where not exists (select 1 from person where login = ${person.login}) -- a conflict alone would use up an id
    on conflict (login) do nothing returning id`
  return row?.id
}

/** Sets the language from the first sign-in; an existing choice is kept. */
export async function setInitialLanguage(sql: AnySql, personId: number, language: Language): Promise<void> {
  await sql`update person set language = ${language} where id = ${personId} and language is null`
}

/** Fills only empty columns. */
export async function updateImportedPerson(sql: AnySql, id: number, person: Omit<NewPerson, 'login'>): Promise<void> {
  await sql`
    update person set name = coalesce(nullif(name, ''), ${person.name}), surname = coalesce(nullif(surname, ''), ${person.surname}),
      email = coalesce(email, ${person.email}), github_login = coalesce(github_login, ${person.githubLogin}), avatar = coalesce(avatar, ${person.avatar})
    where id = ${id}`
}

export type NewCode = {
  hash: Buffer
  clientId: string
  redirectUri: string
  codeChallenge: string | null
  nonce: string | null
  personId: number
  provider: string
  authTime: Date
  now: Date
  expiresAt: Date
}

/** False when the PKCE code challenge was used before. */
export async function insertCode(sql: AnySql, code: NewCode): Promise<boolean> {
  const { count } = await sql`
    insert into auth.code (hash, client_id, redirect_uri, code_challenge, nonce, person_id, provider, auth_time, created_at, expires_at)
    values (${code.hash}, ${code.clientId}, ${code.redirectUri}, ${code.codeChallenge}, ${code.nonce}, ${code.personId}, ${code.provider},
      ${code.authTime}, ${code.now}, ${code.expiresAt})
    on conflict (code_challenge) do nothing`
  return count === 1
}

export type ClaimedCode = {
  clientId: string
  redirectUri: string
  codeChallenge: string | null
  nonce: string | null
  personId: number
  provider: string
  authTime: Date
  isPersonActive: boolean
}

// A single statement, so that a code is redeemed once.
export async function claimCode(sql: AnySql, hash: Buffer, now: Date): Promise<ClaimedCode | undefined> {
  const [row] = await sql<ClaimedCode[]>`
    update auth.code set consumed_at = ${now} from person
    where hash = ${hash} and consumed_at is null and expires_at > ${now} and person.id = person_id
    returning client_id as "clientId", redirect_uri as "redirectUri", code_challenge as "codeChallenge", nonce, person_id as "personId",
      provider, auth_time as "authTime", disabled_at is null as "isPersonActive"`
  return row
}

export async function noteSessionOfCode(sql: AnySql, hash: Buffer, sid: string): Promise<void> {
  await sql`update auth.code set sid = ${sid} where hash = ${hash}`
}

/** The session created with this code, when the code is replayed before its expiry. */
export async function findSessionOfReplayedCode(sql: AnySql, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ sid: string }[]>`
    select sid from auth.code where hash = ${hash} and consumed_at is not null and expires_at > ${now} and sid is not null`
  return row?.sid
}

/** False when this state was used before. */
export async function insertUsedState(sql: AnySql, hash: Buffer, now: Date): Promise<boolean> {
  const { count } = await sql`insert into auth.used_state (hash, at) values (${hash}, ${now}) on conflict do nothing`
  return count === 1
}

// Retention: code challenges for a day (replay check), states as long as their cookie is valid, ended sessions for 90 days.
const ADMINISTRATORS = 7_305_815 // advisory lock id, arbitrary

/** Take this lock before revoking an administrator's access: two concurrent calls could leave none. */
export async function lockAdministrators(sql: AnySql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATORS})`
}

export async function countAdministrators(sql: AnySql): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int as count from person where access = 'administrator' and disabled_at is null`
  return row!.count
}

/** The previous access; undefined when the person does not exist or nothing changed. */
export async function updateAccess(sql: AnySql, personId: number, access: Access): Promise<Access | undefined> {
  const [row] = await sql<{ before: Access }[]>`
    update person set access = ${access} from (select id, access as before from person where id = ${personId} for update) as old
    where person.id = old.id and old.before <> ${access} returning old.before`
  return row?.before
}

export async function findPersonByLogin(sql: AnySql, login: string): Promise<IdentifiedPerson | undefined> {
  const [row] = await sql<
    IdentifiedPerson[]
  >`select id, login, access, disabled_at is null as "isActive" from person where login = ${login}`
  return row
}
