import type { ApiApp } from '#api/app.ts'
import { type SynonymDraft, SynonymEntry, Synonyms, type updateSynonym } from '#contract/console/synonym.ts'
import type { Synonym } from '#contract/vocabulary/synonym.ts'
import type { CallContext } from '#http/handle.ts'
import { Refusal } from '#http/response/problem.ts'
import { shortened } from '#rules/console/audit.ts'
import { readSynonym, sortedSynonyms, synonymTitle, takenWords } from '#rules/console/synonym.ts'
import { echo } from '#rules/text/text.ts'
import type { AuditDetail } from '#store/audit/insert.ts'

// Shared by the endpoints of synonyms.

export function entryIn(entries: readonly SynonymEntry[], id: string): SynonymEntry {
  const found = entries.find((entry) => entry.id === Number(id))
  if (!found) throw new Refusal('synonym_not_found', { id: Number(id) })
  return found
}

/** The validated entry; refused if a text is invalid or a word is in another two-way entry. */
export function synonymFrom(draft: SynonymDraft, others: readonly SynonymEntry[]): Synonym {
  const { synonym, faults } = readSynonym(draft)
  if (faults.length > 0) throw new Refusal('invalid_text', {}, { faults })
  const taken = takenWords(others)(synonym)
  if (taken) {
    const [word, other] = [taken.word, echo(synonymTitle(taken.other))]
    const fault = { path: 'words', code: 'in_other_entry' as const, params: { value: word, other } }
    throw new Refusal('synonym_taken', { word, other }, { faults: [fault] })
  }
  return synonym
}

/** If-Match may name the entry, as a change returns it, or the whole list. */
export function refuseIfEntryChanged(
  { refuseIfChanged }: Pick<CallContext<ApiApp, typeof updateSynonym>, 'refuseIfChanged'>,
  entry: SynonymEntry,
  entries: readonly SynonymEntry[],
): void {
  try {
    refuseIfChanged(Synonyms, { entries: sortedSynonyms(entries) })
  } catch {
    refuseIfChanged(SynonymEntry, entry)
  }
}

/** Values for the audit log. */
export const synonymAuditDetail = ({ kind, words, expandsTo }: Synonym): AuditDetail => ({
  name: shortened(synonymTitle({ words, expandsTo })),
  kind,
})
