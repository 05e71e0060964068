import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startProxy } from '#tests/support/peer/database-proxy.ts'
import { type ChangeListener, type ListenerTiming, listenForChanges } from './change-listener.ts'
import { connect, type Database, type Sql } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())

type Listener = ChangeListener & { events: string[]; logged: string[] }
const opened: Listener[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop()
  await until('none is left', async () => (await backends()).length === 0) // for the next test
})

const fast = { checkMs: 100, arriveMs: 5000, retryMs: 20, longestRetryMs: 100 }
function listen(
  address = database.database,
  { sql = database.sql, timing = fast }: { sql?: Sql; timing?: Partial<ListenerTiming> } = {},
): Listener {
  const events: string[] = []
  const logged: string[] = []
  const listener = listenForChanges({
    database: address,
    sql,
    timing,
    log: { info: (_, text) => logged.push(text) },
    onTold: () => events.push('told'),
    onLost: () => events.push('lost'),
  })
  opened.push({ ...listener, events, logged })
  return opened.at(-1)!
}

async function until(what: string, fact: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await fact())) {
    assert.ok(performance.now() < deadline, `${what}: it never became true`)
    await sleep(10)
  }
}
const hearing = (...listeners: Listener[]) => until('all hear', () => listeners.every((one) => one.isHearing()))
const backends = async () =>
  (await database.sql`select pid from pg_stat_activity where datname = current_database()
  and query like 'set idle_session_timeout = 0; listen %'`) as unknown as { pid: number }[]

test('all others are told, once for several changes within a second, and again for later ones', async (t) => {
  let sent = 0
  // One connection: what b tells would be sent before what c tells.
  const sql = connect(database.database, {
    max: 1,
    connectTimeout: 60_000,
    onStatement: (text) => void (/notify/.test(text) && sent++),
  })
  t.after(() => sql.end())
  const timing = { ...fast, checkMs: 600_000, tellMs: 600_000 } // instead of a second
  const [a, b, c] = [
    listen(undefined, { timing }),
    listen(undefined, { sql, timing }),
    listen(undefined, { sql, timing: { ...timing, tellMs: 100 } }),
  ]
  await hearing(a, b, c)
  sent = 0
  for (let i = 0; i < 20; i++) a.tell()
  await until('b and c are told', () => b.events.length > 0 && c.events.length > 0)
  b.tell() // was told: the others were too
  const tellAgain = () => {
    c.tell()
    return sent > 0
  }
  await until('c tells again', tellAgain)
  await until('a and b are told', () => a.events.length > 0 && b.events.length > 1)
  assert.deepEqual([a.events, b.events, c.events], [['told'], ['told', 'told'], ['told']])
  assert.equal(sent, 1, 'by c')
})

test('a lost connection is reported at once and opened again', async () => {
  const listener = listen(undefined, { timing: { ...fast, checkMs: 600_000 } })
  await hearing(listener)
  listener.logged.splice(0) // a busy machine may have needed several attempts
  const [backend] = await backends()
  await database.sql`select pg_terminate_backend(${backend!.pid}::int)`
  await until('it is reported', () => listener.events.includes('lost'))
  await hearing(listener)
  assert.notDeepEqual(await backends(), [backend])
  assert.deepEqual(listener.logged, [
    'notifications of changes do not arrive; polling the change feed',
    'notifications of changes arrive again',
  ])
})

test('a connection that is open but dead is noticed by the next check', async () => {
  const proxy = await startProxy(database.database as Exclude<Database, string>)
  const listener = listen(proxy.address, { timing: { ...fast, arriveMs: 1000 } })
  await hearing(listener)
  listener.events.splice(0)
  proxy.silence()
  await until('it is noticed', () => listener.events.includes('lost'))
  await hearing(listener)
  await listener.stop()
  proxy.close()
})

test('notifications that do not arrive are noticed, reported once, and tried again', async () => {
  const proxy = await startProxy(database.database as Exclude<Database, string>, 0, { losesNotifications: true })
  let checks = 0
  const counted = connect(database.database, {
    max: 1,
    connectTimeout: 30_000,
    onStatement: (text) => void (/notify/.test(text) && checks++),
  })
  const listener = listen(proxy.address, { sql: counted, timing: { ...fast, arriveMs: 200 } })
  const heard = listen()
  await hearing(heard)
  await until('it tries again', () => checks >= 3)
  assert.equal(listener.isHearing(), false)
  assert.equal(listener.logged.length, 1)
  listener.tell()
  await until('it tells the others nevertheless', () => heard.events.includes('told'))
  await listener.stop()
  await counted.end({ timeout: 1 })
  proxy.close()
})

test('after a stop nothing listens', async () => {
  const listener = listen()
  await hearing(listener)
  assert.equal((await backends()).length, 1)
  await listener.stop()
  assert.equal(listener.isHearing(), false)
  await until('the connection is closed', async () => (await backends()).length === 0)
  await listen().stop() // while it connects
  await until('none is left', async () => (await backends()).length === 0)
})
