import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getUser } from '#contract/profile.ts'
import { connect } from '#database/sql.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { loseStore, startService } from '#tests/support/service.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

test('the account has the names of the caller in the usual order', async () => {
  const anna = await callAs(service, 'anna')
  assert.deepEqual(await anna(getUser), {
    id: anna.tokens.user.id,
    name: 'Ковалёва Анна Дмитриевна',
    fullName: { name: 'Анна', surname: 'Ковалёва', patronymic: 'Дмитриевна' },
    email: 'anna@students.example.org',
    phone: '+447700900100',
    phoneText: '+44 7700 900100',
    githubLogin: (await service.sql`select github_login from person where login = 'anna'`)[0]!.github_login,
    avatar: null,
    pendingEmail: null,
    access: 'member',
  })
  assert.equal((await (await callAs(service, 'curator'))(getUser)).access, 'curator')
  assert.equal((await (await callAs(service, 'admin'))(getUser)).access, 'administrator')
})

test('[field] missing values are empty strings, never null', async () => {
  const gleb = await callAs(service, 'gleb')
  await service.sql`update person set name = '', surname = '', patronymic = '', email = null, phone = null, github_login = null where login = 'gleb'`
  await service.app.catalog.refresh()
  const { name, email, phone, githubLogin, fullName } = await gleb(getUser)
  assert.deepEqual([name, email, phone, githubLogin, fullName], ['', '', '', '', { name: '', surname: '', patronymic: '' }])
})

test('the response is private and supports If-None-Match', async () => {
  const [anna, boris] = [await sessionOf(service, 'anna'), await sessionOf(service, 'boris')]
  const ask = (token: string, headers = {}) => fetch(`${service.url}/user`, { headers: { authorization: `Bearer ${token}`, ...headers } })
  for (let i = 0; i < 4; i++) {
    // Cached responses must not be shared between people.
    assert.equal(((await (await ask(anna.accessToken)).json()) as { id: number }).id, anna.user.id)
    assert.equal(((await (await ask(boris.accessToken)).json()) as { id: number }).id, boris.user.id)
  }
  const response = await ask(anna.accessToken)
  assert.equal(response.headers.get('cache-control'), 'private, no-store')
  assert.equal((await ask(anna.accessToken, { 'if-none-match': response.headers.get('etag') })).status, 304)
})

test('an id of another person in the call has no effect', async () => {
  const [anna, boris] = [await sessionOf(service, 'anna'), await sessionOf(service, 'boris')]
  const other = boris.user.id
  for (const query of [`id=${other}`, `userId=${other}`, `user.id=${other}`, `user[id]=${other}`, `id=${anna.user.id}&id=${other}`]) {
    const response = await fetch(`${service.url}/user?${query}`, { headers: { authorization: `Bearer ${anna.accessToken}` } })
    const text = await response.text()
    assert.equal(JSON.parse(text).id, anna.user.id)
    assert.ok(!text.includes('boris'))
  }
})

test('an invalid token is refused', async () => {
  await assertProblem(await fetch(`${service.url}/user`, { headers: { authorization: 'Bearer x' } }), 'invalid_token')
})

test('an unavailable database is reported', async (t) => {
  const sql = connect(service.database.database)
  const alone = await startService({ database: { ...service.database, sql } })
  t.after(() => alone.close())
  const { accessToken } = await sessionOf(alone, 'vera')
  const headers = { authorization: `Bearer ${accessToken}` }
  assert.equal((await fetch(`${alone.url}/user`, { headers })).status, 200)
  await loseStore(alone)
  await assertProblem(await fetch(`${alone.url}/user?fresh`, { headers }), 'database_unavailable')
})
