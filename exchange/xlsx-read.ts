import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { writeDay } from '#rules/day.ts'
import { createGatherer, MOST_CHARACTERS, MOST_COLUMNS, MOST_IN_CELL, MOST_UNPACKED, type Sheet, SheetFault, unreadable } from './sheet.ts'
import { attribute, createXmlReader, type XmlEvents } from './xml.ts'

// The first sheet of a workbook. Parts are unpacked as they are read, a piece at a time; nothing but texts is kept.

const MOST_ENTRIES = 2000
const SMALL_PART = 8 * 1024 * 1024 // of parts that only describe

export async function readXlsx(path: string): Promise<Sheet> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    return await readWorkbook(zip, await entriesOf(zip))
  } catch (error) {
    throw error instanceof SheetFault ? error : unreadable('brokenZip')
  } finally {
    zip?.close()
  }
}

type Entries = Map<string, Entry>

async function entriesOf(zip: ZipFile): Promise<Entries> {
  if (zip.entryCount > MOST_ENTRIES) throw unreadable('swells')
  const entries: Entries = new Map()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

async function readWorkbook(zip: ZipFile, entries: Entries): Promise<Sheet> {
  let unpacked = 0
  /** Nothing when there is no such part. */
  async function read(name: string, events: XmlEvents, most = SMALL_PART): Promise<boolean> {
    const entry = entries.get(name)
    if (!entry) return false
    if (entry.isEncrypted()) throw unreadable('locked')
    if (entry.uncompressedSize > most || unpacked + entry.uncompressedSize > MOST_UNPACKED) throw unreadable('swells')
    const stream: Readable = await zip.openReadStreamPromise(entry)
    const decoder = new TextDecoder('utf-8')
    const reader = createXmlReader(events)
    for await (const part of stream as AsyncIterable<Buffer>) {
      unpacked += part.length
      if (unpacked > MOST_UNPACKED) throw unreadable('swells')
      reader.write(decoder.decode(part, { stream: true }))
    }
    reader.write(decoder.decode())
    reader.end()
    return true
  }

  const book = await readBook(read)
  const isDate = await readDateStyles(read, book.styles)
  const strings = await readStrings(read, book.strings)
  const { events, sheet } = sheetReader({ isDate, strings, isFrom1904: book.isFrom1904 })
  if (!(await read(book.sheet, events, MOST_UNPACKED))) throw unreadable('noWorkbook')
  return sheet()
}

type Read = (name: string, events: XmlEvents, most?: number) => Promise<boolean>
const nothing = { open: () => {}, close: () => {}, text: () => {} }

async function readBook(read: Read) {
  let first: string | undefined
  let isFrom1904 = false
  const found = await read('xl/workbook.xml', {
    ...nothing,
    open(name, attributes) {
      if (name === 'sheet' && attribute(attributes, 'state') === undefined) first ??= attribute(attributes, 'id')
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')
    },
  })
  if (!found) throw unreadable('noWorkbook')
  const parts = new Map<string, string>()
  await read('xl/_rels/workbook.xml.rels', {
    ...nothing,
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = attribute(attributes, 'Target') ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
      parts.set(attribute(attributes, 'Id') ?? '', path)
      parts.set((attribute(attributes, 'Type') ?? '').replace(/^.*\//, ''), path)
    },
  })
  const sheet = (first !== undefined && parts.get(first)) || 'xl/worksheets/sheet1.xml'
  return {
    sheet,
    isFrom1904,
    styles: parts.get('styles') ?? 'xl/styles.xml',
    strings: parts.get('sharedStrings') ?? 'xl/sharedStrings.xml',
  }
}

const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])

function showsDay(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '').toLowerCase()
  return /[dy]/.test(bare) || (/m/.test(bare) && !/[hs]/.test(bare))
}

