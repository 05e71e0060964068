import { withTyped } from '#console/parts/field/chips-field.tsx'
import { createSynonym, listSynonyms, type SynonymDraft, type SynonymEntry, updateSynonym } from '#contract/console/synonym.ts'
import type { SynonymKind } from '#contract/vocabulary/synonym.ts'
import { versioned } from '#ui/form/versioned.ts'
import { call } from '#ui/server/api.ts'
import { readNow } from '#ui/server/if-match.ts'

/** `…Typed`: text in the input that is not a word of the list yet. */
export type Draft = { kind: SynonymKind; words: string[]; expandsTo: string[]; wordsTyped: string; expandsToTyped: string }

const formOf = (entry: SynonymEntry | null): Draft => ({
  kind: entry?.kind ?? 'two-way',
  words: entry?.words ?? [],
  expandsTo: entry?.expandsTo ?? [],
  wordsTyped: '',
  expandsToTyped: '',
})

export const bodyOf = ({ kind, words, expandsTo, wordsTyped, expandsToTyped }: Draft): SynonymDraft => ({
  kind,
  words: withTyped({ words, typed: wordsTyped }),
  expandsTo: kind === 'two-way' ? [] : withTyped({ words: expandsTo, typed: expandsToTyped }),
})

export const synonyms = versioned<SynonymEntry, Draft>({
  formOf,
  async read({ id }) {
    const { answer, etag } = await readNow(listSynonyms, {})
    return { answer: answer.entries.find((entry) => entry.id === id) ?? null, etag }
  },
  write: ({ id }, draft, _, headers) => call(updateSynonym, { params: { id: String(id) }, body: bodyOf(draft), headers }),
  create: (draft) => call(createSynonym, { body: bodyOf(draft) }),
})
