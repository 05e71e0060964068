import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createServer as createHttpServer, get, type IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { Problem } from '#contract/shared.ts'
import { FORM_TYPE, formBody } from '#tests/support/form.ts'
import { freePort } from '#tests/support/free-port.ts'
import { HOST, type HttpProxy, type ProxyAnswer, startCaddy, startNginx } from '#tests/support/process/proxy.ts'
import { type FileService, type Person, personOf, startWithFiles, uploadForm } from '#tests/support/result.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

// The configuration files of deploy/, in the real proxies, before a real service.

function assertProxyProblem({ status, headers, text }: ProxyAnswer, expected: number, code: string): void {
  assert.equal(status, expected, text)
  assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  const problem = JSON.parse(text) as Problem
  assertShape(Problem, problem, 'the problem')
  assert.deepEqual([problem.status, problem.code], [expected, code])
  assert.ok(problem.title && problem.detail)
  assert.match(problem.requestId, /^[A-Za-z0-9._-]{8,64}$/)
  assert.equal(headers['x-request-id'], problem.requestId)
  if (expected >= 500 || expected === 429) assert.ok(Number(headers['retry-after']) >= 1)
}

const openEvents = (proxy: HttpProxy): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request(proxy.options('/api/events'), resolve).on('error', reject).end())

for (const [name, start] of [
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const)
  describe(name, () => {
    let service: FileService
    let proxy: HttpProxy
    let boris: Person
    before(async () => {
      service = await startWithFiles({ env: { TRUST_PROXY: '127.0.0.1' } })
      proxy = await start([Number(new URL(service.origin).port)])
      boris = await personOf(service, 'boris')
    })
    after(async () => {
      await proxy.stop()
    })

    test(`${name} passes on pages, lists and errors of the service`, async () => {
      const page = await proxy.call('/')
      assert.equal(page.status, 200)
      assert.match(page.text, /<script/)
      const list = await proxy.call('/api/project/active')
      assert.ok(JSON.parse(list.text).projects.length > 0)
      const missing = await proxy.call('/api/project/no-such-project', { headers: { 'x-request-id': 'my-call.0001' } })
      assert.equal(missing.status, 404)
      const problem = JSON.parse(missing.text)
      assert.deepEqual([problem.code, problem.requestId], ['project_not_found', 'my-call.0001'])
    })

    test(`${name} gives every call an id that the service logs`, async () => {
      const { headers } = await proxy.call('/api/tag?id-of-proxy')
      const id = String(headers['x-request-id'])
      while (!service.logged.some((line) => line.includes(id))) await sleep(20)
    })

    test(`${name} reports the address of the caller, and drops a forged one`, async () => {
      const id = 'address-of-caller'
      const forged = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': id }
      assert.equal((await proxy.call('/api/project/no-such-project', { headers: forged, from: '127.5.6.7' })).status, 404)
      const line = service.logged.map((line) => JSON.parse(line)).find((line) => line.id === id)
      assert.match(line.ip, /^127\.5\.6\./, JSON.stringify(line))
    })

    test(`${name} delivers an event at once`, async () => {
      const stream = await openEvents(proxy)
      let received = ''
      stream.setEncoding('utf8').on('data', (part) => (received += part))
      while (!received.includes('retry:')) await sleep(5) // buffered, it would not arrive before the connection ends
      await service.sql`update project set name = name || '!' where id = (select min(id) from project where state = 'published')`
      while (!received.includes('event: change')) await sleep(5)
      stream.destroy()
    })

    test(`${name} passes on an upload of 20 MB, and its download`, async () => {
      const content = Buffer.from(randomBytes(10 * 1024 * 1024).toString('hex'))
      const body = formBody(uploadForm({ name: 'long.txt', content }))
      const headers = { 'content-type': FORM_TYPE, 'content-length': String(body.length), authorization: `Bearer ${boris.token}` }
      const stored = await proxy.call('/api/project/results/upload-file', { method: 'POST', headers, body })
      assert.equal(stored.status, 200, stored.text)
      const { id, sha256 } = JSON.parse(stored.text)
      assert.equal(sha256, createHash('sha256').update(content).digest('hex'))
      const { text } = await proxy.call(`/api/file/${id}`)
      assert.ok(text === content.toString())
    })

    test(`${name} refuses a body above 160 MB before it is sent`, async () => {
      const headers = { 'content-type': FORM_TYPE, 'content-length': String(200 * 1024 * 1024) }
      const answer = await new Promise<ProxyAnswer>((resolve, reject) => {
        const call = request(proxy.options('/api/request', { method: 'POST', headers }), async (response) => {
          const parts = await response.toArray()
          resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(parts).toString() })
          call.destroy()
        })
        call.on('error', reject)
        call.flushHeaders()
      })
      assertProxyProblem(answer, 413, 'body_too_large')
    })

    test(`an ETag of a compressed response is accepted as If-Match through ${name}`, async () => {
      const headers = { authorization: `Bearer ${boris.token}`, 'accept-encoding': 'br' }
      const list = await new Promise<IncomingMessage>((resolve) =>
        request(proxy.options('/api/project/active', { headers }), resolve).end(),
      )
      assert.equal(list.headers['content-encoding'], 'br')
      assert.ok(JSON.parse(brotliDecompressSync(Buffer.concat(await list.toArray())).toString()).projects.length > 0)
      const seen = await proxy.call('/api/user/notifications', { headers: { ...headers, 'accept-encoding': 'identity' } })
      const put = (etag: string) =>
        proxy.call('/api/user/notifications', {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json', 'if-match': etag },
          body: JSON.stringify({ kinds: [{ kind: 'new_sign_in', when: 'daily' }] }),
        })
      const etag = String(seen.headers.etag)
      const changed = await put(`W/${etag.replace(/^W\//, '')}`) // as a compressing proxy returns it
      assert.equal(changed.status, 200)
      assert.equal((await put(etag)).status, 412)
      const unchanged = await proxy.call('/api/project/active', {
        headers: { 'if-none-match': String(list.headers.etag), 'accept-encoding': 'br' },
      })
      assert.equal(unchanged.status, 304)
    })

    if (name === 'nginx') {
      test('nginx redirects plain HTTP to TLS', async () => {
        const answer = await new Promise<IncomingMessage>((resolve) =>
          get({ host: '127.0.0.1', port: proxy.plainPort!, path: '/a?b', headers: { host: HOST } }, resolve),
        )
        assert.deepEqual([answer.statusCode, answer.headers.location], [308, `https://${HOST}/a?b`])
        answer.resume()
      })

      test('nginx refuses a flood with a problem, and serves another address meanwhile', async (t) => {
        const slow = await startNginx([Number(new URL(service.origin).port)], '1r/m')
        t.after(() => slow.stop())
        const agent = new Agent({ keepAlive: true, maxSockets: 20 }) // a busy machine does not accept hundreds of connections at once
        t.after(() => agent.destroy())
        const flood = await Promise.all(Array.from({ length: 400 }, () => slow.call('/healthz', { from: '127.9.9.9', agent })))
        const refused = flood.filter(({ status }) => status !== 200)
        assert.ok(refused.length > 0 && refused.length <= 99, `${refused.length}`) // one is admitted, the burst of 300, and one a minute
        assertProxyProblem(refused[0]!, 429, 'too_many_calls')
        assert.equal((await slow.call('/healthz')).status, 200)
      })
    }

    test(`${name} answers with a problem when the service is stopped`, { timeout: 120_000 }, async () => {
      await service.close()
      const down = await proxy.call('/api/tag')
      assertProxyProblem(down, down.status === 503 ? 503 : 502, 'service_unreachable')
    })
  })

