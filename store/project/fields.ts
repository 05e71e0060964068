import { type ProjectKey, type ProjectValues, picked, projectKeys } from '#contract/project/fields.ts'
import type { AnySql, PendingQuery, Row } from '#database/sql.ts'

// The fields of a project as columns of its table: the key in snake case.

export const columnOfField = (key: ProjectKey): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const columnsOfFields = Object.fromEntries(projectKeys.map((key) => [key, columnOfField(key)])) as Record<ProjectKey, string>

/** For selectionOf or jsonOf, of `project`. */
export const selectedFields = <K extends ProjectKey>(sql: AnySql, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, sql`${sql(`project.${columnOfField(key)}`)}`])) as Record<K, PendingQuery<Row[]>>

/** For insert and update. */
export const storedFields = (values: ProjectValues) =>
  Object.fromEntries(Object.entries(picked(values, projectKeys)).map(([key, value]) => [columnsOfFields[key as ProjectKey], value]))
