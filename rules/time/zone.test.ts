import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendar, writeDay } from './day.ts'
import { dayIn, wallClockIn } from './wall-clock.ts'
import { clockOf, zoneOf } from './zone.ts'

const now = new Date('2026-11-18T09:00:00Z')
const zones = ['UTC', 'Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Australia/Lord_Howe']
const HOUR = 3_600_000

test('the table of a zone gives the days and the clock of Intl, also around changes of the clock', () => {
  for (const name of zones) {
    const { offsets } = zoneOf(name, now)
    const [clock, calendar] = [clockOf(name), createCalendar(name)]
    const moments = Array.from({ length: 3700 }, (_, index) => Date.UTC(2017, 0) + index * 34.7 * HOUR)
    for (const [since] of offsets) moments.push(since * 60_000 - 1, since * 60_000)
    for (const moment of moments.filter((one) => one >= Date.UTC(2016, 0))) {
      assert.equal(wallClockIn(offsets, moment), new Date(clock(moment)).toISOString().slice(0, 16), `${name} ${new Date(moment).toJSON()}`)
      assert.equal(dayIn(offsets, moment), writeDay(calendar(new Date(moment))))
    }
  }
})

test('a zone has a name in words', () => {
  const labels = (name: string) => Object.values(zoneOf(name, now).label)
  assert.deepEqual(labels('Europe/Moscow'), ['Moscow time', 'Москва'])
  assert.deepEqual(labels('Etc/UTC'), ['UTC', 'UTC'])
  assert.deepEqual(labels('Asia/Kolkata'), ['India time', 'Индия'])
})

test('the table is small, and the same for a whole year', () => {
  for (const name of zones) {
    const zone = JSON.stringify(zoneOf(name, now))
    assert.ok(zone.length < 700, `${name}: ${zone.length}`)
    assert.equal(JSON.stringify(zoneOf(name, new Date('2026-01-01T00:00:00Z'))), zone)
  }
})
