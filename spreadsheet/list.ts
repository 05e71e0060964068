// Several texts in one cell: separated by ; or line breaks, in quotation marks where a text holds one of these itself.

const needsQuotes = /[;\n\r]|^["\s]|\s$|^$/

export const joinList = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join('; ')

export function splitList(cell: string): string[] {
  const items: string[] = []
  for (let at = 0; at < cell.length; ) {
    // A quoted text ends at the separator; whatever else begins with a quotation mark is taken as it stands.
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:[;\n\r]|$)/.exec(cell.slice(at))
    const plain = quoted ? null : /^[^;\n\r]*/.exec(cell.slice(at))![0]
    if (quoted) items.push(quoted[1]!.replaceAll('""', '"'))
    else if (plain!.trim() !== '') items.push(plain!.trim())
    at += quoted ? quoted[0].length : plain!.length + 1
  }
  return items
}
