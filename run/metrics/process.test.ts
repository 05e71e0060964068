import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { presets } from '#http/limits/presets.ts'
import { freePort } from '#tests/support/free-port.ts'
import { rawConnection } from '#tests/support/raw.ts'
import { personOf, upload } from '#tests/support/result.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { claimsOf, openSession } from '#tests/support/session.ts'
import { postJson, refresh, visitorFor, walkThrough } from '#tests/support/sign-in.ts'
import { createSnapshot } from './process.ts'
import type { Snapshot } from './snapshot.ts'

let service: TestService
let snapshot: () => Promise<Snapshot>
before(async () => {
  const limits = { ...presets.off, guestEmails: [{ name: 'letters', burst: 1, perMinute: 1 / 60 }] }
  service = await startService({ limits })
  snapshot = createSnapshot(service.observed)
})
after(() => service?.close())

/** The sum of the samples that have these labels. */
async function sumOf(name: string, labels: Record<string, string> = {}, suffix?: string, read = snapshot): Promise<number> {
  const family = (await read()).find((one) => one.name === name)
  assert.ok(family, `there is no ${name}`)
  const matching = family.samples.filter(
    (sample) => sample.suffix === suffix && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return matching.reduce((sum, { value }) => sum + value, 0)
}
const callsOf = (route: string, status: number, method = 'GET') =>
  sumOf('projectory_http_requests_total', { method, route, status: String(status) })
const get = (path: string, headers: Record<string, string> = {}) => fetch(service.origin + path, { headers }).then((one) => one.text())

test('a call is counted by its route and status, cached or not, with its time', async () => {
  for (let n = 0; n < 6; n++) await get('/api/tag')
  assert.equal(await callsOf('/api/tag', 200), 6)
  assert.ok((await sumOf('projectory_response_cache_hits_total')) >= 4, 'the second and later ones are cached')
  assert.ok((await sumOf('projectory_response_cache_misses_total')) >= 1)
  assert.equal(await sumOf('projectory_http_request_duration_seconds', { route: '/api/tag' }, '_count'), 6)
  assert.ok((await sumOf('projectory_http_request_duration_seconds', { route: '/api/tag' }, '_sum')) > 0)
  await get('/api/project/no-such-project')
  assert.equal(await callsOf('/api/project/{slug}', 404), 1)
  const { headers } = await fetch(`${service.url}/tag`)
  await get('/api/tag', { 'if-none-match': headers.get('etag')! })
  assert.equal(await callsOf('/api/tag', 304), 1)
})

test('a search is counted under its route when its response is cached too, and its time in the index', async () => {
  const search = () => postJson(`${service.url}/project/findmany`, { filters: { text: 'museum guide' } }).then((one) => one.text())
  for (let n = 0; n < 4; n++) await search()
  assert.equal(await callsOf('/api/project/findmany', 200, 'POST'), 4)
  const searched = await sumOf('projectory_search_duration_seconds', {}, '_count')
  assert.ok(searched >= 1 && searched < 4, `${searched} searches: the others came from the response cache`)
})

test('pages, files of the web app and the auth backend have their routes; files with a hash in their name share one', async () => {
  const page = await get('/', { accept: 'text/html' })
  assert.equal(await callsOf('/', 200), 1)
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  assert.ok(assets.length > 0, 'the page names its files')
  for (const path of assets) await get(path)
  assert.equal(await callsOf('/assets/*', 200), assets.length)
  await get('/auth/.well-known/jwks.json')
  assert.equal(await callsOf('/auth/.well-known/jwks.json', 200), 1)
})

test('addresses that are no route share one label, whatever they are', async () => {
  const labels = async () => new Set((await snapshot()).flatMap(({ samples }) => samples.map((sample) => sample.labels.route)))
  const before = await callsOf('other', 404, 'any')
  const known = await labels()
  for (let n = 0; n < 20; n++) await get(`/api/nothing-${n}`)
  await fetch(`${service.url}/nothing`, { method: 'DELETE' })
  assert.equal(await callsOf('other', 404, 'any'), before + 21)
  assert.deepEqual(
    [...(await labels())].filter((route) => !known.has(route) && route !== 'other'),
    [],
  )
  assert.ok((await sumOf('projectory_problems_total', { code: 'not_found' })) >= 20)
})

test('bytes that are not HTTP are counted too, health checks are not', async () => {
  const raw = await rawConnection(Number(new URL(service.origin).port))
  raw.send('nonsense\r\n\r\n')
  await raw.closed()
  assert.equal(await callsOf('other', 400, 'any'), 1)
  const before = await sumOf('projectory_http_requests_total')
  await get('/healthz')
  await get('/readyz')
  assert.equal(await sumOf('projectory_http_requests_total'), before)
})

test('an open event stream is counted once, when it begins', async () => {
  const left = new AbortController()
  await fetch(`${service.url}/events`, { signal: left.signal })
  assert.equal(await sumOf('projectory_event_streams_open'), 1)
  assert.equal(await callsOf('/api/events', 200), 1)
  assert.ok((await sumOf('projectory_http_request_duration_seconds', { route: '/api/events' }, '_sum')) < 10)
  left.abort()
  for (const until = performance.now() + 20_000; performance.now() < until && (await sumOf('projectory_event_streams_open')) > 0; );
  assert.equal(await sumOf('projectory_event_streams_open'), 0)
  assert.equal(await callsOf('/api/events', 200), 1)
})

test('refusals by a rate limit are counted by its name, and replays of stored responses', async () => {
  const email = { name: 'Anna', email: 'anna@example.org', subject: 'Hello', message: 'Is it open?' }
  const send = (key: string) => postJson(`${service.url}/email`, email, { 'idempotency-key': key }).then((one) => one.status)
  assert.equal(await send('metrics-key-0123456789'), 200)
  assert.equal(await send('metrics-key-another-one'), 429)
  assert.equal(await sumOf('projectory_rate_limit_refusals_total', { policy: 'letters' }), 1)
  assert.equal(await sumOf('projectory_problems_total', { code: 'too_many_mails' }), 1)
  assert.equal(await sumOf('projectory_idempotent_replays_total'), 0)
})

test('so are those of repeated refreshes, of failed tokens and of uploads', async (t) => {
  const refusalsOf = (policy: string, read = snapshot) => sumOf('projectory_rate_limit_refusals_total', { policy }, undefined, read)
  const { refreshToken, accessToken } = await openSession(service)
  const { sid } = claimsOf(accessToken)
  assert.equal((await refresh(service, refreshToken)).status, 200)
  const { retries, failedTokens } = service.observed.auth!
  for (const bucket of [retries, failedTokens]) {
    let status = 0
    while (status !== 429) {
      while (bucket.spend(sid, performance.now()).allowed); // it empties again with time
      ;({ status } = await refresh(service, refreshToken))
    }
    assert.equal(await refusalsOf(bucket.policy.name), 1)
  }
  const limited = await startService({ env: { RATE_LIMITS: 'on' } })
  t.after(() => limited.close())
  const { token } = await personOf(limited, 'boris')
  const raw = await rawConnection(Number(new URL(limited.origin).port))
  raw.send(`POST /api/project/results/upload-file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`)
  raw.send(`Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${501 * 1024 * 1024}\r\n\r\n`)
  assert.equal((await raw.answer()).status, 429)
  raw.end()
  const read = createSnapshot(limited.observed)
  assert.deepEqual([await refusalsOf('uploaded-bytes', read), await refusalsOf('uploads', read)], [1, 0])
})

test('files, their bytes and refused uploads are counted, and a repeated upload as a replay', async () => {
  const boris = await personOf(service, 'boris')
  const key = { 'idempotency-key': 'metrics-upload-0123456789' }
  const content = 'our report'
  const [first, second] = [await upload(service, boris, { content }, key), await upload(service, boris, { content }, key)]
  assert.deepEqual([first.status, second.status], [200, 200], await first.text())
  assert.equal(await sumOf('projectory_idempotent_replays_total'), 1)
  assert.equal(await sumOf('projectory_uploaded_files_total'), 2)
  assert.equal(await sumOf('projectory_uploaded_bytes_total'), 2 * content.length)
  assert.equal((await upload(service, boris, { name: 'virus.exe' })).status, 415)
  assert.equal(await sumOf('projectory_uploads_failed_total', { reason: 'refused' }), 1)
})

test('sign-ins are counted by result', async () => {
  const before = await sumOf('projectory_sign_ins_total', { result: 'success' })
  await walkThrough(service, 'vera')
  assert.equal(await sumOf('projectory_sign_ins_total', { result: 'success' }), before + 1)
  await visitorFor(service).visit(`${service.authUrl}/mobile/idpcallback?state=unknown&code=x`)
  assert.equal(await sumOf('projectory_sign_ins_total', { result: 'rejected' }), 1)
})

test('whether the shared store of rate limits answers is there, without a call; nothing if limits are not shared', async (t) => {
  const valuesOf = async (read: typeof snapshot) =>
    (await read()).find(({ name }) => name === 'projectory_rate_limit_store_up')!.samples.map(({ value }) => value)
  assert.deepEqual(await valuesOf(snapshot), [])
  const away = `redis://127.0.0.1:${await freePort()}`
  for (const [LIMITS_URL, value] of [
    [undefined, 1],
    [away, 0],
  ] as const) {
    const env = { LIMITS: 'shared', ...(LIMITS_URL && { LIMITS_URL }) }
    const sharing = await startService({ database: service.database, env })
    t.after(() => sharing.close())
    assert.deepEqual(await valuesOf(createSnapshot(sharing.observed)), [value])
  }
})

test('the state of the process is there: lag, pool, memory, event loop, garbage collection, readiness', async () => {
  assert.ok((await sumOf('projectory_catalog_lag_seconds')) < 60)
  assert.ok((await sumOf('projectory_session_feed_lag_seconds')) < 60)
  assert.ok((await sumOf('projectory_catalog_projects')) >= 40)
  assert.ok((await sumOf('projectory_database_pool_connections')) >= 1)
  assert.equal(await sumOf('projectory_database_pool_waiting'), 0)
  assert.ok((await sumOf('projectory_process_resident_memory_bytes')) > 1e6)
  assert.ok((await sumOf('projectory_nodejs_eventloop_lag_p99_seconds')) >= 0)
  const names = (await snapshot()).map(({ name }) => name)
  for (const name of ['nodejs_gc_duration_seconds', 'process_open_fds', 'process_cpu_seconds_total', 'nodejs_heap_size_used_bytes'])
    assert.ok(names.includes(`projectory_${name}`), name)
  // The checks give the database half a second; one that was not made because of another is missing.
  const expected = ['database', 'database_write', 'disk', 'feed', 'schema', 'storage']
  let seen: string[] = []
  for (const until = performance.now() + 60_000; seen.length !== expected.length && performance.now() < until; await sleep(50))
    seen = Object.keys(await service.observed.http.observed.checks())
  assert.deepEqual(seen.toSorted(), expected)
})
