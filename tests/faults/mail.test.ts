import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailState } from '#contract/console/mail.ts'
import { insertMail, type MailKind } from '#store/mail/outbox.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type Fault, type PeerSettings, type SmtpPeer, type Stage, startPeer } from '#tests/support/peer/smtp-peer.ts'
import { startWorkerProcess, type Timing, type WorkerProcess } from '#tests/support/process/mail-worker.ts'
import { messageIdOf } from '#tests/support/sample/plain-email.ts'
import { howToRepeat, seedNumber, test } from '#tests/support/tier.ts'

// Mail servers that fail in every way, and workers that are killed during delivery. No email is delivered twice,
// and every email ends in a visible state. Real sockets, real processes, real time; only the delays are shorter.

const MAILS = 25
const KILLS = 2
const SHARE = 0.7 // of the connections fail
const PATIENCE_MS = 150_000
const timing: Timing = {
  worker: { leaseMs: 600, heartbeatMs: 150, pollMs: 10, idleMs: 20, tidyMs: 40, openMs: 10, stopMs: 1000, retrySpeedup: 3e6 },
  smtp: { connectMs: 1000, greetingMs: 100, silenceMs: 100, wholeMs: 250 },
}
// For servers that always answer: an email must not die because the machine is busy.
const patient: Timing = { ...timing, smtp: { connectMs: 20_000, greetingMs: 20_000, silenceMs: 20_000, wholeMs: 60_000 } }

// Seeded random numbers.
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Mode = { name: string; fault: Fault | null; peer?: PeerSettings; isDown?: boolean; may: MailState[] }

const answered = (at: Stage, reply: string, may: MailState[], extensions: string[] = []): Mode => ({
  name: `“${reply}” at ${at}${extensions.length > 0 ? ', pipelined' : ''}`,
  fault: { at, does: 'answer', reply },
  peer: { extensions },
  may,
})
const dropped = (at: Stage, may: MailState[], more: { takes?: boolean; afterBytes?: number } = {}): Mode => ({
  name: `disconnect at ${at} ${JSON.stringify(more)}`,
  fault: { at, does: 'drop', ...more },
  may,
})
const hanging = (at: Stage, may: MailState[], takes = false): Mode => ({
  name: `no reply at ${at}${takes ? ' after the message was accepted' : ''}`,
  fault: { at, does: 'hang', takes },
  may,
})
const slow = (at: Stage, may: MailState[]): Mode => ({
  name: `slow reply at ${at}`,
  fault: { at, does: 'slow' },
  may,
  peer: { slowMs: 40 },
})

// A worker killed during delivery makes the state unknown in every mode.
const good: MailState[] = ['sent', 'unknown']
const later: MailState[] = [...good, 'dead'] // refused, or not answered, twelve times
const refused: MailState[] = [...good, 'failed']
const ahead = ['PIPELINING', 'SIZE 1000000']
const prompt: Mode[] = [
  { name: 'no fault at all', fault: null, may: good },
  ...(['mail', 'rcpt', 'data', 'dot'] as const).map((at) => answered(at, '550 5.7.1 never', refused)),
  answered('rcpt', '550 5.1.1 unknown user', refused, ahead),
  answered('quit', '500 5.5.1 what?', good),
]
const modes: Mode[] = [
  { name: 'no server', fault: null, isDown: true, may: ['dead'] },
  ...(['connect', 'greeting', 'ehlo', 'mail', 'rcpt', 'data'] as const).map((at) => dropped(at, later)),
  ...[1, 64, 500, 1999].map((afterBytes) => dropped('body', later, { afterBytes })),
  dropped('dot', later),
  dropped('dot', later, { takes: true }),
  dropped('quit', later),
  ...(['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'dot', 'quit'] as const).map((at) => hanging(at, later)),
  hanging('dot', later, true),
  ...(['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'dot'] as const).map((at) => answered(at, '451 4.3.0 not now', later)),
  ...(['mail', 'rcpt', 'dot'] as const).map((at) => answered(at, '421 4.3.2 closing', later)),
  ...(['greeting', 'ehlo'] as const).map((at) => answered(at, '554 5.3.2 no service', later)),
  answered('data', '451 4.3.0 not now', later, ahead),
  { ...dropped('data', later), name: 'disconnect at data, pipelined', peer: { extensions: ahead } },
  ...(['greeting', 'ehlo', 'dot'] as const).map((at) => slow(at, later)),
]

type Running = { mode: Mode; peer: SmtpPeer; database: TestDatabase }
const databases: TestDatabase[] = []
const peers: SmtpPeer[] = []
const workers: WorkerProcess[] = []
after(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await Promise.all(peers.map((peer) => peer.close()))
  await Promise.all(databases.map((database) => database.close()))
})

async function newDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  databases.push(database)
  return database
}
async function newPeer(settings: PeerSettings): Promise<SmtpPeer> {
  const peer = await startPeer(settings)
  peers.push(peer)
  return peer
}
async function newWorker(queues: { database: TestDatabase; peer: SmtpPeer }[], own: Timing = timing): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(
    queues.map(({ database, peer }) => ({ database: database.database, url: peer.url })),
    own,
  )
  workers.push(worker)
  return worker
}

const kinds: MailKind[] = ['contact', 'request_approved', 'email_change', 'digest', 'new_sign_in']
const put = async ({ sql }: TestDatabase, kind: MailKind, n = 0): Promise<number> => {
  await insertMail(sql, { kind, personId: null, data: { token: 'pj_em_x', size: 200 + n * 120 }, at: new Date() })
  return (await sql<{ id: number }[]>`select max(id)::float8 as id from outbox`)[0]!.id
}

async function until(what: string, isSo: () => Promise<boolean> | boolean, patience = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patience
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `waited too long until ${what}`)
    await sleep(20)
  }
}

