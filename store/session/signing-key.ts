import type { AnySql } from '#database/sql.ts'

export type KeyStatus = 'next' | 'current' | 'previous' | 'revoked'
export type PublicKey = { kid: string; alg: string; jwk: Record<string, unknown> }
export type SigningKey = PublicKey & {
  status: KeyStatus
  sealed: Buffer | null
  createdAt: Date
  currentSince: Date | null
  retiredAt: Date | null
}

const LOCK = 7_305_814 // advisory lock id, arbitrary

/** Keys that signatures are verified with; revoked ones are excluded. */
export async function listPublicKeys(sql: AnySql): Promise<PublicKey[]> {
  return sql<PublicKey[]>`select kid, alg, public_jwk as jwk from auth.signing_key where status <> 'revoked' order by created_at`
}

export async function listSigningKeys(sql: AnySql): Promise<SigningKey[]> {
  return sql<SigningKey[]>`
    select kid, alg, status, public_jwk as jwk, private_sealed as sealed, created_at as "createdAt",
      current_since as "currentSince", retired_at as "retiredAt"
    from auth.signing_key order by created_at desc`
}

// Serialises key rotation across processes.
export async function lockSigningKeys(sql: AnySql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`
}

export async function insertSigningKey(
  sql: AnySql,
  key: PublicKey & { status: 'next' | 'current'; sealed: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into auth.signing_key (kid, alg, status, public_jwk, private_sealed, created_at, current_since)
    values (${key.kid}, ${key.alg}, ${key.status}, ${sql.json(key.jwk as never)}, ${key.sealed}, ${key.now}, ${key.status === 'current' ? key.now : null})`
}

export async function updateKeyStatus(sql: AnySql, kid: string, status: KeyStatus, now: Date): Promise<void> {
  await sql`
    update auth.signing_key set status = ${status},
      current_since = case when ${status} = 'current' then ${now}::timestamptz else current_since end,
      retired_at = case when ${status} in ('previous', 'revoked') then ${now}::timestamptz else retired_at end,
      private_sealed = case when ${status} in ('previous', 'revoked') then null else private_sealed end
    where kid = ${kid}`
}

export async function removeRetiredKeys(sql: AnySql, retiredBefore: Date): Promise<void> {
  await sql`delete from auth.signing_key where status in ('previous', 'revoked') and retired_at < ${retiredBefore}`
}

/** The private keys that are still there, sealed. */
export const listSealedKeys = async (sql: AnySql): Promise<Buffer[]> =>
  (await sql<{ sealed: Buffer }[]>`select private_sealed as sealed from auth.signing_key where private_sealed is not null`).map(
    ({ sealed }) => sealed,
  )
