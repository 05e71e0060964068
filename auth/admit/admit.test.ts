import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { admitted, byGroups, claims, imported, signIn, uni, verified } from '#tests/support/world/admissions.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())
beforeEach(async () => {
  await database.sql`delete from auth.identity`
  await database.sql`delete from person`
})

const accessOf = async (id: number): Promise<string> => (await database.sql`select access from person where id = ${id}`)[0]!.access
const audited = async (action: string) =>
  (await database.sql`select actor_id as actor, target, code, detail from audit_event where action = ${action} order by seq`).map(
    (row) => ({
      ...row,
    }),
  )

test('a first sign-in creates a person from the claims and an audit record; the next one finds the same person', async () => {
  const picture = 'https://avatars.githubusercontent.com/u/1'
  const anna = verified('a1', 'anna@uni.example', { login: 'Anna', name: 'Анна', surname: 'Ковалёва', githubLogin: 'octo', picture })
  const id = await admitted(database.sql, anna)
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

  assert.equal(await admitted(database.sql, claims('a1', { email: 'new@uni.example', login: 'other' })), id)
  const identities = await database.sql`select issuer, subject, email, is_email_verified as "isVerified" from auth.identity`
  assert.deepEqual(
    identities.map((row) => ({ ...row })),
    [{ issuer: 'https://id.uni.example', subject: 'a1', email: 'new@uni.example', isVerified: false }],
  )
  assert.equal((await database.sql`select email from person`)[0]!.email, 'anna@uni.example', 'what people keep here is theirs')
})

test('the same subject at another issuer is another person', async () => {
  const first = await admitted(database.sql, claims('a1'))
  assert.notEqual(await admitted(database.sql, claims('a1'), { settings: uni({ identityIssuer: 'https://id.else.example' }) }), first)
})

test('a sign-in that is not on the allow-list writes nothing but an audit record', async () => {
  const before = (await audited('authn_login_fail')).length
  assert.deepEqual(await signIn(database.sql, claims('a1'), { settings: uni({ allow: {} }) }), { refusal: 'not_allowed' })
  assert.equal((await database.sql`select 1 from person`).length, 0)
  assert.equal((await database.sql`select 1 from auth.identity`).length, 0)
  const lines = await audited('authn_login_fail')
  assert.equal(lines.length, before + 1)
  assert.deepEqual(lines.at(-1), { actor: null, target: null, code: 'not_allowed', detail: { provider: 'uni' } })
})

test('an existing person signs in even if no longer on the allow-list, but not when disabled', async () => {
  const id = await admitted(database.sql, claims('a1'))
  assert.equal(await admitted(database.sql, claims('a1'), { settings: uni({ allow: {} }) }), id)
  await database.sql`update person set disabled_at = now() where id = ${id}`
  assert.deepEqual(await signIn(database.sql, claims('a1')), { refusal: 'account_disabled' })
  assert.deepEqual((await audited('authn_login_fail')).at(-1), {
    actor: id,
    target: null,
    code: 'account_disabled',
    detail: { provider: 'uni' },
  })
})

test('an imported person is linked, and only empty fields are filled from the claims', async () => {
  const id = await imported(database.sql, 'anna', 'anna@uni.example')
  await database.sql`update person set name = 'Анна', phone = '1' where id = ${id}`
  const before = (await audited('user_created')).length
  assert.equal(await admitted(database.sql, verified('a1', 'Anna@uni.example', { name: 'Anna', surname: 'Kovaleva' })), id)
  const [person] = await database.sql`select login, name, surname, email, access from person`
  assert.deepEqual({ ...person }, { login: 'anna', name: 'Анна', surname: 'Kovaleva', email: 'Anna@uni.example', access: 'member' })
  assert.equal((await audited('user_created')).length, before)
  assert.equal((await audited('identity_linked')).at(-1)!.actor, id)
})

test('a possible duplicate is recorded in the audit log, and only then', async () => {
  const curator = await imported(database.sql, 'olga', 'olga@uni.example', 'curator')
  const before = (await audited('user_possible_duplicate')).length
  const id = await admitted(database.sql, verified('a1', 'olga@uni.example'))
  assert.notEqual(id, curator)
  const lines = await audited('user_possible_duplicate')
  assert.equal(lines.length, before + 1)
  assert.deepEqual(lines.at(-1), { actor: null, target: `person ${id}`, code: null, detail: { of: curator } })
  await admitted(database.sql, verified('a2', 'nobody@uni.example'))
  await admitted(database.sql, claims('a3'))
  assert.equal((await audited('user_possible_duplicate')).length, before + 1)
})

