import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { FileMissing } from '#files/file-store.ts'
import { createS3Store } from '#files/s3.ts'
import { readS3Address } from '#files/s3-address.ts'
import { readConfig } from '#run/config/config.ts'
import { attributesOf, type Collector, startCollector } from '#tests/support/peer/collector.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { openTracing } from './open.ts'
import type { Tracing } from './tracing.ts'

const parentId = 'b7ad6b7169203331'
let traces = 0
/** A trace of its own for each test. */
const newTrace = (isSampled = true) => {
  const traceId = (++traces).toString(16).padStart(32, 'a')
  return { traceId, traceparent: `00-${traceId}-${parentId}-${isSampled ? '01' : '00'}` }
}
const canaries = ['canary.person@example.org', 'Canary Person', 'canary text of the message', 'canary-query']

let collector: Collector
let tracing: Tracing
let service: TestService
before(async () => {
  collector = await startCollector()
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=collector-secret',
    OTEL_SERVICE_NAME: 'directory',
  })
  tracing = (await openTracing(config))!
  service = await startService({ tracing, sendsMail: true })
})
after(async () => {
  await service?.close()
  await tracing?.close()
  await collector?.close()
})

const writeEmail = (traceparent: string, headers = {}) =>
  fetch(`${service.url}/email?canary-query=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent, ...headers },
    body: JSON.stringify({ name: canaries[1], email: canaries[0], message: `${canaries[2]} ${traceparent}` }),
  })
const ofTrace = (id: string) => collector.spans.filter(({ traceId }) => traceId === id)

test('a call with traceparent has a server span below its parent, with its statements and its email in the same trace', async () => {
  const { traceId, traceparent } = newTrace()
  const response = await writeEmail(traceparent)
  assert.equal(response.status, 200, await response.text())
  const isOfTrace = (span: { traceId: string }) => span.traceId === traceId
  const call = await collector.span((span) => isOfTrace(span) && span.name === 'POST /api/email')
  assert.deepEqual([call.parentSpanId, call.kind], [parentId, 2])
  assert.deepEqual(attributesOf(call), {
    'http.request.method': 'POST',
    'http.route': '/api/email',
    'http.response.status_code': 200,
    'projectory.request_id': response.headers.get('x-request-id'),
  })
  const insert = await collector.span((span) => isOfTrace(span) && /accept_letter/.test(String(attributesOf(span)['db.query.text'])))
  assert.deepEqual([insert.parentSpanId, insert.kind], [call.spanId, 3])
  assert.equal(attributesOf(insert)['db.system.name'], 'postgresql')
  const mail = await collector.span((span) => isOfTrace(span) && span.name === 'send contact email')
  assert.equal(mail.parentSpanId, call.spanId)
  const smtp = await collector.span((span) => isOfTrace(span) && span.name === 'SMTP')
  assert.deepEqual([smtp.parentSpanId, attributesOf(smtp)], [mail.spanId, { 'projectory.mail.outcome': 'accepted' }])
  assert.deepEqual([collector.resource()['service.name'], collector.headers()['x-key']], ['directory', 'collector-secret'])
  for (const canary of [...canaries, 'collector-secret']) assert.ok(!collector.text().includes(canary), canary)
})

test('the row of an email names the trace of its call; a repeated call writes no other, and other rows name none', async () => {
  const { traceparent, traceId } = newTrace()
  const key = `key-${traceId}`
  for (let i = 0; i < 2; i++) assert.equal((await writeEmail(traceparent, { 'idempotency-key': key })).status, 200)
  const rows = await service.sql`select traceparent from outbox where traceparent like ${`%${traceId}%`}`
  assert.equal(rows.length, 1)
  assert.match(rows[0]!.traceparent, new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  await service.sql`insert into outbox (kind, created_at) values ('contact', now() + interval '1 day')`
  const [own] = await service.sql`select traceparent from outbox where created_at > now() + interval '1 hour'`
  assert.equal(own!.traceparent, null, 'others have none')
})

test('a trace that its caller does not sample has no spans here either, nor has its email', async () => {
  const { traceId, traceparent } = newTrace(false)
  assert.equal((await writeEmail(traceparent)).status, 200)
  const [row] = await service.sql`select traceparent from outbox where traceparent like ${`%${traceId}%`}`
  assert.match(row!.traceparent, /-00$/)
  const later = newTrace()
  await fetch(`${service.url}/tag`, { headers: { traceparent: later.traceparent } })
  await collector.span((span) => span.traceId === later.traceId) // exported in order
  assert.deepEqual(ofTrace(traceId), [])
})

test('a cached response has the pattern of its route, and an unknown address, a health check or a wrong header no trace of it', async () => {
  const ids = [newTrace(), newTrace(), newTrace()]
  for (const { traceparent } of ids.slice(0, 2))
    await (await fetch(`${service.url}/project/karta-dvorov`, { headers: { traceparent } })).text()
  for (const { traceId } of ids.slice(0, 2)) {
    const span = await collector.span((span) => span.traceId === traceId && span.kind === 2)
    assert.equal(span.name, 'GET /api/project/{slug}')
  }
  const { traceId, traceparent } = ids[2]!
  await fetch(`${service.origin}/healthz`, { headers: { traceparent } })
  await fetch(`${service.url}/nowhere/canary-query`, { headers: { traceparent } })
  const span = await collector.span((span) => span.traceId === traceId)
  assert.deepEqual([span.name, attributesOf(span)['error.type']], ['GET', 'not_found'])
  assert.equal(ofTrace(traceId).length, 1)
  assert.equal((await fetch(`${service.url}/tag`, { headers: { traceparent: 'no trace' } })).status, 200)
  assert.ok(!collector.text().includes('canary-query'))
})

test('calls to an identity provider and to S3 carry the trace, and the storage has spans', async (t) => {
  const received: { path: string; traceparent: unknown }[] = []
  const peer = createServer((message, response) => {
    received.push({ path: message.url!, traceparent: message.headers.traceparent })
    response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(peer, 'listening')
  t.after(() => peer.close())
  const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
  process.env.AWS_ACCESS_KEY_ID ??= 'test'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test'
  const address = readS3Address(`s3://bucket/x?endpoint=${url}&region=eu-1`)
  if (typeof address === 'string') throw new Error(address)
  const files = tracing.files(createS3Store(address, service.config.dataDir, undefined, tracing.headers))
  const { traceId, traceparent } = newTrace()
  await tracing.mail({ id: 1, attempt: 1, kind: 'contact', requestId: null, traceparent } as never, async () => {
    await tracing.fetch(`${url}/token?canary-query`, { headers: { authorization: 'canary-query' } })
    await assert.rejects(files.read('a'.repeat(64), 5), FileMissing)
  })
  const provider = await collector.span((span) => span.traceId === traceId && span.name === 'GET identity provider')
  const storage = await collector.span((span) => span.traceId === traceId && span.name === 'storage read')
  assert.deepEqual(
    received.map((one) => [one.path.slice(0, 7), one.traceparent]),
    [
      ['/token?', `00-${traceId}-${provider.spanId}-01`],
      ['/bucket', `00-${traceId}-${storage.spanId}-01`],
    ],
  )
  assert.deepEqual(attributesOf(storage), { 'file.size': 5, 'error.type': 'FileMissing' })
  assert.ok(!collector.text().includes('canary-query'))
})
