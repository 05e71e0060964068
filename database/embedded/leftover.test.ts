import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { readPidFile } from './leftover.ts'
import { startEmbedded } from './postgres.ts'
import { identityOf, isServerOn, listServersOn, waitUntil } from './process.ts'
import { makeFolder, queryValue, runDatabase, runProgram, settings } from './testing.ts'

const folder = makeFolder()
const data = join(folder, 'data')
const postmaster = () => readPidFile(data)?.pid ?? 0

before(async () => {
  await (await startEmbedded(folder, { settings })).stop()
})

async function startsAndAnswers(): Promise<boolean> {
  const server = await startEmbedded(folder, { settings })
  assert.equal(await queryValue(server, 'select 1'), 1)
  await server.stop()
  return server.adopted
}

/** A process of the server's account: PostgreSQL only respects pid files with a pid it may signal. */
function spawnUnrelated(script: string): ChildProcess {
  return spawn('/bin/sh', ['-c', script], { ...serverAccount(data), cwd: '/', stdio: 'ignore' })
}

test('a folder in use by a running process is refused with an error that names both', async () => {
  const holder = await runDatabase(folder)
  await assert.rejects(startEmbedded(folder), new RegExp(`${folder} is in use by process ${holder.process.pid};`))
  assert.ok(isServerOn(postmaster(), data))
  await holder.kill()
})

test('the database shuts down cleanly when its parent is killed', async () => {
  const holder = await runDatabase(folder)
  const pid = postmaster()
  await holder.kill()
  assert.ok(await waitUntil(() => listServersOn(data).length === 0, 20_000))
  // An exiting process leaves its working directory before it is gone.
  assert.ok(await waitUntil(() => identityOf(pid) === undefined, 20_000))
  assert.match(readFileSync(join(folder, 'server.log'), 'utf8').trim().split('\n').at(-1) ?? '', /database system is shut down/)
})

test('a start right after the parent was killed waits for the old server', async () => {
  for (let round = 0; round < 3; round++) {
    const holder = await runDatabase(folder)
    await holder.kill()
    await startsAndAnswers()
  }
})

test('Ctrl-C in the terminal does not reach the database', async () => {
  const holder = await runDatabase(folder, { detached: true })
  const pid = postmaster()
  process.kill(-(holder.process.pid ?? 0), 'SIGINT')
  assert.equal(await waitUntil(() => !isServerOn(pid, data), 500), false)
  await holder.kill()
})

test('a program that does not stop the database can exit, and the database stops', async () => {
  const program = runProgram(`await startEmbedded(${JSON.stringify(folder)}, { settings: { fsync: 'off' } })`)
  await program.ended
  assert.ok(await waitUntil(() => listServersOn(data).length === 0, 20_000))
})

test('a running server without parent and watchdog is replaced', async () => {
  const { path } = findBinaries(folder, serverAccount(data))
  const options = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${data}`, '-c', 'port=54329']
  const orphan = spawn(join(path, 'bin/postgres'), ['-D', data, ...options], { ...serverAccount(data), cwd: '/', stdio: 'ignore' })
  assert.ok(await waitUntil(() => readPidFile(data)?.status === 'ready', 20_000))
  assert.equal(await startsAndAnswers(), true)
  assert.equal(orphan.exitCode, 0)
})

test('a stale pid file with the pid of an unrelated process is removed, and the process is left alone', async () => {
  const unrelated = spawnUnrelated('exec sleep 60')
  writeFileSync(join(data, 'postmaster.pid'), `${unrelated.pid}\n${data}\n1\n5432\n/tmp\n\n1 1\nready\n`)
  assert.equal(await startsAndAnswers(), false)
  assert.equal(unrelated.signalCode, null)
  unrelated.kill()
})

test('a zombie server process does not block the next start', {
  skip: process.platform !== 'linux' && 'needs Linux (/proc): run it there with npm test database/embedded/leftover',
}, async () => {
  const parent = spawnUnrelated('sleep 0.1 & exec sleep 60')
  const zombie = () => Number(readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim())
  assert.ok(await waitUntil(() => zombie() > 0 && identityOf(zombie()) === undefined, 20_000))
  writeFileSync(join(data, 'postmaster.pid'), `${zombie()}\n${data}\n1\n5432\n/tmp\n\n1 1\nready\n`)
  await startsAndAnswers()
  parent.kill()
})

test('an interrupted cluster creation is repeated', async () => {
  const fresh = makeFolder()
  mkdirSync(join(fresh, 'data.new-1/base'), { recursive: true })
  // The program kills itself, because a poll from outside may be too late.
  const program = runProgram(`const { globSync } = await import('node:fs')
    const drafts = ${JSON.stringify(join(fresh, 'data.new-*/data/PG_VERSION'))}
    setInterval(() => globSync(drafts).length > 0 && process.kill(process.pid, 'SIGKILL'), 5)
    await startEmbedded(${JSON.stringify(fresh)})
    process.exit()`)
  await program.ended
  assert.equal(program.process.signalCode, 'SIGKILL')
  assert.equal(readdirSync(fresh).includes('data'), false)
  const server = await startEmbedded(fresh, { settings })
  assert.equal(await queryValue(server, 'select 1'), 1)
  await server.stop()
  await (await startEmbedded(fresh, { settings })).stop()
  assert.deepEqual(readdirSync(fresh).sort(), ['data', 'server.log'])
})
