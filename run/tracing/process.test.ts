import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { attributesOf, startCollector } from '#tests/support/peer/collector.ts'
import { startProcess } from '#tests/support/process/whole-process.ts'

// The whole service in a process of its own, as an operator starts it.
const folder = mkdtempSync(join(tmpdir(), 'tracing-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const settings = (endpoint: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'info', DEMO: 'false' })

test('log lines are exported with the id of their trace, the rest when the service stops', async (t) => {
  const collector = await startCollector()
  t.after(collector.close)
  const service = await startProcess(folder, settings(collector.url))
  t.after(() => service.kill('SIGKILL'))
  const response = await fetch(`${service.origin}/api/tag`, { headers: { traceparent } })
  assert.equal(response.status, 200)
  const id = response.headers.get('x-request-id')
  assert.equal(await service.kill('SIGTERM'), 0, service.output())
  const line = await collector.log((log) => attributesOf(log).id === id)
  assert.deepEqual([line.severityText, line.body.stringValue, line.traceId], ['info', 'call', traceId])
  assert.equal(attributesOf(line).route, '/api/tag')
  const span = await collector.span((span) => span.traceId === traceId && span.kind === 2)
  assert.equal(line.spanId, span.spanId)
  assert.match(service.output(), new RegExp(`"traceId":"${traceId}".*"id":"${id}"`))
})

test('what a start has logged before it failed is exported', async (t) => {
  const collector = await startCollector()
  t.after(collector.close)
  const PORT = new URL(collector.url).port // in use
  await assert.rejects(startProcess(folder, { ...settings(collector.url), PORT }), /Port \d+ is in use/)
  await collector.log(({ body }) => body.stringValue === 'search index is ready')
})

test('a collector that is away or never answers affects no call, and the service stops as usual', async (t) => {
  const hanging = await startCollector({ isHanging: true })
  t.after(hanging.close)
  for (const endpoint of ['http://127.0.0.1:9', hanging.url]) {
    const service = await startProcess(folder, settings(endpoint))
    t.after(() => service.kill('SIGKILL'))
    const isReported = () => /"level":"warn".*traces and logs cannot be exported/.test(service.output())
    for (const deadline = performance.now() + 60_000; !isReported() && performance.now() < deadline; ) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.origin}/api/tag`, { headers: { traceparent } })))
      for (const answer of answers) assert.equal(answer.status, 200)
      await sleep(2600) // within the rate limit, however long the report takes
    }
    assert.ok(isReported(), service.output().slice(-2000))
    assert.equal((await fetch(`${service.origin}/api/tag`)).status, 200)
    assert.equal(await service.kill('SIGTERM'), 0, service.output().slice(-2000))
    assert.equal(service.output().match(/traces and logs cannot be exported/g)!.length, 1, 'it is reported once')
  }
})
