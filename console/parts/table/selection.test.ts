import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownColumns } from './column.ts'
import { rangeOf, withRows } from './selection.ts'

const rows = [5, 3, 9, 1].map((id) => ({ id }))
const ids = (some: Iterable<{ id: number }>) => Array.from(some, ({ id }) => id)

test('a range goes in both directions, and is one row when it starts on another page', () => {
  assert.deepEqual(ids(rangeOf(rows, 3, 1)), [3, 9, 1])
  assert.deepEqual(ids(rangeOf(rows, 1, 3)), [3, 9, 1])
  assert.deepEqual(ids(rangeOf(rows, 9, 9)), [9])
  assert.deepEqual(ids(rangeOf(rows, 77, 9)), [9])
  assert.deepEqual(ids(rangeOf(rows, null, 5)), [5])
})

test('rows are added to the selection and removed from it, those of other pages stay', () => {
  const selected = withRows(new Map([[7, { id: 7 }]]), rows.slice(0, 2), true)
  assert.deepEqual(ids(selected.values()), [7, 5, 3])
  assert.deepEqual(ids(withRows(selected, rows, false).values()), [7])
})

test('the first column is always shown; without a valid choice the default ones are', () => {
  const columns = [{ key: 'name' }, { key: 'state' }, { key: 'client', isOptional: true }]
  const keys = (chosen: string[]) => shownColumns(columns, chosen).map(({ key }) => key)
  assert.deepEqual(keys([]), ['name', 'state'])
  assert.deepEqual(keys(['unknown']), ['name', 'state'])
  assert.deepEqual(keys(['client', 'unknown']), ['name', 'client'])
  assert.deepEqual(keys(['name']), ['name'])
})
