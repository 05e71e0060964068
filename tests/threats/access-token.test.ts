import assert from 'node:assert/strict'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { revokeKey } from '#auth/token/keys.ts'
import { apiEndpoints } from '#contract/index.ts'
import { AUDIENCE } from '#http/session/access-token.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { portOf, rawCall } from '#tests/support/raw.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { insertedCode, openSession, ownSessions } from '#tests/support/session.ts'
import { exchange, type FieldTokens, fieldStart, refresh, signOut, visitorFor } from '#tests/support/sign-in.ts'
import { forEachCase, sample, test, testPart } from '#tests/support/tier.ts'
import { insertPublishedRound } from '#tests/support/world/rounds.ts'

let service: TestService
let tokens: FieldTokens
let clock = new Date()
before(async () => {
  service = await startService({ now: () => clock })
  tokens = await openSession(service)
})
after(() => service?.close())

const base64 = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) => {
  const [head, body, signature] = token.split('.') as [string, string, string]
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
  return { head, body, signature, header: read(head), claims: read(body) }
}
const refusedEverywhere = async (token: string, what: string) => {
  const response = await ownSessions(service, token)
  assert.equal(response.status, 401, what)
  await assertProblem(response, 'invalid_token')
  assert.equal((await signOut(service, token)).status, 204, what)
  assert.equal((await ownSessions(service, tokens.accessToken)).status, 200, `${what}: the session is still valid`)
}

// Each forgery has the claims of a valid token except for one change.
const forgeries: [string, () => Promise<string>][] = [
  ['alg none', async () => `${base64({ ...partsOf(tokens.accessToken).header, alg: 'none' })}.${partsOf(tokens.accessToken).body}.`],
  [
    'alg none under the old signature',
    async () => {
      const { header, body, signature } = partsOf(tokens.accessToken)
      return `${base64({ ...header, alg: 'none' })}.${body}.${signature}`
    },
  ],
  [
    'HS256 with the public key for a secret',
    async () => {
      const { header, body } = partsOf(tokens.accessToken)
      const jwks = (await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
      const key = JSON.stringify(jwks.keys.find(({ kid }) => kid === header.kid))
      const text = `${base64({ ...header, alg: 'HS256' })}.${body}`
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    },
  ],
  ['a key of the attacker embedded as jwk', () => signedByStranger((jwk) => ({ jwk }))],
  ['a key of the attacker at a URL (jku)', () => signedByStranger(() => ({ jku: 'http://127.0.0.1:9/jwks.json' }))],
  ['a key of the attacker with our kid', () => signedByStranger(() => ({}))],
  ['a key of the attacker without kid', () => signedByStranger(() => ({ kid: undefined }))],
  ['an unsupported critical header (crit)', () => signedByUs({ crit: ['exp'], exp: 1 })],
  ['the typ of another kind of token', () => signedByUs({ typ: 'JWT' })],
  ['the typ of a logout token', () => signedByUs({ typ: 'logout+jwt' })],
  ['another audience', () => signedByUs({}, { aud: 'another-api' })],
  ['another issuer', () => signedByUs({}, { iss: 'https://evil.example' })],
  ['another person than its subject', () => signedByUs({}, { id: 1 })],
  ['no session', () => signedByUs({}, { sid: undefined })],
  [
    'other claims under the old signature',
    async () => {
      const { head, claims, signature } = partsOf(tokens.accessToken)
      return `${head}.${base64({ ...claims, id: 1, sub: '1' })}.${signature}`
    },
  ],
]

async function signedByStranger(extra: (jwk: object) => object): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const { header, claims } = partsOf(tokens.accessToken)
  const head = { ...header, ...extra(await exportJWK(publicKey)) }
  return new SignJWT(claims).setProtectedHeader(head as never).sign(privateKey)
}
async function signedByUs(head: object, claims: object = {}): Promise<string> {
  const parts = partsOf(tokens.accessToken)
  const { kid, key } = await service.app.auth.keys.signer()
  const options = 'crit' in head ? { crit: { exp: true } } : {}
  return new SignJWT({ ...parts.claims, ...claims }).setProtectedHeader({ ...parts.header, kid, ...head } as never).sign(key, options)
}

