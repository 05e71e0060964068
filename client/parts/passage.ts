import type { Highlights } from '#contract/project.ts'

const BEFORE = 30
const AFTER = 42

/** Without the signs of Markdown; a link is its text. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\]\([^()\s]*\)?/g, '')
    .replace(/\n\s*(?:[-+*]|#{1,6}|\d{1,3}[.)])\s+/g, ' ')
    .replace(/[*_`~[\]|<>\\]/g, '')
    .replace(/\s+/g, ' ')

const isInAddress = (before: string): boolean => /\]\([^()\s]*$|\bhttps?:\/\/\S*$/.test(before)

/** One line of a description around its first match: the text before, the match and the text after it. */
export function passageOf(description: string, ranges: Highlights['description']): [string, string, string] | null {
  const range = ranges.find(([from = 0]) => !isInAddress(description.slice(Math.max(0, from - 200), from)))
  if (range === undefined) return null
  const [from = 0, to = 0] = range
  const before = description.slice(Math.max(0, from - BEFORE), from)
  const after = description.slice(to, to + AFTER)
  // Cut at a word boundary, with … where text is missing.
  const [isCut, isCutAfter] = [from > BEFORE, to + AFTER < description.length]
  const head = plain(isCut ? before.replace(/^\S*/, '') : `\n${before}`).trimStart()
  const tail = plain(isCutAfter ? after.replace(/\s+\S*$/, '') : after).trimEnd()
  return [isCut ? `…${head}` : head, plain(description.slice(from, to)), isCutAfter ? `${tail}…` : tail]
}
