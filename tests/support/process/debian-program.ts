import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

type WithLock = <T>(root: string, work: () => Promise<T>) => Promise<T>
const { withInstallLock } = (await import(new URL('../../../bin/install-lock.mjs', import.meta.url).href)) as { withInstallLock: WithLock }

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The path of an installed program; system folders count, which PATH of ordinary users may not contain. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** We are root on a system with apt-get, so that a missing package can be installed. */
export const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && findProgram('apt-get') !== undefined

/** A program of a Debian package, installed if it is missing and we are root. */
export async function debianProgram(name: string, packageName = name): Promise<string> {
  return findProgram(name) ?? withInstallLock(root, async () => findProgram(name) ?? install(name, packageName))
}

/** Installs a Debian package that has no program, such as a font, if this file of it is missing and we are root. */
export async function debianFile(path: string, packageName: string): Promise<string> {
  const find = () => (existsSync(path) ? path : undefined)
  return find() ?? withInstallLock(root, async () => find() ?? install(path, packageName, find))
}

async function install(name: string, packageName: string, find = () => findProgram(name)): Promise<string> {
  const advice = `This test needs ${name}: install it (on Debian as root: apt-get install ${packageName}).`
  if (!canInstall) throw new Error(advice)
  // Services of a package must not start: they would take ports 80 and 443.
  const env = { PATH: process.env.PATH, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const aptGet = (...args: string[]) => execute('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, maxBuffer: 2 ** 26 })
  await aptGet('update').catch(() => {}) // existing package lists may be enough
  await aptGet('install', '-y', '--no-install-recommends', packageName).catch((error) => {
    throw new Error(`${advice} ${(error as Error).message}`)
  })
  return find() ?? Promise.reject(new Error(advice))
}
