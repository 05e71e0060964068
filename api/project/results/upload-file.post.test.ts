import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { getProject } from '#contract/project.ts'
import { TEAM_BYTES } from '#rules/project/file.ts'
import { sweepFiles } from '#run/duties/sweep.ts'
import { pdf } from '#tests/support/documents.ts'
import { FORM_TYPE, field, file } from '#tests/support/form.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { portOf, rawConnection } from '#tests/support/raw.ts'
import {
  download,
  type FileService,
  fileOf,
  type Person,
  personOf,
  remove,
  sendForm,
  startWithFiles,
  temporaryFiles,
  upload,
} from '#tests/support/result.ts'
import { test as slowTest } from '#tests/support/tier.ts'

let service: FileService
let boris: Person // administrator of team 2, which works on museum-pocket-guide
let vera: Person // a member of it
let anna: Person // administrator of team 1, which works on nothing
before(async () => {
  service = await startWithFiles()
  boris = await personOf(service, 'boris')
  vera = await personOf(service, 'vera')
  anna = await personOf(service, 'anna')
})
after(() => service.close())

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const rows = () => service.sql`select count(*)::int as count from file`.then(([row]) => row!.count as number)
const address = () => `${service.url}/project/results/upload-file`

test('a result is stored, returned in full, listed in the project and downloadable by everyone', async () => {
  const content = pdf('Our report', ['One line.'])
  const response = await upload(service, boris, { name: 'Отчёт команды.pdf', content })
  const shown = await fileOf(response.clone())
  assert.equal(response.headers.get('location'), `${service.url}/file/${shown.id}`)
  assert.deepEqual(shown, {
    id: shown.id,
    name: 'Отчёт команды.pdf',
    category: 'Report',
    team: 2,
    isPublic: true,
    version: 1,
    type: 'PDF',
    mime: 'application/pdf',
    size: content.length,
    sha256: digest(content),
    date: shown.date,
    url: `${service.url}/file/${shown.id}`,
  })
  assert.ok(Math.abs(Date.parse(shown.date) - Date.now()) < 60_000)
  const { sha256 } = shown
  const path = join(service.folder, 'files', 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  assert.ok((await readFile(path)).equals(content))
  const [version] = await service.sql`select created_by as by, comment from file_version where file_id = ${shown.id}`
  assert.deepEqual({ ...version }, { by: boris.id, comment: null })
  const [blob] = await service.sql`select size::int from blob where sha256 = ${sha256}`
  assert.equal(blob!.size, content.length)
  const { project } = await service.call(getProject, { params: { slug: 'museum-pocket-guide' } })
  assert.deepEqual(
    project.documents.find(({ id }) => id === shown.id),
    shown,
  )
  assert.ok(Buffer.from(await (await download(service, null, shown.id)).arrayBuffer()).equals(content))
  assert.deepEqual(await temporaryFiles(service.folder), [])
})

test('the same file again returns the same response, a different one is refused', async () => {
  const first = await fileOf(await upload(service, boris, { category: 'Video', name: 'notes.md', content: 'one' }))
  const before = await rows()
  assert.deepEqual(await fileOf(await upload(service, boris, { category: 'Video', name: 'notes.md', content: 'one' })), first)
  const taken = await assertProblem(await upload(service, boris, { category: 'Video', name: 'notes.md', content: 'two' }), 'category_taken')
  assert.match(taken.detail, new RegExp(`${first.id}`))
  assert.equal(await rows(), before)
})

test('a category is given by id or name, ignoring case, and sets the visibility of the file', async () => {
  const [type] = await service.sql`select id from file_type where name = 'Source code'`
  const byId = await fileOf(await upload(service, boris, { category: String(type!.id), content: 'source' }))
  assert.deepEqual([byId.category, byId.isPublic], ['Source code', false])
  assert.equal((await fileOf(await upload(service, boris, { category: ' data SET ', content: 'data' }))).category, 'Data set')
  for (const category of ['Nonsense', '999', '', '99999999999', 'a\0b', 'x'.repeat(100)])
    await assertProblem(await upload(service, boris, { category }), 'unknown_category')
})

test('two concurrent uploads to one category leave one file, without internal errors', async () => {
  await service.sql`update file set deleted_at = now() where team_id = 2`
  const answers = await Promise.all(
    [0, 1].map((n) => upload(service, boris, { category: 'Poster', name: 'a.txt', content: `poster ${n}` })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const [row] = await service.sql`
    select count(*)::int from file f join file_type c on c.id = f.file_type_id
    where f.team_id = 2 and c.name = 'Poster' and f.deleted_at is null`
  assert.equal(row!.count, 1)
  const same = await Promise.all([0, 1].map(() => upload(service, boris, { category: 'Report', content: 'same' })))
  assert.deepEqual(await fileOf(same[0]!), await fileOf(same[1]!))
})

test('callers without permission are refused with the right error, and nothing is stored', async () => {
  const before = await rows()
  await assertProblem(await upload(service, null), 'not_signed_in')
  await assertProblem(await upload(service, vera), 'not_team_administrator')
  await assertProblem(await upload(service, anna), 'not_team_administrator')
  await assertProblem(await upload(service, anna, { team: 1 }), 'not_working_on_it')
  await assertProblem(await upload(service, boris, { project: 'city-tree-census' }), 'not_working_on_it')
  await assertProblem(await upload(service, await personOf(service, 'curator')), 'not_team_administrator')
  await assertProblem(await upload(service, boris, { project: 'no-such-project' }), 'project_not_found')
  await assertProblem(await upload(service, boris, { team: 999_999 }), 'team_not_found')
  await assertProblem(await upload(service, boris, { team: 2_147_483_648 }), 'invalid_value')
  await assertProblem(await upload(service, boris, { team: 'two' }), 'invalid_input')
  await assertProblem(await upload(service, boris, { project: 'Not A Slug' }), 'invalid_input')
  await assertProblem(await upload(service, boris, { category: 'x'.repeat(101) }), 'invalid_value')
  assert.equal(await rows(), before)
  assert.deepEqual(await temporaryFiles(service.folder), [])
  const [kept] = await service.sql`select 1 from blob where sha256 = ${digest('our report')}`
  assert.equal(kept, undefined)
  assert.equal(await service.app.files.sizeOf(digest('our report')), undefined, 'nobody fills the store with what they may not publish')
})

test('an unpublished project accepts no results', async () => {
  await service.sql`update project set state = 'draft' where slug = 'museum-pocket-guide'`
  await assertProblem(await upload(service, boris, { category: 'Technical specification' }), 'project_not_found')
  await service.sql`update project set state = 'published' where slug = 'museum-pocket-guide'`
})

test('a body that is not a form with one accepted file is refused in both languages', async () => {
  const place = [field('project', 'museum-pocket-guide'), field('team', '2'), field('category', 'Report')]
  const russian = { 'accept-language': 'ru' }
  await assertProblem(await sendForm(address(), boris, place), 'file_missing')
  await assertProblem(await sendForm(address(), boris, [...place, file('a.txt', 'a'), file('b.txt', 'b')]), 'too_many_files')
  await assertProblem(await sendForm(address(), boris, [...place, file('a.svg', '<svg/>')], russian), 'file_type_refused', 'ru')
  await assertProblem(
    await sendForm(address(), boris, [...place.slice(0, 2), field('category', 'Video'), file('a.pdf', '')], russian),
    'file_empty',
    'ru',
  )
  await assertProblem(await sendForm(address(), boris, [...place, file('a.txt', 'a', 'file')], russian), 'malformed_upload', 'ru')
  const headers = { authorization: `Bearer ${boris.token}` }
  const plain = await fetch(address(), { method: 'POST', headers: { ...headers, 'content-type': 'text/plain' }, body: 'x' })
  await assertProblem(plain, 'unsupported_media_type')
  const noBoundary = await fetch(address(), { method: 'POST', headers: { ...headers, 'content-type': 'multipart/form-data' }, body: 'x' })
  await assertProblem(noBoundary, 'malformed_upload')
  const json = await fetch(address(), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ project: 'museum-pocket-guide', team: 2, category: 'Report' }),
  })
  await assertProblem(json, 'file_missing')
})

