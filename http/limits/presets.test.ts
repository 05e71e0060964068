import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBucket } from './bucket.ts'
import { addressKey, presets } from './presets.ts'

const policy = { name: 'calls', burst: 3, perMinute: 60 }

test('a burst is allowed, the next call is refused, and the allowance refills one by one', () => {
  const bucket = createBucket(policy)
  assert.deepEqual(
    [0, 1, 2].map(() => bucket.spend('a', 10_000).remaining),
    [2, 1, 0],
  )
  assert.deepEqual(bucket.spend('a', 10_000), { allowed: false, remaining: 0, resetSeconds: 1 })
  assert.equal(bucket.spend('a', 10_999).allowed, false)
  assert.equal(bucket.spend('a', 11_000).allowed, true)
  assert.equal(bucket.spend('a', 11_000).allowed, false)
})

test('a refused call is not counted: repeated attempts do not extend the wait', () => {
  const bucket = createBucket(policy)
  for (let i = 0; i < 100; i++) bucket.spend('a', 0)
  assert.equal(bucket.spend('a', 1000).allowed, true)
})

test('the wait until reset is at least a second', () => {
  const bucket = createBucket({ name: 'fast', burst: 1, perMinute: 60_000 })
  for (let at = 0; at < 5; at += 0.25) {
    const { allowed, resetSeconds } = bucket.spend('a', at)
    if (!allowed) assert.ok(resetSeconds >= 1)
  }
})

test('peek gives the result of spend without counting', () => {
  const bucket = createBucket(policy)
  for (let i = 0; i < 5; i++) assert.deepEqual(bucket.peek('a', 0), { allowed: true, remaining: 2, resetSeconds: 1 })
  for (let i = 0; i < 3; i++) assert.deepEqual(bucket.peek('a', 0), bucket.spend('a', 0))
  assert.deepEqual(bucket.peek('a', 0), { allowed: false, remaining: 0, resetSeconds: 1 })
})

test('intervals that are fractions of milliseconds do not reduce the burst', () => {
  for (const { burst, perMinute } of [presets.on.guestEmails!, presets.campus.guestEmails!, presets.on.accountEmails!].flat())
    for (const now of [0, 1234.567891, 4_937_156.05210474, 1_552_214.7503376217, 30_624_113.658176]) {
      const bucket = createBucket({ name: 'letters', burst, perMinute })
      for (let left = burst - 1; left >= 0; left--) assert.deepEqual([bucket.spend('a', now).remaining, left], [left, left])
      assert.equal(bucket.spend('a', now).allowed, false)
      const { resetSeconds } = bucket.peek('a', now)
      assert.equal(bucket.peek('a', now + resetSeconds * 1000).allowed, true, 'a call after resetSeconds is allowed')
    }
})

test('guests send five emails an hour and twenty a day, signed-in people ten an hour, a campus ten times that', () => {
  const shares = (limits = presets.on) =>
    [limits.guestEmails, limits.accountEmails].map((policies) => policies?.map((one) => createBucket(one).header))
  assert.deepEqual(shares(), [['"letters-a-day";q=20;w=86400', '"letters";q=5;w=3600'], ['"own-letters";q=10;w=3600']])
  assert.deepEqual(shares(presets.campus), [['"letters-a-day";q=200;w=86400', '"letters";q=50;w=3600'], ['"own-letters";q=100;w=3600']])
  assert.deepEqual(shares(presets.off), [undefined, undefined])
})

test('over a minute at most the rate plus one burst is allowed', () => {
  const bucket = createBucket(policy)
  let allowed = 0
  for (let at = 0; at < 60_000; at += 10) if (bucket.spend('a', at).allowed) allowed++
  assert.ok(allowed >= 60 && allowed <= 63, String(allowed))
})

test('one caller’s calls are not counted against another', () => {
  const bucket = createBucket(policy)
  for (let i = 0; i < 10; i++) bucket.spend('a', 0)
  assert.equal(bucket.spend('b', 0).allowed, true)
})

test('the number of keys is bounded', () => {
  const bucket = createBucket({ name: 'calls', burst: 1, perMinute: 1 })
  bucket.spend('victim', 0)
  assert.equal(bucket.spend('victim', 0).allowed, false)
  for (let i = 0; i < 200_001; i++) bucket.spend(`client ${i}`, 0)
  assert.equal(bucket.spend('victim', 0).allowed, true, 'all limits were reset')
})

test('refilled keys are removed first, so that other limits stay in force', () => {
  const bucket = createBucket({ name: 'calls', burst: 1, perMinute: 1 })
  for (let i = 0; i < 199_999; i++) bucket.spend(`old ${i}`, 0)
  bucket.spend('busy', 100_000)
  bucket.spend('one more', 100_000)
  bucket.spend('another', 100_000)
  assert.equal(bucket.spend('busy', 100_000).allowed, false)
})

test('the policy has the format of the draft of the RateLimit headers', () => {
  assert.equal(createBucket(policy).header, '"calls";q=3;w=3')
  assert.equal(createBucket(presets.on.calls!).header, '"calls";q=300;w=15')
})

test('a phone that reads a thousand projects in pages of five stays within the limits', () => {
  for (const preset of [presets.on, presets.campus]) assert.ok(preset.calls!.burst >= 1000 / 5)
  assert.equal(presets.off.calls, null)
  assert.equal(presets.off.search, null)
})

for (const [ip, key] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not: an address', 'not: an address'],
  ['', ''],
] as const)
  test(`“${ip}” is counted as “${key}”`, () => {
    assert.equal(addressKey(ip), key)
  })
