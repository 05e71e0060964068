import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { createFakeGithub, type GithubPerson } from '#dev-idp/github.ts'
import { providersFile, tracesIn } from '#tests/support/peer/evil-provider.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { exchange, fieldStart, tokensFrom, visitorFor } from '#tests/support/sign-in.ts'
import { forEachCase, test } from '#tests/support/tier.ts'
import { type Answer, createVisitor } from '#tests/support/visitor.ts'

const client = { id: 'Iv1.directory', secret: 'between-us-and-github' }
const person = (id: number, login: string, verified = true): GithubPerson => ({
  id,
  login,
  name: 'Анна Ивановна Ковалёва',
  emails: [
    { email: `${login}@spare.example`, primary: false, verified: true, visibility: null },
    { email: `${login}@uni.example`, primary: true, verified, visibility: 'private' },
  ],
  avatarUrl: `https://avatars.githubusercontent.com/u/${id}`,
})
const people = [person(583231, 'octo'), person(7, 'mona'), person(8, 'hidden', false)]
const orgs: Record<string, string[]> = { octo: ['School'] }
const github = createFakeGithub({ people, client, orgs })

let service: TestService
let port: number
let instead: ((message: IncomingMessage, response: ServerResponse) => boolean) | null = null
const requests: string[] = []
const server = createServer((message, response) => {
  requests.push(message.url!.split('?')[0]!)
  if (!instead?.(message, response)) github.handle(message, response)
})
before(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const described = { kind: 'github', issuer: `http://127.0.0.1:${port}`, client }
  const providers = [
    { ...described, name: 'hub', aliases: ['github', 'octohub'], allow: { everyone: true } },
    { ...described, name: 'members', allow: { githubOrganisations: ['school'] } },
    { ...described, name: 'addresses', allow: { domains: ['uni.example'] }, authoritativeFor: ['uni.example'] },
  ]
  service = await startService({ env: { PROVIDERS: providersFile(providers) } })
})
after(async () => {
  await service?.close()
  server.closeAllConnections()
  server.close()
})

async function comeBack(login: string, name = 'hub', bend: (callback: URL) => void = () => {}): Promise<Answer> {
  const [ours, theirs] = [visitorFor(service), createVisitor(port)]
  const begun = await ours.visit(fieldStart(service, name))
  const { url } = await theirs.press(await theirs.visit(begun.url), 'login', login)
  bend(url)
  return ours.visit(url)
}
async function personOf(end: Answer): Promise<number> {
  assert.equal(end.url.protocol, 'projectory:', `${end.status} ${end.text.slice(0, 300)}`)
  return (await tokensFrom(await exchange(service, { code: end.url.searchParams.get('code') }))).user.id
}

test('the first sign-in with GitHub creates a person from the GitHub profile', async () => {
  requests.length = 0
  const id = await personOf(await comeBack('octo'))
  assert.ok(!requests.includes('/api/v3/user/orgs'), 'organisations are read only if they decide')
  const [row] = await service.sql`
    select login, name, surname, patronymic, person.email, github_login, avatar, issuer, subject, is_email_verified
    from person join auth.identity on person_id = person.id where person.id = ${id}`
  assert.deepEqual(
    { ...row },
    {
      login: 'octo',
      name: 'Анна',
      patronymic: 'Ивановна',
      surname: 'Ковалёва',
      email: 'octo@uni.example',
      github_login: 'octo',
      avatar: 'https://avatars.githubusercontent.com/u/583231',
      issuer: `http://127.0.0.1:${port}`,
      subject: '583231',
      is_email_verified: true,
    },
  )
  assert.equal(await personOf(await comeBack('octo')), id)
})

test('identifier recycling: a reassigned GitHub login does not give access to the old account', async () => {
  const before = await personOf(await comeBack('mona'))
  const mona = people.find(({ login }) => login === 'mona')!
  mona.login = 'mona-renamed'
  people.push(person(900, 'mona'))
  const newOwner = await personOf(await comeBack('mona'))
  assert.notEqual(newOwner, before)
  assert.equal(await personOf(await comeBack('mona-renamed')), before)
  const [row] = await service.sql`select login from person where id = ${newOwner}`
  assert.notEqual(row!.login, 'mona')
})

