import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createCalendar, readDay, writeDay } from './day.ts'

test('days count from 1 January 1970', () => {
  const days: [string, number][] = [
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['1970-01-02', 1],
    ['2000-03-01', 11_017],
    ['9999-12-31', 2_932_896],
  ]
  for (const [text, day] of days) {
    assert.equal(readDay(text), day, text)
    assert.equal(writeDay(day), text)
  }
})

test('29 February is a day in leap years only', () => {
  for (const year of ['2024', '2000', '2400', '1996']) assert.equal(writeDay(readDay(`${year}-02-29`)!), `${year}-02-29`)
  for (const year of ['2023', '1900', '2100', '2026']) assert.equal(readDay(`${year}-02-29`), undefined, year)
})

test('invalid dates are refused', () => {
  const texts = `2024-02-30 2023-02-29 2024-04-31 2024-13-01 2024-00-10 2024-01-00 2024-01-32 2024-1-1 24-01-01 02024-01-01 +2024-01-01
    -2024-01-01 20240101 2024/01/01 01.02.2024 2024-01-01T00:00:00Z 2024-01-01Z 2024-01 2024 today infinity NaN ٢٠٢٤-٠١-٠١ 10000-01-01`
  for (const text of [...texts.split(/\s+/), '', ' ', ' 2024-01-01', '2024-01-01 ', '2024-01-01\n', '2024-01-01 BC'])
    assert.equal(readDay(text), undefined, JSON.stringify(text))
})

test('years 0 to 99 are never read as 1900 to 1999', () => {
  for (const text of ['0000-01-01', '0001-01-01', '0050-06-15', '0099-12-31']) {
    const day = readDay(text)
    assert.ok(day === undefined || writeDay(day) === text, text)
  }
  assert.equal(writeDay(readDay('0100-01-01')!), '0100-01-01')
})

test('every day from year 100 to 9999 round-trips, and later days are larger', () => {
  const day = fc.integer({ min: readDay('0100-01-01')!, max: readDay('9999-12-31')! })
  fc.assert(
    fc.property(day, day, (a, b) => {
      assert.equal(readDay(writeDay(a)), a)
      assert.equal(a < b, writeDay(a) < writeDay(b))
    }),
  )
})

test('today is the calendar day of the zone, not of the server', () => {
  const cases: [string, string, string][] = [
    ['UTC', '2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['UTC', '2026-02-28T23:59:59.999Z', '2026-02-28'],
    // fourteen hours ahead
    ['Pacific/Kiritimati', '2026-03-01T09:59:59.999Z', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-03-01T10:00:00.000Z', '2026-03-02'],
    ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01'],
    // eight hours behind in winter, seven in summer
    ['America/Los_Angeles', '2026-01-15T07:59:59.999Z', '2026-01-14'],
    ['America/Los_Angeles', '2026-01-15T08:00:00.000Z', '2026-01-15'],
    ['America/Los_Angeles', '2026-07-15T06:59:59.999Z', '2026-07-14'],
    ['America/Los_Angeles', '2026-07-15T07:00:00.000Z', '2026-07-15'],
    // the day the clocks go forward begins in winter time and ends in summer time
    ['America/Los_Angeles', '2026-03-08T07:59:59.999Z', '2026-03-07'],
    ['America/Los_Angeles', '2026-03-08T08:00:00.000Z', '2026-03-08'],
    ['America/Los_Angeles', '2026-03-09T06:59:59.999Z', '2026-03-08'],
    ['America/Los_Angeles', '2026-03-09T07:00:00.000Z', '2026-03-09'],
    // and the day they go back the other way round
    ['Europe/Berlin', '2026-10-24T21:59:59.999Z', '2026-10-24'],
    ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
    // midnight itself does not exist that day
    ['America/Asuncion', '2024-10-06T03:59:59.999Z', '2024-10-05'],
    ['America/Asuncion', '2024-10-06T04:00:00.000Z', '2024-10-06'],
    ['Asia/Kolkata', '2026-02-28T18:30:00.000Z', '2026-03-01'],
    ['Europe/Moscow', '2026-12-31T21:00:00.000Z', '2027-01-01'],
  ]
  for (const [zone, instant, day] of cases) assert.equal(writeDay(createCalendar(zone)(new Date(instant))), day, `${instant} in ${zone}`)
})

test('an unknown time zone is refused at once', () => {
  assert.throws(() => createCalendar('Atlantis/Capital'), RangeError)
})
