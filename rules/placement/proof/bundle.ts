import {
  byCodeUnits,
  type Choices,
  type Exclusion,
  exclusionReasons,
  type Lock,
  type Mark,
  type Placement,
  pairKey,
  type Round,
  type Rule,
} from '#rules/placement/instance.ts'
import { sortedChoices } from './lottery.ts'

// The published record of a round. A format never changes under its number: other people have checkers for version 1. Version 2 adds `excluded`, and
// is written only for a round that needs it.

export type Bundle = {
  version: 1 | 2
  round: string
  rule: Rule
  seed: string
  seedHash: string
  choicesDigest: string
  choices: Choices[]
  places: Record<string, number | null>
  marks: Mark[]
  /** `reason`: its hash; bundles of the first versions have the text. */
  locks: (Lock & { reason: string })[]
  /** In version 2: what took no part although it was sealed, and why. */
  excluded?: Exclusion[]
  /** Made after a look at the result. */
  changes: { at: string; what: string }[]
  placement: { team: string; project: string | null }[]
}

type Facts = Omit<Bundle, 'version' | 'choices' | 'places' | 'marks' | 'excluded' | 'placement'> &
  Pick<Round, 'choices' | 'places' | 'marks' | 'excluded'> & { placement: Placement }

/** The keys are written in this order. Lists are sorted, so that two servers write the same bytes. */
export const createBundle = ({ excluded = [], ...facts }: Facts): Bundle => ({
  version: excluded.length > 0 ? 2 : 1,
  round: facts.round,
  rule: facts.rule,
  seed: facts.seed,
  seedHash: facts.seedHash,
  choicesDigest: facts.choicesDigest,
  choices: sortedChoices(facts.choices),
  places: Object.fromEntries(Object.entries(facts.places).toSorted(([a], [b]) => byCodeUnits(a, b))),
  marks: facts.marks.map(({ team, project, mark }) => ({ team, project, mark })).toSorted(byTeamAndProject),
  locks: facts.locks.map(({ team, project, reason }) => ({ team, project, reason })).toSorted(byTeamAndProject),
  ...(excluded.length > 0 && {
    excluded: excluded.map(({ team, project, reason }) => ({ team, project, reason })).toSorted(byTeamAndProject),
  }),
  changes: facts.changes.map(({ at, what }) => ({ at, what })),
  placement: [...facts.placement].map(([team, project]) => ({ team, project })).toSorted((a, b) => byCodeUnits(a.team, b.team)),
})

type Pair = { team: string; project: string | null }
const byTeamAndProject = (a: Pair, b: Pair): number => byCodeUnits(a.team, b.team) || byCodeUnits(a.project ?? '', b.project ?? '')

/** Where a document differs from the format. */
export type FormatFault = {
  path: string
  /** `keys`: other keys than those of the format; `unknown`: names a project or a choice that is not in the bundle; `full`: more locks than places */
  fault: 'json' | 'duplicate' | 'keys' | 'value' | 'order' | 'unknown' | 'full'
}

export type ReadBundle = { bundle: Bundle; fault: null } | { bundle: null; fault: FormatFault }

export function readBundle(text: string): ReadBundle {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { bundle: null, fault: { path: '', fault: 'json' } }
  }
  const fault = keysIn(text) === keysOf(value) ? whyNotBundle(value) : ({ path: '', fault: 'duplicate' } as const)
  return fault === null ? { bundle: value as Bundle, fault } : { bundle: null, fault }
}

// JSON.parse keeps the last of two equal keys without a word; then the text has more keys than the value.
function keysIn(text: string): number {
  let count = 0
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"([ \t\r\n]*:)?/g)) if (match[1] !== undefined) count++
  return count
}

function keysOf(value: unknown): number {
  let count = 0
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) count += Object.keys(next).length
    for (const part of Object.values(next)) rest.push(part)
  }
  return count
}

class Fault extends Error {
  found: FormatFault
  constructor(path: string, fault: FormatFault['fault']) {
    super(`${path}: ${fault}`)
    this.found = { path, fault }
  }
}

type Row = Record<string, unknown>

function require(isValid: boolean, path: string, fault: FormatFault['fault']): asserts isValid {
  if (!isValid) throw new Fault(path, fault)
}

export function whyNotBundle(value: unknown): FormatFault | null {
  try {
    checkBundleFormat(value)
    return null
  } catch (error) {
    if (error instanceof Fault) return error.found
    throw error
  }
}

