import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LimitStore, openLimitStore, type Spending } from '#database/limit-store.ts'
import { openRedisLimitStore } from '#database/limit-store-redis.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startRedis, type TestRedis } from '#tests/support/process/redis.ts'
import type { Preset } from './presets.ts'
import { createRateLimits } from './rate-limits.ts'

let database: TestDatabase
let redis: TestRedis
const log = { warn: () => {}, info: () => {} }
const MS = 30_000 // the machine may be busy
const SLOW = 0.01 // a minute: nothing comes back during a test

before(async () => {
  database = await testDatabase()
  redis = await startRedis({ password: 'p@ss word' })
})
after(async () => {
  await redis.close()
  await database.close()
})

const stores: Record<string, () => LimitStore | Promise<LimitStore>> = {
  PostgreSQL: () => openLimitStore(database.database, MS),
  Redis: async () => {
    const store = openRedisLimitStore(redis.url, () => {}, MS)
    for (let isReady = false; !isReady; await sleep(5))
      isReady = await store.add([{ key: 'ready', addedMs: 0, aheadMs: 0 }]).then(
        () => true,
        () => false,
      )
    return store
  },
}

/** Everything was written by a clock that was this much ahead. */
const setBack: Record<string, (ms: number) => unknown> = {
  PostgreSQL: (ms) => database.sql`
    update rate_limit set full_at = full_at + ${ms}::float8 * interval '1 ms', written_at = written_at + ${ms}::float8 * interval '1 ms'`,
  Redis(ms) {
    for (const key of redis.ask('keys', 'projectory:limit:*').split('\n')) {
      const times = redis.ask('get', key).split(' ').filter(Boolean)
      if (times.length > 0) redis.ask('set', key, times.map((time) => (Number(time) + ms).toFixed(3)).join(' '), 'px', String(ms * 2))
    }
  },
}

/** A restart without persistence, or the end of an unlogged table in a crash. */
const empty: Record<string, () => unknown> = {
  PostgreSQL: () => database.sql`truncate rate_limit`,
  Redis: () => redis.ask('flushall'),
}

/** The rate limits of one process; `reported` waits until everything spent before is known to the store, and what it answered to the process. */
async function processWith(kind: string, preset: Partial<Preset>, secret: Buffer) {
  const store = await stores[kind]!()
  let waiting: (() => void)[] = []
  const batches: Spending[][] = []
  const add: LimitStore['add'] = async (spendings) => {
    const told = waiting
    waiting = []
    batches.push(spendings)
    return store.add(spendings).finally(() => setImmediate(() => told.forEach((resolve) => void resolve())))
  }
  const limits = createRateLimits({ calls: null, search: null, ...preset }, { store: { ...store, add }, secret, log, timeoutMs: MS })
  return {
    limits,
    reported: () => new Promise<void>((resolve) => waiting.push(resolve)),
    batches,
  }
}

const spendUntilRefused = (spend: () => boolean): number => {
  let admitted = 0
  while (spend()) admitted++
  return admitted
}