test('control: a forged token that is signed by us and unchanged is accepted', async () => {
  assert.equal((await ownSessions(service, await signedByUs({}))).status, 200)
})

forEachCase(
  forgeries,
  ([what]) => `a forged token with ${what}`,
  async ([what, forge]) => refusedEverywhere(await forge(), what),
)

test('a token of ours with another person than its session is refused', async () => {
  const response = await ownSessions(service, await signedByUs({}, { id: 1, sub: '1' }))
  await assertProblem(response, 'invalid_token')
})

test('a token of the development provider is refused, both its id_token and its access token', async () => {
  const { issuer, client } = service.app.auth.providers[0]!.settings
  const verifier = randomBytes(32).toString('base64url')
  const callback = `${service.authUrl}/mobile/idpcallback`
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email',
    state: 'some-state',
    nonce: 'some-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const visitor = visitorFor(service)
  const end = await visitor.press(await visitor.visit(`${issuer}/auth?${query}`), 'login', 'gleb')
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: end.url.searchParams.get('code')!,
      redirect_uri: callback,
      client_id: client.id,
      client_secret: client.secret,
      code_verifier: verifier,
    }),
  })
  const issued = (await response.json()) as { id_token: string; access_token: string }
  assert.equal(partsOf(issued.id_token).claims.sub, 'gleb')
  await refusedEverywhere(issued.id_token, 'id_token')
  await refusedEverywhere(issued.access_token, 'access token')
})

test('a refresh token or a code is not an access token, and vice versa', async () => {
  await refusedEverywhere(tokens.refreshToken, 'refresh token')
  await refusedEverywhere(await insertedCode(service), 'code')
  await assertProblem(await refresh(service, tokens.accessToken), 'invalid_value') // longer than any refresh token
  await assertProblem(await refresh(service, await insertedCode(service)), 'refresh_invalid')
  await assertProblem(await exchange(service, { code: tokens.refreshToken }), 'code_invalid')
})

const raw = (line: string, path = '/api/user/sessions') =>
  rawCall(portOf(service.origin), `GET ${path} HTTP/1.1\r\nHost: x\r\n${line}Connection: close\r\n\r\n`)

test('a token with another encoding: with a space, padding, a line break or changed trailing bits', async () => {
  const { accessToken } = tokens
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(accessToken.at(-1)!)
  const flipped = accessToken.slice(0, -1) + alphabet[last ^ 1]
  assert.deepEqual(Buffer.from(flipped, 'base64url'), Buffer.from(accessToken, 'base64url'), 'the bytes are the same')
  for (const token of [
    flipped,
    `${accessToken}=`,
    `${accessToken}==`,
    `${accessToken} x`,
    `${accessToken}.`,
    accessToken.replace('.', ' .'),
    `"${accessToken}"`,
  ])
    assert.equal((await raw(`Authorization: Bearer ${token}\r\n`)).status, 401, token.slice(-8))
  assert.equal((await raw(`Authorization: Bearer ${accessToken}\r\n =\r\n`)).status, 400, 'a folded line')
  assert.equal((await raw(`Authorization: Bearer ${accessToken}\r\n`)).status, 200)
})

test('an oversized Authorization header is refused, and other calls still work', async () => {
  assert.equal((await raw(`Authorization: Bearer ${'a'.repeat(20 * 1024)}\r\n`)).status, 431)
  assert.equal((await raw(`Authorization: Bearer ${'a'.repeat(12 * 1024)}\r\n`)).status, 401)
  assert.equal((await ownSessions(service, tokens.accessToken)).status, 200)
})

test('the scheme is case-insensitive; the token is read from nowhere else', async () => {
  const { accessToken } = tokens
  for (const scheme of ['bearer', 'BEARER', 'bEaReR'])
    assert.equal((await raw(`Authorization: ${scheme} ${accessToken}\r\n`)).status, 200, scheme)
  for (const scheme of ['', 'Token', 'Basic', 'DPoP', 'Bearer:'])
    assert.equal((await raw(`Authorization: ${scheme} ${accessToken}\r\n`)).status, 401, scheme)
  for (const path of [`?access_token=${accessToken}`, `?token=${accessToken}`, `?authorization=Bearer%20${accessToken}`])
    assert.notEqual((await raw('', `/api/user/sessions${path}`)).status, 200, path.slice(0, 14))
  const cookie = `Cookie: access_token=${accessToken}; pj_rt=${tokens.refreshToken}; authorization=Bearer ${accessToken}\r\n`
  assert.equal((await raw(cookie)).status, 401)
  assert.equal((await raw(`X-Access-Token: ${accessToken}\r\nProxy-Authorization: Bearer ${accessToken}\r\n`)).status, 401)
})

