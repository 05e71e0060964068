import { writeZip } from '#files/write-zip.ts'
import { readDay } from '#rules/time/day.ts'
import type { ColumnKind, Marks, SheetColumn } from '#spreadsheet/column/columns.ts'
import type { Cell } from '#spreadsheet/sheet.ts'

// A workbook with one sheet: bold frozen header, typed days and numbers, all else as text.

const LONGEST = 32_767 // limit of a cell in Excel; the rest goes to a column "description+"
const styles = { plain: 0, head: 1, day: 2, mark: 3, markedDay: 4 }
const widths: Record<ColumnKind, number> = { text: 24, long: 48, day: 12, time: 18, number: 10, list: 32, yes: 12 }

// Escapes characters that XML cannot contain, and texts that look like such escapes.
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    .replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`)
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))

function letters(column: number): string {
  let name = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

const MARCH_1900 = readDay('1900-03-01')! // Excel treats 1900 as a leap year: earlier days stay text

function cellXml(reference: string, text: string, kind: ColumnKind, isMarked: boolean): string {
  const day = kind === 'day' ? readDay(text) : undefined
  if (day !== undefined && day >= MARCH_1900)
    return `<c r="${reference}" s="${isMarked ? styles.markedDay : styles.day}"><v>${day + 25_569}</v></c>`
  const style = isMarked ? styles.mark : styles.plain
  if (kind === 'number' && /^(?:0|[1-9]\d{0,8})$/.test(text)) return `<c r="${reference}" s="${style}"><v>${text}</v></c>`
  return textXml(reference, text, style)
}

const textXml = (reference: string, text: string, style: number): string =>
  text === ''
    ? `<c r="${reference}" s="${style}"/>`
    : `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Pieces that fit into a cell, never cut inside a surrogate pair. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + LONGEST)
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1]!)) to--
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces.length > 0 ? pieces : ['']
}

/** Adds continuation columns for texts beyond the cell limit. */
function widened(columns: readonly SheetColumn[], rows: readonly Cell[][]) {
  const needs = columns.map((_, at) =>
    rows.reduce((most, row) => Math.max(most, Math.ceil((row[at]?.length ?? 0) / (LONGEST - 1)) || 1), 1),
  )
  return columns.flatMap(({ head, kind }, at) =>
    Array.from({ length: needs[at]! }, (_, piece) => ({ head: head + '+'.repeat(piece > 0 ? 1 : 0), kind, at, piece })),
  )
}

export function writeXlsx(columns: readonly SheetColumn[], rows: readonly Cell[][], marks: Marks): Buffer {
  const wide = widened(columns, rows)
  const parts: string[] = []
  parts.push(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><cols>`,
  )
  for (const [at, { kind }] of wide.entries()) parts.push(`<col min="${at + 1}" max="${at + 1}" width="${widths[kind]}" customWidth="1"/>`)
  parts.push('</cols><sheetData><row r="1">', ...wide.map(({ head }, at) => textXml(`${letters(at)}1`, head, styles.head)), '</row>')
  rows.forEach((row, index) => {
    parts.push(`<row r="${index + 2}">`)
    wide.forEach(({ kind, at, piece }, column) => {
      const isMarked = marks.get(index)?.has(at) ?? false
      const text = piecesOf(row[at] ?? '')[piece] ?? ''
      if (text !== '' || isMarked) parts.push(cellXml(`${letters(column)}${index + 2}`, text, kind, isMarked))
    })
    parts.push('</row>')
  })
  parts.push(`</sheetData><autoFilter ref="A1:${letters(wide.length - 1)}${rows.length + 1}"/></worksheet>`)
  return writeZip([...around, ['xl/worksheets/sheet1.xml', parts.join('')]])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const align = '<alignment vertical="top"/>'
const xf = (format: number, font: number, fill: number) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${align}</xf>`

const around: [string, string][] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${xf(0, 0, 0)}${xf(0, 1, 0)}${xf(164, 0, 0)}${xf(0, 0, 2)}${xf(164, 0, 2)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ],
]
