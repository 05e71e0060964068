import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldFault } from '#contract/errors.ts'
import { readCount, readPage } from './paging.ts'

test('a count is at least one, clamped to the maximum, and has a default', () => {
  const cases: [string | undefined, number][] = [
    [undefined, 6],
    ['', 6],
    ['1', 1],
    ['7', 7],
    ['007', 7],
    ['50', 50],
    ['51', 50],
    ['9999999999', 50],
  ]
  for (const [text, expected] of cases) {
    const faults: FieldFault[] = []
    assert.equal(readCount('limit', text, 6, 50, faults), expected, text)
    assert.deepEqual(faults, [])
  }
})

test('a count below one, or not a number, is a fault with its key', () => {
  for (const text of ['0', '-1', '-0', 'x', ' ', '0.5']) {
    const faults: FieldFault[] = []
    readCount('pageSize', text, 100, 100, faults)
    assert.deepEqual(faults, [{ path: 'pageSize', code: 'out_of_range', params: { expected: '≥ 1' } }], JSON.stringify(text))
  }
})

test('a list starts with its first page of fifty', () => {
  const faults: FieldFault[] = []
  assert.deepEqual(readPage({}, faults), { page: 1, pageSize: 50 })
  assert.deepEqual(readPage({ page: '3', pageSize: '1000' }, faults), { page: 3, pageSize: 100 })
  assert.deepEqual(readPage({ page: '3000000' }, faults).page, 1_000_000)
  assert.deepEqual(readPage({ page: '3000000' }, faults, { mostPages: 20 }).page, 20)
  assert.deepEqual(faults, [])
  readPage({ page: '0', pageSize: '0' }, faults)
  assert.deepEqual(
    faults.map(({ path }) => path),
    ['page', 'pageSize'],
  )
})
