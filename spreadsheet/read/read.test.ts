import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { HeavyRefusal } from '#heavy/fair-queue.ts'
import { SheetFault } from '#spreadsheet/sheet.ts'
import { zipOf } from '#tests/support/sample/zip.ts'
import { readSheet } from './read.ts'
import { createSheetThread, importLimits } from './worker-thread.ts'

const thread = createSheetThread()

const folder = mkdtempSync(join(tmpdir(), 'projectory-sheet-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'sheet')

const read = (content: string | Uint8Array) => {
  writeFileSync(path, content)
  return readSheet(path)
}
const why = async (content: string | Uint8Array): Promise<string> => {
  try {
    await read(content)
  } catch (error) {
    assert.ok(error instanceof SheetFault, String(error))
    assert.ok(Object.values(error.details.ru!).every((value) => value !== ''))
    return `${error.code}: ${Object.values(error.details.en!).join(' ')}`
  }
  return 'nothing'
}
const cells = async (content: string | Uint8Array) => (await read(content)).lines.map(({ cells }) => cells)

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const book = (sheet: string, more: { strings?: string; styles?: string; workbook?: string } = {}) =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: more.workbook ?? '<workbook><sheets><sheet name="a > b" sheetId="1" r:id="rId7"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships><Relationship Id="rId7" Type="${RELATIONS}/worksheet" Target="worksheets/odd.xml"/><Relationship Id="rId8" Type="${RELATIONS}/sharedStrings" Target="/xl/strings.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/odd.xml', content: `<worksheet><sheetData>${sheet}</sheetData></worksheet>` },
    ...(more.strings === undefined ? [] : [{ name: 'xl/strings.xml', content: more.strings }]),
    ...(more.styles === undefined ? [] : [{ name: 'xl/styles.xml', content: more.styles }]),
  ])
const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`

test('CSV is read with commas, semicolons or tabs and quotes, with the row numbers of the spreadsheet', async () => {
  for (const sign of [',', ';', '\t']) {
    const sheet = await read(`name${sign}note\r\n"a${sign} ""b"""${sign}"two\nlines"\r\n\r\nc${sign}\n`)
    assert.deepEqual(sheet.heads, ['name', 'note'])
    assert.deepEqual(sheet.lines, [
      { row: 2, cells: [`a${sign} "b"`, 'two\nlines'] },
      { row: 4, cells: ['c', ''] },
    ])
  }
  assert.deepEqual(await cells('sep=;\r\na;b,c\r\n1;2\r\n'), [['1', '2']])
  assert.deepEqual(await cells('name\rx\ry'), [['x'], ['y']])
})

test('a column without a heading is read as one', async () => {
  const { heads, lines } = await read('a,b\n1,2,3\n')
  assert.deepEqual(
    [heads, lines[0]!.cells],
    [
      ['a', 'b', ''],
      ['1', '2', '3'],
    ],
  )
})

test('the encodings of spreadsheet programs are detected', async () => {
  const sheet = 'Название;x\nЁлка;1\n'
  const utf16 = Buffer.from(`\ufeff${sheet}`, 'utf16le')
  assert.deepEqual(await cells(`\ufeff${sheet}`), [['Ёлка', '1']])
  assert.deepEqual(await cells(utf16), [['Ёлка', '1']])
  assert.deepEqual(await cells(Buffer.from(utf16).swap16()), [['Ёлка', '1']])
  const windows1251 = Buffer.from(
    [...sheet].map((sign) => (sign === 'Ё' ? 0xa8 : sign === 'ё' ? 0xb8 : sign > 'z' ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0))),
  )
  assert.deepEqual((await read(windows1251)).heads, ['Название', 'x'])
  assert.deepEqual(await cells(windows1251), [['Ёлка', '1']])
})

test('JSON is an array of objects, or an object with one; absent keys stay undefined', async () => {
  const list = '[{"name":"a","tags":["x","y; z"],"n":5,"is":true,"no":null},{"n":6}]'
  assert.deepEqual(await cells(list), [
    ['a', 'x; "y; z"', '5', 'true', ''],
    [undefined, undefined, '6', undefined, undefined],
  ])
  assert.deepEqual(await cells(` {"projects": ${list}}`), await cells(list))
  assert.equal((await read(list)).lines[1]!.row, 2)
  assert.match(await why('[{"a":{"b":1}}]'), /array of objects/)
  assert.match(await why('[1]'), /array of objects/)
  assert.match(await why('{"a":1}'), /array of objects/)
  assert.match(await why('[{"a":1]'), /the JSON is invalid/)
  assert.deepEqual(await cells('[{"__proto__":"x","constructor":"y"}]'), [['x', 'y']])
})

test('an XLSX file is read with shared and inline texts, numbers, days, booleans and formulas', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-419]d\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="0.00&quot; d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>'
  const strings = '<sst><si><t>name</t></si><si><r><t>ri</t></r><r><t xml:space="preserve">ch &amp; </t></r><rPh><t>no</t></rPh></si></sst>'
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c>${'BCDEFGHI'
    .split('')
    .map((letter) => text(`${letter}1`, letter))
    .join('')}</row>
    <row r="5"><c r="A5" t="s"><v>1</v></c><c r="B5"><v>2.50</v></c><c r="C5" s="1"><v>46266.75</v></c><c r="D5" s="2"><v>59</v></c><c r="E5" s="3"><v>3</v></c><c r="F5" t="b"><v>1</v></c><c r="G5" t="str"><f>A1&amp;"x"</f><v>namex</v></c><c r="H5" t="inlineStr"><is><t>a_x000D_b</t></is></c><c r="I5" s="4"><v>0.5</v></c></row>`
  const sheet = await read(book(rows, { styles, strings }))
  assert.deepEqual(sheet.lines, [{ row: 5, cells: ['rich & ', '2.5', '2026-09-01', '1900-02-28', '3', 'true', 'namex', 'a\rb', '0.5'] }])
  const old =
    '<workbook><workbookPr date1904="1"/><sheets><sheet state="hidden" name="h" r:id="rId1"/><sheet name="s" r:id="rId7"/></sheets></workbook>'
  assert.deepEqual(await cells(book(`<row>${text('A1', 'a')}</row><row><c s="1"><v>44804</v></c></row>`, { styles, workbook: old })), [
    ['2026-09-01'],
  ])
})

