import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#database/sql.ts'
import { FileDamaged, FileMissing, type FileStore, type Listed } from '#files/file-store.ts'
import { PURGE_DAYS } from '#rules/project/file.ts'
import { claimUnchecked, markIntact, markUnchecked } from '#store/file/check.ts'
import {
  findStoreIdentity,
  listNamedBytes,
  listOldOrphans,
  markOrphans,
  purgeCovers,
  purgeFiles,
  releaseOrphan,
} from '#store/file/orphan.ts'
import { expireInvitations } from '#store/team/invitation.ts'
import { expireJoinRequests, listTeamsToExpire } from '#store/team/join-request.ts'
import { lockTeam } from '#store/team/lock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const GRACE_MS = DAY // for bytes of unknown origin, and for temporary files of killed processes
const KNOWN_GRACE_MS = HOUR // longer than any upload takes from storing the bytes to writing the row
const BATCH = 1000
const MOST_REMOVED = 1000
const MIN_REMOVED = 10 // 1 % of a small store would be none

export type Swept = { total: number; orphans: number; removed: number; missing: string[]; stopped: 'identity' | 'too many' | null }
type SweepOptions = { sql: Sql; files: FileStore; now: () => Date; log: Logger }

// Hourly garbage collection. Purges files that were removed a while ago. Removes bytes that no row references: those this database stored
// itself after an hour, others a day after they were marked, unless these are suspiciously many. Does nothing if the store belongs to another
// database.
export async function sweepFiles({ sql, files, now, log }: SweepOptions): Promise<Swept> {
  const at = now()
  const before = new Date(at.getTime() - GRACE_MS)
  const ages = { before, knownBefore: new Date(at.getTime() - KNOWN_GRACE_MS) }
  const expected = await findStoreIdentity(sql)
  const identity = await files.label('identity', expected)
  if (identity !== expected) {
    log.error({ identity, expected }, 'the file store belongs to another database; nothing is removed')
    return { total: 0, orphans: 0, removed: 0, missing: [], stopped: 'identity' }
  }
  await files.tidy(before)
  await purge(sql, at, log)
  const { total, orphans, missing } = await compareFiles(sql, files)
  for (const sha256 of missing) log.error({ sha256 }, 'a row references a missing file')
  const present = new Set(orphans.map(({ sha256 }) => sha256))
  await markOrphans(sql, [...present], at)
  const due = (await listOldOrphans(sql, ages)).filter(({ sha256 }) => present.has(sha256))
  const unknown = due.filter(({ isKnown }) => !isKnown).length
  const isTooMany = unknown > mostRemoved(total)
  if (isTooMany) log.error({ total, due: unknown }, 'too many orphaned files; none of them is removed')
  let removed = 0
  for (const { sha256, isKnown } of due)
    if ((isKnown || !isTooMany) && (await releaseOrphan(sql, sha256, ages, () => files.remove(sha256)))) removed++
  if (removed > 0) log.info({ removed }, 'orphaned files removed')
  return { total, orphans: orphans.length, removed, missing, stopped: isTooMany ? 'too many' : null }
}

/** Sweeps, and keeps the result as long as this process has the task: after that another one knows better. */
export function createSweep(options: SweepOptions) {
  let last: { swept: Swept; tenure: AbortSignal } | null = null
  return {
    async run(tenure: AbortSignal): Promise<void> {
      last = { swept: await sweepFiles(options), tenure }
    },
    last: (): Swept | null => (last === null || last.tenure.aborted ? null : last.swept),
  }
}

async function purge(sql: Sql, at: Date, log: Logger): Promise<void> {
  const before = new Date(at.getTime() - PURGE_DAYS * DAY)
  let purged = 0
  for (const purgeSome of [purgeFiles, purgeCovers])
    for (let count = BATCH; count === BATCH; purged += count) count = await purgeSome(sql, before, BATCH)
  if (purged > 0) log.info({ purged }, 'removed files purged')
}

/** The most files of unknown origin one run may remove from a store of this size; never all of them. */
export const mostRemoved = (total: number): number =>
  Math.min(MOST_REMOVED, Math.max(MIN_REMOVED, Math.floor(total / 100)), Math.max(0, total - 1))

// Merge join in batches: store and database are both sorted by hash.
export async function compareFiles(sql: Sql, files: FileStore): Promise<{ total: number; orphans: Listed[]; missing: string[] }> {
  const orphans: Listed[] = []
  const missing: string[] = []
  let total = 0
  let from = ''
  let batch: Listed[] = []
  async function compareBatch(to: string | null): Promise<void> {
    const referenced = await listNamedBytes(sql, from, to)
    for (const one of batch) if (!referenced.delete(one.sha256)) orphans.push(one)
    // Not in the listing, but possibly uploaded since: check again.
    for (const sha256 of referenced) if ((await files.sizeOf(sha256)) === undefined) missing.push(sha256)
    from = to ?? from
    batch = []
  }
  for await (const one of files.list()) {
    total++
    batch.push(one)
    if (batch.length === BATCH) await compareBatch(one.sha256)
  }
  await compareBatch(null)
  return { total, orphans, missing }
}

export type ScrubPace = { bytesPerSecond: number; mostBytes: number; mostFiles: number; days: number }
/** At most 1 GB an hour; a store of 500 GB is checked about once in three weeks. */
export const scrubPace: ScrubPace = { bytesPerSecond: 20_000_000, mostBytes: 1_000_000_000, mostFiles: 10_000, days: 30 }

/** Hourly: compares stored bytes with their hashes, the longest unchecked first. `files` marks those that are damaged. */
export async function scrubFiles({ sql, files, now, log }: SweepOptions, pace = scrubPace): Promise<{ checked: number; damaged: number }> {
  const at = now()
  const before = new Date(at.getTime() - pace.days * DAY)
  let [checked, damaged, bytes] = [0, 0, 0]
  while (checked < pace.mostFiles && bytes < pace.mostBytes) {
    const [next] = await claimUnchecked(sql, { before, at, most: 1 })
    if (!next) break
    try {
      for await (const part of await files.read(next.sha256, next.size)) bytes += (part as Buffer).length
      await markIntact(sql, next.sha256, at)
    } catch (error) {
      if (error instanceof FileDamaged) damaged++
      else if (!(error instanceof FileMissing)) {
        await markUnchecked(sql, next.sha256)
        throw error
      } // the sweeper reports missing files
    }
    checked++
    await sleep((next.size / pace.bytesPerSecond) * 1000, undefined, { ref: false })
  }
  if (damaged > 0) log.error({ checked, damaged }, 'stored files are damaged; restore them from a backup')
  return { checked, damaged }
}

/** Hourly: ends invitations and requests to join that nobody has answered in time. Several processes may do this at once. */
export async function expireJoining({ sql, now, log }: Pick<SweepOptions, 'sql' | 'now' | 'log'>): Promise<number> {
  let expired = 0
  for (let teams = [0]; teams.length > 0; ) {
    teams = await listTeamsToExpire(sql, now(), BATCH)
    for (const team of teams)
      expired += (await sql.begin(async (sql) => {
        await lockTeam(sql, team)
        await expireInvitations(sql, team, now())
        return expireJoinRequests(sql, team, now())
      })) as number
  }
  if (expired > 0) log.info({ expired }, 'requests to join have expired')
  return expired
}
