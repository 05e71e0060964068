import type { AnySql } from '#database/sql.ts'
import { emails } from '#store/mail/outbox.ts'

export type Access = 'member' | 'curator' | 'administrator'

export type NewSession = {
  sid: string
  personId: number
  clientId: string
  provider: string
  authTime: Date
  now: Date
  idleUntil: Date
  endsAt: Date
  currentHash: Buffer
  device: string | null
  network: string | null
  notice?: { requestId: string } // email the person when client and device are new to them
}

export async function insertSession(sql: AnySql, session: NewSession): Promise<number> {
  const { now } = session
  const [row] = await sql<{ id: number }[]>`
    ${session.notice ? noticed(sql, session, session.notice) : sql``}
    insert into auth.session (sid, person_id, client_id, provider, auth_time, created_at, last_used_at, last_seen_at, rotated_at,
      idle_until, ends_at, current_hash, device, network)
    values (${session.sid}, ${session.personId}, ${session.clientId}, ${session.provider}, ${session.authTime}, ${now}, ${now}, ${now}, ${now},
      ${session.idleUntil}, ${session.endsAt}, ${session.currentHash}, ${session.device}, ${session.network})
    returning id`
  return row!.id
}

// No email for a person's first session.
const noticed = (sql: AnySql, { personId, clientId, device, network, now }: NewSession, { requestId }: { requestId: string }) => sql`
  with previous as (
      select count(*) as sessions, count(*) filter (where client_id = ${clientId} and device is not distinct from ${device}) as alike
      from auth.session where person_id = ${personId}),
    mail as (
      ${emails(sql, { kind: 'new_sign_in', at: now, requestId })}
        ${personId}::int, ${sql.json({ device, network, at: now.toISOString() })}::jsonb
        from previous where sessions > 0 and alike = 0)`

export type RefreshRow = {
  id: number
  personId: number
  clientId: string
  provider: string
  authTime: Date
  gen: number
  confirmedGen: number
  rotatedAt: Date
  currentHash: Buffer
  previousHash: Buffer | null
  sealed: Buffer | null
  idleUntil: Date
  endsAt: Date
  revokedAt: Date | null
  isPersonActive: boolean
}

export async function findSessionToRefresh(sql: AnySql, sid: string): Promise<RefreshRow | undefined> {
  const [row] = await sql<RefreshRow[]>`
    select session.id, person_id as "personId", client_id as "clientId", provider, auth_time as "authTime", gen,
      confirmed_gen as "confirmedGen", rotated_at as "rotatedAt", current_hash as "currentHash", previous_hash as "previousHash", sealed,
      idle_until as "idleUntil", ends_at as "endsAt", revoked_at as "revokedAt", disabled_at is null as "isPersonActive"
    from auth.session join person on person.id = person_id where sid = ${sid}`
  return row
}

export type Rotation = { sid: string; currentHash: Buffer; nextHash: Buffer; sealed: Buffer; now: Date; idleUntil: Date }

// Compare-and-swap: of concurrent calls with the same token one rotates, and none after revocation.
export async function rotateSession(sql: AnySql, { sid, currentHash, nextHash, sealed, now, idleUntil }: Rotation): Promise<boolean> {
  const { count } = await sql`
    update auth.session set previous_hash = current_hash, current_hash = ${nextHash}, gen = gen + 1, confirmed_gen = gen, rotated_at = ${now},
      last_used_at = ${now}, last_seen_at = ${now}, idle_until = least(${idleUntil}::timestamptz, ends_at), sealed = ${sealed}
    where sid = ${sid} and current_hash = ${currentHash} and revoked_at is null`
  return count === 1
}

// A repeated response counts as use of the session.
export async function extendSession(sql: AnySql, sid: string, now: Date, idleUntil: Date): Promise<void> {
  await sql`
    update auth.session set last_used_at = ${now}, last_seen_at = greatest(last_seen_at, ${now}), idle_until = least(${idleUntil}::timestamptz, ends_at)
    where sid = ${sid} and revoked_at is null`
}

