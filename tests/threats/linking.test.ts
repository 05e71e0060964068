import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { callbackParameters, ownClient } from '#tests/support/own-client.ts'
import {
  type Claims,
  describe,
  type EvilProvider,
  providersFile,
  signInWith,
  startEvilProvider,
  tracesIn,
} from '#tests/support/peer/evil-provider.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { exchange, tokensFrom } from '#tests/support/sign-in.ts'
import { forEachCase, test } from '#tests/support/tier.ts'

// One provider under three names: one authoritative for addresses of uni.example, one not, one with an allow-list.
let provider: EvilProvider
let service: TestService
before(async () => {
  provider = await startEvilProvider()
  const trusted = { trustEmail: true, authoritativeFor: ['uni.example'] }
  const providers = [
    describe(provider, { name: 'uni', ...trusted }),
    describe(provider, { name: 'loose', authoritativeFor: ['uni.example'] }),
    describe(provider, { name: 'strict', ...trusted, allow: { domains: ['uni.example'], emails: ['guest@elsewhere.example'] } }),
  ]
  service = await startService({ env: { PROVIDERS: providersFile(providers) } })
})
after(async () => {
  await service?.close()
  provider?.close()
})
let number = 0
beforeEach(() => {
  provider.bend = {}
  number += 1
})

type Row = { email?: string; import_email?: string; access?: string; disabled_at?: Date }
async function imported(row: Row): Promise<number> {
  const login = `imported-${number}-${Math.random().toString(36).slice(2)}`
  const [person] = await service.sql`insert into person ${service.sql({ login, name: 'Анна', ...row })} returning id`
  return person!.id
}
const claim = (personId: number, subject: string) => service.sql`
  insert into auth.identity (person_id, provider, issuer, subject, created_at, last_sign_in_at)
  values (${personId}, 'uni', 'https://other.example', ${subject}, now(), now())`
const identitiesOf = async (personId: number) =>
  (await service.sql`select subject from auth.identity where person_id = ${personId}`).map(({ subject }) => subject as string)

async function personOf(person: Claims, name = 'uni'): Promise<number> {
  provider.person = { sub: `subject-${number}`, ...person }
  const end = await signInWith(service, name)
  assert.equal(end.url.protocol, 'projectory:', end.text.slice(0, 300))
  return (await tokensFrom(await exchange(service, { code: end.url.searchParams.get('code') }))).user.id
}

const ANNA = 'anna.k@uni.example'
const mine = (): string => ANNA.replace('@', `.${number}@`)
const verified = () => ({ email: mine(), email_verified: true })

test('an imported person who signs in with their verified address is linked, also the next time', async () => {
  const target = await imported({ import_email: mine() })
  assert.equal(await personOf({ ...verified(), name: 'Анна Ковалёва', email: mine().toUpperCase() }), target)
  assert.deepEqual(await identitiesOf(target), [`subject-${number}`])
  assert.equal(await personOf({ email: 'another@uni.example', email_verified: false }), target, 'identified by the subject from now on')
})

// [claims of the newcomer, existing person, provider]
type Takeover = { comes?: () => Claims; there?: () => Row; through?: string; prepare?: (target: number) => Promise<unknown> }
const takeovers: Record<string, Takeover> = {
  'an address that is not verified': { comes: () => ({ email: mine(), email_verified: false }) },
  'an address without email_verified': { comes: () => ({ email: mine() }) },
  'the string "true" instead of true': { comes: () => ({ email: mine(), email_verified: 'true' }) },
  'a number instead of true': { comes: () => ({ email: mine(), email_verified: 1 }) },
  'a domain the provider is not authoritative for': {
    comes: () => ({ email: `a${number}@other.example`, email_verified: true }),
    there: () => ({ import_email: `a${number}@other.example` }),
  },
  'a subdomain of the authoritative domain': {
    comes: () => ({ email: `a${number}@cs.uni.example`, email_verified: true }),
    there: () => ({ import_email: `a${number}@cs.uni.example` }),
  },
  'a provider whose addresses are not trusted': { through: 'loose' },
  'a person who is claimed already': { prepare: (target) => claim(target, `first-${number}`) },
  'a curator': { there: () => ({ import_email: mine(), access: 'curator' }) },
  'an administrator': { there: () => ({ import_email: mine(), access: 'administrator' }) },
  'a disabled person': { there: () => ({ import_email: mine(), disabled_at: new Date() }) },
  'two people imported with one address': { prepare: () => imported({ import_email: mine() }) },
  'the contact address that people edit themselves': { there: () => ({ email: mine() }) },
  'an address and its email_verified from different documents': {
    comes: () => {
      provider.bend = { userinfo: (claims) => ({ ...claims, email: mine(), email_verified: undefined }) }
      return { email_verified: true }
    },
  },
  'an address in a list': { comes: () => ({ email: [mine(), mine()], email_verified: true }) },
  'an address that folds into the imported one': { comes: () => ({ email: mine().replace('uni', 'ｕni'), email_verified: true }) },
}
forEachCase(
  Object.entries(takeovers),
  ([what]) => `account takeover by email: ${what} is not linked, the newcomer is a new person`,
  async ([, { comes = verified, there, through, prepare }]) => {
    const target = await imported(there?.() ?? { import_email: mine() })
    await prepare?.(target)
    const before = await identitiesOf(target)
    const [latest] = await service.sql`select max(id) as id from person`
    const id = await personOf(comes(), through)
    assert.ok(id > latest!.id, `${id} was there before`)
    assert.deepEqual(await identitiesOf(target), before)
    assert.deepEqual(await identitiesOf(id), [`subject-${number}`])
    const [person] = await service.sql`select access, import_email from person where id = ${id}`
    assert.deepEqual({ ...person }, { access: 'member', import_email: null })
  },
)

