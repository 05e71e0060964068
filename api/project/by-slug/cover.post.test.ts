import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createProject, getConsoleProject } from '#contract/console/project.ts'
import { getProfile } from '#contract/profile.ts'
import { findProjects, getProject } from '#contract/project.ts'
import { coverFrom, sendCover, twoColours } from '#tests/support/cover.ts'
import { greyPng } from '#tests/support/png.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { sample } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'

// vera is a member and boris an administrator of the team that works on this project; gleb is in no team.
const slug = 'museum-pocket-guide'
const folder = mkdtempSync(join(tmpdir(), 'projectory-cover-'))
const { service, curator, boris } = useService({ people: ['curator', 'boris'], env: { DATA_DIR: folder } })
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const put = (who: typeof curator | null, fields: Record<string, string>, bytes: Buffer | null, to = slug, language = 'en') =>
  sendCover(service, who, to, { fields, bytes, language })
const idOf = async (at: string) => ((await service.sql`select id from project where slug = ${at}`)[0] as { id: number }).id
const audited = async (at: string) =>
  (await service.sql`select action, detail from audit_event where target = ${`project ${await idOf(at)}`} order by seq`).map((row) => [
    row.action,
    row.detail,
  ])
const shown = async () => (await service.call(getProject, { params: { slug } })).project.cover

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

test('the space of a project is limited, covers included', async () => {
  const project = await curator(createProject, { body: { name: 'Full' } })
  await coverFrom(await put(curator, { alt: 'x' }, await twoColours(), project.slug))
  await service.sql`update cover_image set size = 209715200 where kind = 'source' and cover_id = (select id from cover where project_id = ${project.id})`
  await assertProblem(await put(curator, { alt: 'x' }, await twoColours(64, 64), project.slug), 'project_files_full')
})
