import type { FieldFault } from '#contract/errors.ts'
import { type ChoiceFilter, type ChoiceWord, choiceKeys, choiceWords } from '#contract/project/choices.ts'
import { type Filters, type ProjectStatus, type Sort, sorts, statuses } from '#contract/project.ts'
import { readDay } from '#rules/time/day.ts'
import { type Interval, nameKey } from './project.ts'

export type StatusFilter = ProjectStatus | 'running'
export type ProjectFilter = {
  text: string | null
  mode?: 'all' | 'exact' // every word must match; exact: as typed
  tags: (number | string)[] | null // ids, or names folded by nameKey
  status: StatusFilter[] | null
  dates: Interval | null
  enrollment: Interval | null
  choices?: ChoiceFilter
}

// Values sent by the field's web client; "running" selects projects under way today, whatever their status.
const statusWords = new Map<string, StatusFilter | 'all'>([
  ...statuses.map((status) => [status, status] as const),
  ['all', 'all'],
  ['все', 'all'],
  ['активные', 'running'],
  ['завершенные', 'completed'],
  ['с вакансиями', 'open'],
])

// "3,5" and "Web, Mobile" are lists; a comma inside a name is written \,
export const splitList = (text: string): string[] =>
  (text.match(/(?:\\[\s\S]|[^,\\])+/g) ?? []).map((word) => word.replace(/\\([\s\S])/g, '$1').trim()).filter((word) => word !== '')

const listOf = (value: Filters['tags']): (string | number)[] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.map((word) => (typeof word === 'string' ? word.trim() : word)).filter((word) => word !== '')
  return typeof value === 'number' ? [value] : splitList(value)
}

export const readTags = (value: Filters['tags']): (number | string)[] | null => {
  const tags = listOf(value).map((tag) => (/^\d{1,10}$/.test(String(tag)) ? Number(tag) : nameKey(String(tag))))
  return tags.length === 0 ? null : tags
}

function readStatus(value: Filters['status'], faults: FieldFault[]): StatusFilter[] | null {
  const words = listOf(value).map((word) => statusWords.get(nameKey(String(word))))
  if (words.includes(undefined)) faults.push({ path: 'filters.status', code: 'unknown_word', params: { expected: statuses.join(', ') } })
  return words.length === 0 || words.includes('all') ? null : (words as StatusFilter[])
}

function readChoices(filters: Filters, faults: FieldFault[]): Pick<ProjectFilter, 'choices'> {
  const chosen = choiceKeys.map((key) => {
    const words = listOf(filters[key]).map((word) => String(word).toLowerCase())
    const known = choiceWords(key)
    if (words.some((word) => !known.includes(word as ChoiceWord)))
      faults.push({ path: `filters.${key}`, code: 'unknown_word', params: { expected: known.join(', ') } })
    return words.length === 0 ? {} : { [key]: words }
  })
  const choices: ChoiceFilter = Object.assign({}, ...chosen)
  return Object.keys(choices).length === 0 ? {} : { choices }
}

function readInterval(filters: Filters, from: 'dateStart' | 'enrollmentStart', to: 'dateEnd' | 'enrollmentEnd', faults: FieldFault[]) {
  const read = (key: keyof Filters, open: number): number => {
    const text = String(filters[key] ?? '').trim()
    if (text === '') return open
    const day = readDay(text)
    if (day === undefined) faults.push({ path: `filters.${key}`, code: 'not_a_date' })
    return day ?? open
  }
  const interval = { from: read(from, -Infinity), to: read(to, Infinity) }
  return interval.from === -Infinity && interval.to === Infinity ? null : interval
}

function readMode(value: Filters['mode'], faults: FieldFault[]): Pick<ProjectFilter, 'mode'> {
  const mode = value?.trim() || 'some'
  if (mode === 'all' || mode === 'exact') return { mode }
  if (mode !== 'some') faults.push({ path: 'filters.mode', code: 'unknown_word', params: { expected: 'all, exact, some' } })
  return {}
}

export function readFilters(filters: Filters): { filter: ProjectFilter; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const filter = {
    text: filters.text?.trim() ? filters.text : null,
    ...readMode(filters.mode, faults),
    tags: readTags(filters.tags),
    status: readStatus(filters.status, faults),
    dates: readInterval(filters, 'dateStart', 'dateEnd', faults),
    enrollment: readInterval(filters, 'enrollmentStart', 'enrollmentEnd', faults),
    ...readChoices(filters, faults),
  }
  return { filter, faults }
}

export function readSort(value: string | null | undefined, hasText: boolean): Sort | undefined {
  if (value === undefined || value === null || value === '') return hasText ? 'relevance' : '-dateStart'
  if (!sorts.includes(value as Sort)) return undefined
  return value === 'relevance' && !hasText ? '-dateStart' : (value as Sort)
}