async function prepare(mode: Mode, random: () => number): Promise<Running> {
  const database = await newDatabase()
  const peer = await newPeer({ ...mode.peer, script: () => (random() < SHARE ? mode.fault : null) })
  if (mode.isDown) peer.url = 'smtp://127.0.0.1:1'
  for (let n = 0; n < MAILS; n++) await put(database, kinds[n % kinds.length]!, n)
  return { mode, peer, database }
}

const waiting = ({ sql }: TestDatabase) => sql`select 1 from outbox where state in ('queued', 'deferred', 'sending') limit 1`

type Ended = { id: number; kind: string; state: MailState; attempt: number; hasToken: boolean; tries: number; open: number }

async function check({ mode, peer, database: { sql } }: Running): Promise<void> {
  const rows = await sql<Ended[]>`
    select id::float8 as id, kind, state, attempt, data ? 'token' as "hasToken",
      (select count(*)::int from mail_attempt where mail_id = outbox.id) as tries,
      (select count(*)::int from mail_attempt where mail_id = outbox.id and (ended_at is null or outcome is null)) as open
    from outbox order by id`
  assert.equal(rows.length, MAILS, 'nothing vanishes')
  for (const { id, kind, state, attempt, hasToken, tries, open } of rows) {
    const copies = peer.count(messageIdOf(id))
    const isSecurity = kind === 'email_change' || kind === 'new_sign_in'
    const about = `email ${id} (${kind}) is ${state} after ${attempt} tries, with ${copies} copies`
    assert.ok(mode.may.includes(state), about)
    assert.ok(copies <= (isSecurity ? 2 : 1), about)
    if (state === 'sent') assert.ok(copies >= 1 && !hasToken, about)
    if (state === 'dead' || (state === 'failed' && !isSecurity)) assert.equal(copies, 0, about)
    assert.deepEqual([tries, open], [attempt, 0], `every attempt is recorded with its end: ${about}`)
  }
  assert.ok(peer.taken.every(({ messageId }) => messageId !== ''))
  assert.equal(peer.taken.length, new Set(peer.taken.map(({ messageId }) => messageId)).size + twice(peer))
}
const twice = (peer: SmtpPeer) =>
  peer.taken.filter(({ messageId }, n) => peer.taken.findIndex((one) => one.messageId === messageId) < n).length

// Several modes share a process, each with its own queue, worker and server; a kill affects all of them.
async function runAll(some: Mode[], seed: number, own = timing): Promise<void> {
  const random = randomFrom(seed)
  const running: Running[] = []
  for (const mode of some) running.push(await prepare(mode, randomFrom(seed + running.length)))
  for (let kill = 0; kill < KILLS; kill++) {
    const worker = await newWorker(running, own)
    await sleep(30 + random() * 500)
    await worker.kill()
  }
  const last = await newWorker(running, own)
  for (const one of running) {
    await until(`all emails have a final state: ${one.mode.name}`, async () => (await waiting(one.database)).length === 0)
    await check(one).catch((error: Error) => {
      throw new Error(`${one.mode.name}: ${error.message}`, { cause: error })
    })
  }
  await last.kill()
  for (const { database, peer } of running) {
    databases.splice(databases.indexOf(database), 1)
    await database.close()
    if (peers.includes(peer)) await peers.splice(peers.indexOf(peer), 1)[0]!.close()
  }
}

