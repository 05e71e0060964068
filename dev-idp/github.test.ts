import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createVisitor, type Visitor } from '#tests/support/visitor.ts'
import { createFakeGithub, type GithubPerson } from './github.ts'

const CALLBACK = 'http://app.test/githubcallback'
const client = { id: 'Iv1.abc', secret: 'shh' }
const octocat: GithubPerson = {
  id: 583231,
  login: 'octocat',
  name: 'The <Octocat>',
  emails: [
    { email: 'octocat@github.example', primary: false, verified: true, visibility: null },
    { email: 'octo@students.example.org', primary: true, verified: true, visibility: 'private' },
  ],
  avatarUrl: 'https://avatars.githubusercontent.com/u/583231',
}
const open: GithubPerson = {
  id: 7,
  login: 'open',
  name: null,
  emails: [{ email: 'open@students.example.org', primary: true, verified: false, visibility: 'public' }],
  avatarUrl: 'https://avatars.githubusercontent.com/u/7',
}

let origin: string
let visitor: Visitor
const github = createFakeGithub({ people: [octocat, open], client, orgs: { octocat: ['acme', 'school'] } })
const server = createServer(github.handle)
before(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  visitor = createVisitor(port)
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const authorizeUrl = (extra: Record<string, string> = {}) =>
  `${origin}/login/oauth/authorize?${new URLSearchParams({ client_id: client.id, redirect_uri: CALLBACK, state: 's&"1', scope: 'read:user user:email read:org', prompt: 'select_account', ...extra })}`

async function codeFor(login: string, extra: Record<string, string> = {}): Promise<string> {
  const { url } = await visitor.press(await visitor.visit(authorizeUrl(extra)), 'login', login)
  assert.equal(url.href.split('?')[0], CALLBACK)
  assert.equal(url.searchParams.get('state'), 's&"1')
  assert.equal(url.searchParams.has('iss'), false)
  return url.searchParams.get('code')!
}

async function exchange(fields: Record<string, string>, accept = 'application/json') {
  const body = new URLSearchParams({ client_id: client.id, client_secret: client.secret, redirect_uri: CALLBACK, ...fields })
  const response = await fetch(`${origin}/login/oauth/access_token`, { method: 'POST', body, headers: { accept } })
  const text = await response.text()
  const isJson = response.headers.get('content-type')!.startsWith('application/json')
  const answer = (isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))) as Record<string, string>
  return { status: response.status, isJson, answer }
}

const api = async (path: string, authorization = '') => {
  const response = await fetch(`${origin}/api/v3/${path}`, { headers: authorization ? { authorization } : {} })
  return { status: response.status, body: (await response.json()) as unknown }
}

test('a sign-in with PKCE returns the profile, the emails and the organisations', async () => {
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const code = await codeFor('octocat', { code_challenge: challenge, code_challenge_method: 'S256' })
  const { status, answer } = await exchange({ code, code_verifier: verifier })
  assert.equal(status, 200)
  assert.equal(answer.token_type, 'bearer')
  assert.equal(answer.scope, 'read:user,user:email,read:org')
  const bearer = `Bearer ${answer.access_token}`
  const profile = { id: 583231, login: 'octocat', name: 'The <Octocat>', email: null, avatar_url: octocat.avatarUrl }
  assert.deepEqual(await api('user', bearer), { status: 200, body: profile })
  assert.deepEqual(await api('user/emails', bearer), { status: 200, body: octocat.emails })
  assert.deepEqual(await api('user/orgs', bearer), { status: 200, body: [{ login: 'acme' }, { login: 'school' }] })
})

test('a public email is in the profile, and resources outside the scope are refused', async () => {
  const { answer } = await exchange({ code: await codeFor('open', { scope: 'read:user' }) })
  const bearer = `token ${answer.access_token}`
  assert.equal(((await api('user', bearer)).body as { email: string }).email, 'open@students.example.org')
  assert.equal((await api('user/emails', bearer)).status, 404)
  assert.equal((await api('user/orgs', bearer)).status, 403)
  assert.equal((await api('user/keys', bearer)).status, 404)
})

