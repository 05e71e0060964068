import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientOfRedirect, isCustomScheme, signInClients, whyNotRedirectUri } from './client.ts'

const settings = {
  publicUrl: 'https://app.example.org',
  webOrigins: ['https://app.example.org', 'https://www.example.org:8443'],
  mobileRedirectUris: ['projectory://auth/callback'],
  isProduction: false,
  isFieldClientOn: true,
}
const clients = signInClients(settings)
const idOf = (uri: string, list = clients) => clientOfRedirect(list, uri)?.id

test('there are four clients with their redirect URIs and lifetimes', () => {
  const minute = 60
  const hour = 3600
  const day = 86_400
  assert.deepEqual(clients, [
    {
      id: 'field-mobile',
      redirectUris: ['projectory://auth/callback'],
      needsPkce: false,
      hasCookie: false,
      accessSeconds: 8 * hour,
      idleSeconds: 30 * day,
      absoluteSeconds: 180 * day,
    },
    {
      id: 'projectory-mobile',
      redirectUris: ['https://app.example.org/app/signed-in', 'org.projectory.app:/signed-in'],
      needsPkce: true,
      hasCookie: false,
      accessSeconds: 10 * minute,
      idleSeconds: 30 * day,
      absoluteSeconds: 180 * day,
    },
    {
      id: 'projectory-web',
      redirectUris: ['https://app.example.org/signin/done', 'https://www.example.org:8443/signin/done'],
      needsPkce: true,
      hasCookie: true,
      accessSeconds: 10 * minute,
      idleSeconds: 7 * day,
      absoluteSeconds: 30 * day,
    },
    {
      id: 'projectory-dev',
      redirectUris: ['http://127.0.0.1/cb', 'http://[::1]/cb'],
      needsPkce: true,
      hasCookie: false,
      accessSeconds: 10 * minute,
      idleSeconds: day,
      absoluteSeconds: 7 * day,
    },
  ])
})

test('production has no development client', () => {
  const production = signInClients({ ...settings, isProduction: true })
  assert.deepEqual(
    production.map(({ id }) => id),
    ['field-mobile', 'projectory-mobile', 'projectory-web'],
  )
  assert.equal(idOf('http://127.0.0.1:5000/cb', production), undefined)
})

test('the field client stays in the list when it is switched off', () => {
  assert.deepEqual(signInClients({ ...settings, isFieldClientOn: false }), clients)
})

test('without https the mobile client has its own scheme only', () => {
  const [, mobile] = signInClients({ ...settings, publicUrl: 'http://localhost:8000' })
  assert.deepEqual(mobile!.redirectUris, ['org.projectory.app:/signed-in'])
})

test('a trailing slash of a configured origin is ignored', () => {
  assert.deepEqual(
    signInClients({ ...settings, publicUrl: 'https://app.example.org/', webOrigins: ['https://w.example/'] })[2]!.redirectUris,
    ['https://w.example/signin/done'],
  )
  assert.equal(
    idOf('https://a.example/app/signed-in', signInClients({ ...settings, publicUrl: 'https://a.example//' })),
    'projectory-mobile',
  )
})

test('a registered redirect URI finds its client', () => {
  assert.equal(idOf('https://app.example.org/app/signed-in'), 'projectory-mobile')
  assert.equal(idOf('org.projectory.app:/signed-in'), 'projectory-mobile')
  assert.equal(idOf('https://app.example.org/signin/done'), 'projectory-web')
  assert.equal(idOf('https://www.example.org:8443/signin/done'), 'projectory-web')
  assert.equal(idOf('http://127.0.0.1/cb'), 'projectory-dev')
  assert.equal(idOf('http://[::1]/cb'), 'projectory-dev')
})

test('the development client may listen on any port of a loopback address', () => {
  const port = fc.integer({ min: 1, max: 65_535 })
  fc.assert(fc.property(port, fc.constantFrom('127.0.0.1', '[::1]'), (n, host) => idOf(`http://${host}:${n}/cb`) === 'projectory-dev'))
  for (const n of [1, 9, 65_535]) assert.equal(idOf(`http://127.0.0.1:${n}/cb`), 'projectory-dev')
})