test('nginx repeats a search that a process did not answer, and no other POST', { timeout: 120_000 }, async (t) => {
  const service = await startWithFiles()
  t.after(() => service.close())
  let searches = 0
  let others = 0
  // Reads the call and dies before it answers. nginx leaves it out for two seconds then.
  const dying = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      if (/^POST \/api\/project\/findmany /.test(data.toString())) searches++
      else if (data.toString().startsWith('POST')) others++
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve))
  t.after(() => dying.close())
  const proxy = await startNginx([(dying.address() as AddressInfo).port, Number(new URL(service.origin).port)])
  t.after(() => proxy.stop())
  const post = (path: string) => proxy.call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  while (searches < 2) {
    assert.equal((await post('/api/project/findmany')).status, 200)
    await sleep(50)
  }
  let last = await post('/api/email')
  while (others === 0) {
    await sleep(50)
    last = await post('/api/email')
  }
  assertProxyProblem(last, 502, 'service_unreachable')
  assert.equal(others, 1)
})

test('nginx sends the calls of a process that is not there to the other one', async (t) => {
  const service = await startWithFiles()
  t.after(() => service.close())
  const proxy = await startNginx([await freePort(), Number(new URL(service.origin).port)])
  t.after(() => proxy.stop())
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? proxy.call('/api/tag')
        : proxy.call('/api/project/findmany', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
})

test('a process that answers health checks late, because the machine is busy, stays in use behind Caddy', {
  timeout: 120_000,
}, async (t) => {
  let [checks, ended] = [0, 0]
  const busy = createHttpServer((message, response) => {
    if (message.method === 'POST') return void response.end('taken')
    if (message.url !== '/readyz?reads=1') return void response.end()
    checks++
    response.on('close', () => ended++)
    if (checks === 1) response.end()
    else setTimeout(() => response.end(), 3000).unref()
  })
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  t.after(() => busy.close())
  const proxy = await startCaddy([(busy.address() as AddressInfo).port])
  t.after(() => proxy.stop())
  await until(() => ended >= 3) // answered, or given up by Caddy
  const { status, text } = await proxy.call('/api/email', { method: 'POST', body: '{}' })
  assert.deepEqual([status, text], [200, 'taken'])
})
