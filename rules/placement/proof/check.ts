import { byCodeUnits, type Placement } from '#rules/placement/instance.ts'
import { place } from '#rules/placement/place.ts'
import { type Bundle, type FormatFault, readBundle } from './bundle.ts'
import { choicesDigestOf, type Hashes, lotteryNumbers, seedHashOf, webHashes } from './lottery.ts'

// Recomputes everything a bundle states, step by step, up to the first difference.

export const checkSteps = ['format', 'published', 'seed', 'choices', 'lottery', 'placement'] as const
export type CheckStep = (typeof checkSteps)[number]

/** What the public page showed before the results. Without it, a bundle can only be compared with itself. */
export type Published = Partial<Pick<Bundle, 'round' | 'rule' | 'seedHash' | 'choicesDigest'>>

export type Difference =
  | { step: 'format'; at: FormatFault }
  | { step: 'published'; key: keyof Published; stated: string; expected: string }
  | { step: 'seed' | 'choices'; stated: string; expected: string }
  /** `undefined`: the team should not be in the list; null: no place. */
  | { step: 'placement'; team: string; stated: string | null | undefined; expected: string | null | undefined }

export type CheckResult = {
  /** The steps that are right, in order. */
  passed: CheckStep[]
  difference: Difference | null
  bundle: Bundle | null
  /** Of each team without a lock, in hex digits. */
  numbers: ReadonlyMap<string, string>
}

/** `onStep` is called after each step that is right, so that a page can tick it. */
type Options = { published?: Published; hashes?: Hashes; onStep?(step: CheckStep): void }

export async function checkBundle(text: string, { published = {}, hashes = webHashes, onStep }: Options = {}): Promise<CheckResult> {
  const result: CheckResult = { passed: [], difference: null, bundle: null, numbers: new Map() }
  const differs = (difference: Difference): CheckResult => ({ ...result, difference })
  const pass = (step: CheckStep): void => {
    result.passed.push(step)
    onStep?.(step)
  }

  const { bundle, fault } = readBundle(text)
  if (fault !== null) return differs({ step: 'format', at: fault })
  result.bundle = bundle
  pass('format')

  for (const key of ['round', 'rule', 'seedHash', 'choicesDigest'] as const) {
    const expected = published[key]
    if (expected !== undefined && bundle[key] !== expected) return differs({ step: 'published', key, stated: bundle[key], expected })
  }
  pass('published')

  const seedHash = await seedHashOf(bundle.seed, hashes)
  if (seedHash !== bundle.seedHash) return differs({ step: 'seed', stated: bundle.seedHash, expected: seedHash })
  pass('seed')

  const digest = await choicesDigestOf(bundle.choices, hashes)
  if (digest !== bundle.choicesDigest) return differs({ step: 'choices', stated: bundle.choicesDigest, expected: digest })
  pass('choices')

  const locked = new Set(bundle.locks.map(({ team }) => team))
  const teams = bundle.choices.map(({ team }) => team).filter((team) => !locked.has(team))
  result.numbers = await lotteryNumbers({ seed: bundle.seed, choicesDigest: digest, teams }, hashes)
  pass('lottery')

  const wrong = firstDifference(bundle, place(bundle.rule, bundle, result.numbers))
  if (wrong) return differs(wrong)
  pass('placement')
  return result
}

function firstDifference({ placement }: Bundle, expected: Placement): Difference | null {
  const stated = new Map(placement.map(({ team, project }) => [team, project]))
  const teams = [...new Set([...stated.keys(), ...expected.keys()])].toSorted(byCodeUnits)
  const team = teams.find((team) => stated.get(team) !== expected.get(team))
  return team === undefined ? null : { step: 'placement', team, stated: stated.get(team), expected: expected.get(team) }
}
