import type { once } from '#console/parts/act.ts'
import { type Kind, readNow } from '#console/parts/editing.ts'
import { t } from '#console/texts/index.ts'
import { createWord, listWords, type Term, updateWord, type Vocabulary } from '#contract/console/vocabulary.ts'
import { call } from '#ui/api.ts'

export type Draft = { name: string; nameRu: string; description: string; aliases: string; isPublic: boolean; isHidden: boolean }

const formOf = (word: Term | null): Draft => ({
  name: word?.name ?? '',
  nameRu: word?.nameRu ?? '',
  description: word?.description ?? '',
  aliases: word?.aliases.join('\n') ?? '',
  isPublic: word?.isPublic ?? false,
  isHidden: word?.isHidden ?? false,
})
const bodyOf = (draft: Draft) => ({ ...draft, aliases: draft.aliases.split('\n').filter((line) => line.trim() !== '') })

/** The words of a vocabulary as they are edited; `sent` names a new one, so that what was sent twice happens once. */
export const wordsOf = (vocabulary: Vocabulary, sent: { current: ReturnType<typeof once> }): Kind<Term, Draft> => ({
  formOf,
  async read({ id }) {
    const { answer, etag } = await readNow(listWords, { params: { kind: vocabulary } })
    return { answer: answer.words.find((word) => word.id === id) ?? null, etag }
  },
  write: ({ id }, draft, _, headers) => call(updateWord, { params: { kind: vocabulary, id: String(id) }, body: bodyOf(draft), headers }),
  create: (draft) => call(createWord, { params: { kind: vocabulary }, body: bodyOf(draft), ...sent.current }),
})

/** What a field is called; some vocabularies have names of their own for them. */
export function labelOf(vocabulary: Vocabulary, key: keyof Draft): string {
  if (vocabulary === 'platform' && key === 'aliases') return t('vocabularies.hosts')
  if (vocabulary === 'reason' && key === 'name') return t('vocabularies.text')
  if (vocabulary === 'reason' && key === 'nameRu') return t('vocabularies.textRu')
  return t(key === 'isPublic' || key === 'isHidden' ? 'vocabularies.visibility' : `vocabularies.${key}`)
}