slowTest('50 MiB are accepted, one byte more is refused', async () => {
  const most = 50 * 1024 * 1024
  await service.sql`update file set deleted_at = now() where team_id = 2`
  const large = await fileOf(await upload(service, boris, { content: Buffer.alloc(most, 'a') }))
  assert.equal(large.size, most)
  const problem = await assertProblem(
    await upload(service, boris, { category: 'Video', content: Buffer.alloc(most + 1, 'a') }),
    'file_too_large',
  )
  assert.match(problem.detail, /50/)
})

test('the quota counts current and old versions, and deleted files until they are purged, to the byte', async () => {
  await service.sql`delete from file where team_id = 2`
  const { id } = await fileOf(await upload(service, boris, { content: 'first' }))
  await service.sql`
    insert into file_version (file_id, version, name, mime, size, sha256, created_at)
    values (${id}, 99, 'old', 'text/plain', ${TEAM_BYTES - 10}, ${'0'.repeat(64)}, now())`
  await assertProblem(await upload(service, boris, { category: 'Video', content: '123456' }), 'quota_exceeded')
  const { id: video } = await fileOf(await upload(service, boris, { category: 'Video', content: '12345' }))
  await remove(service, boris, video)
  const problem = await assertProblem(await upload(service, boris, { category: 'Video', content: '1' }), 'quota_exceeded')
  assert.match(problem.detail, /500 MB.*7 days/)
  await service.sql`update file set deleted_at = now() - interval '7 days' - interval '1 minute' where id = ${video}`
  await sweepFiles({ ...service.app })
  await fileOf(await upload(service, boris, { category: 'Video', content: '54321' }))
  await service.sql`delete from file where team_id = 2`
})

