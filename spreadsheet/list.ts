// Lists in a cell: separated by ; or line breaks; items with separators are quoted.

const needsQuotes = /[;\n\r]|^["\s]|\s$|^$/

export const joinList = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join('; ')

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
