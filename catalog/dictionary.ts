import { readdirSync, readFileSync } from 'node:fs'
import { type Concept, conceptOfSynonym, readConcepts, type Synonym } from '#search/concept/concept-lines.ts'
import { type Concepts, createConcepts, joinConcepts } from '#search/concept/concepts.ts'
import { readRealWords } from '#search/spelling/real-words.ts'
import type { Vocabularies } from '#store/vocabulary/vocabulary.ts'

// Which words mean the same: the built-in dictionary, the names of tags and roles in both languages, and the directory's synonyms.

const folder = new URL('../search/dictionary/', import.meta.url)

let builtIn: Concepts | null = null

/** Read once per process, file by file: `pause` lets calls be answered in between. */
export async function loadBuiltInConcepts(pause: () => Promise<void>): Promise<Concepts> {
  if (builtIn !== null) return builtIn
  const concepts: Concept[] = []
  for (const name of readdirSync(new URL('concepts/', folder)).sort()) {
    concepts.push(...readConcepts(readFileSync(new URL(`concepts/${name}`, folder), 'utf8')))
    await pause()
  }
  builtIn = createConcepts(concepts, readRealWords(readFileSync(new URL('real-words.bin', folder))))
  return builtIn
}

const twoWay = (...words: (string | null)[]): Synonym => ({
  kind: 'two-way',
  words: words.filter((word) => word !== null),
  expandsTo: [],
})

function ownConcepts({ tags, roles }: Vocabularies, synonyms: readonly Synonym[]): Concepts {
  const names = [
    ...tags.map(({ name, nameRu }) => twoWay(name, nameRu)),
    ...roles.map(({ name, nameRu, aliases }) => twoWay(name, nameRu, ...aliases)),
  ]
  return createConcepts([...names, ...synonyms].map(conceptOfSynonym))
}

export const allConcepts = (base: Concepts, vocabularies: Vocabularies, synonyms: readonly Synonym[]): Concepts =>
  joinConcepts(base, ownConcepts(vocabularies, synonyms))
