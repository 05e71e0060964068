import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asNumber, asYes } from '#spreadsheet/cell/cell-read.ts'
import { asDay } from '#spreadsheet/cell/day-read.ts'
import { asTime } from '#spreadsheet/cell/time-read.ts'
import { readingsOf } from '#spreadsheet/cell/wanted-role.ts'
import { guessColumns } from '#spreadsheet/column/guess.ts'
import { nearKey, suggest } from '#spreadsheet/column/suggest.ts'
import { splitName } from '#spreadsheet/plan/invites.ts'
import { readCsv, textOfBytes } from '#spreadsheet/read/csv.ts'
import { encoded } from '#spreadsheet/read/encoding.ts'
import type { Reading } from '#spreadsheet/read/head-row.ts'
import { readJson } from '#spreadsheet/read/json.ts'
import { readSheet } from '#spreadsheet/read/read.ts'
import { attribute, createXmlReader } from '#spreadsheet/read/xml.ts'
import { joinList, splitList, splitNames, splitTexts } from '#spreadsheet/write/list.ts'
import { zipOf } from '#tests/support/sample/zip.ts'
import { row } from './row.ts'

// Spreadsheets: CSV, JSON, XLSX and the cells.

const nothing = { open: (_: string, attributes: string) => void attribute(attributes, 'r'), close: () => {}, text: () => {} }
const CHUNK = 65_536 // as files are read
function readXml(text: string): void {
  const reader = createXmlReader(nothing)
  for (let at = 0; at < text.length; at += CHUNK) reader.write(text.slice(at, at + CHUNK))
  reader.end()
}

const folder = mkdtempSync(join(tmpdir(), 'growth-'))
let made = 0
async function readFile(bytes: Buffer | string, reading?: Reading): Promise<unknown> {
  const path = join(folder, String(made++))
  writeFileSync(path, bytes)
  return readSheet(path, reading).finally(() => rm(path))
}
export const removeSheets = () => rm(folder, { recursive: true, force: true })

type Parts = { sheet?: string; strings?: string; styles?: string; rels?: string }
const RELATION = '<Relationship Id="r1" Type="a/worksheet" Target="worksheets/sheet1.xml"/>'
const readWorkbook = ({ sheet = '', strings = '', styles = '', rels = '' }: Parts) =>
  readFile(
    zipOf([
      { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>' },
      { name: 'xl/_rels/workbook.xml.rels', content: `<a>${RELATION}${rels}</a>` },
      { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
      { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
      { name: 'xl/worksheets/sheet1.xml', content: `<worksheet>${sheet}</worksheet>` },
    ]),
  )

const noNames = {
  remembered: new Map<string, string | null>(),
  tags: new Set<string>(),
  roles: new Set<string>(),
  projects: new Set<string>(),
}
const cells = ['a', ' ', ';', '; ', '\n', '\r', '\r\n', '"', '""', '";', '"a";', '\t', ',', '\u00a0', '\\']
const csv = ['a', ' ', ',', ';', '\t', '\n', '\r', '\r\n', '"', '""', '"a",', "'", '=', '\ufeff', 'sep=']
const xml = [
  'a',
  ' ',
  '<',
  '>',
  '/',
  '"',
  "'",
  '=',
  '&',
  '&amp;',
  '&#',
  ';',
  '<a>',
  '</a>',
  '<a ',
  'a="',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  ' r=',
  ':',
  '\r',
  '<a b="',
]
const code = ['d', 'm', 'h', '"', '[', ']', '\\', '_', '*', '0', '[h]', '"a"', '&quot;', ' ']

export const spreadsheetParsers = [
  row('list in a cell', cells, splitList, [
    ['', '\n', ''],
    ['"', '""', ''],
    ['', ' ', 'a'],
  ]),
  row('wanted role in a cell', ['a', ' ', '1', '×', ' x', 'x', '*', '\u00a0'], readingsOf, [
    ['a', ' ', 'x 1'],
    ['a ', '1', ''],
  ]),
  row('list to a cell', cells, (text) => joinList([text, ...text.split(' ')])),
  row('day, time, number, yes in a cell', ['1', '.', '-', '2026-', 'T', ' ', ' 00:00', ':00', '0', 'Z', 'да', '\t'], (text) => [
    asDay(text),
    asDay(`2026-01-01${text}`),
    asTime([[0, 180]], 0)(text),
    asTime([[0, 180]], 0)(`2026-01-01${text}`),
    asNumber({})(text),
    asYes(text),
  ]),
  row('CSV', csv, readCsv, [
    ['', '\n', ''],
    ['', '\r', 'a'],
  ]),
  row('bytes of CSV', [...csv, '\xff', '\xd0'], (text) => textOfBytes(Buffer.from(text, 'latin1'))),
  row('CSV file', csv, readFile),
  row('CSV file of an office', csv, (text) => readFile(text, { kind: 'project' }), [['', 'Название;', '']]),
  row('names of people', ['а', ' ', 'вич', 'ов', '-', '\u00a0'], splitName),
  row('names with commas', [...cells, ', ', ',,'], (text) => [splitTexts(text), splitNames(text, (item) => item.length > 100)]),
  row('similar names', ['a', 'b', ' ', '-', 'ё', '\u0301'], (text) => [nearKey(text), suggest(text, ['abab', 'a b'])]),
  row('headings of columns', ['a', ' ', 'дата ', 'начал', 'проект', '?', '\n'], (text) =>
    guessColumns('project', { format: 'csv', heads: [text], lines: [{ row: 2, cells: [text] }] }, noNames),
  ),
  row('text in windows-1251', ['a', 'я', '😀', '→'], (text) => encoded(text, 'windows-1251')),

  row('JSON sheet', ['{', '}', '[', ']', '"', '\\', ',', ':', '1', ' ', '{"a":"b"},', '"a":1,', '\n'], (text) => [
    readJson.length,
    readJson(`[${text}{"a":1}]`),
  ]),
  row('XML', xml, readXml, [
    ['<a b="', '>', ''],
    ['', '<a>', ''],
  ]),
  row('XML attributes', xml, (text) => attribute(text, 'r')),
  row(
    'XLSX: rows',
    [
      '<row>',
      '</row>',
      '<c>',
      '</c>',
      '<c t="s">',
      '<v>1</v>',
      '<v>',
      '1',
      '<c r="AZ1">',
      '<is><t>a</t></is>',
      '<is>',
      '<t>',
      '_x000D_',
      '_x',
      '<row r="',
      '"',
    ],
    (sheet) => readWorkbook({ sheet }),
  ),
  row(
    'XLSX: texts',
    ['<si>', '</si>', '<t>', '</t>', 'a', '<si><t>a</t></si>', '<rPh>', '</rPh>', '_x000D_', '_x', '_', '&amp;', '&'],
    (strings) => readWorkbook({ strings, sheet: '<row><c t="s"><v>0</v></c></row>' }),
  ),
  row('XLSX: number formats', code, (text) =>
    readWorkbook({ styles: `<numFmt numFmtId="200" formatCode="${text.replaceAll('"', '&quot;')}"/>` }),
  ),
  row('XLSX: merged cells', ['<mergeCell ref="', 'A1', ':', 'A9', '"/>', '<mergeCell ref="A2:A99"/>', '1', 'Z'], (merges) =>
    readWorkbook({ sheet: `${'<row><c t="inlineStr"><is><t>a</t></is></c></row>'.repeat(50)}${merges}` }),
  ),
  row('XLSX: relations', ['/', '.', 'a', './', '<Relationship Type="', 'Id="', '"', '/>', ' '], (rels) => readWorkbook({ rels })),
]
