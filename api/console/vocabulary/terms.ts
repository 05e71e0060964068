import type { ApiApp } from '#api/app.ts'
import { Term, type TermDraft, Terms, type updateWord, type Vocabulary } from '#contract/console/vocabulary.ts'
import type { AnySql } from '#database/sql.ts'
import type { CallContext } from '#http/handle.ts'
import { Refusal } from '#http/response/problem.ts'
import { shortened } from '#rules/console/audit.ts'
import { inOrder, type NewTerm, namesTaken, readTerm } from '#rules/console/vocabulary.ts'
import type { AuditDetail } from '#store/audit/insert.ts'
import { listTerms } from '#store/vocabulary/console.ts'

// Shared by the endpoints of vocabularies.

export const termsOf = async (sql: AnySql, kind: Vocabulary): Promise<{ words: Term[] }> => ({
  words: inOrder(kind, await listTerms(sql, kind)),
})

export function termIn(terms: Term[], id: number | string): Term {
  const found = terms.find((term) => term.id === Number(id))
  if (!found) throw new Refusal('word_not_found', { word: Number(id) })
  return found
}

export function refuseIfBuiltIn({ isBuiltIn, name }: Term): void {
  if (isBuiltIn) throw new Refusal('built_in_role', { name })
}

/** The validated term; refused if a text is invalid or another term has the name. */
export function termFrom(kind: Vocabulary, draft: TermDraft, others: Term[], before?: Term): NewTerm {
  const { term, faults } = readTerm(kind, draft)
  if (faults.length > 0) throw new Refusal('invalid_text', {}, { faults })
  const taken = namesTaken(kind, others)(term, before)
  if (taken)
    throw new Refusal('word_taken', { name: taken.name }, { faults: [{ path: taken.path, code: 'taken', params: { name: taken.name } }] })
  return term
}

/** If-Match may name the term, as a change returns it, or the whole vocabulary. */
export function refuseIfTermChanged(
  { refuseIfChanged }: Pick<CallContext<ApiApp, typeof updateWord>, 'refuseIfChanged'>,
  kind: Vocabulary,
  term: Term,
  terms: Term[],
): void {
  try {
    refuseIfChanged(Terms, { words: inOrder(kind, terms) })
  } catch {
    refuseIfChanged(Term, term)
  }
}

const auditValue = (value: unknown): string | boolean | null =>
  typeof value === 'boolean' || value === null ? value : shortened(Array.isArray(value) ? value.join(', ') : String(value))

/** Values for the audit log; `termChanges` has the old and the new one. */
export const termAuditDetail = (term: NewTerm): AuditDetail =>
  Object.fromEntries(
    keys.filter((key) => term[key] !== null && term[key] !== false && String(term[key]) !== '').map((key) => [key, auditValue(term[key])]),
  )

export const termChanges = (before: NewTerm, after: NewTerm): AuditDetail =>
  Object.fromEntries(
    keys.filter((key) => String(before[key]) !== String(after[key])).map((key) => [key, [auditValue(before[key]), auditValue(after[key])]]),
  )

const keys = ['name', 'nameRu', 'description', 'aliases', 'isPublic', 'isHidden'] as const
export const orderText = (terms: Term[]): string => shortened(terms.map(({ name }) => name).join(', '))
