import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fetchChromium, fetchedChromium } from './chromium-package.ts'

// The environment is a parameter, so that every platform can be tested on one machine.
export type Surroundings = {
  root: string
  env: { CHROMIUM_PATH?: string; PATH?: string }
  platform: string
  arch: string
  places: string[] // paths outside of PATH
  isRoot: boolean
  fetchPackage: typeof fetchChromium
  say(line: string): void
}

const here = (): Surroundings => ({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  env: process.env,
  platform: process.platform,
  arch: process.arch,
  places: places[process.platform] ?? [],
  isRoot: process.getuid?.() === 0,
  fetchPackage: fetchChromium,
  say: (line) => console.error(line),
})

// Headless shell first: the same engine, for half the CPU time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places: Record<string, string[]> = {
  linux: ['/snap/bin/chromium', '/opt/google/chrome/chrome'],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', 'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'],
}
const advice =
  'The browser tests need Chromium or Chrome, and none could be found or installed: install one (on Debian as root: apt-get install chromium-headless-shell), ' +
  'or put the path of its binary into CHROMIUM_PATH.'

const execute = promisify(execFile)

// bin/ is plain JavaScript without types: it must run before anything is installed.
type WithLock = <T>(root: string, work: () => Promise<T>) => Promise<T>
const { withInstallLock } = (await import(new URL('../../../bin/install-lock.mjs', import.meta.url).href)) as { withInstallLock: WithLock }

// In this order: CHROMIUM_PATH, an installed browser, Debian's package if we are root, the npm package.
export async function findChromium(around: Surroundings = here()): Promise<string> {
  const named = around.env.CHROMIUM_PATH
  if (named && (await starts(named, around))) return named
  if (named) throw new Error(`CHROMIUM_PATH is ${named}, which does not start: correct it, or unset it to search for a browser.`)
  // Look again inside the lock: another process may have installed one meanwhile.
  return (await findPresent(around)) ?? withInstallLock(around.root, async () => (await findPresent(around)) ?? install(around))
}

async function findPresent(around: Surroundings): Promise<string | undefined> {
  const folders = (around.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  for (const path of [...paths, ...around.places, fetchedChromium(around.root)]) if (await starts(path, around)) return path
}

// Ubuntu's chromium-browser may be a stub that prints how to install the snap, so the binary is started once.
async function starts(path: string, { platform }: Surroundings): Promise<boolean> {
  if (!existsSync(path)) return false
  if (platform === 'win32') return true // --version would open a window there
  return execute(path, ['--version'], { timeout: 30_000 }).then(
    () => true,
    () => false,
  )
}

async function install(around: Surroundings): Promise<string> {
  const ways: [boolean, string, () => Promise<string | undefined>][] = [
    [around.isRoot && around.platform === 'linux', 'apt-get', () => installDebian(around)],
    // The package has only this build.
    [around.platform === 'linux' && around.arch === 'x64', '@sparticuz/chromium', () => around.fetchPackage(around)],
  ]
  const failures: string[] = []
  for (const [isPossible, what, way] of ways) {
    if (!isPossible) continue
    try {
      const path = await way()
      if (path && (await starts(path, around))) return path
      failures.push(`${what}: the installed browser does not start`)
    } catch (error) {
      failures.push(`${what}: ${(error as Error).message.trim()}`)
    }
  }
  throw new Error([advice, ...failures].join('\n'))
}

async function installDebian(around: Surroundings): Promise<string | undefined> {
  around.say('Chromium not found; installing it with apt-get…')
  const env = { PATH: around.env.PATH, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) => execute('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, maxBuffer: 2 ** 26 })
  await aptGet('update').catch(() => {}) // existing package lists may be enough
  const installPackage = (name: string) => aptGet('install', '-y', '--no-install-recommends', name)
  await installPackage('chromium-headless-shell').catch(() => installPackage('chromium')) // older releases have only the latter
  return findPresent(around)
}
