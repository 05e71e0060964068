import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type FindHead, MOST_CHARACTERS, MOST_IN_CELL, MOST_UNPACKED, type Sheet, SheetFault, unreadable } from '#spreadsheet/sheet.ts'
import { type DateStyle, sheetReader, textOf } from './xlsx-cells.ts'
import { attribute, createXmlReader, type XmlEvents } from './xml.ts'

// The first sheet of a workbook. Parts are decompressed and parsed as streams.

const MOST_ENTRIES = 2000
const SMALL_PART = 8 * 1024 * 1024 // of metadata parts

export async function readXlsx(path: string, findHead?: FindHead): Promise<Sheet> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    return await readWorkbook(zip, await entriesOf(zip), findHead)
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

async function readWorkbook(zip: ZipFile, entries: Entries, findHead?: FindHead): Promise<Sheet> {
  let unpacked = 0
  /** False when there is no such part. */
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
  const dates = await readDateStyles(read, book.styles)
  const strings = await readStrings(read, book.strings)
  const { events, sheet } = sheetReader({ dates, strings, isFrom1904: book.isFrom1904, findHead })
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

const BUILT_IN_TIME = 22
const builtInDates = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])

const LONGEST_FORMAT = 255 // of Excel; the pattern takes quadratic time

function dateStyleOf(code: string): DateStyle {
  const bare = code
    .slice(0, LONGEST_FORMAT)
    .replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
    .toLowerCase()
  const hasClock = /[hs]/.test(bare)
  if (!/[dy]/.test(bare) && (hasClock || !/m/.test(bare))) return null
  return hasClock ? 'time' : 'day'
}

/** For each cell style, whether it formats a calendar day, also with a time. */
async function readDateStyles(read: Read, part: string): Promise<DateStyle[]> {
  const formats = new Map<number, DateStyle>()
  const styles: DateStyle[] = []
  let isInCells = false
  await read(part, {
    text() {},
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true
      if (name === 'numFmt') formats.set(Number(attribute(attributes, 'numFmtId')), dateStyleOf(attribute(attributes, 'formatCode') ?? ''))
      if (name !== 'xf' || !isInCells) return
      const format = Number(attribute(attributes, 'numFmtId') ?? 0)
      styles.push(formats.has(format) ? formats.get(format)! : format === BUILT_IN_TIME ? 'time' : builtInDates.has(format) ? 'day' : null)
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

async function readStrings(read: Read, part: string): Promise<string[]> {
  const strings: string[] = []
  let [characters, own] = [0, 0]
  const inner = textOf((length) => {
    characters += length
    own += length
    if (own > MOST_IN_CELL * 7) throw unreadable('cell', () => ({ row: '?', limit: MOST_IN_CELL })) // an escaped character takes seven
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
