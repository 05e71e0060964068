import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { confirmEmail, getUser, updateAccount } from '#contract/profile.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs, codeFor, exchange, postJson, sessionOf, tokensFrom } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

let clock = new Date()
const { service } = useService({ now: () => clock })
beforeEach(async () => {
  await service.sql`delete from outbox`
})

const lastToken = async (): Promise<string> =>
  (await service.sql`select data from outbox where kind = 'email_change' order by id desc limit 1`)[0]!.data.token
const confirm = (token: string) => service.call(confirmEmail, { body: { token } })
async function requestChange(login: string, email: string) {
  const call = await callAs(service, login)
  await call(updateAccount, { body: { email, phone: '' } })
  return { call, token: await lastToken() }
}

test('confirming the link activates the new address, and the old address gets an email', async () => {
  const { call, token } = await requestChange('anna', 'anna.new@example.org')
  assert.deepEqual(await confirm(` ${token} `), { email: 'anna.new@example.org' })
  const { email, pendingEmail } = await call(getUser)
  assert.deepEqual([email, pendingEmail], ['anna.new@example.org', null])
  const emails = await service.sql`select address, person_id, data from outbox where kind = 'email_changed'`
  assert.deepEqual(
    emails.map(({ address, person_id, data }) => [address, person_id, data]),
    [['anna@students.example.org', call.tokens.user.id, {}]],
  )
})

test('a link works once', async () => {
  const { token } = await requestChange('boris', 'boris.new@example.org')
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => confirm(token)))
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  await refused('link_invalid', confirm(token))
  assert.equal((await service.sql`select 1 from outbox where kind = 'email_changed'`).length, 1)
})

test('only the newest link works, and only for a day', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  const { call, token: first } = await requestChange('vera', 'vera.one@example.org')
  await call(updateAccount, { body: { email: 'vera.two@example.org', phone: '' } })
  const second = await lastToken()
  await refused('link_invalid', confirm(first))
  clock = new Date(clock.getTime() + 24 * 3_600_000)
  await refused('link_invalid', confirm(second))
  clock = new Date(clock.getTime() - 1)
  assert.deepEqual(await confirm(second), { email: 'vera.two@example.org' })
})

test('expired changes are removed when another one is confirmed', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  await requestChange('vera', 'vera.late@example.org')
  clock = new Date(clock.getTime() + 24 * 3_600_000)
  const { token } = await requestChange('gleb', 'gleb.first@example.org')
  await confirm(token)
  assert.equal((await (await callAs(service, 'vera'))(getUser)).pendingEmail, null)
})

test('unknown, foreign and malformed tokens are refused', async () => {
  const { token } = await requestChange('gleb', 'gleb.new@example.org')
  const { accessToken } = await sessionOf(service, 'gleb')
  const [row] = await service.sql`select encode(token_hash, 'hex') as hash from email_change`
  for (const bad of [
    '',
    'pj_em_',
    'pj_em_…',
    token.slice(0, -1),
    `${token}x`,
    token.replace('pj_em_', ''),
    row!.hash,
    accessToken.slice(0, 200),
    'a\u0000',
    '\ud800',
  ])
    await assertProblem(await postJson(`${service.url}/profile/email/confirm`, { token: bad }), 'link_invalid')
  await assertProblem(
    await postJson(`${service.url}/profile/email/confirm`, { token: 'x' }, { 'accept-language': 'ru' }),
    'link_invalid',
    'ru',
  )
  assert.equal((await service.sql`select 1 from email_change`).length, 1)
})

test('the link of a disabled person is refused', async () => {
  const { call, token } = await requestChange('gleb', 'gleb.off@example.org')
  await service.sql`update person set disabled_at = now() where id = ${call.tokens.user.id}`
  await refused('link_invalid', confirm(token))
  await service.sql`update person set disabled_at = null where id = ${call.tokens.user.id}`
})

test('using another person’s address as contact gives no access to their account', async () => {
  await service.sql`insert into person (login, name, surname, import_email) values ('imported', 'Imp', 'Orted', 'newcomer@students.example.org')`
  const { call, token } = await requestChange('gleb', 'newcomer@students.example.org')
  await confirm(token)
  assert.equal((await call(getUser)).email, 'newcomer@students.example.org')
  const newcomer = await tokensFrom(await exchange(service, { code: await codeFor(service, 'newcomer') }))
  assert.notEqual(newcomer.user.id, call.tokens.user.id)
  const [owner] = await service.sql`select import_email, email from person where id = ${call.tokens.user.id}`
  assert.equal(owner!.import_email, null)
  const again = await sessionOf(service, 'gleb')
  assert.equal(again.user.id, call.tokens.user.id, 'and they still come in as themselves')
})

test('an invalid body is refused', async () => {
  const path = `${service.url}/profile/email/confirm`
  for (const body of [{}, { token: ['x'] }, { token: null }, []]) await assertProblem(await postJson(path, body), 'invalid_input')
  await assertProblem(await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }), 'malformed_json')
  await assertProblem(await fetch(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }), 'unsupported_media_type')
  await assertProblem(await postJson(path, { token: 'x'.repeat(70_000) }), 'body_too_large')
})

test('repeating the confirmation with one Idempotency-Key returns the same response', async () => {
  const { token } = await requestChange('gleb', 'gleb.key@example.org')
  const send = () => postJson(`${service.url}/profile/email/confirm`, { token }, { 'idempotency-key': 'confirm-0123456789' })
  for (const replayed of [null, 'true']) {
    const response = await send()
    assert.deepEqual(
      [response.status, await response.json(), response.headers.get('idempotency-replayed')],
      [200, { email: 'gleb.key@example.org' }, replayed],
    )
  }
})
