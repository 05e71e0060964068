import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listTags } from '#contract/vocabulary/tag.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService, untilReady } from '#tests/support/service.ts'
import { apiUrlOf, authUrlOf, partNames } from './config/addresses.ts'
import { readConfig } from './config/config.ts'
import { version } from './parts.ts'

const config = readConfig({ PUBLIC_URL: 'https://projects.example.org' })
const opened: TestService[] = []
const folders: string[] = []
const dataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-test-'))
  folders.push(folder)
  return folder
}
after(async () => {
  await Promise.all(opened.map((service) => service.close()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('together each part has its prefix, alone it is at the root', () => {
  assert.deepEqual(partNames, ['api', 'auth', 'worker'])
  assert.equal(apiUrlOf(config, null), 'https://projects.example.org/api')
  assert.equal(apiUrlOf(config, 'api'), 'https://projects.example.org')
  assert.equal(authUrlOf(config, null), 'https://projects.example.org/auth')
  assert.equal(authUrlOf(config, 'auth'), 'https://projects.example.org')
  const split = readConfig({ PUBLIC_URL: 'https://projects.example.org', AUTH_URL: 'https://sign-in.example.org/' })
  assert.equal(authUrlOf(split, 'api'), 'https://sign-in.example.org')
  const elsewhere = readConfig({ PUBLIC_URL: 'https://projects.example.org', API_URL: 'https://api.example.org/' })
  for (const alone of [null, 'api', 'worker'] as const) assert.equal(apiUrlOf(elsewhere, alone), 'https://api.example.org')
})

test('the version is that of package.json', () => assert.match(version, /^\d+\.\d+\.\d+/))

test('the main API alone is served at the root, and its problems link to its own documentation', async () => {
  const service = await startService({ alone: 'api', env: { PUBLIC_URL: 'http://api.example.org' } })
  opened.push(service)
  assert.equal(service.url, service.origin)
  assert.ok((await service.call(listTags)).length > 0)
  await untilReady(service)
  for (const path of ['/docs', '/openapi.json', '/healthz']) assert.equal((await fetch(service.origin + path)).status, 200, path)
  const problem = await assertProblem(await fetch(`${service.origin}/api/tag`), 'not_found')
  assert.equal(problem.type, 'http://api.example.org/docs#not-found')
  assert.match(problem.detail, /http:\/\/api\.example\.org\/docs\b/)
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as { servers: { url: string }[] }
  assert.equal(document.servers[0]!.url, 'http://api.example.org')
})

test('the auth backend alone is served at the root, without the main API', async () => {
  const service = await startService({ alone: 'auth' })
  opened.push(service)
  assert.equal(service.authUrl, service.origin)
  assert.equal((await fetch(service.origin)).status, 204)
  await untilReady(service)
  for (const path of ['/openapi.json', '/.well-known/jwks.json', '/healthz'])
    assert.equal((await fetch(service.origin + path)).status, 200, path)
  await assertProblem(await fetch(`${service.origin}/tag`), 'not_found')
  const start = await fetch(`${service.origin}/mobile/idpauthenticate`, { redirect: 'manual' })
  assert.equal(start.status, 302)
})

test('the worker alone sends emails and serves only health checks', async () => {
  const service = await startService({ alone: 'worker', env: { DATA_DIR: dataDir() } })
  opened.push(service)
  await untilReady(service)
  assert.equal((await fetch(`${service.origin}/healthz`)).status, 200)
  for (const path of ['/', '/api/tag', '/tag', '/docs', '/mailbox', '/idp/', '/auth/.well-known/jwks.json'])
    await assertProblem(await fetch(service.origin + path), 'not_found')
  const id = await insertEmail(service)
  await until(async () => (await stateOf(service, id)) === 'sent')
})

test('the main API alone and the auth backend alone send no emails', async () => {
  for (const alone of ['api', 'auth'] as const) {
    const service = await startService({ alone, sendsMail: true })
    opened.push(service)
    const id = await insertEmail(service)
    const statements: string[] = []
    service.onStatement = (text) => statements.push(text)
    service.app.changes.invalidate() // wakes the reader of the change feed, and a worker
    await until(async () => statements.filter((text) => text.includes('pg_visible_in_snapshot')).length > 2)
    assert.deepEqual(
      statements.filter((text) => text.includes('outbox')),
      [],
      alone,
    )
    assert.equal(await stateOf(service, id), 'queued', alone)
    await assertProblem(await fetch(`${service.origin}/mailbox`), 'not_found')
  }
})

test('the whole service sends emails, immediately after a change of its own', async () => {
  const service = await startService({ sendsMail: true, env: { DATA_DIR: dataDir() } })
  opened.push(service)
  const id = await insertEmail(service)
  service.app.changes.invalidate()
  await until(async () => (await stateOf(service, id)) === 'sent')
  assert.match(await (await fetch(`${service.origin}/mailbox`)).text(), /office@uni\.example|people@/)
})

async function insertEmail({ sql }: TestService): Promise<number> {
  const [mail] = await sql<{ id: number }[]>`
    insert into outbox (kind, data, created_at) values ('contact', ${sql.json({ name: 'Anna', email: 'anna@uni.example', message: 'Hello' })}, now())
    returning id::float8 as id`
  return mail!.id
}
const stateOf = async ({ sql }: TestService, id: number) => (await sql`select state from outbox where id = ${id}`)[0]!.state
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'waited too long')
    await sleep(20)
  }
}
