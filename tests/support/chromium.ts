import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fetchChromium, fetchedChromium } from './chromium-package.ts'

// What the search depends on, handed in so that each way can be tested without the machine it is meant for.
export type Surroundings = {
  root: string
  env: { CHROMIUM_PATH?: string; PATH?: string }
  platform: string
  arch: string
  places: string[] // beyond PATH
  isRoot: boolean
  fetchPackage: typeof fetchChromium
  say(line: string): void
}

const here = (): Surroundings => ({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  env: process.env,
  platform: process.platform,
  arch: process.arch,
  places: places[process.platform] ?? [],
  isRoot: process.getuid?.() === 0,
  fetchPackage: fetchChromium,
  say: (line) => console.error(line),
})

// First the one without a window: the same engine, for half the processor time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places: Record<string, string[]> = {
  linux: ['/snap/bin/chromium', '/opt/google/chrome/chrome'],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', 'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'],
}
const advice =
  'The browser tests need Chromium or Chrome, and none could be had: install one (on Debian as root: apt-get install chromium-headless-shell), ' +
  'or put the path of its binary into CHROMIUM_PATH.'

const execute = promisify(execFile)

// bin/ is plain JavaScript without types: it must run before anything is installed.
type WithLock = <T>(root: string, work: () => Promise<T>) => Promise<T>
const { withInstallLock } = (await import(new URL('../../bin/install-lock.mjs', import.meta.url).href)) as { withInstallLock: WithLock }

// The browser the tests drive: the one named, one that is installed, Debian's when we may install it, or the one inside an npm package.
export async function findChromium(around: Surroundings = here()): Promise<string> {
  const named = around.env.CHROMIUM_PATH
  if (named && (await starts(named, around))) return named
  if (named) throw new Error(`CHROMIUM_PATH says ${named}, which does not start: correct it, or unset it to have a browser looked for.`)
  // Whoever waited for another to bring one looks again.
  return (await findPresent(around)) ?? withInstallLock(around.root, async () => (await findPresent(around)) ?? bring(around))
}

async function findPresent(around: Surroundings): Promise<string | undefined> {
  const folders = (around.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  for (const path of [...paths, ...around.places, fetchedChromium(around.root)]) if (await starts(path, around)) return path
}

// Ubuntu has a chromium-browser that only says where to get one: existing is not enough.
async function starts(path: string, { platform }: Surroundings): Promise<boolean> {
  if (!existsSync(path)) return false
  if (platform === 'win32') return true // --version would open a window there
  return execute(path, ['--version'], { timeout: 30_000 }).then(
    () => true,
    () => false,
  )
}

async function bring(around: Surroundings): Promise<string> {
  const ways: [boolean, string, () => Promise<string | undefined>][] = [
    [around.isRoot && around.platform === 'linux', 'apt-get', () => installDebian(around)],
    // The package holds this one build.
    [around.platform === 'linux' && around.arch === 'x64', '@sparticuz/chromium', () => around.fetchPackage(around)],
  ]
  const failures: string[] = []
  for (const [isPossible, what, way] of ways) {
    if (!isPossible) continue
    try {
      const path = await way()
      if (path && (await starts(path, around))) return path
      failures.push(`${what}: it brought no browser that starts`)
    } catch (error) {
      failures.push(`${what}: ${(error as Error).message.trim()}`)
    }
  }
  throw new Error([advice, ...failures].join('\n'))
}

async function installDebian(around: Surroundings): Promise<string | undefined> {
  around.say('No Chromium here; installing it with apt-get, once…')
  const env = { PATH: around.env.PATH, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) => execute('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, maxBuffer: 2 ** 26 })
  await aptGet('update').catch(() => {}) // the lists it has may do
  const install = (name: string) => aptGet('install', '-y', '--no-install-recommends', name)
  await install('chromium-headless-shell').catch(() => install('chromium')) // older releases have only the latter
  return findPresent(around)
}
