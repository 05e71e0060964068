import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { createProject, setProjectState } from '#contract/console/project.ts'
import { coverFrom, sendCover, twoColours } from '#tests/support/cover.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { useService } from '#tests/support/use-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-cover-'))
const { service, curator, boris } = useService({ people: ['curator', 'boris'], env: { DATA_DIR: folder } })
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})

test('pictures are immutable, public for published projects only, and the whole picture is for those who may change it', async () => {
  const draft = await curator(createProject, { body: { name: 'Secret bridge' } })
  const cover = await coverFrom(await sendCover(service, curator, draft.slug, { fields: { alt: 'A bridge' }, bytes: await twoColours() }))
  const as = (who: typeof curator | null, url: string, headers = {}) =>
    fetch(url, { headers: { ...(who ? { authorization: `Bearer ${who.tokens.accessToken}` } : {}), ...headers } })
  for (const who of [null, boris]) await assertProblem(await as(who, cover.url), 'file_not_found')
  const secret = await as(curator, cover.url)
  assert.deepEqual([secret.status, secret.headers.get('cache-control')], [200, 'private, no-store'])

  await curator(setProjectState, { params: { id: String(draft.id) }, body: { state: 'published' } })
  for (const { width, ...urls } of cover.sources)
    for (const [url, type, format] of [
      [urls.avif, 'image/avif', 'heif'],
      [urls.webp, 'image/webp', 'webp'],
      [urls.jpeg, 'image/jpeg', 'jpeg'],
    ] as const) {
      const response = await as(null, url)
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, type])
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      const beginning = await as(null, url, { range: 'bytes=0-3' })
      assert.deepEqual([beginning.status, beginning.headers.get('content-type'), (await beginning.bytes()).length], [206, type, 4])
      const about = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      assert.deepEqual([about.format, about.width, about.height], [format, width, (width * 9) / 16])
    }
  assert.equal((await as(null, cover.url, { 'if-none-match': '*' })).status, 304)
  const part = await as(null, cover.url, { range: 'bytes=0-1' })
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer()).toString('hex')], [206, 'ffd8'])
  await assertProblem(await as(null, cover.url, { range: 'bytes=99999999-' }), 'range_not_satisfiable')
  for (const who of [null, boris]) await assertProblem(await as(who, cover.sourceUrl), 'file_not_found')
  const whole = await as(curator, cover.sourceUrl)
  assert.deepEqual([whole.status, whole.headers.get('cache-control')], [200, 'private, no-store'])
  for (const name of [`${'0'.repeat(32)}-960.jpg`]) await assertProblem(await as(null, `${service.url}/cover/${name}`), 'file_not_found')
  for (const name of ['x', `${'0'.repeat(32)}-961.jpg`, `${'0'.repeat(32)}-960.svg`, `${'0'.repeat(32)}-source.jpg`])
    await assertProblem(await as(null, `${service.url}/cover/${name}`), 'invalid_input')

  await service.sql`update blob set damaged_at = now() where sha256 in (
    select i.sha256 from cover c join cover_image i on i.cover_id = c.id where c.project_id = ${draft.id} and kind = '960.jpg')`
  await assertProblem(await as(null, cover.url), 'file_damaged')
})