const GROUPS = 6
test(`${modes.length + prompt.length} ways to fail, ${MAILS} emails each, with workers killed during delivery`, {
  concurrency: 2,
}, async (t) => {
  const groups = [...Array.from({ length: GROUPS }, (_, n) => modes.filter((_, m) => m % GROUPS === n)), prompt]
  await Promise.all(
    groups.map((group, n) =>
      t.test(`modes ${n + 1} of ${groups.length}`, () =>
        runAll(group, seedNumber + n * 1000, group === prompt ? patient : timing).catch((error: Error) => {
          throw new Error(`${error.message}; ${howToRepeat}`, { cause: error })
        }),
      ),
    ),
  )
})

for (const [kind, copies] of [
  ['contact', 1],
  ['request_approved', 1],
  ['new_sign_in', 2],
] as const)
  test(`a worker killed between delivery and the server’s reply: ${kind} arrives ${copies === 1 ? 'once' : 'at most twice'}`, async () => {
    const database = await newDatabase()
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => (arrived = resolve))
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let isFirst = true
    const peer = await newPeer({
      async onTaken() {
        if (!isFirst) return
        isFirst = false
        arrived()
        await released // without a reply until its worker is dead
      },
    })
    const id = await put(database, kind)
    const killed = await newWorker([{ database, peer }], patient)
    await arrival
    await killed.kill()
    release()
    const next = await newWorker([{ database, peer }], patient)
    await until('it has ended', async () => (await waiting(database)).length === 0)
    const [row] = await database.sql`select state from outbox where id = ${id}`
    assert.deepEqual([row!.state, peer.count(messageIdOf(id))], [copies === 1 ? 'unknown' : 'sent', copies])
    await next.kill()
  })

test('two workers on one queue never send the same email', async () => {
  const database = await newDatabase()
  const peer = await newPeer({})
  for (let n = 0; n < 60; n++) await put(database, kinds[n % kinds.length]!, n)
  // Generous timing: on a busy machine no email may be given up.
  const calm = {
    worker: { ...timing.worker, leaseMs: 30_000 },
    smtp: { connectMs: 20_000, greetingMs: 20_000, silenceMs: 20_000, wholeMs: 20_000 },
  }
  const both = await Promise.all([newWorker([{ database, peer }], calm), newWorker([{ database, peer }], calm)])
  await until('all emails have a final state', async () => (await waiting(database)).length === 0)
  assert.deepEqual([peer.taken.length, twice(peer)], [60, 0])
  const [row] = await database.sql`select count(*)::int as sent, max(attempt) as tries from outbox where state = 'sent'`
  assert.deepEqual({ ...row }, { sent: 60, tries: 1 })
  await Promise.all(both.map((worker) => worker.kill()))
})

// Pauses the first worker at a stage; the second claims the email; then the first continues.
async function pauseFirstWorker(stage: Stage): Promise<{ peer: SmtpPeer; id: number; database: TestDatabase }> {
  const database = await newDatabase()
  let reached = () => {}
  let release = () => {}
  const isThere = new Promise<void>((resolve) => (reached = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  let isFirst = true
  const peer = await newPeer({
    async onStep(at) {
      if (at !== stage || !isFirst) return
      isFirst = false
      reached()
      await released
    },
  })
  const id = await put(database, 'request_approved')
  // Generous timing except for the lease, which expires while the first worker is paused: every attempt counts here.
  const first = await newWorker([{ database, peer }], { ...patient, worker: { ...timing.worker, leaseMs: 2000 } })
  await isThere
  first.child.kill('SIGSTOP')
  const second = await newWorker([{ database, peer }], { ...patient, worker: { ...timing.worker, leaseMs: 30_000 } })
  await until('the other one has ended it', async () => (await waiting(database)).length === 0)
  release()
  first.child.kill('SIGCONT')
  await sleep(600) // time for anything it may still do
  await Promise.all([first.kill(), second.kill()])
  return { peer, id, database }
}

test('a worker paused past its lease before the commit sends nothing when it resumes', async () => {
  const { peer, id, database } = await pauseFirstWorker('data')
  const [row] = await database.sql`select state, attempt from outbox where id = ${id}`
  assert.deepEqual({ ...row }, { state: 'sent', attempt: 2 })
  assert.deepEqual([peer.bodies, peer.count(messageIdOf(id))], [1, 1], 'the other worker sent it')
  const tries = await database.sql`select outcome from mail_attempt where mail_id = ${id} order by attempt`
  assert.deepEqual(
    tries.map(({ outcome }) => outcome),
    ['deferred', 'sent'],
  )
})

test('a worker paused past its lease after the commit does not overwrite the result of the other worker', async () => {
  const { peer, id, database } = await pauseFirstWorker('dot')
  const [row] = await database.sql`select state, attempt from outbox where id = ${id}`
  assert.deepEqual({ ...row }, { state: 'unknown', attempt: 1 })
  assert.equal(peer.count(messageIdOf(id)), 1)
})
