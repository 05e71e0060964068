import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Which test files run, in which kind of process and in which order.

export const root = join(import.meta.dirname, '..', '..')
const durationsFile = join(import.meta.dirname, 'durations.json')

/** They assert latencies of 250 ms: each runs alone, after everything else. */
const timed = [
  'catalog/follow-delay.test.ts',
  'tests/journeys/browse-kill-restart.test.ts',
  'tests/quiet-feed.test.ts',
  'tests/threats/revocation.test.ts',
]

/** Each in a process of its own, in parallel with others: they measure memory or CPU time of the process, or kill, pause or block. */
const apart = [
  'api/profile/avatar-image.test.ts', // memory
  'bin/launch.test.ts', // processes
  'cli/commands/import.test.ts', // a service in a process of its own; console.log replaced; spawnSync
  'cli/commands/mail.test.ts',
  'cli/commands/round.test.ts', // spawnSync
  'cli/commands/sign-in.test.ts',
  'cli/commands/upgrade-database.test.ts', // servers of their own; kill; spawnSync
  'cli/main.test.ts',
  'spreadsheet/growth.test.ts', // CPU time
  'spreadsheet/read.test.ts', // memory
  'run/audit-export.test.ts', // kill
  'run/cluster.test.ts', // processes
  'run/log.test.ts', // process.stdout replaced
  'run/serve.test.ts', // processes
  'run/workers.test.ts', // processes
  'store/embedded/binaries.test.ts', // servers of their own
  'store/embedded/durability.test.ts',
  'store/embedded/leftover.test.ts',
  'store/embedded/lock.test.ts',
  'store/embedded/postgres.test.ts',
  'tests/backup-killed.test.ts', // kill
  'tests/deploy/compose.test.ts', // processes
  'tests/deploy/image.test.ts',
  'tests/deploy/proxies.test.ts',
  'tests/deploy/release.test.ts',
  'tests/deploy/rolling.test.ts',
  'tests/deploy/systemd.test.ts',
  'tests/faults/database-embedded.test.ts', // kill and pause
  'tests/faults/database.test.ts',
  'tests/faults/import.test.ts',
  'tests/faults/limits.test.ts',
  'tests/faults/mail.test.ts',
  'tests/faults/round.test.ts',
  'tests/faults/upload.test.ts',
  'tests/search/hostile.test.ts', // times searches
  'tests/threats/heavy-work.test.ts', // memory and CPU time
  'tests/threats/production.test.ts', // processes
]

export type Kind = 'shared' | 'browser' | 'apart' | 'timed'
export type TestFile = { path: string; kind: Kind; seconds: number }

export function listFiles(filters: string[]): TestFile[] {
  const durations = readDurations()
  const recorded = Object.values(durations)
  const average = recorded.reduce((sum, one) => sum + one, 0) / (recorded.length || 1)
  return globSync('**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' || name === '.cache' || name === 'data' })
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter.replace(/^\.\//, ''))))
    .map((path) => ({ path, kind: kindOf(path), seconds: durations[path] ?? average }))
    .sort((a, b) => b.seconds - a.seconds || (a.path < b.path ? -1 : 1))
}

function kindOf(path: string): Kind {
  if (timed.includes(path)) return 'timed'
  if (apart.includes(path)) return 'apart'
  return readFileSync(join(root, path), 'utf8').includes('#tests/support/browser.ts') ? 'browser' : 'shared'
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8'))
  } catch {
    return {} // no recorded durations: every file counts as average
  }
}

export function writeDurations(results: { path: string; seconds: number }[]): void {
  const lines = results
    .map(({ path, seconds }): [string, number] => [path, Math.round(seconds * 10) / 10])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`)
}
