import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import type { Compose } from '#mail/mail.ts'
import { createSmtp, type SmtpTiming } from '#mail/smtp.ts'
import { startWorker, type Worker, type WorkerTiming } from '#mail/worker.ts'
import { insertMail, type MailKind } from '#store/mail/outbox.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { composePlain } from '#tests/support/sample/plain-email.ts'
import { type PeerSettings, type SmtpPeer, startPeer } from './smtp-peer.ts'

// Mail workers in this process, with a clock of their own and mail servers that fail. The hooks are those of the file that calls it.

const timing = { leaseMs: 30_000, heartbeatMs: 200, pollMs: 10, idleMs: 40, tidyMs: 0, openMs: 30_000, stopMs: 1000, retrySpeedup: 1 }
const smtpTiming = { connectMs: 20_000, greetingMs: 20_000, stallMs: 20_000, replyMs: 20_000, silenceMs: 20_000, wholeMs: 60_000 }

type Options = {
  url: string
  compose?: Compose
  own?: Partial<WorkerTiming>
  smtp?: Partial<SmtpTiming>
  random?: () => number
  store?: Sql
}
type Watched = Worker & { logged: string[]; looked(times?: number): Promise<void> }
type Row = { state: string; tries: number; reason: string | null; due_at: Date | null }

export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `waited too long until ${what}`)
    await sleep(5)
  }
}
export function mailWorkers() {
  const closers: (() => Promise<unknown>)[] = []
  const tools = { database: null as unknown as TestDatabase, sql: null as unknown as Sql, clock: Date.UTC(2026, 8, 1, 12), closers }
  before(async () => {
    tools.database = await testDatabase()
    tools.sql = tools.database.sql
  })
  after(() => tools.database?.close())
  beforeEach(() => tools.sql`truncate outbox, mail_attempt, mail_bounce, announcement_recipient`)
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })
  const now = () => new Date(tools.clock)

  async function peerWith(settings: PeerSettings = {}): Promise<SmtpPeer> {
    const peer = await startPeer(settings)
    closers.push(peer.close)
    return peer
  }

  function work({ url, compose = composePlain, own, smtp, random = () => 0.5, store = tools.sql }: Options): Watched {
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

  async function put(kind: MailKind, data = {}): Promise<number> {
    await insertMail(tools.sql, { kind, personId: null, data, at: now() })
    return (await tools.sql<{ id: number }[]>`select max(id)::float8 as id from outbox`)[0]!.id
  }
  const row = async (id: number) => (await tools.sql<Row[]>`select state, tries, reason, due_at from outbox where id = ${id}`)[0]!
  const reaches = (id: number, state: string) => until(`email ${id} is ${state}`, async () => (await row(id)).state === state)

  return Object.assign(tools, { now, peerWith, work, put, row, reaches })
}
