import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { createProject, getConsoleProject, updateProject } from '#contract/console/project.ts'
import { deleteCover, getEditedCover, updateCover } from '#contract/cover.ts'
import { getProject } from '#contract/project.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { refused } from '#tests/support/strict-client.ts'
import { test as slowTest } from '#tests/support/tier.ts'
import { coverFrom, sendCover, twoColours, useCovers } from '#tests/support/world/cover.ts'

const { service, curator, boris, vera, gleb, slug, put, idOf, audited, shown } = useCovers()

describe('updateCover', () => {
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

  slowTest('a cover that another person replaces while it is cropped again is kept', async (t) => {
    const project = await curator(createProject, { body: { name: 'Two curators' } })
    const at = { slug: project.slug }
    await coverFrom(await put(curator, { alt: 'First' }, await twoColours(), project.slug))
    const { make } = service.app.images.covers
    t.after(() => Object.assign(service.app.images.covers, { make }))
    let isReplaced = false
    service.app.images.covers.make = async (...given) => {
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
})

describe('getEditedCover', () => {
  before(async () => {
    await service.sql`update project set team_may_change_cover = false where slug = ${slug}`
  })

  test('those who may change a cover read its focal point and the whole picture; others are refused', async () => {
    await curator(deleteCover, { params: { slug } })
    await refused('cover_missing', curator(getEditedCover, { params: { slug } }))
    const sent = await coverFrom(
      await sendCover(service, curator, slug, { fields: { alt: 'A hall', focalX: '20', focalY: '50' }, bytes: await twoColours() }),
    )
    assert.deepEqual(await curator(getEditedCover, { params: { slug } }), sent)
    await refused('cover_locked', boris(getEditedCover, { params: { slug } }))
    await service.sql`update project set team_may_change_cover = true where slug = ${slug}`
    assert.equal((await boris(getEditedCover, { params: { slug } })).focalX, 20)
    await boris(updateCover, { params: { slug }, body: { focalX: 80 } })
    assert.equal((await boris(getEditedCover, { params: { slug } })).focalX, 80)
    await refused('not_working_on_it', gleb(getEditedCover, { params: { slug } }))
    await refused('project_not_found', curator(getEditedCover, { params: { slug: 'no-such-project' } }))
  })
})

describe('deleteCover', () => {
  before(async () => {
    await service.sql`update project set team_may_change_cover = false where slug = ${slug}`
  })

  test('a removed cover is neither listed nor served, and removing it again changes nothing', async () => {
    const cover = await coverFrom(await put(curator, { alt: 'A hall' }, await twoColours()))
    const headers = { authorization: `Bearer ${curator.tokens.accessToken}`, 'if-match': '"older"' }
    await assertProblem(await fetch(`${service.url}/project/${slug}/cover`, { method: 'DELETE', headers }), 'precondition_failed')
    await curator(deleteCover, { params: { slug } })
    assert.equal(await shown(), null)
    assert.equal((await fetch(cover.url)).status, 404)
    assert.deepEqual((await audited(slug)).at(-1), ['deleteCover', { alt: ['A hall', null] }])
    const count = (await audited(slug)).length
    await curator(deleteCover, { params: { slug } })
    assert.equal((await audited(slug)).length, count)
  })

  slowTest('admins of the working team change the cover only where a curator allows it', async () => {
    const bytes = await twoColours(64, 64)
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
})
