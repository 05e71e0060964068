import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, accountForInitdb, changeOwner } from './account.ts'
import type { Binaries } from './binaries.ts'
import { dataVersion, syncFolder, whyNotVersion } from './data-version.ts'

const run = promisify(execFile)

export const user = 'projectory'
export const database = 'projectory'

/** A fixed environment: the caller's locale, time zone and PG* variables must not affect the database. */
export const serverEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Creates the cluster if there is none, and checks version and owner of an existing one. */
export async function prepareCluster(folder: string, binaries: Binaries, account: Account): Promise<void> {
  const data = join(folder, 'data')
  sweepDrafts(folder)
  const found = dataVersion(data)
  if (found === undefined) return createCluster(folder, data, binaries, account)
  const problem = whyNotVersion(folder, found, binaries.major)
  if (problem) throw new Error(problem)
  changeOwner(data, account)
}

/** A readable error instead of a stack trace for folders of another user. */
export function refuseForeignFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
    const data = statSync(join(folder, 'data'), { throwIfNoEntry: false })
    if (!data || process.getuid?.() === 0 || data.uid === process.getuid?.()) return
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
  }
  throw new Error(
    `The database folder ${folder} belongs to another user or cannot be written; run as its owner or choose another DATA_DIR.`,
  )
}

/**
 * The path under which the account can open its working directory. It may lack search permission on parent folders (a private home);
 * /proc/self/cwd still works then.
 */
export function nameFor(path: string, account: Account): string {
  if (!account || process.platform !== 'linux') return path
  const walk = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', path], { ...account, cwd: '/' })
  return walk.status === 0 ? path : '/proc/self/cwd'
}

/** Created in a temporary folder and renamed: a folder with the final name is always complete. */
async function createCluster(folder: string, data: string, binaries: Binaries, account: Account): Promise<void> {
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new Error(`The folder ${data} holds files but no PostgreSQL database; move them away or choose another DATA_DIR.`)
  const closed = join(folder, `data.new-${randomUUID()}`) // other users cannot reach the data in it, whoever owns them meanwhile
  mkdirSync(closed, { mode: 0o700 })
  const draft = join(closed, 'data')
  await initialise(draft, binaries, accountForInitdb(account))
  changeOwner(draft, account)
  renameSync(draft, data)
  rmdirSync(closed)
  syncFolder(folder)
}

function sweepDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('data.new-')) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // The initdb of a killed process may still be writing there; the next start removes it.
    }
  }
}

async function initialise(draft: string, binaries: Binaries, account: Account): Promise<void> {
  let failure = ''
  // lc_ctype decides which characters trigrams treat as letters; not every system has C.UTF-8.
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'UTF-8']) {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    changeOwner(draft, account)
    const options = { ...account, cwd: draft, env: serverEnvironment }
    const name = nameFor(draft, account)
    try {
      await run(join(binaries.path, 'bin/initdb'), ['-D', name, ...initdbOptions, `--lc-ctype=${ctype}`], options)
      const single = run(join(binaries.path, 'bin/postgres'), ['--single', '-D', name, 'postgres'], options)
      single.child.stdin?.end(`CREATE DATABASE ${database}\n`)
      await single
      return
    } catch (error) {
      failure = (error as { stderr?: string }).stderr?.trim() || String(error)
      if (!failure.includes('locale name')) break
    }
  }
  rmSync(dirname(draft), { recursive: true, force: true })
  if (failure.includes('effective user ID'))
    failure += ' (PostgreSQL needs the user to be in /etc/passwd; run as one that is, or set DATABASE_URL)'
  throw new Error(`The database could not be created in ${dirname(dirname(draft))}: ${failure}`)
}

const initdbOptions = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  `--username=${user}`,
  // Safe only because the server listens on nothing but a socket in a private folder.
  '--auth-local=trust',
  '--auth-host=reject',
]
