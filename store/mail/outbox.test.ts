import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { MailState } from '#contract/console/mail.ts'
import type { Sql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import {
  type Claim,
  claimMails,
  commitMail,
  extendLeases,
  gatherDigests,
  insertMail,
  listAbandoned,
  type MailKind,
  type Settlement,
  settleAbandoned,
  settleMail,
} from './outbox.ts'

let database: TestDatabase
let sql: Sql
let people: number[]
before(async () => {
  database = await testDatabase()
  sql = database.sql
  people = (await sql`insert into person (login, name, surname) values ('anna', 'A', 'A'), ('boris', 'B', 'B') returning id`).map(
    ({ id }) => id,
  )
})
after(() => database.close())
beforeEach(() => sql`truncate outbox, mail_attempt, announcement_recipient`)

const MINUTE = 60_000
const start = Date.UTC(2026, 8, 1, 12)
const at = (minute: number) => new Date(start + minute * MINUTE)
const put = (kind = 'request_approved', minute = 0, data = {}) =>
  insertMail(sql, { kind: kind as MailKind, personId: null, data, at: at(minute) })
const claim = (limit = 10, minute = 1, leaseMs = MINUTE) => claimMails(sql, { limit, now: at(minute), leaseMs })
const claimOne = async (leaseMs?: number) => (await claim(1, 1, leaseMs))[0]!
const ending = (state: Settlement['state'], more: Partial<Settlement> = {}): Settlement => ({
  state,
  reason: 'a reason',
  dueAt: null,
  now: at(2),
  ...more,
})
const row = async ({ id }: Pick<Claim, 'id'>) => (await sql`select * from outbox where id = ${id}`)[0]!
const expire = ({ id }: Claim) => sql`update outbox set lease_until = clock_timestamp() - interval '1 millisecond' where id = ${id}`

test('emails are claimed when they are due, longest due first, by one worker only', async () => {
  await put('late', 2)
  await put('second', 1)
  await put('first', 0)
  await put('never', 0)
  await sql`update outbox set due_at = ${at(60)} where kind = 'never'`
  const kinds = (mails: { kind: string }[]) => mails.map(({ kind }) => kind)
  assert.deepEqual(kinds(await claim(1)), ['first'])
  const [one, two] = await Promise.all([claim(5), claim(5)])
  assert.deepEqual(kinds([...one, ...two]), ['second'])
  assert.deepEqual(kinds(await claim(5, 61)).toSorted(), ['late', 'never'])
})

test('concurrent workers claim disjoint emails', async () => {
  for (let n = 0; n < 40; n++) await put()
  const hands = await Promise.all(Array.from({ length: 10 }, () => claim(7)))
  const ids = hands.flat().map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  while (ids.length < 40) ids.push(...(await claim(7)).map(({ id }) => id)) // rows that were locked are skipped
  assert.equal(new Set(ids).size, 40)
})

test('a claimed email has an attempt number, its tries, and a lease of a minute by the database clock', async () => {
  await put('email_change', 0, { token: 'x' })
  const mail = await claimOne()
  assert.deepEqual([mail.attempt, mail.tries, mail.kind, mail.data], [1, 1, 'email_change', { token: 'x' }])
  assert.deepEqual([mail.triedSince, mail.wasUnknown], [at(1), false])
  const [lease] = await sql`select extract(epoch from lease_until - clock_timestamp())::float8 as seconds from outbox`
  assert.ok(lease!.seconds > 50 && lease!.seconds <= 60, String(lease!.seconds))
  assert.equal((await claim()).length, 0)
})

test('only the worker with the lease can commit an email, and only before it expires', async () => {
  await put()
  const mail = await claimOne()
  assert.equal(await commitMail(sql, { ...mail, attempt: 2 }, MINUTE), false)
  await expire(mail)
  assert.equal(await commitMail(sql, mail, MINUTE), false)
  assert.equal((await row(mail)).is_committed, false)
  assert.deepEqual(await extendLeases(sql, [mail], MINUTE), [mail.id])
  assert.equal(await commitMail(sql, mail, MINUTE), true)
  assert.equal((await row(mail)).is_committed, true)
  await settleMail(sql, mail, ending('sent'))
  assert.equal(await commitMail(sql, mail, MINUTE), false)
})

test('a lease is extended only with its attempt number', async () => {
  await put()
  const old = await claimOne()
  await settleMail(sql, old, ending('deferred', { dueAt: at(0) }))
  assert.deepEqual(await extendLeases(sql, [old], MINUTE), [])
  const present = await claimOne(1000)
  const { lease_until } = await row(present)
  assert.deepEqual(await extendLeases(sql, [old], 10 * MINUTE), [])
  assert.deepEqual((await row(present)).lease_until, lease_until)
  assert.deepEqual(await extendLeases(sql, [old, present], 10 * MINUTE), [present.id])
  assert.ok((await row(present)).lease_until > lease_until)
})

test('an attempt is ended once, and only with its attempt number', async () => {
  await put()
  const old = await claimOne()
  await settleMail(sql, old, ending('deferred', { dueAt: at(0) }))
  const present = await claimOne()
  assert.equal(await settleMail(sql, old, ending('sent')), false)
  assert.deepEqual([(await row(present)).state, present.attempt], ['sending', 2])
  assert.equal(await settleMail(sql, present, ending('unknown')), true)
  assert.equal(await settleMail(sql, present, ending('sent')), false)
  assert.equal((await row(present)).state, 'unknown')
})

test('every attempt is stored with its outcome', async () => {
  await put()
  await settleMail(sql, await claimOne(), ending('deferred', { outcome: 'unknown', reason: 'fell\nsilent\u0000', dueAt: at(0) }))
  const second = (await claimMails(sql, { limit: 1, now: at(5), leaseMs: MINUTE }))[0]!
  assert.deepEqual([second.tries, second.triedSince, second.wasUnknown], [2, at(1), true])
  await settleMail(sql, second, ending('sent', { reason: `250 ${'x'.repeat(900)}`, now: at(6) }))
  const tries =
    await sql`select attempt, started_at, ended_at, outcome, left(reply, 12) as reply, length(reply) as length from mail_attempt order by attempt`
  assert.deepEqual(
    tries.map((one) => Object.values(one)),
    [
      [1, at(1), at(2), 'unknown', 'fell silent', 11],
      [2, at(5), at(6), 'sent', '250 xxxxxxxx', 500],
    ],
  )
})

test('resending an email resets its tries', async () => {
  await put()
  const dead = await claimOne()
  await settleMail(sql, dead, ending('dead'))
  await sql`update outbox set state = 'queued', tries = 0, ended_at = null`
  const again = (await claimMails(sql, { limit: 1, now: at(9000), leaseMs: MINUTE }))[0]!
  assert.deepEqual([again.attempt, again.tries, again.triedSince], [2, 1, at(9000)])
})

test('the token is removed when the email is sent, not before', async () => {
  for (const [state, expected] of [
    ['deferred', { token: 'x', language: 'ru' }],
    ['unknown', { token: 'x', language: 'ru' }],
    ['sent', { language: 'ru' }],
  ] as const) {
    await sql`truncate outbox, mail_attempt, announcement_recipient`
    await put('email_change', 0, { token: 'x', language: 'ru' })
    const mail = await claimOne()
    await settleMail(sql, mail, ending(state))
    assert.deepEqual((await row(mail)).data, expected, state)
  }
})

test('an email held for the digest has not used a try', async () => {
  await put()
  const mail = await claimOne()
  await settleMail(sql, mail, ending('held', { dueAt: at(600) }))
  const { state, tries, ended_at, due_at } = await row(mail)
  assert.deepEqual([state, tries, ended_at, due_at], ['held', 0, null, at(600)])
})

test('an email is abandoned when its lease has expired, and ended once', async () => {
  await put()
  const mail = await claimOne()
  assert.equal((await listAbandoned(sql, 10, at(1))).length, 0)
  assert.equal(await settleAbandoned(sql, mail, ending('unknown')), false)
  await commitMail(sql, mail, MINUTE)
  await expire(mail)
  const [found] = await listAbandoned(sql, 10, at(1))
  assert.deepEqual([found!.id, found!.attempt, found!.isCommitted], [mail.id, 1, true])
  const ends = await Promise.all(Array.from({ length: 5 }, () => settleAbandoned(sql, mail, ending('unknown'))))
  assert.deepEqual(ends.toSorted(), [false, false, false, false, true])
})

test('a worker that renews its expired lease first keeps the email', async () => {
  await put()
  const mail = await claimOne()
  await expire(mail)
  await listAbandoned(sql, 10, at(1))
  await extendLeases(sql, [mail], MINUTE)
  assert.equal(await settleAbandoned(sql, mail, ending('deferred', { dueAt: at(3) })), false)
  assert.equal(await settleMail(sql, mail, ending('sent')), true)
})

const states: MailState[] = ['queued', 'held', 'review', 'sending', 'deferred', 'sent', 'failed', 'unknown', 'dead', 'bundled', 'cancelled']
const steps: Record<MailState, MailState[]> = {
  queued: ['sending', 'cancelled'],
  deferred: ['sending', 'cancelled', 'queued'],
  held: ['bundled', 'cancelled', 'queued'],
  review: ['queued', 'cancelled'],
  sending: ['sent', 'deferred', 'failed', 'unknown', 'dead', 'held', 'cancelled'],
  sent: [],
  bundled: [],
  failed: ['queued'],
  unknown: ['queued'],
  dead: ['queued'],
  cancelled: ['queued'],
}
const dress = (state: MailState) => ({
  state,
  lease_until: state === 'sending' ? at(9) : null,
  ended_at: ['sent', 'failed', 'unknown', 'dead', 'bundled', 'cancelled'].includes(state) ? at(9) : null,
})

test('the database rejects every invalid state transition of an email', async () => {
  for (const from of states)
    for (const to of states.filter((state) => state !== from)) {
      const [mail] = await sql`insert into outbox ${sql({ kind: 'x', created_at: at(0), ...dress(from) })} returning id`
      const step = sql`update outbox set ${sql(dress(to))} where id = ${mail!.id}`
      if (steps[from].includes(to)) await step
      else await assert.rejects(step, { code: '23514', constraint: 'outbox_step' }, `${from} → ${to}`)
    }
})

test('held emails become one digest per person when the first is due', async () => {
  const [anna, boris] = people as [number, number]
  const hold = (person: number, minute: number) =>
    sql`insert into outbox (kind, person_id, state, created_at, due_at) values ('team_added', ${person}, 'held', ${at(0)}, ${at(minute)}) returning id`
  const held = [await hold(anna, 10), await hold(anna, 20), await hold(boris, 30)].map(([one]) => Number(one!.id))
  assert.equal(await gatherDigests(sql, at(9)), 0)
  const gathered = await Promise.all([gatherDigests(sql, at(10)), gatherDigests(sql, at(10))])
  assert.deepEqual(gathered.toSorted(), [0, 2])
  const [digest, ...others] = await sql`select id::float8 as id, person_id, data, state, created_at from outbox where kind = 'digest'`
  assert.deepEqual(others, [])
  assert.deepEqual(
    [digest!.person_id, digest!.data, digest!.state, digest!.created_at],
    [anna, { mails: held.slice(0, 2) }, 'queued', at(10)],
  )
  const bundled = await sql`select state, bundle_id::float8 as bundle from outbox where kind <> 'digest' order by id`
  assert.deepEqual(
    bundled.map(({ state, bundle }) => [state, bundle]),
    [
      ['bundled', digest!.id],
      ['bundled', digest!.id],
      ['held', null],
    ],
  )
})

test('two concurrent workers make one digest per person', async () => {
  const [anna, boris] = people as [number, number]
  for (let round = 0; round < 20; round++) {
    await sql`truncate outbox, mail_attempt, announcement_recipient`
    await sql`
      insert into outbox (kind, person_id, state, created_at, due_at)
      select 'team_added', p, 'held', ${at(0)}, ${at(1)} from unnest(${[anna, boris]}::int[]) as p, generate_series(1, 10)`
    await Promise.all([1, 2, 3].map(() => gatherDigests(sql, at(2))))
    const digests = await sql`select person_id, jsonb_array_length(data -> 'mails') as mails from outbox where kind = 'digest' order by 1`
    assert.deepEqual(
      digests.map(({ person_id, mails }) => [person_id, mails]),
      [
        [anna, 10],
        [boris, 10],
      ],
    )
  }
})