test('a cell of an XLSX file has the time that it shows', async () => {
  const formats = '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>'
  const styles = `<styleSheet>${formats}<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`
  const row = (style: number, ...values: string[]): string =>
    `<row>${values.map((value) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`
  const rows = [
    `<row>${'ABCD'
      .split('')
      .map((letter) => text(`${letter}1`, letter))
      .join('')}</row>`,
    row(1, '46266.416666666664', '46266', '46266.99999', '0.5'),
    row(2, '46266.4166667', '46266', '46266.9993055556', '59'),
    row(3, '46266.416666666664', '46266', '46266.99999', '59'),
    '<row><c s="2" t="d"><v>2026-09-01T10:00:00</v></c><c s="3" t="d"><v>2026-09-01T10:00:00</v></c><c s="2" t="d"><v>2026-09-01</v></c></row>',
  ]
  assert.deepEqual(await cells(book(rows.join(''), { styles })), [
    ['2026-09-01 10:00', '2026-09-01 00:00', '2026-09-02 00:00', '0.5'],
    ['2026-09-01 10:00', '2026-09-01 00:00', '2026-09-01 23:59', '1900-02-28 00:00'],
    ['2026-09-01', '2026-09-01', '2026-09-01', '1900-02-28'],
    ['2026-09-01 10:00', '2026-09-01', '2026-09-01', ''],
  ])
})

test('an unreadable file is refused with advice', async () => {
  assert.match(await why(''), /empty/)
  assert.match(await why(' \n\n'), /empty/)
  assert.match(await why('name\n"open'), /row 2 is not closed/)
  assert.match(await why(Buffer.from([0x89, 0x50, 0, 1, 2])), /neither text/)
  assert.match(await why(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1])), /Save it as \.xlsx/)
  assert.match(await why(zipOf([{ name: 'mimetype', content: 'ods' }])), /no Excel workbook/)
  assert.match(await why('PK\x03\x04 nothing'), /damaged/)
  assert.match(await why(book('<row><c t="inlineStr"><is><t>never closed')), /nothing|empty/)
})

