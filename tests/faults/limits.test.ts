import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LimitStore, openLimitStore } from '#database/limit-store.ts'
import { openRedisLimitStore } from '#database/limit-store-redis.ts'
import { createRateLimits } from '#http/limits/rate-limits.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type DatabaseProxy, startProxy } from '#tests/support/peer/database-proxy.ts'
import { startRedis, type TestRedis } from '#tests/support/process/redis.ts'
import { test } from '#tests/support/tier.ts'

// The shared store of rate limits is away, hangs or is slow: limits continue in the memory of the process, and calls do not wait.

let database: TestDatabase
let proxy: DatabaseProxy
let redis: TestRedis
before(async () => {
  database = await testDatabase()
  proxy = await startProxy(database.database as Exclude<typeof database.database, string>)
  redis = await startRedis({ password: 'secret' })
})
after(async () => {
  proxy.close()
  await database.close()
  await redis.close()
})

type Fault = { name: string; open: () => LimitStore; begin: () => unknown; end: () => unknown }
const inDatabase = { open: () => openLimitStore(proxy.address) }
const inRedis = { open: () => openRedisLimitStore(redis.url, () => {}) }
const faults: Fault[] = [
  { name: 'PostgreSQL refuses connections', ...inDatabase, begin: () => proxy.refuse(), end: () => proxy.accept() },
  { name: 'PostgreSQL hangs', ...inDatabase, begin: () => proxy.freeze(), end: () => proxy.thaw() },
  { name: 'Redis is killed and started again', ...inRedis, begin: () => redis.kill(), end: () => redis.start() },
  { name: 'Redis hangs', ...inRedis, begin: () => redis.signal('SIGSTOP'), end: () => redis.signal('SIGCONT') },
  {
    name: 'Redis is slow',
    ...inRedis,
    begin: () => redis.ask('client', 'pause', '10000', 'all'),
    end: () => redis.ask('client', 'unpause'),
  },
]

for (const { name, open, begin, end } of faults)
  test(`${name}: the process counts by itself, asks the store once a second at most, and goes on together afterwards`, async () => {
    const store = open()
    const logged: string[] = []
    const log = { warn: (_: unknown, text: string) => logged.push(text), info: (_: unknown, text: string) => logged.push(text) }
    let asked = 0
    const counting: LimitStore = {
      ...store,
      spend: (demands) => {
        asked++
        return store.spend(demands)
      },
    }
    const preset = {
      calls: { name: 'calls', burst: 5, perMinute: 0.01 },
      search: null,
      failures: { name: 'failures', burst: 5, perMinute: 0.01 },
    }
    const limits = createRateLimits(preset, { store: counting, secret: randomBytes(32), log: log as never })
    const spend = async (key: string) => (await limits.spendExactly(limits.exact.failures, key, performance.now()))!.spent
    const untilTogether = async () => {
      for (let n = 0, before = -1; before !== asked || logged.at(-1)?.includes('does not answer'); n++) {
        before = asked
        await spend(`probe ${name} ${n}`)
        if (before !== asked && !logged.at(-1)?.includes('does not answer')) return
        await sleep(20)
      }
    }
    while (!(await limits.isStoreUp())) await sleep(20)
    // An answer that comes too late, from a busy machine, is a fault too: another attempt, with another caller.
    let caller = ''
    let remaining: number[] = []
    for (let n = 0; n === 0 || logged.length > 0; n++) {
      await untilTogether()
      logged.length = 0
      caller = `a ${n}`
      remaining = [(await spend(caller)).remaining, (await spend(caller)).remaining]
    }
    assert.deepEqual(remaining, [4, 3])

    await begin()
    assert.deepEqual([(await spend(caller)).remaining, (await spend(caller)).remaining, (await spend(caller)).remaining], [2, 1, 0])
    assert.equal((await spend(caller)).allowed, false, 'what was spent together before still counts')
    const [askedBefore, startedAt] = [asked, performance.now()]
    await Promise.all(Array.from({ length: 200 }, (_, n) => spend(`guest ${n}`)))
    assert.ok(asked - askedBefore <= 1 + (performance.now() - startedAt) / 1000, `${asked - askedBefore} calls asked the store`)
    for (let n = 0; n < 5; n++) assert.equal(limits.calls!.spend('b', performance.now()).allowed, true)
    assert.equal(limits.calls!.spend('b', performance.now()).allowed, false)
    assert.equal(await limits.isStoreUp(), false)
    assert.deepEqual(logged, ['the shared store of rate limits does not answer; each process counts by itself'])

    await end()
    await untilTogether()
    assert.equal(logged.at(-1), 'the shared store of rate limits answers again')
    assert.equal((await spend('c')).remaining, 4)
    while (!(await limits.isStoreUp())) await sleep(20)
    await limits.stop()
  })

test('a wrong password of Redis is reported, and ends nothing', async () => {
  const errors: string[] = []
  const store = openRedisLimitStore(redis.url.replace('secret', 'guess'), ({ message }) => void errors.push(message))
  while (errors.length < 2) await sleep(10)
  assert.match(errors[0]!, /WRONGPASS/)
  assert.doesNotMatch(errors.join(), /guess/)
  await assert.rejects(store.add([{ key: 'a', addedMs: 1, aheadMs: 1 }]))
  await store.close()
})
