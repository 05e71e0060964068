import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { connect, type Sql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type AuditEvent, findBrokenAudit, insertAudit } from './insert.ts'

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await testDatabase()
  sql = database.sql
})
after(() => database?.close())

const at = new Date('2026-03-01T12:00:00.123Z')
const full: AuditEvent = {
  at,
  action: 'authn_logout',
  outcome: 'failure',
  actorId: 7,
  sid: randomUUID(),
  clientId: 'field-mobile',
  target: 'person 7',
  code: 'code_invalid',
  network: '10.0.0.x',
  agent: 'Firefox, Linux',
  requestId: 'request-1',
  detail: { provider: 'idp', others: 2, isDisabled: true, reason: null },
}

test('an empty log has an intact hash chain', async () => assert.equal(await findBrokenAudit(sql), undefined))

test('an event is stored with all its fields, and missing ones are null', async () => {
  await insertAudit(sql, { at, action: 'user_created' })
  await insertAudit(sql, full)
  const rows = await sql`
    select at, action, outcome, actor_id as "actorId", sid, client_id as "clientId", target, code, network, agent,
      request_id as "requestId", detail from audit_event order by seq`
  const nothing = { actorId: null, sid: null, clientId: null, target: null, code: null, network: null, agent: null, requestId: null }
  assert.deepEqual({ ...rows[0] }, { at, action: 'user_created', outcome: 'success', ...nothing, detail: {} })
  assert.deepEqual({ ...rows[1] }, full)
  assert.equal(await findBrokenAudit(sql), undefined)
})

test('rows of the log cannot be updated or deleted', async () => {
  const before = await sql`select * from audit_event`
  for (const statement of [
    `update audit_event set target = 'x'`,
    `update audit_event set target = 'x' where false`,
    'delete from audit_event',
    'truncate audit_event',
    'truncate audit_event cascade',
  ])
    await assert.rejects(sql.unsafe(statement), /the audit log is only ever added to/, statement)
  assert.deepEqual(await sql`select * from audit_event`, before)
})

test('a writer cannot choose the sequence number or the hash of a row', async () => {
  await sql`
    insert into audit_event (seq, at, action, outcome, previous, hash) values (99, ${at}, 'forged', 'success', '\\xaa', '\\xbb')`
  const [row] =
    await sql`select seq::int, previous = '\\xaa' as "isPrevious", hash = '\\xbb' as "isHash" from audit_event where action = 'forged'`
  assert.deepEqual({ ...row }, { seq: 3, isPrevious: false, isHash: false })
  assert.equal(await findBrokenAudit(sql), undefined)
})

test('concurrent writers make one chain', async () => {
  const others = Array.from({ length: 8 }, () => connect(database.database, { max: 2, connectTimeout: 60_000 }))
  const writes = others.flatMap((one, i) =>
    Array.from({ length: 25 }, (_, j) => insertAudit(one, { at, action: 'authn_login_success', target: `${i} ${j}` })),
  )
  await Promise.all(writes)
  await Promise.all(others.map((one) => one.end({ timeout: 5 })))
  const [row] = await sql`select count(*)::int as count, max(seq)::int as last from audit_event`
  assert.deepEqual({ ...row }, { count: 203, last: 203 })
  assert.equal(await findBrokenAudit(sql), undefined)
})

test('an event of a transaction that is rolled back leaves no gap', async () => {
  const taken = sql.begin(async (sql) => {
    await insertAudit(sql, full)
    throw new Error('taken back')
  })
  await assert.rejects(taken, /taken back/)
  await insertAudit(sql, full)
  assert.equal(await findBrokenAudit(sql), undefined)
})

class TakenBack extends Error {}

// Runs the check after a change with the triggers disabled, then rolls the change back.
async function foundAfter(change: (sql: Sql) => Promise<unknown>): Promise<number | undefined> {
  let found: number | undefined
  const tampering = sql.begin(async (sql) => {
    await sql`alter table audit_event disable trigger all`
    await change(sql as unknown as Sql)
    found = await findBrokenAudit(sql)
    throw new TakenBack()
  })
  await assert.rejects(tampering, TakenBack)
  return found
}

const columns: [string, string][] = [
  ['at', `at + interval '1 microsecond'`],
  ['actor_id', '8'],
  ['sid', 'gen_random_uuid()'],
  ['client_id', `'projectory-web'`],
  ['action', `'authn_login_success'`],
  ['target', `'person 8'`],
  ['outcome', `'success'`],
  ['code', 'null'],
  ['network', `'10.0.1.x'`],
  ['agent', `'Edge'`],
  ['request_id', `'request-2'`],
  ['detail', `detail || '{"others": 3}'`],
  ['previous', `'\\x00'`],
  ['hash', `'\\x00'`],
]
for (const [column, value] of columns)
  test(`a row whose ${column} was changed with the triggers disabled is found`, async () => {
    assert.equal(await foundAfter((sql) => sql.unsafe(`update audit_event set ${column} = ${value} where seq = 2`)), 2)
  })

test('a row that was deleted, inserted or moved is found', async () => {
  assert.equal(await foundAfter((sql) => sql`delete from audit_event where seq = 50`), 51)
  assert.equal(await foundAfter((sql) => sql`delete from audit_event where seq = 1`), 2)
  const moved = await foundAfter(async (sql) => {
    await sql`update audit_event set seq = -1 where seq = 10`
    await sql`update audit_event set seq = 10 where seq = 11`
    await sql`update audit_event set seq = 11 where seq = -1`
  })
  assert.equal(moved, 10)
  const put = (sql: Sql) => sql`
    insert into audit_event (seq, at, action, outcome, previous, hash)
    select seq + 1, at, 'user_created', 'success', hash, hash from audit_event order by seq desc limit 1`
  assert.ok(await foundAfter(put))
})

test('a changed row with a recomputed hash is found at the next row', async () => {
  const found = await foundAfter(async (sql) => {
    await sql`update audit_event set target = 'person 8' where seq = 2`
    await sql`update audit_event as event set hash = sha256(previous || convert_to(audit_text(event), 'UTF8')) where seq = 2`
  })
  assert.equal(found, 3)
})

test('moving text between adjacent columns changes the hash', async () => {
  await insertAudit(sql, { ...full, network: 'a', agent: 'b\u001fc', requestId: 'd' })
  const [{ seq }] = (await sql`select max(seq)::int as seq from audit_event`) as unknown as [{ seq: number }]
  const pushed = await foundAfter((sql) => sql`update audit_event set network = ${'a\u001fb'}, agent = 'c' where seq = ${seq}`)
  assert.equal(pushed, seq)
  const emptied = await foundAfter((sql) => sql`update audit_event set target = '-' where seq = 1`)
  assert.equal(emptied, 1, 'nothing is not the same as a dash')
})

test('a detail that jsonb rejects is stored with replacement characters', async () => {
  await insertAudit(sql, { at, action: 'updateTeam', detail: { name: ['cut \ud83d', 'a\0b'], uses: 2 } })
  const [row] = await sql`select detail from audit_event where action = 'updateTeam' order by seq desc limit 1`
  assert.deepEqual(row!.detail, { name: ['cut \ufffd', 'a\ufffdb'], uses: 2 })
})
