import { readCompactConcepts } from '#search/concept/compact-concepts.ts'
import { conceptOfSynonym, type Synonym } from '#search/concept/concept-lines.ts'
import { type Concepts, createConcepts, joinConcepts, noConcepts } from '#search/concept/concepts.ts'
import { cachedTags } from './cached-projects.ts'
import { loadSynonyms } from './keep-offline.ts'

// Which words mean the same: a small edition of the built-in dictionary, the names of tags in both languages and the directory's synonyms.

declare const __DICTIONARY__: string // set by the build: the path of the file

let builtIn: Concepts | null = null

/** Without the file the search still finds forms, typos and other readings of words. */
async function loadBuiltIn(): Promise<Concepts> {
  try {
    const response = await fetch(__DICTIONARY__)
    if (response.ok) builtIn = createConcepts(readCompactConcepts(await response.text()))
  } catch {
    // not kept by the service worker: tried again by the next search
  }
  return builtIn ?? noConcepts
}

export async function loadConcepts(): Promise<Concepts> {
  const names = [...cachedTags.values()].map(({ name, nameRu }): Synonym => {
    return { kind: 'two-way', words: nameRu === null ? [name] : [name, nameRu], expandsTo: [] }
  })
  const synonyms = await loadSynonyms().catch(() => [])
  return joinConcepts(builtIn ?? (await loadBuiltIn()), createConcepts([...names, ...synonyms].map(conceptOfSynonym)))
}
