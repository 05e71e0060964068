import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#database/sql.ts'
import { mailWorkers, until } from '#tests/support/peer/mail-workers.ts'

// What a mail server that cannot be reached, or is silent, does to the others.

const tools = mailWorkers()
const { peerWith, put, reaches, row, work } = tools
let sql: Sql
before(() => {
  sql = tools.sql
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
