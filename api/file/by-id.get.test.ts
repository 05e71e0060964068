import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { File } from '#contract/project.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { portOf, rawCall } from '#tests/support/raw.ts'
import {
  change,
  download,
  type FileService,
  fileOf,
  otherTeamAdminOf,
  type Person,
  personOf,
  startWithFiles,
  upload,
} from '#tests/support/result.ts'

let service: FileService
let boris: Person
let vera: Person
let rival: Person
let curator: Person
let open: File // a public result, in its second version
let secret: File // a result for the team only
const text = '0123456789'
before(async () => {
  service = await startWithFiles()
  boris = await personOf(service, 'boris')
  vera = await personOf(service, 'vera')
  rival = await otherTeamAdminOf(service)
  curator = await personOf(service, 'curator')
  const first = await fileOf(await upload(service, boris, { content: 'the first version' }))
  open = await fileOf(await change(service, boris, first.id, text, { name: 'наш "отчёт"; 100%.txt' }))
  secret = await fileOf(await upload(service, boris, { category: 'Source code', content: 'secret' }))
})
after(() => service.close())

const statusFor = async (id: number | string, people: (Person | null)[]) =>
  Promise.all(people.map(async (person) => (await download(service, person, id)).status))
const everybody = () => [null, rival, vera, boris, curator]

test('a public result is available to everyone, with headers that prevent execution in the browser', async () => {
  const response = await download(service, null, open.id)
  assert.equal(response.status, 200)
  assert.equal(await response.text(), text)
  const { headers } = response
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(headers.get('content-length'), '10')
  assert.equal(headers.get('etag'), `"${open.sha256}"`)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'")
  assert.equal(headers.get('cache-control'), 'public, max-age=0, must-revalidate')
  assert.match(headers.get('vary')!, /Authorization/)
  assert.equal(headers.get('accept-ranges'), 'bytes')
  assert.equal(
    headers.get('content-disposition'),
    `attachment; filename="___ ________ 100_.txt"; filename*=UTF-8''${encodeURIComponent('наш "отчёт"; 100%.txt')}`,
  )
})

test('permissions for each kind of file', async () => {
  assert.deepEqual(await statusFor(open.id, everybody()), [200, 200, 200, 200, 200])
  assert.deepEqual(await statusFor(secret.id, everybody()), [404, 404, 200, 200, 200])
  assert.deepEqual(await statusFor(`${open.id}?version=1`, everybody()), [404, 404, 200, 200, 200])
  assert.deepEqual(await statusFor(`${open.id}?version=2`, everybody()), [200, 200, 200, 200, 200])
  assert.deepEqual(await statusFor(`${open.id}?version=3`, everybody()), [404, 404, 404, 404, 404])
  assert.deepEqual(await statusFor(`${open.id}?version=0`, [boris]), [404])
  assert.equal(await (await download(service, vera, `${open.id}?version=1`)).text(), 'the first version')
  for (const file of [secret.id, `${open.id}?version=1`]) {
    const { headers } = await download(service, vera, file)
    assert.equal(headers.get('cache-control'), 'private, no-store')
  }
})

test('application files are visible to the team and curators, project files to everyone', async () => {
  const bytes = await service.app.files.keep(Buffer.from('attached'))
  const [request] = await service.sql`
    insert into request (team_id, project_id) select 2, id from project where slug = 'city-tree-census' returning id`
  const kept = async (row: object) => {
    const [file] = await service.sql`insert into file ${service.sql(row as never)} returning id`
    await service.sql`
      insert into file_version (file_id, version, name, mime, size, sha256)
      values (${file!.id}, 1, 'a.txt', 'text/plain', ${bytes.size}, ${bytes.sha256})`
    return file!.id as number
  }
  const [project] = await service.sql`select id from project where slug = 'city-tree-census'`
  const attached = await kept({ kind: 'request', team_id: 2, request_id: request!.id, is_public: true })
  assert.deepEqual(await statusFor(attached, everybody()), [404, 404, 200, 200, 200])
  const withoutTeam = await kept({ kind: 'request', request_id: request!.id })
  assert.deepEqual(await statusFor(withoutTeam, everybody()), [404, 404, 200, 200, 200])
  const brief = await kept({ kind: 'description', project_id: project!.id, is_public: true })
  assert.deepEqual(await statusFor(brief, everybody()), [200, 200, 200, 200, 200])
  const draft = await kept({ kind: 'description', project_id: project!.id })
  assert.deepEqual(await statusFor(draft, everybody()), [404, 404, 404, 404, 200])
})

test('files of an unpublished project are visible to the team and curators only', async () => {
  await service.sql`update project set state = 'withdrawn' where slug = 'museum-pocket-guide'`
  assert.deepEqual(await statusFor(open.id, everybody()), [404, 404, 200, 200, 200])
  await service.sql`update project set state = 'published' where slug = 'museum-pocket-guide'`
})