/** For each style of a cell, whether it shows a calendar day. */
async function readDateStyles(read: Read, part: string): Promise<boolean[]> {
  const formats = new Map<number, boolean>()
  const styles: boolean[] = []
  let isInCells = false
  await read(part, {
    text() {},
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true
      if (name === 'numFmt') formats.set(Number(attribute(attributes, 'numFmtId')), showsDay(attribute(attributes, 'formatCode') ?? ''))
      if (name !== 'xf' || !isInCells) return
      const format = Number(attribute(attributes, 'numFmtId') ?? 0)
      styles.push(formats.get(format) ?? builtInDates.has(format))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

// What XML cannot hold is written as _x000D_.
const plain = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).toWellFormed()
    : text

/** The texts of <t> inside one element; those of reading aids (<rPh>) are no part of it. */
function textOf(weigh: (length: number) => void) {
  let pieces: string[] = []
  let isText = false
  let aside = 0
  return {
    open(name: string) {
      if (name === 'rPh') aside++
      isText = name === 't' && aside === 0
    },
    close(name: string) {
      if (name === 'rPh') aside--
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

async function readStrings(read: Read, part: string): Promise<string[]> {
  const strings: string[] = []
  let [characters, own] = [0, 0]
  const inner = textOf((length) => {
    characters += length
    own += length
    if (own > MOST_IN_CELL * 7) throw unreadable('cell', { row: '?', limit: MOST_IN_CELL }) // seven signs may stand for one
    if (characters > MOST_CHARACTERS) throw unreadable('characters')
  })
  await read(
    part,
    {
      open: inner.open,
      text: inner.text,
      close(name) {
        inner.close(name)
        if (name !== 'si') return
        own = 0
        strings.push(inner.take())
        if (strings.length > MOST_CHARACTERS / 10) throw unreadable('characters')
      },
    },
    MOST_UNPACKED,
  )
  return strings
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

type About = { isDate: boolean[]; strings: string[]; isFrom1904: boolean }

function sheetReader({ isDate, strings, isFrom1904 }: About): { events: XmlEvents; sheet(): Sheet } {
  const gatherer = createGatherer()
  let row = 0
  let cells: string[] = []
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let isValue = false
  let isInline = false
  const inline = textOf((length) => {
    if (length > MOST_IN_CELL * 7) throw unreadable('cell', { row, limit: MOST_IN_CELL })
  })

  function shown(): string {
    if (type === 'inlineStr') return inline.take()
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'b') return value.trim() === '1' ? 'true' : value.trim() === '' ? '' : 'false'
    if (type === 'd') return value.trim().slice(0, 10)
    if (type === 'str' || type === 'e') return plain(value)
    if (value.trim() === '') return ''
    const number = Number(value)
    if (!Number.isFinite(number)) return value
    return (isDate[style] && dayOfSerial(number, isFrom1904)) || String(number)
  }

  function endCell(): void {
    const text = shown()
    if (text === '') return
    if (column < 0 || column >= MOST_COLUMNS) throw unreadable('columns', { row, limit: MOST_COLUMNS })
    gatherer.weigh(text.length, row)
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  return {
    sheet: () => gatherer.sheet('xlsx'),
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
        } else if (name === 'v') isValue = true
        else if (name === 'is') isInline = true
        else if (isInline) inline.open(name)
      },
      text(text) {
        if (isInline) inline.text(text)
        else if (isValue) {
          value += text
          if (value.length > MOST_IN_CELL * 7) throw unreadable('cell', { row, limit: MOST_IN_CELL })
        }
      },
      close(name) {
        if (name === 'v') isValue = false
        else if (name === 'is') isInline = false
        else if (isInline) inline.close(name)
        else if (name === 'c') endCell()
        else if (name === 'row') gatherer.take(row, cells)
      },
    },
  }
}

// Excel counts from 1900-01-01 and believes that year had a 29 February.
function dayOfSerial(serial: number, isFrom1904: boolean): string | null {
  const day = Math.floor(serial)
  if (day < 1 || day > 2_958_465) return null
  if (isFrom1904) return writeDay(day - 24_107)
  return writeDay(day < 60 ? day - 25_568 : day - 25_569)
}
