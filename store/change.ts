import { SERVER_START } from '#database/server-start.ts'
import type { AnySql, Sql } from '#database/sql.ts'

const kinds = [
  'project',
  'team',
  'member',
  'person',
  'tag',
  'role',
  'platform',
  'file_type',
  'refusal_reason',
  'synonym',
  'note',
  'request_message',
  'round',
  'session',
  'setting',
  'everything',
] as const
export type ChangeKind = (typeof kinds)[number]
// Sessions end far more often than projects change, and settings are loaded by the reader of sessions: both are subscribed to explicitly.
const ofDirectory = kinds.filter((kind) => kind !== 'session' && kind !== 'setting')
/** When the readers of the change feed read it. */
export type Pace = {
  /** From the end of a read to the next one. */
  pauseMs(): number
  /** Something new was read. */
  noteChange(): void
  /** Registers what reads at once, instead of at the end of its pause. */
  onWake(read: () => Promise<void>): void
}
export const POLL_MS = 100 // two reads fit into the promised 250 ms
export const steadyPace: Pace = { pauseMs: () => POLL_MS, noteChange() {}, onWake() {} }

/** How far a reader has read: a server and a snapshot of it. */
export type Changes = { position: string; touched: Map<ChangeKind, number[]> }

export async function currentPosition(sql: AnySql): Promise<string> {
  const [row] = await sql`select ${sql.unsafe(SERVER_START)} || ' ' || pg_current_snapshot()::text as position`
  return row!.position
}

// What became visible between an earlier snapshot and now. Comparing snapshots, not ids or times, misses nothing that commits late and
// waits for no long transaction: a row is new exactly when the earlier snapshot could not see it and the present one can. Rows restored from
// the backup of another server may have ids that this one has not reached yet: the present snapshot counts them as unseen.
// After a restart, a failover or a restore committed rows may be missing: everything counts as changed.
export async function listChanges(sql: AnySql, since: string, subscribed: readonly ChangeKind[] = ofDirectory): Promise<Changes> {
  const [start, snapshot] = since.split(' ') as [string, string]
  const rows = await sql<{ start: string; snapshot: string; kind: ChangeKind | null; keys: number[] }[]>`
    with news as (
      select kind, array_agg(distinct key) as keys from change
      where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
        and xid < pg_snapshot_xmax(pg_current_snapshot()) and kind = any(${subscribed as ChangeKind[]})
      group by kind
    )
    select ${sql.unsafe(SERVER_START)} as start, pg_current_snapshot()::text as snapshot, kind, keys
    from (values (1)) as one left join news on true`
  const touched = new Map<ChangeKind, number[]>()
  for (const row of rows) if (row.kind !== null) touched.set(row.kind, row.keys)
  const now = rows[0]!
  if (now.start !== start || endOf(now.snapshot) < endOf(snapshot)) touched.set('everything', [])
  return { position: `${now.start} ${now.snapshot}`, touched }
}

// xmin:xmax:list. A server assigns xmax in ascending order.
const endOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1]!)

const MOST_CHANGES = 1_000_000
const BATCH = 20_000

/** After a day every running process has polled them. Too many are replaced by one that makes every process load everything again. */
export async function removeOldChanges(sql: Sql, _now = new Date(), most = MOST_CHANGES): Promise<number> {
  let removed = 0
  for (let count = BATCH; count === BATCH; removed += count)
    ({ count } = await sql`
      delete from change where id in (select id from change where at < now() - interval '1 day' order by id limit ${BATCH})`)
  const excess = await sql`select 1 from change offset ${most} limit 1`
  if (excess.length === 0) return removed
  // To truncate is safe although a reader may miss rows: it sees the new one then.
  await sql.begin(async (sql) => {
    await sql`truncate change`
    await sql`insert into change (kind, key) values ('everything', 0)`
  })
  return removed + most
}
