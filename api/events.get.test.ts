import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertProblem } from '#tests/support/problem.ts'
import { startService } from '#tests/support/service.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

async function listen() {
  const stop = new AbortController()
  const answer = await fetch(`${service.url}/events`, { signal: stop.signal })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  async function next(): Promise<string> {
    for (;;) {
      const end = received.indexOf('\n\n') + 2
      const message = received.slice(0, end)
      received = received.slice(end)
      if (message !== '' && !message.startsWith(':')) return message // comments are keep-alives
      if (message === '') received += (await reader.read()).value ?? assert.fail('the stream has ended')
    }
  }
  return { answer, stop, next }
}
const untilListeners = async (count: number) => {
  while (service.app.streams.count !== count) await sleep(5)
}

test('every connected client gets a change event, without details', async () => {
  const [one, other] = [await listen(), await listen()]
  assert.equal(one.answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(one.answer.headers.get('cache-control'), 'no-store')
  assert.match(await one.next(), /^retry: \d+\n\n$/)
  assert.match(await other.next(), /^retry: \d+\n\n$/)
  await service.sql`update project set name = name || '!' where id = (select min(id) from project where state = 'published')`
  assert.equal(await one.next(), 'event: change\ndata:\n\n')
  assert.equal(await other.next(), 'event: change\ndata:\n\n')
  one.stop.abort()
  other.stop.abort()
})

test('the language stored at the first sign-in sends no change event; a changed name does', async () => {
  const { next, stop } = await listen()
  await next()
  const event = next()
  await service.sql`update person set language = 'ru' where login = 'vera'`
  assert.equal(await Promise.race([event, sleep(1500, 'nothing')]), 'nothing')
  await service.sql`update person set name = 'Vasilisa', language = 'en' where login = 'vera'`
  assert.equal(await event, 'event: change\ndata:\n\n')
  stop.abort()
})

test('a closed connection is removed', async () => {
  await untilListeners(0) // streams of earlier tests
  const [{ stop, next }, other] = [await listen(), await listen()]
  await next()
  await untilListeners(2)
  stop.abort()
  await untilListeners(1)
  other.stop.abort()
})

test('three hundred open streams do not block other calls', async () => {
  const listening = await Promise.all(Array.from({ length: 300 }, () => listen()))
  assert.equal((await fetch(`${service.url}/project/by-nobody`)).status, 404) // passes the limit of concurrent calls
  const [{ stop }] = listening as [(typeof listening)[0]]
  stop.abort()
  for (const one of listening) one.stop.abort()
})

test('an address with too many streams is refused with Retry-After until it closes one, behind a proxy too', async (t) => {
  const limits = { calls: null, search: null, shares: { eventStreams: 2 } }
  const limited = await startService({ database: service.database, limits, env: { TRUST_PROXY: '127.0.0.1' } })
  t.after(() => limited.close())
  const stop = new AbortController()
  const listenFrom = (address: string, { signal }: { signal?: AbortSignal } = {}) =>
    fetch(`${limited.url}/events`, { headers: { 'x-forwarded-for': address }, signal })
  for (const signal of [stop.signal, undefined]) assert.equal((await listenFrom('192.0.2.1', { signal })).status, 200)
  const refused = await listenFrom('192.0.2.1')
  assert.equal(refused.headers.get('retry-after'), '30')
  await assertProblem(refused, 'too_many_calls')
  assert.equal((await listenFrom('192.0.2.2')).status, 200, 'another address has its own share')
  stop.abort()
  while (limited.app.streams.count > 2) await sleep(5)
  assert.equal((await listenFrom('192.0.2.1')).status, 200)
})

test('open streams do not prevent a shutdown', async () => {
  const short = await startService({ database: service.database })
  const answer = await fetch(`${short.url}/events`)
  const ended = answer.text()
  await short.http.drain()
  assert.match(await ended, /^retry: /)
  await short.close()
})

test('a stream that is opened during a shutdown ends at once', { timeout: 60_000 }, async () => {
  const short = await startService({ database: service.database })
  short.app.streams.close() // as the shutdown does before it waits for the open connections
  const answer = await fetch(`${short.url}/events`)
  assert.match(await answer.text(), /^retry: /)
  await short.close()
})
