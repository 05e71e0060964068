import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Deleted, Id } from '#contract/shared.ts'
import { Synonym } from '#contract/vocabulary/synonym.ts'
import { IdParams } from './shared.ts'

// The directory's synonyms for curators.

export const SynonymEntry = Type.Object({ id: Id, ...Synonym.properties })
export type SynonymEntry = Static<typeof SynonymEntry>

export const SynonymDraft = Type.Object(
  {
    kind: Synonym.properties.kind,
    words: Synonym.properties.words,
    expandsTo: Type.Optional(Synonym.properties.expandsTo),
  },
  { examples: [{ kind: 'one-way', words: ['ML', 'машинное обучение'], expandsTo: ['neural network', 'нейросеть'] }] },
)
export type SynonymDraft = Static<typeof SynonymDraft>

export const Synonyms = Type.Object({ entries: Type.Array(SynonymEntry) })

export const listSynonyms = endpoint({
  id: 'listSynonyms',
  method: 'GET',
  path: '/console/synonym',
  access: 'curator',
  tag: 'Console',
  summary: 'All synonyms, by their first word',
  answer: Synonyms,
  errors: [],
})

export const createSynonym = endpoint({
  id: 'createSynonym',
  method: 'POST',
  path: '/console/synonym',
  access: 'curator',
  tag: 'Console',
  summary: 'Adds a synonym entry',
  description: 'Words and phrases of up to four words, in any language. A word can be in one two-way entry only; case and ё are ignored.',
  body: SynonymDraft,
  answer: SynonymEntry,
  errors: ['invalid_text', 'synonym_taken', 'too_many_synonyms'],
})

export const updateSynonym = endpoint({
  id: 'updateSynonym',
  method: 'PUT',
  path: '/console/synonym/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Replaces a synonym entry',
  params: IdParams,
  body: SynonymDraft,
  answer: SynonymEntry,
  errors: ['synonym_not_found', 'invalid_text', 'synonym_taken'],
})

export const deleteSynonym = endpoint({
  id: 'deleteSynonym',
  method: 'DELETE',
  path: '/console/synonym/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Deletes a synonym entry',
  params: IdParams,
  answer: Deleted,
  errors: ['synonym_not_found'],
})

export const synonymEndpoints = [listSynonyms, createSynonym, updateSynonym, deleteSynonym]
