import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { account, profile, projectStatus } from '#tests/support/field-client.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'

// The profile screen of the deployed mobile client: strict types, texts that may be empty but never null, both keys of the
// account sent right after the name, “my project” is the first in the list. Uses only the wire format: nothing of the contract is imported.

let service: TestService
const tokens = new Map<string, string>()
before(async () => {
  service = await startService()
  for (const login of ['anna', 'boris', 'vera', 'gleb', 'curator', 'admin', 'newcomer'])
    tokens.set(login, (await signIn(service, login)).accessToken)
})
after(() => service.close())

async function call(login: string, path: string, body?: unknown): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${tokens.get(login)}`,
    accept: 'application/json',
    'accept-charset': 'UTF-8',
    'user-agent': 'ktor-client',
  }
  const response = await fetch(service.url + path, {
    ...(body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) }),
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  })
  assert.equal(response.status, 200, `${path} ${await response.clone().text()}`)
  assert.match(response.headers.get('content-type')!, /^application\/json(;|$)/)
  return response.json()
}

test('[field] account, profile and project status of every person decode, and every referenced id is included', async () => {
  for (const login of tokens.keys()) {
    account(await call(login, '/user'), `${login}’s account`)
    const answer = profile(await call(login, '/user/profile'), `${login}’s profile`)
    projectStatus(await call(login, '/user/projectstatus'), `${login}’s project status`)
    projectStatus(await call(login, '/user/projectstatus/karta-dvorov'), `${login}’s project status`)
    const [members, users, teams, projects] = [answer.members, answer.users, answer.teams, answer.projects].map(
      (all) => new Set<unknown>(all.map((one) => one.id)),
    )
    for (const one of answer.teams) {
      for (const number of one.members) assert.ok(members!.has(number), `member ${number}`)
      for (const number of one.administrators) assert.ok(users!.has(number), `user ${number}`)
      assert.ok(one.project === null || projects!.has(one.project), `project ${one.project}`)
    }
    for (const one of answer.members) assert.ok(teams!.has(one.team) && (one.user === null || users!.has(one.user)))
    for (const one of answer.requests) assert.ok(teams!.has(one.team) && projects!.has(one.project), `request ${one.id}`)
    assert.deepEqual(
      answer.user.projects,
      answer.projects.map((one) => one.id),
    )
  }
})

test('[field] missing texts of the own profile are empty, never null', async () => {
  await service.sql`update person set patronymic = '', email = null, phone = null, github_login = null where login = 'gleb'`
  await service.app.catalog.refresh()
  for (const path of ['/user', '/user/profile']) {
    const answer = (await call('gleb', path)) as Record<string, unknown>
    const { email, phone, githubLogin, fullName } = (path === '/user' ? answer : answer.user) as {
      [key: string]: unknown
      fullName: Record<string, unknown>
    }
    assert.deepEqual([email, phone, githubLogin, fullName.patronymic], ['', '', '', ''])
  }
})

test('[field] “my project” is the one the team works on', async () => {
  for (const login of ['boris', 'vera']) {
    const { projects, teams } = profile(await call(login, '/user/profile'), login)
    assert.equal(projects[0]!.id, teams[0]!.project)
  }
})

test('[field] saving the unchanged profile screen sends the names and then both keys of the account', async () => {
  for (const login of ['anna', 'gleb']) {
    const before = account(await call(login, '/user'), login)
    account(await call(login, '/profile/personal', before.fullName), 'names')
    const after = account(await call(login, '/profile/account', { email: before.email, phone: before.phone }), 'account')
    assert.deepEqual(after, before)
    assert.deepEqual(account(await call(login, '/user'), login), before)
  }
  assert.equal((await service.sql`select 1 from outbox`).length, 0, 'no email is sent')
})

test('[field] a new name and phone are in the next read of the profile', async () => {
  await call('anna', '/profile/personal', { name: 'Анна', surname: 'Зимина', patronymic: '' })
  await call('anna', '/profile/account', { email: '', phone: '+79123456789' })
  const { user, members } = profile(await call('anna', '/user/profile'), 'anna')
  assert.deepEqual([user.phone, user.fullName.surname, user.email], ['+79123456789', 'Зимина', 'anna@students.example.org'])
  assert.equal(members.find((one) => one.user === user.id)!.name, 'Зимина Анна')
})
