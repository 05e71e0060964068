import { type AnySql, REPLICATED, type Sql } from '#database/sql.ts'

export type StoredResponse = { fingerprint: Buffer; status: number; headers: [string, string][]; body: string }
/** Of one caller at one endpoint; the oldest ones are forgotten. */
const MOST_KEYS = 200
const MOST_KEYS_IN_ALL = 200_000

export type IdempotencyKey = { scope: string; key: string }

const oldest = (now: Date): Date => new Date(now.getTime() - 86_400_000)

/** The response of a call that has ended. */
export async function findStored(sql: AnySql, { scope, key }: IdempotencyKey, now: Date): Promise<StoredResponse | undefined> {
  const [row] = await sql<StoredResponse[]>`
    select fingerprint, status, headers, body from idempotency
    where scope = ${scope} and key = ${key} and status is not null and created_at >= ${oldest(now)}`
  return row
}

/** Undefined when the key was claimed; otherwise the stored response of the first call. Blocks while that call is still running. */
export async function claimKey(
  sql: AnySql,
  { scope, key }: IdempotencyKey,
  fingerprint: Buffer,
  now: Date,
): Promise<StoredResponse | undefined> {
  const { count } = await sql`
    with surplus as (
      delete from idempotency where scope = ${scope} and key in (
        select key from idempotency where scope = ${scope} and key <> ${key} order by created_at desc offset ${MOST_KEYS - 1} for update skip locked))
    insert into idempotency (scope, key, fingerprint, created_at) values (${scope}, ${key}, ${fingerprint}, ${now})
    on conflict (scope, key) do update set fingerprint = excluded.fingerprint, status = null, headers = null, body = null, created_at = excluded.created_at
      where idempotency.created_at < ${oldest(now)}`
  if (count === 1) return undefined
  const [row] = await sql<
    StoredResponse[]
  >`select fingerprint, status, headers, body from idempotency where scope = ${scope} and key = ${key}`
  return row
}

/** Before a stored response is sent again: the first call may have ended as unknown because no standby had confirmed it. */
export const confirmStored = async (sql: Sql): Promise<void> => void (await sql.unsafe(REPLICATED))

export async function saveResponse(
  sql: AnySql,
  { scope, key }: IdempotencyKey,
  answer: Omit<StoredResponse, 'fingerprint'>,
): Promise<void> {
  await sql`
    update idempotency set status = ${answer.status}, headers = ${sql.json(answer.headers)}, body = ${answer.body}
    where scope = ${scope} and key = ${key}`
}

export async function removeOldKeys(sql: AnySql, now: Date, most = MOST_KEYS_IN_ALL): Promise<number> {
  const old = await sql`delete from idempotency where created_at < ${new Date(now.getTime() - 2 * 86_400_000)}`
  const surplus = await sql`
    delete from idempotency where created_at <= (select created_at from idempotency order by created_at desc offset ${most} limit 1)`
  return old.count + surplus.count
}
