import assert from 'node:assert/strict'
import { chmodSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbedded } from '#database/embedded/postgres.ts'
import { signal } from '#database/embedded/process.ts'
import { makeFolder, settings } from '#database/embedded/testing.ts'
import { migrate } from '#database/migrate.ts'
import { connect, isDatabaseUnavailable, type Sql } from '#database/sql.ts'
import { currentPosition } from '#store/change.ts'
import { type DatabaseProxy, startProxy } from '#tests/support/peer/database-proxy.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// Another server takes over the address of the database: a standby that had not received the last changes, or a restored backup.

const folders = { primary: makeFolder(), standby: makeFolder() }
const servers: EmbeddedPostgres[] = []
const pools: Sql[] = []
let proxy: DatabaseProxy
let service: TestService
let primary: Sql
let standby: Sql

const start = async (folder: string) => {
  const server = await startEmbedded(folder, { settings })
  servers.push(server)
  const sql = connect(addressOf(server))
  pools.push(sql)
  return { server, sql }
}
const addressOf = ({ host, port, user, database }: EmbeddedPostgres) => ({ host, port, user, database })

before(async () => {
  const first = await start(folders.primary)
  await migrate(first.sql)
  await first.sql`insert into project (slug, name, state, published_at) select 'p-' || n, 'Project ' || n, 'published', now() from generate_series(1, 50) n`
  await first.sql.end()
  await first.server.stop()
  // From now on the standby receives nothing.
  cpSync(join(folders.primary, 'data'), join(folders.standby, 'data'), { recursive: true })
  chmodSync(join(folders.standby, 'data'), 0o700)
  const both = [await start(folders.primary), await start(folders.standby)] as const
  primary = both[0].sql
  standby = both[1].sql
  proxy = await startProxy(addressOf(both[0].server))
  service = await startService({ database: { sql: primary, database: proxy.address, close: async () => {} } })
})
after(async () => {
  await service?.close()
  proxy?.close()
  for (const sql of pools) await sql.end({ timeout: 1 })
  for (const server of servers) await server.stop()
})

const nameOf = async (slug: string) => {
  const response = await fetch(`${service.url}/project/${slug}`)
  return response.status === 200 ? ((await response.json()) as { project: { name: string } }).project.name : response.status
}
async function until(slug: string, expected: string | number): Promise<void> {
  const deadline = performance.now() + 20_000
  for (let seen: unknown; seen !== expected; await wait(20)) {
    seen = await nameOf(slug)
    assert.ok(performance.now() < deadline, `${slug} is ${seen}, not ${expected}`)
  }
}

test('after a failover the catalog shows what the new server has, also where it has less', async () => {
  await primary`update project set name = 'Not replicated' where slug = 'p-1'`
  await primary`insert into project (slug, name, state, published_at) values ('lost', 'Lost', 'published', now())`
  await until('lost', 'Lost')
  await until('p-1', 'Not replicated')
  // The transaction ids of the new server may already be further than those of the old one.
  await standby.unsafe('do $$ begin for n in 1..2000 loop perform pg_current_xact_id(); commit; end loop; end $$')
  proxy.moveTo(addressOf(servers[2]!))
  await until('lost', 404)
  await until('p-1', 'Project 1')
  await standby`update project set name = 'Written after the failover' where slug = 'p-2'`
  await until('p-2', 'Written after the failover')
})

test('the crash of a server process counts as another start, also while the postmaster continues', async () => {
  const startOf = async () => (await currentPosition(standby)).split(' ')[0]
  const before = await startOf()
  const [row] = await standby`select pg_backend_pid() as pid, pg_postmaster_start_time()::text as postmaster`
  signal(row!.pid, 'SIGKILL')
  let after: string | undefined
  while (after === undefined) {
    await wait(50)
    after = await startOf().catch((error) => void assert.ok(isDatabaseUnavailable(error), error.code))
  }
  assert.notEqual(after, before)
  assert.equal((await standby`select pg_postmaster_start_time()::text as postmaster`)[0]!.postmaster, row!.postmaster)
  await standby`update project set name = 'Written after the crash' where slug = 'p-4'`
  await until('p-4', 'Written after the crash')
})

test('rows of the change feed that a restored backup brought along are not loaded again by every poll', async () => {
  await standby`
    insert into change (xid, kind, key)
    select ((pg_current_xact_id()::text)::bigint + 1000000 + id)::text::xid8, 'project', id from project`
  await standby`update project set name = 'Written after the restore' where slug = 'p-3'`
  await until('p-3', 'Written after the restore')
  let polls = 0
  const loads: string[] = []
  service.onStatement = (text) => {
    if (text.includes('pg_visible_in_snapshot')) polls++
    else if (text.includes('from project')) loads.push(text)
  }
  while (polls < 20) await wait(20)
  assert.deepEqual(loads, [])
})
