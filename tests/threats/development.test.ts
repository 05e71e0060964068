import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { assertProblem } from '#tests/support/problem.ts'
import { portOf, rawConnection } from '#tests/support/raw.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// The development provider lets anyone sign in as anyone, and the mailbox shows every email.

let service: TestService
before(async () => {
  service = await startService({ sendsMail: true })
})
after(() => service.close())

const paths = ['/idp/.well-known/openid-configuration', '/mailbox']
const statuses = (headers: Record<string, string> = {}) =>
  Promise.all(paths.map(async (path) => (await fetch(service.origin + path, { headers })).status))

test('this machine and its local network may use the provider and the mailbox', async () => {
  assert.deepEqual(await statuses(), [200, 200])
  assert.deepEqual(await statuses({ 'x-forwarded-for': '192.168.1.7' }), [200, 200])
})

test('a visitor through a tunnel or a proxy may not, whatever it is called', async () => {
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '203.0.113.9:4711, 127.0.0.1' },
    { 'x-forwarded-for': '[2001:db8::9]:4711' },
    { forwarded: 'for=203.0.113.9' },
  ] as Record<string, string>[])
    for (const path of paths) await assertProblem(await fetch(service.origin + path, { headers }), 'not_found')
  assert.ok(service.logged.some((line) => line.includes('/idp is for development')))
})

test('a form that never arrives is disconnected after ten seconds', { timeout: 60_000 }, async () => {
  const connection = await rawConnection(portOf(service.origin))
  const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n'
  connection.send(`POST /idp/token HTTP/1.1\r\nHost: x\r\n${type}\r\na=`)
  await connection.closed(40_000)
})
