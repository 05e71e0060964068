import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { proveBackup } from '#backup/prove.ts'
import { connect } from '#database/sql.ts'
import { leftOut, sessions } from '#store/table/tables.ts'
import { backUp, checksumsOf, demoRig, emptyRig, restore } from '#tests/support/backups.ts'
import { oldPostgres } from '#tests/support/process/old-postgres.ts'
import { test } from '#tests/support/tier.ts'

const debian = '/usr/lib/postgresql/15/bin'
// file_store is adopted by each restore.
const notCompared = [...leftOut, ...sessions, 'public.file_store', 'public.outbox']

test('a backup moves from the embedded PostgreSQL to 15, as a plain owner of the database, and back', async () => {
  const server = await startServer()
  const source = await demoRig()
  const back = await emptyRig()
  try {
    const admin = connect({ ...server.address, user: 'super', database: 'postgres' }, { max: 1, connectTimeout: 60_000 })
    await admin.unsafe('create role owner login')
    await admin.unsafe("create database moved owner owner template template0 encoding 'UTF8'")
    await admin.end()
    const database = { ...server.address, user: 'owner', database: 'moved' }
    const before = await checksumsOf(source.sql, notCompared)
    const first = await backUp(source)
    await restore({ ...source, database }, { place: source.place, name: first.name }, { files: null })

    const moved = connect(database, { mayNest: true, connectTimeout: 60_000 })
    assert.match((await moved`select version() as v`)[0]!.v, /PostgreSQL 15/)
    assert.deepEqual(await checksumsOf(moved, notCompared), before)
    const second = await backUp({ ...source, sql: moved }, { now: new Date(Date.now() + 5000) })
    await moved.end()
    // The role may not create databases: the proof uses a PostgreSQL of its own.
    assert.equal(
      (await proveBackup({ database, dataDir: source.folder, place: source.place, name: second.name, identities: [] })).isOnServer,
      false,
    )
    await restore({ ...source, database }, { place: source.place, name: first.name }, { files: null, mayReplace: true })

    await restore(back, { place: source.place, name: second.name })
    assert.deepEqual(await checksumsOf(back.sql, notCompared), before)
    assert.deepEqual(
      second.manifest.files.map(({ sha256 }) => sha256),
      first.manifest.files.map(({ sha256 }) => sha256),
    )
  } finally {
    await Promise.all([source.close(), back.close()])
    await server.stop()
  }
})

async function startServer() {
  const folder = mkdtempSync('/tmp/pg15-')
  chmodSync(folder, 0o700)
  const isRoot = process.getuid?.() === 0
  const account = isRoot ? { uid: 65534, gid: 65534 } : {}
  if (isRoot) chownSync(folder, 65534, 65534)
  const data = join(folder, 'data')
  const bin = existsSync(join(debian, 'postgres')) ? debian : join((await oldPostgres(folder, '15')).path, 'bin')
  const options = { ...account, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'super', '--auth=trust', '--encoding=UTF8'], { ...options, stdio: 'pipe' })
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off'].flatMap((one) => ['-c', one])
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (part) => (output += part))
  const ended = once(child, 'exit')
  const assertRuns = () => assert.deepEqual([child.exitCode, child.signalCode], [null, null], `PostgreSQL 15 did not start:\n${output}`)
  while (!existsSync(join(folder, '.s.PGSQL.5432'))) {
    assertRuns()
    await sleep(20)
  }
  // The socket is there before the server accepts connections.
  const probe = () => {
    const sql = connect({ host: folder, port: 5432, user: 'super', database: 'postgres' }, { max: 1, connectTimeout: 60_000 })
    return sql`select 1`
      .then(
        () => true,
        () => false,
      )
      .finally(() => sql.end())
  }
  while (!(await probe())) {
    assertRuns()
    await sleep(50)
  }
  return {
    address: { host: folder, port: 5432 },
    async stop() {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
