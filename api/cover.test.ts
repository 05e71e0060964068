import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { createProject, getConsoleProject, setProjectState } from '#contract/console/project.ts'
import { getProfile } from '#contract/profile.ts'
import { findProjects } from '#contract/project.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { greyPng } from '#tests/support/sample/png.ts'
import { sample, test as slowTest } from '#tests/support/tier.ts'
import { coverFrom, sendCover, twoColours, useCovers } from '#tests/support/world/cover.ts'

const { service, curator, boris, slug, put, idOf, audited, shown } = useCovers()

describe('uploadCover', () => {
  test('an uploaded cover is in lists, on the page, in profiles and in the console and in the audit log', async () => {
    assert.equal(await shown(), null)
    const cover = await coverFrom(await put(curator, { alt: '  A museum\n hall ', focalX: '20', focalY: '30' }, await twoColours()))
    const { focalX, focalY, sourceUrl, ...seen } = cover
    assert.deepEqual([seen.alt, seen.width, seen.height, focalX, focalY], ['A museum hall', 960, 540, 20, 30])
    assert.match(seen.url, new RegExp(`^${service.app.apiUrl}/cover/[0-9a-f]{32}-960\\.jpg$`))
    assert.match(sourceUrl, /-source\.webp$/)
    assert.deepEqual(await shown(), seen)
    const { projects } = await service.call(findProjects, { body: { filters: { text: 'museum pocket guide' } } })
    assert.deepEqual(projects.find((one) => one.slug === slug)!.cover, seen)
    assert.deepEqual((await boris(getProfile)).projects.find((one) => one.slug === slug)!.cover, seen)
    assert.deepEqual((await curator(getConsoleProject, { params: { id: String(await idOf(slug)) } })).cover, cover)
    assert.deepEqual((await audited(slug)).at(-1), ['uploadCover', { alt: [null, 'A museum hall'] }])

    const before = (await audited(slug)).length
    assert.deepEqual(await coverFrom(await put(curator, { alt: 'A museum hall', focalX: '20', focalY: '30' }, await twoColours())), cover)
    assert.equal((await audited(slug)).length, before, 'the same picture again changes nothing')
  })

  test('a cover without a text, without a file, of another type or too large is refused, and nothing is stored', async () => {
    const before = await service.sql`select count(*)::int as count from cover`
    const bytes = await twoColours()
    for (const alt of ['', '   ', '\u200b']) await assertProblem(await put(curator, { alt }, bytes), 'invalid_input')
    await assertProblem(await put(curator, {}, bytes), 'invalid_input')
    await assertProblem(await put(curator, { alt: 'x'.repeat(301) }, bytes), 'invalid_value')
    for (const focalX of ['-1', '101', 'left', '1e1'])
      assert.ok([400, 422].includes((await put(curator, { alt: 'x', focalX }, bytes)).status), focalX)
    await assertProblem(await put(curator, { alt: 'x' }, null), 'file_missing')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
    for (const bad of sample([svg, Buffer.from('x'), bytes.subarray(0, 60), greyPng(14_000, 14_000, 1)], ({ length }) => `${length} bytes`))
      await assertProblem(await put(curator, { alt: 'x' }, bad), 'image_refused')
    await assertProblem(await put(curator, { alt: 'x' }, Buffer.alloc(10 * 1024 * 1024 + 1)), 'file_too_large')
    await assertProblem(await put(null, { alt: 'x' }, bytes), 'not_signed_in')
    assert.deepEqual(await service.sql`select count(*)::int as count from cover`, before)
  })

  slowTest('the space of a project is limited, covers included', async () => {
    const project = await curator(createProject, { body: { name: 'Full' } })
    await service.sql`
      with cover as (
        insert into cover (project_id, hash, alt, thumb_hash) values (${project.id}, ${'0'.repeat(32)}, 'x', '') returning id
      ) insert into cover_image (cover_id, kind, sha256, size) select id, 'source', ${'0'.repeat(64)}, 209715200 from cover`
    await assertProblem(await put(curator, { alt: 'x' }, await twoColours(64, 64), project.slug), 'project_files_full')
  })
})

describe('getCover', () => {
  slowTest('pictures are immutable, public for published projects only, and the whole picture is for those who may change it', async () => {
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
})
