import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Operations } from '#contract/console/operations.ts'
import type { Sql } from '#database/sql.ts'
import { freePort } from '#tests/support/free-port.ts'
import { descendantsOf } from '#tests/support/process/processes.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { callOnce, isAlive, listNodes, openEmbedded, startReading } from '#tests/support/process/workers.ts'
import { signIn, signOut } from '#tests/support/sign-in.ts'
import { until } from '#tests/support/until.ts'
import { connectionsOf } from './process-share.ts'

// The service with several workers, as an operator starts it: one main process, its workers, and the embedded database.

const WORKERS = 2
const dataDir = mkdtempSync(join(tmpdir(), 'projectory-workers-'))
chmodSync(dataDir, 0o755)
let service: WholeProcess
let sql: Sql
let metricsPort: number
let where: { origin: string; authUrl: string }

async function start(env: Record<string, string> = {}): Promise<void> {
  metricsPort = await freePort()
  service = await startProcess(dataDir, {
    WORKERS: String(WORKERS),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    ...env,
  })
  where = { origin: service.origin, authUrl: `${service.origin}/auth` }
  sql = openEmbedded(dataDir)
}
const nodes = () => listNodes(sql)
/** All workers are registered, and one of them leads. */
const complete = () =>
  until(async () => {
    const all = (await nodes()).filter(({ pid }) => isAlive(pid))
    return all.length === WORKERS && all.filter(({ isLeader }) => isLeader).length === 1 ? all : undefined
  })
const stopAll = async (signal: NodeJS.Signals = 'SIGTERM') => {
  await sql.end({ timeout: 1 })
  return service.kill(signal)
}

