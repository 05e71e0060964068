import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAvatar, getUser } from '#contract/profile.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

const give = (id: number) =>
  service.sql`insert into avatar (person_id, small, large, mime, created_at) values (${id}, ${'a'.repeat(64)}, ${'b'.repeat(64)}, 'image/webp', now())`

test('without an own photo the provider’s is used, or none', async () => {
  for (const [login, provided] of [
    ['anna', 'https://lh3.googleusercontent.com/anna'],
    ['gleb', null],
  ] as const) {
    const call = await callAs(service, login)
    const { id } = call.tokens.user
    await service.sql`update person set avatar = ${provided} where id = ${id}`
    await give(id)
    await service.app.catalog.refresh()
    assert.equal((await call(getUser)).avatar, `${service.app.apiUrl}/avatar/${id}?v=${'b'.repeat(32)}`)
    const answer = await call(deleteAvatar)
    assert.equal(answer.avatar, provided)
    assert.deepEqual(await call(getUser), answer)
    assert.deepEqual(await call(deleteAvatar), answer, 'once more changes nothing')
  }
})

test('a caller cannot delete the photo of another person', async () => {
  const [vera, boris] = [await sessionOf(service, 'vera'), await sessionOf(service, 'boris')]
  await give(vera.user.id)
  const query = `id=${vera.user.id}&userId=${vera.user.id}`
  const headers = { authorization: `Bearer ${boris.accessToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ id: vera.user.id, user: { id: vera.user.id } })
  assert.equal((await fetch(`${service.url}/profile/avatar?${query}`, { method: 'DELETE', headers, body })).status, 200)
  assert.equal((await service.sql`select 1 from avatar where person_id = ${vera.user.id}`).length, 1)
})

test('an outdated If-Match is refused', async () => {
  const { accessToken, user } = await sessionOf(service, 'curator')
  const authorization = `Bearer ${accessToken}`
  const etag = async () => (await fetch(`${service.url}/user`, { headers: { authorization } })).headers.get('etag')!
  const remove = (seen: string) =>
    fetch(`${service.url}/profile/avatar`, { method: 'DELETE', headers: { authorization, 'if-match': seen } })
  const before = await etag()
  await give(user.id)
  await assertProblem(await remove(before), 'precondition_failed')
  assert.equal((await service.sql`select 1 from avatar where person_id = ${user.id}`).length, 1)
  assert.equal((await remove(await etag())).status, 200)
  assert.equal((await service.sql`select 1 from avatar where person_id = ${user.id}`).length, 0)
})
