import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import type { File } from '#contract/project.ts'
import { MOST_VERSIONS, TEAM_BYTES } from '#rules/project/file.ts'
import { field, file } from '#tests/support/form.ts'
import { assertProblem } from '#tests/support/problem.ts'
import {
  change,
  type FileService,
  fileOf,
  otherTeamAdminOf,
  type Person,
  personOf,
  remove,
  sendForm,
  startWithFiles,
  upload,
} from '#tests/support/result.ts'

let service: FileService
let boris: Person
let vera: Person
let rival: Person // administrator of another team on the same project
let present: File
before(async () => {
  service = await startWithFiles()
  boris = await personOf(service, 'boris')
  vera = await personOf(service, 'vera')
  rival = await otherTeamAdminOf(service)
})
beforeEach(async () => {
  await service.sql`delete from file where team_id = 2`
  present = await fileOf(await upload(service, boris, { content: 'version 1' }))
})
after(() => service.close())

const versions = (id: number) =>
  service.sql<{ version: number; sha256: string }[]>`select version, sha256 from file_version where file_id = ${id} order by version`
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const address = () => `${service.url}/project/results/change-file`

test('a new version replaces the old one, which stays available', async () => {
  const response = await change(service, boris, present.id, 'version 2', {
    name: 'final.md',
    comment: ' costs\0 corrected\r\nby\u202e Vera ',
  })
  assert.equal(response.headers.get('location'), present.url)
  const changed = await fileOf(response)
  assert.deepEqual(
    [changed.id, changed.version, changed.name, changed.mime, changed.sha256, changed.category, changed.isPublic],
    [present.id, 2, 'final.md', 'text/markdown', digest('version 2'), 'Report', true],
  )
  assert.deepEqual(
    (await versions(present.id)).map(({ sha256 }) => sha256),
    [digest('version 1'), digest('version 2')],
  )
  const [row] = await service.sql`select comment, created_by as by from file_version where file_id = ${present.id} and version = 2`
  assert.deepEqual({ ...row }, { comment: 'costs corrected\nby Vera', by: boris.id })
  const [blob] = await service.sql`select 1 from blob where sha256 = ${digest('version 2')}`
  assert.ok(blob)
})

test('the current content changes nothing; the content of an older version is a new version', async () => {
  assert.deepEqual(await fileOf(await change(service, boris, present.id, 'version 1', { name: 'other.txt' })), present)
  assert.equal((await versions(present.id)).length, 1)
  await fileOf(await change(service, boris, present.id, 'version 2'))
  assert.equal((await fileOf(await change(service, boris, present.id, 'version 1'))).version, 3)
})

test('two concurrent uploads create two versions', async () => {
  const [first, second] = await Promise.all(['a', 'b'].map(async (text) => fileOf(await change(service, boris, present.id, text))))
  assert.deepEqual([first!.version, second!.version].sort(), [2, 3])
})

test('files of other teams are not found; members of the team are refused', async () => {
  const before = await versions(present.id)
  const foreign = await assertProblem(await change(service, rival, present.id, 'mine'), 'file_not_found')
  const unknown = await assertProblem(await change(service, rival, 2_147_483_647, 'mine'), 'file_not_found')
  assert.equal(foreign.detail.replace(String(present.id), '…'), unknown.detail.replace('2147483647', '…'))
  await assertProblem(await change(service, await personOf(service, 'curator'), present.id, 'mine'), 'file_not_found')
  await assertProblem(await change(service, vera, present.id, 'mine'), 'not_team_administrator')
  await assertProblem(await change(service, null, present.id, 'mine'), 'not_signed_in')
  await assertProblem(await change(service, boris, 2_147_483_648, 'mine'), 'invalid_value')
  assert.deepEqual(await versions(present.id), before)
  assert.equal(await service.app.files.sizeOf(digest('mine')), undefined)
})

