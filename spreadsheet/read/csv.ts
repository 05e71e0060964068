import { createSheetBuilder, type Encoding, type FindHead, type Sheet, unreadable } from '#spreadsheet/sheet.ts'

// CSV as written by spreadsheet programs: commas, semicolons or tabs; UTF-8, UTF-16 or Windows-1251.

export function textOfBytes(bytes: Buffer): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16be' }
  if (bytes.includes(0)) throw unreadable('binary')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, encoding: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8-bom' : 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1251').decode(bytes), encoding: 'windows-1251' } // CSV of Excel on a Russian Windows
  }
}

const delimiters = [',', ';', '\t']
const MOST_SAMPLED = 10
const LONGEST_HEADING = 200

/** How often each delimiter occurs in the first rows, outside of quotes. */
function countDelimiters(text: string): number[][] {
  const rows: number[][] = []
  let counts = delimiters.map(() => 0)
  let isQuoted = false
  let isBlank = true
  for (let at = 0; at <= text.length && rows.length < MOST_SAMPLED; at++) {
    const sign = text[at] ?? '\n'
    if (sign === '"') isQuoted = !isQuoted
    if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (!isBlank) rows.push(counts)
      counts = delimiters.map(() => 0)
      isBlank = true
      continue
    }
    const which = isQuoted ? -1 : delimiters.indexOf(sign)
    if (which >= 0) counts[which]!++
    if (which >= 0 || sign.trim() !== '') isBlank = false
  }
  return rows
}

/** The one that occurs equally often in most of the first rows: titles and texts may contain the others. */
function delimiterOf(text: string, isHeading?: (text: string) => boolean): string {
  const sampled = countDelimiters(text)
  // A known heading alone in the first row is the only column; without knowing the headings, the first row is taken for them.
  const isFirstEnough =
    isHeading === undefined ||
    isHeading(
      text
        .trimStart()
        .slice(0, LONGEST_HEADING)
        .split(/[\r\n]/, 1)[0]!,
    )
  const rows = isFirstEnough ? sampled.slice(0, 1) : sampled
  const rank = (which: number): number[] => {
    const times = new Map<number, number>()
    for (const counts of rows) if (counts[which]! > 0) times.set(counts[which]!, (times.get(counts[which]!) ?? 0) + 1)
    const [most = 0, sameRows = 0] = [...times].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    return [sameRows, rows[0]?.[which] ? 1 : 0, most]
  }
  const ranks = delimiters.map((_, which) => rank(which))
  const isBetter = (a: number[], b: number[]): boolean => {
    const at = a.findIndex((value, index) => value !== b[index])
    return at >= 0 && a[at]! > b[at]!
  }
  return delimiters[ranks.reduce((best, one, which) => (isBetter(one, ranks[best]!) ? which : best), 0)]!
}

/** CSV injection: cells that a spreadsheet would run as formulas. Escaped with an apostrophe when written, unescaped when read. */
export const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/
export const DANGEROUS = /^'*[=+\-@\t\r\n＝＋－＠]/

const unescaped = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell)

type CsvReading = { encoding?: Encoding; findHead?: FindHead; isHeading?: (text: string) => boolean }

export function readCsv(given: string, { encoding, findHead, isHeading }: CsvReading = {}): Sheet {
  const hint = /^sep=(.)\r?\n/i.exec(given) // a directive of Excel
  const text = hint ? given.slice(hint[0].length) : given
  const delimiter = hint?.[1] ?? delimiterOf(text, isHeading)
  const builder = createSheetBuilder(findHead)
  let row = 1
  let cells: string[] = []
  let at = 0

  const endCell = (cell: string): void => {
    builder.checkCell(cell.length, row)
    cells.push(unescaped(cell))
  }
  const endRow = (): void => {
    builder.addRow(row++, cells)
    cells = []
  }

  function quoted(): string {
    const pieces: string[] = []
    for (let from = at + 1; ; ) {
      const quote = text.indexOf('"', from)
      if (quote < 0) throw unreadable('openQuote', () => ({ row }))
      pieces.push(text.slice(from, quote))
      from = quote + 1
      if (text[from] !== '"') {
        at = from
        return pieces.join('')
      }
      pieces.push('"')
      from++
    }
  }

  const plainEnd = new RegExp(`[${delimiter === '\t' ? '\\t' : delimiter.replace(/[\\\]^-]/, '\\$&')}\\r\\n]`, 'g')
  function plain(): string {
    plainEnd.lastIndex = at
    const end = plainEnd.exec(text)?.index ?? text.length
    const cell = text.slice(at, end)
    at = end
    return cell
  }

  while (at < text.length) {
    endCell(text[at] === '"' ? quoted() + plain() : plain())
    const sign = text[at]
    if (sign === delimiter) {
      at++
      if (at === text.length) endCell('')
      continue
    }
    endRow()
    at += sign === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  if (cells.length > 0) endRow()
  // Any other one would have to be announced in the file.
  return builder.sheet('csv', { encoding, separator: delimiters.includes(delimiter) ? delimiter : ',' })
}