test('unknown, foreign and invalid ids', async () => {
  const foreign = await assertProblem(await download(service, rival, secret.id), 'file_not_found')
  const unknown = await assertProblem(await download(service, rival, 2_147_483_647), 'file_not_found')
  assert.equal(foreign.detail.replace(String(secret.id), '…'), unknown.detail.replace('2147483647', '…'))
  for (const id of ['2147483648', '9999999999', '0']) await assertProblem(await download(service, boris, id), 'file_not_found')
  for (const id of ['abc', '-1', '1e3', '..%2f..%2fetc%2fpasswd']) await assertProblem(await download(service, boris, id), 'invalid_input')
  await assertProblem(await download(service, boris, `${open.id}?version=x`), 'invalid_input')
})

test('an invalid token counts as a guest', async () => {
  const headers = { authorization: 'Bearer nonsense' }
  assert.equal((await fetch(`${service.url}/file/${open.id}`, { headers })).status, 200)
  assert.equal((await fetch(`${service.url}/file/${secret.id}`, { headers })).status, 404)
})

test('one range is served; several or invalid ranges are ignored; an unsatisfiable one is refused', async () => {
  for (const [range, status, body, about] of [
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-300', 206, text, 'bytes 0-9/10'],
    ['bytes=8-999', 206, '89', 'bytes 8-9/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=0-1,3-4', 200, text, null],
    ['bytes=5-2', 200, text, null],
    ['lines=1-2', 200, text, null],
    ['bytes=', 200, text, null],
  ] as const) {
    const response = await download(service, null, open.id, { range })
    assert.deepEqual([response.status, await response.text(), response.headers.get('content-range')], [status, body, about], range)
    assert.equal(response.headers.get('content-length'), String(body.length))
  }
  for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
    const response = await download(service, null, open.id, { range })
    assert.equal(response.headers.get('content-range'), 'bytes */10')
    await assertProblem(response, 'range_not_satisfiable')
  }
})

test('If-Range returns the range only if the file is unchanged, If-None-Match returns 304', async () => {
  const part = async (condition: string) => (await download(service, null, open.id, { range: 'bytes=0-1', 'if-range': condition })).status
  assert.deepEqual(await Promise.all([`"${open.sha256}"`, '"other"', `W/"${open.sha256}"`].map(part)), [206, 200, 200])
  for (const known of [`"${open.sha256}"`, `"x", W/"${open.sha256}"`, '*']) {
    const response = await download(service, null, open.id, { 'if-none-match': known })
    assert.deepEqual([response.status, await response.text(), response.headers.get('etag')], [304, '', `"${open.sha256}"`])
    for (const name of ['content-type', 'content-disposition', 'accept-ranges']) assert.equal(response.headers.get(name), null, name)
  }
  assert.equal((await download(service, null, open.id, { 'if-none-match': '"x"' })).status, 200)
})

test('HEAD has the same headers without a body', async () => {
  const call = `HEAD ${new URL(service.url).pathname}/file/${open.id} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-1\r\nConnection: close\r\n\r\n`
  const { status, headers, body } = await rawCall(portOf(service.origin), call, { hasBody: false })
  assert.deepEqual([status, body, headers.get('content-length'), headers.get('etag')], [200, '', ['10'], [`"${open.sha256}"`]])
})

test('an empty file can be downloaded, but no range of it', async () => {
  const empty = await fileOf(await upload(service, boris, { category: 'Video', content: '' }))
  const response = await download(service, null, empty.id)
  assert.deepEqual([response.status, await response.text()], [200, ''])
  await assertProblem(await download(service, null, empty.id, { range: 'bytes=0-' }), 'range_not_satisfiable')
})

test('a file with missing bytes is not found, and it is logged', async () => {
  await service.app.files.remove(secret.sha256)
  const problem = await assertProblem(await download(service, boris, secret.id), 'file_not_found')
  const line = service.logged.find((one) => one.includes('bytes of a file are missing') && one.includes(problem.requestId))
  assert.ok(line?.includes(secret.sha256))
  const call = `HEAD ${new URL(service.url).pathname}/file/${secret.id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${boris.token}\r\n\r\n`
  assert.equal((await rawCall(portOf(service.origin), call, { hasBody: false })).status, 404)
})

test('a connection closed during the download is harmless', async () => {
  const { id } = await fileOf(await upload(service, boris, { category: 'Data set', content: Buffer.alloc(20_000_000, 'a') }))
  const controller = new AbortController()
  const response = await fetch(`${service.url}/file/${id}`, { signal: controller.signal })
  const reader = response.body!.getReader()
  await reader.read()
  controller.abort()
  assert.equal((await (await download(service, null, id)).arrayBuffer()).byteLength, 20_000_000)
  assert.ok(!service.logged.some((line) => line.includes('call failed')))
})
