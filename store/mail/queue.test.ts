import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type MailState, mailStates } from '#contract/console/mail.ts'
import type { Sql } from '#database/sql.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { claimMails, commitMail, insertMail, settleMail } from './outbox.ts'
import { cancelMail, countMails, findMail, listMails, removeOldMails, requeueMail } from './queue.ts'

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  sql = database.sql
})
after(() => database?.close())
beforeEach(() => sql`delete from outbox`)

const now = new Date('2026-09-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const ended: MailState[] = ['sent', 'failed', 'unknown', 'dead', 'bundled', 'cancelled']

type Given = {
  kind?: string
  at?: Date
  endedAt?: Date
  dueAt?: Date
  data?: object
  personId?: number
  address?: string
  bundleId?: number
}

async function write(state: MailState, given: Given = {}): Promise<number> {
  const { kind = 'contact', at = now, dueAt = null, data = {}, personId = null, address = null, bundleId = null } = given
  const [row] = await sql<{ id: number }[]>`
    insert into outbox (kind, state, person_id, address, data, created_at, due_at, ended_at, lease_until, tries, attempt, bundle_id)
    values (${kind}, ${state}, ${personId}, ${address}, ${sql.json(data as never)}, ${at}, ${dueAt},
      ${ended.includes(state) ? (given.endedAt ?? now) : null}, ${state === 'sending' ? new Date('2100-01-01') : null}, 12, 12, ${bundleId})
    returning id::float8 as id`
  return row!.id
}

const stateOf = async (id: number) =>
  (await sql`select state, tries, attempt, due_at as due, ended_at as ended from outbox where id = ${id}`)[0]
const requeue = (id: number) => sql.begin((sql) => requeueMail(sql, id, now))
const cancel = (id: number) => sql.begin((sql) => cancelMail(sql, id, now))

test('emails are listed newest first, with counts by state and by kind', async () => {
  const [person] = await sql<{ id: number; email: string }[]>`select id, email from person where email is not null order by id limit 1`
  const first = await write('dead')
  const second = await write('sent', { kind: 'team_added', personId: person!.id })
  const third = await write('dead', { kind: 'email_change', personId: person!.id, address: 'new@example.org' })
  const list = await listMails(sql, { limit: 2 })
  assert.deepEqual([list.counts.dead, list.counts.sent, list.counts.queued], [2, 1, 0])
  const rest = await listMails(sql, { limit: 2, offset: 2 })
  assert.deepEqual([rest.mails.map(({ id }) => id), rest.total], [[first], 3])
  assert.deepEqual(
    [list.mails.map(({ id, to }) => [id, to]), list.total],
    [
      [
        [third, 'new@example.org'],
        [second, person!.email],
      ],
      3,
    ],
  )
  const dead = await listMails(sql, { state: 'dead', limit: 10 })
  assert.deepEqual([dead.mails.map(({ id }) => id), dead.total], [[third, first], 2])
  const added = await listMails(sql, { kind: 'team_added', state: 'sent', limit: 10 })
  assert.deepEqual([added.mails.map(({ id }) => id), added.total], [[second], 1])
  assert.deepEqual([added.counts.sent, added.counts.dead], [1, 0], 'of this kind')
  assert.equal((await listMails(sql, { kind: 'team_added', state: 'dead', limit: 10 })).total, 0)
})

test('an email has all its attempts and the replies of the mail server', async () => {
  await insertMail(sql, { kind: 'contact', personId: null, data: { name: 'Анна' }, at: now, requestId: 'call-1' })
  for (const [state, reply] of [
    ['deferred', '451 later'],
    ['unknown', 'the connection was lost'],
  ] as const) {
    const [mail] = await claimMails(sql, { limit: 1, now, leaseMs: 60_000 })
    await commitMail(sql, mail!, 60_000)
    await settleMail(sql, mail!, { state, reason: reply, dueAt: state === 'deferred' ? now : null, now })
  }
  const { id } = (await listMails(sql, { limit: 1 })).mails[0]!
  const mail = (await findMail(sql, id))!
  assert.deepEqual(
    [mail.state, mail.tries, mail.attempt, mail.isCommitted, mail.reason, mail.requestId, mail.data],
    ['unknown', 2, 2, true, 'the connection was lost', 'call-1', { name: 'Анна' }],
  )
  assert.deepEqual(mail.attempts, [
    { attempt: 1, startedAt: now, endedAt: now, outcome: 'deferred', reply: '451 later' },
    { attempt: 2, startedAt: now, endedAt: now, outcome: 'unknown', reply: 'the connection was lost' },
  ])
  assert.equal(await findMail(sql, id + 1), undefined)
})

for (const state of mailStates) {
  const goesBack = ['failed', 'unknown', 'dead', 'cancelled', 'review', 'held', 'deferred'].includes(state)
  test(`resending an email in state ${state} ${goesBack ? 'queues it, due immediately, with its retries reset' : 'changes nothing'}`, async () => {
    const id = await write(state, { dueAt: new Date('2100-01-01') })
    const before = await stateOf(id)
    const whyNot = { queued: 'mail_waiting', sending: 'mail_under_way', sent: 'mail_sent', bundled: 'mail_sent' }[state as 'queued'] ?? null
    assert.equal(whyNot === null, goesBack)
    assert.equal((await findMail(sql, id))!.whyNotResend, whyNot)
    assert.deepEqual(await requeue(id), { was: state, whyNot })
    if (!goesBack) return assert.deepEqual(await stateOf(id), before)
    assert.deepEqual(await stateOf(id), { state: 'queued', tries: 0, attempt: 12, due: now, ended: null })
    const [claimed] = await claimMails(sql, { limit: 5, now, leaseMs: 60_000 })
    assert.deepEqual([claimed!.id, claimed!.attempt, claimed!.tries], [id, 13, 1], 'a worker takes it')
  })

  const canStop = ['queued', 'deferred', 'held', 'review'].includes(state)
  test(`an email in state ${state} ${canStop ? 'can be cancelled' : 'cannot be cancelled any more'}`, async () => {
    const id = await write(state)
    const before = await stateOf(id)
    const whyNot = canStop ? null : state === 'sending' ? 'mail_under_way' : 'mail_ended'
    assert.equal((await findMail(sql, id))!.whyNotCancel, whyNot)
    assert.deepEqual(await cancel(id), { was: state, whyNot })
    if (!canStop) return assert.deepEqual(await stateOf(id), before)
    assert.deepEqual(await stateOf(id), { ...before, state: 'cancelled', due: null, ended: now })
    assert.equal((await claimMails(sql, { limit: 5, now, leaseMs: 60_000 })).length, 0)
  })
}

test('an email change whose token was removed cannot be resent', async () => {
  const gone = await write('dead', { kind: 'email_change', data: { language: 'ru' } })
  const there = await write('dead', { kind: 'email_change', data: { language: 'ru', token: 'secret' } })
  assert.equal((await findMail(sql, gone))!.whyNotResend, 'mail_link_gone')
  assert.deepEqual(await requeue(gone), { was: 'dead', whyNot: 'mail_link_gone' })
  assert.deepEqual(await requeue(there), { was: 'dead', whyNot: null })
})

test('an email that does not exist cannot be resent or cancelled', async () => {
  assert.equal(await requeue(987_654_321), undefined)
  assert.equal(await cancel(987_654_321), undefined)
})

test('of a worker and an operator who claim the same email concurrently one gets it', async () => {
  for (let round = 0; round < 20; round++) {
    const id = await write('queued')
    const [mails, act] = await Promise.all([claimMails(sql, { limit: 5, now, leaseMs: 60_000 }), cancel(id)])
    assert.equal(mails.some((mail) => mail.id === id) ? 'mail_under_way' : null, act!.whyNot)
  }
})

test('emails are counted by state; the oldest is the one that has been due longest', async () => {
  const none = await countMails(sql, now)
  assert.deepEqual([none.states, none.oldestSeconds], [Object.fromEntries(mailStates.map((state) => [state, 0])), 0])
  assert.deepEqual(new Set(Object.values(none.oldestByState)), new Set([0]))
  for (const state of ['sent', 'sent', 'held', 'review', 'unknown', 'sending'] as const) await write(state, { at: daysAgo(2) })
  const { states, oldestSeconds } = await countMails(sql, now)
  assert.deepEqual([states.sent, states.held, states.unknown, states.dead, oldestSeconds], [2, 1, 1, 0, 0])
  await write('queued', { at: new Date(now.getTime() - 30_000) })
  assert.equal((await countMails(sql, now)).oldestSeconds, 30)
  await write('deferred', { at: new Date(now.getTime() - 90_000), dueAt: new Date(now.getTime() + 60_000) })
  const waiting = await countMails(sql, now)
  assert.equal(waiting.oldestSeconds, 90, 'waiting for its next try is waiting')
  assert.deepEqual([waiting.oldestByState.queued, waiting.oldestByState.deferred], [30, 90])
  const put = await write('dead', { at: daysAgo(4) })
  await requeue(put)
  assert.equal((await countMails(sql, now)).oldestSeconds, 90, 'one that was put back waits from then on')
})

test('emails that ended more than 90 days ago are deleted in batches; waiting ones stay', async () => {
  await sql`
    insert into outbox (kind, state, created_at, ended_at)
    select 'contact', 'sent', ${daysAgo(100)}, ${daysAgo(91)} from generate_series(1, 2500)`
  const digest = await write('sent', { kind: 'digest', endedAt: daysAgo(91) })
  const inside = await write('bundled', { endedAt: daysAgo(89), bundleId: digest })
  await write('queued', { at: daysAgo(400) })
  await write('dead', { endedAt: daysAgo(90) })
  await sql`insert into mail_attempt (mail_id, attempt, started_at) values (${digest}, 1, ${now})`
  assert.equal(await removeOldMails(sql, now), 2501)
  assert.equal((await sql`select 1 from outbox`).count, 3)
  assert.equal((await sql`select 1 from mail_attempt`).count, 0)
  assert.equal((await findMail(sql, inside))!.bundleId, null)
  assert.equal(await removeOldMails(sql, now), 0)
})

test('foreign keys to the outbox have indexes, so that old emails can be deleted quickly', async () => {
  const unguided = await sql`
    select conrelid::regclass::text as "table", conname from pg_constraint where contype = 'f' and confrelid = 'outbox'::regclass
      and not exists (select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`
  assert.deepEqual([...unguided], [])
})
