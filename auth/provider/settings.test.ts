import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { defaultPictureHosts } from '#rules/sign-in/claims.ts'
import { providerSettings, readProviders } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'provider-settings-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'providers.json')
function read(content: unknown, isProduction = false) {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readProviders(path, isProduction)
}
const client = { id: 'directory', secret: 'shh' }
const uni = { name: 'uni', kind: 'oidc', issuer: 'https://id.uni.example', client }
const faultsOf = (content: unknown, isProduction?: boolean): string[] => read(content, isProduction).faults

test('defaults are safe', () => {
  const { providers, faults } = read([uni])
  assert.deepEqual(faults, [])
  assert.deepEqual(providers, [
    {
      ...uni,
      aliases: [],
      scope: 'openid profile email',
      prompt: 'select_account',
      handOff: 'redirect',
      callbackPath: '/mobile/unicallback',
      allow: {}, // nobody
      trustEmail: false,
      authoritativeFor: [],
      groupsClaim: 'groups',
      access: undefined,
      pictureHosts: defaultPictureHosts,
      identityIssuer: 'https://id.uni.example',
    },
  ])
})

test('given settings are used unchanged', () => {
  const given = {
    ...uni,
    aliases: ['github'],
    scope: 'openid groups',
    prompt: 'login',
    handOff: 'page',
    callbackPath: '/githubcallback',
    allow: {
      everyone: false,
      domains: ['uni.example'],
      emails: ['a@b.example'],
      tenants: ['t'],
      hostedDomains: ['h'],
      githubOrganisations: ['o'],
      groups: ['g'],
    },
    trustEmail: true,
    authoritativeFor: ['uni.example'],
    groupsClaim: 'roles',
    access: { curator: ['c'], administrator: ['a'] },
    pictureHosts: ['img.uni.example'],
  }
  assert.deepEqual(read([given]), { faults: [], providers: [{ ...given, identityIssuer: 'https://id.uni.example' }] })
})

test('GitHub needs no issuer, and requests read:org only when organisations are configured', () => {
  const hub = { name: 'github', kind: 'github', client }
  const [plain, listed, own] = read([
    hub,
    { ...hub, name: 'members', allow: { githubOrganisations: ['school'] } },
    { ...hub, name: 'own', issuer: 'https://git.uni.example' },
  ]).providers
  assert.deepEqual([plain!.issuer, plain!.scope], ['https://github.com', 'read:user user:email'])
  assert.equal(listed!.scope, 'read:user user:email read:org')
  assert.equal(own!.issuer, 'https://git.uni.example')
})

test('a secret may be in a file', () => {
  const secretFile = join(folder, 'secret')
  writeFileSync(secretFile, 'from a file\n')
  const { providers, faults } = read([{ ...uni, client: { id: 'a', secretFile } }])
  assert.deepEqual(faults, [])
  assert.deepEqual(providers[0]!.client, { id: 'a', secret: 'from a file' })
})

test('a missing file or invalid JSON is reported with its path', () => {
  const missing = join(folder, 'missing.json')
  assert.match(readProviders(missing, false).faults.join(), new RegExp(`^PROVIDERS: ${missing} cannot be read: ENOENT`))
  assert.match(faultsOf('[{').join(), new RegExp(`^PROVIDERS: ${path} cannot be read: .*JSON`))
  assert.deepEqual(readProviders(missing, false).providers, [])
})

const misshapen: [content: unknown, expected: RegExp[]][] = [
  [[], [/providers\.json must NOT have fewer than 1 items/]],
  [{}, [/providers\.json must be array/]],
  [null, [/providers\.json must be array/]],
  [['uni'], [/ at \/0 must be object/]],
  [[{ ...uni, name: undefined }], [/ at \/0 must have required property 'name'/]],
  [[{ ...uni, kind: undefined }], [/ at \/0 must have required property 'kind'/]],
  [[{ ...uni, client: undefined }], [/ at \/0 must have required property 'client'/]],
  [[uni, { ...uni, name: 'Uni!' }], [/ at \/1\/name must match pattern/]],
  [[{ ...uni, kind: 'saml' }], [/ at \/0\/kind /]],
  [[{ ...uni, allowed: { everyone: true } }], [/ at \/0 must NOT have additional properties “allowed”/]],
  [[{ ...uni, allow: { domain: ['uni.example'] } }], [/ at \/0\/allow must NOT have additional properties “domain”/]],
  [[{ ...uni, allow: { domains: 'uni.example' } }], [/ at \/0\/allow\/domains must be array/]],
  [[{ ...uni, allow: { domains: [''] } }], [/ at \/0\/allow\/domains\/0 /]],
  [[{ ...uni, allow: { everyone: 'no' } }], [/ at \/0\/allow\/everyone must be boolean/]],
  [[{ ...uni, trustEmail: 'yes' }], [/ at \/0\/trustEmail must be boolean/]],
  [[{ ...uni, access: { admin: ['x'] } }], [/ at \/0\/access must NOT have additional properties “admin”/]],
  [[{ ...uni, client: { ...client, key: 'x' } }], [/ at \/0\/client must NOT have additional properties “key”/]],
  [[{ ...uni, client: { id: '', secret: 'x' } }], [/ at \/0\/client\/id /]],
  [[{ ...uni, handOff: 'popup' }], [/ at \/0\/handOff /]],
  [[{ ...uni, callbackPath: 'https://evil.example/cb' }], [/ at \/0\/callbackPath must match pattern/]],
  [[{ ...uni, callbackPath: '/{unknown}' }], [/ at \/0\/callbackPath must match pattern/]],
  [[{ ...uni, identityIssuer: 'x' }], [/ at \/0 must NOT have additional properties “identityIssuer”/]],
  [
    [
      { ...uni, name: 'A', trustEmail: 1 },
      { ...uni, prompt: 1 },
    ],
    [/\/0\/name /, /\/0\/trustEmail /, /\/1\/prompt /],
  ],
]
test('all schema errors are reported with their path', () => {
  for (const [content, expected] of misshapen) {
    const { providers, faults } = read(content)
    assert.deepEqual(providers, [])
    for (const one of expected)
      assert.ok(
        faults.some((fault) => fault.startsWith(`PROVIDERS: ${path}`) && one.test(fault)),
        `${one} is not in ${faults.join(' | ') || 'silence'}`,
      )
  }
})

