import { createSheetBuilder, MOST_COLUMNS, MOST_ROWS, type Sheet, SheetFault, tooLong, unreadable } from '#spreadsheet/sheet.ts'
import { joinList } from '#spreadsheet/write/list.ts'

// JSON: an array of objects, or an object with one array. The first object is row 1.

const MAX_DEPTH = 5

// Parsed JSON takes many times the memory of its text, so depth and values are counted before parsing.
function checkSize(text: string): void {
  let [depth, things, values] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 34) {
      for (at++; at < text.length && text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++
    } else if (sign === 123 || sign === 91) {
      if (++depth > MAX_DEPTH) throw unreadable('jsonShape')
      if (sign === 123 && ++things > MOST_ROWS + 1) throw tooLong()
      values++
    } else if (sign === 125 || sign === 93) depth--
    else if (sign === 44) values++
    if (values > MOST_ROWS * MOST_COLUMNS * 2) throw unreadable('characters')
  }
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  const lists = typeof value === 'object' && value !== null ? Object.values(value).filter(Array.isArray) : []
  if (lists.length !== 1) throw unreadable('jsonShape')
  return lists[0]!
}

function cellOf(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || value.some((one) => typeof one === 'object' && one !== null)) throw unreadable('jsonShape')
  return joinList(value.map((one) => (one === null ? '' : String(one))))
}

export function readJson(text: string): Sheet {
  checkSize(text)
  let list: unknown[]
  try {
    list = listIn(JSON.parse(text))
  } catch (error) {
    throw error instanceof SheetFault ? error : unreadable('brokenJson')
  }
  const heads = new Map<string, number>()
  for (const one of list) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) throw unreadable('jsonShape')
    for (const key of Object.keys(one)) if (!heads.has(key)) heads.set(key, heads.size)
    if (heads.size > MOST_COLUMNS) throw unreadable('columns', () => ({ row: list.indexOf(one) + 1, limit: MOST_COLUMNS }))
  }
  const builder = createSheetBuilder()
  builder.addRow(0, heads.size > 0 ? [...heads.keys()] : ['faults'])
  list.forEach((one, index) => {
    const cells: (string | undefined)[] = [...heads].map(() => undefined)
    for (const [key, value] of Object.entries(one as object)) {
      const cell = cellOf(value)
      builder.checkCell(cell.length, index + 1)
      cells[heads.get(key)!] = cell
    }
    builder.addRow(index + 1, cells)
  })
  return builder.sheet('json')
}
