import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/language.ts'
import { matchKey } from '#rules/project/project.ts'
import { inSlices } from '#spreadsheet/read/slices.ts'
import { inEveryLanguage, type Sheet, SheetFault, unreadable } from '#spreadsheet/sheet.ts'
import { labelOf, sheetText, spellingsOf } from '#spreadsheet/texts.ts'
import { languages } from '#texts/languages.ts'

// The columns of each kind of sheet. Their names and other headings are in texts/<language>/sheets.json and spellings.json.

export type ColumnKind = 'text' | 'long' | 'day' | 'time' | 'number' | 'list' | 'yes'
export type SheetColumn = { head: string; kind: ColumnKind }
/** Cells to highlight, by row and column index. */
export type Marks = Map<number, Set<number>>
/** `isExportOnly`: ignored when the sheet is imported, and in no template. */
export type Column = { key: string; kind: ColumnKind; example: string; isExportOnly?: boolean }

const column = (key: string, kind: ColumnKind, example = ''): Column => ({ key, kind, example })

export const columns: Record<SheetKind, Column[]> = {
  project: [
    column('slug', 'text', 'bridge-watch'),
    column('name', 'text', 'Bridge Watch'),
    column('state', 'text', 'draft'),
    column('shortDescription', 'long', 'Sensors for old bridges.'),
    column('description', 'long', 'What the project is about, in Markdown.'),
    column('dateStart', 'day', '2026-09-01'),
    column('dateEnd', 'day', '2026-12-20'),
    column('enrollmentStart', 'day', '2026-08-01'),
    column('enrollmentEnd', 'day', '2026-08-31'),
    column('curator', 'text', 'Anna Kovaleva'),
    column('responsibleCurator', 'text'),
    column('client', 'text', 'City Bridges Office'),
    column('clientContact', 'text', 'bridges@example.org'),
    column('teamLimit', 'number', '2'),
    column('workFormat', 'text', 'remote'),
    column('developerRequirements', 'list', 'Python; Patience'),
    column('projectRequirements', 'list', 'Runs outdoors; Open source'),
    column('wantedRoles', 'list', 'Designer 2; QA'),
    column('tags', 'list'),
    column('related', 'list'),
    { ...column('savedCount', 'number'), isExportOnly: true },
  ],
  team: [
    column('team', 'text', 'Paper Boats'),
    column('description', 'long', 'Three students and a cartographer.'),
    column('project', 'text'),
    column('wantedRoles', 'list', 'Designer 2; QA'),
    column('member', 'text', 'Ivan Petrov'),
    column('email', 'text'),
    column('login', 'text'),
    column('isAdministrator', 'yes', 'no'),
    column('roles', 'list'),
  ],
  round: [
    column('slug', 'text', 'autumn-2026'),
    column('name', 'text', 'Autumn 2026'),
    { ...column('state', 'text'), isExportOnly: true },
    column('mode', 'text', 'ranked'),
    column('rule', 'text', 'fair'),
    column('opensAt', 'time', '2026-09-01 10:00'),
    column('closesAt', 'time', '2026-09-14 18:00'),
    column('mostChoices', 'number', '5'),
    column('offerHours', 'number', '48'),
    column('bundleFor', 'text', 'everyone'),
    column('projects', 'list'),
  ],
  person: [
    column('login', 'text', 'ivan.petrov'),
    column('name', 'text', 'Ivan'),
    column('surname', 'text', 'Petrov'),
    column('patronymic', 'text'),
    column('email', 'text', 'ivan.petrov@example.org'),
    column('phone', 'text', '+4915112345678'),
    column('githubLogin', 'text', 'ivanpetrov'),
    column('group', 'text', 'CS-21'),
    column('access', 'text', 'member'),
  ],
  tag: [
    column('name', 'text', 'Archaeology'),
    column('nameRu', 'text', 'Археология'),
    column('description', 'long', 'What lies under the ground.'),
  ],
  role: [
    column('name', 'text', 'Sound engineer'),
    column('nameRu', 'text', 'Звукорежиссёр'),
    column('aliases', 'list', 'Sound designer; Audio engineer'),
  ],
  synonym: [
    column('kind', 'text', 'one-way'),
    column('words', 'list', 'ML; машинное обучение'),
    column('expandsTo', 'list', 'neural network; нейросеть'),
  ],
}

