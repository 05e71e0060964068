import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'

// Synonyms of the search that curators add to the built-in ones.

export const synonymKinds = ['two-way', 'one-way'] as const
export type SynonymKind = (typeof synonymKinds)[number]

export const synonymLimits = { entries: 2000, words: 20, characters: 60, wordsInPhrase: 4 } as const

const { entries, words, characters } = synonymLimits
const Words = Type.Array(Type.String({ maxLength: characters }), { maxItems: words })

export const Synonym = Type.Object({
  kind: Type.Unsafe<SynonymKind>({
    type: 'string',
    enum: [...synonymKinds],
    description: 'two-way: all words mean the same; one-way: a search for one of the words also finds what `expandsTo` lists',
  }),
  words: Words,
  expandsTo: Type.Array(Words.items, { maxItems: words, description: 'empty for two-way entries' }),
})
export type Synonym = Static<typeof Synonym>

export const listSearchSynonyms = endpoint({
  id: 'listSearchSynonyms',
  method: 'GET',
  path: '/search/synonyms',
  access: 'public',
  tag: 'Vocabularies',
  summary: 'The directory’s own synonyms, for searching offline with the same words',
  answer: Type.Object({ entries: Type.Array(Synonym, { maxItems: entries }) }),
  errors: [],
  sameForAll: true,
})
