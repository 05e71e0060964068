import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneOf } from '#rules/time/zone.ts'
import { isFaulty } from './cell-read.ts'
import { asTime, dayAlone, writeTime } from './time-read.ts'

const { offsets } = zoneOf('Europe/Moscow', new Date('2026-01-01T00:00:00Z'))
const read = (cell: string, key: keyof typeof dayAlone = 'opensAt'): string | null => {
  const result = asTime(offsets, dayAlone[key])(cell)
  return isFaulty(result) ? result.fault.code : result.value
}

const spellings: [text: string, time: string | null][] = [
  ['', null],
  [' \u00a0', null],
  ['2026-09-01 10:00', '2026-09-01T07:00'],
  ['2026-09-01T10:00', '2026-09-01T07:00'],
  ['2026-09-01 10:00:59', '2026-09-01T07:00'],
  ['01.09.2026 9:05', '2026-09-01T06:05'],
  ['1.9.26, 10:00', '2026-09-01T07:00'],
  ['1 сентября 2026 г., 10:00', '2026-09-01T07:00'],
  ['1 сентября 2026 в 10:00', '2026-09-01T07:00'],
  ['Sep 1, 2026 at 10:00', '2026-09-01T07:00'],
  ['9/13/2026 6:00 PM', '2026-09-13T15:00'],
  ['9/13/2026 12:00am', '2026-09-12T21:00'],
  ['2026-09-01 24:00', '2026-09-01T21:00'],
  ['2026-09-01T10:00:00.000Z', '2026-09-01T10:00'],
  ['2026-09-01T10:00:00+05:30', '2026-09-01T04:30'],
  ['2026-09-01 10:00 GMT-3', '2026-09-01T13:00'],
  ['46266.4166666667', '2026-09-01T07:00'],
  ['46266.9999999', '2026-09-01T21:00'],
  ['46266', '2026-08-31T21:00'],
  ['2026-09-01', '2026-08-31T21:00'],
]
test('times are read as people and programs write them', () => {
  for (const [text, time] of spellings) assert.equal(read(text), time && `${time}:00.000Z`, text)
})

test('a day alone is its first minute, or its last', () => {
  for (const day of ['2026-09-01', '1.9.2026', '46266']) assert.equal(read(day, 'closesAt'), '2026-09-01T20:59:00.000Z', day)
})

test('what is no time is refused', () => {
  const wrong = [
    '10:00',
    'soon',
    '2026-02-30 10:00',
    '2026-09-01 25:00',
    '2026-09-01 24:01',
    '2026-09-01 10:60',
    '2026-09-01 13:00 PM',
    '2026-09-01 0:30 AM',
  ]
  for (const text of [...wrong, '2026-09-01 1000', '4626', `2026-09-01${' '.repeat(9)}10:00 x`, '1'.repeat(100)])
    assert.equal(read(text), 'not_a_time', text)
  assert.equal(read('5/3/2026 10:00'), 'ambiguous_date')
})

test('what is written is read again', () => {
  for (const instant of ['2026-09-01T07:00:00.000Z', '1999-12-31T21:00:00.000Z', '9000-01-01T00:00:00.000Z'])
    assert.equal(read(writeTime(offsets, instant)), instant)
  assert.equal(writeTime(offsets, '2026-09-01T07:00:00.000Z'), '2026-09-01 10:00')
  assert.equal(writeTime(offsets, null), '')
})