test('the alias in the path leads to the same provider and the same callback', async () => {
  const id = await personOf(await comeBack('octo'))
  for (const alias of ['github', 'octohub']) {
    const begun = await visitorFor(service).visit(fieldStart(service, alias))
    assert.equal(begun.url.searchParams.get('redirect_uri'), `${service.authUrl}/mobile/hubcallback`)
    assert.equal(begun.url.searchParams.get('prompt'), 'select_account')
    assert.equal(begun.url.searchParams.get('code_challenge_method'), 'S256')
    assert.equal(await personOf(await comeBack('octo', alias)), id)
  }
  const answer = await fetch(`${service.authUrl}/mobile/githubcallback`, { headers: { accept: 'text/html' } })
  assert.equal(answer.status, 404)
})

test('only members of the listed organisation may sign in, and only then the org scope is requested', async () => {
  const begun = await visitorFor(service).visit(fieldStart(service, 'members'))
  assert.equal(begun.url.searchParams.get('scope'), 'read:user user:email read:org')
  await personOf(await comeBack('octo', 'members'))
  const traces = await tracesIn(service)
  people.push(person(901, 'stray'))
  const page = await comeBack('stray', 'members')
  assert.equal(page.status, 403)
  assert.match(page.text, /Your account doesn’t have access/)
  orgs.stray = ['School2', 'the-school', 'school-alumni']
  assert.equal((await comeBack('stray', 'members')).status, 403)
  assert.deepEqual(await tracesIn(service), traces)
})

test('an email address is used only if it is primary and verified', async () => {
  assert.equal((await comeBack('hidden', 'addresses')).status, 403)
  const [target] = await service.sql`insert into person (login, import_email) values ('imported', 'pia@uni.example') returning id`
  people.push(person(902, 'pia'))
  assert.equal(await personOf(await comeBack('pia', 'addresses')), target!.id)
})

test('errors that GitHub sends with status 200 are refusals', async () => {
  const traces = await tracesIn(service)
  const page = await comeBack('octo', 'hub', (callback) => callback.searchParams.set('code', 'made-up'))
  assert.equal(page.status, 400)
  assert.match(page.text, /Couldn’t verify the sign-in/)
  const secretChanged = client.secret
  client.secret = 'another' // changed at GitHub only: the service has read its own before
  assert.equal((await comeBack('octo')).status, 400)
  client.secret = secretChanged
  assert.deepEqual(await tracesIn(service), { ...traces, rejected: traces.rejected + 2 })
})

const brokenAnswers: [path: string, status: number, body: unknown, expected: number][] = [
  ['/api/v3/user', 200, { login: 'octo' }, 400],
  ['/api/v3/user', 200, { id: '583231', login: 'octo' }, 400],
  ['/api/v3/user', 200, { id: 0, login: 'octo' }, 400],
  ['/api/v3/user', 200, { id: 1.5, login: 'octo' }, 400],
  ['/api/v3/user', 200, null, 400],
  ['/api/v3/user', 401, { message: 'Bad credentials' }, 400],
  ['/api/v3/user', 302, {}, 400],
  ['/api/v3/user/emails', 404, { message: 'Not Found' }, 400],
  ['/api/v3/user', 502, {}, 503],
  ['/login/oauth/access_token', 503, {}, 503],
  ['/login/oauth/access_token', 429, {}, 503],
]
forEachCase(
  brokenAnswers,
  ([path, status, body]) => `an error or invalid answer of GitHub’s API creates no person: ${path} ${status} ${JSON.stringify(body)}`,
  async ([path, status, body, expected], t) => {
    t.after(() => {
      instead = null
    })
    const traces = await tracesIn(service)
    instead = (message, response) => {
      if (message.url !== path) return false
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(JSON.stringify(body))
      return true
    }
    const page = await comeBack('octo')
    assert.equal(page.status, expected, `${path} ${status} ${JSON.stringify(body)}`)
    assert.deepEqual(await tracesIn(service), { ...traces, rejected: traces.rejected + (expected === 400 ? 1 : 0) })
    assert.ok(!requests.includes('/elsewhere'))
  },
)

test('cancelling at GitHub shows a page', async () => {
  const [ours, theirs] = [visitorFor(service), createVisitor(port)]
  const begun = await ours.visit(fieldStart(service, 'hub'))
  const { url } = await theirs.press(await theirs.visit(begun.url), 'cancel', '1')
  const page = await ours.visit(url)
  assert.equal(page.status, 400)
  assert.match(page.text, /Sign-in cancelled/)
})
