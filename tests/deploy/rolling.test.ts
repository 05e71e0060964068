import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type HttpProxy, type ProxyAnswer, startNginx } from '#tests/support/process/proxy.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// Two processes with one database behind nginx with the configuration of deploy/, restarted in turn under load. The callers repeat nothing.

const RESTARTS = 20
// Minutes of load: not part of every run.
const skip = process.env.DEPLOY === 'long' ? false : 'takes minutes of load: run it with DEPLOY=long npm test tests/deploy/rolling'
const CALLERS = 8
const PAUSE_MS = 20

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'rolling-test-'))
let database: TestDatabase | undefined
let proxy: HttpProxy
let ports: number[]
const running = new Map<number, ChildProcess>()
const outputs = new Map<number, string>()

async function start(port: number): Promise<void> {
  const {
    host,
    port: databasePort,
    user,
    database: name,
  } = database!.database as { host: string; port: number; user: string; database: string }
  const child = spawn(process.execPath, [join(root, 'cli/main.ts'), 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(databasePort) })}`,
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMITS: 'off',
      DRAIN_SECONDS: '5', // as in production
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  outputs.set(port, '')
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => outputs.set(port, outputs.get(port) + part))
  running.set(port, child)
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    assert.deepEqual([child.exitCode, child.signalCode], [null, null], outputs.get(port))
    await sleep(50)
  }
}

async function stop(port: number): Promise<void> {
  const child = running.get(port)!
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null], outputs.get(port))
}

before(async () => {
  if (skip) return
  database = await testDatabase(DEMO_TEMPLATE)
  ports = [await freePort(), await freePort()]
  for (const port of ports) await start(port)
  proxy = await startNginx(ports)
})
after(async () => {
  await proxy?.stop()
  for (const child of running.values()) child.kill('SIGKILL')
  await database?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test(`${RESTARTS} restarts in turn under load fail no call`, { skip, timeout: 1_400_000 }, async () => {
  const origin = `http://127.0.0.1:${ports[0]}`
  const { accessToken } = await signIn({ origin, authUrl: `${origin}/auth` }, 'boris')
  const json = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const kinds: ((call: { agent: Agent; from: string }, count: number) => Promise<ProxyAnswer>)[] = [
    (call) => proxy.call('/api/project/active', call),
    (call) => proxy.call('/api/project/museum-pocket-guide', call),
    (call) => proxy.call('/api/user/profile', { ...call, headers: json }),
    (call, count) =>
      proxy.call('/api/user/notifications', {
        ...call,
        method: 'PUT',
        headers: json,
        body: JSON.stringify({ kinds: [{ kind: 'team_added', when: count % 2 === 0 ? 'off' : 'daily' }] }),
      }),
    (call) => proxy.call('/api/project/findmany', { ...call, method: 'POST', headers: json, body: '{"filters":{"text":"museum"}}' }),
    (call) => proxy.call('/', call),
  ]
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  const counts = { calls: 0 }
  let isOver = false
  const caller = async (first: number) => {
    const from = `127.0.1.${first + 1}` // one address would be a flood for nginx
    for (let count = first; !isOver; count++) {
      const kind = count % kinds.length
      const { status, text } = await kinds[kind]!({ agent, from }, count).catch((error: Error) => ({ status: 0, text: error.message }))
      counts.calls++
      if (status !== 200) failed.push(`kind ${kind}: ${status} ${text.slice(0, 200)}`)
      await sleep(PAUSE_MS)
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, index) => caller(index))
  for (let restart = 0; restart < RESTARTS; restart++) {
    const port = ports[restart % ports.length]!
    await stop(port)
    const before = counts.calls
    while (counts.calls < before + 20) await sleep(10) // the other one serves alone
    await start(port)
  }
  isOver = true
  await Promise.all(callers)
  agent.destroy()
  console.log(`${counts.calls} calls, ${failed.length} failed, ${RESTARTS} restarts`)
  assert.deepEqual(failed, [])
  assert.ok(counts.calls > RESTARTS * 50, `only ${counts.calls} calls`)
})
