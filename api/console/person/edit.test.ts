import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listPeople } from '#contract/console/person.ts'
import { createPerson, getPersonData, updatePerson } from '#contract/console/person-edit.ts'
import { getUser } from '#contract/profile.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const ids: Record<string, number> = {}
const { service, curator, admin } = useService({ people: ['curator', 'admin'] })
before(async () => {
  for (const { id, login } of await service.sql`select id, login from person`) ids[login] = id
  await service.sql`update person set group_name = null`
})

const at = (id: number | undefined) => ({ params: { id: String(id) } })
const invite = (given: object, as = curator) =>
  as(createPerson, { body: { name: 'Ivan', surname: 'Petrov', email: 'ivan.petrov@office.example', ...given } })
const put = (id: number, body: object, as = curator) => as(updatePerson, { ...at(id), body })
const auditOf = async (id: number) =>
  (await service.sql`select action, detail from audit_event where target = ${`person ${id}`} and sid is not null order by seq`).map(
    (row) => ({
      ...row,
    }),
  )

test('a curator invites a person, who has member access and has not signed in', async () => {
  const person = await invite({ name: ' Тимофей ', surname: 'Лисицын', email: 'Timofey.Lis@students.example.org', group: ' ИВТ-31  ' })
  assert.deepEqual(person, {
    id: person.id,
    login: 'timofey.lis',
    name: 'Тимофей',
    surname: 'Лисицын',
    patronymic: '',
    email: 'timofey.lis@students.example.org',
    group: 'ИВТ-31',
    access: 'member',
    isDisabled: false,
    hasSignedIn: false,
    isEditable: true,
    teams: [],
  })
  assert.deepEqual(await curator(getPersonData, at(person.id)), person)
  const { people } = await curator(listPeople, { query: { state: 'never', group: 'ивт-31' } })
  assert.deepEqual(
    people.map(({ id, group, hasSignedIn }) => ({ id, group, hasSignedIn })),
    [{ id: person.id, group: 'ИВТ-31', hasSignedIn: false }],
  )
  assert.deepEqual(await auditOf(person.id), [
    { action: 'createPerson', detail: { name: 'Лисицын Тимофей', email: 'timofey.lis@students.example.org', group: 'ИВТ-31' } },
  ])
  const other = await invite({ name: 'Тимур', surname: '', email: 'timofey.lis@other.example' })
  assert.equal(other.login, 'timofey.lis-2')
})

test('the first sign-in with the invited address opens the invited account', async () => {
  // The demo provider has verified this address of gleb, whose account is removed here.
  const { sql } = service
  await sql`update person set email = null, deleted_at = now(), disabled_at = now() where id = ${ids.gleb!}`
  const [identity] = await sql`delete from auth.identity where person_id = ${ids.gleb!} returning email`
  const gleb = await invite({ name: 'Глеб', surname: 'Орлов', email: identity!.email, isSimilarAllowed: true, group: 'CS-1' })
  const call = await callAs(service, 'gleb')
  assert.equal((await call(getUser)).id, gleb.id)
  assert.equal((await curator(getPersonData, at(gleb.id))).hasSignedIn, true)
  assert.ok(!JSON.stringify(await call(getUser)).includes('CS-1'), 'members do not see groups')
})

test('a second person with the same email is refused, in any case, also as a contact address', async () => {
  const first = await invite({ email: 'taken@office.example', surname: 'First' })
  const problem = await refused('person_exists', invite({ email: 'TAKEN@Office.Example', surname: 'Second' }))
  assert.ok(problem.detail.includes('First Ivan (taken)'), problem.detail)
  await refused('person_exists', invite({ email: 'anna@students.example.org', surname: 'Third' }))
  const both = await Promise.allSettled([1, 2].map((n) => invite({ email: 'race@office.example', surname: `Race ${n}` })))
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await service.sql`update person set deleted_at = now(), disabled_at = now() where id = ${first.id}`
  assert.ok((await invite({ email: 'taken@office.example', surname: 'Second' })).id)
})

