import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'

let service: TestService
let token: string
let memberId: number
before(async () => {
  service = await startService()
  token = (await signIn(service, 'vera')).accessToken
  const [row] = await service.sql<{ id: number }[]>`select m.id from member m join person p on p.id = m.person_id where p.login = 'vera'`
  memberId = row!.id
})
after(() => service.close())

const put = (roles: string[], ifMatch?: string) =>
  fetch(`${service.url}/member`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    body: JSON.stringify({ member: { id: memberId, roles } }),
  })
const isTaken = async (response: Promise<Response>) => (await response).status === 200
const etagAfter = async (roles: string[]) => (await put(roles)).headers.get('etag')!
const rolesNow = async () =>
  (await service.sql`select r.name from member_role mr join role r on r.id = mr.role_id where member_id = ${memberId}`).map(
    ({ name }) => name,
  )

test('a change with the current ETag is accepted', async () => {
  const etag = await etagAfter(['QA'])
  assert.match(etag, /^"[\w-]{22}"$/)
  assert.ok(await isTaken(put(['Researcher'], etag)))
  assert.deepEqual(await rolesNow(), ['Researcher'])
})

test('a change with another ETag is refused with the current one, and nothing changes', async () => {
  const [old, present] = [await etagAfter(['QA']), await etagAfter(['Researcher'])]
  const response = await put(['Data Engineer'], old)
  assert.equal(response.headers.get('etag'), present)
  await assertProblem(response, 'precondition_failed')
  assert.deepEqual(await rolesNow(), ['Researcher'])
  assert.ok(await isTaken(put(['Data Engineer'], present)), 'and with that name it works')
})

test('* and no If-Match accept any state', async () => {
  for (const given of ['*', ' * ', undefined]) assert.ok(await isTaken(put(['QA'], given)))
})

test('weak ETags, those with an encoding suffix, and lists match', async () => {
  const etag = await etagAfter(['QA'])
  const bare = etag.slice(1, -1)
  for (const given of [`W/${etag}`, `"${bare}-gzip"`, `"${bare}-br"`, `W/"${bare}-gzip"`, `"other", ${etag}`, `"a",W/"b" , W/"${bare}-br"`])
    assert.ok(await isTaken(put(['QA'], given)), given)
})

test('similar values do not match', async () => {
  const bare = (await etagAfter(['QA'])).slice(1, -1)
  for (const given of [
    '""',
    '"x"',
    `"${bare.slice(1)}"`,
    `"${bare}-zstd"`,
    `"${bare}-gzip-gzip"`,
    `"${bare.toUpperCase()}"`,
    '"*"',
    'W/*',
    ',',
    `x${bare}`,
  ])
    await assertProblem(await put(['Researcher'], given), 'precondition_failed')
  assert.deepEqual(await rolesNow(), ['QA'])
})

test('a caller without permission does not learn the ETag', async () => {
  const { accessToken } = await signIn(service, 'gleb')
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', 'if-match': '"x"' }
  const response = await fetch(`${service.url}/member`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ member: { id: memberId, roles: [] } }),
  })
  assert.equal(response.headers.get('etag'), null)
  await assertProblem(response, 'not_team_administrator')
})
