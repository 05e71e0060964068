import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { assertProblem, assertRawProblem } from '#tests/support/problem.ts'
import { rawCall } from '#tests/support/raw.ts'
import { startTiny } from '#tests/support/tiny-server.ts'
import { cachedResponse } from './cached-response.ts'
import { handlerFor } from './handle.ts'
import { createLoadShedding } from './load-shedding.ts'
import { Refusal } from './problem.ts'

const busy = (ms: number): void => {
  const cpu = () => process.threadCpuUsage().user / 1000
  for (const end = cpu() + ms; cpu() < end; );
}
const isOverloaded = ({ refuseIfOverloaded }: ReturnType<typeof createLoadShedding>): boolean => {
  try {
    refuseIfOverloaded()
    return false
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'overloaded')
    return true
  }
}

test('one long task is not an overload; a second one in a row is, until the event loop is on time', async (t) => {
  const shedding = createLoadShedding(40)
  t.after(shedding.stop)
  busy(60)
  assert.ok(!isOverloaded(shedding), 'the first')
  await sleep(0) // the timer runs, late
  busy(60)
  assert.ok(isOverloaded(shedding), 'the second')
  const deadline = performance.now() + 60_000
  while (isOverloaded(shedding)) {
    assert.ok(performance.now() < deadline)
    await sleep(20)
  }
})

test('without a limit nothing is refused', (t) => {
  const shedding = createLoadShedding()
  t.after(shedding.stop)
  busy(100)
  assert.ok(!isOverloaded(shedding))
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
