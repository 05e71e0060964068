import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { signInClients } from './client.ts'
import { readStart } from './start.ts'

const clients = signInClients({
  publicUrl: 'https://app.example.org',
  webOrigins: ['https://app.example.org'],
  mobileRedirectUris: ['projectory://auth/callback'],
  isProduction: false,
  isFieldClientOn: true,
})
const [field, mobile, web, dev] = clients
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const ours: Record<string, string> = {
  redirect_uri: 'https://app.example.org/signin/done',
  state: 'a1!~"#%&',
  code_challenge: challenge,
  code_challenge_method: 'S256',
}
const extras: Record<string, string> = {
  client_id: 'projectory-web',
  nonce: 'n'.repeat(16),
  prompt: 'login',
  login_hint: 'anna@uni.example',
  ui_locales: 'ru en',
}
const full = { ...ours, ...extras }
const read = (query: Record<string, string> | [string, string][] | string, isFieldOn = true) =>
  readStart(new URLSearchParams(query), clients, isFieldOn)
const refused = (name: string) => ({ refusal: 'start_invalid', name })
const without = (name: string) => Object.fromEntries(Object.entries(full).filter(([key]) => key !== name))

const fieldStart = {
  client: field,
  redirectUri: 'projectory://auth/callback',
  state: null,
  codeChallenge: null,
  nonce: null,
  prompt: null,
  loginHint: null,
  uiLocales: null,
}

test('a start without parameters is the field client’s', () => {
  assert.deepEqual(read(''), fieldStart)
})

test('unknown parameters are ignored, also duplicates and those that differ in case', () => {
  assert.deepEqual(read('utm=1&utm=2&State=x&CODE_CHALLENGE=y&state%00=z&state[]=q&redirect%5Furi%20=w'), fieldStart)
  assert.deepEqual(read(`${new URLSearchParams(ours)}&x=1&x=2`), read(ours))
})

test('the field client can be switched off without affecting other clients', () => {
  assert.deepEqual(read('', false), { refusal: 'field_client_disabled' })
  assert.deepEqual(read('utm=1', false), { refusal: 'field_client_disabled' })
  assert.deepEqual(read(ours, false), read(ours))
  assert.deepEqual(read({ state: full.state! }, false), refused('redirect_uri'))
  assert.deepEqual(readStart(new URLSearchParams(), [web!], true), { refusal: 'field_client_disabled' })
  assert.deepEqual(readStart(new URLSearchParams(), [{ ...field!, redirectUris: [] }], true), { refusal: 'field_client_disabled' })
})

test('other clients need four parameters', () => {
  assert.deepEqual(read(ours), {
    client: web,
    redirectUri: 'https://app.example.org/signin/done',
    state: 'a1!~"#%&',
    codeChallenge: challenge,
    nonce: null,
    prompt: null,
    loginHint: null,
    uiLocales: null,
  })
})

test('other clients may send optional parameters', () => {
  assert.deepEqual(read(full), {
    client: web,
    redirectUri: 'https://app.example.org/signin/done',
    state: 'a1!~"#%&',
    codeChallenge: challenge,
    nonce: 'n'.repeat(16),
    prompt: 'login',
    loginHint: 'anna@uni.example',
    uiLocales: 'ru en',
  })
})

test('of all 512 sets of parameters only the empty one and those with all four required ones are accepted', () => {
  const names = Object.keys(full)
  const required = Object.keys(ours)
  let accepted = 0
  for (let set = 0; set < 2 ** names.length; set++) {
    const chosen = names.filter((_, i) => set & (1 << i))
    const answer = read(Object.fromEntries(chosen.map((name) => [name, full[name as keyof typeof full]!])))
    const missing = required.find((name) => !chosen.includes(name))
    if (chosen.length === 0) assert.deepEqual(answer, fieldStart)
    else if (missing !== undefined) assert.deepEqual(answer, refused(missing), chosen.join())
    else {
      accepted++
      assert.ok('client' in answer && answer.client === web && answer.codeChallenge === challenge, chosen.join())
    }
  }
  assert.equal(accepted, 32)
})

test('empty required parameters are refused, also a single one', () => {
  for (const name of Object.keys(ours)) assert.deepEqual(read({ ...full, [name]: '' }), refused(name))
  for (const name of Object.keys(full)) assert.equal('refusal' in read({ [name]: '' }), true, name)
})

test('a duplicate parameter is refused, even with the same value or alone', () => {
  for (const [name, value] of Object.entries(full)) {
    assert.deepEqual(read([...Object.entries(full), [name, value]]), refused(name))
    assert.deepEqual(read([...Object.entries(full), [name, 'other']]), refused(name))
    const alone: [string, string][] = [
      [name, value],
      [name, value],
    ]
    assert.deepEqual(read(alone), refused(name))
  }
})

