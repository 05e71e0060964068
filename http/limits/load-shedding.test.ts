import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { handlerFor } from '#http/handle.ts'
import { cachedResponse } from '#http/response/cached-response.ts'
import { Refusal } from '#http/response/problem.ts'
import { startTiny } from '#tests/support/peer/tiny-server.ts'
import { assertProblem, assertRawProblem } from '#tests/support/problem.ts'
import { rawCall } from '#tests/support/raw.ts'
import { createLoadShedding } from './load-shedding.ts'
import { resources } from './resources.ts'

// The CPU time that the calls need is exactly what they say: what the test itself needs depends on the machine.
let cpuMs = 0
const busy = (ms: number): void => {
  cpuMs += ms
}
before(() => void mock.method(process, 'threadCpuUsage', () => ({ user: cpuMs * 1000, system: 0 })))
after(() => mock.restoreAll())

type Shedding = ReturnType<typeof createLoadShedding>
const isOverloaded = ({ waitForTurn }: Shedding, address = 'a'): boolean => {
  try {
    waitForTurn(address)
    return false
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'overloaded')
    return true
  }
}
const start = async ({ waitForTurn }: Shedding, work: () => void, address = 'a'): Promise<void> => {
  await waitForTurn(address)
  work()
}

test('calls start in their order, for some milliseconds at a time: others are answered in between', async () => {
  const shedding = createLoadShedding(1000)
  const seen: string[] = []
  const all = ['a', 'b', 'c', 'd'].map((name) =>
    start(shedding, () => {
      busy(15)
      seen.push(name)
    }),
  )
  setImmediate(() => seen.push('|'))
  await all[2]
  setImmediate(() => seen.push('|'))
  await all[3]
  assert.deepEqual(seen, ['a', '|', 'b', 'c', '|', 'd'])
})

test('a call after an idle turn starts at once', async () => {
  const shedding = createLoadShedding(1000)
  for (let turn = 0; turn < 3; turn++) {
    assert.equal(shedding.waitForTurn('a'), null)
    await new Promise(setImmediate) // a timer may come before the end of the turn
  }
})

/** Calls that need this much, one after another. */
async function measure(shedding: Shedding, calls: number, ms: number): Promise<void> {
  for (let n = 0; n < calls; n++) {
    await start(shedding, () => busy(ms))
    await new Promise(setImmediate)
  }
}

/** How many of 60 calls at once are accepted. */
async function acceptedAtOnce(shedding: Shedding): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => start(shedding, () => {})))
  for (const one of all) if (one.status === 'rejected') assert.equal((one.reason as Refusal).code, 'overloaded')
  return all.filter(({ status }) => status === 'fulfilled').length
}

test('calls are refused when those in line need more than the limit, the sooner the more a call needs', async () => {
  const shedding = createLoadShedding(10)
  const accepted = await acceptedAtOnce(shedding)
  assert.equal(accepted, 22, 'one starts at once, the next has nobody before it, 20 need half a millisecond each')
  assert.equal(shedding.count, 60 - accepted)
  await measure(shedding, 200, 10)
  const later = await acceptedAtOnce(shedding)
  assert.equal(later, 6, 'one starts at once, the next has nobody before it, four need two milliseconds each on average')
  assert.ok(!isOverloaded(shedding), 'nobody waits')
})

test('a new process, whose first calls need long, does not refuse many that arrive together', async () => {
  const shedding = createLoadShedding(100)
  await measure(shedding, 5, 40)
  assert.equal(await acceptedAtOnce(shedding), 60)
})

test('many calls that arrive together after a long task are no overload', async () => {
  const shedding = createLoadShedding(100)
  const long = start(shedding, () => busy(300))
  const all = Array.from({ length: 50 }, () => start(shedding, () => {}))
  await long
  assert.ok(!isOverloaded(shedding))
  await Promise.all(all)
  assert.equal(shedding.count, 0)
})

test('an address with many calls delays and loses its own only', async () => {
  const shedding = createLoadShedding(10)
  const seen: string[] = []
  const startFor = (address: string) =>
    start(
      shedding,
      () => {
        busy(5)
        seen.push(address)
      },
      address,
    )
  const many = Array.from({ length: 100 }, () => startFor('many').catch(() => {}))
  assert.equal(shedding.count, 78, 'of 100')
  await startFor('one')
  assert.deepEqual(seen, ['many', 'many', 'one'], 'the one that had started, and one in turn')
  await Promise.all(many)
})

test('without a limit nothing is refused', async () => {
  const shedding = createLoadShedding()
  const all = [start(shedding, () => busy(60)), start(shedding, () => busy(60))]
  await all[0]
  assert.ok(!isOverloaded(shedding))
  await all[1]
})

const work = endpoint({
  id: 'work',
  method: 'GET',
  path: '/work',
  access: 'public',
  tag: 'Test',
  summary: 'Works',
  answer: Type.Object({ value: Type.String() }),
  errors: [],
})

test('calls that wait for the same change hold no place of those being answered', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  const whenFresh = () => {
    waiting++
    return promise
  }
  const server = await startTiny({ routes: [handlerFor()(work, () => ({ value: 'done' }))], whenFresh })
  t.after(() => server.close())
  const count = resources.concurrentCalls.total + 20
  const calls = Array.from({ length: count }, () => fetch(`${server.origin}/work`).then(({ status }) => status))
  while (waiting < count) await sleep(10)
  resolve()
  assert.deepEqual([...new Set(await Promise.all(calls))], [200])
})

test('an overloaded server refuses work, and sends pages and health checks', async (t) => {
  let done = 0
  const route = handlerFor()(work, () => {
    done++
    return { value: 'done' }
  })
  const limits = { calls: null, search: null, shedAboveMs: Number.NEGATIVE_INFINITY }
  const server = await startTiny({ routes: [route], pages: [{ path: '/page', response: cachedResponse(Buffer.from('"page"')) }], limits })
  t.after(() => server.close())
  for (const language of ['en', 'ru'] as const) {
    const response = await fetch(`${server.origin}/work`, { headers: { 'accept-language': language } })
    assert.equal(response.headers.get('retry-after'), '2')
    await assertProblem(response, 'overloaded', language)
  }
  assert.equal(done, 0)
  assert.equal((await fetch(`${server.origin}/page`)).status, 200)
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200)
})

test('the refusal is the same by the fast path as by writeHead()', async (t) => {
  const limits = { calls: null, search: null, shedAboveMs: Number.NEGATIVE_INFINITY }
  const server = await startTiny({ routes: [handlerFor()(work, () => ({ value: '' }))], limits })
  t.after(() => server.close())
  for (const id of ['request-1', 'another-request-2']) {
    const ask = (more: string) =>
      rawCall(server.port, `GET /work HTTP/1.1\r\nHost: x\r\nAccept-Language: ru\r\nX-Request-Id: ${id}\r\n${more}\r\n`)
    const [quick, usual] = [await ask(''), await ask('Connection: close\r\n')]
    assertRawProblem(quick, 'overloaded', 'ru')
    assert.deepEqual(quick.headers.get('keep-alive'), ['timeout=75'], 'this one went the quick way')
    assert.equal(quick.body, usual.body)
    const same = ({ headers }: typeof quick) =>
      [...headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
    assert.deepEqual(same(quick), same(usual))
  }
})
