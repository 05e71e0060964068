import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '#database/sql.ts'
import { isSuppressed, noteBounce } from '#store/mail/bounce.ts'
import { claimMails, commitMail, insertMail, type MailKind } from '#store/mail/outbox.ts'
import { mailWorkers, until } from '#tests/support/peer/mail-workers.ts'
import { composePlain, messageIdOf } from '#tests/support/sample/plain-email.ts'
import type { Compose } from './mail.ts'

const tools = mailWorkers()
const { now, peerWith, put, reaches, row, work } = tools
let sql: Sql
before(() => {
  sql = tools.sql
})

test('an email is claimed, composed and sent; a poke sends it at once', async () => {
  const peer = await peerWith()
  const worker = work({ url: peer.url, own: { pollMs: 600_000, idleMs: 600_000 } })
  await worker.looked(1)
  const id = await put('contact')
  worker.poke()
  await reaches(id, 'sent')
  assert.deepEqual([peer.count(messageIdOf(id)), (await row(id)).reason], [1, '250 2.0.0 taken'])
})

test('cancelled and held emails are not sent', async () => {
  const peer = await peerWith()
  const dueAt = new Date(tools.clock + 3_600_000)
  const compose: Compose = async ({ kind }) =>
    kind === 'digest' ? { state: 'cancelled', reason: 'no_recipient', dueAt: null } : { state: 'held', reason: 'waits_for_digest', dueAt }
  const [held, cancelled] = [await put('team_added'), await put('digest')]
  work({ url: peer.url, compose })
  await reaches(held, 'held')
  await reaches(cancelled, 'cancelled')
  assert.deepEqual({ ...(await row(held)) }, { state: 'held', tries: 0, reason: 'waits_for_digest', due_at: dueAt })
  assert.equal((await row(cancelled)).reason, 'no_recipient')
  assert.deepEqual(peer.heard, [])
})

test('held emails are sent as one digest when due', async () => {
  const peer = await peerWith()
  const [person] = await sql`insert into person (login, name, surname) values ('vera', 'V', 'V') returning id`
  const compose: Compose = async (mail) =>
    mail.kind === 'digest' ? composePlain(mail) : { state: 'held', reason: 'waits_for_digest', dueAt: new Date(tools.clock + 3_600_000) }
  for (let n = 0; n < 3; n++) await insertMail(sql, { kind: 'team_added', personId: person!.id, data: {}, at: now() })
  work({ url: peer.url, compose })
  await until('all are held', async () => (await sql`select 1 from outbox where state = 'held'`).length === 3)
  tools.clock += 3_600_000
  await until('one left', () => peer.taken.length === 1)
  await until('the rest is in it', async () => (await sql`select 1 from outbox where state = 'bundled'`).length === 3)
})

test('an email that cannot be composed is deferred and logged, and does not block others', async () => {
  const peer = await peerWith()
  const compose: Compose = async (mail) => {
    if (mail.kind === 'team_added') throw new Error('no template')
    return composePlain(mail)
  }
  const [bad, good] = [await put('team_added'), await put('contact')]
  const worker = work({ url: peer.url, compose })
  await reaches(good, 'sent')
  await reaches(bad, 'deferred')
  const { tries, reason, due_at } = await row(bad)
  assert.deepEqual([tries, reason, due_at], [1, 'it could not be composed: no template', new Date(tools.clock + 15_000)])
  assert.ok(worker.logged.some((line) => line.includes('no template')))
})

test('the retry delay has full jitter', async () => {
  const peer = await peerWith({ script: () => ({ at: 'rcpt', does: 'answer', reply: '450 later' }) })
  const ids = [await put('team_added'), await put('team_added'), await put('team_added')]
  let draw = 0
  work({ url: peer.url, random: () => [0.1, 0.6, 0.9][draw++ % 3]! })
  for (const id of ids) await reaches(id, 'deferred')
  const waits = await Promise.all(ids.map(async (id) => (await row(id)).due_at!.getTime() - tools.clock))
  assert.deepEqual(
    waits.toSorted((a, b) => a - b),
    [3000, 18_000, 27_000],
  )
})

test('an address that bounced twice is suppressed; the directory’s own never is', async () => {
  const peer = await peerWith({ script: () => ({ at: 'rcpt', does: 'answer', reply: '550 5.1.1 nobody here' }) })
  const worker = work({ url: peer.url })
  const to = 'gone@people.test'
  for (const _ of [1, 2]) await reaches(await put('team_added', { to }), 'failed')
  await until('it is suppressed', () => isSuppressed(sql, to))
  const named = () => peer.heard.filter((line) => line.startsWith('RCPT')).length
  const third = await put('team_added', { to: 'Gone@people.test' })
  await reaches(third, 'cancelled')
  assert.deepEqual([named(), (await row(third)).reason], [2, 'address_blocked'])
  await reaches(await put('contact', { to }), 'failed')
  assert.equal(named(), 3)
  await worker.stop()
})

