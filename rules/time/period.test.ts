import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldFault } from '#contract/errors.ts'
import { readDay, writeDay } from './day.ts'
import { monthStart, monthsFrom, readPeriod } from './period.ts'

const day = (text: string) => readDay(text)!

test('months before and after the month of a day', () => {
  for (const [from, months, expected] of [
    ['2026-11-16', 0, '2026-11-01'],
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-11-16', 2, '2027-01-01'],
    ['2026-01-31', -1, '2025-12-01'],
    ['2026-03-31', -15, '2024-12-01'],
    ['0099-12-31', 1, '0100-01-01'],
  ] as const)
    assert.equal(writeDay(monthStart(day(from), months)), expected)
  const { from, to } = monthsFrom(day('2028-02-10'), 0, 1)
  assert.deepEqual([writeDay(from), writeDay(to)], ['2028-02-01', '2028-02-29'])
})

const read = (query: { from?: string; to?: string }, most = 100) => {
  const faults: FieldFault[] = []
  const { from, to } = readPeriod(query, (first = day('2026-11-16')) => monthsFrom(first, 0, 2), most, faults)
  return faults.length > 0 ? faults.map(({ path, code }) => `${path} ${code}`) : [writeDay(from), writeDay(to)]
}

test('a period of a query: missing days, invalid days, too many days', () => {
  assert.deepEqual(read({}), ['2026-11-01', '2026-12-31'])
  assert.deepEqual(read({ from: '2026-09-05' }), ['2026-09-05', '2026-10-31'])
  assert.deepEqual(read({ to: '2026-11-01' }), ['2026-11-01', '2026-11-01'])
  assert.deepEqual(read({ from: '2026-01-01', to: '2026-01-31' }, 31), ['2026-01-01', '2026-01-31'])
  assert.deepEqual(read({ from: '2026-01-01', to: '2026-02-01' }, 31), ['to out_of_range'])
  assert.deepEqual(read({ from: '2026-01-02', to: '2026-01-01' }), ['to out_of_range'])
  assert.deepEqual(read({ from: '2026-02-30', to: '2026-13-01' }), ['from not_a_date', 'to not_a_date'])
})
