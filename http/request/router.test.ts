import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import type { App } from '#http/app.ts'
import { handlerFor } from '#http/handle.ts'
import { cachedResponse } from '#http/response/cached-response.ts'
import { startTiny, type TinyServer } from '#tests/support/peer/tiny-server.ts'
import { assertProblem } from '#tests/support/problem.ts'

const about = { access: 'public', tag: 'T', summary: 'S', answer: Type.Object({ value: Type.String() }), errors: [] } as const
const handle = handlerFor<App>()
const get = <P extends `/${string}`>(path: P, more: Partial<Endpoint> = {}) =>
  ({ ...about, id: path, method: 'GET', path, ...more }) as Endpoint

let gate = Promise.withResolvers<void>()
let count = 0
let rendered = 0
let server: TinyServer
before(async () => {
  server = await startTiny({
    routes: [
      handle(get('/never'), () => new Promise<never>(() => {})),
      handle(get('/broken'), () => {
        throw new TypeError('the password is hunter2')
      }),
      handle(get('/rejected'), async () => {
        await sleep(1)
        throw new Error('select secret from account')
      }),
      handle(get('/no-database'), async () => {
        throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
      }),
      handle(get('/gated', { sameForAll: true }), async () => {
        const value = String(++count)
        await gate.promise
        return { value }
      }),
      handle(get('/extra'), () => ({ value: 'x', secret: 'not in the contract' }) as { value: string }),
      handle(
        endpoint({ ...about, id: 'echo', method: 'POST', path: '/echo', body: Type.Object({ value: Type.String() }) }),
        ({ body }) => body,
      ),
    ],
    pages: [
      { path: '/', redirectTo: '/docs' },
      { path: '/docs', response: cachedResponse(Buffer.from('<p>'), { type: 'text/html' }) },
      {
        path: '/rendered',
        get response() {
          rendered++
          return cachedResponse(Buffer.from('<p>'), { type: 'text/html' })
        },
      },
    ],
  })
})
after(() => server.close())

test('a page is rendered by the first call for it, not by the start', async () => {
  assert.equal(rendered, 0)
  assert.equal((await fetch(`${server.origin}/rendered`)).status, 200)
  assert.equal(rendered, 1)
})

test('a handler that exceeds 6 seconds is a 503 with the code deadline_exceeded', async () => {
  const startedAt = performance.now()
  const response = await fetch(`${server.origin}/never`)
  const took = performance.now() - startedAt
  assert.ok(took > 5900 && took < 20_000, String(took))
  const { detail } = await assertProblem(response, 'deadline_exceeded')
  assert.match(detail, /longer than 6 seconds/)
})

for (const path of ['/broken', '/rejected'])
  test(`a handler that throws (${path}) is a 500 without details, and a log line with all of them`, async () => {
    const response = await fetch(server.origin + path, { headers: { 'accept-language': 'ru' } })
    const problem = await assertProblem(response, 'internal', 'ru')
    assert.doesNotMatch(JSON.stringify(problem), /hunter2|secret|TypeError|router\.test/)
    assert.ok(problem.detail.includes(problem.requestId))
    const lines = server.logged.map((line) => JSON.parse(line)).filter(({ id }) => id === problem.requestId)
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg]),
      [
        ['error', 'call failed'],
        ['error', 'call'],
      ],
    )
    assert.match(lines[0].err.stack, /router\.test/)
  })

test('a database outage is a 503', async () => {
  const problem = await assertProblem(await fetch(`${server.origin}/no-database`), 'database_unavailable')
  assert.doesNotMatch(JSON.stringify(problem), /10\.0\.0\.5/)
})

test('a response made before a change is sent to its caller but not cached', async () => {
  const ask = async () => ((await (await fetch(`${server.origin}/gated`)).json()) as { value: string }).value
  gate.resolve()
  assert.deepEqual([await ask(), await ask(), await ask()], ['1', '2', '2'], 'two calls, then from the cache')
  server.http.responseCache.clear()
  gate = Promise.withResolvers()
  const early = ask()
  while (count < 3) await sleep(5) // until the handler runs
  server.http.responseCache.clear() // the catalog changes while the handler runs
  gate.resolve()
  assert.equal(await early, '3')
  assert.equal(await ask(), '4')
})

test('an answer is serialised by its contract, without extra properties', async () => {
  assert.equal(await (await fetch(`${server.origin}/extra`)).text(), '{"value":"x"}')
})

test('a body is read, validated and passed to the handler', async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${server.origin}/echo`, { method: 'POST', headers: { 'content-type': type }, body })
  assert.deepEqual(await (await post('{"value":"ё","other":1}')).json(), { value: 'ё' })
  const { errors } = await assertProblem(await post('{"value":5}'), 'invalid_input')
  assert.deepEqual(errors, [{ path: 'value', code: 'wrong_type', message: 'should be text' }])
  await assertProblem(await post('{}'), 'invalid_input')
  await assertProblem(await post('{'), 'malformed_json')
  await assertProblem(await post('{}', 'text/plain'), 'unsupported_media_type')
  await assertProblem(await post(JSON.stringify({ value: 'x'.repeat(65_536) })), 'body_too_large')
})

test('a page is served, the root redirects to the documentation', async () => {
  const page = await fetch(`${server.origin}/docs`)
  assert.deepEqual([page.status, page.headers.get('content-type'), await page.text()], [200, 'text/html', '<p>'])
  const root = await fetch(server.origin, { redirect: 'manual' })
  assert.deepEqual([root.status, root.headers.get('location')], [302, '/docs'])
})
