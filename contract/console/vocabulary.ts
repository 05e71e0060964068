import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Deleted, Id, Nullable } from '#contract/shared.ts'
import { IdParams, oneOf } from './shared.ts'

// The directory's vocabularies.

export const vocabularies = ['tag', 'role', 'platform', 'file-type', 'reason'] as const
export type Vocabulary = (typeof vocabularies)[number]
const Kind = oneOf(vocabularies)

export const Term = Type.Object({
  id: Id,
  name: Type.String(),
  nameRu: Nullable(Type.String()),
  description: Nullable(Type.String()), // of tags
  aliases: Type.Array(Type.String()), // of roles; of platforms: hosts
  isPublic: Type.Boolean(), // of file types: whether their files are public
  isHidden: Type.Boolean({ description: 'of roles: not offered in role pickers, but still accepted' }),
  isBuiltIn: Type.Boolean({ description: 'of roles: sent by the mobile app, so it cannot be renamed, merged or deleted' }),
  uses: Count,
})
export type Term = Static<typeof Term>

export const TermDraft = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    nameRu: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
    aliases: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
    isPublic: Type.Optional(Type.Boolean()),
    isHidden: Type.Optional(Type.Boolean()),
  },
  { examples: [{ name: 'Ecology', nameRu: 'Экология' }] },
)
export type TermDraft = Static<typeof TermDraft>

const KindParams = Type.Object({ kind: Kind })
const TermParams = Type.Object({ kind: Kind, id: IdParams.properties.id })
export const Terms = Type.Object({ words: Type.Array(Term) })
const draftErrors = ['word_taken', 'invalid_text'] as const

export const listWords = endpoint({
  id: 'listWords',
  method: 'GET',
  path: '/console/vocabulary/{kind}',
  access: 'curator',
  tag: 'Console',
  summary: 'Entries of a vocabulary in order, with usage counts',
  params: KindParams,
  answer: Terms,
  errors: [],
})

export const createWord = endpoint({
  id: 'createWord',
  method: 'POST',
  path: '/console/vocabulary/{kind}',
  access: 'curator',
  tag: 'Console',
  summary: 'Adds a vocabulary entry',
  params: KindParams,
  body: TermDraft,
  answer: Term,
  errors: draftErrors,
})

export const updateWord = endpoint({
  id: 'updateWord',
  method: 'PUT',
  path: '/console/vocabulary/{kind}/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Edits a vocabulary entry',
  description: 'A built-in role keeps its name. `isHidden` removes a role from role pickers.',
  params: TermParams,
  body: TermDraft,
  answer: Term,
  errors: [...draftErrors, 'word_not_found', 'built_in_role'],
})

export const deleteWord = endpoint({
  id: 'deleteWord',
  method: 'DELETE',
  path: '/console/vocabulary/{kind}/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Deletes an unused vocabulary entry',
  params: TermParams,
  answer: Deleted,
  errors: ['word_not_found', 'word_in_use', 'built_in_role'],
})

export const mergeWord = endpoint({
  id: 'mergeWord',
  method: 'POST',
  path: '/console/vocabulary/{kind}/{id}/merge',
  access: 'curator',
  tag: 'Console',
  summary: 'Merges a vocabulary entry into another one',
  params: TermParams,
  body: Type.Object({ into: Id }, { examples: [{ into: 2 }] }),
  answer: Term,
  errors: ['word_not_found', 'merge_impossible', 'built_in_role'],
})

export const orderWords = endpoint({
  id: 'orderWords',
  method: 'PUT',
  path: '/console/vocabulary/{kind}/order',
  access: 'curator',
  tag: 'Console',
  summary: 'Reorders a vocabulary; tags are always sorted by name',
  params: KindParams,
  body: Type.Object({ ids: Type.Array(Id, { maxItems: 2000 }) }, { examples: [{ ids: [2, 1, 3] }] }),
  answer: Terms,
  errors: ['invalid_order'],
})

export const vocabularyEndpoints = [listWords, createWord, updateWord, deleteWord, mergeWord, orderWords]
