import { createSheetBuilder, type Sheet, unreadable } from './sheet.ts'

// CSV as written by spreadsheet programs: commas, semicolons or tabs; UTF-8, UTF-16 or Windows-1251.

export function textOfBytes(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw unreadable('binary')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes) // CSV of Excel on a Russian Windows
  }
}

const delimiters = [',', ';', '\t']

// From the header only: other rows may contain any text.
function delimiterOf(text: string): string {
  const counts = delimiters.map(() => 0)
  let isQuoted = false
  let isBlank = true
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    isBlank &&= !delimiters.includes(sign) && sign.trim() === ''
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (!isBlank) break
    } else if (!isQuoted && delimiters.includes(sign)) counts[delimiters.indexOf(sign)]!++
  }
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

/** CSV injection: cells that a spreadsheet would run as formulas. Escaped with an apostrophe when written, unescaped when read. */
export const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/
export const DANGEROUS = /^'*[=+\-@\t\r\n＝＋－＠]/

const unescaped = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell)

export function readCsv(given: string): Sheet {
  const hint = /^sep=(.)\r?\n/i.exec(given) // a directive of Excel
  const text = hint ? given.slice(hint[0].length) : given
  const delimiter = hint?.[1] ?? delimiterOf(text)
  const builder = createSheetBuilder()
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
      if (quote < 0) throw unreadable('openQuote', { row })
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
  return builder.sheet('csv')
}
