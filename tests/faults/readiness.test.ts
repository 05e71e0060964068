import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#database/sql.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type DatabaseProxy, startProxy } from '#tests/support/peer/database-proxy.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// What /readyz says while something that a process needs is broken. Guests' reads work all the time.

const folder = mkdtempSync(join(tmpdir(), 'readiness-test-'))
const dataDir = join(folder, 'data')
// A small disk of its own, where that is allowed.
mkdirSync(dataDir)
const isMounted = process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', dataDir]).status === 0

let database: TestDatabase
let proxy: DatabaseProxy
let service: TestService
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  proxy = await startProxy(database.database as Exclude<Database, string>)
  const env = { DATA_DIR: dataDir, KEY_FILE: join(folder, 'master.key') }
  service = await startService({ database: { ...database, database: proxy.address }, env })
  await untilFailing()
})
after(async () => {
  await service?.close()
  proxy?.close()
  await database?.close()
  if (isMounted) spawnSync('umount', [dataDir])
  rmSync(folder, { recursive: true, force: true })
})

const failing = async (query = ''): Promise<string[]> => {
  const response = await fetch(`${service.origin}/readyz${query}`)
  const { checks = [] } = (await response.json()) as { checks?: string[] }
  assert.equal(response.status, checks.length === 0 ? 200 : 503)
  return checks
}

/** Waits until exactly these checks fail. */
async function untilFailing(names: string[] = [], query = ''): Promise<void> {
  const expected = names.toSorted().join()
  let seen = ''
  for (const deadline = performance.now() + 60_000; seen !== expected || names.length === 0; await sleep(50)) {
    seen = (await failing(query)).toSorted().join()
    if (seen === expected) return
    assert.ok(performance.now() < deadline, `/readyz${query} names “${seen}” instead of “${expected}”`)
  }
}

const assertReads = async () => {
  for (const path of ['/project/active', '/tag']) assert.equal((await fetch(service.url + path)).status, 200, path)
}

test('a full disk: disk and storage fail until there is space again', async () => {
  const fillers = isMounted ? [join(dataDir, 'filler')] : [join(dataDir, 'x'), join(dataDir, 'files', '.tmp', 'x')]
  let isFull = true
  // Without a disk of its own: what is written to the device /dev/full fails as on a full disk. The check removes its file each time.
  const link = (target: string) => {
    try {
      symlinkSync('/dev/full', target)
    } catch {}
  }
  const probe = `.write-probe-${process.pid}`
  const refill = isMounted
    ? null
    : setInterval(() => isFull && [join(dataDir, probe), join(dataDir, 'files', '.tmp', probe)].forEach(link), 1)
  if (isMounted) assert.throws(() => writeFileSync(fillers[0]!, Buffer.alloc(4_000_000)), { code: 'ENOSPC' })
  await untilFailing(['disk', 'storage'])
  await assertReads()
  assert.deepEqual(await failing('?reads=1'), [])
  isFull = false
  if (refill) clearInterval(refill)
  for (const file of fillers) rmSync(file, { force: true })
  await untilFailing()
})

test('a store of files that is gone: storage fails until it is back, and no empty one is made in its place', async () => {
  renameSync(join(dataDir, 'files'), join(dataDir, 'files-away'))
  await untilFailing(['storage'])
  await assertReads()
  renameSync(join(dataDir, 'files-away'), join(dataDir, 'files'))
  await untilFailing()
})

test('a follower that is late although the database answers: the feed fails, for reads too', async () => {
  await database.sql.begin(async (sql) => {
    await sql`lock table change in access exclusive mode`
    await untilFailing(['feed'])
    await untilFailing(['feed'], '?reads=1')
    await assertReads()
  })
  await untilFailing()
})

test('slow calls use all connections: the process stays ready, because the database answers', async () => {
  const { sql } = service.app
  let isOver = false
  const slow = Array.from({ length: sql.poolState().max }, () =>
    sql.begin('read only', async (sql) => {
      while (!isOver) await sql`select pg_sleep(0.1)`
    }),
  )
  try {
    while (service.observed.feed.lagMs() < 7000) await sleep(50)
    await untilFailing()
    assert.deepEqual(await failing('?reads=1'), [])
    await assertReads()
    assert.equal(sql.poolState().inUse, slow.length)
  } finally {
    isOver = true
    await Promise.all(slow)
  }
  await untilFailing()
})

test('a database that answers late once is no fault', async () => {
  // An answer that was not remembered waits for the check, which is frozen.
  for (let waited = 0; waited < 400; ) {
    proxy.freeze()
    const startedAt = performance.now()
    assert.deepEqual(await failing(), [])
    waited = performance.now() - startedAt
    proxy.thaw()
    await sleep(50)
  }
  await untilFailing()
})

test('a silent database: database and feed fail; guests read from memory, and /readyz?reads=1 says so', async () => {
  proxy.freeze()
  await untilFailing(['database', 'feed'])
  assert.deepEqual(await failing('?reads=1'), [])
  await assertReads()
  proxy.thaw()
  await untilFailing()
})

test('the schema: a missing migration is not ready, a newer one is', async () => {
  const { sql } = database
  await sql`insert into migration (name, checksum) values ('9999_of-a-newer-version.sql', 'x')`
  await untilFailing()
  const [last] = await sql`delete from migration where name = (select max(name) from migration where name < '9') returning name, checksum`
  await untilFailing(['schema'])
  await sql`insert into migration (name, checksum) values (${last!.name}, ${last!.checksum})`
  await untilFailing()
})
