import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tier } from '#tests/support/tier.ts'

// Which test files run, in which kind of process and in which order: by what they import and where they are, so that the file tells it.

export const root = join(import.meta.dirname, '..', '..')
const durationsFile = join(root, '.cache', 'test-durations.json')

export type Kind = 'shared' | 'browser' | 'apart' | 'timed'
export type TestFile = { path: string; kind: Kind; seconds: number; isPartial: boolean }

/** Many cases of one rule, or harm done on purpose: only their tables are in the gate. */
const DEEP_FOLDERS = /^tests\/(backup|faults|threats|races|deploy|growth|placement|model|answers)\//

const opensBrowser = /\/support\/browser\.ts$/
const startsProcesses = /\/support\/process\/|^node:child_process$|embedded\/postgres\.ts$|^\.\/postgres\.ts$/
const assertsLatency = /\/support\/latency\.ts$/
const usesTiers = /\/support\/tier\.ts$/
/** They read or replace what all files of a process share. */
const usesWholeProcess =
  /process\.(memoryUsage|cpuUsage|resourceUsage|threadCpuUsage)\b|\(process\.stdout, 'write'\)|\/growth\/(check|measure)\.ts'/
const hasJourney = /\bjourney\(/
const hasCases = /\b(forEachCase|sample|share|testPart)[(<]/

/** Of a file that has not run here yet. */
const USUAL_SECONDS: Record<Kind, number> = { apart: 20, browser: 15, timed: 10, shared: 3 }

export type Traits = { kind: Kind; inGate: 'whole' | 'part' | 'none' }

const importing = (text: string) => {
  const names = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map((match) => match[1] ?? match[2]!)
  return (rule: RegExp): boolean => names.some((name) => rule.test(name))
}

export function traitsOf(path: string, text: string): Traits {
  const imports = importing(text)
  const kind = kindOf(text)
  const has = (part: RegExp) => imports(usesTiers) && part.test(text)
  if (has(hasJourney)) return { kind, inGate: 'part' }
  if (kind === 'timed' || imports(startsProcesses)) return { kind, inGate: 'none' }
  if (has(hasCases)) return { kind, inGate: 'part' }
  if (kind === 'browser' || DEEP_FOLDERS.test(path)) return { kind, inGate: 'none' }
  return { kind, inGate: imports(usesTiers) ? 'part' : 'whole' }
}

function kindOf(text: string): Kind {
  const imports = importing(text)
  if (imports(assertsLatency)) return 'timed'
  if (imports(startsProcesses) || usesWholeProcess.test(text)) return 'apart'
  return imports(opensBrowser) ? 'browser' : 'shared'
}

/** Tests whose plain `test` does not belong to the gate; they take it from tests/support/tier.ts. */
export const isDeep = (path: string, text: string): boolean =>
  DEEP_FOLDERS.test(path) || [opensBrowser, startsProcesses, assertsLatency].some(importing(text))

export const listTestFiles = (): string[] =>
  globSync('**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' || name === '.cache' || name === 'data' }).toSorted()

export function planFiles(tier: Tier, isChosen: (path: string) => boolean = () => true): TestFile[] {
  const durations = readDurations()
  return listTestFiles()
    .filter(isChosen)
    .map((path) => ({ path, ...traitsOf(path, readFileSync(join(root, path), 'utf8')) }))
    .filter(({ inGate }) => tier === 'all' || inGate !== (tier === 'gate' ? 'none' : 'whole'))
    .map(({ path, kind, inGate }) => ({ path, kind, isPartial: inGate === 'part', seconds: durations[path] ?? USUAL_SECONDS[kind] }))
    .sort((a, b) => b.seconds - a.seconds || (a.path < b.path ? -1 : 1))
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8'))
  } catch {
    return {} // nothing has run here yet
  }
}

/** They order the next run, longest first. */
export function keepDurations(results: { path: string; seconds: number }[]): void {
  const durations = readDurations()
  for (const { path, seconds } of results) durations[path] = Math.round(seconds * 10) / 10
  mkdirSync(dirname(durationsFile), { recursive: true })
  writeFileSync(durationsFile, JSON.stringify(durations, null, 2))
}
