import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantIn } from './wall-clock.ts'
import { zoneOf } from './zone.ts'

const now = new Date('2026-11-18T09:00:00Z')

test('a time of the clock is the moment at which it shows it: the first of two, and after an hour that is skipped', () => {
  const at = (zone: string, text: string) => new Date(instantIn(zoneOf(zone, now).offsets, text)).toISOString().slice(0, 16)
  assert.equal(at('UTC', '2026-11-17T23:59'), '2026-11-17T23:59')
  assert.equal(at('Europe/Moscow', '2026-11-17T23:59'), '2026-11-17T20:59')
  assert.equal(at('Pacific/Kiritimati', '2026-11-17T00:00'), '2026-11-16T10:00')
  assert.equal(at('Europe/Berlin', '2026-07-01T12:00'), '2026-07-01T10:00')
  assert.equal(at('Europe/Berlin', '2026-10-25T02:30'), '2026-10-25T00:30', 'summer time')
  assert.equal(at('Europe/Berlin', '2026-03-29T02:30'), '2026-03-29T01:30', '3:30 on the clock')
})