test('only the development client may use any port', () => {
  const list = signInClients({ ...settings, publicUrl: 'http://127.0.0.1', webOrigins: ['http://127.0.0.1', 'http://[::1]:8000'] })
  assert.equal(idOf('http://127.0.0.1/signin/done', list), 'projectory-web')
  assert.equal(idOf('http://127.0.0.1:5000/signin/done', list), undefined)
  assert.equal(idOf('http://[::1]:8001/signin/done', list), undefined)
})

test('no redirect URI finds the field client', () => {
  assert.equal(idOf('projectory://auth/callback'), undefined)
  const shared = signInClients({ ...settings, mobileRedirectUris: ['org.projectory.app:/signed-in'] })
  assert.equal(idOf('org.projectory.app:/signed-in', shared), 'projectory-mobile')
})

test('the first mobile redirect URI belongs to the field client; the others require PKCE', () => {
  const several = signInClients({ ...settings, mobileRedirectUris: ['itclinicapp://auth/callback', 'newapp://auth/callback'] })
  assert.deepEqual(several.find(({ id }) => id === 'field-mobile')!.redirectUris, ['itclinicapp://auth/callback'])
  assert.equal(idOf('itclinicapp://auth/callback', several), undefined)
  assert.equal(idOf('newapp://auth/callback', several), 'projectory-mobile')
  assert.ok(several.find(({ id }) => id === 'projectory-mobile')!.needsPkce)
  assert.equal(idOf('newapp://auth/callback'), undefined, 'only where it is listed')
})

