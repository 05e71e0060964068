import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallLog, createLog } from './log.ts'

const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl'

function record(level?: string) {
  const lines: string[] = []
  return { lines, log: createLog(level, { write: (line) => void lines.push(line) }) }
}

const get = { method: 'GET', url: '/api/tag?query=secret' }
type Call = Parameters<ReturnType<typeof createCallLog>>[1]
const call = (over: Partial<Call> = {}): Call => ({
  id: 'call-0001',
  ip: '192.0.2.77',
  startedAt: performance.now(),
  route: '/api/tag',
  code: '',
  ...over,
})

test('every string that has the format of a token is redacted', () => {
  const { lines, log } = record()
  for (let i = 0; i < 3; i++) {
    log.info({ note: `a ${jwt} b pj_rt_abc.def-123 c`, err: new Error(`bad token ${jwt}`) }, `pj_ac_xyz and ${jwt}`)
    assert.doesNotMatch(lines[i]!, /eyJhbGci|pj_rt_abc|pj_ac_xyz|c2lnbmF0dXJl/)
    assert.equal(lines[i]!.match(/\[secret\]/g)?.length, 6 + (lines[i]!.includes('"stack"') ? 0 : -1))
    JSON.parse(lines[i]!)
  }
})

test('fields with the names of secrets are redacted', () => {
  const { lines, log } = record()
  log.info({ headers: { authorization: 'Basic abc', cookie: 'sid=1' }, body: { password: 'p', refreshToken: 'r', accessToken: 'a' } }, 'x')
  assert.doesNotMatch(lines[0]!, /Basic|sid=1|"p"|"r"|"a"/)
})

test('a call is one line: its id, route, status, time, size, and the network of its caller', () => {
  const { lines, log } = record()
  createCallLog(log)(get, call(), 200, 321)
  assert.equal(lines.length, 1)
  const { time, ms, ...rest } = JSON.parse(lines[0]!)
  assert.match(time, /^\d{4}-\d{2}-\d{2}T.*Z$/)
  assert.ok(ms >= 0)
  assert.deepEqual(rest, {
    level: 'info',
    id: 'call-0001',
    method: 'GET',
    route: '/api/tag',
    status: 200,
    size: 321,
    ip: '192.0.2.0/24',
    msg: 'call',
  })
})

test('a refusal is logged with its code, and a server error at the level error', () => {
  const { lines, log } = record()
  const write = createCallLog(log)
  write(get, call({ code: 'not_found' }), 404, 1)
  write(get, call({ code: 'internal' }), 500, 1)
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).level, JSON.parse(line).code]),
    [
      ['info', 'not_found'],
      ['error', 'internal'],
    ],
  )
})

test('an IPv6 address is shortened as in Operations', () => {
  const { lines, log } = record()
  createCallLog(log)(get, call({ ip: '2001:db8:1:2::/64' }), 200, 1)
  assert.equal(JSON.parse(lines[0]!).ip, '2001:db8:1::/48')
})

test('above 200 lines a second successful, shed and rate-limited calls are dropped and counted, other refusals and errors never are', (t) => {
  let now = 5_000_000
  t.mock.method(performance, 'now', () => now)
  const { lines, log } = record()
  const write = createCallLog(log)
  for (let i = 0; i < 1000; i++) write(get, call(), i % 2 ? 304 : 200, 1)
  for (let i = 0; i < 100; i++) write(get, call({ code: 'overloaded' }), 503, 1)
  for (let i = 0; i < 100; i++) write(get, call({ code: 'too_many_calls' }), 429, 1)
  assert.equal(lines.length, 200)
  for (let i = 0; i < 300; i++) write(get, call(), 404, 1)
  for (let i = 0; i < 300; i++) write(get, call(), 503, 1)
  assert.equal(lines.length, 800)
  assert.equal(JSON.parse(lines[200]!).skipped, 1000)
  assert.equal(JSON.parse(lines[201]!).skipped, undefined)
  write(get, call(), 200, 1)
  now += 1000
  write(get, call(), 200, 1)
  assert.equal(lines.length, 801)
  assert.equal(JSON.parse(lines[800]!).skipped, 1)
})

test('lines below the log level are not written', () => {
  const { lines, log } = record('error')
  createCallLog(log)(get, call(), 200, 1)
  createCallLog(log)(get, call(), 500, 1)
  assert.equal(lines.length, 1)
})

test('a call without a route is logged with its path, without the query', () => {
  const { lines, log } = record()
  createCallLog(log)(get, call({ route: '' }), 404, 1)
  assert.equal(JSON.parse(lines[0]!).route, '/api/tag')
})
