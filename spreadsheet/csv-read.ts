import { createGatherer, type Sheet, unreadable } from './sheet.ts'

// CSV as spreadsheets write it: with commas, semicolons or tabs, in whatever encoding the machine has.

export function textOfBytes(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw unreadable('binary')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes) // what Excel on a Russian Windows calls CSV
  }
}

const delimiters = [',', ';', '\t']

// By the head alone: the texts below may hold anything.
function delimiterOf(text: string): string {
  const counts = delimiters.map(() => 0)
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (counts.some((count) => count > 0) || text.slice(0, at).trim() !== '') break
    } else if (!isQuoted && delimiters.includes(sign)) counts[delimiters.indexOf(sign)]!++
  }
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

/** What a program could take for a formula; with an apostrophe in front it is text. Written so, read back without it. */
export const DEFUSED = /^'+[=+\-@\t\r\n＝＋－＠]/
export const DANGEROUS = /^'*[=+\-@\t\r\n＝＋－＠]/

const undefused = (cell: string): string => (DEFUSED.test(cell) ? cell.slice(1) : cell)

export function readCsv(given: string): Sheet {
  const hint = /^sep=(.)\r?\n/i.exec(given) // a line Excel looks for and does not show
  const text = hint ? given.slice(hint[0].length) : given
  const delimiter = hint?.[1] ?? delimiterOf(text)
  const gatherer = createGatherer()
  let row = 1
  let cells: string[] = []
  let at = 0

  const endCell = (cell: string): void => {
    gatherer.weigh(cell.length, row)
    cells.push(undefused(cell))
  }
  const endRow = (): void => {
    gatherer.take(row++, cells)
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
  return gatherer.sheet('csv')
}
