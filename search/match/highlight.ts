import { normalise, scanWords } from '#search/word/words.ts'

/** Start and end of a passage, in UTF-16 code units. */
export type Range = [start: number, end: number]
/** Does a normalised word match the query? */
export type WordTest = (word: string) => boolean

const MOST_RANGES = 40
const LONGEST_TEXT = 20_000
const LONGEST_WORD = 100

/** The passages of a text that match; neighbouring matches with only spaces between them are one passage. */
export function highlight(text: string, matches: WordTest): Range[] {
  const ranges: Range[] = []
  const source = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text
  for (const found of source.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’\-‐.+#]*/gu)) {
    if (found[0].length > LONGEST_WORD) continue
    const word = withoutEnd(found[0])
    if (!anyPart(word, matches)) continue
    const [start, end] = [found.index, found.index + word.length]
    const last = ranges.at(-1)
    if (last !== undefined && /^[ \u00a0]+$/.test(source.slice(last[1], start))) last[1] = end
    else if (ranges.push([start, end]) === MOST_RANGES) break
  }
  return ranges
}

// Backwards, because a regular expression would try every run of signs.
function withoutEnd(word: string): string {
  let end = word.length
  while (end > 0 && "'’-‐.".includes(word.charAt(end - 1))) end--
  return word.slice(0, end)
}

function anyPart(word: string, matches: WordTest): boolean {
  let isMatch = false
  scanWords(normalise(word), (part) => {
    isMatch ||= matches(part)
  })
  return isMatch
}