test('limits are checked before memory is used', async () => {
  assert.match(await why(`a\n${'x\n'.repeat(20_001)}`), /sheet_too_long: 20000/)
  assert.match(await why(`${'a,'.repeat(60)}a\n1\n`), /more than 60 columns/)
  assert.match(await why(`a\n${'x'.repeat(50_001)}\n`), /row 2 has more than 50000/)
  assert.match(await why(`[${'{"a":1},'.repeat(20_001)}{"a":1}]`), /sheet_too_long/)
  assert.match(await why('['.repeat(1000)), /array of objects/)
  assert.match(await why(`[{"a":[${'1,'.repeat(2_500_000)}1]}]`), /too much text/)
  assert.match(await why(book(`<row>${text('A1', 'a')}</row>${`<row>${text('A2', 'x')}</row>`.repeat(20_001)}`)), /sheet_too_long/)
  assert.match(await why(book(`<row>${text('BJ1', 'a')}</row>`)), /more than 60 columns/)
  assert.match(await why(book(`<row>${text('A1', 'a'.repeat(50_001))}</row>`)), /more than 50000/)
})

test('decompression bombs are refused', async () => {
  const before = process.memoryUsage.rss()
  // 400 MB of one letter in a cell
  const swollen = book(`<row>${text('A1', 'a'.repeat(160 * 1024 * 1024))}</row>`)
  assert.match(await why(swollen), /unpacked content is too large/)
  // one long shared text in a million cells
  const strings = `<sst><si><t>${'я'.repeat(40_000)}</t></si></sst>`
  const everywhere = `<row>${text('A1', 'a')}</row>${'<row><c r="A2" t="s"><v>0</v></c></row>'.repeat(5000)}`
  assert.match(await why(book(everywhere, { strings })), /too much text/)
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
  assert.match(await why(book(`${entities}<row>${text('A1', '&b;')}</row>`)), /part of the XLSX file is damaged/)
  assert.deepEqual((await read(book(`<row>${text('A1', '&b;&#65;')}</row>`))).heads, ['&b;A'])
  const liar = zipOf([
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    { name: 'xl/worksheets/sheet1.xml', content: 'x'.repeat(1e6), claims: 10 },
  ])
  assert.match(await why(liar), /damaged/)
  assert.match(await why(book(`<row>${'<'.padEnd(100_000, 'a')}`)), /damaged/)
  assert.ok(process.memoryUsage.rss() - before < 900e6) // most of it is what this test made
})

test('the worker thread gives the same sheets and faults', async () => {
  writeFileSync(path, `a\n${Array.from({ length: 1000 }, (_, n) => n).join('\n')}\n`)
  const seen: number[] = []
  const [sheet, again] = await Promise.all([thread.read(path, (done) => void seen.push(done)), thread.read(path)])
  assert.deepEqual(sheet, await readSheet(path))
  assert.deepEqual(again, sheet)
  assert.deepEqual(seen, [0, 250, 500, 750, 1000])
  writeFileSync(path, '"')
  await assert.rejects(thread.read(path), (error) => error instanceof SheetFault && error.code === 'sheet_unreadable')
  await assert.rejects(thread.read(join(folder, 'not-there')), /ENOENT/)
})

test('rows are transferred in small batches, also long ones', async () => {
  const cell = 'x'.repeat(40_000)
  writeFileSync(path, `a,b\n${Array.from({ length: 20 }, () => `${cell},${cell}`).join('\n')}\n`)
  const seen: number[] = []
  await thread.read(path, (done) => void seen.push(done))
  assert.deepEqual(seen, [0, 7, 14, 20])
})

test('reading ends at its deadline or when the caller has gone, and the next file is read', async () => {
  writeFileSync(path, 'a\n1\n')
  const late = createSheetThread({ ...importLimits, deadlineMs: 1 })
  await assert.rejects(late.read(path), (error) => error instanceof HeavyRefusal && error.code === 'deadline_exceeded')
  await assert.rejects(thread.read(path, undefined, AbortSignal.abort(new Error('gone'))), /gone/)
  assert.equal((await thread.read(path)).lines.length, 1)
})

test('an export ends when the caller has gone, and its rows are not read any further', async () => {
  const caller = new AbortController()
  let isClosed = false
  async function* rows(): AsyncGenerator<string[][]> {
    try {
      for (let n = 0; ; n++) {
        if (n === 3) caller.abort(new Error('gone'))
        yield [[String(n)]]
      }
    } finally {
      isClosed = true
    }
  }
  await assert.rejects(thread.write('csv', [{ head: 'a', kind: 'text' }], rows(), undefined, caller.signal), /gone/)
  assert.equal(isClosed, true)
})
