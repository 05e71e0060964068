import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { createProject, getConsoleProject, setProjectState, updateProject } from '#contract/console/project.ts'
import { deleteCover, EditedCover, updateCover } from '#contract/cover.ts'
import { getProfile } from '#contract/profile.ts'
import { findProjects, getProject } from '#contract/project.ts'
import { greyPng } from '#tests/support/png.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { assertShape, refused } from '#tests/support/strict-client.ts'

// vera is a member and boris an administrator of the team that works on this project; gleb is in no team.
const slug = 'museum-pocket-guide'
const folder = mkdtempSync(join(tmpdir(), 'projectory-cover-'))
let service: TestService
let curator: Awaited<ReturnType<typeof callAs>>
let boris: Awaited<ReturnType<typeof callAs>>
before(async () => {
  service = await startService({ env: { DATA_DIR: folder } })
  curator = await callAs(service, 'curator')
  boris = await callAs(service, 'boris')
  await service.sql`delete from cover`
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

// Red on the left, green on the right.
const picture = (width = 320, height = 90) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: { create: { width: width / 2, height, channels: 3, background: 'lime' } }, left: width / 2, top: 0 }])
    .png()
    .toBuffer()

type Fields = Record<string, string>
async function put(who: { tokens: { accessToken: string } } | null, fields: Fields, bytes: Buffer | null, to = slug, language = 'en') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (bytes) form.set('files', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'cover.png')
  const headers: Record<string, string> = {
    'accept-language': language,
    ...(who ? { authorization: `Bearer ${who.tokens.accessToken}` } : {}),
  }
  return fetch(`${service.url}/project/${to}/cover`, { method: 'POST', headers, body: form })
}
async function coverFrom(response: Response): Promise<EditedCover> {
  assert.equal(response.status, 200, await response.clone().text())
  const cover = (await response.json()) as EditedCover
  assertShape(EditedCover, cover, 'the answer')
  return cover
}
const idOf = async (at: string) => ((await service.sql`select id from project where slug = ${at}`)[0] as { id: number }).id
const audited = async (at: string) =>
  (await service.sql`select action, detail from audit_event where target = ${`project ${await idOf(at)}`} order by seq`).map((row) => [
    row.action,
    row.detail,
  ])
const shown = async () => (await service.call(getProject, { params: { slug } })).project.cover

test('an uploaded cover is in lists, on the page, in profiles and in the console, and every change is recorded', async () => {
  assert.equal(await shown(), null)
  const cover = await coverFrom(await put(curator, { alt: '  A museum\n hall ', focalX: '20', focalY: '30' }, await picture()))
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
  assert.deepEqual(await coverFrom(await put(curator, { alt: 'A museum hall', focalX: '20', focalY: '30' }, await picture())), cover)
  assert.equal((await audited(slug)).length, before, 'the same picture again changes nothing')

  const renamed = await curator(updateCover, { params: { slug }, body: { alt: 'Another text' } })
  assert.deepEqual(renamed, { ...cover, alt: 'Another text' })
  assert.deepEqual((await audited(slug)).at(-1), ['updateCover', { alt: ['A museum hall', 'Another text'] }])

  const moved = await curator(updateCover, { params: { slug }, body: { focalX: 100 } })
  assert.notEqual(moved.url, cover.url)
  assert.deepEqual([moved.alt, moved.focalX, moved.focalY], ['Another text', 100, 30])
  assert.deepEqual((await audited(slug)).at(-1), ['updateCover', { focalX: [20, 100] }])
  const colour = async (url: string) =>
    (
      await sharp(Buffer.from(await (await fetch(url)).arrayBuffer()))
        .raw()
        .toBuffer()
    ).subarray(0, 3)
  assert.ok((await colour(moved.url))[1]! > 200, 'the right half is green')
  assert.equal((await fetch(cover.url)).status, 404, 'the replaced picture is not served')
  assert.deepEqual(await curator(updateCover, { params: { slug }, body: {} }), moved)

  await curator(deleteCover, { params: { slug } })
  assert.equal(await shown(), null)
  assert.equal((await fetch(moved.url)).status, 404)
  assert.deepEqual((await audited(slug)).at(-1), ['deleteCover', { alt: ['Another text', null] }])
  const count = (await audited(slug)).length
  await curator(deleteCover, { params: { slug } })
  assert.equal((await audited(slug)).length, count)
  await refused('cover_missing', curator(updateCover, { params: { slug }, body: { alt: 'x' } }))
})

