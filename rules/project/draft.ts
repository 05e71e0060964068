import type { ProjectDraft } from '#contract/console/project.ts'
import type { FieldFault } from '#contract/errors.ts'
import { dateKeys, type ProjectField, type ProjectKey, type ProjectValues, projectFields, projectKeys } from '#contract/project/fields.ts'
import { readLine, readText } from '#rules/text/text.ts'
import { readDay } from '#rules/time/day.ts'

// Validation of the project form.

const emptyOf = (kind: ProjectField['kind']): unknown => (kind === 'name' ? '' : kind === 'lines' ? [] : kind === 'flag' ? false : null)

export const noValues = Object.fromEntries(projectKeys.map((key) => [key, emptyOf(projectFields[key].kind)])) as ProjectValues

const isDate = (given: string): boolean => readDay(given) !== undefined && !given.startsWith('0000')

/** Values of other kinds are stored as they are sent. */
const readers: Partial<Record<ProjectField['kind'], (value: never) => unknown>> = {
  name: (value: string | null) => readLine(value) ?? '',
  line: readLine,
  text: readText,
  lines: (list: string[] | null) => (list ?? []).flatMap((one) => readLine(one) ?? []),
}

/** Absent keys keep their values. */
export function readDraft(
  draft: Partial<ProjectDraft>,
  present: ProjectValues = noValues,
): { values: ProjectValues; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const read = (key: ProjectKey) => {
    const value = draft[key]
    if (value === undefined) return present[key]
    const reader = readers[projectFields[key].kind]
    return reader ? reader(value as never) : value
  }
  for (const key of dateKeys) if (draft[key] && !isDate(draft[key])) faults.push({ path: key, code: 'not_a_date' })
  const values = Object.fromEntries(projectKeys.map((key) => [key, read(key)])) as ProjectValues
  if (values.name === '') faults.push({ path: 'name', code: 'required' })
  return { values, faults }
}
