import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '#http/log.ts'
import { isSuppressed, noteBounce } from '#store/bounce.ts'
import { claimMails, commitMail, insertMail } from '#store/outbox.ts'
import { connect, type Sql } from '#store/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { composePlain, messageIdOf } from '#tests/support/plain-email.ts'
import { type PeerSettings, type SmtpPeer, startPeer } from '#tests/support/smtp-peer.ts'
import type { Compose } from './mail.ts'
import { createSmtp, type SmtpTiming } from './smtp.ts'
import { startWorker, type Worker, type WorkerTiming } from './worker.ts'

const timing = { leaseMs: 30_000, heartbeatMs: 200, pollMs: 10, idleMs: 40, tidyMs: 0, openMs: 30_000, stopMs: 1000, retrySpeedup: 1 }
const smtpTiming = { connectMs: 20_000, greetingMs: 20_000, stallMs: 20_000, replyMs: 20_000, silenceMs: 20_000, wholeMs: 60_000 }

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await testDatabase()
  sql = database.sql
})
after(() => database.close())
beforeEach(() => sql`truncate outbox, mail_attempt, mail_bounce, announcement_recipient`)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

let clock = Date.UTC(2026, 8, 1, 12)
const now = () => new Date(clock)

async function peerWith(settings: PeerSettings = {}): Promise<SmtpPeer> {
  const peer = await startPeer(settings)
  closers.push(peer.close)
  return peer
}

type Options = {
  url: string
  compose?: Compose
  own?: Partial<WorkerTiming>
  smtp?: Partial<SmtpTiming>
  random?: () => number
  store?: Sql
}
type Watched = Worker & { logged: string[]; looked(times?: number): Promise<void> }
function work({ url, compose = composePlain, own, smtp, random = () => 0.5, store = sql }: Options): Watched {
  const logged: string[] = []
  let looks = 0
  const advance = async () => void looks++ // the last step after each look into the outbox
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const transport = createSmtp({ url, timing: { ...smtpTiming, ...smtp } })
  const worker = startWorker({ sql: store, now, log, compose, transport, advance, timing: { ...timing, ...own }, random })
  closers.push(worker.stop)
  /** It has looked into the outbox since: the first of two looks may have been under way. */
  const looked = (times = 2): Promise<void> => {
    const end = looks + times
    return until('the worker looks into the outbox', () => looks >= end)
  }
  return { ...worker, logged, looked }
}

async function put(kind: string, data = {}): Promise<number> {
  await insertMail(sql, { kind, personId: null, data, at: now() })
  return (await sql<{ id: number }[]>`select max(id)::float8 as id from outbox`)[0]!.id
}
type Row = { state: string; tries: number; reason: string | null; due_at: Date | null }
const row = async (id: number) => (await sql<Row[]>`select state, tries, reason, due_at from outbox where id = ${id}`)[0]!

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `waited too long until ${what}`)
    await sleep(5)
  }
}
const reaches = (id: number, state: string) => until(`email ${id} is ${state}`, async () => (await row(id)).state === state)

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
  const dueAt = new Date(clock + 3_600_000)
  const compose: Compose = async ({ kind }) =>
    kind === 'digest' ? { state: 'cancelled', reason: 'nobody to read it', dueAt: null } : { state: 'held', reason: 'once a day', dueAt }
  const [held, cancelled] = [await put('team_added'), await put('digest')]
  work({ url: peer.url, compose })
  await reaches(held, 'held')
  await reaches(cancelled, 'cancelled')
  assert.deepEqual({ ...(await row(held)) }, { state: 'held', tries: 0, reason: 'once a day', due_at: dueAt })
  assert.equal((await row(cancelled)).reason, 'nobody to read it')
  assert.deepEqual(peer.heard, [])
})

test('held emails are sent as one digest when due', async () => {
  const peer = await peerWith()
  const [person] = await sql`insert into person (login, name, surname) values ('vera', 'V', 'V') returning id`
  const compose: Compose = async (mail) =>
    mail.kind === 'digest' ? composePlain(mail) : { state: 'held', reason: 'once a day', dueAt: new Date(clock + 3_600_000) }
  for (let n = 0; n < 3; n++) await insertMail(sql, { kind: 'team_added', personId: person!.id, data: {}, at: now() })
  work({ url: peer.url, compose })
  await until('all are held', async () => (await sql`select 1 from outbox where state = 'held'`).length === 3)
  clock += 3_600_000
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
  assert.deepEqual([tries, reason, due_at], [1, 'it could not be composed: no template', new Date(clock + 15_000)])
  assert.ok(worker.logged.some((line) => line.includes('no template')))
})

