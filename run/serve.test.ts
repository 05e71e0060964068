import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Server } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { getProject } from '#contract/project.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { createLog } from '#http/observe/log.ts'
import { freePort } from '#tests/support/free-port.ts'
import { untilReady } from '#tests/support/service.ts'
import { strictClient } from '#tests/support/strict-client.ts'
import { readConfig } from './config/config.ts'
import { serve } from './serve.ts'

// The whole service on a temporary folder: embedded PostgreSQL, migrations, demo data, sockets.
const folder = mkdtempSync(join(tmpdir(), 'serve-test-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true }))
const log = createLog('silent')
const env = { NODE_ENV: 'test', DATA_DIR: folder, PORT: '0', RATE_LIMITS: 'off' }
const configFor = (port = 0) => readConfig({ ...env, PORT: String(port) })

// `npx projectory serve` as a process.
async function serveCommand(env: Record<string, string>, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli/main.ts'), 'serve', ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  const timeout = setTimeout(() => child.kill('SIGKILL'), 180_000)
  const [code] = await once(child, 'close') // after all output
  clearTimeout(timeout)
  return { code, output }
}

test('the first start creates a database with demo data; a second start keeps all data', async (t) => {
  const first = await serve(configFor(), log)
  const call = strictClient(`http://127.0.0.1:${first.port}/api`)
  assert.ok(first.seeded!.projects >= 40)
  assert.equal(first.store.isEmbedded, true)
  await untilReady({ origin: `http://127.0.0.1:${first.port}` })
  assert.equal((await call(listTags)).length, 12)
  await first.store.sql`update project set name = 'Renamed by a person' where slug = 'karta-dvorov'`

  await t.test('a second process on the same folder is refused with a message', async () => {
    const { code, output } = await serveCommand({ DATA_DIR: folder, PORT: '0' })
    assert.equal(code, 1)
    assert.match(output, /database folder .* is in use by process \d+; stop it first or choose another DATA_DIR/)
    assert.equal((await call(listTags)).length, 12, 'the first process is not affected')
  })

  const hardStop = t.mock.method(Server.prototype, 'closeAllConnections')
  await first.stop()
  assert.equal(hardStop.mock.callCount(), 0, 'idle connections do not delay the stop')
  await assert.rejects(fetch(`http://127.0.0.1:${first.port}/readyz`))

  const metricsPort = await freePort()
  const second = await serve({ ...configFor(), metricsPort }, log, 'api')
  assert.match(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(), /^projectory_mail_breaker_open 0$/m)
  assert.equal(second.seeded, null)
  const alone = strictClient(`http://127.0.0.1:${second.port}`)
  assert.equal((await alone(getProject, { params: { slug: 'karta-dvorov' } })).project.name, 'Renamed by a person')
  await second.stop()
  await assert.rejects(fetch(`http://127.0.0.1:${metricsPort}/metrics`))
})

test('a port in use is refused with a message, everything is stopped again, and the process ends', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  await assert.rejects(serve(configFor(port), log), { code: 'EADDRINUSE' })
  const { code, output } = await serveCommand({ DATA_DIR: folder, PORT: String(port) })
  assert.equal(code, 1, output)
  assert.match(output, new RegExp(`Port ${port} is in use\\..*PORT=${port + 1}`))
  squatter.close()
  const later = await serve(configFor(), log)
  await untilReady({ origin: `http://127.0.0.1:${later.port}` }) // the folder is free again
  await later.stop()
})

test('a failed start does not wait for balancers, which know nothing of it yet', { timeout: 300_000 }, async (t) => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  t.after(() => squatter.close())
  const { port } = squatter.address() as { port: number }
  const patient = { ...configFor(), drainSeconds: 3600 }
  await assert.rejects(serve({ ...patient, port }, log), { code: 'EADDRINUSE' })
  await assert.rejects(serve({ ...patient, metricsPort: port }, log), /METRICS_PORT: port \d+ is taken/)
  for (const WORKERS of ['1', '2']) {
    const { code, output } = await serveCommand({ DATA_DIR: folder, PORT: '0', METRICS_PORT: String(port), DRAIN_SECONDS: '60', WORKERS })
    assert.equal(code, 1, output)
    assert.match(output, /METRICS_PORT: port \d+ is taken/)
  }
})

test('metrics are served until the process has drained', async () => {
  const metricsPort = await freePort()
  const config = readConfig({ ...env, METRICS_PORT: String(metricsPort), DRAIN_SECONDS: '30' })
  const { stop } = await serve(config, log)
  const draining = async () =>
    /^projectory_draining (\d)$/m.exec(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())?.[1]
  assert.equal(await draining(), '0')
  const stopped = stop()
  while ((await draining()) !== '1');
  await stopped
  await assert.rejects(draining())
})

test('an unknown part and a faulty configuration are refused before anything starts', async () => {
  const unknown = await serveCommand({ DATA_DIR: join(folder, 'never') }, 'kitchen')
  assert.deepEqual([unknown.code, /Unknown part “kitchen”/.test(unknown.output)], [2, true], unknown.output)
  const faulty = await serveCommand({ DATA_DIR: join(folder, 'never'), PORT: 'x', LOCALE: 'xx' })
  assert.equal(faulty.code, 1)
  assert.match(faulty.output, /2 faults:\n {2}PORT: .*\n {2}LOCALE: /)
})

test('the worker alone creates no demo data', async () => {
  const running = await serve(readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'worker'), PORT: '0' }), log, 'worker')
  assert.equal(running.seeded, null)
  assert.equal((await running.store.sql`select 1 from project`).length, 0)
  await untilReady({ origin: `http://127.0.0.1:${running.port}` })
  await running.stop()
})
