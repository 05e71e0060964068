import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getUser, updateAccount } from '#contract/profile.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

const at = (token: string) => `${service.url}/mail/confirm?token=${encodeURIComponent(token)}`
const press = (token: string) => fetch(at(token), { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
async function requestChange(login: string, email: string) {
  const call = await callAs(service, login)
  await call(updateAccount, { body: { email, phone: '' } })
  const [row] = await service.sql`select data from outbox where kind = 'email_change' order by id desc limit 1`
  return { call, token: row!.data.token as string }
}

test('the link shows a page, the button confirms, and the link works once', async () => {
  const { call, token } = await requestChange('anna', 'anna.page@example.org')
  for (const method of ['GET', 'HEAD', 'GET']) assert.equal((await fetch(at(token), { method })).status, 200)
  assert.equal((await call(getUser)).pendingEmail, 'anna.page@example.org', 'looking confirms nothing')
  const page = await (await fetch(at(token), { headers: { 'accept-language': 'ru' } })).text()
  assert.match(page, /Подтвердите новый адрес почты/)
  const action = /action="([^"]+)"/.exec(page)![1]!
  assert.equal(new URL(action, at('')).href, at(token), 'the button leads to the same address')
  const done = await press(token)
  assert.equal(done.status, 200)
  assert.match(await done.text(), /Email address confirmed.*anna\.page@example\.org/s)
  const { email, pendingEmail } = await call(getUser)
  assert.deepEqual([email, pendingEmail], ['anna.page@example.org', null])
  const again = await press(token)
  assert.equal(again.status, 404)
  assert.match(await again.text(), /has expired/)
})

test('an invalid link shows a page with instructions', async () => {
  for (const token of ['', 'x', 'pj_em_x', '<script>alert(1)</script>', 'я'.repeat(300)]) {
    const page = await (await fetch(at(token))).text()
    assert.ok(!page.includes('<script'), page)
    const response = await press(token)
    assert.equal(response.status, 404)
    assert.match(await response.text(), /change the email in your profile again/)
  }
})

test('the token is not logged', async () => {
  const { token } = await requestChange('boris', 'boris.page@example.org')
  await fetch(at(token))
  await press(token)
  assert.ok(service.logged.some((line) => line.includes('/mail/confirm')))
  for (const line of service.logged) assert.doesNotMatch(line, /pj_em_|boris\.page/)
})
