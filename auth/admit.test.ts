import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { ProviderClaims } from '#rules/claims.ts'
import { lockAdministrators } from '#store/sign-in.ts'
import type { AnySql, Sql } from '#store/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { connectPatiently, untilWaiting } from '#tests/support/lock-waits.ts'
import { admit } from './admit.ts'
import { type ProviderSettings, providerSettings } from './provider-settings.ts'

let database: TestDatabase
let patient: Sql
before(async () => {
  database = await testDatabase()
  patient = connectPatiently(database)
})
after(async () => {
  await patient?.end()
  await database?.close()
})
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
const claims = (subject: string, more: Partial<ProviderClaims> = {}): ProviderClaims => ({
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
type Choices = Partial<Record<NotificationKind, When>>
type Options = { settings?: ProviderSettings; bootstrap?: string[]; language?: 'en' | 'ru' | null; notifications?: Choices }
const signIn = (who: ProviderClaims, { settings = uni(), bootstrap = [], language = null, notifications = {} }: Options = {}) =>
  admit(patient, { settings, claims: who, bootstrap, language, notifications, now, about })
async function admitted(who: ProviderClaims, options?: Options): Promise<number> {
  const outcome = await signIn(who, options)
  assert.ok('personId' in outcome, JSON.stringify(outcome))
  return outcome.personId
}

/** All run concurrently: none goes on before all of them wait for what `lock` has locked. */
async function atOnce<T>(lock: (sql: AnySql) => PromiseLike<unknown>, work: (() => Promise<T>)[]): Promise<T[]> {
  let all: Promise<T>[] = []
  await database.sql.begin(async (sql) => {
    await lock(sql)
    all = work.map((one) => one())
    await untilWaiting(sql, all.length)
  })
  return Promise.all(all)
}

const accessOf = async (id: number): Promise<string> => (await database.sql`select access from person where id = ${id}`)[0]!.access
const audited = async (action: string) =>
  (await database.sql`select actor_id as actor, target, code, detail from audit_event where action = ${action} order by seq`).map(
    (row) => ({
      ...row,
    }),
  )
const verified = (subject: string, email: string, more: Partial<ProviderClaims> = {}) =>
  claims(subject, { email, isEmailVerified: true, ...more })
async function imported(login: string, email: string | null, access = 'member'): Promise<number> {
  const [row] = await database.sql`insert into person (login, import_email, access) values (${login}, ${email}, ${access}) returning id`
  return row!.id
}

test('a first sign-in creates a person from the claims and an audit record; the next one finds the same person', async () => {
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

  assert.equal(await admitted(claims('a1', { email: 'new@uni.example', login: 'other' })), id)
  const identities = await database.sql`select issuer, subject, email, is_email_verified as "isVerified" from auth.identity`
  assert.deepEqual(
    identities.map((row) => ({ ...row })),
    [{ issuer: 'https://id.uni.example', subject: 'a1', email: 'new@uni.example', isVerified: false }],
  )
  assert.equal((await database.sql`select email from person`)[0]!.email, 'anna@uni.example', 'what people keep here is theirs')
})

test('the same subject at another issuer is another person', async () => {
  const first = await admitted(claims('a1'))
  assert.notEqual(await admitted(claims('a1'), { settings: uni({ identityIssuer: 'https://id.else.example' }) }), first)
})

test('a sign-in that is not on the allow-list writes nothing but an audit record', async () => {
  const before = (await audited('authn_login_fail')).length
  assert.deepEqual(await signIn(claims('a1'), { settings: uni({ allow: {} }) }), { refusal: 'not_allowed' })
  assert.equal((await database.sql`select 1 from person`).length, 0)
  assert.equal((await database.sql`select 1 from auth.identity`).length, 0)
  const lines = await audited('authn_login_fail')
  assert.equal(lines.length, before + 1)
  assert.deepEqual(lines.at(-1), { actor: null, target: null, code: 'not_allowed', detail: { provider: 'uni' } })
})

test('an existing person signs in even if no longer on the allow-list, but not when disabled', async () => {
  const id = await admitted(claims('a1'))
  assert.equal(await admitted(claims('a1'), { settings: uni({ allow: {} }) }), id)
  await database.sql`update person set disabled_at = now() where id = ${id}`
  assert.deepEqual(await signIn(claims('a1')), { refusal: 'account_disabled' })
  assert.deepEqual((await audited('authn_login_fail')).at(-1), {
    actor: id,
    target: null,
    code: 'account_disabled',
    detail: { provider: 'uni' },
  })
})

test('an imported person is linked, and only empty fields are filled from the claims', async () => {
  const id = await imported('anna', 'anna@uni.example')
  await database.sql`update person set name = 'Анна', phone = '1' where id = ${id}`
  const before = (await audited('user_created')).length
  assert.equal(await admitted(verified('a1', 'Anna@uni.example', { name: 'Anna', surname: 'Kovaleva' })), id)
  const [person] = await database.sql`select login, name, surname, email, access from person`
  assert.deepEqual({ ...person }, { login: 'anna', name: 'Анна', surname: 'Kovaleva', email: 'Anna@uni.example', access: 'member' })
  assert.equal((await audited('user_created')).length, before)
  assert.equal((await audited('identity_linked')).at(-1)!.actor, id)
})

test('a possible duplicate is recorded in the audit log, and only then', async () => {
  const curator = await imported('olga', 'olga@uni.example', 'curator')
  const before = (await audited('user_possible_duplicate')).length
  const id = await admitted(verified('a1', 'olga@uni.example'))
  assert.notEqual(id, curator)
  const lines = await audited('user_possible_duplicate')
  assert.equal(lines.length, before + 1)
  assert.deepEqual(lines.at(-1), { actor: null, target: `person ${id}`, code: null, detail: { of: curator } })
  await admitted(verified('a2', 'nobody@uni.example'))
  await admitted(claims('a3'))
  assert.equal((await audited('user_possible_duplicate')).length, before + 1)
})

test('a taken login gets the next free suffix', async () => {
  await imported('anna', null)
  await admitted(claims('a1', { login: 'anna' }))
  await admitted(claims('a2', { login: 'anna' }))
  const logins = (await database.sql`select login from person order by id`).map(({ login }) => login)
  assert.deepEqual(logins, ['anna', 'anna-2', 'anna-3'])
})

test('concurrent first sign-ins create one person', async () => {
  for (let round = 0; round < 8; round += 1) {
    // None has found the person before the first one inserts it.
    const lock = (sql: AnySql) => sql`lock table person in share mode`
    const signIns = Array.from({ length: 6 }, () => () => admitted(claims(`s${round}`, { login: 'anna' })))
    assert.equal(new Set(await atOnce(lock, signIns)).size, 1)
  }
  assert.equal((await database.sql`select 1 from person`).length, 8)
  assert.equal((await database.sql`select 1 from auth.identity`).length, 8)
})

test('concurrent first sign-ins of an imported person link one person', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await imported(`p${round}`, `p${round}@uni.example`)
    const lock = (sql: AnySql) => sql`select 1 from person where id = ${id} for update`
    const signIns = Array.from({ length: 6 }, () => () => admitted(verified(`s${round}`, `p${round}@uni.example`)))
    assert.deepEqual(new Set(await atOnce(lock, signIns)), new Set([id]))
  }
})

