// Lists in a cell: separated by ; or line breaks; items with separators are quoted. People also separate by commas: a single item that has
// commas is written with quotes.

const needsQuotes = /[;\n\r]|^["\s]|\s$|^$/

export const joinList = (items: readonly string[]): string =>
  items
    .map((item) => (needsQuotes.test(item) || (items.length === 1 && item.includes(',')) ? `"${item.replaceAll('"', '""')}"` : item))
    .join('; ')

const MOST_WORDS = 3 // of an item between commas; longer ones are sentences
const isShort = (item: string): boolean => item.split(/\s+/, MOST_WORDS + 1).length <= MOST_WORDS

/** A list of free texts. Commas separate items if all of them are short. */
export function splitTexts(cell: string): string[] {
  const items = splitList(cell)
  if (items.length !== 1 || cell.trimStart().startsWith('"') || !items[0]!.includes(',')) return items
  const pieces = splitCommas(items[0]!)
  return pieces.every(isShort) ? pieces : items
}

/** A list of names. An item that is no name is separated at its commas. */
export const splitNames = (cell: string, isName: (item: string) => boolean): string[] =>
  splitList(cell).flatMap((item) => (item.includes(',') && !isName(item) ? splitCommas(item) : [item]))

const splitCommas = (item: string): string[] => item.split(',').flatMap((piece) => piece.trim() || [])

/** In linear time: a cell of an uploaded file may contain anything. */
export function splitList(cell: string): string[] {
  const items: string[] = []
  for (let at = endOfSpace(cell, 0); at < cell.length; at = endOfSpace(cell, at)) {
    const quoted = cell[at] === '"' ? quotedItem(cell, at) : null
    const end = quoted?.end ?? endOfPlain(cell, at)
    const item = quoted?.item ?? cell.slice(at, end).trim()
    if (quoted || item !== '') items.push(item)
    at = end + 1
  }
  return items
}

/** A quoted item ends at a separator; anything else that begins with a quotation mark is literal. */
function quotedItem(cell: string, start: number): { item: string; end: number } | null {
  let close = cell.indexOf('"', start + 1)
  while (close >= 0 && cell[close + 1] === '"') close = cell.indexOf('"', close + 2)
  if (close < 0) return null
  const end = endOfSpace(cell, close + 1)
  const hasBreak = endOfPlain(cell, close + 1) < end
  if (!hasBreak && end < cell.length && cell[end] !== ';') return null
  return { item: cell.slice(start + 1, close).replaceAll('""', '"'), end: hasBreak && cell[end] !== ';' ? end - 1 : end }
}

const isSpace = (sign: string): boolean => (sign <= ' ' || sign >= '\x80' ? sign.trim() === '' : false)

function endOfSpace(cell: string, from: number): number {
  let at = from
  while (at < cell.length && isSpace(cell[at]!)) at++
  return at
}

function endOfPlain(cell: string, from: number): number {
  let at = from
  while (at < cell.length && cell[at] !== ';' && cell[at] !== '\n' && cell[at] !== '\r') at++
  return at
}