for (const kind of Object.keys(stores)) {
  test(`${kind}: what one process has admitted is known to the others after their next report`, async () => {
    const secret = randomBytes(32)
    const preset = { calls: { name: 'calls', burst: 20, perMinute: SLOW } }
    const [one, two] = [await processWith(kind, preset, secret), await processWith(kind, preset, secret)]
    const spend = ({ limits }: typeof one, key = 'a') => limits.calls!.spend(key, performance.now())
    assert.equal(
      spendUntilRefused(() => spend(one).allowed),
      20,
    )
    await one.reported()
    spend(two)
    spend(two)
    assert.deepEqual(spend(two, 'b').remaining, 19)
    await two.reported()
    assert.equal(spend(two).allowed, false)
    assert.equal(spend(two, 'b').remaining, 18, 'other keys are counted by themselves')
    assert.equal(two.limits.calls!.peek('a', performance.now()).resetSeconds > 6000 * 2, true, 'what was admitted too much is paid back')
    await Promise.all([one.limits.stop(), two.limits.stop()])
  })

  test(`${kind}: one process alone counts the same as without sharing`, async () => {
    const { limits, reported } = await processWith(kind, { calls: { name: 'calls', burst: 10, perMinute: SLOW } }, randomBytes(32))
    const bucket = limits.calls!
    const left: number[] = []
    for (let n = 0; n < 6; n++) {
      left.push(bucket.spend('a', performance.now()).remaining)
      if (n % 2 === 0) await reported()
    }
    assert.deepEqual(left, [9, 8, 7, 6, 5, 4])
    await limits.stop()
  })

  test(`${kind}: exact limits admit exactly what they allow, together, from parallel calls of two processes`, async () => {
    const secret = randomBytes(32)
    const preset: Partial<Preset> = {
      guestEmails: [
        { name: 'day', burst: 7, perMinute: SLOW },
        { name: 'hour', burst: 5, perMinute: 0.1 },
      ],
    }
    const [one, two] = [await processWith(kind, preset, secret), await processWith(kind, preset, secret)]
    const spend = ({ limits }: typeof one) => limits.spendExactly(limits.exact.guestEmails, '192.0.2.7', performance.now())
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => spend(n % 2 === 0 ? one : two)))
    const admitted = results
      .filter((result) => result!.spent.allowed)
      .map((result) => [result!.bucket.policy.name, result!.spent.remaining])
    assert.deepEqual(
      admitted.toSorted((a, b) => Number(b[1]) - Number(a[1])),
      [4, 3, 2, 1, 0].map((left) => ['hour', left]),
    )
    for (const result of results.filter((result) => !result!.spent.allowed)) {
      assert.equal(result!.bucket.policy.name, 'hour')
      assert.ok(result!.spent.resetSeconds > 500, 'ten minutes for one of them')
    }
    // The day has two left: refused calls were not counted there.
    const other = createRateLimits(
      { calls: null, search: null, guestEmails: [preset.guestEmails![0]!] },
      { store: await stores[kind]!(), secret, log, timeoutMs: MS },
    )
    const rest: boolean[] = []
    for (let n = 0; n < 4; n++)
      rest.push((await other.spendExactly(other.exact.guestEmails, '192.0.2.7', performance.now()))!.spent.allowed)
    assert.deepEqual(rest, [true, true, false, false])
    await Promise.all([one.limits.stop(), two.limits.stop(), other.stop()])
  })

  test(`${kind}: a store that has lost everything does not give exact limits anew`, async () => {
    const preset = { guestEmails: [{ name: 'letters', burst: 5, perMinute: SLOW }] }
    const { limits } = await processWith(kind, preset, randomBytes(32))
    const spend = async () => (await limits.spendExactly(limits.exact.guestEmails, 'a', performance.now()))!.spent.allowed
    const admitted: boolean[] = []
    for (let n = 0; n < 4; n++) admitted.push(await spend())
    await empty[kind]!()
    for (let n = 0; n < 3; n++) admitted.push(await spend())
    assert.deepEqual(admitted, [true, true, true, true, true, false, false])
    await limits.stop()
  })

  test(`${kind}: the clock of the store is set back by an hour: nobody waits longer than before`, async () => {
    const secret = randomBytes(32)
    const preset = { calls: { name: 'calls', burst: 5, perMinute: 60 }, failures: { name: 'failures', burst: 2, perMinute: 60 } }
    const one = await processWith(kind, preset, secret)
    const spend = ({ limits }: typeof one) => limits.spendExactly(limits.exact.failures, 'a', performance.now())
    for (let n = 0; n < 5; n++) one.limits.calls!.spend('a', performance.now())
    await one.reported()
    for (let n = 0; n < 2; n++) await spend(one)
    await setBack[kind]!(3_600_000)
    const two = await processWith(kind, preset, secret)
    two.limits.calls!.spend('a', performance.now())
    await two.reported()
    assert.ok(two.limits.calls!.peek('a', performance.now()).resetSeconds <= 6)
    const result = await spend(two)
    assert.ok(result!.spent.resetSeconds <= 2, `${result!.spent.resetSeconds} s`)
    while (!(await spend(two))!.spent.allowed) await sleep(100)
    await Promise.all([one.limits.stop(), two.limits.stop()])
  })

  test(`${kind}: a key that is twice in one report is counted twice`, async () => {
    const store = await stores[kind]!()
    const [key, other] = [randomBytes(16).toString('base64url'), randomBytes(16).toString('base64url')]
    const spending = { key, addedMs: 600_000, aheadMs: 600_000 }
    const minutes = async (...spendings: Spending[]) => Math.round((await store.add(spendings)).at(-1)! / 60_000)
    assert.equal(await minutes(spending, { ...spending, key: other }, spending), 20)
    assert.equal(await minutes(spending, spending), 40)
    assert.equal(await minutes(spending), 50)
    await store.close()
  })

  test(`${kind}: a report has at most 1,000 keys, those with the largest use first, and a flood is not remembered without end`, async () => {
    const policy = { name: 'calls', burst: 9, perMinute: SLOW }
    const { limits, reported, batches } = await processWith(kind, { calls: policy }, randomBytes(32))
    for (let n = 0; n < 20_000; n++) limits.calls!.spend(`guest ${n}`, performance.now())
    for (let n = 0; n < 5; n++) limits.calls!.spend('guest 1234', performance.now())
    await reported()
    assert.equal(batches[0]!.length, 1000)
    assert.equal(Math.round(batches[0]![0]!.addedMs / limits.calls!.intervalMs), 6)
    for (let n = 1; n < 5; n++) await reported()
    limits.calls!.spend('after the flood', performance.now())
    await reported()
    assert.deepEqual(
      batches.map(({ length }) => length),
      [1000, 1000, 1000, 1000, 1000, 1],
    )
    await limits.stop()
  })
}

