import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBackupDue, lastTimeOfDay, readKept, readTimeOfDay, standardKept, surplusBackups } from './backup.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (text: string) => new Date(text)

test('the settings are read, and nothing else is', () => {
  assert.deepEqual(readKept('7/5/12'), standardKept)
  assert.deepEqual(readKept('1/0/0'), { days: 1, weeks: 0, months: 0 })
  for (const text of ['', '7', '7/5', '0/5/12', '-1/5/12', '7/5/12/1', 'a/b/c']) assert.equal(readKept(text), null)
  assert.equal(readTimeOfDay('03:00'), 180)
  assert.equal(readTimeOfDay('3:05'), 185)
  for (const text of ['24:00', '3', '3:60', '3:00am']) assert.equal(readTimeOfDay(text), null)
})

test('after two years of nightly backups those of 7 days, 5 weeks and 12 months are left', () => {
  const all = Array.from({ length: 730 }, (_, n) => ({ at: new Date(Date.UTC(2026, 10, 17, 3) - n * DAY) }))
  const surplus = new Set(surplusBackups(all, standardKept))
  const left = all.filter((one) => !surplus.has(one)).map((one) => one.at.toISOString().slice(0, 10))
  assert.deepEqual(left, [
    '2026-11-17',
    '2026-11-16',
    '2026-11-15',
    '2026-11-14',
    '2026-11-13',
    '2026-11-12',
    '2026-11-11',
    '2026-11-08',
    '2026-11-01',
    '2026-10-31',
    '2026-10-25',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ])
})

test('removing night by night leaves the same as removing once, and old backups stay when no new ones are made', () => {
  let kept: { at: Date }[] = []
  for (let n = 400; n >= 0; n--) {
    kept.push({ at: new Date(Date.UTC(2026, 10, 17, 3) - n * DAY) })
    const surplus = new Set(surplusBackups(kept, standardKept))
    kept = kept.filter((one) => !surplus.has(one))
  }
  const all = Array.from({ length: 401 }, (_, n) => ({ at: new Date(Date.UTC(2026, 10, 17, 3) - n * DAY) }))
  const surplus = new Set(surplusBackups(all, standardKept))
  assert.deepEqual(
    kept.map((one) => one.at.getTime()).toSorted(),
    all
      .filter((one) => !surplus.has(one))
      .map((one) => one.at.getTime())
      .toSorted(),
  )
  assert.deepEqual(surplusBackups([{ at: at('2001-01-01T03:00:00Z') }], { days: 1, weeks: 0, months: 0 }), [])
  assert.deepEqual(surplusBackups([], standardKept), [])
})

test('of each period the last backup without a problem is kept, and the last proven one', () => {
  const cases = [
    [['01 proven', '02 failed'], []], // the newest of all stays too
    [['01 proven', '02', '03'], ['02']],
    [
      ['01', '02', '03 proven'],
      ['02', '01'],
    ],
    [['01 proven', '02', '03 failed', '04 failed'], ['03 failed']],
    [['01 failed', '02 failed'], ['01 failed']],
    [['01 failed', '02', '03 failed'], ['01 failed']],
  ] as const
  for (const [hours, removed] of cases) {
    const all = hours.map((text) => {
      const [hour, proof] = text.split(' ') as [string, 'proven' | 'failed' | undefined]
      return { text, at: at(`2026-11-17T${hour}:00:00Z`), proof }
    })
    for (const kept of [{ days: 1, weeks: 0, months: 0 }, standardKept])
      assert.deepEqual(
        surplusBackups(all, kept).map(({ text }) => text),
        [...removed],
        hours.join(', '),
      )
  }
})

test('the time of day is that of the time zone, also around a change of the clocks', () => {
  const cases = [
    ['2026-11-17T09:00:00Z', 'UTC', '2026-11-17T03:00:00Z'],
    ['2026-11-17T03:00:00Z', 'UTC', '2026-11-17T03:00:00Z'],
    ['2026-11-17T02:59:59Z', 'UTC', '2026-11-16T03:00:00Z'],
    ['2026-11-17T00:30:00Z', 'Europe/Moscow', '2026-11-17T00:00:00Z'],
    ['2026-11-16T23:30:00Z', 'Europe/Moscow', '2026-11-16T00:00:00Z'],
    ['2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-29T01:00:00Z'], // 02:00 to 03:00 did not exist
    ['2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-24T01:00:00Z'], // the second 02:30
  ] as const
  for (const [now, zone, expected] of cases)
    assert.equal(lastTimeOfDay(at(now), 180, zone).toISOString(), at(expected).toISOString(), `${now} ${zone}`)
})

test('one backup is made on a day whose clocks repeat or skip its time', () => {
  const madeOn = (day: string, time: string, timeZone: string): string[] => {
    const made: string[] = []
    let last = new Date(at(day).getTime() - 12 * HOUR)
    for (let now = last.getTime(); now < at(day).getTime() + 24 * HOUR; now += 10 * 60_000) {
      const dueSince = lastTimeOfDay(new Date(now), readTimeOfDay(time)!, timeZone)
      if (!isBackupDue(new Date(now), dueSince, { tried: last, complete: last })) continue
      last = new Date(now)
      made.push(last.toISOString().slice(0, 16))
    }
    return made
  }
  assert.deepEqual(madeOn('2026-10-25T00:00Z', '02:30', 'Europe/Berlin'), ['2026-10-25T00:30'], 'the first 02:30')
  assert.deepEqual(madeOn('2026-10-25T00:00Z', '02:00', 'Europe/Berlin'), ['2026-10-25T00:00'])
  assert.deepEqual(madeOn('2026-10-25T00:00Z', '03:00', 'Europe/Berlin'), ['2026-10-25T02:00'])
  assert.deepEqual(madeOn('2026-03-29T00:00Z', '02:30', 'Europe/Berlin'), ['2026-03-29T01:30'], '03:30 instead')
  assert.deepEqual(
    madeOn('2026-03-29T00:00Z', '01:50', 'Europe/Berlin'),
    ['2026-03-29T00:50', '2026-03-29T23:50'],
    'and that of the next day',
  )
  // The clocks are set back by half an hour; the second one is of the next day.
  assert.deepEqual(madeOn('2026-04-05T00:00Z', '01:40', 'Australia/Lord_Howe'), ['2026-04-04T14:40', '2026-04-05T15:10'])
})

test('a backup is due once a night, is made up for, and is tried again an hour after a failure', () => {
  const due = at('2026-11-17T03:00:00Z')
  const now = at('2026-11-17T09:00:00Z')
  assert.equal(isBackupDue(now, due, { tried: null, complete: null }), true)
  assert.equal(isBackupDue(now, due, { tried: at('2026-11-17T03:00:20Z'), complete: at('2026-11-17T03:00:20Z') }), false)
  assert.equal(isBackupDue(now, due, { tried: at('2026-11-16T03:00:00Z'), complete: at('2026-11-16T03:00:00Z') }), true)
  assert.equal(isBackupDue(now, due, { tried: at('2026-11-17T08:30:00Z'), complete: at('2026-11-16T03:00:00Z') }), false)
  assert.equal(isBackupDue(now, due, { tried: at('2026-11-17T08:00:00Z'), complete: at('2026-11-16T03:00:00Z') }), true)
})