test('a taken login gets the next free suffix', async () => {
  await imported(database.sql, 'anna', null)
  await admitted(database.sql, claims('a1', { login: 'anna' }))
  await admitted(database.sql, claims('a2', { login: 'anna' }))
  const logins = (await database.sql`select login from person order by id`).map(({ login }) => login)
  assert.deepEqual(logins, ['anna', 'anna-2', 'anna-3'])
})

test('the bootstrap administrator is appointed only while there is no administrator', async () => {
  const bootstrap = ['uni:root', 'uni:second', 'other:a1']
  const root = await admitted(database.sql, claims('root'), { bootstrap })
  assert.equal(await accessOf(root), 'administrator')
  assert.deepEqual((await audited('role_granted')).at(-1), {
    actor: null,
    target: `person ${root}`,
    code: null,
    detail: { before: 'member', after: 'administrator', by: 'bootstrap' },
  })
  assert.equal(await accessOf(await admitted(database.sql, claims('second'), { bootstrap })), 'member')
  await database.sql`update person set access = 'member' where id = ${root}`
  assert.equal(await accessOf(await admitted(database.sql, claims('a1'), { bootstrap })), 'member', 'named for another provider')
  assert.equal(await accessOf(await admitted(database.sql, claims('second'), { bootstrap })), 'administrator', 'existing people too')
})

test('a disabled administrator does not count', async () => {
  await database.sql`insert into person (login, access, disabled_at) values ('gone', 'administrator', now())`
  assert.equal(await accessOf(await admitted(database.sql, claims('root'), { bootstrap: ['uni:root'] })), 'administrator')
})

test('group claims grant and revoke access at each sign-in', async () => {
  await imported(database.sql, 'somebody', null, 'administrator')
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
    id = await admitted(database.sql, claims('a1', { groups }), byGroups)
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
  const id = await imported(database.sql, 'olga', 'olga@uni.example')
  await admitted(database.sql, verified('a1', 'olga@uni.example'))
  await database.sql`update person set access = 'curator' where id = ${id}`
  await admitted(database.sql, claims('a1', { groups: ['admins'] }))
  assert.equal(await accessOf(id), 'curator')
})

test('groups never demote the last administrator', async () => {
  const id = await admitted(database.sql, claims('root', { groups: ['admins'] }), byGroups)
  await admitted(database.sql, claims('root', { groups: ['staff'] }), byGroups)
  assert.equal(await accessOf(id), 'administrator')
  const other = await admitted(database.sql, claims('other', { groups: ['admins'] }), byGroups)
  await admitted(database.sql, claims('root', { groups: [] }), byGroups)
  assert.deepEqual([await accessOf(id), await accessOf(other)], ['member', 'administrator'])
})

test('an access map without administrators demotes none', async () => {
  const [one, other] = [await admitted(database.sql, claims('one')), await admitted(database.sql, claims('other'))]
  await database.sql`update person set access = 'administrator'`
  for (const groups of [[], ['staff']]) {
    await admitted(database.sql, claims('one', { groups }), { settings: uni({ access: { curator: ['staff'] } }) })
    assert.deepEqual([await accessOf(one), await accessOf(other)], ['administrator', 'administrator'])
  }
})

test('the browser language is stored once and never replaces a chosen one', async () => {
  const languageOf = async (id: number) => (await database.sql`select language from person where id = ${id}`)[0]!.language
  const silent = await admitted(database.sql, claims('silent'))
  assert.equal(await languageOf(silent), null)
  await admitted(database.sql, claims('silent'), { language: 'ru' })
  assert.equal(await languageOf(silent), 'ru')
  await admitted(database.sql, claims('silent'), { language: 'en' })
  assert.equal(await languageOf(silent), 'ru')
  assert.equal(await languageOf(await admitted(database.sql, claims('fresh'), { language: 'en' })), 'en')
  const known = await imported(database.sql, 'irina', 'irina@uni.example')
  assert.equal(await languageOf(await admitted(database.sql, verified('b1', 'irina@uni.example'), { language: 'ru' })), 'ru')
  assert.equal(await languageOf(known), 'ru')
})
