import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sheetFormats } from '#contract/console/spreadsheet.ts'
import { columns } from '#spreadsheet/column/columns.ts'
import { readSheet } from '#spreadsheet/read/read.ts'
import { readXlsx } from '#spreadsheet/read/xlsx.ts'
import { spellingsOf } from '#spreadsheet/texts.ts'
import { share } from '#tests/support/tier.ts'
import { joinList, splitList } from './list.ts'
import { writeSheet } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-sheet-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'sheet')

async function there(format: 'csv' | 'xlsx' | 'json', columns: Parameters<typeof writeSheet>[1], rows: string[][]) {
  writeFileSync(path, writeSheet(format, columns, rows))
  return readSheet(path)
}

const odd = [
  '=1+1',
  '+7',
  '-x',
  '@a',
  "'=1",
  "''+",
  "'",
  '"',
  '""',
  '";"',
  'a;b',
  'a,b',
  '\t',
  '\ttab',
  '0012',
  '1e5',
  '1.0',
  'true',
  '_x000D_',
  '_x005F_x000D_',
]
const odder = [
  'line\nbreak',
  'line\r\nbreak',
  '\r',
  ' space ',
  '🙂',
  '\u202eright',
  'ё',
  '\u0001',
  '\u001f',
  '&amp;',
  '<b>',
  ']]>',
  '\ufffe',
  '{"a":1}',
  '[',
  '#N/A',
]
const hostile = fc.oneof(
  fc.constantFrom(...odd, ...odder),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed().replaceAll('\0', '')),
  fc.constant(`${'я'.repeat(32_766)}🙂${'z'.repeat(7000)}`),
)

test('any sheet round-trips in every format', async () => {
  const kinds = [
    { head: 'slug', kind: 'text' as const },
    { head: 'a', kind: 'long' as const },
    { head: 'dateEnd', kind: 'day' as const },
    { head: 'teamLimit', kind: 'number' as const },
  ]
  const row = fc.tuple(
    fc.constant('x'),
    hostile,
    fc.oneof(hostile, fc.constantFrom('2026-02-28', '1900-02-28', '1900-03-01', '9999-12-31')),
    fc.oneof(hostile, fc.nat().map(String)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      for (const format of sheetFormats) {
        const sheet = await there(format, kinds, rows)
        assert.deepEqual(
          sheet.lines.map(({ cells }) => cells),
          rows,
          format,
        )
        assert.deepEqual(sheet.heads, ['slug', 'a', 'dateEnd', 'teamLimit'])
      }
    }),
    { numRuns: share(120) },
  )
})

test('lists of any texts round-trip', () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 6 }), (items) => {
      assert.deepEqual(splitList(joinList(items)), items)
    }),
    { numRuns: share(500) },
  )
})

test('lists are separated by semicolons or line breaks', () => {
  assert.deepEqual(splitList(' Python;  Patience \n\nGit;;'), ['Python', 'Patience', 'Git'])
  assert.deepEqual(splitList('the "big" one; "two; in one"; "open'), ['the "big" one', 'two; in one', '"open'])
})

test('CSV is protected against formula injection', () => {
  const text = writeSheet('csv', [{ head: 'name', kind: 'text' }], [['=cmd()'], ['@x'], ['\t=1'], ['plain']]).toString()
  assert.equal(text, "\ufeffname\r\n'=cmd()\r\n'@x\r\n\"'\t=1\"\r\nplain\r\n")
})

test('XLSX has a bold frozen header, typed days and texts', async () => {
  const bytes = writeSheet(
    'xlsx',
    [
      { head: 'name', kind: 'text' },
      { head: 'dateEnd', kind: 'day' },
      { head: 'teamLimit', kind: 'number' },
    ],
    [['=1+1', '2026-09-01', '7']],
  )
  writeFileSync(path, bytes)
  const { parts } = await partsOf(path)
  const sheet = parts.get('xl/worksheets/sheet1.xml')!
  assert.match(sheet, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
  assert.match(
    sheet,
    /<c r="A2" s="0" t="inlineStr"><is><t xml:space="preserve">=1\+1<\/t><\/is><\/c><c r="B2" s="2"><v>46266<\/v><\/c><c r="C2" s="0"><v>7<\/v><\/c>/,
  )
  assert.match(sheet, /<c r="A1" s="1"/)
  assert.deepEqual((await readXlsx(path)).lines, [{ row: 2, cells: ['=1+1', '2026-09-01', '7'] }])
})

test('marked cells are coloured', async () => {
  writeFileSync(
    path,
    writeSheet(
      'xlsx',
      [
        { head: 'a', kind: 'text' },
        { head: 'b', kind: 'day' },
      ],
      [
        ['x', '2026-01-01'],
        ['y', ''],
      ],
      new Map([
        [0, new Set([1])],
        [1, new Set([1])],
      ]),
    ),
  )
  const sheet = (await partsOf(path)).parts.get('xl/worksheets/sheet1.xml')!
  assert.match(sheet, /<c r="B2" s="4"><v>/)
  assert.match(sheet, /<c r="B3" s="3"\/>/)
})

test('headers are unique within a kind', () => {
  for (const [kind, list] of Object.entries(columns)) {
    const heads = list.flatMap(({ key }) => [key, ...spellingsOf(`${kind}.${key}.heading`)]).map((head) => head.toLowerCase())
    assert.equal(new Set(heads).size, heads.length, kind)
  }
})

async function partsOf(path: string) {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { lazyEntries: true })
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) pieces.push(part as Buffer)
    parts.set(entry.fileName, Buffer.concat(pieces).toString())
  }
  return { parts }
}
