import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type File, getProject } from '#contract/project.ts'
import { deleteResult } from '#contract/result.ts'
import { assertProblem } from '#tests/support/problem.ts'
import {
  download,
  type FileService,
  fileOf,
  otherTeamAdminOf,
  type Person,
  personOf,
  remove,
  startWithFiles,
  upload,
} from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'

let service: FileService
let boris: Person
let vera: Person
let present: File
before(async () => {
  service = await startWithFiles()
  boris = await personOf(service, 'boris')
  vera = await personOf(service, 'vera')
})
beforeEach(async () => {
  await service.sql`update file set deleted_at = now() where team_id = 2`
  present = await fileOf(await upload(service, boris))
})
after(() => service.close())

const isThere = async (id: number) => (await service.sql`select 1 from file where id = ${id} and deleted_at is null`).length === 1

test('a deleted result is gone for everyone, its category is free, and its rows stay for the history', async () => {
  assert.deepEqual(await (await remove(service, boris, present.id)).json(), { id: present.id, status: 'deleted' })
  const { project } = await service.call(getProject, { params: { slug: 'museum-pocket-guide' } })
  assert.ok(!project.documents.some(({ id }) => id === present.id))
  await assertProblem(await download(service, boris, present.id), 'file_not_found')
  assert.equal((await service.sql`select 1 from file_version where file_id = ${present.id}`).length, 1)
  assert.notEqual((await fileOf(await upload(service, boris))).id, present.id)
})

test('the id can be in the body or in the query', async () => {
  const call = await callAs(service, 'boris')
  assert.deepEqual(await call(deleteResult, { body: { file: present.id } }), { id: present.id, status: 'deleted' })
  assert.equal(await isThere(present.id), false)
})

test('repeating the call returns the same response and keeps the first date', async () => {
  await remove(service, boris, present.id)
  const [first] = await service.sql`select deleted_at from file where id = ${present.id}`
  const again = await remove(service, boris, present.id, { 'if-match': '"something"' })
  assert.deepEqual(await again.json(), { id: present.id, status: 'deleted' })
  const [second] = await service.sql`select deleted_at from file where id = ${present.id}`
  assert.deepEqual(second, first)
})

test('foreign and unknown files are not found; a member is refused', async () => {
  const rival = await otherTeamAdminOf(service)
  await assertProblem(await remove(service, rival, present.id), 'file_not_found')
  await assertProblem(await remove(service, await personOf(service, 'curator'), present.id), 'file_not_found')
  await assertProblem(await remove(service, vera, present.id), 'not_team_administrator')
  await assertProblem(await remove(service, null, present.id), 'not_signed_in')
  for (const id of ['2147483647', '2147483648', '9999999999', '0']) await assertProblem(await remove(service, boris, id), 'file_not_found')
  const [description] = await service.sql`select id from file where kind = 'description' limit 1`
  await assertProblem(await remove(service, boris, description!.id), 'file_not_found')
  assert.ok(await isThere(present.id))
  await remove(service, boris, present.id)
  await assertProblem(await remove(service, rival, present.id), 'file_not_found')
})

test('a missing or invalid id is refused', async () => {
  const headers = { authorization: `Bearer ${boris.token}`, 'content-type': 'application/json' }
  const path = `${service.url}/project/results/delete-file`
  await assertProblem(await fetch(path, { method: 'DELETE', headers, body: '{}' }), 'invalid_input')
  await assertProblem(await fetch(path, { method: 'DELETE', headers: { authorization: headers.authorization } }), 'invalid_input')
  await assertProblem(await fetch(path, { method: 'DELETE', headers, body: '{"file":' }), 'malformed_json')
  await assertProblem(await fetch(path, { method: 'DELETE', headers, body: '{"file":2147483648}' }), 'invalid_value')
  await assertProblem(await remove(service, boris, 'abc'), 'invalid_input')
})

test('an outdated If-Match is refused', async () => {
  await assertProblem(await remove(service, boris, present.id, { 'if-match': '"older"' }), 'precondition_failed')
  assert.ok(await isThere(present.id))
  const etag = (await upload(service, boris)).headers.get('etag')!
  assert.equal((await remove(service, boris, present.id, { 'if-match': etag })).status, 200)
})