// Known bypasses of redirect URI validation.
const strangers = [
  '',
  ' ',
  '/',
  '/app/signed-in',
  '//app.example.org/app/signed-in',
  'app.example.org/app/signed-in',
  'null',
  'https://app.example.org',
  'https://app.example.org/',
  'https://app.example.org/app',
  'https://app.example.org/app/signed-in/',
  'https://app.example.org/app/signed-in?',
  'https://app.example.org/app/signed-in?x=1',
  'https://app.example.org/app/signed-in#',
  'https://app.example.org/app/signed-in#x',
  'https://app.example.org/app/signed-in;x',
  'https://app.example.org/app/signed-in.evil',
  'https://app.example.org/app/signed-in/../../evil',
  'https://app.example.org/app//signed-in',
  'https://app.example.org//app/signed-in',
  'https://app.example.org/./app/signed-in',
  'https://app.example.org/x/../app/signed-in',
  'https://app.example.org/%2e/app/signed-in',
  'https://app.example.org/%2e%2e/app/signed-in',
  'https://app.example.org/app/signed%2din',
  'https://app.example.org/app%2fsigned-in',
  'https://app%2eexample.org/app/signed-in',
  'https://app.example.org%2f@evil.example/app/signed-in',
  'https://app.example.org%00.evil.example/app/signed-in',
  'https://app.example.org\\app\\signed-in',
  'https:\\\\app.example.org/app/signed-in',
  'https:/app.example.org/app/signed-in',
  'https:app.example.org/app/signed-in',
  'https:///app.example.org/app/signed-in',
  'https://evil.example\\@app.example.org/app/signed-in',
  'https://evil.example\\.app.example.org/app/signed-in',
  'https://user@app.example.org/app/signed-in',
  'https://user:secret@app.example.org/app/signed-in',
  'https://@app.example.org/app/signed-in',
  'https://app.example.org@evil.example/app/signed-in',
  'https://app.example.org:secret@evil.example/app/signed-in',
  'https://app.example.org:443/app/signed-in',
  'https://app.example.org:/app/signed-in',
  'https://app.example.org:8443/app/signed-in',
  'https://www.example.org/signin/done',
  'https://www.example.org:08443/signin/done',
  'https://app.example.org.evil.example/app/signed-in',
  'https://evil-app.example.org/app/signed-in',
  'https://evil.app.example.org/app/signed-in',
  'https://app.example.orgg/app/signed-in',
  'https://example.org/app/signed-in',
  'https://app.example.org./app/signed-in',
  'https://evil.example/https://app.example.org/app/signed-in',
  'https://evil.example/?https://app.example.org/app/signed-in',
  'https://evil.example#https://app.example.org/app/signed-in',
  'HTTPS://app.example.org/app/signed-in',
  'https://APP.example.org/app/signed-in',
  'https://app.example.org/APP/signed-in',
  'http://app.example.org/app/signed-in',
  'https://арр.example.org/app/signed-in',
  'https://xn--80a6aa.example.org/app/signed-in',
  'https://app。example.org/app/signed-in',
  'https://ａｐｐ.example.org/app/signed-in',
  'https://app.example.org/app/signed\u2010in',
  'https://app.example.org/app/signed-in\t',
  'https://app.exa\tmple.org/app/signed-in',
  'ht\ntps://app.example.org/app/signed-in',
  ' https://app.example.org/app/signed-in',
  'https://app.example.org/app/signed-in ',
  'https://app.example.org/app/signed-in\r\nLocation: https://evil.example',
  'https://app.example.org/app/signed-in\u0000',
  'https://app.example.org/app/signed-in,https://evil.example',
  'org.projectory.app:/signed-in/',
  'org.projectory.app:/signed-in?code=x',
  'org.projectory.app://signed-in',
  'org.projectory.app:signed-in',
  'Org.Projectory.App:/signed-in',
  'org.projectory.app.evil:/signed-in',
  'projectory://auth/callback',
  'projectory:/signed-in',
  'javascript:alert(1)//https://app.example.org/app/signed-in',
  'data:text/html,https://app.example.org/app/signed-in',
  'http://localhost/cb',
  'http://localhost:5000/cb',
  'http://127.0.0.1:/cb',
  'http://127.0.0.1:0/cb',
  'http://127.0.0.1:00080/cb',
  'http://127.0.0.1:65536/cb',
  'http://127.0.0.1:99999/cb',
  'http://127.0.0.1:123456/cb',
  'http://127.0.0.1:+80/cb',
  'http://127.0.0.1:８０/cb',
  'http://127.0.0.1:80:80/cb',
  'http://127.0.0.1:80@evil.example/cb',
  'http://127.0.0.1@evil.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'http://127.0.0.1:80.evil.example/cb',
  'http://127.0.0.1:80/evil/cb',
  'http://127.0.0.1:80/cb/',
  'http://127.0.0.1:80/cb?x',
  'http://127.0.0.1:80/cb#',
  'http://127.0.0.1:80/CB',
  'http://127.0.0.1:80\n/cb',
  'http://127.0.0.1:80/cb\n',
  'http://127.0.0.1:80/cb\r\nx: y',
  'http://127.0.0.180/cb',
  'http://[::1]80/cb',
  'http://127.0.0.1#/cb',
  'http://127.0.0.1?/cb',
  'http://127.0.0.2/cb',
  'http://127.1/cb',
  'http://2130706433/cb',
  'http://0x7f.0.0.1/cb',
  'http://0.0.0.0/cb',
  'http://[::1/cb',
  'http://::1/cb',
  'http://[0:0:0:0:0:0:0:1]/cb',
  'http://[::ffff:127.0.0.1]/cb',
  'http://[::1]evil.example/cb',
  'https://127.0.0.1/cb',
  'https://127.0.0.1:5000/cb',
  'xhttp://127.0.0.1:80/cb',
]

test('a redirect URI similar to a registered one finds no client', () => {
  assert.ok(new Set(strangers).size >= 60)
  for (const uri of strangers) assert.equal(idOf(uri), undefined, JSON.stringify(uri))
})

test('one changed, added or removed character makes a redirect URI unknown', () => {
  const known = clients.filter(({ id }) => id !== 'field-mobile').flatMap(({ redirectUris }) => redirectUris)
  const edit = fc.record({ uri: fc.constantFrom(...known), at: fc.nat(60), cut: fc.constantFrom(0, 1), put: fc.string({ maxLength: 1 }) })
  fc.assert(
    fc.property(edit, ({ uri, at, cut, put }) => {
      const edited = uri.slice(0, at) + put + uri.slice(at + cut)
      fc.pre(!known.includes(edited))
      assert.equal(idOf(edited), undefined, edited)
    }),
    { numRuns: 2000 },
  )
})

