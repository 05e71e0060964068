import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_SYNONYMS } from '#contract/vocabulary/synonym.ts'
import { synonymCells } from '#spreadsheet/cell/cells.ts'
import type { Cells, Line } from '#spreadsheet/column/columns.ts'
import { say } from '#spreadsheet/messages.ts'
import { joinList } from '#spreadsheet/write/list.ts'
import type { PlannedRow } from './plan.ts'
import { planSynonyms } from './synonym.ts'

const twoWay = (id: number, ...words: string[]) => ({ id, kind: 'two-way' as const, words, expandsTo: [] as string[] })
const oneWay = (id: number, words: string[], expandsTo: string[]) => ({ id, kind: 'one-way' as const, words, expandsTo })
const existing = [
  twoWay(1, 'NGU', 'Northgate'),
  twoWay(2, 'gym', 'спортзал', 'hall'),
  oneWay(3, ['ML'], ['нейросеть']),
  oneWay(4, ['ML'], ['data']),
]

const linesOf = (...rows: Cells[]): Line[] => rows.map((cells, at) => ({ row: at + 2, cells }))
const plan = (...rows: Cells[]) => planSynonyms(linesOf(...rows), existing)
const whatOf = (rows: PlannedRow[]) => rows.map(({ what }) => what)
const faultsOf = (rows: PlannedRow[]) =>
  rows.flatMap(({ row, faults }) => faults.map(({ column, sentence }) => `${row} ${column}: ${say(sentence, 'en')}`))

test('an export is imported without changes, also of entries with the same words', async () => {
  const { rows, writes } = await plan(...existing.toReversed().map(synonymCells))
  assert.deepEqual(whatOf(rows), ['same', 'same', 'same', 'same'])
  assert.deepEqual(writes, [])
})

test('a two-way row changes the entry it shares most words with; others are new', async () => {
  const { rows, writes } = await plan({ kind: 'two-way', words: 'gym; hall; arena' }, { words: 'car; auto' }, { words: 'ngu; Northgate' })
  assert.deepEqual(whatOf(rows), ['change', 'create', 'change'])
  assert.deepEqual(writes, [twoWay(2, 'gym', 'hall', 'arena'), { ...twoWay(0, 'car', 'auto'), id: null }, twoWay(1, 'ngu', 'Northgate')])
  assert.deepEqual(rows[0]!.changes, [{ column: 'words', before: 'gym; спортзал; hall', after: 'gym; hall; arena' }])
})

test('a one-way row changes the entry with the same words', async () => {
  const { rows, writes } = await plan(
    { kind: 'one-way', words: 'ml', expandsTo: 'нейросеть; model' },
    { words: 'ML; AI', expandsTo: 'data' },
  )
  assert.deepEqual(whatOf(rows), ['change', 'create'])
  assert.deepEqual(writes, [oneWay(3, ['ml'], ['нейросеть', 'model']), { ...oneWay(0, ['ML', 'AI'], ['data']), id: null }])
})

test('a kind is read in both languages; without one, the other columns tell', async () => {
  const { writes } = await plan(
    { kind: 'Same meaning', words: 'a1; a2' },
    { kind: 'Одно и то же', words: 'b1; b2' },
    { kind: 'Also finds', words: 'c1', expandsTo: 'c2' },
    { kind: ' Находит  также', words: 'd1', expandsTo: 'd2' },
    { kind: '', words: 'e1', expandsTo: 'e2' },
    { words: 'f1; f2' },
  )
  assert.deepEqual(
    writes.map(({ kind }) => kind),
    ['two-way', 'two-way', 'one-way', 'one-way', 'one-way', 'two-way'],
  )
})

test('words may move between entries and an entry may be split', async () => {
  const moved = await plan({ words: 'NGU; Northgate; hall' }, { words: 'gym; спортзал' })
  assert.deepEqual(faultsOf(moved.rows), [])
  assert.deepEqual(moved.writes, [twoWay(1, 'NGU', 'Northgate', 'hall'), twoWay(2, 'gym', 'спортзал')])
  const split = await plan({ words: 'gym; hall' }, { words: 'спортзал; sports' })
  assert.deepEqual(split.writes, [twoWay(2, 'gym', 'hall'), { ...twoWay(0, 'спортзал', 'sports'), id: null }])
})

test('a word of an unchanged row cannot be taken, wherever that row is', async () => {
  for (const rows of [
    [{ words: 'arena; NGU' }, synonymCells(existing[0]!)],
    [synonymCells(existing[0]!), { words: 'arena; NGU' }],
  ])
    assert.deepEqual(
      faultsOf((await plan(...rows)).rows).map((fault) => fault.slice(2)),
      ['words: “NGU” is already in the entry “NGU, Northgate”.'],
    )
})

test('errors name the row, the word and the other entry', async () => {
  const { rows } = await plan(
    { words: 'x; y' },
    { words: 'y; x' },
    { words: 'x; z' },
    { words: 'NGU; gym; hall' },
    { kind: 'sideways', words: 'q; r', expandsTo: 's' },
    { kind: 'two-way', words: 'q; r', expandsTo: 's' },
    { words: 'alone' },
    { words: '' },
    { kind: 'one-way', words: 'lonely' },
    { words: joinList(Array.from({ length: 21 }, (_, n) => `n${n}`)) },
    { words: `${'я'.repeat(61)}; x1` },
    { words: 'a b c d e; x1' },
    { words: 'Ёж; еж' },
  )
  assert.deepEqual(faultsOf(rows), [
    '3 words: Duplicate of row 2.',
    '4 words: “x” is already in the entry “x, y”.',
    '5 words: “NGU” is already in the entry “NGU, Northgate”.',
    '6 kind: sideways is not one of: same meaning, also finds.'.replace('sideways', '“sideways”'),
    '7 expandsTo: This column is only for rows of the kind “also finds”. Clear it or change the kind.',
    '8 words: At least 2 words are needed.',
    '9 words: This field is required.',
    '10 expandsTo: This field is required.',
    '11 words: Too many items: 21, the limit is 20.',
    '12 words: Too long: 61 characters, the limit is 60.',
    '13 words: “a b c d e” should be one to 4 words, up to 60 characters, without hidden characters.',
    '14 words: “еж” is listed twice.',
  ])
})

test('an import cannot exceed the number of entries', async () => {
  const full = Array.from({ length: MOST_SYNONYMS - 1 }, (_, n) => twoWay(n + 1, `one ${n}`, `two ${n}`))
  const { rows } = await planSynonyms(linesOf({ words: 'a; b' }, { words: 'one 3; c' }, { words: 'd; e' }), full)
  assert.deepEqual(whatOf(rows), ['create', 'change', 'refuse'])
  assert.deepEqual(faultsOf(rows), ['4 null: A directory can have up to 2000 synonym entries.'])
})