before(() => start())
after(async () => {
  await sql?.end({ timeout: 1 })
  await service?.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

test('all workers answer on one port, and one of them leads', async () => {
  const all = await complete()
  assert.deepEqual(
    all.map(({ worker, parts }) => [worker, parts]),
    [
      [1, 'all'],
      [2, 'all'],
    ],
  )
  assert.equal(new Set(all.map(({ pid }) => pid)).size, WORKERS)
  assert.ok(
    all.every(({ pid }) => pid !== service.child.pid),
    'the main process serves no calls',
  )
  // One after the other: calls of two kinds in turn would each reach the same one of two workers.
  for (const path of ['/api/tag', '/healthz'])
    for (let n = 0; n < 4 * WORKERS; n++) assert.equal((await callOnce(`${service.origin}${path}`)).status, 200)
  await until(() => [1, 2].every((worker) => new RegExp(`"worker":${worker},[^\\n]*"/api/tag"`).test(service.output())))
  const [locks] = await sql`select count(*)::int as count from pg_locks where locktype = 'advisory' and classid::bigint = 7305812`
  assert.equal(locks!.count, 1)
})

test('the metrics of all workers are added on one port, those of the database are there once', async () => {
  const readValue = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
  const each = connectionsOf(WORKERS)
  assert.ok(each < connectionsOf(1))
  // A worker that does not answer in a second is missing in the first response.
  const text = await until(async () => {
    const { text } = await callOnce(`http://127.0.0.1:${metricsPort}/metrics`)
    return readValue(text, 'projectory_database_pool_max') === WORKERS * each && text
  })
  assert.ok(readValue(text, 'projectory_http_requests_total\\{method="GET",route="/api/tag",status="200"\\}') >= 4 * WORKERS)
  assert.equal(text.match(/^projectory_process_resident_memory_bytes /gm)?.length, 1)
  assert.equal(text.match(/^projectory_mail_breaker_open/gm)?.length, 1)
  assert.deepEqual(text.match(/^projectory_database_up .*$/gm), ['projectory_database_up 1'])
})

test('of a worker that does not answer the counters stay in the metrics, the other values go, and it is not ready', async () => {
  const read = async () => (await callOnce(`http://127.0.0.1:${metricsPort}/metrics`)).text
  const amountOf = (name: string, text: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  const ready = 'projectory_ready\\{check="worker"\\}'
  const calls = 'projectory_http_requests_total\\{method="GET",route="/api/tag",status="200"\\}'
  const { pid } = (await complete()).find(({ isLeader }) => !isLeader)!
  const before = await until(async () => [await read()].find((text) => amountOf(ready, text) === 1))
  process.kill(pid, 'SIGSTOP')
  try {
    const isOfOther = (text: string) => amountOf(ready, text) === 0 && amountOf('projectory_ready\\{check="feed"\\}', text) === 1
    const hung = await until(async () => [await read()].find(isOfOther))
    assert.equal(amountOf('projectory_database_pool_max', hung), connectionsOf(WORKERS), 'only the connections of the other one')
    assert.equal(amountOf(calls, hung), amountOf(calls, before))
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await until(async () => amountOf(ready, await read()) === 1)
})

test('a person signs in over several workers, and each worker sees at once what they have changed', async () => {
  const tokens = await signIn(where, 'anna')
  const headers = { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' }
  const profile = `${service.origin}/api/user/profile`
  for (let n = 0; n < 12; n++) {
    const surname = n % 2 ? 'Ковалёва' : 'Соколова'
    const body = JSON.stringify({ name: 'Анна', surname })
    const written = await callOnce(`${service.origin}/api/profile/personal`, { method: 'PUT', headers, body })
    assert.equal(written.status, 200, written.text)
    for (let read = 0; read < WORKERS; read++) assert.match((await callOnce(profile, { headers })).text, new RegExp(surname))
  }
  assert.equal((await signOut(where, tokens.accessToken)).status, 204)
  for (let n = 0; n < 2 * WORKERS; n++) await until(async () => (await callOnce(profile, { headers })).status === 401)
})

test('each worker knows the progress of an import, and shows its result at once', async () => {
  const { accessToken } = await signIn(where, 'admin')
  const authorization = `Bearer ${accessToken}`
  const ticket = randomUUID()
  const form = new FormData()
  form.append('mode', 'do')
  form.append('ticket', ticket)
  form.append('files', new Blob(['name\nSeen by all workers\n']), 'sheet.csv')
  const imported = await fetch(`${service.origin}/api/console/import/tag`, { method: 'POST', headers: { authorization }, body: form })
  assert.equal(imported.status, 200, await imported.text())
  for (let n = 0; n < 2 * WORKERS; n++)
    assert.match((await callOnce(`${service.origin}/api/tag`, { headers: { authorization } })).text, /Seen by all workers/)
  for (let n = 0; n < 2 * WORKERS; n++) {
    const look = () => callOnce(`${service.origin}/api/console/import/progress/${ticket}`, { headers: { authorization } })
    await until(async () => JSON.parse((await look()).text).stage === 'done')
  }
})

test('a worker that is killed is started again, another one leads, and reads go on', async () => {
  const before = await complete()
  const leader = before.find(({ isLeader }) => isLeader)!
  const [{ term }] = (await sql`select term::int as term from leadership where parts = 'all'`) as unknown as [{ term: number }]
  process.kill(leader.pid, 'SIGKILL')
  const successor = await until(async () => (await nodes()).find(({ isLeader, pid }) => isLeader && pid !== leader.pid))
  assert.equal((await callOnce(`${service.origin}/api/tag`)).status, 200)
  const after = await complete()
  assert.ok(after.some(({ pid }) => pid === successor.pid) && after.every(({ pid }) => pid !== leader.pid))
  assert.deepEqual(
    after.map(({ worker }) => worker),
    [1, 2],
  )
  assert.equal((await sql`select 1 from leadership where term = ${term + 1}`).length, 1)
  assert.match(service.output(), /"why":"SIGKILL"[^\n]*a worker ended; it is started again/)
  const emptied = (await sql`select 1 from node where pid = ${leader.pid}`).length
  assert.equal(emptied, 1, 'the row of a killed process stays for a day')
})

test('SIGUSR2 replaces all workers without a failed call', async () => {
  const before = (await complete()).map(({ pid }) => pid)
  const reading = startReading(`${service.origin}/api/tag`)
  service.child.kill('SIGUSR2')
  await until(async () => before.every((pid) => !isAlive(pid)))
  const after = await complete()
  const { good, bad } = await reading.stop()
  assert.deepEqual(bad, [])
  assert.ok(good > 0)
  assert.ok(after.every(({ pid }) => !before.includes(pid)))
  assert.ok(isAlive(service.child.pid!))
})

test('a second start on the same folder is refused, and so is a port in use', async () => {
  await assert.rejects(startProcess(dataDir, { WORKERS: '2' }), /is in use by process \d+; stop it first or choose another DATA_DIR/)
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  const other = mkdtempSync(join(tmpdir(), 'projectory-workers-'))
  chmodSync(other, 0o755)
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli/main.ts'), 'serve'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      NODE_TEST_CONTEXT: undefined,
      WORKERS: '2',
      DATA_DIR: other,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const [code] = await once(child, 'close')
  squatter.close()
  rmSync(other, { recursive: true, force: true })
  assert.equal(code, 1, output)
  assert.match(output, new RegExp(`^Port ${port} is in use\\..*PORT=${port + 1} npm start\n$`))
})

test('Operations lists the callers that any worker of the machine refused', async () => {
  await stopAll()
  await start({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
  await complete()
  const body = JSON.stringify({ name: 'Anna', email: 'anna@example.org', subject: 'Hello', message: 'Is it open?' })
  const headers = { 'x-forwarded-for': '203.0.113.77', 'content-type': 'application/json' }
  let refusals = 0
  for (let n = 0; n < 20; n++) {
    const { status } = await callOnce(`${service.origin}/api/email`, { method: 'POST', headers, body })
    if (status === 429) refusals++
  }
  assert.ok(refusals >= 2 * WORKERS, `${refusals}`)
  const { accessToken } = await signIn(where, 'admin')
  const look = () => callOnce(`${service.origin}/api/console/operations`, { headers: { authorization: `Bearer ${accessToken}` } })
  for (let n = 0; n < 2 * WORKERS; n++)
    await until(async () => {
      const { refusedCallers } = JSON.parse((await look()).text) as Operations
      const ofNetwork = refusedCallers.filter(({ network }) => network === '203.0.113.0/24')
      return ofNetwork.reduce((sum, { count }) => sum + count, 0) === refusals
    })
})

test('SIGTERM ends all processes with exit code 0; no call fails before a balancer has noticed, and metrics show it', async () => {
  await stopAll()
  await start({ DRAIN_SECONDS: '30' })
  const all = await complete()
  const reading = startReading(`${service.origin}/api/tag`)
  await until(async () => (await callOnce(`${service.origin}/readyz`)).status === 200)
  service.child.kill('SIGTERM')
  await until(async () => (await callOnce(`${service.origin}/readyz`)).status === 503)
  await until(async () => /^projectory_draining 1$/m.test((await callOnce(`http://127.0.0.1:${metricsPort}/metrics`)).text))
  const { good, bad } = await reading.stop()
  assert.deepEqual(bad, [])
  assert.ok(good > 0)
  assert.equal((await sql`select 1 from node where pid = any(${all.map(({ pid }) => pid)})`).length, WORKERS, 'they still serve')
  assert.equal(await stopAll(), 0)
  assert.ok(all.every(({ pid }) => !isAlive(pid)))
})

test('a killed main process ends its workers, and the next start works', async () => {
  await start()
  const all = await complete()
  const below = descendantsOf(service.child.pid!)
  assert.ok(all.every(({ pid }) => below.includes(pid)))
  assert.equal(await stopAll('SIGKILL'), null)
  await until(() => below.every((pid) => !isAlive(pid)))
  await start()
  await complete()
})

test('Ctrl-C, which reaches every process, ends all of them once', async (t) => {
  await stopAll()
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli/main.ts'), 'serve'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      NODE_TEST_CONTEXT: undefined,
      WORKERS: '2',
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group, as in a terminal
  })
  t.after(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL') // when an assertion failed before its end
    } catch {}
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const ended = once(child, 'close')
  await until(() =>
    callOnce(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  sql = openEmbedded(dataDir)
  await complete()
  const below = descendantsOf(child.pid!)
  await sql.end({ timeout: 1 })
  process.kill(-child.pid!, 'SIGINT')
  const [code] = await ended
  assert.equal(code, 0, output)
  assert.ok(below.every((pid) => !isAlive(pid)))
  assert.doesNotMatch(output, /"level":"error"|a worker ended/)
})
