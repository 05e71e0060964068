import type { SheetColumns } from '#contract/console/import-options.ts'
import type { SheetKind } from '#contract/console/spreadsheet.ts'
import { matchKey } from '#rules/project/project.ts'
import { createPause } from '#spreadsheet/read/slices.ts'
import type { Sheet } from '#spreadsheet/sheet.ts'
import { spellingsOf } from '#spreadsheet/texts.ts'
import { splitNames } from '#spreadsheet/write/list.ts'
import { columns, headingsOf, missingKeys } from './columns.ts'

// Proposes what the columns of a file mean: as the curator chose before, by the heading, by words in it, by the cells.

type Guess = Pick<SheetColumns['columns'][number], 'column' | 'by' | 'samples' | 'hasGaps' | 'fillDown'>
/** `remembered`: by the match key of the heading; null: ignored. The others are known names by match key. */
export type Vocabularies = { remembered: ReadonlyMap<string, string | null>; tags: Set<string>; roles: Set<string>; projects: Set<string> }

const LONGEST_HEADING = 300
const SAMPLED = 300 // rows
const MOST_SAMPLES = 3
const SAMPLE_CHARACTERS = 80

/** The key under which a heading is remembered; "" if it cannot be. */
export const headingKey = (head: string): string => (head.length > LONGEST_HEADING ? '' : matchKey(head).slice(0, 200))

export async function guessColumns(kind: SheetKind, sheet: Sheet, known: Vocabularies, signal?: AbortSignal): Promise<Guess[]> {
  const { keyByHead, ignored } = headingsOf(kind)
  const guesses: Guess[] = sheet.heads.map(() => ({ column: null, by: null, samples: [], hasGaps: false, fillDown: false }))
  const taken = new Set<string>()
  const fields = new Set(keyByHead.values())
  const take = (at: number, column: string | null, by: Guess['by']): void => {
    if (guesses[at]!.by !== null || (column !== null && (taken.has(column) || !fields.has(column)))) return
    guesses[at] = { ...guesses[at]!, column, by }
    if (column !== null) taken.add(column)
  }
  const keys = sheet.heads.map(headingKey)
  for (const [at, key] of keys.entries()) {
    const remembered = key === '' ? undefined : known.remembered.get(key)
    if (remembered !== undefined) take(at, remembered, 'memory')
  }
  for (const [at, key] of keys.entries()) {
    if (ignored.has(key)) take(at, null, 'heading')
    else if (keyByHead.has(key)) take(at, keyByHead.get(key)!, 'heading')
  }
  for (const { at, column } of similarHeadings(kind, keys)) take(at, column, 'similar')
  const cells = await sampleCells(sheet, signal)
  for (const [at, samples] of cells.entries()) {
    const column = guesses[at]!.by === null ? byContent(kind, samples.texts, known) : null
    if (column !== null) take(at, column, 'content')
    guesses[at]!.samples = [...new Set(samples.texts)].slice(0, MOST_SAMPLES).map((text) => text.slice(0, SAMPLE_CHARACTERS).toWellFormed())
    guesses[at]!.hasGaps = samples.isFirstFilled && samples.texts.length < samples.rows
  }
  takeName(kind, guesses, cells, take)
  // Rows of one team below each other: only the first has its name.
  for (const guess of guesses) guess.fillDown = guess.hasGaps && kind === 'team' && guess.column === 'team'
  return guesses
}

/** Every column is recognised by its heading or memory, or is empty. */
export const isCertain = (kind: SheetKind, guesses: readonly Guess[]): boolean =>
  missingKeys(
    kind,
    guesses.map(({ column }) => column),
  ).length === 0 && guesses.every(({ by, samples, fillDown }) => (by === 'memory' || by === 'heading' || samples.length === 0) && !fillDown)

/** Parts of headings and questions that tell what a column is about: lower case, е for ё. */
const hintsOf = (kind: SheetKind): [column: string, hints: string[]][] =>
  columns[kind].map(({ key }) => [key, spellingsOf(`${kind}.${key}.hint`)])

/** The best matches first. Longer matches win, so that "дата окончания набора" is not the end of the project. */
function similarHeadings(kind: SheetKind, heads: readonly string[]): { at: number; column: string | null; score: number }[] {
  const found: { at: number; column: string | null; score: number }[] = []
  const hints = hintsOf(kind)
  const ignored = spellingsOf('ignored.hint')
  for (const [at, head] of heads.entries()) {
    for (const hint of ignored) if (head.includes(hint)) found.push({ at, column: null, score: 1000 })
    for (const [column, texts] of hints)
      for (const hint of texts) if (head.includes(hint)) found.push({ at, column, score: hint.length + (10 * hint.length) / head.length })
  }
  return found.toSorted((a, b) => b.score - a.score || a.at - b.at)
}

type Sampled = { texts: string[]; rows: number; isFirstFilled: boolean }

async function sampleCells({ heads, lines }: Sheet, signal?: AbortSignal): Promise<Sampled[]> {
  const sampled: Sampled[] = heads.map((_, at) => ({ texts: [], rows: 0, isFirstFilled: (lines[0]?.cells[at] ?? '').trim() !== '' }))
  const pause = createPause({ signal })
  for (const [index, { cells }] of lines.slice(0, SAMPLED).entries()) {
    for (const [at, one] of sampled.entries()) {
      one.rows++
      const text = (cells[at] ?? '').slice(0, 500).trim()
      if (text !== '') one.texts.push(text)
    }
    await pause(index)
  }
  return sampled
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,24}$/
const PHONE = /^(?:\+|00)?[\d\s().\u2010-\u2015-]{10,24}$/

function byContent(kind: SheetKind, texts: readonly string[], { tags, roles, projects }: Vocabularies): string | null {
  if (texts.length === 0) return null
  const most = (is: (text: string) => boolean): boolean => texts.filter(is).length >= texts.length * 0.6
  const has = new Set(columns[kind].map(({ key }) => key))
  const allIn = (names: Set<string>) => (text: string) => {
    const items = splitNames(text, (item) => names.has(matchKey(item)))
    return items.length > 0 && items.filter((item) => names.has(matchKey(item))).length * 2 >= items.length
  }
  if (has.has('email') && most((text) => EMAIL.test(text))) return 'email'
  if (has.has('phone') && most((text) => PHONE.test(text) && /\d/.test(text))) return 'phone'
  if (kind === 'team' && most((text) => projects.has(matchKey(text)))) return 'project'
  if (kind === 'round' && most(allIn(projects))) return 'projects'
  if (kind === 'project' && most(allIn(tags))) return 'tags'
  if (kind === 'project' && most(allIn(roles))) return 'wantedRoles'
  if (kind === 'team' && most(allIn(roles))) return 'roles'
  return null
}

/** The required name, if nothing else tells: the first column of different texts. */
function takeName(
  kind: SheetKind,
  guesses: readonly Guess[],
  cells: readonly Sampled[],
  take: (at: number, column: string, by: Guess['by']) => void,
): void {
  const [missing] = missingKeys(
    kind,
    guesses.map(({ column }) => column),
  )
  if (missing === undefined || kind === 'person') return
  const isLikely = ({ texts, rows }: Sampled): boolean =>
    texts.length >= rows * 0.9 &&
    new Set(texts).size >= texts.length * 0.8 &&
    texts.filter((text) => /\p{L}/u.test(text)).length >= texts.length * 0.9
  const at = cells.findIndex((one, index) => guesses[index]!.by === null && one.rows > 0 && isLikely(one))
  if (at >= 0) take(at, missing, 'content')
}
