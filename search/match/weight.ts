// Weight of a word in a document, between 0 and 1. It depends on the document only: with the average length, as in BM25, one change
// would alter every weight in the index.
//
// Per field the frequency saturates as in BM25; the fields are combined like independent evidence, 1 - Π(1 - field). The numbers are
// chosen so that a word in the name outweighs the same word in all other fields together, even in another form:
// 0.72 · FORM > 1 - (1 - 0.42)(1 - 0.26)(1 - 0.18) = 0.65.

export const EXACT = 1
export const FORM = 0.92
export const PREFIX = 0.72
/** Two words for one: beehive, bee hive. */
export const SPLIT = 0.8
export const ONE_TYPO = 0.55
export const TWO_TYPOS = 0.4
/** Another word of the same family, a word of the same meaning, and a narrower one. */
export const FAMILY = 0.55
export const CONCEPT = 0.5
export const RELATED = 0.35

export type FieldWeight = (frequency: number, words: number) => number

export const nameWeight: FieldWeight = (_frequency, words) => 0.72 + 0.22 / Math.sqrt(words)
export const tagWeight: FieldWeight = () => 0.42
export const shortWeight: FieldWeight = (frequency, words) => (0.26 * frequency) / (frequency + 0.3 + words / 60)
export const restWeight: FieldWeight = (frequency, words) => (0.18 * frequency) / (frequency + 0.7 + words / 160)

/** Inverse document frequency. */
export const rarity = (documents: number, matching: number) => Math.log(1 + documents / Math.max(1, Math.min(documents, matching)))
/** Of a word that no document has. The longer the query, the less likely it is to be the subject. */
export const missingRarity = (documents: number, words: number) => Math.log(1 + 2 * documents) * Math.min(1, 1.5 / words)
