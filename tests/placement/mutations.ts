import { createHmac } from 'node:crypto'
import { type Bundle, readBundle, whyNotBundle } from '#rules/placement/proof/bundle.ts'
import { placeByBruteForce } from './brute-force.ts'

type Random = () => number

const pick = <T>(random: Random, list: readonly T[]): T => list[random() % list.length]!
const CHARACTERS = 'ABCXYZ234567abcdef0189-pt"{}[]:, nul'.split('')

/** The text of a bundle with one character replaced; null when nothing changed but the form, or a text that no result depends on. */
export function changedByte(bundle: Bundle, random: Random): string | null {
  const characters = Array.from(JSON.stringify(bundle))
  return withMeaning(bundle, characters.with(random() % characters.length, pick(random, CHARACTERS)).join(''))
}

/** The text of a bundle with one value, row or order changed. */
export function changedValue(bundle: Bundle, random: Random): string | null {
  const copy = structuredClone(bundle)
  pick(random, changes)(copy, random)
  return withMeaning(bundle, JSON.stringify(copy))
}

function withMeaning(bundle: Bundle, text: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  return JSON.stringify(withoutTexts(value)) === JSON.stringify(withoutTexts(bundle)) ? null : text
}

/** Reasons of locks and the list of changes are free texts; why something took no part changes nothing, either. */
function withoutTexts(value: unknown): unknown {
  if (whyNotBundle(value) !== null) return value
  const bundle = value as Bundle
  const pairs = (list: { team: string; project: string | null }[] = []) => list.map(({ team, project }) => ({ team, project }))
  return { ...bundle, changes: [], locks: pairs(bundle.locks), excluded: pairs(bundle.excluded) }
}

type Change = (bundle: Bundle, random: Random) => void

const otherHex: Change = (bundle, random) => {
  const key = pick(random, ['seed', 'seedHash', 'choicesDigest'] as const)
  const at = random() % 64
  bundle[key] =
    bundle[key].slice(0, at) + ((Number.parseInt(bundle[key][at]!, 16) + 1 + (random() % 15)) % 16).toString(16) + bundle[key].slice(at + 1)
}
const projectsOf = ({ places }: Bundle): string[] => Object.keys(places)

const changes: Change[] = [
  otherHex,
  (bundle, random) => {
    bundle.rule = random() % 2 === 0 ? 'fair' : 'fullest'
  },
  (bundle) => {
    bundle.round = 'autumn-2027'
  },
  // the outcome
  (bundle, random) => {
    pick(random, bundle.placement).project = pick(random, [null, ...projectsOf(bundle)])
  },
  (bundle, random) => void bundle.placement.splice(random() % bundle.placement.length, 1),
  (bundle, random) => {
    const [a, b] = [pick(random, bundle.placement), pick(random, bundle.placement)]
    ;[a.project, b.project] = [b.project, a.project]
  },
  // the choices
  (bundle, random) => void pick(random, bundle.choices).projects.reverse(),
  (bundle, random) => void pick(random, bundle.choices).projects.pop(),
  (bundle, random) => void bundle.choices.splice(random() % bundle.choices.length, 1),
  (bundle, random) => void bundle.choices.push({ team: `ZZZZ${random()}`, projects: [] }),
  // the conditions
  (bundle, random) => {
    bundle.places[pick(random, projectsOf(bundle))] = pick(random, [null, 0, 1, 2, 3])
  },
  (bundle, random) => void bundle.marks.splice(random() % (bundle.marks.length + 1), 1),
  (bundle, random) => {
    if (bundle.marks.length > 0) pick(random, bundle.marks).mark = random() % 2 === 0 ? 'preferred' : 'unsuitable'
  },
  (bundle, random) => void bundle.locks.splice(random() % (bundle.locks.length + 1), 1),
  (bundle, random) => {
    if (bundle.locks.length > 0) pick(random, bundle.locks).project = pick(random, projectsOf(bundle))
  },
  (bundle, random) => void bundle.excluded?.splice(random() % bundle.excluded.length, 1),
  (bundle, random) => {
    bundle.version = 2
    bundle.excluded = [{ team: pick(random, bundle.choices).team, project: null, reason: 'disbanded' }]
  },
  (bundle) => {
    bundle.version = 1
    delete bundle.excluded
  },
]

/**
 * Whether only the rule, limits, marks or locks were changed, and the placement is right for the new ones as well. The commitments (seed, hash, digest,
 * choices) and the round are compared with those of the original, which was accepted.
 */
export function isStillTrue(original: Bundle, text: string): boolean {
  const { bundle } = readBundle(text)
  if (bundle === null) return false
  const committed = ({ round, seed, seedHash, choicesDigest, choices, placement }: Bundle) =>
    JSON.stringify([round, seed, seedHash, choicesDigest, choices, placement])
  if (committed(bundle) !== committed(original)) return false
  const digest = Buffer.from(bundle.choicesDigest, 'hex')
  const numberOf = (team: string) => createHmac('sha256', Buffer.from(bundle.seed, 'hex')).update(digest).update(team).digest('hex')
  const expected = placeByBruteForce(bundle.rule, bundle, new Map(bundle.choices.map(({ team }) => [team, numberOf(team)])))
  return expected.size === bundle.placement.length && bundle.placement.every(({ team, project }) => expected.get(team) === project)
}
