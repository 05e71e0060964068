import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { Account, getProfile, getUser } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { connect } from '#database/sql.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { greyPng } from '#tests/support/sample/png.ts'
import { loseStore, startService } from '#tests/support/service.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { sample } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-avatar-'))
const { service } = useService({ env: { DATA_DIR: folder } })
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
const form = (...files: [Buffer, string][]) => {
  const data = new FormData()
  for (const [bytes, name] of files) data.append('files', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  return data
}
const put = (token: string, body: RequestInit['body'], query = '', headers = {}) =>
  fetch(`${service.url}/profile/avatar${query}`, { method: 'PUT', headers: { authorization: `Bearer ${token}`, ...headers }, body })

test('the new photo is used everywhere, with a new URL', async () => {
  const boris = await callAs(service, 'boris')
  const { accessToken, user } = boris.tokens
  const seen: string[] = []
  for (const colour of ['red', 'blue']) {
    const response = await put(accessToken, form([await picture(colour), 'me.png']))
    assert.equal(response.status, 200, await response.clone().text())
    const account = (await response.json()) as { avatar: string }
    assertShape(Account, account, 'the answer')
    assert.ok(account.avatar.startsWith(`${service.app.apiUrl}/avatar/${user.id}?v=`), account.avatar)
    assert.deepEqual(await boris(getUser), account)
    const { users } = await boris(getProfile)
    const { users: listed } = await boris(getProject, { params: { slug: 'museum-pocket-guide' } })
    for (const people of [users, listed]) assert.equal(people.find(({ id }) => id === user.id)!.avatar, account.avatar)
    const bytes = Buffer.from(await (await fetch(account.avatar)).arrayBuffer())
    assert.deepEqual((await sharp(bytes).metadata()).format, 'webp')
    seen.push(account.avatar)
  }
  assert.notEqual(seen[0], seen[1])
  assert.equal((await service.sql`select 1 from avatar where person_id = ${user.id}`).length, 1)
  const blobs = await service.sql`select sha256 from avatar v join blob b on b.sha256 in (v.small, v.large)`
  assert.equal(blobs.length, 2, 'the sweeper knows whose bytes these are')
})

test('SVG, other files and decompression bombs are refused', async () => {
  const { accessToken } = await sessionOf(service, 'gleb')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
  const bad: [Buffer, string][] = [
    [svg, 'me.svg'],
    [svg, 'me.png'],
    [Buffer.from('%PDF-1.4\n%%EOF'), 'me.pdf'],
    [Buffer.from('x'), 'me.png'],
    [greyPng(14_000, 14_000, 1), 'bomb.png'],
  ]
  for (const [bytes, name] of sample(bad, ([bytes, name]) => `${name} ${bytes.length}`))
    await assertProblem(await put(accessToken, form([bytes, name])), 'image_refused')
  await assertProblem(await put(accessToken, form([svg, 'me.svg']), '', { 'accept-language': 'ru' }), 'image_refused', 'ru')
  assert.equal((await service.sql`select 1 from avatar v join person p on p.id = v.person_id where login = 'gleb'`).length, 0)
})

test('no file, two files, a large file and other content types have different errors', async () => {
  const { accessToken } = await sessionOf(service, 'gleb')
  const data = new FormData()
  data.append('x', 'y')
  await assertProblem(await put(accessToken, data), 'file_missing')
  await assertProblem(await put(accessToken, '{}', '', { 'content-type': 'application/json' }), 'file_missing')
  const small = await picture('red')
  await assertProblem(await put(accessToken, form([small, 'a.png'], [small, 'b.png'])), 'too_many_files')
  await assertProblem(await put(accessToken, form([Buffer.alloc(5 * 1024 * 1024 + 1), 'a.png'])), 'file_too_large')
  await assertProblem(await put(accessToken, 'x', '', { 'content-type': 'text/plain' }), 'unsupported_media_type')
  await assertProblem(await put(accessToken, 'x', '', { 'content-type': 'multipart/form-data; boundary=b' }), 'malformed_upload')
})

test('an id in the call is ignored, and a call without a token is refused', async () => {
  const [gleb, anna] = [await sessionOf(service, 'gleb'), await sessionOf(service, 'anna')]
  const data = form([await picture('lime'), 'me.png'])
  for (const key of ['id', 'userId', 'person_id']) data.append(key, String(anna.user.id))
  assert.equal((await put(gleb.accessToken, data, `?id=${anna.user.id}`)).status, 200)
  const rows = await service.sql`select person_id from avatar where person_id in (${anna.user.id}, ${gleb.user.id})`
  assert.deepEqual(
    rows.map(({ person_id }) => person_id),
    [gleb.user.id],
  )
  await assertProblem(
    await fetch(`${service.url}/profile/avatar`, { method: 'PUT', body: form([await picture('red'), 'x.png']) }),
    'not_signed_in',
  )
})

test('an unavailable database is reported, and no row is left without bytes', async (t) => {
  const sql = connect(service.database.database)
  const alone = await startService({ database: { ...service.database, sql }, env: { DATA_DIR: folder } })
  t.after(() => alone.close())
  const { accessToken } = await sessionOf(alone, 'vera')
  assert.equal((await fetch(`${alone.url}/user`, { headers: { authorization: `Bearer ${accessToken}` } })).status, 200)
  await loseStore(alone)
  const response = await fetch(`${alone.url}/profile/avatar`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form([await picture('red'), 'x.png']),
  })
  await assertProblem(response, 'database_unavailable')
})

test('an outdated If-Match is refused', async () => {
  const { accessToken } = await sessionOf(service, 'gleb')
  const etag = async () => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return { 'if-match': (await fetch(`${service.url}/user`, { headers })).headers.get('etag')! }
  }
  const before = await etag()
  assert.equal((await put(accessToken, form([await picture('red'), 'me.png']), '', before)).status, 200)
  await assertProblem(await put(accessToken, form([await picture('blue'), 'me.png']), '', before), 'precondition_failed')
  assert.equal((await put(accessToken, form([await picture('blue'), 'me.png']), '', await etag())).status, 200)
})

test('a full disk is reported', async (t) => {
  const { accessToken } = await sessionOf(service, 'vera')
  const { keep } = service.app.files
  t.after(() => {
    service.app.files.keep = keep
  })
  const { StorageFull } = await import('#files/file-store.ts')
  service.app.files.keep = () => Promise.reject(new StorageFull('no room'))
  await assertProblem(await put(accessToken, form([await picture('red'), 'x.png'])), 'storage_full')
  assert.equal((await service.sql`select 1 from avatar v join person p on p.id = v.person_id where login = 'vera'`).length, 0)
})