export type LiveSession = {
  sid: string
  id: number
  personId: number
  access: Access
  clientId: string
  authTime: Date
  endsAt: Date
  gen: number
  confirmedGen: number
  lastSeenAt: Date
}

// Session data for an authenticated call; undefined when the session is revoked or the person is disabled.
export async function findLiveSession(sql: AnySql, sid: string): Promise<LiveSession | undefined> {
  const [row] = await sql<LiveSession[]>`
    select sid, session.id, person_id as "personId", access, client_id as "clientId", auth_time as "authTime", ends_at as "endsAt", gen,
      confirmed_gen as "confirmedGen", last_seen_at as "lastSeenAt"
    from auth.session join person on person.id = person_id
    where sid = ${sid} and revoked_at is null and disabled_at is null`
  return row
}

// The client has received the tokens of this generation: the previous one is from now on accepted for parallel calls only.
export async function confirmSession(sql: AnySql, sid: string, gen: number, now: Date): Promise<void> {
  await sql`
    update auth.session set confirmed_gen = greatest(confirmed_gen, least(${gen}, gen)), last_seen_at = greatest(last_seen_at, ${now})
    where sid = ${sid} and revoked_at is null`
}

export type Ended = { sid: string; id: number; personId: number; clientId: string }

const ended = (sql: AnySql) => sql`returning sid, id, person_id as "personId", client_id as "clientId"`

/** Undefined when it was revoked before. Also deletes the sealed successor token. */
export async function revokeSession(sql: AnySql, sid: string, why: string, now: Date): Promise<Ended | undefined> {
  const [row] = await sql<Ended[]>`
    update auth.session set revoked_at = ${now}, revoked_why = ${why}, sealed = null
    where sid = ${sid} and revoked_at is null ${ended(sql)}`
  return row
}

export async function revokeSessionsOf(
  sql: AnySql,
  personId: number,
  why: string,
  now: Date,
  exceptSid: string | null = null,
): Promise<Ended[]> {
  return sql<Ended[]>`
    update auth.session set revoked_at = ${now}, revoked_why = ${why}, sealed = null
    where person_id = ${personId} and revoked_at is null and least(idle_until, ends_at) > ${now} and sid is distinct from ${exceptSid} ${ended(sql)}`
}

export async function revokeOwnSession(sql: AnySql, personId: number, id: number, why: string, now: Date): Promise<Ended | undefined> {
  const [row] = await sql<Ended[]>`
    update auth.session set revoked_at = ${now}, revoked_why = ${why}, sealed = null
    where id = ${id} and person_id = ${personId} and revoked_at is null ${ended(sql)}`
  return row
}

export type ListedSession = {
  sid: string
  id: number
  clientId: string
  provider: string
  device: string | null
  network: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

export async function listSessions(sql: AnySql, personId: number, now: Date): Promise<ListedSession[]> {
  return sql<ListedSession[]>`
    select sid, id, client_id as "clientId", provider, device, network, created_at as "createdAt",
      last_seen_at as "lastSeenAt", least(idle_until, ends_at) as "expiresAt"
    from auth.session where person_id = ${personId} and revoked_at is null and least(idle_until, ends_at) > ${now}
    order by last_seen_at desc, id desc`
}

const MOST_SESSIONS = 100 // per person
const ENDED_DAYS = 90
const BATCH = 5000

/** Removes sessions that ended long ago, and the least recently used ones of a person above the limit; those end. Returns how many. */
export async function removeOldSessions(sql: AnySql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ENDED_DAYS * 86_400_000)
  let removed = 0
  for (let count = BATCH; count === BATCH; removed += count)
    ({ count } = await sql`
      delete from auth.session where sid in (
        select sid from (
          select sid, least(ends_at, idle_until, revoked_at) < ${before} as "isOld",
            row_number() over (partition by person_id order by revoked_at is not null, last_used_at desc) as nth
          from auth.session) as ranked
        where "isOld" or nth > ${MOST_SESSIONS} limit ${BATCH})`)
  return removed
}
