import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { getConsoleProject, updateProject } from '#contract/console/project.ts'
import { deleteCover, updateCover } from '#contract/cover.ts'
import { getProject } from '#contract/project.ts'
import { coverFrom, sendCover, twoColours } from '#tests/support/cover.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

// vera is a member and boris an administrator of the team that works on this project; gleb is in no team.
const slug = 'museum-pocket-guide'
const folder = mkdtempSync(join(tmpdir(), 'projectory-cover-'))
let curator: Awaited<ReturnType<typeof callAs>>
let boris: Awaited<ReturnType<typeof callAs>>
const { service } = useService({ env: { DATA_DIR: folder } })
before(async () => {
  await service.sql`update project set team_may_change_cover = false where slug = ${slug}`
  curator = await callAs(service, 'curator')
  boris = await callAs(service, 'boris')
})
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

test('admins of the working team change the cover only where a curator allows it', async () => {
  const [vera, gleb] = [await callAs(service, 'vera'), await callAs(service, 'gleb')]
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