test('token errors have status 200, as at GitHub', async () => {
  const refused = async (fields: Record<string, string>, error: string) => {
    const { status, answer } = await exchange(fields)
    assert.deepEqual([status, answer.error, answer.access_token], [200, error, undefined])
  }
  await refused({ code: 'guessed' }, 'bad_verification_code')
  const code = await codeFor('octocat')
  await refused({ code, client_secret: 'guessed' }, 'incorrect_client_credentials')
  await refused({ code, client_id: 'other' }, 'incorrect_client_credentials')
  assert.ok((await exchange({ code })).answer.access_token)
  await refused({ code }, 'bad_verification_code')
  await refused({ code: await codeFor('octocat'), redirect_uri: 'http://evil.test/' }, 'redirect_uri_mismatch')

  const challenge = { code_challenge: createHash('sha256').update('right').digest('base64url'), code_challenge_method: 'S256' }
  const proven = await codeFor('octocat', challenge)
  await refused({ code: proven, code_verifier: 'wrong' }, 'bad_verification_code')
  await refused({ code: proven, code_verifier: 'right' }, 'bad_verification_code')
  await refused({ code: await codeFor('octocat', challenge) }, 'bad_verification_code')
})

test('a code expires after ten minutes', async (context) => {
  const [first, second] = [await codeFor('octocat'), await codeFor('octocat')]
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 9 * 60_000 })
  assert.ok((await exchange({ code: first })).answer.access_token)
  context.mock.timers.setTime(Date.now() + 61_000)
  assert.equal((await exchange({ code: second })).answer.error, 'bad_verification_code')
})

test('without Accept the token response is form-encoded', async () => {
  const { isJson, answer } = await exchange({ code: await codeFor('octocat') }, '*/*')
  assert.equal(isJson, false)
  assert.equal(answer.token_type, 'bearer')
})

test('the API requires a token it has issued', async () => {
  for (const path of ['user', 'user/emails', 'user/orgs'])
    for (const authorization of ['', 'Bearer gho_guessed', 'Basic eDp5']) {
      const { status, body } = await api(path, authorization)
      assert.equal(status, 401)
      assert.match((body as { message: string }).message, /Bad credentials|Requires authentication/)
    }
})

test('cancelling returns access_denied and the state', async () => {
  const { url } = await visitor.press(await visitor.visit(authorizeUrl()), 'cancel', 'yes')
  assert.equal(url.searchParams.get('error'), 'access_denied')
  assert.equal(url.searchParams.get('state'), 's&"1')
  assert.equal(url.searchParams.has('code'), false)
})

test('the page lists all people, says that it is not GitHub, and escapes names', async () => {
  const { text, headers } = await visitor.visit(authorizeUrl())
  assert.match(text, /GitHub simulator/)
  assert.match(text, /The &lt;Octocat&gt;/)
  assert.match(text, /<button name="login" value="open">/)
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
})

test('an invalid request gets a page and no redirect', async () => {
  const cases: [string, number][] = [
    [authorizeUrl({ client_id: 'other' }), 404],
    [authorizeUrl({ redirect_uri: '' }), 400],
    [authorizeUrl({ code_challenge: 'x', code_challenge_method: 'plain' }), 400],
    [authorizeUrl({ code_challenge: 'x' }), 400],
  ]
  for (const [address, status] of cases) {
    const answer = await visitor.visit(address)
    assert.equal(answer.status, status)
    assert.match(answer.text, /Couldn’t sign in/)
  }
  const page = await visitor.visit(authorizeUrl())
  assert.equal((await visitor.press(page, 'login', 'nobody')).status, 400)
  assert.equal((await visitor.visit(`${origin}/login`)).status, 404)
})
