import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { curatorKinds, notificationKinds, whens } from '#contract/notification.ts'
import { choiceFor, kindsFor, lastDigest, nextDigest } from './notification.ts'

test('the default is immediately, for new applications once a day, and a choice applies to its own kind only', () => {
  const standard = (kind: string) => (kind === 'request_new' ? 'daily' : 'at-once')
  for (const kind of notificationKinds) assert.equal(choiceFor({}, kind), standard(kind))
  for (const chosen of notificationKinds)
    for (const when of whens)
      for (const kind of notificationKinds) assert.equal(choiceFor({ [chosen]: when }, kind), kind === chosen ? when : standard(kind))
})

test('the digest is sent at the next 8:00 in the time zone of the directory', () => {
  const cases: [string, string, string][] = [
    ['UTC', '2026-03-01T07:59:59.999Z', '2026-03-01T08:00:00.000Z'],
    ['UTC', '2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z'],
    ['UTC', '2026-12-31T20:00:00.000Z', '2027-01-01T08:00:00.000Z'],
    ['Europe/Moscow', '2026-03-01T04:59:00.000Z', '2026-03-01T05:00:00.000Z'],
    ['Europe/Moscow', '2026-03-01T05:00:00.000Z', '2026-03-02T05:00:00.000Z'],
    // it is already tomorrow there
    ['Pacific/Kiritimati', '2026-03-01T11:00:00.000Z', '2026-03-01T18:00:00.000Z'],
    // and still yesterday here
    ['America/Los_Angeles', '2026-03-02T05:00:00.000Z', '2026-03-02T16:00:00.000Z'],
    // the clocks go forward in the night before, and back
    ['Europe/Berlin', '2026-03-28T12:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-25T07:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-08T08:30:00.000Z', '2026-03-08T15:00:00.000Z'],
    ['Asia/Kolkata', '2026-02-28T18:30:00.000Z', '2026-03-01T02:30:00.000Z'],
  ]
  for (const [zone, now, expected] of cases) assert.equal(nextDigest(new Date(now), zone).toISOString(), expected, `${now} in ${zone}`)
})

test('members have no emails for curators', () => {
  assert.deepEqual(kindsFor(true), notificationKinds)
  assert.deepEqual(
    kindsFor(false),
    notificationKinds.filter((kind) => !curatorKinds.includes(kind)),
  )
})

test('in every zone and season the digest is at 8:00 local time, within 25 hours', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Moscow', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe')
  fc.assert(
    fc.property(zones, fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2060, 0) }), (timeZone, time) => {
      const next = nextDigest(new Date(time), timeZone)
      const shown = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(next)
      assert.equal(shown, '08:00:00')
      assert.equal(nextDigest(lastDigest(new Date(time), timeZone), timeZone).getTime(), next.getTime())
      assert.ok(lastDigest(new Date(time), timeZone).getTime() <= time)
      assert.ok(next.getTime() > time && next.getTime() - time <= 25 * 3_600_000, `${new Date(time).toISOString()} in ${timeZone}`)
    }),
  )
})