const KEYS = 'version round rule seed seedHash choicesDigest choices places marks locks changes placement'.split(' ')
const HEX = /^[0-9a-f]{64}$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function checkBundleFormat(value: unknown): void {
  const hasExcluded = (value as Row | null)?.version === 2
  const bundle = checkRow(value, '', hasExcluded ? [...KEYS, 'excluded'] : KEYS)
  require(hasExcluded || bundle.version === 1, 'version', 'value')
  checkText(bundle.round, 'round')
  require(bundle.rule === 'fair' || bundle.rule === 'fullest', 'rule', 'value')
  for (const key of ['seed', 'seedHash', 'choicesDigest']) require(typeof bundle[key] === 'string' && HEX.test(bundle[key]), key, 'value')
  const places = checkPlaces(bundle.places)
  const chosen = checkChoices(bundle.choices, places)
  checkMarks(bundle.marks, chosen)
  checkLocks(bundle.locks, places)
  if (hasExcluded) checkExcluded(bundle.excluded, new Set((bundle.choices as Choices[]).map(({ team }) => team)), chosen)
  for (const [path, { at, what }] of rowsOf(bundle.changes, 'changes', ['at', 'what'])) {
    require(typeof at === 'string' && MOMENT.test(at), `${path}.at`, 'value')
    checkText(what, `${path}.what`)
  }
  const placement = rowsOf(bundle.placement, 'placement', ['team', 'project'])
  for (const [path, { team, project }] of placement) {
    checkText(team, `${path}.team`)
    if (project !== null) checkProject(project, `${path}.project`, places)
  }
  checkOrder(placement.map(([path, { team }]) => [path, [team as string]]))
}

function checkPlaces(value: unknown): Map<string, number | null> {
  require(typeof value === 'object' && value !== null && !Array.isArray(value), 'places', 'value')
  const places = new Map<string, number | null>()
  for (const [slug, free] of Object.entries(value)) {
    checkText(slug, 'places')
    require(free === null || (Number.isSafeInteger(free) && free >= 0), `places.${slug}`, 'value')
    places.set(slug, free)
  }
  return places
}

function checkChoices(value: unknown, places: ReadonlyMap<string, unknown>): Set<string> {
  const chosen = new Set<string>()
  const rows = rowsOf(value, 'choices', ['team', 'projects'])
  for (const [path, { team, projects }] of rows) {
    checkText(team, `${path}.team`)
    require(Array.isArray(projects), `${path}.projects`, 'value')
    for (const [index, project] of projects.entries()) checkProject(project, `${path}.projects.${index}`, places)
    require(new Set(projects).size === projects.length, `${path}.projects`, 'duplicate')
    for (const project of projects) chosen.add(pairKey(team, project))
  }
  checkOrder(rows.map(([path, { team }]) => [path, [team as string]]))
  return chosen
}

function checkMarks(value: unknown, chosen: ReadonlySet<string>): void {
  const rows = rowsOf(value, 'marks', ['team', 'project', 'mark'])
  for (const [path, { team, project, mark }] of rows) {
    checkText(team, `${path}.team`)
    checkText(project, `${path}.project`)
    require(mark === 'preferred' || mark === 'unsuitable', `${path}.mark`, 'value')
    require(chosen.has(pairKey(team, project)), path, 'unknown')
  }
  checkOrder(rows.map(([path, { team, project }]) => [path, [team as string, project as string]]))
}

function checkLocks(value: unknown, places: ReadonlyMap<string, number | null>): void {
  const teams = new Set<string>()
  const used = new Map<string, number>()
  for (const [path, { team, project, reason }] of rowsOf(value, 'locks', ['team', 'project', 'reason'])) {
    checkText(team, `${path}.team`)
    checkText(reason, `${path}.reason`)
    checkProject(project, `${path}.project`, places)
    require(!teams.has(team), path, 'duplicate')
    teams.add(team)
    const count = (used.get(project) ?? 0) + 1
    used.set(project, count)
    require(count <= (places.get(project) ?? count), path, 'full')
  }
}

function checkExcluded(value: unknown, teams: ReadonlySet<string>, chosen: ReadonlySet<string>): void {
  const rows = rowsOf(value, 'excluded', ['team', 'project', 'reason'])
  require(rows.length > 0, 'excluded', 'value') // otherwise it is a bundle of version 1
  for (const [path, { team, project, reason }] of rows) {
    checkText(team, `${path}.team`)
    require(exclusionReasons.some((one) => one === reason), `${path}.reason`, 'value')
    if (project !== null) checkText(project, `${path}.project`)
    require(project === null ? teams.has(team) : chosen.has(pairKey(team, project)), path, 'unknown')
  }
  checkOrder(rows.map(([path, { team, project }]) => [path, [team as string, (project as string | null) ?? '']]))
}

function checkRow(value: unknown, path: string, keys: readonly string[]): Row {
  require(typeof value === 'object' && value !== null && !Array.isArray(value), path, 'value')
  const own = Object.keys(value)
  require(own.length === keys.length && keys.every((key) => Object.hasOwn(value, key)), path, 'keys')
  return value as Row
}

function rowsOf(value: unknown, path: string, keys: readonly string[]): [string, Row][] {
  require(Array.isArray(value), path, 'value')
  return value.map((row, index) => [`${path}.${index}`, checkRow(row, `${path}.${index}`, keys)])
}

function checkText(value: unknown, path: string): asserts value is string {
  require(typeof value === 'string' && value !== '' && value.isWellFormed(), path, 'value')
}

function checkProject(value: unknown, path: string, places: ReadonlyMap<string, unknown>): asserts value is string {
  checkText(value, path)
  require(places.has(value), path, 'unknown')
}

function checkOrder(rows: [string, string[]][]): void {
  for (const [index, [path, keys]] of rows.entries()) {
    const before = rows[index - 1]?.[1]
    if (!before) continue
    const at = keys.findIndex((key, part) => key !== before[part])
    require(at !== -1, path, 'duplicate')
    require(byCodeUnits(before[at]!, keys[at]!) < 0, path, 'order')
  }
}
