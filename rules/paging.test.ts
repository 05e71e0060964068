import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldFault } from '#contract/errors.ts'
import { readCount } from './paging.ts'

test('a count is at least one, at most the most, and the standard when absent', () => {
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

test('a count below one, or no number, is a fault that names the key', () => {
  for (const text of ['0', '-1', '-0', 'x', ' ', '0.5']) {
    const faults: FieldFault[] = []
    readCount('pageSize', text, 100, 100, faults)
    assert.deepEqual(faults, [{ path: 'pageSize', code: 'out_of_range', params: { expected: '≥ 1' } }], JSON.stringify(text))
  }
})
