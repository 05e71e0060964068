import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ImportReport } from '#contract/console/spreadsheet.ts'
import { sheetOfProjects } from '#tests/support/sample/sheets.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { share } from '#tests/support/tier.ts'

// A sheet of realistic size with faults; bench/spreadsheet.bench.ts measures one with five thousand rows.
const PROJECTS = share(1000)
const FAULTY = share(60)

let service: TestService
let token: string
before(async () => {
  service = await startService()
  token = (await signIn(service, 'curator')).accessToken
})
after(() => service.close())

async function send(bytes: Buffer, mode: 'try' | 'do'): Promise<ImportReport> {
  const form = new FormData()
  form.append('mode', mode)
  form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'projects.xlsx')
  const response = await fetch(`${service.url}/console/import/project`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as ImportReport
}

test('a large sheet: each faulty row is reported, nothing is written; corrected, its projects are found immediately', async () => {
  const { sql } = service
  const [tag] = await sql`select name from tag order by id limit 1`
  const { bytes, repaired, faults } = sheetOfProjects(PROJECTS, FAULTY, tag!.name)
  const written = async () =>
    (
      await sql`select (select count(*)::int from project) as projects, (select count(*)::int from project_tag) as tags,
      (select coalesce(max(id), 0)::int from change) as changes, (select count(*)::int from audit_event) as audit`
    )[0]
  const before = await written()
  for (const mode of ['try', 'do'] as const) {
    const report = await send(bytes, mode)
    assert.deepEqual([report.isDone, report.counts], [false, { create: PROJECTS - FAULTY, change: 0, same: 0, refuse: FAULTY }])
    const refused = report.rows.filter(({ what }) => what === 'refuse')
    assert.deepEqual(
      refused.map(({ row }) => row),
      faults.map(({ row }) => row),
    )
    for (const [index, { faults: reported }] of refused.entries()) {
      assert.deepEqual(
        reported.map(({ column }) => column),
        [faults[index]!.column],
      )
      assert.match(reported[0]!.message, faults[index]!.sentence)
    }
    assert.deepEqual(await written(), before)
  }
  assert.equal((await send(repaired, 'do')).isDone, true)
  const answer = await fetch(`${service.url}/project/findmany`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filters: { text: 'zolotisty' } }),
  })
  assert.equal(((await answer.json()) as { total: number }).total, PROJECTS)
  assert.deepEqual((await send(repaired, 'try')).counts, { create: 0, change: 0, same: PROJECTS, refuse: 0 })
})
