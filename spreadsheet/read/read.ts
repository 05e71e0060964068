import { open } from 'node:fs/promises'
import { type Sheet, unreadable } from '#spreadsheet/sheet.ts'
import { readCsv, textOfBytes } from './csv.ts'
import { headFinder, headingTest, type Reading } from './head-row.ts'
import { readJson } from './json.ts'
import { readXlsx } from './xlsx.ts'

// The format is detected by content, not by file name.

const ZIP = 'PK\x03\x04'
const OLD_OFFICE = '\xd0\xcf\x11\xe0' // also of workbooks with a password

export async function readSheet(path: string, reading: Reading = {}): Promise<Sheet> {
  const findHead = headFinder(reading)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const magic = buffer.subarray(0, bytesRead).toString('latin1')
    if (magic === ZIP) return await readXlsx(path, findHead)
    if (magic === OLD_OFFICE) throw unreadable('oldExcel')
    const { text, encoding } = textOfBytes(await file.readFile())
    if (text.trim() === '') throw unreadable('empty')
    return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text, { encoding, findHead, isHeading: headingTest(reading) })
  } finally {
    await file.close()
  }
}
