import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './plan.ts'

// The commit that is tested, and which runs have passed on it.

const folder = join(root, '.cache', 'tests')

/** Of the gate, for the rest. */
export const answersFolder = join(folder, 'answers')

export function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 }).trimEnd()
  } catch {
    return null
  }
}

/** Empty outside of a repository. */
export const commit = git('rev-parse', 'HEAD') ?? ''
/** What was tested is what the commit contains. */
const isClean = (): boolean => commit !== '' && git('rev-parse', 'HEAD') === commit && git('status', '--porcelain') === ''

type Passed = { commit: string; seed: string }
const fileOf = (what: 'gate' | 'all') => join(folder, `${what}.json`)

export function recordPassed(what: 'gate' | 'all', seed: string): void {
  if (!isClean()) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(what), JSON.stringify({ commit, seed } satisfies Passed))
}

export const forgetPassed = (what: 'gate' | 'all'): void => rmSync(fileOf(what), { force: true })

/** The seed of the gate that has passed on this commit; null: there is none. */
export function passedGate(): string | null {
  try {
    const passed: Passed = JSON.parse(readFileSync(fileOf('gate'), 'utf8'))
    return passed.commit === commit && isClean() ? passed.seed : null
  } catch {
    return null
  }
}
