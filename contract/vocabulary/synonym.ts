import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'

// Synonyms of the search that curators add to the built-in ones.

export const synonymKinds = ['two-way', 'one-way'] as const
export type SynonymKind = (typeof synonymKinds)[number]

export const MOST_SYNONYMS = 2000
export const MOST_WORDS = 20 // of each list of an entry
export const LONGEST_PHRASE = 60
export const WORDS_IN_PHRASE = 4

const Words = Type.Array(Type.String({ maxLength: LONGEST_PHRASE }), { maxItems: MOST_WORDS })

export const Synonym = Type.Object({
  kind: Type.Unsafe<SynonymKind>({
    type: 'string',
    enum: [...synonymKinds],
    description: 'two-way: all words mean the same; one-way: a search for one of the words also finds what `expandsTo` lists',
  }),
  words: Words,
  expandsTo: Type.Array(Words.items, { maxItems: MOST_WORDS, description: 'empty for two-way entries' }),
})
export type Synonym = Static<typeof Synonym>

export const listSearchSynonyms = endpoint({
  id: 'listSearchSynonyms',
  method: 'GET',
  path: '/search/synonyms',
  access: 'public',
  tag: 'Vocabularies',
  summary: 'Synonyms for the search',
  answer: Type.Object({ entries: Type.Array(Synonym, { maxItems: MOST_SYNONYMS }) }),
  errors: [],
  sameForAll: true,
})