test('a duplicate provider name is an error', () => {
  assert.deepEqual(
    faultsOf([uni, uni]).filter((fault) => fault.includes('names two')),
    ['PROVIDERS: “uni” names two providers'],
  )
  assert.deepEqual(
    faultsOf([
      { ...uni, aliases: ['x'] },
      { ...uni, name: 'other', aliases: ['x'] },
    ]),
    ['PROVIDERS: “x” names two providers'],
  )
  assert.deepEqual(faultsOf([{ ...uni, aliases: ['uni'] }]), ['PROVIDERS: “uni” names two providers'])
})

test('a shared callbackPath is an error: a sign-in started at one provider could end at the other', () => {
  const shared = faultsOf([
    { ...uni, callbackPath: '/cb' },
    { ...uni, name: 'other', callbackPath: '/cb' },
  ])
  assert.equal(shared.length, 1, 'no error was reported')
  assert.match(shared[0]!, /“\/cb”/)
})

test('exactly one of secret and secretFile is required', () => {
  const expected = ['PROVIDERS: uni: the client needs either “secret” or “secretFile”']
  assert.deepEqual(faultsOf([{ ...uni, client: { id: 'a' } }]), expected)
  assert.deepEqual(faultsOf([{ ...uni, client: { id: 'a', secret: 'b', secretFile: path } }]), expected)
  assert.match(faultsOf([{ ...uni, client: { id: 'a', secretFile: join(folder, 'nothing') } }]).join(), /^PROVIDERS: uni: ENOENT.*nothing/)
})

test('an empty secret is an error', () => {
  writeFileSync(join(folder, 'empty'), '\n')
  assert.equal(faultsOf([{ ...uni, client: { id: 'a', secret: '' } }]).length, 1)
  assert.equal(faultsOf([{ ...uni, client: { id: 'a', secretFile: join(folder, 'empty') } }]).length, 1)
})

const issuers: [issuer: string | undefined, isProduction: boolean, expected: RegExp | null][] = [
  ['https://id.uni.example/realms/a', true, null],
  ['http://127.0.0.1:9000', false, null],
  ['http://localhost:9000/idp', false, null],
  ['http://[::1]:9000', false, null],
  [undefined, false, /is not a URL/],
  ['id.uni.example', false, /is not a URL/],
  ['http://127.0.0.1:9000', true, /must be https/],
  ['http://localhost:9000', true, /must be https/],
  ['http://id.uni.example', false, /must be https/],
  ['http://127.0.0.1.evil.example', false, /must be https/],
  ['ftp://id.uni.example', false, /must be https/],
  ['https://id.uni.example?x=1', false, /has more than an address/],
  ['https://id.uni.example#x', false, /has more than an address/],
  ['https://user@id.uni.example', false, /has more than an address/],
  ['https://login.microsoftonline.com/common/v2.0', true, /your own tenant/],
  ['https://login.microsoftonline.com/organizations/v2.0', true, /your own tenant/],
  ['https://login.microsoftonline.com/consumers', true, /your own tenant/],
  ['https://login.microsoftonline.com/6babcaad-604b-40ac-a9d7-9fd97c0b779f/v2.0', true, null],
]
test('an issuer must be an https URL; Microsoft’s multi-tenant issuers are refused', () => {
  for (const [issuer, isProduction, expected] of issuers) {
    const faults = faultsOf([{ ...uni, issuer }], isProduction)
    if (expected === null) assert.deepEqual(faults, [], issuer)
    else {
      assert.equal(faults.length, 1, issuer)
      assert.match(faults[0]!, expected, issuer)
      assert.match(faults[0]!, /^PROVIDERS: uni: the issuer /)
    }
  }
})

test('Microsoft’s multi-tenant issuers are refused in national clouds and in any spelling', () => {
  for (const issuer of [
    'https://login.microsoftonline.us/common/v2.0',
    'https://login.partner.microsoftonline.cn/organizations/v2.0',
    'https://login.microsoftonline.com/Common/v2.0',
  ])
    assert.match(faultsOf([{ ...uni, issuer }], true).join(), /your own tenant/, issuer)
})

test('settings made in code get the same defaults', () => {
  const made = providerSettings({ name: 'idp', kind: 'oidc', issuer: 'http://x', client, identityIssuer: 'urn:x' })
  assert.deepEqual([made.identityIssuer, made.callbackPath, made.allow], ['urn:x', '/mobile/idpcallback', {}])
})
