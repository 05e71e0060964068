import { t } from '#console/texts.ts'
import { createWord, listWords, type Term, updateWord, type Vocabulary } from '#contract/console/vocabulary.ts'
import { versioned } from '#ui/form/versioned.ts'
import { call } from '#ui/server/api.ts'
import { readNow } from '#ui/server/if-match.ts'

export type Draft = { name: string; nameRu: string; description: string; aliases: string; isPublic: boolean; isHidden: boolean }

const formOf = (term: Term | null): Draft => ({
  name: term?.name ?? '',
  nameRu: term?.nameRu ?? '',
  description: term?.description ?? '',
  aliases: term?.aliases.join('\n') ?? '',
  isPublic: term?.isPublic ?? false,
  isHidden: term?.isHidden ?? false,
})
const bodyOf = (draft: Draft) => ({ ...draft, aliases: draft.aliases.split('\n').filter((line) => line.trim() !== '') })

export const termsOf = (vocabulary: Vocabulary) =>
  versioned<Term, Draft>({
    formOf,
    async read({ id }) {
      const { answer, etag } = await readNow(listWords, { params: { kind: vocabulary } })
      return { answer: answer.words.find((term) => term.id === id) ?? null, etag }
    },
    write: ({ id }, draft, _, headers) => call(updateWord, { params: { kind: vocabulary, id: String(id) }, body: bodyOf(draft), headers }),
    create: (draft) => call(createWord, { params: { kind: vocabulary }, body: bodyOf(draft) }),
  })

/** The label of a field; some vocabularies have their own. */
export function labelOf(vocabulary: Vocabulary, key: keyof Draft): string {
  if (vocabulary === 'platform' && key === 'aliases') return t('vocabularies.hosts')
  if (vocabulary === 'reason' && key === 'name') return t('vocabularies.text')
  if (vocabulary === 'reason' && key === 'nameRu') return t('vocabularies.textRu')
  return t(key === 'isPublic' || key === 'isHidden' ? 'vocabularies.visibility' : `vocabularies.${key}`)
}