// An email as a killed process leaves it.
async function abandon(kind: MailKind, isCommitted: boolean): Promise<number> {
  const id = await put(kind)
  const [mail] = await claimMails(sql, { limit: 1, now: now(), leaseMs: isCommitted ? 60_000 : 1 })
  if (isCommitted) assert.equal(await commitMail(sql, mail!, 1), true)
  return id
}

test('an abandoned email is retried before the commit, not after it', async () => {
  const peer = await peerWith()
  const [notice, contact, early] = [await abandon('team_added', true), await abandon('contact', true), await abandon('contact', false)]
  work({ url: peer.url })
  await reaches(notice, 'unknown')
  await reaches(contact, 'unknown')
  await reaches(early, 'deferred')
  tools.clock += 60_000
  await reaches(early, 'sent')
  assert.deepEqual(
    peer.taken.map(({ messageId }) => messageId),
    [messageIdOf(early)],
  )
})

test('a security email abandoned after the commit is retried once with the same Message-ID', async () => {
  const peer = await peerWith({ script: () => ({ at: 'dot', does: 'drop', takes: true }) })
  const id = await abandon('new_sign_in', true)
  const worker = work({ url: peer.url })
  await reaches(id, 'deferred')
  assert.equal((await row(id)).due_at!.getTime(), tools.clock + 15_000)
  tools.clock += 60_000
  await reaches(id, 'unknown')
  tools.clock += 3_600_000
  await worker.looked()
  assert.deepEqual([peer.count(messageIdOf(id)), (await row(id)).state], [1, 'unknown'])
})

test('the lease of a slow email is extended', async () => {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  const peer = await peerWith({ onStep: (step) => (step === 'data' ? mayGoOn : undefined) })
  const id = await put('contact')
  const settings = { url: peer.url, own: { leaseMs: 6000, heartbeatMs: 100, idleMs: 200 } }
  const workers = [work(settings), work(settings)]
  await reaches(id, 'sending')
  const [first] = await sql`select lease_until from outbox where id = ${id}`
  const isOver = async () => (await sql`select 1 where clock_timestamp() > ${first!.lease_until}`).length > 0
  while (!(await isOver())) await sleep(200)
  for (const one of workers) await one.looked()
  goOn()
  await reaches(id, 'sent')
  assert.deepEqual([(await row(id)).tries, peer.taken.length], [1, 1])
})

test('stop waits for emails in flight, up to a limit', async () => {
  const store = connect(tools.database.database, { max: 1, connectTimeout: 60_000, waitTimeout: 60_000 })
  tools.closers.push(() => store.end({ timeout: 1 }))
  /** What a worker does at once has been done: its statements and these take turns on one connection. */
  const hasActed = async () => {
    for (let n = 0; n < 10; n++) await store`select 1`
  }
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const peer = await peerWith({ onTaken: () => released })
  const id = await put('contact')
  const patient = work({ url: peer.url, store, own: { stopMs: 60_000 } })
  await until('it has arrived', () => peer.taken.length === 1)
  let hasStopped = false
  const stopping = patient.stop().then(() => (hasStopped = true))
  await hasActed()
  assert.equal(hasStopped, false, 'it waits')
  release()
  await stopping
  assert.equal((await row(id)).state, 'sent')

  let resume = () => {}
  const resumed = new Promise<void>((resolve) => (resume = resolve))
  const late = await peerWith({ onStep: (step) => (step === 'data' ? resumed : undefined) })
  const stuck = await put('contact')
  const hasty = work({ url: late.url, store, own: { stopMs: 20 } })
  await until('it is under way', () => late.heard.includes('DATA'))
  await hasty.stop()
  assert.equal((await row(stuck)).state, 'sending', 'released when its lease ends')
  resume()
  await reaches(stuck, 'deferred')
  assert.equal(late.bodies, 0, 'and not a byte of it is sent')
  const next = await put('contact')
  hasty.poke()
  await hasActed()
  assert.equal((await row(next)).state, 'queued', 'and nothing new is claimed')
})

test('a short database outage does not lose the outcome', async () => {
  const store = connect(tools.database.database, { max: 1 })
  const [backend] = await store`select pg_backend_pid() as pid`
  const peer = await peerWith({ onTaken: async () => void (await sql`select pg_terminate_backend(${backend!.pid})`) })
  const id = await put('contact')
  const worker = work({ url: peer.url, store, own: { leaseMs: 20_000 } })
  await reaches(id, 'sent')
  assert.equal(peer.count(messageIdOf(id)), 1)
  await worker.stop()
  await store.end({ timeout: 1 })
})

test('the log has no personal data', async () => {
  const peer = await peerWith()
  await noteBounce(sql, 'anna@people.test', { reply: '550', now: now() })
  const id = await put('contact', { to: 'anna@people.test' })
  const worker = work({ url: peer.url })
  await reaches(id, 'sent')
  await worker.stop()
  assert.ok(worker.logged.length > 0)
  assert.doesNotMatch(worker.logged.join(), /anna/)
})
