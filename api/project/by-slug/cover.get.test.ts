import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deleteCover, getEditedCover, updateCover } from '#contract/cover.ts'
import { coverFrom, sendCover, twoColours } from '#tests/support/cover.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

// boris is an administrator of the team that works on this project; gleb is in no team.
const slug = 'museum-pocket-guide'
const folder = mkdtempSync(join(tmpdir(), 'projectory-cover-'))
const { service } = useService({ env: { DATA_DIR: folder } })
before(async () => {
  await service.sql`update project set team_may_change_cover = false where slug = ${slug}`
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})

test('those who may change a cover read its focal point and the whole picture; others are refused', async () => {
  const [curator, boris, gleb] = [await callAs(service, 'curator'), await callAs(service, 'boris'), await callAs(service, 'gleb')]
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