test('a similar name is refused until it is allowed; another patronymic is another person', async () => {
  await invite({ name: 'Семён', surname: 'Ёлкин', email: 'elkin@office.example', group: 'B-7' })
  const again = { name: 'елкин', surname: 'СЕМЕН', email: 'elkin2@office.example' }
  const problem = await refused('similar_person', invite(again))
  assert.ok(problem.detail.includes('Ёлкин Семён (B-7)'), problem.detail)
  assert.ok((await invite({ ...again, isSimilarAllowed: true })).id)
  await refused('similar_person', invite({ name: 'Анна', surname: 'Ковалева', email: 'anna2@office.example' }))
  assert.ok((await invite({ name: 'Анна', surname: 'Ковалева', patronymic: 'Ильинична', email: 'anna3@office.example' })).id)
})

test('invalid values are refused and nothing is written', async () => {
  const before = await service.sql`select count(*)::int as n from person`
  await refused('invalid_name', invite({ name: ' ' }))
  await refused('invalid_name', invite({ name: 'x'.repeat(101) }))
  await refused('invalid_email', invite({ email: 'nobody' }))
  await refused('invalid_group', invite({ group: 'g'.repeat(61) }))
  await refused('invalid_group', invite({ group: 'a\u202eb' }))
  assert.deepEqual(await service.sql`select count(*)::int as n from person`, before)
})

test('names, group and the address of an invited person are edited, audited, and kept against concurrent edits', async () => {
  const { id } = await invite({ name: 'Zoe', surname: 'Edited', email: 'zoe@office.example' })
  const changed = await put(id, { name: 'Zoë', group: '2nd year', email: 'zoe.new@office.example' })
  assert.deepEqual([changed.name, changed.surname, changed.group, changed.email], ['Zoë', 'Edited', '2nd year', 'zoe.new@office.example'])
  assert.deepEqual((await auditOf(id)).at(-1), {
    action: 'updatePerson',
    detail: {
      name: ['Zoe', 'Zoë'],
      email: ['zoe@office.example', 'zoe.new@office.example'],
      group: [null, '2nd year'],
    },
  })
  assert.equal((await service.sql`select import_email from person where id = ${id}`)[0]!.import_email, 'zoe.new@office.example')
  await refused('person_exists', put(id, { email: 'anna@students.example.org' }))
  await refused('invalid_email', put(id, { email: 'zoe' }))
  await refused('invalid_name', put(id, { name: '' }))
  await refused('invalid_group', put(id, { group: 'g'.repeat(61) }))
  assert.equal((await put(id, { group: '' })).group, null)
  const count = (await auditOf(id)).length
  await put(id, { group: '', email: 'zoe.new@office.example' })
  assert.equal((await auditOf(id)).length, count, 'the same values record nothing')
  await refused('precondition_failed', curator(updatePerson, { ...at(id), body: { name: 'Zed' }, headers: { 'if-match': '"stale"' } }))
  await refused('person_not_found', put(2_147_483_647, { name: 'X' }))
  await refused('person_not_found', curator(getPersonData, at(2_147_483_647)))
})

test('the address of a person who has signed in stays theirs', async () => {
  const vera = await callAs(service, 'vera')
  const { id } = await vera(getUser)
  await refused('email_is_own', put(id, { email: 'mine@office.example' }))
  assert.equal((await put(id, { group: 'M-1', email: 'vera@students.example.org' })).group, 'M-1')
})

test('curators edit members only, administrators everybody', async () => {
  for (const login of ['curator', 'admin']) {
    assert.equal((await curator(getPersonData, at(ids[login]))).isEditable, false)
    await refused('not_permitted', put(ids[login]!, { name: 'Mallory' }))
    assert.equal((await admin(getPersonData, at(ids[login]))).isEditable, true)
  }
  assert.equal((await put(ids.curator!, { group: 'Office' }, admin)).group, 'Office')
})
