import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { ProviderClaims } from '#rules/claims.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { admit } from './admit.ts'
import { type ProviderSettings, providerSettings } from './provider-settings.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())
beforeEach(async () => {
  await database.sql`delete from auth.identity`
  await database.sql`delete from person`
})

const now = new Date('2026-03-01T12:00:00Z')
const about = { network: '192.0.2.x', agent: 'Firefox, Linux', requestId: 'r1', clientId: 'field-mobile' }
const uni = (more: Partial<ProviderSettings> = {}): ProviderSettings =>
  providerSettings({
    name: 'uni',
    kind: 'oidc',
    issuer: 'https://id.uni.example',
    client: { id: 'a', secret: 'b' },
    allow: { everyone: true },
    authoritativeFor: ['uni.example'],
    ...more,
  })
const said = (subject: string, more: Partial<ProviderClaims> = {}): ProviderClaims => ({
  subject,
  email: null,
  isEmailVerified: false,
  login: subject,
  name: '',
  surname: '',
  patronymic: '',
  githubLogin: null,
  picture: null,
  tenant: null,
  hostedDomain: null,
  organisations: [],
  groups: [],
  ...more,
})
type Arriving = { settings?: ProviderSettings; bootstrap?: string[]; language?: 'en' | 'ru' | null }
const arrive = (who: ProviderClaims, { settings = uni(), bootstrap = [], language = null }: Arriving = {}) =>
  admit(database.sql, { settings, said: who, bootstrap, language, now, about })
async function admitted(who: ProviderClaims, arriving?: Arriving): Promise<number> {
  const outcome = await arrive(who, arriving)
  assert.ok('personId' in outcome, JSON.stringify(outcome))
  return outcome.personId
}

const accessOf = async (id: number): Promise<string> => (await database.sql`select access from person where id = ${id}`)[0]!.access
const audited = async (action: string) =>
  (await database.sql`select actor_id as actor, target, code, detail from audit_event where action = ${action} order by seq`).map(
    (row) => ({
      ...row,
    }),
  )
const verified = (subject: string, email: string, more: Partial<ProviderClaims> = {}) =>
  said(subject, { email, isEmailVerified: true, ...more })
async function imported(login: string, email: string | null, access = 'member'): Promise<number> {
  const [row] = await database.sql`insert into person (login, import_email, access) values (${login}, ${email}, ${access}) returning id`
  return row!.id
}

test('a newcomer becomes a person with what the provider said, is noted, and is the same person next time', async () => {
  const picture = 'https://avatars.githubusercontent.com/u/1'
  const anna = verified('a1', 'anna@uni.example', { login: 'Anna', name: 'Анна', surname: 'Ковалёва', githubLogin: 'octo', picture })
  const id = await admitted(anna)
  const [person] = await database.sql`select login, name, surname, email, github_login, avatar, access, import_email from person`
  assert.deepEqual(
    { ...person },
    {
      login: 'anna',
      name: 'Анна',
      surname: 'Ковалёва',
      email: 'anna@uni.example',
      github_login: 'octo',
      avatar: picture,
      access: 'member',
      import_email: null,
    },
  )
  assert.deepEqual((await audited('user_created')).at(-1), { actor: id, target: `person ${id}`, code: null, detail: {} })
  assert.deepEqual((await audited('identity_linked')).at(-1), {
    actor: id,
    target: `person ${id}`,
    code: null,
    detail: { provider: 'uni' },
  })

  assert.equal(await admitted(said('a1', { email: 'new@uni.example', login: 'other' })), id)
  const identities = await database.sql`select issuer, subject, email, is_email_verified as "isVerified" from auth.identity`
  assert.deepEqual(
    identities.map((row) => ({ ...row })),
    [{ issuer: 'https://id.uni.example', subject: 'a1', email: 'new@uni.example', isVerified: false }],
  )
  assert.equal((await database.sql`select email from person`)[0]!.email, 'anna@uni.example', 'what people keep here is theirs')
})

test('the same subject at another issuer is somebody else', async () => {
  const first = await admitted(said('a1'))
  assert.notEqual(await admitted(said('a1'), { settings: uni({ identityIssuer: 'https://id.else.example' }) }), first)
})

test('whoever is not on the list leaves nothing behind but a line in the audit', async () => {
  const before = (await audited('authn_login_fail')).length
  assert.deepEqual(await arrive(said('a1'), { settings: uni({ allow: {} }) }), { refusal: 'not_allowed' })
  assert.equal((await database.sql`select 1 from person`).length, 0)
  assert.equal((await database.sql`select 1 from auth.identity`).length, 0)
  const lines = await audited('authn_login_fail')
  assert.equal(lines.length, before + 1)
  assert.deepEqual(lines.at(-1), { actor: null, target: null, code: 'not_allowed', detail: { provider: 'uni' } })
})

