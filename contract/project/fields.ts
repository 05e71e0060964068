import { choiceFields } from './choices.ts'

// The fields of a project that are columns of its row. Statements, schemas, import, export, audit, forms and filters are derived from this
// list, so a field is added here (CONTRIBUTING.md). Without schemas: the browser gets this file as it is.

export type ProjectField = {
  /** name: a line that is never empty; line, text: of one or several lines; lines: a list of lines; choice: one of `words`, or not stated. */
  kind: 'name' | 'line' | 'text' | 'date' | 'integer' | 'choice' | 'lines' | 'flag'
  /** Characters, or the largest integer. */
  most?: number
  words?: readonly string[]
  /** Where visitors see it: in lists, only in the project itself, or there if they may see people. */
  public: 'list' | 'detail' | 'people'
  /** Also in the list of the console; its project has every field. */
  isListed?: boolean
  about?: string
}

export const projectFields = {
  name: { kind: 'name', most: 200, public: 'list', isListed: true },
  shortDescription: { kind: 'line', most: 500, public: 'list' },
  description: { kind: 'text', most: 40_000, public: 'list', about: 'Markdown' },
  dateStart: { kind: 'date', public: 'list', isListed: true },
  dateEnd: { kind: 'date', public: 'list', isListed: true },
  enrollmentStart: { kind: 'date', public: 'list', isListed: true },
  enrollmentEnd: { kind: 'date', public: 'list', isListed: true },
  curator: { kind: 'line', most: 200, public: 'list', isListed: true },
  client: { kind: 'line', most: 200, public: 'list', isListed: true },
  clientContact: { kind: 'text', most: 500, public: 'people' },
  teamLimit: { kind: 'integer', most: 1000, public: 'list', isListed: true },
  ...choiceFields,
  developerRequirements: { kind: 'lines', most: 500, public: 'detail' },
  projectRequirements: { kind: 'lines', most: 500, public: 'detail' },
  teamMayChangeCover: { kind: 'flag', public: 'detail', about: 'admins of the teams working on it may change the cover' },
} as const satisfies Record<string, ProjectField>

type Fields = typeof projectFields
export type ProjectKey = keyof Fields
type KeyWith<Property> = { [K in ProjectKey]: Fields[K] extends Property ? K : never }[ProjectKey]

export type ValueOfField<F extends ProjectField> = F['kind'] extends 'name'
  ? string
  : F['kind'] extends 'integer'
    ? number | null
    : F['kind'] extends 'lines'
      ? string[]
      : F['kind'] extends 'flag'
        ? boolean
        : F extends { words: readonly (infer Word)[] }
          ? Word | null
          : string | null

/** The stored values, none omitted. */
export type ProjectValues = { [K in ProjectKey]: ValueOfField<Fields[K]> }

export const projectKeys = Object.keys(projectFields) as ProjectKey[]
const keysWith = <const P extends Partial<ProjectField>>(property: P) =>
  projectKeys.filter((key) =>
    Object.entries(property).every(([name, value]) => (projectFields[key] as object as P)[name as keyof P] === value),
  ) as KeyWith<P>[]

export const listedKeys = keysWith({ isListed: true })
export const publicListKeys = keysWith({ public: 'list' })
export const publicDetailKeys = keysWith({ public: 'detail' })
export const peopleKeys = keysWith({ public: 'people' })
export const dateKeys = keysWith({ kind: 'date' })

/** Of these values those with the given keys. */
export const picked = <T, K extends keyof T>(values: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, values[key]])) as Pick<T, K>
