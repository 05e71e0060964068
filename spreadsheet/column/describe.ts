import type { SheetColumns } from '#contract/console/import-options.ts'
import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/language.ts'
import type { AnySql, TransactionSql } from '#database/sql.ts'
import { matchKey } from '#rules/project/project.ts'
import { roleNames } from '#spreadsheet/plan/terms.ts'
import type { Prepared } from '#spreadsheet/prepare.ts'
import type { Sheet } from '#spreadsheet/sheet.ts'
import { labelOf } from '#spreadsheet/texts.ts'
import { listRoleRows, listSlugs, listTagRows } from '#store/spreadsheet/export.ts'
import { findMappings, saveMappings } from '#store/spreadsheet/import-mapping.ts'
import { columns, headingsOf, required } from './columns.ts'
import { guessColumns, headingKey, isCertain } from './guess.ts'

// The columns of a file for the mapping step of the console.

const MOST_HEAD = 200

export async function describeColumns(
  sql: AnySql,
  kind: SheetKind,
  sheet: Sheet,
  { personId, language, signal }: { personId: number; language: Language; signal?: AbortSignal },
): Promise<SheetColumns> {
  const keys = (names: readonly string[]) => new Set(names.map(matchKey))
  const [mappings, tags, roles, slugs] = await Promise.all([
    findMappings(sql, kind, personId, sheet.heads.map(headingKey)),
    kind === 'project' ? listTagRows(sql) : [],
    kind === 'project' || kind === 'team' ? listRoleRows(sql) : [],
    kind === 'team' || kind === 'round' ? listSlugs(sql) : [],
  ])
  const guesses = await guessColumns(
    kind,
    sheet,
    {
      remembered: new Map(mappings.map(({ head, field }) => [head, field])),
      tags: keys(tags.flatMap(({ name, nameRu }) => [name, nameRu ?? name])),
      roles: keys(roleNames(roles)),
      projects: keys(slugs.flatMap(({ name, slug }) => [name, slug])),
    },
    signal,
  )
  return {
    format: sheet.format,
    headRow: sheet.origin?.headRow ?? 1,
    rowCount: sheet.lines.length,
    top: sheet.format === 'json' ? [] : (sheet.origin?.top ?? []),
    columns: guesses.map((guess, at) => ({ head: sheet.heads[at]!.trim().slice(0, MOST_HEAD), ...guess })),
    fields: columns[kind]
      .filter(({ isExportOnly }) => !isExportOnly)
      .map(({ key }) => ({ column: key, label: labelOf(kind, key, language), isRequired: required[kind].includes(key) })),
    isCertain: isCertain(kind, guesses),
  }
}

/** Remembers the columns that the headings alone do not tell. */
export async function rememberColumns(sql: TransactionSql, kind: SheetKind, { sheet, keys }: Prepared, personId: number, at: Date) {
  const { keyByHead, ignored } = headingsOf(kind)
  const mappings = new Map<string, string | null>()
  for (const [index, head] of sheet.heads.entries()) {
    const key = headingKey(head)
    const isTold = (keyByHead.get(key) ?? null) === keys[index] && (keys[index] !== null || ignored.has(key))
    if (key !== '' && !mappings.has(key) && !isTold) mappings.set(key, keys[index] ?? null)
  }
  if (mappings.size > 0)
    await saveMappings(
      sql,
      kind,
      personId,
      [...mappings].map(([head, field]) => ({ head, field })),
      at,
    )
}
