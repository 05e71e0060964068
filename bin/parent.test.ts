import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import { makeCheckout, oldNode } from '#tests/support/process/checkout.ts'
import { makeClone } from '#tests/support/process/clone.ts'
import { between, descendantsOf } from '#tests/support/process/processes.ts'
import { identityOf } from '../database/embedded/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'parent-test-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

// The environment without the variables of the npm that runs these tests.
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|TEST_)/i.test(name)))
const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}` // `node` is the Node that runs this test

const isAlive = (pid: number): boolean => identityOf(pid) !== undefined
const until = async (fact: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await fact())) await sleep(50)
}
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** A shell that replaces itself with the script (exec), as bash and newer versions of dash do. */
const replacingShell = join(folder, 'sh')
writeFileSync(replacingShell, '#!/bin/sh\nshift\neval "exec $1"\n', { mode: 0o755 })

const checkout = makeCheckout()
const old = await oldNode(checkout)
let number = 0

async function npmStart(env: Record<string, string>) {
  number += 1
  const dataDir = join(folder, `data-${number}`)
  const port = await freePort()
  const settings = { PATH: path, PORT: String(port), DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'info' }
  const npm = spawn('npm', ['start'], { cwd: checkout, env: { ...clean, ...settings, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
  await until(() => output.includes('Projectory is ready') || npm.exitCode !== null)
  assert.equal(npm.exitCode, null, output)
  const postgres = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const processes = [npm.pid!, ...descendantsOf(npm.pid!)]
  after(() => {
    for (const pid of processes) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  const closeOutput = () => {
    for (const stream of [npm.stdout, npm.stderr]) stream.destroy()
  }
  return { npm: npm.pid!, processes, postgres, port, dataDir, closeOutput }
}

// Whether a shell stays between npm and the launcher depends on which one /bin/sh is.
const cases = [
  { signal: 'SIGTERM', way: 'the launcher has handed over to a fetched Node', env: old, between: [2, 3] },
  { signal: 'SIGKILL', way: 'the launcher has handed over to a fetched Node', env: old, between: [2, 3] },
  { signal: 'SIGTERM', way: 'the launcher itself runs the service', env: {}, between: [1, 2] },
  { signal: 'SIGKILL', way: 'the launcher itself runs the service', env: {}, between: [1, 2] },
  { signal: 'SIGKILL', way: 'no shell stays in between', env: { npm_config_script_shell: replacingShell }, between: [1] },
] as const

for (const { signal, way, env, between: expected } of cases)
  test(`npm start stops with its database when only npm gets ${signal} and ${way}`, { timeout: 300_000 }, async () => {
    const { npm, processes, postgres, port, dataDir, closeOutput } = await npmStart(env)
    const chain = between(postgres, npm)
    assert.ok((expected as readonly number[]).includes(chain.length), `${chain.length} processes between npm and PostgreSQL`)
    assert.ok(isAlive(postgres) && (await answers(port)))
    closeOutput() // the supervisor has ended too: the next log line cannot be written
    for (let calls = 0; calls < 3; calls++) assert.equal((await fetch(`http://127.0.0.1:${port}/api/tag`)).status, 200)
    process.kill(npm, signal)
    await until(() => processes.every((pid) => !isAlive(pid)))
    assert.ok(processes.includes(postgres))
    assert.equal(await answers(port), false)
    assert.equal(existsSync(join(dataDir, 'postgres/lock')), false, 'a clean stop')
    assert.match(readFileSync(join(dataDir, 'postgres/server.log'), 'utf8'), /database system is shut down/)
  })

/** A clone whose `npm start` writes "stopped" on SIGTERM, and "survived" after the launcher has checked its parent twice. */
function lastingClone(survivesAfterMs = 3000): string {
  const root = makeClone()
  writeFileSync(
    join(root, 'lasting.ts'),
    `import { writeFileSync } from 'node:fs'
    const end = (word: string) => { writeFileSync(word, ''); process.exit() }
    process.on('SIGTERM', () => end('stopped'))
    setTimeout(() => end('survived'), ${survivesAfterMs})
    writeFileSync('ready', String(process.pid))`,
  )
  const scripts = { start: 'node bin/launch.mjs lasting.ts' }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'clone', version: '1.0.0', type: 'module', scripts }))
  return root
}

async function outcome(root: string): Promise<string> {
  const words = ['stopped', 'survived']
  await until(() => words.some((word) => existsSync(join(root, word))))
  return words.find((word) => existsSync(join(root, word)))!
}

// The process that starts it exits immediately, as a terminal or a script does.
const detached = {
  'npm start in the background': 'npm start >/dev/null 2>&1 &',
  'nohup npm start': 'nohup npm start >/dev/null 2>&1 &',
  'npm start in a session of its own': `node -e "child_process.spawn('npm', ['start'], { detached: true, stdio: 'ignore' }).unref()"`,
  'the launcher itself, without npm': 'node bin/launch.mjs lasting.ts >/dev/null 2>&1 &',
}

describe('without the service', { concurrency: true, timeout: 120_000 }, () => {
  for (const [way, command] of Object.entries(detached))
    test(`a script that was started detached keeps running: ${way}`, async () => {
      const root = lastingClone()
      spawn('/bin/sh', ['-c', command], { cwd: root, env: { ...clean, PATH: path }, stdio: 'ignore' })
      assert.equal(await outcome(root), 'survived')
    })

  for (const [value, word] of [
    ['on', 'stopped'],
    ['off', 'survived'],
  ])
    test(`STOP_WITH_NPM=${value} and npm is killed: the script has ${word}`, async () => {
      const root = lastingClone(word === 'stopped' ? 60_000 : undefined)
      const npm = spawn('npm', ['start'], { cwd: root, env: { ...clean, PATH: path, STOP_WITH_NPM: value }, stdio: 'ignore' })
      await until(() => existsSync(join(root, 'ready')))
      npm.kill('SIGKILL')
      assert.equal(await outcome(root), word)
    })
})