test('uploading and deleting again and again ends at the quota, and purged bytes leave the disk', async () => {
  const { sql } = service
  await sql`delete from file where team_id = 2`
  const { id } = await fileOf(await upload(service, boris, { category: 'Video', content: 'stays' }))
  await sql`
    insert into file_version (file_id, version, name, mime, size, sha256, created_at)
    values (${id}, 99, 'old', 'text/plain', ${TEAM_BYTES - 30_000}, ${digest('stays')}, now())`
  const hashes: string[] = []
  for (let round = 1; round <= 4; round++) {
    const content = String(round).repeat(10_000)
    const response = await upload(service, boris, { content })
    if (round === 3) {
      await assertProblem(response, 'quota_exceeded')
      break
    }
    hashes.push(digest(content))
    await remove(service, boris, (await fileOf(response)).id)
  }
  assert.equal(hashes.length, 2, 'the third does not fit although both others are deleted')
  const isStored = async () => Promise.all(hashes.map(async (sha256) => (await service.app.files.sizeOf(sha256)) === 10_000))
  const sweepAfter = (days: number) => sweepFiles({ ...service.app, now: () => new Date(Date.now() + days * 86_400_000) })
  await sweepAfter(6.9)
  assert.deepEqual(await isStored(), [true, true])
  await sweepAfter(7.1) // removes the rows
  await sweepAfter(7.2) // and two hours later the bytes
  assert.deepEqual(await isStored(), [false, false])
  assert.equal((await sql`select 1 from file where team_id = 2`).length, 1)
  assert.equal((await sql`select 1 from blob where sha256 = any(${hashes})`).length, 0)
  await sql`delete from file where team_id = 2`
})

test('more than a person may upload in an hour is refused before it is read', async (t) => {
  const limited = await startWithFiles({ env: { RATE_LIMITS: 'on' } })
  t.after(() => limited.close())
  const sender = await personOf(limited, 'boris')
  const connection = await rawConnection(portOf(limited.origin))
  const head = (length: number) =>
    `POST /api/project/results/upload-file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sender.token}\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: ${length}\r\n\r\n`
  connection.send(head(501 * 1024 * 1024))
  const { status, body } = await connection.answer()
  assert.deepEqual([status, JSON.parse(body).code], [429, 'upload_limit'])
  assert.match(JSON.parse(body).detail, /120 uploads per hour, 500 MB/)
  connection.end()
  await fileOf(await upload(limited, sender)) // nothing was counted for the refused one
})

test('an Idempotency-Key stores the response with its Location', async () => {
  await service.sql`update file set deleted_at = now() where team_id = 2`
  const key = { 'idempotency-key': 'upload-key-0123456789' }
  const first = await upload(service, boris, { content: 'once' }, key)
  const second = await upload(service, boris, { content: 'once' }, key)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(second.headers.get('location'), first.headers.get('location'))
  assert.deepEqual(await fileOf(second), await fileOf(first.clone()))
  await service.sql`update file set deleted_at = now() where team_id = 2`
  await fileOf(await upload(service, boris, { content: 'another now' }))
  assert.deepEqual(await fileOf(await upload(service, boris, { content: 'once' }, key)), await fileOf(first), 'whatever happened since')
  await assertProblem(await upload(service, boris, { content: 'other' }, key), 'idempotency_key_reused')
  await assertProblem(await upload(service, boris, {}, { 'idempotency-key': 'short' }), 'idempotency_key_invalid')
})
