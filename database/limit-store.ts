import type { AnySql, Sql } from './sql.ts'
import { connect, type Database } from './sql.ts'

// What callers have spent of their rate limits, shared by all processes of a directory (http/limits/rate-limits.ts). Times are relative to the clock
// of the store: how long a leaky bucket needs until it is empty.

/** What one process has spent since it last reported it, and how long the bucket needs to be empty as far as this process knows. */
export type Spending = { key: string; addedMs: number; aheadMs: number }
/** One unit of a limit, and how long its bucket needs to be empty as far as this process knows: the store may have lost it. */
export type Demand = { key: string; intervalMs: number; toleranceMs: number; aheadMs: number }
export type DemandResult = { isAllowed: boolean; aheadMs: number[] }

export type LimitStore = {
  /** Adds what was spent, and returns how long each bucket needs to be empty, in the same order. Without spendings: whether the store works. */
  add(spendings: Spending[]): Promise<number[]>
  /** Spends one unit of each limit if all of them allow it, else of none. */
  spend(demands: Demand[]): Promise<DemandResult>
  /** Removes counters that are zero again. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** How long a caller waits for the store; then its process counts alone. */
export const LIMIT_STORE_MS = 300
const BATCH = 20_000

/** The key of the HMAC that replaces addresses and accounts. */
export async function findLimitSecret(sql: AnySql): Promise<Buffer> {
  const [row] = await sql<{ secret: Uint8Array }[]>`select secret from rate_limit_secret`
  return Buffer.from(row!.secret)
}

/** Two connections of its own: a limit is also spent by callers who have a connection, and must not wait for a busy pool. */
export function openLimitStore(database: Database, timeoutMs = LIMIT_STORE_MS): LimitStore {
  const sql = connect(database, {
    max: 2,
    statementTimeout: timeoutMs,
    lockTimeout: timeoutMs,
    waitTimeout: timeoutMs,
    answerTimeout: timeoutMs * 3,
    connectTimeout: Math.max(timeoutMs, 2000),
    mayNest: true,
  })
  return {
    add: (spendings) => addSpendings(sql, spendings),
    async spend(demands) {
      const keys = demands.map(({ key }) => key)
      const [row] = await sql<{ isAllowed: boolean; aheadMs: number[] }[]>`
        select is_allowed as "isAllowed", ahead_ms as "aheadMs" from spend_rate_limits(${keys},
          ${demands.map(({ intervalMs }) => intervalMs)}::float8[], ${demands.map(({ toleranceMs }) => toleranceMs)}::float8[],
          ${demands.map(({ aheadMs }) => aheadMs)}::float8[])`
      return row!
    },
    sweep: async () => void (await removeFullLimits(sql)),
    close: async () => void (await sql.end({ timeout: 1 })),
  }
}

// Rows are locked in the order of their keys: two processes never wait for each other. A key may occur twice, when its process has removed its
// counter in between. After the clock of the server was set back, rows were written in the future: no time has passed since.
async function addSpendings(sql: AnySql, spendings: Spending[]): Promise<number[]> {
  const rows = await sql<{ key: string; ahead: number }[]>`
    insert into rate_limit as r (key, full_at, added_ms, written_at)
    select key, clock_timestamp() + (max(ahead) + sum(added) - max(added)) * interval '1 ms', sum(added), clock_timestamp()
    from unnest(${spendings.map(({ key }) => key)}::text[], ${spendings.map(({ addedMs }) => addedMs)}::float8[],
      ${spendings.map(({ aheadMs }) => aheadMs)}::float8[]) as s (key, added, ahead) group by key order by key collate "C"
    on conflict (key) do update set added_ms = excluded.added_ms, written_at = clock_timestamp(),
      full_at = greatest(r.full_at - greatest(r.written_at - clock_timestamp(), interval '0') + excluded.added_ms * interval '1 ms',
        excluded.full_at)
    returning key, (extract(epoch from full_at - clock_timestamp()) * 1000)::float8 as ahead`
  const ahead = new Map(rows.map((row) => [row.key, row.ahead]))
  return spendings.map(({ key }) => ahead.get(key)!)
}

/** Locked rows are in use and stay. */
export async function removeFullLimits(sql: Sql): Promise<number> {
  let removed = 0
  for (let count = BATCH; count === BATCH; removed += count)
    ({ count } = await sql`
      delete from rate_limit where key in (
        select key from rate_limit where full_at < clock_timestamp() limit ${BATCH} for update skip locked)`)
  return removed
}
