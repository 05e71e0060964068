import { writeDay } from '#rules/time/day.ts'
import {
  createSheetBuilder,
  type FindHead,
  type Merge,
  MOST_COLUMNS,
  MOST_IN_CELL,
  MOST_ROWS,
  type Sheet,
  unreadable,
} from '#spreadsheet/sheet.ts'
import { attribute, type XmlEvents } from './xml.ts'

// The cells of one sheet of a workbook, as displayed.

// Characters that XML cannot contain are escaped as _x000D_.
const plain = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).toWellFormed()
    : text

/** The texts of <t> inside one element, without phonetic hints (<rPh>). */
export function textOf(weigh: (length: number) => void) {
  let pieces: string[] = []
  let isText = false
  let phoneticDepth = 0
  return {
    open(name: string) {
      if (name === 'rPh') phoneticDepth++
      isText = name === 't' && phoneticDepth === 0
    },
    close(name: string) {
      if (name === 'rPh') phoneticDepth--
      isText = false
    },
    text(text: string) {
      if (!isText) return
      weigh(text.length)
      pieces.push(text)
    },
    take(): string {
      const whole = plain(pieces.join(''))
      pieces = []
      return whole
    },
  }
}

function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    column = column * 26 + digit
  }
  return column - 1
}

/** "B2:B5". A range in one row is a title, not a repeated value. */
function mergeOf(reference: string): Merge | null {
  const [from = '', to = ''] = reference.slice(0, 40).split(':')
  const rowIn = (corner: string): number => Number(/\d{1,7}$/.exec(corner)?.[0] ?? 0)
  const merge = { column: columnOf(from), from: rowIn(from), to: rowIn(to) }
  return merge.column >= 0 && merge.to > merge.from ? merge : null
}

/** What a cell shows of its number. */
export type DateStyle = 'day' | 'time' | null

type About = { dates: DateStyle[]; strings: string[]; isFrom1904: boolean; findHead?: FindHead }

export function sheetReader({ dates, strings, isFrom1904, findHead }: About): { events: XmlEvents; sheet(): Sheet } {
  const builder = createSheetBuilder(findHead)
  const merges: Merge[] = []
  let row = 0
  let cells: string[] = []
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let isValue = false
  let isInline = false
  const inline = textOf((length) => {
    if (length > MOST_IN_CELL * 7) throw unreadable('cell', () => ({ row, limit: MOST_IN_CELL }))
  })

  function cellText(): string {
    if (type === 'inlineStr') return inline.take()
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'b') return value.trim() === '1' ? 'true' : value.trim() === '' ? '' : 'false'
    if (type === 'd') return isoText(value.trim(), dates[style] === 'time')
    if (type === 'str' || type === 'e') return plain(value)
    if (value.trim() === '') return ''
    const number = Number(value)
    if (!Number.isFinite(number)) return value
    const shown = dates[style] ? serialText(number, isFrom1904, dates[style] === 'time') : null
    return shown ?? String(number)
  }

  function endCell(): void {
    const text = cellText()
    if (text === '') return
    if (column < 0 || column >= MOST_COLUMNS) throw unreadable('columns', () => ({ row, limit: MOST_COLUMNS }))
    builder.checkCell(text.length, row)
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  return {
    sheet() {
      builder.fillMerged(merges)
      return builder.sheet('xlsx')
    },
    events: {
      open(name, attributes) {
        if (name === 'row') {
          row = Number(attribute(attributes, 'r')) || row + 1
          cells = []
          column = -1
        } else if (name === 'c') {
          const reference = attribute(attributes, 'r')
          column = reference === undefined ? column + 1 : columnOf(reference)
          type = attribute(attributes, 't') ?? 'n'
          style = Number(attribute(attributes, 's') ?? 0)
          value = ''
        } else if (name === 'mergeCell') {
          const merge = mergeOf(attribute(attributes, 'ref') ?? '')
          if (merge && merges.length < MOST_ROWS) merges.push(merge)
        } else if (name === 'v') isValue = true
        else if (name === 'is') isInline = true
        else if (isInline) inline.open(name)
      },
      text(text) {
        if (isInline) inline.text(text)
        else if (isValue) {
          value += text
          if (value.length > MOST_IN_CELL * 7) throw unreadable('cell', () => ({ row, limit: MOST_IN_CELL }))
        }
      },
      close(name) {
        if (name === 'v') isValue = false
        else if (name === 'is') isInline = false
        else if (isInline) inline.close(name)
        else if (name === 'c') endCell()
        else if (name === 'row') builder.addRow(row, cells)
      },
    },
  }
}

const isoText = (text: string, hasClock: boolean): string => {
  const clock = hasClock ? /T(\d\d:\d\d)/.exec(text.slice(0, 40))?.[1] : undefined
  return clock === undefined ? text.slice(0, 10) : `${text.slice(0, 10)} ${clock}`
}

const MINUTES_A_DAY = 1440

/** "2026-09-01", or "2026-09-01 10:00" if the cell shows a clock. Excel counts from 1900-01-01 and treats 1900 as a leap year. */
function serialText(serial: number, isFrom1904: boolean, hasClock: boolean): string | null {
  const minutes = hasClock ? Math.round(serial * MINUTES_A_DAY) : Math.floor(serial) * MINUTES_A_DAY
  const count = Math.floor(minutes / MINUTES_A_DAY)
  if (count < 1 || count > 2_958_465) return null
  const day = writeDay(isFrom1904 ? count - 24_107 : count < 60 ? count - 25_568 : count - 25_569)
  return hasClock ? `${day} ${new Date((minutes - count * MINUTES_A_DAY) * 60_000).toISOString().slice(11, 16)}` : day
}
