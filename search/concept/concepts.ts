import { noRealWords, type RealWords } from '#search/spelling/real-words.ts'
import type { Concept, Phrase } from './concept-lines.ts'

export type Expansion = { phrase: Phrase; isTwoWay: boolean }
export type Concepts = {
  /** The concepts a phrase of a query belongs to, as the other phrases to look for. */
  expand(phrase: Phrase): Expansion[]
  /** Part of a concept. */
  isListed(stem: string): boolean
  /** A correctly written word, though no document has it: not to be taken for a typo of another word. */
  isWord(stem: string): boolean
  /** Part of a concept, or not a word at all, such as a name: more likely to be a subject than other words. */
  isSubject(stem: string): boolean
}

export function createConcepts(concepts: readonly Concept[], realWords: RealWords = noRealWords): Concepts {
  const byPhrase = new Map<string, Concept[]>()
  const stems = new Set<string>()
  for (const concept of concepts) {
    for (const phrase of concept.from) {
      const key = phrase.join(' ')
      const existing = byPhrase.get(key)
      if (existing === undefined) byPhrase.set(key, [concept])
      else existing.push(concept)
    }
    for (const phrase of [...concept.from, ...concept.to]) for (const stem of phrase) stems.add(stem)
  }
  return {
    expand(phrase) {
      const key = phrase.join(' ')
      const found = new Map<string, Expansion>()
      const add = (phrases: readonly Phrase[], isTwoWay: boolean) => {
        for (const other of phrases) {
          const otherKey = other.join(' ')
          if (otherKey !== key && !found.has(otherKey)) found.set(otherKey, { phrase: other, isTwoWay })
        }
      }
      const own = byPhrase.get(key) ?? []
      for (const { to, isTwoWay } of own) if (isTwoWay) add(to, true)
      for (const { to, isTwoWay } of own) if (!isTwoWay) add(to, false)
      // Narrower words of a word of the same meaning.
      for (const { phrase: same, isTwoWay } of [...found.values()])
        if (isTwoWay) for (const wider of byPhrase.get(same.join(' ')) ?? []) if (!wider.isTwoWay) add(wider.to, false)
      return [...found.values()]
    },
    isWord: (stem) => stems.has(stem) || realWords.has(stem),
    isListed: (stem) => stems.has(stem),
    isSubject: (stem) => stems.has(stem) || !realWords.has(stem),
  }
}

/** Both: the built-in dictionary and the directory's own words. */
export const joinConcepts = (base: Concepts, own: Concepts): Concepts => ({
  expand(phrase) {
    const found = own.expand(phrase)
    const keys = new Set(found.map((each) => each.phrase.join(' ')))
    return [...found, ...base.expand(phrase).filter((each) => !keys.has(each.phrase.join(' ')))]
  },
  isWord: (stem) => own.isWord(stem) || base.isWord(stem),
  isListed: (stem) => own.isListed(stem) || base.isListed(stem),
  isSubject: (stem) => own.isSubject(stem) && base.isSubject(stem),
})

export const noConcepts = createConcepts([])