test('identifier recycling: a reassigned address does not give access to the old account', async () => {
  provider.bend = {}
  const first = await personOf({ sub: `old-${number}`, ...verified(), preferred_username: 'octo' })
  const next = await personOf({ sub: `new-${number}`, ...verified(), preferred_username: 'octo' })
  assert.notEqual(next, first)
})

const bypasses: Record<string, Claims> = {
  'a longer domain': { email: 'a@uni.example.evil', email_verified: true },
  'a domain that ends the same': { email: 'a@evil-uni.example', email_verified: true },
  'a subdomain': { email: 'a@sub.uni.example', email_verified: true },
  'a quoted address before another': { email: '"a@uni.example"@evil.example', email_verified: true },
  'two @': { email: 'a@uni.example@evil.example', email_verified: true },
  'homoglyphs of another alphabet': { email: 'a@unі.example', email_verified: true },
  'full-width letters': { email: 'a@ｕｎｉ.example', email_verified: true },
  'a zero byte': { email: 'a@uni.example\u0000.evil.example', email_verified: true },
  'a line break': { email: 'a@evil.example\r\na@uni.example', email_verified: true },
  'a name before the address': { email: '<a@uni.example> b@evil.example', email_verified: true },
  'no verification': { email: 'a@uni.example', email_verified: false },
  'no address': {},
  'the domain as a login': { preferred_username: 'a@uni.example', hd: 'uni.example', tid: 'uni.example' },
}
forEachCase(
  Object.entries(bypasses),
  ([what]) => `allow-list bypass: ${what} is refused, and only the audit is written`,
  async ([, person]) => {
    const traces = await tracesIn(service)
    provider.person = { sub: `stranger-${number}`, ...person }
    const page = await signInWith(service, 'strict')
    assert.equal(page.status, 403)
    assert.equal(page.headers.location, undefined)
    assert.match(page.text, /<h1>Your account doesn’t have access<\/h1>/)
    assert.deepEqual(await tracesIn(service), traces)
    const [row] = await service.sql`select action, code, actor_id, detail from audit_event order by seq desc limit 1`
    assert.deepEqual({ ...row }, { action: 'authn_login_fail', code: 'not_allowed', actor_id: null, detail: { provider: 'strict' } })
  },
)

test('the allow-list matches domains in capitals and with a trailing dot, and single addresses', async () => {
  for (const email of ['a@UNI.Example', 'a@uni.example.', 'Guest@Elsewhere.example'])
    assert.ok(await personOf({ sub: `listed-${email}`, email, email_verified: true }, 'strict'))
})

test('a refused person sees their address, escaped, and our own client gets the error', async () => {
  provider.person = { sub: 'x', email: "a'&b@evil.example", email_verified: true }
  const { text } = await signInWith(service, 'strict')
  assert.match(text, /<bdi>a&#39;&amp;b@evil\.example<\/bdi>/)
  const client = ownClient()
  const end = await signInWith(service, 'strict', client.start(service, 'strict'))
  assert.deepEqual(callbackParameters(client, service, end), { error: 'access_denied', error_code: 'not_allowed' })
})

test('when person ids are exhausted newcomers get a 503 page and no person, and existing people still sign in', async (t) => {
  const existing = await personOf({ sub: 'known' })
  const sequence = service.sql`pg_get_serial_sequence('person', 'id')`
  const [{ last }] = (await service.sql`select max(id) as last from person`) as unknown as [{ last: number }]
  await service.sql`select setval(${sequence}, 2147483646)`
  t.after(() => service.sql`select setval(${sequence}, ${last})`)
  const largest = await personOf({ sub: 'the-last', preferred_username: 'the-last' })
  assert.equal(largest, 2_147_483_647)
  const traces = await tracesIn(service)
  provider.person = { sub: 'one-too-many', preferred_username: 'one-too-many' }
  const page = await signInWith(service, 'uni')
  assert.equal(page.status, 503)
  assert.ok(Number(page.headers['retry-after']) > 0)
  assert.match(page.text, /<h1>No more accounts can be created<\/h1>/)
  assert.deepEqual(await tracesIn(service), traces)
  assert.equal(await personOf({ sub: 'known' }), existing)
})