test('a known person comes in though the list has become shorter, but not when switched off', async () => {
  const id = await admitted(said('a1'))
  assert.equal(await admitted(said('a1'), { settings: uni({ allow: {} }) }), id)
  await database.sql`update person set disabled_at = now() where id = ${id}`
  assert.deepEqual(await arrive(said('a1')), { refusal: 'account_disabled' })
  assert.deepEqual((await audited('authn_login_fail')).at(-1), {
    actor: id,
    target: null,
    code: 'account_disabled',
    detail: { provider: 'uni' },
  })
})

test('an imported person is filled in where the directory knew nothing, and linked without being made anew', async () => {
  const id = await imported('anna', 'anna@uni.example')
  await database.sql`update person set name = 'Анна', phone = '1' where id = ${id}`
  const before = (await audited('user_created')).length
  assert.equal(await admitted(verified('a1', 'Anna@uni.example', { name: 'Anna', surname: 'Kovaleva' })), id)
  const [person] = await database.sql`select login, name, surname, email, access from person`
  assert.deepEqual({ ...person }, { login: 'anna', name: 'Анна', surname: 'Kovaleva', email: 'Anna@uni.example', access: 'member' })
  assert.equal((await audited('user_created')).length, before)
  assert.equal((await audited('identity_linked')).at(-1)!.actor, id)
})

test('a possible duplicate is told to whoever reads the audit, and only then', async () => {
  const curator = await imported('olga', 'olga@uni.example', 'curator')
  const before = (await audited('user_possible_duplicate')).length
  const id = await admitted(verified('a1', 'olga@uni.example'))
  assert.notEqual(id, curator)
  const lines = await audited('user_possible_duplicate')
  assert.equal(lines.length, before + 1)
  assert.deepEqual(lines.at(-1), { actor: null, target: `person ${id}`, code: null, detail: { of: curator } })
  await admitted(verified('a2', 'nobody@uni.example'))
  await admitted(said('a3'))
  assert.equal((await audited('user_possible_duplicate')).length, before + 1)
})

test('a taken login is followed by the next free one', async () => {
  await imported('anna', null)
  await admitted(said('a1', { login: 'anna' }))
  await admitted(said('a2', { login: 'anna' }))
  const logins = (await database.sql`select login from person order by id`).map(({ login }) => login)
  assert.deepEqual(logins, ['anna', 'anna-2', 'anna-3'])
})

test('two first sign-ins at once make one person', async () => {
  for (let round = 0; round < 8; round += 1) {
    const ids = await Promise.all(Array.from({ length: 6 }, () => admitted(said(`s${round}`, { login: 'anna' }))))
    assert.equal(new Set(ids).size, 1)
  }
  assert.equal((await database.sql`select 1 from person`).length, 8)
  assert.equal((await database.sql`select 1 from auth.identity`).length, 8)
})

test('two first sign-ins at once make one of the imported person', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await imported(`p${round}`, `p${round}@uni.example`)
    const ids = await Promise.all(Array.from({ length: 6 }, () => admitted(verified(`s${round}`, `p${round}@uni.example`))))
    assert.deepEqual(new Set(ids), new Set([id]))
  }
})

