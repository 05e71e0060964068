import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/errors.ts'
import { matchKey } from '#rules/project/project.ts'
import { inSlices } from '#spreadsheet/read/slices.ts'
import { type Sheet, SheetFault, unreadable } from '#spreadsheet/sheet.ts'
import { labelsOf } from './labels.ts'

// The columns of each kind of sheet, with alternative headers.

export type ColumnKind = 'text' | 'long' | 'day' | 'time' | 'number' | 'list' | 'yes'
export type SheetColumn = { head: string; kind: ColumnKind }
/** Cells to highlight, by row and column index. */
export type Marks = Map<number, Set<number>>
/** `isExportOnly`: ignored when the sheet is imported, and in no template. */
export type Column = { key: string; kind: ColumnKind; heads: string[]; example: string; isExportOnly?: boolean }

const column = (key: string, kind: ColumnKind, heads: string, example = ''): Column => ({ key, kind, heads: heads.split('|'), example })

export const columns: Record<SheetKind, Column[]> = {
  project: [
    column('slug', 'text', 'слаг|адрес|address', 'bridge-watch'),
    column('name', 'text', 'название|проект|project|title', 'Bridge Watch'),
    column('state', 'text', 'состояние|статус', 'draft'),
    column('shortDescription', 'long', 'краткое описание|short description|summary', 'Sensors for old bridges.'),
    column('description', 'long', 'описание', 'What the project is about, in Markdown.'),
    column('dateStart', 'day', 'начало|дата начала|start|start date', '2026-09-01'),
    column('dateEnd', 'day', 'окончание|дата окончания|конец|end|end date', '2026-12-20'),
    column('enrollmentStart', 'day', 'начало набора|enrollment start', '2026-08-01'),
    column('enrollmentEnd', 'day', 'окончание набора|конец набора|enrollment end', '2026-08-31'),
    column('curator', 'text', 'куратор', 'Anna Kovaleva'),
    column('responsibleCurator', 'text', 'ответственный куратор|ответственный|responsible curator|responsible', ''),
    column('client', 'text', 'заказчик|customer', 'City Bridges Office'),
    column('clientContact', 'text', 'контакт заказчика|контакты заказчика|client contact', 'bridges@example.org'),
    column('teamLimit', 'number', 'мест|места|число команд|лимит команд|places|team limit', '2'),
    column(
      'developerRequirements',
      'list',
      'требования к участникам|требования к разработчикам|developer requirements',
      'Python; Patience',
    ),
    column('projectRequirements', 'list', 'требования к проекту|требования|project requirements', 'Runs outdoors; Open source'),
    column('wantedRoles', 'list', 'кого ищут|нужные роли|wanted roles|roles wanted', 'Designer 2; QA'),
    column('tags', 'list', 'теги|метки', ''),
    column('related', 'list', 'связанные|связанные проекты|похожие проекты|related projects', ''),
    { ...column('savedCount', 'number', 'в избранном|saved'), isExportOnly: true },
  ],
  team: [
    column('team', 'text', 'команда|название команды|team name', 'Paper Boats'),
    column('description', 'long', 'описание|описание команды', 'Three students and a cartographer.'),
    column('project', 'text', 'проект|слаг проекта', ''),
    column('wantedRoles', 'list', 'кого ищут|нужные роли|wanted roles|roles wanted', 'Designer 2; QA'),
    column('member', 'text', 'участник|фио|имя|member name|full name', 'Ivan Petrov'),
    column('email', 'text', 'почта|эл. почта|электронная почта|e-mail|mail', ''),
    column('login', 'text', 'логин', ''),
    column('isAdministrator', 'yes', 'администратор|капитан|administrator|admin', 'no'),
    column('roles', 'list', 'роли|роль|role', ''),
  ],
  round: [
    column('slug', 'text', 'слаг|адрес|address', 'autumn-2026'),
    column('name', 'text', 'название|набор|раунд|round|round name|title', 'Autumn 2026'),
    { ...column('state', 'text', 'состояние|статус|status'), isExportOnly: true },
    column('mode', 'text', 'режим|тип|вид|type', 'ranked'),
    column('rule', 'text', 'правило|placement rule', 'fair'),
    column('opensAt', 'time', 'открытие|начало|начало приёма|приём с|opens|opens at|opening|start', '2026-09-01 10:00'),
    column(
      'closesAt',
      'time',
      'закрытие|окончание|конец|окончание приёма|приём до|closes|closes at|closing|end|deadline',
      '2026-09-14 18:00',
    ),
    column('mostChoices', 'number', 'число выборов|выборов|choices|number of choices|most choices', '5'),
    column('offerHours', 'number', 'часов на ответ|offer hours', '48'),
    column('bundleFor', 'text', 'файл для проверки|bundle for|file for checking', 'everyone'),
    column('projects', 'list', 'проекты набора|projects of the round', ''),
  ],
  person: [
    column('login', 'text', 'логин', 'ivan.petrov'),
    column('name', 'text', 'имя|first name|given name', 'Ivan'),
    column('surname', 'text', 'фамилия|last name|family name', 'Petrov'),
    column('patronymic', 'text', 'отчество|middle name', ''),
    column('email', 'text', 'почта|эл. почта|электронная почта|e-mail|mail', 'ivan.petrov@example.org'),
    column('phone', 'text', 'телефон', '+4915112345678'),
    column('githubLogin', 'text', 'github|логин github|github login', 'ivanpetrov'),
    column('group', 'text', 'группа|курс|группа или курс|year|group or year', 'CS-21'),
    column('access', 'text', 'доступ|права', 'member'),
  ],
  tag: [
    column('name', 'text', 'название|тег|tag', 'Archaeology'),
    column('nameRu', 'text', 'название по-русски|русское название|name in russian', 'Археология'),
    column('description', 'long', 'описание', 'What lies under the ground.'),
  ],
  role: [
    column('name', 'text', 'название|роль|role', 'Sound engineer'),
    column('nameRu', 'text', 'название по-русски|русское название|name in russian', 'Звукорежиссёр'),
    column('aliases', 'list', 'синонимы|другие названия|other names', 'Sound designer; Audio engineer'),
  ],
  synonym: [
    column('kind', 'text', 'вид|тип|type', 'one-way'),
    column('words', 'list', 'слова|word|слово', 'ML; машинное обучение'),
    column('expandsTo', 'list', 'находит также|also finds|expands to', 'neural network; нейросеть'),
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
export const faultHeads: Record<Language, string> = { en: 'faults', ru: 'ошибки' }

type Headings = { keyByHead: Map<string, string>; ignored: Set<string> }
const headings = new Map<SheetKind, Headings>()

/** Known headings by their match key. */
export function headingsOf(kind: SheetKind): Headings {
  const present = headings.get(kind)
  if (present) return present
  const keyByHead = new Map<string, string>()
  const ignored = new Set(Object.values(faultHeads).map(matchKey))
  for (const { key, heads, isExportOnly } of columns[kind])
    for (const head of [key, ...Object.values(labelsOf(kind, key)), ...heads].map(matchKey))
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
  const details = (language: Language) => ({
    missing: missing.map((key) => labelsOf(kind, key)[language]).join(', ') || '–',
    unknown: unknown.join(', ') || '–',
  })
  throw new SheetFault('sheet_columns', { en: details('en'), ru: details('ru') })
}

export function refuseTwice(kind: SheetKind, keys: readonly (string | null)[]): void {
  const twice = keys.find((key, at) => key !== null && keys.indexOf(key) !== at)
  if (twice) throw unreadable('heads', { head: labelsOf(kind, twice).en }, { head: labelsOf(kind, twice).ru })
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