test('admins of the working team change the cover only where a curator allows it', async () => {
  const [vera, gleb] = [await callAs(service, 'vera'), await callAs(service, 'gleb')]
  const bytes = await picture(64, 64)
  await assertProblem(await put(boris, { alt: 'Ours' }, bytes), 'cover_locked')
  await assertProblem(await put(boris, { alt: 'Ours' }, bytes, slug, 'ru'), 'cover_locked', 'ru')
  await refused('cover_locked', boris(deleteCover, { params: { slug } }))
  const id = String(await idOf(slug))
  const { name } = await curator(getConsoleProject, { params: { id } })
  await curator(updateProject, { params: { id }, body: { name, teamMayChangeCover: true } })
  assert.deepEqual((await audited(slug)).at(-1), ['updateProject', { teamMayChangeCover: [false, true] }])
  assert.equal((await service.call(getProject, { params: { slug } })).project.teamMayChangeCover, true)
  assert.equal((await coverFrom(await put(boris, { alt: 'Ours' }, bytes))).alt, 'Ours')
  assert.equal((await boris(updateCover, { params: { slug }, body: { alt: 'Ours too' } })).alt, 'Ours too')
  for (const who of [vera, gleb]) {
    await assertProblem(await put(who, { alt: 'x' }, bytes), 'not_working_on_it')
    await refused('not_working_on_it', who(updateCover, { params: { slug }, body: { alt: 'x' } }))
    await refused('not_working_on_it', who(deleteCover, { params: { slug } }))
  }
  await refused('project_not_found', boris(updateCover, { params: { slug: 'no-such-project' }, body: { alt: 'x' } }))
  await boris(deleteCover, { params: { slug } })
  await curator(updateProject, { params: { id }, body: { name, teamMayChangeCover: false } })
  await refused('cover_locked', boris(updateCover, { params: { slug }, body: { alt: 'x' } }))
})

test('pictures are immutable, public for published projects only, and the whole picture is for those who may change it', async () => {
  const draft = await curator(createProject, { body: { name: 'Secret bridge' } })
  const cover = await coverFrom(await put(curator, { alt: 'A bridge' }, await picture(), draft.slug))
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

test('a cover without a text, without a file, of another type or too large is refused, and nothing is stored', async () => {
  const before = await service.sql`select count(*)::int as count from cover`
  const bytes = await picture()
  for (const alt of ['', '   ', '\u200b']) await assertProblem(await put(curator, { alt }, bytes), 'invalid_input')
  await assertProblem(await put(curator, {}, bytes), 'invalid_input')
  await assertProblem(await put(curator, { alt: 'x'.repeat(301) }, bytes), 'invalid_value')
  for (const focalX of ['-1', '101', 'left', '1e1'])
    assert.ok([400, 422].includes((await put(curator, { alt: 'x', focalX }, bytes)).status), focalX)
  await assertProblem(await put(curator, { alt: 'x' }, null), 'file_missing')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
  for (const bad of [svg, Buffer.from('x'), bytes.subarray(0, 60), greyPng(14_000, 14_000, 1)])
    await assertProblem(await put(curator, { alt: 'x' }, bad), 'image_refused')
  await assertProblem(await put(curator, { alt: 'x' }, Buffer.alloc(10 * 1024 * 1024 + 1)), 'file_too_large')
  await assertProblem(await put(null, { alt: 'x' }, bytes), 'not_signed_in')
  assert.deepEqual(await service.sql`select count(*)::int as count from cover`, before)
})

test('the space of a project is limited, covers included', async () => {
  const project = await curator(createProject, { body: { name: 'Full' } })
  await coverFrom(await put(curator, { alt: 'x' }, await picture(), project.slug))
  await service.sql`update cover_image set size = 209715200 where kind = 'source' and cover_id = (select id from cover where project_id = ${project.id})`
  await assertProblem(await put(curator, { alt: 'x' }, await picture(64, 64), project.slug), 'project_files_full')
})

test('a cover that another person replaces while it is cropped again is kept', async (t) => {
  const project = await curator(createProject, { body: { name: 'Two curators' } })
  const at = { slug: project.slug }
  await coverFrom(await put(curator, { alt: 'First' }, await picture(), project.slug))
  const { make } = service.app.covers
  t.after(() => Object.assign(service.app.covers, { make }))
  let isReplaced = false
  service.app.covers.make = async (...given) => {
    const made = await make(...given)
    if (!isReplaced) {
      isReplaced = true
      await coverFrom(await put(curator, { alt: 'Second' }, await picture(128, 128), project.slug))
    }
    return made
  }
  await refused('precondition_failed', curator(updateCover, { params: at, body: { focalX: 0 } }))
  assert.equal((await curator(getConsoleProject, { params: { id: String(project.id) } })).cover!.alt, 'Second')
})