test('every scheme but http and https is custom', () => {
  for (const uri of ['projectory://auth/callback', 'org.projectory.app:/signed-in', 'JavaScript:x', 'httpx:/a', 'xhttps:/a', 'a1+b.c-d:x'])
    assert.equal(isCustomScheme(uri), true, uri)
  for (const uri of ['https://a.example/', 'HTTPS://a.example/', 'http://127.0.0.1/cb', 'Http:/x', '', '/path', '//host', '1a:x', ':x'])
    assert.equal(isCustomScheme(uri), false, uri)
})

const ASCII = 'has characters other than visible ASCII'
const INCOMPLETE = 'is not a complete URL'
const NOT_LOOPBACK = 'is http but not 127.0.0.1 or [::1]'
const DOTLESS = 'has a scheme without a dot'
const faulty: [string, string][] = [
  ['', 'has no scheme'],
  ['/cb', 'has no scheme'],
  ['app.example.org/cb', 'has no scheme'],
  ['1a.b:/cb', 'has no scheme'],
  ['https://a.example/c b', ASCII],
  [' https://a.example/cb', ASCII],
  ['https://a.example/cb\n', ASCII],
  ['https://a.example/\tcb', ASCII],
  ['https://a.example/\u0000', ASCII],
  ['https://a.example/\u007f', ASCII],
  ['https://bücher.example/cb', ASCII],
  ['https://a.example\\cb', 'has a backslash'],
  ['https://a.example/cb#', 'has a fragment'],
  ['org.a:/cb#x', 'has a fragment'],
  ['javascript:alert(1)', 'has the scheme javascript'],
  ['JAVASCRIPT://a.example/%0aalert(1)', 'has the scheme javascript'],
  ['data:text/html,x', 'has the scheme data'],
  ['file:///etc/passwd', 'has the scheme file'],
  ['vbscript:x', 'has the scheme vbscript'],
  ['blob:https://a.example/x', 'has the scheme blob'],
  ['about:blank', 'has the scheme about'],
  ['https://u@a.example/cb', 'has a user name'],
  ['https://u:p@a.example/cb', 'has a user name'],
  ['https://@a.example/cb', 'has a user name'],
  ['projectory://u@auth/callback', 'has a user name'],
  ['https:a.example/cb', INCOMPLETE],
  ['https:/a.example/cb', INCOMPLETE],
  ['https:///a.example/cb', INCOMPLETE],
  ['https://', INCOMPLETE],
  ['https://a.example:99999/cb', INCOMPLETE],
  ['org.a://[/cb', INCOMPLETE],
  ['http://a.example/cb', NOT_LOOPBACK],
  ['http://localhost/cb', NOT_LOOPBACK],
  ['http://localhost:8000/cb', NOT_LOOPBACK],
  ['http://127.0.0.1.evil.example/cb', NOT_LOOPBACK],
  ['http://127.1/cb', NOT_LOOPBACK],
  ['http://127.0.0.1:/cb', NOT_LOOPBACK],
]

test('an invalid redirect URI is refused with its error, also a grandfathered one', () => {
  for (const [uri, reason] of faulty)
    for (const isOld of [false, true]) assert.equal(whyNotRedirectUri(uri, isOld), reason, JSON.stringify(uri))
})

test('a scheme without a dot is accepted only for the grandfathered redirect URI', () => {
  for (const uri of ['projectory://auth/callback', 'projectory:/x', 'ftp://a.example/cb', 'httpss://a.example']) {
    assert.equal(whyNotRedirectUri(uri, false), DOTLESS)
    assert.equal(whyNotRedirectUri(uri, true), null)
  }
})

test('https, custom and loopback redirect URIs are accepted', () => {
  const good = [
    'https://a.example/cb',
    'https://a.example:8443/cb?x=1',
    'https://a.example/@x',
    'org.a.b:/x://u@v',
    'org.a.b:/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:5000/cb',
  ]
  for (const uri of good) assert.equal(whyNotRedirectUri(uri, false), null, uri)
  for (const { id, redirectUris } of clients)
    for (const uri of redirectUris) assert.equal(whyNotRedirectUri(uri, id === 'field-mobile'), null, uri)
})
