import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { readPidFile } from './leftover.ts'
import { startEmbedded } from './postgres.ts'
import { holds, identityOf, isServerOn, listServersOn } from './process.ts'
import { ask, lockDatabase, makeFolder, runProgram, settings } from './testing.ts'

const folder = makeFolder()
const data = join(folder, 'data')
const postmaster = () => readPidFile(data)?.pid ?? 0

before(async () => {
  await (await startEmbedded(folder, { settings })).stop()
})

async function startsAndAnswers(): Promise<boolean> {
  const server = await startEmbedded(folder, { settings })
  assert.equal(await ask(server, 'select 1'), 1)
  await server.stop()
  return server.adopted
}

/** A process of the account the server would run as: only such a one can stand in PostgreSQL's way. */
function spawnStranger(script: string): ChildProcess {
  return spawn('/bin/sh', ['-c', script], { ...serverAccount(data), cwd: '/', stdio: 'ignore' })
}

test('a folder in use by a living process is refused, naming folder and process', async () => {
  const holder = await lockDatabase(folder)
  await assert.rejects(startEmbedded(folder), new RegExp(`${folder} is in use by process ${holder.process.pid};`))
  assert.ok(isServerOn(postmaster(), data))
  await holder.kill()
})

test('when its parent is killed the database stops by itself, cleanly', async () => {
  const holder = await lockDatabase(folder)
  const pid = postmaster()
  await holder.kill()
  assert.ok(await holds(() => listServersOn(data).length === 0, 20_000))
  // A process that ends lets go of its folder before it is gone.
  assert.ok(await holds(() => identityOf(pid) === undefined, 20_000))
  assert.match(readFileSync(join(folder, 'server.log'), 'utf8').trim().split('\n').at(-1) ?? '', /database system is shut down/)
})

test('a start right after the parent was killed waits for the old server', async () => {
  for (let round = 0; round < 3; round++) {
    const holder = await lockDatabase(folder)
    await holder.kill()
    await startsAndAnswers()
  }
})

test('Ctrl-C in the terminal does not reach the database', async () => {
  const holder = await lockDatabase(folder, { detached: true })
  const pid = postmaster()
  process.kill(-(holder.process.pid ?? 0), 'SIGINT')
  assert.equal(await holds(() => !isServerOn(pid, data), 500), false)
  await holder.kill()
})

test('a program that forgets to stop the database can end, and the database with it', async () => {
  const program = runProgram(`await startEmbedded(${JSON.stringify(folder)}, { settings: { fsync: 'off' } })`)
  await program.ended
  assert.ok(await holds(() => listServersOn(data).length === 0, 20_000))
})

test('a living server that lost parent and guardian is taken over', async () => {
  const { path } = findBinaries(folder, serverAccount(data))
  const options = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${data}`, '-c', 'port=54329']
  const orphan = spawn(join(path, 'bin/postgres'), ['-D', data, ...options], { ...serverAccount(data), cwd: '/', stdio: 'ignore' })
  assert.ok(await holds(() => readPidFile(data)?.status === 'ready', 20_000))
  assert.equal(await startsAndAnswers(), true)
  assert.equal(orphan.exitCode, 0)
})

test('a stale pid file that names a stranger is put away, the stranger is not touched', async () => {
  const stranger = spawnStranger('exec sleep 60')
  writeFileSync(join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n1\n5432\n/tmp\n\n1 1\nready\n`)
  assert.equal(await startsAndAnswers(), false)
  assert.equal(stranger.signalCode, null)
  stranger.kill()
})

test('a dead server that nobody collects does not block the next', { skip: process.platform !== 'linux' }, async () => {
  const careless = spawnStranger('sleep 0.1 & exec sleep 60')
  const zombie = () => Number(readFileSync(`/proc/${careless.pid}/task/${careless.pid}/children`, 'utf8').trim())
  assert.ok(await holds(() => zombie() > 0 && identityOf(zombie()) === undefined, 20_000))
  writeFileSync(join(data, 'postmaster.pid'), `${zombie()}\n${data}\n1\n5432\n/tmp\n\n1 1\nready\n`)
  await startsAndAnswers()
  careless.kill()
})

test('a creation cut short is begun anew', async () => {
  const fresh = makeFolder()
  mkdirSync(join(fresh, 'data.new-1/base'), { recursive: true })
  // It kills itself in the middle: whoever looks on from outside may come too late.
  const program = runProgram(`const { globSync } = await import('node:fs')
    const drafts = ${JSON.stringify(join(fresh, 'data.new-*/PG_VERSION'))}
    setInterval(() => globSync(drafts).length > 0 && process.kill(process.pid, 'SIGKILL'), 5)
    await startEmbedded(${JSON.stringify(fresh)})
    process.exit()`)
  await program.ended
  assert.equal(program.process.signalCode, 'SIGKILL')
  assert.equal(readdirSync(fresh).includes('data'), false)
  const server = await startEmbedded(fresh, { settings })
  assert.equal(await ask(server, 'select 1'), 1)
  await server.stop()
  await (await startEmbedded(fresh, { settings })).stop()
  assert.deepEqual(readdirSync(fresh).sort(), ['data', 'server.log'])
})
