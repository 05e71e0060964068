import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeOwner } from './account.ts'
import { readPidFile } from './leftover.ts'
import { rotate } from './log.ts'
import { startEmbedded } from './postgres.ts'
import { identityOf, listServersOn, signal } from './process.ts'
import { connect, isRoot, makeFolder, queryValue, runProgram, settings } from './testing.ts'

// Concurrent, because one of them waits ten seconds for a database that hangs.
describe('the embedded database', { concurrency: 3 }, () => {
  test('a new database is durable by default, listens on its socket only and handles Cyrillic letters', async () => {
    const server = await startEmbedded(join(makeFolder(), 'deep/er'))
    const show = (name: string) => queryValue(server, `show ${name}`)
    assert.deepEqual(await Promise.all(['fsync', 'full_page_writes', 'data_checksums', 'listen_addresses'].map(show)), [
      'on',
      'on',
      'on',
      '',
    ])
    assert.deepEqual(await Promise.all(['random_page_cost', 'shared_buffers', 'max_connections'].map(show)), ['1.1', '96MB', '100'])
    assert.equal(await show('server_encoding'), 'UTF8')
    await queryValue(server, 'create extension pg_trgm')
    assert.ok(Number(await queryValue(server, `select similarity('проект', 'проэкт')`)) > 0)
    assert.equal(await queryValue(server, `select lower('ПРОЕКТ')`), 'проект')
    assert.equal(lstatSync(server.host).mode & 0o777, 0o700)
    await server.stop()
    assert.equal(existsSync(server.host), false)
  })

  for (const LANG of ['C', 'tlh_KX.KOI8-R']) {
    test(`the caller's locale ${LANG} does not decide the encoding`, async () => {
      const body = `const server = await startEmbedded(${JSON.stringify(makeFolder())}, { settings: { fsync: 'off' } })
        const sql = connect(server)
        const [row] = await sql.unsafe("select current_setting('server_encoding') as encoding, lower('ПРОЕКТ') as word")
        console.log(row.encoding, row.word)
        await sql.end()
        await server.stop()`
      const program = runProgram(body, { env: { LANG, LC_ALL: LANG, PGDATABASE: 'elsewhere', PGDATA: '/nowhere', PGPORT: '1' } })
      assert.equal((await program.lines.next()).value, 'UTF8 проект')
      await program.ended
    })
  }

  test('data persists, settings can be changed, and a deep folder works', async () => {
    const folder = join(makeFolder(), 'a'.repeat(90), 'b'.repeat(90))
    const first = await startEmbedded(folder, { settings })
    await queryValue(first, 'create table note as select 42 as number')
    await first.stop()
    const second = await startEmbedded(folder, { settings: { ...settings, max_connections: '7' } })
    assert.equal(await queryValue(second, 'select number from note'), 42)
    assert.equal(await queryValue(second, 'show max_connections'), '7')
    assert.equal(second.adopted, false)
    await second.stop()
  })

  test('stopping twice is safe, and does not report an unexpected exit', async () => {
    const folder = makeFolder()
    const server = await startEmbedded(folder, { settings })
    const reports: string[] = []
    server.onExit((reason) => reports.push(reason))
    const { pid } = readPidFile(join(folder, 'data')) ?? { pid: 0 }
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    assert.equal(identityOf(pid), undefined)
    assert.deepEqual(reports, [])
    assert.deepEqual(readdirSync(folder).sort(), ['data', 'server.log'])
  })

  test('a database that hangs while stopping is terminated after ten seconds', {
    skip: process.platform !== 'linux' && 'needs Linux (/proc): run it there with npm test database/embedded/postgres',
  }, async () => {
    const folder = makeFolder()
    const server = await startEmbedded(folder, { settings })
    const sql = connect(server)
    const [row] = await sql`select pg_backend_pid() as pid`
    signal(row?.pid, 'SIGSTOP')
    const stopped = server.stop().then(() => 'stopped')
    const ending = sql.end({ timeout: 0 }).catch(() => {})
    assert.equal(await stopped, 'stopped')
    await ending
    assert.deepEqual(listServersOn(join(folder, 'data')), [])
  })

  test('a killed server is restarted at the same address, several times, with all committed data', async () => {
    const folder = makeFolder()
    const lines: string[] = []
    const server = await startEmbedded(folder, { settings, log: (line) => lines.push(line) })
    server.onExit((reason) => lines.push(`lost: ${reason}`))
    await queryValue(server, 'create table note (number int)')
    for (let round = 1; round <= 2; round++) {
      await queryValue(server, `insert into note values (${round})`)
      const { pid } = readPidFile(join(folder, 'data'))!
      signal(pid, 'SIGKILL')
      while (lines.filter((line) => line === 'PostgreSQL is running again').length < round) await sleep(20)
      assert.equal(Number(await queryValue(server, 'select count(*) from note')), round)
      assert.notEqual(readPidFile(join(folder, 'data'))!.pid, pid)
    }
    assert.deepEqual(
      lines.map((line) => line.replace(/ .*/, '')),
      ['PostgreSQL', 'PostgreSQL', 'PostgreSQL', 'PostgreSQL'],
    )
    await server.stop()
    assert.deepEqual(readdirSync(folder).sort(), ['data', 'server.log'])
    assert.equal(existsSync(server.host), false)
  })

  test('a server is stopped while it is being restarted', async () => {
    const folder = makeFolder()
    const lines: string[] = []
    const server = await startEmbedded(folder, { settings, log: (line) => lines.push(line) })
    const { pid } = readPidFile(join(folder, 'data'))!
    signal(pid, 'SIGKILL')
    while (lines.length === 0) await sleep(1)
    await server.stop()
    assert.deepEqual(listServersOn(join(folder, 'data')), [])
    assert.deepEqual(readdirSync(folder).sort(), ['data', 'server.log'])
  })

  test('a server is stopped between two attempts to restart it, in a process that has nothing else to do', async () => {
    const folder = makeFolder()
    const program = runProgram(`
      let attempts = 0
      const { promise: isPausing, resolve } = Promise.withResolvers()
      const log = (line) => line.includes('restarting it') && ++attempts === 5 && setTimeout(resolve, 700) // the pause after it takes 1.6 s
      const server = await startEmbedded(${JSON.stringify(folder)}, { settings: { fsync: 'off' }, log })
      const keepsAlive = setInterval(() => {}, 1000)
      console.log('ready')
      await isPausing
      clearInterval(keepsAlive)
      await server.stop()
      console.log('stopped')`)
    assert.equal((await program.lines.next()).value, 'ready')
    appendFileSync(join(folder, 'data/postgresql.conf'), 'nonsense\n')
    signal(readPidFile(join(folder, 'data'))!.pid, 'SIGKILL')
    assert.equal((await program.lines.next()).value, 'stopped')
    assert.deepEqual(await program.ended, [0, null])
    assert.deepEqual(readdirSync(folder).sort(), ['data', 'server.log'])
  })

  test('a server that cannot be restarted is reported once, and the database can be started again', async () => {
    const folder = makeFolder()
    const server = await startEmbedded(folder, { settings, restartMs: 0 })
    const reports: string[] = []
    const first = new Promise<string>((resolve) => server.onExit(resolve))
    server.onExit((reason) => reports.push(reason))
    signal(readPidFile(join(folder, 'data'))?.pid ?? 0, 'SIGKILL')
    assert.match(await first, /SIGKILL/)
    await server.stop()
    server.onExit((reason) => reports.push(reason))
    assert.equal(reports.length, 2)
    const again = await startEmbedded(folder, { settings })
    assert.equal(await queryValue(again, 'select 1'), 1)
    await again.stop()
  })

  test('a failed start reports the PostgreSQL error and releases the folder', async () => {
    const folder = makeFolder()
    await assert.rejects(startEmbedded(folder, { settings: { shared_buffers: 'plenty' } }), /invalid value for parameter "shared_buffers"/)
    const server = await startEmbedded(folder, { settings })
    await server.stop()
  })

  test('a folder of another major version is refused with a readable error', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/PG_VERSION'), '17\n')
    await assert.rejects(startEmbedded(folder), /was made by PostgreSQL 17\. .* has PostgreSQL 18, .*: npx projectory upgrade-database$/)
    writeFileSync(join(folder, 'data/PG_VERSION'), '99\n')
    await assert.rejects(startEmbedded(folder), /was made by PostgreSQL 99\. .* Install the newer version of Projectory/)
  })

  test('a folder with other files is refused and not changed', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/diary.txt'), 'dear diary')
    await assert.rejects(startEmbedded(folder), /holds files but no PostgreSQL database/)
    assert.deepEqual(readdirSync(join(folder, 'data')), ['diary.txt'])
  })

  const canRead = (account: { uid: number; gid: number }, path: string) =>
    spawnSync('/bin/sh', ['-c', 'ls "$1"', 'sh', path], { ...account, cwd: '/' }).status === 0

  test('started by root, it has a user id of its own, and other users can neither read nor reach it', {
    skip: !isRoot && 'needs root: run it as root with npm test database/embedded/postgres',
  }, async () => {
    const folder = makeFolder()
    const data = join(folder, 'data')
    const server = await startEmbedded(folder, { settings })
    const { uid, gid } = lstatSync(data)
    assert.ok(uid >= 60_578 && uid < 61_184, String(uid))
    assert.equal(lstatSync(`/proc/${readPidFile(data)!.pid}`).uid, uid)
    assert.equal(spawnSync('getent', ['passwd', String(uid)]).status, 2, 'no other account has it')
    assert.ok(canRead({ uid, gid }, data))
    for (const path of [data, server.host]) assert.ok(!canRead({ uid: 65_534, gid: 65_534 }, path), path)
    await server.stop()
    const again = await startEmbedded(folder, { settings })
    assert.equal(lstatSync(data).uid, uid, 'it keeps its user id')
    await again.stop()
  })

  test('data that belongs to nobody, as earlier versions made it, is taken over with its content', {
    skip: !isRoot && 'needs root: run it as root with npm test database/embedded/postgres',
  }, async () => {
    const folder = makeFolder()
    const data = join(folder, 'data')
    const first = await startEmbedded(folder, { settings })
    await queryValue(first, 'create table note as select 42 as number')
    await first.stop()
    changeOwner(data, { uid: 65_534, gid: 65_534 })
    const second = await startEmbedded(folder, { settings })
    assert.equal(await queryValue(second, 'select number from note'), 42)
    assert.notEqual(lstatSync(join(data, 'PG_VERSION')).uid, 65_534)
    await second.stop()
  })

  test('the log is rotated by size', () => {
    const path = join(makeFolder(), 'server.log')
    writeFileSync(path, 'x'.repeat(1000))
    rotate(path, 2000)
    assert.equal(lstatSync(path).size, 1000)
    rotate(path, 1000)
    assert.equal(lstatSync(path).size, 0)
    assert.equal(lstatSync(`${path}.1`).size, 1000)
  })

  test('a log that cannot be copied is emptied, and one that is no file is left alone', () => {
    const path = join(makeFolder(), 'server.log')
    mkdirSync(`${path}.1`)
    writeFileSync(path, 'x'.repeat(1000))
    rotate(path, 1000)
    assert.equal(lstatSync(path).size, 0)
    rotate(`${path}.1`, 0)
  })
})