test('of two accounts with the same email that sign in concurrently only one is linked to the imported person', async () => {
  const id = await imported('anna', 'anna@uni.example')
  let other: Promise<number> | undefined
  // The second starts while the first has claimed the person but not committed.
  await database.sql.begin(async (sql) => {
    await sql`select 1 from person where id = ${id} for update`
    other = admitted(verified('second', 'anna@uni.example'))
    await untilWaiting(sql)
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

test('the bootstrap administrator is appointed only while there is no administrator', async () => {
  const bootstrap = ['uni:root', 'uni:second', 'other:a1']
  const root = await admitted(claims('root'), { bootstrap })
  assert.equal(await accessOf(root), 'administrator')
  assert.deepEqual((await audited('role_granted')).at(-1), {
    actor: null,
    target: `person ${root}`,
    code: null,
    detail: { before: 'member', after: 'administrator', by: 'bootstrap' },
  })
  assert.equal(await accessOf(await admitted(claims('second'), { bootstrap })), 'member')
  await database.sql`update person set access = 'member' where id = ${root}`
  assert.equal(await accessOf(await admitted(claims('a1'), { bootstrap })), 'member', 'named for another provider')
  assert.equal(await accessOf(await admitted(claims('second'), { bootstrap })), 'administrator', 'existing people too')
})

test('a disabled administrator does not count', async () => {
  await database.sql`insert into person (login, access, disabled_at) values ('gone', 'administrator', now())`
  assert.equal(await accessOf(await admitted(claims('root'), { bootstrap: ['uni:root'] })), 'administrator')
})

const byGroups = { settings: uni({ access: { curator: ['staff'], administrator: ['admins'] } }) }

test('group claims grant and revoke access at each sign-in', async () => {
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
    id = await admitted(claims('a1', { groups }), byGroups)
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

test('without an access map groups change nothing', async () => {
  const id = await imported('olga', 'olga@uni.example')
  await admitted(verified('a1', 'olga@uni.example'))
  await database.sql`update person set access = 'curator' where id = ${id}`
  await admitted(claims('a1', { groups: ['admins'] }))
  assert.equal(await accessOf(id), 'curator')
})

test('groups never demote the last administrator', async () => {
  const id = await admitted(claims('root', { groups: ['admins'] }), byGroups)
  await admitted(claims('root', { groups: ['staff'] }), byGroups)
  assert.equal(await accessOf(id), 'administrator')
  const other = await admitted(claims('other', { groups: ['admins'] }), byGroups)
  await admitted(claims('root', { groups: [] }), byGroups)
  assert.deepEqual([await accessOf(id), await accessOf(other)], ['member', 'administrator'])
})

test('an access map without administrators demotes none', async () => {
  const [one, other] = [await admitted(claims('one')), await admitted(claims('other'))]
  await database.sql`update person set access = 'administrator'`
  for (const groups of [[], ['staff']]) {
    await admitted(claims('one', { groups }), { settings: uni({ access: { curator: ['staff'] } }) })
    assert.deepEqual([await accessOf(one), await accessOf(other)], ['administrator', 'administrator'])
  }
})

test('of two administrators who lose their groups concurrently one stays', async () => {
  for (let round = 0; round < 10; round += 1) {
    const both = [`x${round}`, `y${round}`]
    for (const one of both) await admitted(claims(one, { groups: ['admins'] }), byGroups)
    await database.sql`update person set access = 'member' where login <> all(${both})`
    const signIns = both.map((one) => () => admitted(claims(one), byGroups))
    await atOnce(lockAdministrators, signIns)
    const left = await database.sql`select login from person where access = 'administrator'`
    assert.equal(left.length, 1, `round ${round}`)
  }
})

test('the browser language is stored once and never replaces a chosen one', async () => {
  const languageOf = async (id: number) => (await database.sql`select language from person where id = ${id}`)[0]!.language
  const silent = await admitted(claims('silent'))
  assert.equal(await languageOf(silent), null)
  await admitted(claims('silent'), { language: 'ru' })
  assert.equal(await languageOf(silent), 'ru')
  await admitted(claims('silent'), { language: 'en' })
  assert.equal(await languageOf(silent), 'ru')
  assert.equal(await languageOf(await admitted(claims('fresh'), { language: 'en' })), 'en')
  const known = await imported('irina', 'irina@uni.example')
  assert.equal(await languageOf(await admitted(verified('b1', 'irina@uni.example'), { language: 'ru' })), 'ru')
  assert.equal(await languageOf(known), 'ru')
})
