import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService, untilReady } from '#tests/support/service.ts'
import { codeFor, exchange, type FieldTokens, postJson, refresh, signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// A database that answers, but accepts no writes.

let service: TestService
let tokens: FieldTokens
let code: string
before(async () => {
  service = await startService()
  tokens = await signIn(service, 'vera')
  code = await codeFor(service, 'gleb')
  await untilReady(service)
})
after(() => service?.close())

const readyz = async () => (await fetch(`${service.origin}/readyz`)).status
const failing = async () => ((await (await fetch(`${service.origin}/readyz`)).json()) as { checks?: string[] }).checks ?? []
const until = async (status: number) => {
  const deadline = performance.now() + 20_000
  while ((await readyz()) !== status) assert.ok(performance.now() < deadline, `/readyz does not answer ${status}`)
}

async function assertWritesRefused(): Promise<void> {
  const email = { name: 'Anna', email: 'anna@example.org', subject: 'Hello', message: 'Is it open?' }
  const headers = { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Вера', surname: 'Новая', patronymic: '' })
  const writes = {
    email: postJson(`${service.url}/email`, email),
    'email with a key': postJson(`${service.url}/email`, email, { 'idempotency-key': 'refusing-database-1' }),
    profile: fetch(`${service.url}/profile/personal`, { method: 'PUT', headers, body }),
    exchange: exchange(service, { code }),
    session: refresh(service, tokens.refreshToken),
  }
  for (const [what, write] of Object.entries(writes)) {
    const response = await write
    assert.ok(Number(response.headers.get('retry-after')) >= 1, what)
    await assertProblem(response, 'database_unavailable')
  }
  for (const path of ['/project/active', '/tag']) assert.equal((await fetch(service.url + path)).status, 200, path)
}

async function assertWritesWork(): Promise<void> {
  await until(200)
  tokens = await signIn(service, 'vera')
}

test('read-only: every write is refused with 503, /readyz says so, and both end with it', async () => {
  const { sql } = service
  const [row] = await sql`select current_database() as name`
  // Settings of a database apply to new connections.
  const setReadOnly = (how: string) =>
    sql.begin('read write', async (sql) => {
      await sql.unsafe(`alter database ${row!.name} ${how}`)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    })
  await setReadOnly('set default_transaction_read_only = on')
  await until(503)
  // Its connections were ended: the first check may find none.
  for (const deadline = performance.now() + 20_000; (await failing()).join() !== 'database_write'; )
    assert.ok(performance.now() < deadline, `/readyz names ${await failing()}`)
  await assertWritesRefused()
  await setReadOnly('reset default_transaction_read_only')
  await assertWritesWork()
})

test('disk full: every write is refused with 503, /readyz says so, and both end with it', async () => {
  const { sql } = service
  const tables = ['write_probe', 'outbox', 'idempotency', 'person', 'auth.session', 'auth.code']
  await sql.unsafe(`
    create function refuse_page() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
  for (const table of tables)
    await sql.unsafe(
      `create trigger refuse_page before insert or update or delete on ${table} for each statement execute function refuse_page()`,
    )
  await until(503)
  await assertWritesRefused()
  await sql.unsafe('drop function refuse_page cascade')
  await assertWritesWork()
})
