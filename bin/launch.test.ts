import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { makeClone, runNode as run, writeDependencies } from '#tests/support/process/clone.ts'

test('a fresh clone is installed once, and the script sees its arguments and the folder of the caller', async () => {
  const root = makeClone()
  writeDependencies(root, { small: { version: '1.0.0' } })
  const elsewhere = realpathSync(tmpdir())
  const launch = [join(root, 'bin/launch.mjs'), 'say.ts', 'hello', '--loud']
  const first = await run(launch, { cwd: elsewhere })
  assert.deepEqual(JSON.parse(first.out), [elsewhere, join(root, 'say.ts'), 'hello', '--loud'])
  assert.match(first.error, /^Installing dependencies/)
  assert.equal((await run(launch, { cwd: elsewhere })).error, '')
  writeDependencies(root, { small: { version: '1.0.1' } })
  assert.match((await run(launch, { cwd: elsewhere })).error, /^Installing dependencies/)
})

test('of two concurrent launches only one installs', async () => {
  const root = makeClone()
  writeDependencies(root, { small: { version: '1.0.0' } })
  const both = await Promise.all([1, 2].map(() => run(['bin/launch.mjs', 'say.ts'], { cwd: root })))
  assert.deepEqual(
    both.map((one) => one.code),
    [0, 0],
  )
  assert.equal(
    both
      .map((one) => one.error)
      .join('\n')
      .match(/Installing/g)?.length,
    1,
  )
})

test('a failure of npm is reported', async () => {
  const root = makeClone()
  writeDependencies(root, { small: { version: '1.0.0' } })
  const { code, error } = await run(['bin/launch.mjs', 'say.ts'], { cwd: root, env: { PATH: '/nowhere', npm_execpath: undefined } })
  assert.equal(code, 1)
  assert.match(error, /The dependencies could not be installed/)
})

const oldNode = `Object.defineProperty(process, 'version', { value: 'v20.0.0' })
  const { fetchNode, findNode } = await import('./bin/runtime.mjs')
  try { await fetchNode(process.cwd()); console.log(findNode(process.cwd())) } catch (error) { console.log(error.message) }`

/** Writes a program to the path of a fetched Node. */
async function plantNode(root: string, plant: (path: string) => void): Promise<string> {
  const { out } = await run(
    ['--input-type=module', '-e', `const { cachedNode } = await import('./bin/runtime.mjs'); console.log(cachedNode(process.cwd()))`],
    { cwd: root },
  )
  mkdirSync(dirname(out), { recursive: true })
  plant(out)
  return out
}

test('an old Node uses the newer one fetched earlier', async () => {
  const root = makeClone()
  const path = await plantNode(root, (target) => symlinkSync(process.execPath, target))
  assert.equal((await run(['--input-type=module', '-e', oldNode], { cwd: root })).out, path)
})

test('a fetched Node that is too old is not used, and without npm the message says what to install', async () => {
  const root = makeClone()
  await plantNode(root, (target) => {
    writeFileSync(target, '#!/bin/sh\necho v18.0.0\n')
    chmodSync(target, 0o755)
  })
  const { out } = await run(['--input-type=module', '-e', oldNode], { cwd: root, env: { PATH: '/nowhere', npm_execpath: undefined } })
  assert.match(out, /needs Node 24 or newer, and this is v20.0.0: install it from nodejs.org/)
})

/** The launcher as on an old Node: with a child process. */
function handOver(root: string, script: string): ChildProcess {
  writeFileSync(join(root, 'child.ts'), script)
  const code = `import { handOver } from './bin/launch.mjs'; handOver(process.execPath, './child.ts', [])`
  writeFileSync(join(root, 'parent.mjs'), code)
  return spawn(process.execPath, ['parent.mjs'], {
    cwd: root,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const patient = `process.on('disconnect', () => { console.log('alone'); process.exit() })
  process.on('SIGTERM', () => process.exit(7))
  setTimeout(() => {}, 30_000)
  console.log('ready')`

test('the exit code and the signal of the script become those of the launcher', async () => {
  assert.deepEqual(await once(handOver(makeClone(), 'process.exit(5)'), 'exit'), [5, null])
  assert.deepEqual(await once(handOver(makeClone(), `process.kill(process.pid, 'SIGKILL')`), 'exit'), [137, null])
})

test('a signal to the launcher is forwarded to the script', async () => {
  const launcher = handOver(makeClone(), patient)
  await once(launcher.stdout ?? launcher, 'data')
  launcher.kill('SIGTERM')
  assert.deepEqual(await once(launcher, 'exit'), [7, null])
})

test('the script gets `disconnect` when the launcher is killed', async () => {
  const launcher = handOver(makeClone(), patient)
  await once(launcher.stdout ?? launcher, 'data')
  launcher.kill('SIGKILL')
  const [word] = await once(launcher.stdout ?? launcher, 'data')
  assert.equal(String(word).trim(), 'alone')
})
