import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { putAvatar } from '#store/person/account.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { useService } from '#tests/support/use-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-avatar-'))
let id: number
let version: string
const { service } = useService({ env: { DATA_DIR: folder } })
before(async () => {
  id = (await service.sql`select id from person where login = 'anna'`)[0]!.id
  const webp = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
      .webp()
      .toBuffer()
  const [small, large] = [await service.app.files.keep(await webp(96)), await service.app.files.keep(await webp(512))]
  await putAvatar(service.sql, id, { small, large, mime: 'image/webp' }, new Date())
  version = large.sha256.slice(0, 32)
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, init?: RequestInit) => fetch(`${service.url}/avatar/${path}`, init)

test('the URL with the version returns the avatar without a token, in both sizes', async () => {
  for (const [query, side] of [
    ['', 512],
    ['&size=large', 512],
    ['&size=small', 96],
  ] as const) {
    const response = await get(`${id}?v=${version}${query}`)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp'])
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(response.headers.get('content-security-policy')!, /sandbox/)
    const { width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    assert.equal(width, side)
  }
  assert.equal((await get(`${id}?v=${version}`, { method: 'HEAD' })).status, 200)
})

test('the response is immutable and can be cached permanently', async () => {
  const response = await get(`${id}?v=${version}`)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
})

test('range requests work, and If-None-Match returns 304', async () => {
  const path = `${id}?v=${version}`
  const whole = await get(path)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const part = await get(path, { headers: { range: 'bytes=0-3' } })
  assert.deepEqual([part.status, part.headers.get('content-type'), await part.text()], [206, 'image/webp', 'RIFF'])
  assert.equal(part.headers.get('content-range'), `bytes 0-3/${bytes.length}`)
  await assertProblem(await get(path, { headers: { range: `bytes=${bytes.length}-` } }), 'range_not_satisfiable')
  const known = await get(path, { headers: { 'if-none-match': whole.headers.get('etag')! } })
  assert.deepEqual([known.status, known.headers.get('content-type'), await known.text()], [304, null, ''])
})

test('without the right version the avatar is not found', async () => {
  const other = (await service.sql`select id from person where login = 'boris'`)[0]!.id
  const wrong = [
    '',
    '?v=',
    `?v=${'0'.repeat(32)}`,
    `?v=${version.slice(0, 31)}`,
    `?v=${version}0`,
    `?v=${version.toUpperCase()}x`,
    '?v=%00',
    `?v=${version.slice(0, 31)}%25`,
    "?v=' or '1'='1",
  ]
  for (const query of wrong) await assertProblem(await get(`${id}${query}`), 'file_not_found')
  for (const who of [other, 0, 2_147_483_648, 9_999_999_999]) await assertProblem(await get(`${who}?v=${version}`), 'file_not_found')
  for (const path of [`x?v=${version}`, `-1?v=${version}`]) await assertProblem(await get(path), 'invalid_input')
  await assertProblem(await get(`${id}?v=${version}&size=huge`), 'invalid_value')
})
