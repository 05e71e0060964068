import type { Highlights } from '#contract/project.ts'

const BEFORE = 40
const AFTER = 50

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
  const head = from > BEFORE ? `…${before.replace(/^\S*\s+/, '')}` : `\n${before}`
  const tail = to + AFTER < description.length ? `${after.replace(/\s+\S*$/, '')}…` : after
  return [plain(head).trimStart(), plain(description.slice(from, to)), plain(tail).trimEnd()]
}