const bearers = ['Bearer garbage', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Basic YTpi', 'Bearer', 'x'.repeat(4000)]
testPart('an invalid bearer token on a public endpoint: the same answer as without', async () => {
  const [row] = await service.sql`select slug from project where state = 'published' limit 1`
  await service.sql`
    insert into team_invitation (team_id, created_by, token_hash, created_at, expires_at, max_uses)
    select team_id, person_id, sha256('pj_in_x'), now(), now() + interval '1 day', 5
    from member join team t on t.id = team_id where is_administrator and person_id is not null and t.disbanded_at is null limit 1`
  await insertPublishedRound(service, row!.slug)
  const params: Record<string, string> = {
    slug: row!.slug,
    query: 'web',
    text: 'web',
    id: '1',
    file: `${'0'.repeat(32)}-960.jpg`,
    token: 'pj_in_x',
  }
  const all = apiEndpoints.filter(({ access, id }) => access === 'public' && id !== 'followChanges') // an endless stream
  assert.ok(all.length >= 10)
  const expired = await signedByUs({}, { exp: 1 })
  for (const { method, path } of sample(all, ({ id }) => id)) {
    const address = service.url + path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? assert.fail(`no value for ${name} of ${path}`))
    const ask = async (authorization?: string) => {
      const headers = { ...(method === 'POST' && { 'content-type': 'application/json' }), ...(authorization && { authorization }) }
      const response = await fetch(address, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      return [
        response.status,
        response.headers.get('etag'),
        response.headers.get('cache-control'),
        (await response.text()).replace(/"requestId":"[^"]+"/, ''),
      ]
    }
    const without = await ask()
    // These need a version, an email token, stored bytes or a change to answer with success.
    const isEmpty = ['/file/{id}', '/avatar/{id}', '/cover/{file}', '/logo/{file}', '/profile/email/confirm', '/email'].includes(path)
    assert.equal(without[0] === 200, !isEmpty, path)
    for (const bearer of [...bearers, `Bearer ${expired}`])
      assert.deepEqual(await ask(bearer), without, `${path} with ${bearer.slice(0, 30)}`)
  }
})

test('an invalid bearer token on the sign-in endpoints is ignored', async () => {
  for (const authorization of [...bearers, `Bearer ${await signedByUs({}, { exp: 1 })}`]) {
    const opened = await exchange(service, { code: await insertedCode(service) }, { authorization })
    assert.equal(opened.status, 200, authorization.slice(0, 30))
    const { refreshToken } = (await opened.json()) as FieldTokens
    assert.equal((await refresh(service, refreshToken, { authorization })).status, 200)
    assert.equal((await fetch(`${service.authUrl}/logout`, { headers: { authorization } })).status, 204)
    assert.equal((await fetch(service.authUrl, { headers: { authorization } })).status, 204)
    const start = await fetch(fieldStart(service), { headers: { authorization }, redirect: 'manual' })
    assert.equal(start.status, 302)
  }
})

test('a removed key is trusted for a minute at most, and a refresh gives a valid token', async () => {
  clock = new Date()
  const session = await openSession(service)
  assert.equal((await ownSessions(service, session.accessToken)).status, 200)
  const kid = String(partsOf(session.accessToken).header.kid)
  assert.ok(await revokeKey(service.sql, service.app.auth.secrets.keySealing, kid, clock))
  const keys = (await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
  assert.ok(!keys.keys.some((key) => key.kid === kid))
  clock = new Date(clock.getTime() + 60_001)
  assert.equal((await ownSessions(service, session.accessToken)).status, 401)
  const next = (await (await refresh(service, session.refreshToken)).json()) as FieldTokens
  assert.notEqual(partsOf(next.accessToken).header.kid, kid)
  assert.equal((await ownSessions(service, next.accessToken)).status, 200)
  assert.equal(partsOf(next.accessToken).claims.aud, AUDIENCE)
})