export const required: Record<SheetKind, string[]> = {
  project: ['name'],
  team: ['team'],
  round: ['name'],
  person: [],
  tag: ['name'],
  role: ['name'],
  synonym: ['words'],
}

/** Header of the column with errors in a marked sheet; ignored when the corrected sheet is imported. */
export const faultHeadOf = (language: Language): string => sheetText(language, 'faults.heading')

type Headings = { keyByHead: Map<string, string>; ignored: Set<string> }
const headings = new Map<SheetKind, Headings>()

/** Known headings by their match key. */
export function headingsOf(kind: SheetKind): Headings {
  const present = headings.get(kind)
  if (present) return present
  const keyByHead = new Map<string, string>()
  const known = languages as Language[]
  const ignored = new Set(known.map((language) => matchKey(faultHeadOf(language))))
  for (const { key, isExportOnly } of columns[kind])
    for (const head of [key, ...known.map((language) => labelOf(kind, key, language)), ...spellingsOf(`${kind}.${key}.heading`)].map(
      matchKey,
    ))
      if (isExportOnly) ignored.add(head)
      else if (!keyByHead.has(head)) keyByHead.set(head, key)
  headings.set(kind, { keyByHead, ignored })
  return { keyByHead, ignored }
}

/** The columns that must be there. */
export function missingKeys(kind: SheetKind, keys: readonly (string | null)[]): string[] {
  const missing = required[kind].filter((key) => !keys.includes(key))
  return kind === 'person' && !keys.includes('login') && !keys.includes('email') ? [...missing, 'login'] : missing
}

/** The key of each column of the sheet by its heading; null = ignored. */
export async function keysOf(kind: SheetKind, { format, heads, lines }: Sheet): Promise<(string | null)[]> {
  const { keyByHead, ignored } = headingsOf(kind)
  const keys = heads.map((head) => keyByHead.get(matchKey(head)) ?? null)
  const others = heads.flatMap((head, at) => (keys[at] === null && !ignored.has(matchKey(head)) ? [at] : []))
  const filled = new Set<number>()
  await inSlices(lines, ({ cells }) => {
    for (const at of others) if (!filled.has(at) && (cells[at] ?? '').trim() !== '') filled.add(at)
  })
  const nameOf = (at: number): string => heads[at]!.trim().slice(0, 64) || `№ ${at + 1}`
  const unknown = others.filter((at) => filled.has(at)).map(nameOf)
  const isNothing = format === 'json' && lines.length === 0 // what an empty directory exports
  refuseColumns(kind, isNothing ? [] : missingKeys(kind, keys), unknown)
  refuseTwice(kind, keys)
  return keys
}

export function refuseColumns(kind: SheetKind, missing: readonly string[], unknown: readonly string[] = []): void {
  if (missing.length === 0 && unknown.length === 0) return
  const details = inEveryLanguage((language) => ({
    missing: missing.map((key) => labelOf(kind, key, language)).join(', ') || '–',
    unknown: unknown.join(', ') || '–',
  }))
  throw new SheetFault('sheet_columns', details)
}

export function refuseTwice(kind: SheetKind, keys: readonly (string | null)[]): void {
  const twice = keys.find((key, at) => key !== null && keys.indexOf(key) !== at)
  if (twice) throw unreadable('heads', (language) => ({ head: labelOf(kind, twice, language) }))
}

/** One row by the keys of its kind. */
export type Cells = Partial<Record<string, string>>
export type Line = { row: number; cells: Cells }

export async function linesOf(sheet: Sheet, keys: readonly (string | null)[]): Promise<Line[]> {
  const lines: Line[] = []
  await inSlices(sheet.lines, ({ row, cells: given }) => {
    const cells: Cells = {}
    for (const [at, key] of keys.entries()) if (key !== null && given[at] !== undefined) cells[key] = given[at]
    lines.push({ row, cells })
  })
  return lines
}
