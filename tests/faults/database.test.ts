import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Sql } from '#database/sql.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { postJson } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// A database that closes its connections repeatedly, like one that is moved or restarted behind a pooler.

const CALLERS = 5
const EMAILS = 15 // of each
let folder: string
let service: WholeProcess
let sql: Sql
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-faults-'))
  service = await startProcess(folder, { RATE_LIMITS: 'off', LOG_LEVEL: 'error', MAIL_TO: 'office@example.org' })
  const host = readFileSync(join(folder, 'postgres', 'socket'), 'utf8').trim()
  sql = connect({ host, port: 5432, user: 'projectory', database: 'projectory' }, { max: 1, connectTimeout: 30_000 })
})
after(async () => {
  await sql.end({ timeout: 1 })
  assert.equal(await service.kill('SIGTERM'), 0, 'it stops its database and ends by itself')
  await rm(folder, { recursive: true, force: true })
})

test('connections are lost during writes: the process survives, each email is stored once, and none is sent twice', async () => {
  const refusals = new Map<string, number>()
  async function write(caller: number): Promise<void> {
    for (let n = 0; n < EMAILS; n++) {
      const email = { name: 'Anna', email: 'anna@example.org', subject: `Email ${caller}-${n}`, message: 'Retried until accepted.' }
      for (;;) {
        const answer = await postJson(`${service.origin}/api/email`, email, { 'idempotency-key': `database-faults-${caller}-${n}` })
        if (answer.status === 200) break
        const { code } = (await answer.json()) as { code: string }
        assert.ok(['database_unavailable', 'idempotency_in_progress'].includes(code), code)
        refusals.set(code, (refusals.get(code) ?? 0) + 1)
        await wait(20)
      }
    }
  }
  let isOver = false
  const cutting = (async () => {
    while (!isOver) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' order by state = 'idle', random() limit 1`
      await wait(50)
    }
  })()
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => write(caller))).finally(() => {
    isOver = true
  })
  await cutting
  assert.ok((refusals.get('database_unavailable') ?? 0) > 0, 'no call lost its connection')
  assert.equal(service.child.exitCode, null)

  // Emails whose worker lost its connection wait for the retry, or until their lease expires.
  const emails = await sql<{ subject: string; state: string }[]>`
    select data ->> 'subject' as subject, state from outbox where kind = 'contact'`
  assert.equal(emails.length, CALLERS * EMAILS)
  assert.equal(new Set(emails.map(({ subject }) => subject)).size, CALLERS * EMAILS)
  const left = emails.filter(({ state }) => state === 'sent')
  assert.deepEqual(
    [...new Set(emails.map(({ state }) => state))].filter((state) => !['queued', 'sending', 'deferred', 'sent'].includes(state)),
    [],
  )
  assert.ok(left.length > 0, 'no email was sent')
  const mailbox = await (await fetch(`${service.origin}/mailbox`)).text()
  const copies = (subject: string) => mailbox.split(`${subject}<`).length - 1
  for (const { subject } of left) assert.equal(copies(subject), 1, subject)
  for (const { subject } of emails) assert.ok(copies(subject) <= 1, subject)
})
