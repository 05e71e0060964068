import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createProject, deleteDescriptionFile, getConsoleProject, setFileVisibility, setProjectState } from '#contract/console/project.ts'
import { type File, getProject } from '#contract/project.ts'
import { MOST_DESCRIPTION_FILES, PROJECT_BYTES } from '#rules/project/file.ts'
import { pdf } from '#tests/support/documents.ts'
import { type FormPart, field, file } from '#tests/support/form.ts'
import { assertProblem } from '#tests/support/problem.ts'
import {
  download,
  type FileService,
  fileOf,
  type Person,
  personOf,
  sendForm,
  startWithFiles,
  temporaryFiles,
  upload,
} from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'

let service: FileService
let curator: Awaited<ReturnType<typeof callAs>>
let person: Person // the curator, for uploads
let boris: Person // administrator of team 2, which works on museum-pocket-guide
before(async () => {
  service = await startWithFiles()
  curator = await callAs(service, 'curator')
  person = { id: curator.tokens.user.id, token: curator.tokens.accessToken }
  boris = await personOf(service, 'boris')
})
after(() => service.close())

let made = 0
const draft = () => curator(createProject, { body: { name: `Described ${++made}` } })
const send = (project: { id: number | string }, parts: FormPart[], headers = {}, who: Person | null = person) =>
  sendForm(`${service.url}/console/project/${project.id}/file`, who, parts, headers)
const add = async (project: { id: number }, name: string, content: string | Uint8Array = `text of ${name}`) =>
  fileOf(await send(project, [file(name, content)]))
const read = ({ id }: { id: number }) => curator(getConsoleProject, { params: { id: String(id) } })
const remove = ({ id }: { id: number | string }, headers = {}) => curator(deleteDescriptionFile, { params: { id: String(id) }, headers })
const show = ({ id }: { id: number | string }, isPublic: boolean, headers = {}) =>
  curator(setFileVisibility, { params: { id: String(id) }, body: { isPublic }, headers })
const audited = (target: string) =>
  service.sql`select action, actor_id, detail from audit_event where target = ${target} order by seq`.then((rows) =>
    rows.map(({ action, actor_id, detail }) => [action, actor_id, detail]),
  )
const documentsFor = async (token: string | null, slug = 'museum-pocket-guide') => {
  const headers = token === null ? undefined : { authorization: `Bearer ${token}` }
  return (await service.call(getProject, { params: { slug }, headers })).project.documents
}

test('a project file is stored, returned in full, and public once the project is published', async () => {
  const project = await draft()
  const content = pdf('Terms', ['One line.'])
  const response = await send(project, [file('Техзадание.pdf', content)])
  const shown = await fileOf(response.clone())
  assert.equal(response.headers.get('location'), `${service.url}/file/${shown.id}`)
  assert.deepEqual(shown, {
    id: shown.id,
    name: 'Техзадание.pdf',
    category: null,
    team: null,
    isPublic: true,
    version: 1,
    type: 'PDF',
    mime: 'application/pdf',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    date: shown.date,
    url: `${service.url}/file/${shown.id}`,
  })
  assert.deepEqual(await audited(`file ${shown.id}`), [
    ['addDescriptionFile', person.id, { name: 'Техзадание.pdf', project: project.slug }],
  ])
  const now = await read(project)
  assert.deepEqual(now.descriptionFiles, [shown])
  assert.ok(now.updatedAt > project.updatedAt)
  assert.equal((await download(service, null, shown.id)).status, 404, 'nobody outside sees a draft')
  assert.equal((await download(service, person, shown.id)).status, 200)
  await curator(setProjectState, { params: { id: String(project.id) }, body: { state: 'published' } })
  assert.ok(Buffer.from(await (await download(service, null, shown.id)).arrayBuffer()).equals(content))
  const more = await add(project, 'plan.txt')
  const { project: seen } = await service.call(getProject, { params: { slug: project.slug } })
  assert.deepEqual(seen.descriptionFiles, [shown, more], 'on the very next call')
  assert.deepEqual(await temporaryFiles(service.folder), [])
})

test('uploading the same file again returns the existing one, with or without an Idempotency-Key', async () => {
  const project = await draft()
  const first = await add(project, 'a.txt', 'same')
  assert.deepEqual(await add(project, 'a.txt', 'same'), first)
  assert.equal((await audited(`file ${first.id}`)).length, 1)
  assert.notEqual((await add(project, 'b.txt', 'same')).id, first.id, 'another name is another file')
  const headers = { 'idempotency-key': randomUUID() }
  const once = await fileOf(await send(project, [file('c.txt', 'c')], headers))
  await remove(once)
  const again = await send(project, [file('c.txt', 'c')], headers)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(await fileOf(again), once)
  const both = await Promise.all([0, 1].map(() => add(project, 'd.txt', 'd')))
  assert.equal(both[0]!.id, both[1]!.id, 'two at once leave one')
})

