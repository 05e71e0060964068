import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// `npm ci` must work with package-lock.json on every supported platform, no matter on which machine the file was created.

type Names = Record<string, string>
type Entry = {
  version: string
  integrity?: string
  resolved?: string
  os?: string[]
  dependencies?: Names
  devDependencies?: Names
  optionalDependencies?: Names
}
type Packages = Record<string, Entry>
type System = { os: string; cpu: string; libc?: string }
const { neededPaths, resolveIn } = (await import(new URL('./dependencies.mjs', import.meta.url).href)) as {
  neededPaths(packages: Packages, options: { withDev: boolean; system: System }): string[]
  resolveIn(packages: Packages, from: string, name: string): string | undefined
}

const root = join(import.meta.dirname, '..')
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Packages }
const entries = Object.entries(packages)
const optionalOf = ([path, entry]: [string, Entry]) =>
  Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ name, path: resolveIn(packages, path, name) }))

const systems: System[] = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
]

test('the lock file has every optional package of every package, for all platforms', () => {
  const missing = entries.flatMap((entry) => optionalOf(entry).flatMap(({ name, path }) => (path ? [] : [`${entry[0]} needs ${name}`])))
  assert.deepEqual(missing, [])
})

test('each package with platform-specific binaries has one for each supported platform', () => {
  const withBinaries = entries.filter((entry) => optionalOf(entry).filter(({ path }) => packages[path!]?.os).length > 1)
  const names = withBinaries.map(([path]) => path.replace('node_modules/', ''))
  for (const name of ['', '@biomejs/biome', 'lightningcss', 'oxc-parser', 'rolldown', 'sharp', 'typescript'])
    assert.ok(names.includes(name), `${name} is seen`)
  for (const system of systems) {
    const needed = new Set(neededPaths(packages, { withDev: true, system }))
    for (const entry of withBinaries)
      assert.ok(
        optionalOf(entry).some(({ path }) => packages[path!]?.os && needed.has(path!)),
        `nothing of ${entry[0] || 'our own optional packages'} for ${system.os} ${system.cpu}`,
      )
  }
})

test('the lock file matches package.json, has a checksum for every package and no registry URLs', () => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json') as Entry
  const own = packages['']!
  assert.deepEqual([own.dependencies, own.devDependencies, own.optionalDependencies], [dependencies, devDependencies, optionalDependencies])
  for (const version of Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    assert.match(version, /^\d+\.\d+\.\d+/)
  for (const [path, { integrity, resolved }] of entries)
    if (path !== '') assert.deepEqual([/^sha512-/.test(integrity ?? ''), resolved], [true, undefined], path)
})
