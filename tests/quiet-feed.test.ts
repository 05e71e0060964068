import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#database/sql.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { readJson } from '#tests/support/json.ts'
import { assertWithin, timeUntil } from '#tests/support/latency.ts'
import { startService, type TestService, untilReady } from '#tests/support/service.ts'
import { openSession, ownSessions } from '#tests/support/session.ts'
import { test } from '#tests/support/tier.ts'
import { startProxy } from './support/peer/database-proxy.ts'

// Processes that nobody calls read the change feed rarely. What they promise stays the same.

type Watched = TestService & { reads: number[] } // when it read the change feed
let database: TestDatabase
let here: Watched
let there: Watched
let slug: string
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  here = await watched(database)
  there = await watched(database, { PUBLIC_URL: here.config.publicUrl })
  slug = (await database.sql`select slug from project where state = 'published' order by id limit 1`)[0]!.slug
})
after(async () => {
  await there?.close()
  await here?.close()
  await database?.close()
})

async function watched(database: TestDatabase, env: Record<string, string> = {}): Promise<Watched> {
  const service = Object.assign(await startService({ database, env }), { reads: [] as number[] })
  service.onStatement = (text) => {
    if (text.includes('pg_visible_in_snapshot')) service.reads.push(performance.now())
  }
  return service
}

const readsIn = ({ reads }: Watched, ms: number) => reads.filter((at) => at > performance.now() - ms).length
/** For two seconds from now on each reader has read at most twice: a process that is not quiet reads forty times. */
async function quiet(...services: Watched[]): Promise<void> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < 2000 || services.some((service) => readsIn(service, 2000) > 4)) {
    assert.ok(performance.now() - startedAt < 60_000, `${services.map((service) => readsIn(service, 2000))} reads in two seconds`)
    await sleep(20)
  }
}

/** Both readers of a quiet process have just read: by themselves they would read again in two seconds. */
async function justRead(service: Watched): Promise<void> {
  await quiet(here, there)
  const before = service.reads.length
  await timeUntil('two reads', () => service.reads.length >= before + 2)
  await sleep(100)
}

const rename = (name: string) => database.sql`update project set name = ${name} where slug = ${slug}` // as with psql
const nameIn = ({ app }: TestService) => readJson(app.catalog.project(slug, null)!).project.name
const endListening = () => database.sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and query ~* 'listen projectory' and pid <> pg_backend_pid()`

test('a quiet process reads the change feed once in two seconds and stays ready; checks of readiness do not wake it', async () => {
  await untilReady(here)
  await quiet(here)
  const [before, startedAt] = [here.reads.length, performance.now()]
  while (performance.now() - startedAt < 6000) {
    assert.ok(here.observed.feed.lagMs() < 5000 && here.app.catalog.lagMs() < 5000)
    await fetch(`${here.origin}/readyz`)
    assert.ok(!here.app.catalog.isLate())
    await sleep(100)
  }
  const reads = here.reads.length - before
  assert.ok(reads >= 4 && reads <= 10, `${reads} reads in six seconds`)
  await untilReady(here)
})

test('a change by one process reaches another one that is quiet within 250 ms, without a call', async () => {
  const tell = async (round: number) => {
    await justRead(there)
    await rename(`Told ${round}`)
    here.app.changes.invalidate() // as a handler does after its commit
    return timeUntil('the change', () => nameIn(there) === `Told ${round}`)
  }
  await assertWithin(250, tell, { tries: 3 })
})

test('the first call after a quiet time sees what was committed before it, also instead of a cached response', async () => {
  const read = async () => (await (await fetch(`${there.url}/project/${slug}`)).json()) as { project: { name: string } }
  for (let round = 1; round <= 3; round++) {
    for (let i = 0; i < 3; i++) await read()
    await justRead(there)
    await rename(`Quiet ${round}`)
    assert.equal((await read()).project.name, `Quiet ${round}`)
  }
})

test('access that ended during a quiet time is refused to the first call', async () => {
  const { accessToken } = await openSession(here, 'vera')
  for (let i = 0; i < 2; i++) assert.equal((await ownSessions(there, accessToken)).status, 200)
  await quiet(here, there)
  await database.sql`update person set disabled_at = now() where login = 'vera'`
  assert.equal((await ownSessions(there, accessToken)).status, 401)
  await database.sql`update person set disabled_at = null where login = 'vera'`
})

test('when the listening connection is lost, the process reads often again, and rarely when it listens again', async () => {
  const change = async (round: number) => {
    await justRead(there)
    await endListening()
    await rename(`Unheard ${round}`)
    return timeUntil('the change', () => nameIn(there) === `Unheard ${round}`)
  }
  await assertWithin(250, change, { tries: 3 })
  await quiet(here, there)
})

test('where notifications do not arrive, as behind a pooler in transaction mode, a process is never quiet', async () => {
  const proxy = await startProxy(database.database as Exclude<Database, string>, 0, { losesNotifications: true })
  const service = await watched({ ...database, database: proxy.address })
  try {
    await timeUntil('the check', () => service.logged.some((line) => line.includes('notifications of changes do not arrive')))
    await sleep(6000) // longer than a process must be idle, and two seconds
    assert.ok(readsIn(service, 2000) > 8, `${readsIn(service, 2000)} reads in two seconds`)
    const change = async (round: number) => {
      await sleep((round - 1) * 17) // another moment between two reads in each round
      await rename(`Pooled ${round}`)
      return timeUntil('the change', () => nameIn(service) === `Pooled ${round}`)
    }
    await assertWithin(250, change, { tries: 5 })
  } finally {
    await service.close()
    proxy.close()
  }
})
