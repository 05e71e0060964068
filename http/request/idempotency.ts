import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { errorStatus } from '#contract/errors.ts'
import { isDatabaseUnavailable, type Sql, type TransactionSql } from '#database/sql.ts'
import type { App } from '#http/app.ts'
import type { Call } from '#http/call.ts'
import { Refusal } from '#http/response/problem.ts'
import { claimKey, confirmStored, findStored, type IdempotencyKey, type StoredResponse, saveResponse } from '#store/idempotency.ts'

// A POST with an Idempotency-Key is executed once: the same key and content get the same response for a day. The response is stored in the
// transaction of the change, so both are committed or neither.

export class Replay extends Error {
  readonly stored: StoredResponse
  constructor(stored: StoredResponse) {
    super('replay of a stored response')
    this.stored = stored
  }
}

export function idempotencyKeyOf(message: IncomingMessage): string | null {
  const key = message.headers['idempotency-key']
  if (message.method !== 'POST' || key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,255}$/.test(key)) throw new Refusal('idempotency_key_invalid')
  return key
}

export const fingerprintOf = (body: unknown, files: string[]): Buffer =>
  createHash('sha256').update(sorted(body)).update(files.join(' ')).digest()

const MAX_DEPTH = 100

// Key order does not matter. Not JSON.stringify: its check for cycles takes quadratic time in the depth.
function sorted(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  if (depth > MAX_DEPTH) throw new Refusal('malformed_json', { why: 'nested too deeply' })
  const inner = (one: unknown): string => sorted(one, depth + 1)
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${inner(one)}`).join(',')}}`
}

type IdempotentCall = IdempotencyKey & {
  fingerprint: Buffer
  now: Date
  headers: () => [string, string][]
  serialise: (value: unknown) => string
  onReplay?: () => void // the answer was made from a stored one
}

/**
 * An answer with a secret, which is not stored: what is stored instead, and how a repeated call gets its answer from that; null when what the
 * first call made is gone, then the call is executed again.
 */
export type Hidden<T, H = never> = { hide(answer: T): H; again(sql: TransactionSql, hidden: H): Promise<T | null> }

export async function changeIdempotently<T, H>(
  sql: Sql,
  call: IdempotentCall,
  work: (sql: TransactionSql) => Promise<T>,
  hidden?: Hidden<T, H>,
): Promise<T> {
  const execute: typeof work = async (sql) => {
    const value = await work(sql)
    const body = hidden ? JSON.stringify(hidden.hide(value)) : call.serialise(value)
    await saveResponse(sql, call, { status: 200, headers: call.headers(), body })
    return value
  }
  try {
    return (await sql.begin(async (sql) => {
      await claim(sql, call)
      return execute(sql)
    })) as T
  } catch (error) {
    if (error instanceof Replay) await confirmStored(sql)
    if (hidden && error instanceof Replay && error.stored.status === 200) {
      const { body } = error.stored
      const again = (await sql.begin((sql) => hidden.again(sql, JSON.parse(body) as H))) as T | null
      if (again === null) return (await sql.begin(execute)) as T
      call.onReplay?.()
      return again
    }
    if (error instanceof Refusal && dependsOnState(error)) await storeRefusal(sql, call, error)
    throw error
  }
}

// Waits for a first call that is still in progress, up to the lock timeout.
async function claim(sql: TransactionSql, call: IdempotentCall): Promise<void> {
  const stored = await claimKey(sql, call, call.fingerprint, call.now).catch((error) => {
    if (error.code === '55P03') throw new Refusal('idempotency_in_progress', {}, { headers: { 'retry-after': '2' } })
    throw error
  })
  if (stored) replay(stored, call)
}

function replay(stored: StoredResponse, { fingerprint }: IdempotentCall): never {
  if (!stored.fingerprint.equals(fingerprint)) throw new Refusal('idempotency_key_reused')
  throw new Replay(stored)
}

/** Before work that is done outside of the transaction. A first call that is still in progress is waited for later, by the claim. */
export async function replayIfStored(sql: Sql, call: IdempotentCall): Promise<void> {
  const stored = await findStored(sql, call, call.now)
  if (!stored) return
  await confirmStored(sql)
  replay(stored, call)
}

// Refusals that depend on stored state are replayed. Invalid input and server errors may be retried with the same key.
const dependsOnState = ({ code }: Refusal): boolean => code !== 'idempotency_in_progress' && [403, 404, 409].includes(errorStatus[code])

// If the refusal cannot be stored the caller still gets it; a retry with the key is then executed again.
async function storeRefusal(sql: Sql, call: IdempotentCall, { code, details, faults, choices }: Refusal): Promise<void> {
  const storing = sql.begin(async (sql) => {
    if (await claimKey(sql, call, call.fingerprint, call.now)) return
    await saveResponse(sql, call, { status: errorStatus[code], headers: [], body: JSON.stringify({ code, details, faults, choices }) })
  })
  await storing.catch((error) => {
    if (!isDatabaseUnavailable(error)) throw error
  })
}

export function refusalOfReplay({ body }: StoredResponse): Refusal {
  const { code, details, ...more } = JSON.parse(body) as Pick<Refusal, 'code' | 'details'> & Partial<Pick<Refusal, 'faults' | 'choices'>>
  return new Refusal(code, details, { ...more, headers: { 'idempotency-replayed': 'true' } })
}

export function markReplayed(call: Pick<Call, 'addHeaders'>, app: Pick<App, 'counts'>): void {
  app.counts.idempotentReplays++
  call.addHeaders('Idempotency-Replayed', 'true')
}