test('the stores have no address, account or token', async () => {
  for (const kind of Object.keys(stores)) {
    const preset = { calls: { name: 'calls', burst: 9, perMinute: SLOW }, signIns: { name: 'sign-ins', burst: 9, perMinute: SLOW } }
    const { limits, reported } = await processWith(kind, preset, randomBytes(32))
    limits.calls!.spend('198.51.100.77', performance.now())
    await reported()
    await limits.spendExactly(limits.exact.signIns, '198.51.100.77', performance.now())
    await limits.stop()
  }
  const rows = await database.sql<{ key: string }[]>`select key from rate_limit`
  const keys = redis.ask('keys', '*').split('\n')
  assert.ok(rows.length >= 2 && keys.length >= 2)
  for (const { key } of rows) assert.match(key, /^[\w-]{22}$/)
  for (const key of keys.filter((one) => !one.endsWith(':ready'))) assert.match(key, /^projectory:limit:[\w-]{22}$/)
  assert.doesNotMatch(JSON.stringify([rows, keys]), /198\.51/)
})

test('counters that are zero again are removed', async () => {
  const [sql, kinds] = [database.sql, Object.keys(stores)]
  for (const kind of kinds) {
    const store = await stores[kind]!()
    await store.add([
      { key: 'soon', addedMs: 1, aheadMs: 1 },
      { key: 'later', addedMs: 60_000, aheadMs: 60_000 },
    ])
    const keys = async () =>
      kind === 'Redis'
        ? ['soon', 'later'].filter((key) => redis.ask('exists', `projectory:limit:${key}`) === '1')
        : (await sql<{ key: string }[]>`select key from rate_limit where key in ('soon', 'later')`).map(({ key }) => key)
    while ((await keys()).length > 1) await store.sweep()
    assert.deepEqual(await keys(), ['later'], kind)
    await store.close()
  }
})
