import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { insertContactEmail, type NewContactEmail } from './contact.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase(TEMPLATE)
})
after(() => database.close())
beforeEach(() => database.sql`delete from outbox`)

const at = new Date('2026-11-15T12:00:00Z')
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const insert = (more: Partial<NewContactEmail> = {}): Promise<number> =>
  database.sql.begin((sql) =>
    insertContactEmail(sql, {
      data: { email: 'anna@example.org' },
      fingerprint: Buffer.from('one'),
      review: { reason: null, limits: null },
      requestId: 'call',
      at,
      ...more,
    }),
  ) as Promise<number>
const rows = () =>
  database.sql<{ id: number; state: string; reason: string | null }[]>`select id::int, state, reason from outbox order by id`

test('the same fingerprint within ten minutes is the same email, in any state', async () => {
  const first = await insert()
  await database.sql`update outbox set state = 'cancelled', ended_at = ${at}`
  assert.equal(await insert({ at: minutesLater(9.99) }), first)
  assert.notEqual(await insert({ at: minutesLater(10) }), first)
  assert.notEqual(await insert({ at: minutesLater(10), fingerprint: Buffer.from('two') }), first)
  assert.equal((await rows()).length, 3)
})

test('a duplicate that waits for a concurrent insert sees it', async () => {
  const ids: number[] = []
  await database.sql.begin(async (sql) => {
    const email = { data: { email: 'anna@example.org' }, fingerprint: Buffer.from('one'), requestId: 'call', at }
    ids.push(await insertContactEmail(sql, { ...email, review: { reason: null, limits: null } }))
    const second = insert().then((id) => void ids.push(id))
    while ((await database.sql`select 1 from pg_locks where locktype = 'advisory' and not granted`).length === 0);
    assert.equal(ids.length, 1)
    void second
  })
  while (ids.length < 2) await new Promise(setImmediate)
  assert.equal(ids[0], ids[1])
})

test('emails of different senders do not wait for each other', async () => {
  await database.sql.begin(async (sql) => {
    await insertContactEmail(sql, {
      data: { email: 'anna@example.org' },
      fingerprint: Buffer.from('one'),
      review: { reason: null, limits: { ofWriter: 1, ofAll: 10 } },
      requestId: 'call',
      at,
    })
    await insert({ data: { email: 'boris@example.org' }, fingerprint: Buffer.from('two') })
  })
  assert.equal((await rows()).length, 2)
})

test('a reason from the content has priority over the limits, and without limits nothing is counted', async () => {
  const limits = { ofWriter: 1, ofAll: 2 }
  const of = (name: string, email: string, more: Partial<NewContactEmail['review']> = {}) =>
    insert({ data: { email }, fingerprint: Buffer.from(name), review: { reason: null, limits, ...more } })
  await of('1', 'anna@example.org')
  await of('2', 'Anna@Example.org')
  await of('3', 'boris@example.org')
  await of('4', 'boris@example.org', { reason: 'many_links' })
  await of('5', 'boris@example.org', { limits: null })
  assert.deepEqual(
    (await rows()).map(({ state, reason }) => [state, reason]),
    [
      ['queued', null],
      ['review', 'writer_limit'],
      ['review', 'daily_limit'],
      ['review', 'many_links'],
      ['queued', null],
    ],
  )
})
