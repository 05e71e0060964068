import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsUntilNext, startOfLimit } from './day-limit.ts'

test('the limit of a day ends 24 hours after the first question', () => {
  const now = new Date('2026-11-16T10:00:00Z')
  assert.deepEqual(startOfLimit(now), new Date('2026-11-15T10:00:00Z'))
  assert.equal(secondsUntilNext(new Date('2026-11-15T11:00:00Z'), now), 3600)
  assert.equal(secondsUntilNext(new Date('2026-11-14T11:00:00Z'), now), 1)
})
