// Lists in a cell: separated by ; or line breaks; items with separators are quoted.

const needsQuotes = /[;\n\r]|^["\s]|\s$|^$/

export const joinList = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join('; ')

export function splitList(cell: string): string[] {
  const items: string[] = []
  for (let at = 0; at < cell.length; ) {
    // A quoted item ends at a separator; anything else that begins with a quotation mark is literal.
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:[;\n\r]|$)/.exec(cell.slice(at))
    const plain = quoted ? null : /^[^;\n\r]*/.exec(cell.slice(at))![0]
    if (quoted) items.push(quoted[1]!.replaceAll('""', '"'))
    else if (plain!.trim() !== '') items.push(plain!.trim())
    at += quoted ? quoted[0].length : plain!.length + 1
  }
  return items
}
