import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { getProfile, getUser, updatePersonal } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

const rowOf = async (id: number) => ({ ...(await service.sql`select * from person where id = ${id}`)[0]! })
const put = (token: string, body: unknown, headers: Record<string, string> = {}, query = '') =>
  fetch(`${service.url}/profile/personal${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('a new name is visible everywhere at once', async () => {
  const vera = await callAs(service, 'vera')
  const answer = await vera(updatePersonal, { body: { name: ' Ве\u0301ра ', surname: 'Зоë', patronymic: '' } })
  assert.deepEqual(answer.fullName, { name: 'Ве\u0301ра'.normalize('NFC'), surname: 'Зоë', patronymic: '' })
  assert.equal(answer.name, `Зоë ${'Ве\u0301ра'.normalize('NFC')}`)
  assert.deepEqual(await vera(getUser), answer)
  const { users, members } = await vera(getProfile)
  const { members: listed } = await vera(getProject, { params: { slug: 'museum-pocket-guide' } })
  for (const people of [members, listed]) assert.equal(people.find(({ user }) => user === answer.id)!.name, answer.name)
  assert.equal(users.find(({ id }) => id === answer.id)!.name, answer.name)
})

test('a patronymic may be empty, and is not changed if omitted', async () => {
  const boris = await callAs(service, 'boris')
  assert.equal((await boris(updatePersonal, { body: { name: 'Борис', surname: 'Ефимов' } })).fullName.patronymic, 'Алексеевич')
  assert.equal((await boris(updatePersonal, { body: { name: 'Борис', surname: 'Ефимов', patronymic: ' ' } })).fullName.patronymic, '')
})

test('[field] a surname may be empty, and the full name has no double spaces', async () => {
  const anna = await callAs(service, 'anna')
  const answer = await anna(updatePersonal, { body: { name: 'Анна', surname: ' ', patronymic: 'Дмитриевна' } })
  assert.deepEqual([answer.fullName.surname, answer.name], ['', 'Анна Дмитриевна'])
  const { members, users } = await anna(getProfile)
  assert.equal(members.find(({ user }) => user === answer.id)!.name, 'Анна Дмитриевна')
  assert.equal(users.find(({ id }) => id === answer.id)!.name, 'Анна Дмитриевна')
})

test('a member without any name is shown by the login', async () => {
  const vera = await callAs(service, 'vera')
  const { id, fullName } = await vera(getUser)
  await service.sql`update person set name = '', surname = '', patronymic = '' where id = ${id}`
  await service.app.catalog.refresh()
  assert.equal((await vera(getProfile)).members.find(({ user }) => user === id)!.name, 'vera')
  await service.sql`update person set ${service.sql(fullName)} where id = ${id}`
})

// One-word names, accounts without a name, names imported before the current rules.
const stored: [string, Record<'name' | 'surname' | 'patronymic', string>][] = [
  ['a name without a surname', { name: 'octocat', surname: '', patronymic: '' }],
  ['a surname alone', { name: '', surname: 'Сократ', patronymic: '' }],
  ['no name at all', { name: '', surname: '', patronymic: '' }],
  ['names with characters that are refused today', { name: ' a\u202eb', surname: '\u200b', patronymic: 'c\td ' }],
  ['names longer than allowed today', { name: 'n'.repeat(300), surname: 's'.repeat(101), patronymic: 'p'.repeat(101) }],
  ['names that are not composed', { name: 'Zoe\u0308', surname: 'и\u0306', patronymic: '' }],
]
for (const [what, names] of stored)
  test(`[field] ${what}: accepted unchanged and stored unchanged`, async (t) => {
    const { accessToken, user } = await sessionOf(service, 'gleb')
    const before = await rowOf(user.id)
    t.after(
      () => service.sql`update person set name = ${before.name}, surname = ${before.surname}, patronymic = ${before.patronymic}
      where id = ${user.id}`,
    )
    await service.sql`update person set ${service.sql(names)} where id = ${user.id}`
    const stored = await rowOf(user.id)
    const response = await put(accessToken, names)
    assert.equal(response.status, 200)
    assert.deepEqual(((await response.json()) as { fullName: unknown }).fullName, names)
    assert.deepEqual(await rowOf(user.id), stored)
    const changed = await put(accessToken, { ...names, patronymic: 'Сергеевич' })
    assert.deepEqual(((await changed.json()) as { fullName: unknown }).fullName, { ...names, patronymic: 'Сергеевич' })
    await assertProblem(await put(accessToken, { ...names, name: `${names.name}\u202e` }), 'invalid_name')
  })

test('a name that could deceive or cannot be stored is refused, and nothing changes', async () => {
  const { accessToken, user } = await sessionOf(service, 'gleb')
  const before = await rowOf(user.id)
  for (const bad of ['', '  ', 'a'.repeat(101), 'a\u0000b', 'a\r\nb', '\u202eanna', '\u200b', '\u2066x'])
    for (const key of ['name', 'surname', 'patronymic']) {
      if (key !== 'name' && bad.trim() === '') continue
      const response = await put(accessToken, { name: 'Глеб', surname: 'Орлов', patronymic: '', [key]: bad })
      await assertProblem(response, 'invalid_name')
    }
  await assertProblem(
    await put(accessToken, '{"name":"\\ud800","surname":"x","patronymic":""}', { 'accept-language': 'ru' }),
    'invalid_name',
    'ru',
  )
  assert.deepEqual(await rowOf(user.id), before)
})

test('wrong types, invalid JSON, other content types and long texts have different errors', async () => {
  const { accessToken } = await sessionOf(service, 'gleb')
  for (const body of [
    { name: 'x' },
    { name: ['x'], surname: 'y' },
    { name: 'x', surname: null },
    { name: 1, surname: 'y' },
    [],
    { name: 'x', surname: 'y', patronymic: null },
  ])
    await assertProblem(await put(accessToken, body), 'invalid_input')
  await assertProblem(await put(accessToken, { name: 'x'.repeat(401), surname: 'y' }), 'invalid_value')
  await assertProblem(await put(accessToken, '{'), 'malformed_json')
  await assertProblem(await put(accessToken, 'name=x', { 'content-type': 'text/plain' }), 'unsupported_media_type')
  await assertProblem(await put(accessToken, { name: 'x'.repeat(70_000), surname: 'y' }), 'body_too_large')
})

test('an outdated If-Match is refused', async () => {
  const { accessToken } = await sessionOf(service, 'gleb')
  const etag = async () =>
    (await fetch(`${service.url}/user`, { headers: { authorization: `Bearer ${accessToken}` } })).headers.get('etag')!
  const seen = await etag()
  assert.equal((await put(accessToken, { name: 'Глеб', surname: 'Первый' }, { 'if-match': seen })).status, 200)
  const late = await put(accessToken, { name: 'Глеб', surname: 'Второй' }, { 'if-match': seen })
  assert.equal(late.headers.get('etag'), await etag())
  await assertProblem(late, 'precondition_failed')
  assert.equal((await put(accessToken, { name: 'Глеб', surname: 'Третий' }, { 'if-match': await etag() })).status, 200)
  assert.equal((await put(accessToken, { name: 'Глеб', surname: 'Орлов' }, { 'if-match': '*' })).status, 200)
})

test('the same name again writes nothing', async () => {
  const { accessToken, user } = await sessionOf(service, 'boris')
  const body = { name: 'Борис', surname: 'Ефимов', patronymic: 'Алексеевич' }
  await put(accessToken, body)
  const before = await rowOf(user.id)
  assert.equal((await put(accessToken, body)).status, 200)
  assert.deepEqual(await rowOf(user.id), before)
})

test('only the caller’s names are written, whatever else the body has', async () => {
  const [gleb, anna] = [await sessionOf(service, 'gleb'), await sessionOf(service, 'anna')]
  const columns = (
    await service.sql`select column_name from information_schema.columns where table_name in ('person', 'member', 'session', 'identity')`
  ).map(({ column_name }) => column_name as string)
  const theirs = await rowOf(anna.user.id)
  const keys = fc.constantFrom(...columns, 'userId', 'user', 'isAdministrator', '__proto__x', 'access', 'fullName', 'githubLogin')
  const value = fc.oneof(
    fc.constant(anna.user.id),
    fc.constant('administrator'),
    fc.constant(null),
    fc.constant({ id: anna.user.id }),
    fc.string({ maxLength: 9 }),
  )
  const query = `?id=${anna.user.id}&userId=${anna.user.id}&user.id=${anna.user.id}`
  await fc.assert(
    fc.asyncProperty(fc.dictionary(keys, value, { maxKeys: 12 }), fc.constantFrom('Орлов', 'Соколов'), async (extra, surname) => {
      const before = await rowOf(gleb.user.id)
      const response = await put(gleb.accessToken, { ...extra, name: 'Глеб', surname, patronymic: 'Сергеевич' }, {}, query)
      assert.equal(response.status, 200, JSON.stringify(extra))
      const { updated_at: _, ...after } = await rowOf(gleb.user.id)
      const { updated_at: __, ...expected } = { ...before, name: 'Глеб', surname, patronymic: 'Сергеевич' } as Record<string, unknown>
      assert.deepEqual(after, expected)
      assert.deepEqual(await rowOf(anna.user.id), theirs)
    }),
    { numRuns: 60 },
  )
})