test('the retry delay has full jitter', async () => {
  const peer = await peerWith({ script: () => ({ at: 'rcpt', does: 'answer', reply: '450 later' }) })
  const ids = [await put('team_added'), await put('team_added'), await put('team_added')]
  let draw = 0
  work({ url: peer.url, random: () => [0.1, 0.6, 0.9][draw++ % 3]! })
  for (const id of ids) await reaches(id, 'deferred')
  const waits = await Promise.all(ids.map(async (id) => (await row(id)).due_at!.getTime() - clock))
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
  assert.deepEqual([named(), (await row(third)).reason], [2, 'the address was refused for good before'])
  await reaches(await put('contact', { to }), 'failed')
  assert.equal(named(), 3)
  await worker.stop()
})

for (const { openMs, title } of [
  { openMs: 600_000, title: 'the breaker opens after five failures, and no email is tried then' },
  { openMs: 300, title: 'after a while one email probes the server' },
])
  test(title, async () => {
    for (let n = 0; n < 12; n++) await put('team_added')
    const worker = work({ url: 'smtp://127.0.0.1:1', own: { openMs } })
    await until('it is left alone', worker.isOpen)
    await worker.looked() // a claim that was under way has ended
    const tries = async () => (await sql`select count(*)::int as count from mail_attempt`)[0]!.count
    const before = await tries()
    if (openMs === 300) await until('one looks again', async () => (await tries()) > before)
    else {
      assert.ok(before >= 5 && before <= 9, `${before} tries`) // those under way when the fifth failed
      await worker.looked()
      assert.equal(await tries(), before)
    }
    await put('contact') // still accepted into the queue
    assert.equal(worker.isOpen(), true)
  })

test('waiting emails are sent when the server is back', async () => {
  let isAway = true
  const peer = await peerWith({ script: () => (isAway ? { at: 'greeting', does: 'answer', reply: '421 busy' } : null) })
  for (let n = 0; n < 8; n++) await put('team_added')
  const worker = work({ url: peer.url, own: { openMs: 100, retrySpeedup: 1e6 }, random: () => 0 })
  await until('it is left alone', worker.isOpen)
  isAway = false
  await until('all arrived', () => peer.taken.length === 8)
  assert.equal(worker.isOpen(), false)
  assert.ok(worker.logged.some((line) => line.includes('can be reached again')))
})

// An email as a killed process leaves it.
async function abandon(kind: string, isCommitted: boolean): Promise<number> {
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
  clock += 60_000
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
  assert.equal((await row(id)).due_at!.getTime(), clock + 15_000)
  clock += 60_000
  await reaches(id, 'unknown')
  clock += 3_600_000
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
  const store = connect(database.database, { max: 1, connectTimeout: 60_000, waitTimeout: 60_000 })
  closers.push(() => store.end({ timeout: 1 }))
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
  const store = connect(database.database, { max: 1 })
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

for (const [stage, takes] of [
  ['data', false],
  ['dot', true],
] as const)
  test(`a server that is silent at ${stage} for five emails does not hold up the sixth`, async () => {
    const peer = await peerWith({ script: (connection) => (connection <= 5 ? { at: stage, does: 'hang', takes } : null) })
    const stuck: number[] = []
    for (let n = 0; n < 5; n++) stuck.push(await put('contact'))
    work({
      url: peer.url,
      smtp: { stallMs: 100, replyMs: 60_000, silenceMs: 60_000, wholeMs: 60_000 },
      own: { leaseMs: 60_000, stopMs: 1 },
    })
    await until('five wait for the server', async () => (await sql`select 1 from outbox where state = 'sending'`).length === 5)
    const next = await put('contact')
    await reaches(next, 'sent')
    for (const id of stuck) assert.equal((await row(id)).state, 'sending')
  })

test('silence counts for the breaker, also after the message was sent', async () => {
  const peer = await peerWith({ script: () => ({ at: 'dot', does: 'hang' }) })
  for (let n = 0; n < 5; n++) await put('contact')
  const worker = work({ url: peer.url, smtp: { stallMs: 20_000, silenceMs: 300 }, own: { openMs: 600_000 } })
  await until('the breaker opens', () => worker.isOpen())
  await worker.looked() // a claim that was under way has ended
  const next = await put('contact')
  worker.poke()
  await worker.looked()
  assert.equal((await row(next)).state, 'queued', 'the next one waits in the outbox')
})

test('no more than ten emails wait for a silent server', async () => {
  const peer = await peerWith({ script: () => ({ at: 'data', does: 'hang' }) })
  for (let n = 0; n < 14; n++) await put('contact')
  const stallMs = 50
  const worker = work({
    url: peer.url,
    smtp: { stallMs, replyMs: 60_000, silenceMs: 60_000, wholeMs: 60_000 },
    own: { leaseMs: 60_000, stopMs: 1 },
  })
  const sending = async () => (await sql`select 1 from outbox where state = 'sending'`).length
  await until('ten wait', () => peer.heard.filter((line) => line === 'DATA').length === 10)
  await sleep(2 * stallMs) // the timers for the silence of all ten, which were set before, have fired
  await worker.looked()
  assert.equal(await sending(), 10)
})
