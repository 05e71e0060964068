import type { BulkReport, BulkResult } from '#contract/console/project-bulk.ts'
import { detailOf } from '#contract/error-text.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import { type ProjectValues, picked, projectKeys } from '#contract/project/fields.ts'
import { changesBetween } from '#rules/console/audit.ts'
import type { EditedRow } from '#store/project/console.ts'
import type { TagRow } from '#store/spreadsheet/export.ts'

// What a change of many projects does to each of them, for the answer and the audit log.

export type BulkValues = ProjectValues & Pick<EditedRow, 'state' | 'responsibleCurator'> & { tags: readonly number[] }

const valuesOf = (project: BulkValues, tagNames: Map<number, string>) => ({
  state: project.state,
  ...picked(project, projectKeys),
  responsibleCurator: project.responsibleCurator?.name ?? null,
  tags: project.tags.map((tag) => tagNames.get(tag) ?? String(tag)).sort((one, other) => one.localeCompare(other)),
})

export const tagNamesOf = (tags: TagRow[], language: Language): Map<number, string> =>
  new Map(tags.map(({ id, name, nameRu }) => [id, (language === 'ru' && nameRu) || name]))

/** { dateEnd: ['2026-12-20', '2026-12-27'] } */
export const projectChanges = (before: BulkValues, after: BulkValues, tagNames: Map<number, string>) => {
  const [old, next] = [before.responsibleCurator, after.responsibleCurator]
  return {
    ...changesBetween(valuesOf(before, tagNames), valuesOf(after, tagNames)),
    // Two people may have the same name.
    ...(old && next && old.id !== next.id ? { responsibleCurator: [old.name, next.name] } : {}),
  }
}

const text = (value: unknown): string | null => (value === null || value === '' ? null : String(value))

export const changedResult = (
  { id, name }: EditedRow,
  changes: ReturnType<typeof projectChanges>,
  endedTeams: BulkResult['endedTeams'] = [],
): BulkResult => {
  const list = Object.entries(changes).map(([key, [before, after]]) => ({ key, before: text(before), after: text(after) }))
  return { id, name, outcome: list.length > 0 ? 'changed' : 'same', changes: list, endedTeams, code: null, reason: null }
}

export function refusedResult(
  { id, name }: Pick<EditedRow, 'id' | 'name'>,
  code: ErrorCode,
  language: Language,
  values: Record<string, string | number> = {},
): BulkResult {
  return { id, name, outcome: 'refused', changes: [], endedTeams: [], code, reason: detailOf(code, language, values) }
}

const rank = { refused: 0, changed: 1, same: 2 }

export function bulkReport(projects: BulkResult[], isDone: boolean, undo: BulkReport['undo'] = null): BulkReport {
  const counts = { changed: 0, same: 0, refused: 0 }
  for (const { outcome } of projects) counts[outcome]++
  return { isDone, counts, projects: [...projects].sort((one, other) => rank[one.outcome] - rank[other.outcome]), undo }
}