test('of two accounts with one address that come at once only one becomes the imported person', async () => {
  const id = await imported('anna', 'anna@uni.example')
  let other: Promise<number> | undefined
  // The first is between claiming the person and committing when the second comes.
  await database.sql.begin(async (sql) => {
    await sql`select 1 from person where id = ${id} for update`
    other = admitted(verified('second', 'anna@uni.example'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    await sql`update person set name = 'Анна' where id = ${id}`
    await sql`
      insert into auth.identity (person_id, provider, issuer, subject, created_at, last_sign_in_at)
      values (${id}, 'uni', 'https://id.uni.example', 'first', now(), now())`
  })
  assert.notEqual(await other, id)
  const owners = await database.sql`select subject from auth.identity where person_id = ${id}`
  assert.deepEqual(
    owners.map(({ subject }) => subject),
    ['first'],
  )
})

test('the administrator named in the configuration is made one only while there is none', async () => {
  const bootstrap = ['uni:root', 'uni:second', 'other:a1']
  const root = await admitted(said('root'), { bootstrap })
  assert.equal(await accessOf(root), 'administrator')
  assert.deepEqual((await audited('role_granted')).at(-1), {
    actor: null,
    target: `person ${root}`,
    code: null,
    detail: { before: 'member', after: 'administrator', by: 'bootstrap' },
  })
  assert.equal(await accessOf(await admitted(said('second'), { bootstrap })), 'member')
  await database.sql`update person set access = 'member' where id = ${root}`
  assert.equal(await accessOf(await admitted(said('a1'), { bootstrap })), 'member', 'named for another provider')
  assert.equal(await accessOf(await admitted(said('second'), { bootstrap })), 'administrator', 'known people too')
})

test('an administrator who was switched off does not count as one', async () => {
  await database.sql`insert into person (login, access, disabled_at) values ('gone', 'administrator', now())`
  assert.equal(await accessOf(await admitted(said('root'), { bootstrap: ['uni:root'] })), 'administrator')
})

const byGroups = { settings: uni({ access: { curator: ['staff'], administrator: ['admins'] } }) }

test('groups at the provider give and take access at each sign-in', async () => {
  await imported('somebody', null, 'administrator')
  const steps: [groups: string[], access: string, action: string | null][] = [
    [[], 'member', null],
    [['staff'], 'curator', 'role_granted'],
    [['staff', 'admins'], 'administrator', 'role_granted'],
    [['staff'], 'curator', 'role_revoked'],
    [['staff'], 'curator', null],
    [['Staff', 'nobody'], 'member', 'role_revoked'],
  ]
  let id: number | undefined
  for (const [groups, access, action] of steps) {
    const lines = (await database.sql`select 1 from audit_event where action in ('role_granted', 'role_revoked')`).length
    id = await admitted(said('a1', { groups }), byGroups)
    assert.equal(await accessOf(id), access, groups.join())
    const added =
      await database.sql`select action, detail from audit_event where action in ('role_granted', 'role_revoked') order by seq offset ${lines}`
    assert.deepEqual(
      added.map((row) => row.action),
      action ? [action] : [],
      groups.join(),
    )
    if (action) assert.equal(added[0]!.detail.by, 'groups')
  }
})

test('without a map groups change nothing', async () => {
  const id = await imported('olga', 'olga@uni.example')
  await admitted(verified('a1', 'olga@uni.example'))
  await database.sql`update person set access = 'curator' where id = ${id}`
  await admitted(said('a1', { groups: ['admins'] }))
  assert.equal(await accessOf(id), 'curator')
})

test('the last administrator keeps their access whatever their groups say', async () => {
  const id = await admitted(said('root', { groups: ['admins'] }), byGroups)
  await admitted(said('root', { groups: ['staff'] }), byGroups)
  assert.equal(await accessOf(id), 'administrator')
  const other = await admitted(said('other', { groups: ['admins'] }), byGroups)
  await admitted(said('root', { groups: [] }), byGroups)
  assert.deepEqual([await accessOf(id), await accessOf(other)], ['member', 'administrator'])
})

test('a map that appoints no administrators demotes none', async () => {
  const [one, other] = [await admitted(said('one')), await admitted(said('other'))]
  await database.sql`update person set access = 'administrator'`
  for (const groups of [[], ['staff']]) {
    await admitted(said('one', { groups }), { settings: uni({ access: { curator: ['staff'] } }) })
    assert.deepEqual([await accessOf(one), await accessOf(other)], ['administrator', 'administrator'])
  }
})

test('of two administrators who lose their groups at once one stays', async () => {
  for (let round = 0; round < 10; round += 1) {
    const both = [`x${round}`, `y${round}`]
    for (const one of both) await admitted(said(one, { groups: ['admins'] }), byGroups)
    await database.sql`update person set access = 'member' where login <> all(${both})`
    await Promise.all(both.map((one) => admitted(said(one), byGroups)))
    const left = await database.sql`select login from person where access = 'administrator'`
    assert.equal(left.length, 1, `round ${round}`)
  }
})

test('the language of the browser is learnt once, and a chosen one stays', async () => {
  const languageOf = async (id: number) => (await database.sql`select language from person where id = ${id}`)[0]!.language
  const silent = await admitted(said('silent'))
  assert.equal(await languageOf(silent), null)
  await admitted(said('silent'), { language: 'ru' })
  assert.equal(await languageOf(silent), 'ru')
  await admitted(said('silent'), { language: 'en' })
  assert.equal(await languageOf(silent), 'ru')
  assert.equal(await languageOf(await admitted(said('fresh'), { language: 'en' })), 'en')
  const known = await imported('irina', 'irina@uni.example')
  assert.equal(await languageOf(await admitted(verified('b1', 'irina@uni.example'), { language: 'ru' })), 'ru')
  assert.equal(await languageOf(known), 'ru')
})