test('the client is found by redirect_uri, and client_id must match it', () => {
  const start = (redirect_uri: string, more: Record<string, string> = {}) => read({ ...ours, redirect_uri, ...more })
  const clientOf = (answer: ReturnType<typeof start>) => ('client' in answer ? answer.client : answer)
  assert.equal(clientOf(start('https://app.example.org/app/signed-in')), mobile)
  assert.equal(clientOf(start('org.projectory.app:/signed-in', { client_id: 'projectory-mobile' })), mobile)
  assert.equal(clientOf(start('http://127.0.0.1:4567/cb')), dev)
  const answer = start('http://[::1]:4567/cb')
  assert.equal('redirectUri' in answer && answer.redirectUri, 'http://[::1]:4567/cb', 'the address asked for, with its port')
  for (const client_id of ['', 'projectory-mobile', 'field-mobile', 'PROJECTORY-WEB', 'projectory-web ', 'unknown'])
    assert.deepEqual(start('https://app.example.org/signin/done', { client_id }), refused('client_id'), client_id)
})

test('an unknown redirect_uri is refused, also that of the field client', () => {
  for (const uri of ['https://evil.example/', 'projectory://auth/callback', 'https://app.example.org/signin/done/', 'http://localhost/cb'])
    for (const more of [{}, { client_id: 'field-mobile' }] as Record<string, string>[])
      assert.deepEqual(read({ ...ours, redirect_uri: uri, ...more }), refused('redirect_uri'), uri)
})

const hint254 = 'я'.repeat(254)
const values: [name: string, good: string[], bad: string[]][] = [
  ['state', ['12345678', '~'.repeat(512), '!~!~!~!~'], ['1234567', 'x'.repeat(513), '1234 5678', '1234567\n', '1234567\u007f', '1234567я']],
  [
    'code_challenge',
    [challenge, 'A'.repeat(43), `${'-_'.repeat(21)}0`],
    [
      challenge.slice(1),
      `${challenge}A`,
      `${challenge}=`,
      challenge.replace('-', '+'),
      challenge.replace('-', '/'),
      `${challenge}\n`,
      `x${challenge}`,
    ],
  ],
  ['code_challenge_method', ['S256'], ['plain', 's256', 'S256 ', 'S2567', 'xS256', 'S512', 'none']],
  ['nonce', ['n'.repeat(16), '~'.repeat(128)], ['n'.repeat(15), 'n'.repeat(129), `${'n'.repeat(16)} `, `${'n'.repeat(16)}é`, '']],
  ['prompt', ['login', 'select_account'], ['none', 'consent', 'login select_account', 'Login', 'xlogin', 'loginx', 'xselect_account', '']],
  ['login_hint', ['a', hint254], [`${hint254}я`, 'a\nb', 'a\u0000', '\u0085']],
  ['ui_locales', ['ru', hint254], [`${hint254}я`, 'ru\ten', '\u001b']],
]

test('each value must match its pattern', () => {
  for (const [name, good, bad] of values) {
    for (const value of good) assert.ok('client' in read({ ...full, [name]: value }), `${name} ${JSON.stringify(value)}`)
    for (const value of bad) assert.deepEqual(read({ ...full, [name]: value }), refused(name), `${name} ${JSON.stringify(value)}`)
  }
})

test('an empty hint is ignored', () => {
  const answer = read({ ...full, login_hint: '', ui_locales: '' })
  assert.ok('client' in answer)
  assert.deepEqual([answer.loginHint, answer.uiLocales], [null, null])
})

test('each optional parameter can be omitted', () => {
  for (const name of Object.keys(extras)) assert.ok('client' in read(without(name)), name)
})

test('any query gives a start with PKCE, the start of the field client, or a refusal with a known parameter', () => {
  const names = Object.keys(full)
  const pair = fc.oneof(
    fc.constantFrom(...Object.entries(full)),
    fc.tuple(fc.constantFrom(...names), fc.string()),
    fc.tuple(fc.string(), fc.string()),
  )
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
      const query = new URLSearchParams(pairs)
      const answer = readStart(query, clients, true)
      if ('refusal' in answer) assert.ok(answer.refusal === 'start_invalid' && names.includes(answer.name))
      else if (answer.client.needsPkce) assert.match(answer.codeChallenge!, /^[\w-]{43}$/)
      else assert.ok(!names.some((name) => query.has(name)))
    }),
    { numRuns: 1000 },
  )
})
