import type { ProjectDraft, ProjectValues } from '#contract/console/project.ts'
import type { FieldFault, Language } from '#contract/errors.ts'
import { beginning, readLine, readText } from '#rules/text/text.ts'
import { readDay } from '#rules/time/day.ts'
import { dateKeys } from './project.ts'

// Validation of the project form.

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

const isDate = (given: string): boolean => readDay(given) !== undefined && !given.startsWith('0000')

/** Absent keys keep their values. */
export function readDraft(
  draft: Partial<ProjectDraft>,
  present: ProjectValues = noValues,
): { values: ProjectValues; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const given = <K extends keyof ProjectValues>(key: K, read: (value: NonNullable<ProjectDraft[K]> | null) => ProjectValues[K]) => {
    const value = draft[key]
    return value === undefined ? present[key] : read(value as NonNullable<ProjectDraft[K]> | null)
  }
  for (const key of dateKeys) if (draft[key] && !isDate(draft[key])) faults.push({ path: key, code: 'not_a_date' })
  const name = given('name', (value) => readLine(value) ?? '')
  if (name === '') faults.push({ path: 'name', code: 'required' })
  const lines = (list: string[] | null): string[] => (list ?? []).flatMap((one) => readLine(one) ?? [])
  const values: ProjectValues = {
    name,
    shortDescription: given('shortDescription', readLine),
    description: given('description', readText),
    dateStart: given('dateStart', (day) => day),
    dateEnd: given('dateEnd', (day) => day),
    enrollmentStart: given('enrollmentStart', (day) => day),
    enrollmentEnd: given('enrollmentEnd', (day) => day),
    curator: given('curator', readLine),
    client: given('client', readLine),
    clientContact: given('clientContact', readText),
    teamLimit: given('teamLimit', (limit) => limit),
    developerRequirements: given('developerRequirements', lines),
    projectRequirements: given('projectRequirements', lines),
  }
  return { values, faults }
}

const copySuffix: Record<Language, string> = { en: '(copy)', ru: '(копия)' }
const MOST_NAME = 200

export function copyName(name: string, language: Language): string {
  const suffix = copySuffix[language]
  if (name.endsWith(suffix)) return name
  const room = MOST_NAME - suffix.length - 1
  return `${beginning(name, room).trimEnd()} ${suffix}`
}
