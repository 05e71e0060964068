import type { ApiApp } from '#api/app.ts'
import { type updateWord, type Vocabulary, Word, type WordDraft, Words } from '#contract/console/vocabulary.ts'
import type { CallContext } from '#http/handle.ts'
import { Refusal } from '#http/problem.ts'
import { shortened } from '#rules/audit.ts'
import { inOrder, type NewWord, namesTaken, readWord } from '#rules/vocabulary.ts'
import type { AuditDetail } from '#store/audit.ts'
import { listWords } from '#store/console-vocabulary.ts'
import type { AnySql } from '#store/sql.ts'

// What the calls about words share.

export const wordsOf = async (sql: AnySql, kind: Vocabulary): Promise<{ words: Word[] }> => ({
  words: inOrder(kind, await listWords(sql, kind)),
})

export function wordIn(words: Word[], id: number | string): Word {
  const found = words.find((word) => word.id === Number(id))
  if (!found) throw new Refusal('word_not_found', { word: Number(id) })
  return found
}

export function refuseIfBuiltIn({ isBuiltIn, name }: Word): void {
  if (isBuiltIn) throw new Refusal('built_in_role', { name })
}

/** The word as it would be kept, or a refusal: of what it says, or because another of the words is called so. */
export function wordFrom(kind: Vocabulary, draft: WordDraft, others: Word[], before?: Word): NewWord {
  const { word, faults } = readWord(kind, draft)
  if (faults.length > 0) throw new Refusal('invalid_text', {}, { faults })
  const taken = namesTaken(kind, others)(word, before)
  if (taken)
    throw new Refusal('word_taken', { name: taken.name }, { faults: [{ path: taken.path, code: 'taken', params: { name: taken.name } }] })
  return word
}

/** What was seen may be the word, as a change answers with it, or the whole vocabulary. */
export function refuseIfWordChanged(
  { refuseIfChanged }: Pick<CallContext<ApiApp, typeof updateWord>, 'refuseIfChanged'>,
  kind: Vocabulary,
  word: Word,
  words: Word[],
): void {
  try {
    refuseIfChanged(Words, { words: inOrder(kind, words) })
  } catch {
    refuseIfChanged(Word, word)
  }
}

const said = (value: unknown): string | boolean | null =>
  typeof value === 'boolean' || value === null ? value : shortened(Array.isArray(value) ? value.join(', ') : String(value))

/** For the audit log: what is there, and of a change both what was and what is. */
export const detailOf = (word: NewWord): AuditDetail =>
  Object.fromEntries(
    keys.filter((key) => word[key] !== null && word[key] !== false && String(word[key]) !== '').map((key) => [key, said(word[key])]),
  )

export const changesOf = (before: NewWord, after: NewWord): AuditDetail =>
  Object.fromEntries(
    keys.filter((key) => String(before[key]) !== String(after[key])).map((key) => [key, [said(before[key]), said(after[key])]]),
  )

const keys = ['name', 'nameRu', 'description', 'aliases', 'isPublic', 'isHidden'] as const
export const orderSaid = (words: Word[]): string => shortened(words.map(({ name }) => name).join(', '))
