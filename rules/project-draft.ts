import type { ProjectDraft, ProjectValues } from '#contract/console/project.ts'
import type { FieldFault, Language } from '#contract/errors.ts'
import { readDay } from './day.ts'
import { textKept } from './request.ts'

// What curators write about a project, as it is kept.

export const noValues: ProjectValues = {
  name: '',
  shortDescription: null,
  description: null,
  dateStart: null,
  dateEnd: null,
  enrollmentStart: null,
  enrollmentEnd: null,
  curator: null,
  client: null,
  clientContact: null,
  teamLimit: null,
  developerRequirements: [],
  projectRequirements: [],
}

// They turn the text behind them around, on every page that shows it.
const turning = /[\u202a-\u202e\u2066-\u2069]/g
const VISIBLE = /[^\p{C}\p{M}\p{Z}]/u

const text = (given: string | null): string | null => {
  const kept = textKept(given?.replace(turning, '') ?? null)
  return kept !== null && VISIBLE.test(kept) ? kept : null
}
const line = (given: string | null): string | null => text(given?.replace(/\s+/g, ' ') ?? null)

const dateKeys = ['dateStart', 'dateEnd', 'enrollmentStart', 'enrollmentEnd'] as const
const isDate = (given: string): boolean => readDay(given) !== undefined && !given.startsWith('0000')

/** Keys that are left out stay as they are. */
export function readDraft(draft: ProjectDraft, present: ProjectValues = noValues): { values: ProjectValues; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const given = <K extends keyof ProjectValues>(key: K, read: (value: NonNullable<ProjectDraft[K]> | null) => ProjectValues[K]) => {
    const value = draft[key]
    return value === undefined ? present[key] : read(value as NonNullable<ProjectDraft[K]> | null)
  }
  for (const key of dateKeys) if (draft[key] && !isDate(draft[key])) faults.push({ path: key, code: 'not_a_date' })
  const name = line(draft.name) ?? ''
  if (name === '') faults.push({ path: 'name', code: 'required' })
  const lines = (list: string[] | null): string[] => (list ?? []).flatMap((one) => line(one) ?? [])
  const values: ProjectValues = {
    name,
    shortDescription: given('shortDescription', line),
    description: given('description', text),
    dateStart: given('dateStart', (day) => day),
    dateEnd: given('dateEnd', (day) => day),
    enrollmentStart: given('enrollmentStart', (day) => day),
    enrollmentEnd: given('enrollmentEnd', (day) => day),
    curator: given('curator', line),
    client: given('client', line),
    clientContact: given('clientContact', text),
    teamLimit: given('teamLimit', (limit) => limit),
    developerRequirements: given('developerRequirements', lines),
    projectRequirements: given('projectRequirements', lines),
  }
  return { values, faults }
}

// Half a letter at the end goes too.
const beginning = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

const SHOWN = 200
const shortened = (value: unknown): string | number | null | string[] => {
  if (typeof value === 'string') return value.length > SHOWN ? `${beginning(value, SHOWN)}…` : value
  if (Array.isArray(value)) return shortened(value.join(' · ')) as string
  return value as number | null
}

/** What is different, for whoever reads about it later: { name: ['old', 'new'] }. */
export function changesBetween<T extends object>(before: T, after: T): Record<string, ReturnType<typeof shortened>[]> {
  const keys = Object.keys(after) as (keyof T & string)[]
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return Object.fromEntries(changed.map((key) => [key, [shortened(before[key]), shortened(after[key])]]))
}

const copyWord: Record<Language, string> = { en: '(copy)', ru: '(копия)' }
const MOST_NAME = 200

export function copyName(name: string, language: Language): string {
  const word = copyWord[language]
  if (name.endsWith(word)) return name
  const room = MOST_NAME - word.length - 1
  return `${beginning(name, room).trimEnd()} ${word}`
}
