import { choiceName } from '#console/parts/field/field-name.ts'
import { t } from '#console/texts.ts'
import { type AuditEntry, type AuditKey, auditKeys } from '#contract/console/audit.ts'
import { fieldText, hasFieldText } from '#ui/field-texts.ts'
import { languageName } from '#ui/languages.ts'

// The details of an audit record as rows of a table: labels and values in words, without ids and empty values.

export type DetailRow = { key: string; label: string } & ({ before: string; after: string } | { value: string })

// Internal ids; their names are in other keys or in the sentence.
const ids: readonly string[] = ['person', 'into', 'question'] satisfies AuditKey[]
// Already in the sentence, unless they are changes.
const inSentence: readonly string[] = ['word', 'name', 'team', 'added', 'removed', 'member', 'intoName'] satisfies AuditKey[]
// Lists; an array of one of the other keys is [before, after].
const lists: readonly string[] = ['members', 'teams', 'roles', 'takes', 'loses'] satisfies AuditKey[]

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function isChange(key: string, value: unknown): value is [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2) return false
  return !lists.includes(key) || value.every((item) => item === null || Array.isArray(item))
}

// Texts for stored codes: the first of these keys that has one.
const codeTexts: Partial<Record<AuditKey, string[]>> = {
  access: ['access.'],
  before: ['access.', 'mail.state.'],
  after: ['access.'],
  state: ['state.', 'mail.state.'],
  status: ['requests.column.', 'status.'],
  outcome: ['teams.outcome.'],
  takes: ['people.key.'],
  loses: ['people.key.'],
  kind: ['synonyms.kind.'],
  by: ['audit.by.'],
  audience: ['announcements.to.'],
}

function textOf(key: string, value: unknown): string {
  if (isEmpty(value)) return '—'
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((item) => textOf(key, item)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const choice = choiceName(key, value)
  if (choice !== null) return choice
  const texts = (codeTexts[key as AuditKey] ?? []).map((prefix) => t(`${prefix}${value}` as 'yes'))
  return texts.find((text) => text !== '') ?? String(value)
}

function labelOf(key: string): string {
  if (hasFieldText(key)) return fieldText(key)
  // api/console/settings/audit-values.ts: a text of the settings and its language.
  const [, text, first, rest] = /^(welcome|privacy)([A-Z])(.*)$/.exec(key) ?? []
  if (text) return t(`audit.detail.${text as 'welcome' | 'privacy'}`, { language: languageName(first!.toLowerCase() + rest) })
  return (auditKeys as readonly string[]).includes(key) ? t(`audit.detail.${key as AuditKey}`) : key
}

export const detailRows = (detail: AuditEntry['detail']): DetailRow[] =>
  Object.entries(detail).flatMap(([key, value]): DetailRow[] => {
    const row = { key, label: labelOf(key) }
    if (isChange(key, value)) return [{ ...row, before: textOf(key, value[0]), after: textOf(key, value[1]) }]
    if (isEmpty(value) || ids.includes(key) || inSentence.includes(key)) return []
    return [{ ...row, value: textOf(key, value) }]
  })
