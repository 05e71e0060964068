import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { createProject, getConsoleProject } from '#contract/console/project.ts'
import { updateCover } from '#contract/cover.ts'
import { coverFrom, sendCover, twoColours } from '#tests/support/cover.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

// vera is a member and boris an administrator of the team that works on this project; gleb is in no team.
const slug = 'museum-pocket-guide'
const folder = mkdtempSync(join(tmpdir(), 'projectory-cover-'))
const { service, curator } = useService({ people: ['curator'], env: { DATA_DIR: folder } })
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

test('text and focal point are changed and recorded; another focal point makes another picture', async () => {
  await refused('cover_missing', curator(updateCover, { params: { slug }, body: { alt: 'x' } }))
  const cover = await coverFrom(await put(curator, { alt: 'A museum hall', focalX: '20', focalY: '30' }, await twoColours()))
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
})

test('a cover that another person replaces while it is cropped again is kept', async (t) => {
  const project = await curator(createProject, { body: { name: 'Two curators' } })
  const at = { slug: project.slug }
  await coverFrom(await put(curator, { alt: 'First' }, await twoColours(), project.slug))
  const { make } = service.app.covers
  t.after(() => Object.assign(service.app.covers, { make }))
  let isReplaced = false
  service.app.covers.make = async (...given) => {
    const made = await make(...given)
    if (!isReplaced) {
      isReplaced = true
      await coverFrom(await put(curator, { alt: 'Second' }, await twoColours(128, 128), project.slug))
    }
    return made
  }
  await refused('precondition_failed', curator(updateCover, { params: at, body: { focalX: 0 } }))
  assert.equal((await curator(getConsoleProject, { params: { id: String(project.id) } })).cover!.alt, 'Second')
})