test('only results can be changed, and no deleted ones', async () => {
  const [description] = await service.sql`select id from file where kind = 'description' limit 1`
  await assertProblem(await change(service, boris, description!.id, 'x'), 'file_not_found')
  await remove(service, boris, present.id)
  await assertProblem(await change(service, boris, present.id, 'x'), 'file_not_found')
})

test('a file has at most twenty versions', async () => {
  await service.sql`
    insert into file_version (file_id, version, name, mime, size, sha256, created_at)
    select ${present.id}, n, 'x.txt', 'text/plain', 1, ${digest('version 1')}, now() from generate_series(2, ${MOST_VERSIONS - 1}) n`
  await service.sql`update file set version = ${MOST_VERSIONS - 1} where id = ${present.id}`
  assert.equal((await fileOf(await change(service, boris, present.id, 'last'))).version, 20)
  await assertProblem(await change(service, boris, present.id, 'one more'), 'too_many_versions')
  assert.equal((await fileOf(await change(service, boris, present.id, 'last'))).version, 20, 'the same bytes are no version')
})

test('old versions count towards the team’s quota', async () => {
  await service.sql`update file_version set size = ${TEAM_BYTES - 9 - 5} where file_id = ${present.id}`
  await fileOf(await change(service, boris, present.id, '123456789'))
  await assertProblem(await change(service, boris, present.id, '123456'), 'quota_exceeded')
})

test('an outdated If-Match is refused', async () => {
  const seen = (await upload(service, boris, { content: 'version 1' })).headers.get('etag')!
  const second = await change(service, boris, present.id, 'version 2', { headers: { 'if-match': seen } })
  assert.equal(second.status, 200)
  await assertProblem(await change(service, boris, present.id, 'version 3', { headers: { 'if-match': seen } }), 'precondition_failed')
  assert.equal((await versions(present.id)).length, 2)
})

test('a body that is not a form with one file is refused', async () => {
  await assertProblem(await sendForm(address(), boris, [field('file', String(present.id))]), 'file_missing')
  await assertProblem(await sendForm(address(), boris, [file('a.txt', 'a')]), 'invalid_input')
  await assertProblem(await change(service, boris, present.id, 'x', { comment: 'x'.repeat(1001) }), 'invalid_value')
  await assertProblem(await change(service, boris, present.id, 'x', { name: 'x.exe' }), 'file_type_refused')
})

test('other team members get an email about a new version only', async () => {
  const mails = async () =>
    (await service.sql`select person_id as "personId", data, state from outbox where kind = 'result_replaced' order by id`).map((row) => ({
      ...row,
    }))
  await service.sql`delete from outbox`
  await service.sql`insert into member (team_id, person_id, name) values (2, null, 'No account')`
  await fileOf(await change(service, boris, present.id, 'version 1', { name: present.name }))
  assert.deepEqual(await mails(), [], 'the same again is no new version')
  await assertProblem(await change(service, vera, present.id, 'not hers'), 'not_team_administrator')
  assert.deepEqual(await mails(), [])
  await fileOf(await change(service, boris, present.id, 'version 2'))
  const others = await service.sql<{ id: number }[]>`
    select person_id as id from member where team_id = 2 and person_id is not null and person_id <> ${boris.id} order by 1`
  assert.ok(others.some(({ id }) => id === vera.id))
  assert.deepEqual(
    await mails(),
    others.map(({ id }) => ({ personId: id, data: { file: present.id, version: 2, by: boris.id }, state: 'queued' })),
  )
})

test('deleted accounts get no email', async (t) => {
  t.after(() => service.sql`update person set deleted_at = null where id = ${vera.id}`)
  await service.sql`delete from outbox`
  await service.sql`update person set deleted_at = now() where id = ${vera.id}`
  await fileOf(await change(service, boris, present.id, 'version 2'))
  assert.equal((await service.sql`select 1 from outbox where person_id = ${vera.id}`).length, 0)
})