test('unaccepted types, missing files and exceeded limits are refused, and nothing is stored', async () => {
  const project = await draft()
  await assertProblem(await send(project, [field('a', 'b')]), 'file_missing')
  await assertProblem(await send(project, [file('a.txt', 'a'), file('b.txt', 'b')]), 'too_many_files')
  await assertProblem(await send(project, [file('a.svg', '<svg/>')], { 'accept-language': 'ru' }), 'file_type_refused', 'ru')
  await assertProblem(await send(project, [file('a.txt', Buffer.alloc(30 * 1024 * 1024 + 1, 'a'))]), 'file_too_large')
  for (const id of ['0', '2147483648']) await assertProblem(await send({ id }, [file('a.txt', `lost ${id}`)]), 'project_not_found')
  const lost = createHash('sha256').update('lost 0').digest('hex')
  assert.equal(await service.app.files.sizeOf(lost), undefined, 'no bytes for what does not exist')
  await assertProblem(await send(project, [file('a.txt', 'a')], {}, boris), 'not_permitted')
  assert.deepEqual((await read(project)).descriptionFiles, [])
  const [first] = [await add(project, 'big.txt', 'x')]
  await service.sql`update file_version set size = ${PROJECT_BYTES - 3} where file_id = ${first!.id}`
  const full = await assertProblem(await send(project, [file('more.txt', '1234')]), 'project_files_full')
  assert.match(full.detail, /200 MB/)
  await add(project, 'more.txt', '123')
  await service.sql`update file_version set size = 1 where file_id = ${first!.id}`
  await service.sql`
    with made as (insert into file (kind, project_id, is_public)
      select 'description', ${project.id}, true from generate_series(3, ${MOST_DESCRIPTION_FILES}) returning id)
    insert into file_version (file_id, version, name, mime, size, sha256) select id, 1, 'x', 'text/plain', 1, ${'0'.repeat(64)} from made`
  await assertProblem(await send(project, [file('last.txt', 'last')]), 'project_files_full')
  assert.deepEqual(await temporaryFiles(service.folder), [])
})

test('a project file is deleted immediately, and deleting it again succeeds', async () => {
  const project = await draft()
  const [one, other] = [await add(project, 'one.txt'), await add(project, 'other.txt')]
  await curator(setProjectState, { params: { id: String(project.id) }, body: { state: 'published' } })
  const before = await read(project)
  assert.deepEqual(await remove(one), { id: one.id, status: 'deleted' })
  assert.deepEqual(await remove(one), { id: one.id, status: 'deleted' })
  assert.equal((await audited(`file ${one.id}`)).length, 2)
  assert.deepEqual((await audited(`file ${one.id}`))[1], ['deleteDescriptionFile', person.id, { name: 'one.txt', project: project.slug }])
  const { project: seen } = await service.call(getProject, { params: { slug: project.slug } })
  assert.deepEqual(seen.descriptionFiles, [other])
  assert.ok(seen.updatedAt > before.updatedAt)
  assert.equal((await download(service, person, one.id)).status, 404)
  await refused('precondition_failed', remove(other, { 'if-match': '"another"' }))
  await refused('file_not_found', remove({ id: '2147483648' }))
  await refused('file_not_found', remove({ id: '0' }))
  const result = await fileOf(await upload(service, boris, { name: 'theirs.txt', content: 'theirs' }))
  await refused('file_not_found', remove(result))
  const [kept] = await service.sql`select deleted_at from file where id = ${result.id}`
  assert.equal(kept!.deleted_at, null, 'results belong to their team')
})

test('a changed visibility of a result applies to the next call', async () => {
  await service.sql`update file set deleted_at = now() where team_id = 2 and deleted_at is null`
  const result = await fileOf(await upload(service, boris, { name: 'notes.txt', content: 'notes' }))
  assert.equal(result.isPublic, true)
  const ids = async (token: string | null) => (await documentsFor(token)).map(({ id }) => id)
  assert.ok((await ids(null)).includes(result.id))
  const hidden = await show(result, false)
  assert.deepEqual(hidden, { ...result, isPublic: false })
  assert.ok(!(await ids(null)).includes(result.id))
  assert.ok((await ids(boris.token)).includes(result.id), 'the team still sees it')
  assert.equal((await download(service, null, result.id)).status, 404)
  assert.deepEqual(await show(result, false), hidden, 'the same again is no change')
  await show(result, true)
  assert.ok((await ids(null)).includes(result.id))
  assert.deepEqual(
    (await audited(`file ${result.id}`)).map(([action, , { isPublic }]) => [action, isPublic]),
    [
      ['setFileVisibility', [true, false]],
      ['setFileVisibility', [false, true]],
    ],
  )
  const [row] = await service.sql`select id from project where slug = 'museum-pocket-guide'`
  const { resultFiles } = await read(row as unknown as { id: number })
  assert.ok(resultFiles.some((one: File) => one.id === result.id && one.isPublic))
})

test('only existing results can change visibility, and If-Match is checked', async () => {
  const project = await draft()
  const described = await add(project, 'described.txt')
  await refused('file_not_found', show(described, false))
  await refused('file_not_found', show({ id: '9999999999' }, false))
  await service.sql`update file set deleted_at = now() where team_id = 2 and deleted_at is null`
  const result = await fileOf(await upload(service, boris, { name: 'late.txt', content: 'late' }))
  await refused('precondition_failed', show(result, false, { 'if-match': '"another"' }))
  await refused('invalid_input', show(result, 'no' as never))
  await service.sql`update file set deleted_at = now() where id = ${result.id}`
  await refused('file_not_found', show(result, false))
})
