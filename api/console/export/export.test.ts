import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ImportReport, sheetFormats, sheetKinds } from '#contract/console/spreadsheet.ts'
import { columns } from '#spreadsheet/column/columns.ts'
import { readSheet } from '#spreadsheet/read/read.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { sessionOf } from '#tests/support/sign-in.ts'
import { sample } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'

const tokens: Record<string, string> = {}
const folder = mkdtempSync(join(tmpdir(), 'projectory-export-'))
const { service } = useService()
before(async () => {
  for (const login of ['curator', 'admin']) tokens[login] = (await sessionOf(service, login)).accessToken
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, login = 'admin') =>
  fetch(`${service.url}/console/export/${path}`, { headers: { authorization: `Bearer ${tokens[login]}` } })

async function tried(kind: string, bytes: Uint8Array): Promise<ImportReport> {
  const form = new FormData()
  form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'sheet')
  const response = await fetch(`${service.url}/console/import/${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}` },
    body: form,
  })
  assert.equal(response.status, 200, await response.clone().text())
  return response.json() as Promise<ImportReport>
}

test('every kind can be exported in every format and imported again without changes', async () => {
  const { sql } = service
  // Unusual but possible stored values.
  await sql`update project set description = ${`=1+1\r\n"x"; 'y' \u202e🙂 _x000D_ ${'я'.repeat(40_000)}`}, client = '  0012 ', curator = '-5',
    developer_requirements = ${['a; b', '"q"', 'two\nlines', ' x ', '=1']} where slug = (select min(slug) from project)`
  await sql`update tag set description = '@sum', name_ru = ' +1' where id = (select min(id) from tag)`
  await sql`update role set aliases = ${['a;b', '00', '', '"']} where id = (select min(id) from role)`
  await sql`update person set phone = '+1', name = E'a\tb' where login = 'gleb'`
  await sql`insert into synonym (kind, words, expands_to) values ('two-way', ${['a;b', '"q"', '=1', 'one\ntwo']}, '{}'), ('two-way', ${['a;b', 'ю\u202eя']}, '{}'),
    ('one-way', ${['same']}, ${['x']}), ('one-way', ${['same']}, ${['y']})`
  await sql`insert into team (name, description) values ('=empty', E'x\ny')`
  await sql`insert into round (slug, name, mode, opens_at, closes_at, first_day, last_day) values ('new', ' =1+1; "x"', 'direct', '2026-03-29 01:00:30.5Z', '2026-03-29 01:00:31Z', '2026-03-29', '2026-03-29'),
    ('odd', '-5', 'ranked', null, '2026-12-31 23:59:59.999Z', null, null)`
  await sql`update project set round_id = (select id from round where slug = 'odd') where slug in (select slug from project order by slug limit 3)`
  const counts = {
    project: 'project',
    team: 'member',
    round: 'round',
    person: 'person where deleted_at is null',
    tag: 'tag',
    role: 'role',
    synonym: 'synonym',
  }
  for (const kind of sample(sheetKinds)) {
    const [{ count }] = (await sql.unsafe(`select count(*)::int as count from ${counts[kind]}`)) as unknown as [{ count: number }]
    const expected = kind === 'team' ? count + 1 : count
    for (const format of sheetFormats) {
      const response = await get(`${kind}?format=${format}`)
      assert.equal(response.status, 200)
      assert.match(response.headers.get('content-disposition')!, new RegExp(`attachment.*${kind}-\\d{4}-\\d\\d-\\d\\d\\.${format}`))
      const bytes = new Uint8Array(await response.arrayBuffer())
      const report = await tried(kind, bytes)
      assert.deepEqual(
        report.counts,
        { create: 0, change: 0, refuse: 0, same: expected },
        `${kind} ${format} ${JSON.stringify(report.rows.filter(({ what }) => what !== 'same').slice(0, 5), null, 1)}`,
      )
    }
  }
})

test('the default format is XLSX, with the columns in order', async () => {
  const response = await get('project', 'curator')
  assert.equal(response.headers.get('content-type'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const path = join(folder, 'sheet')
  writeFileSync(path, new Uint8Array(await response.arrayBuffer()))
  const { heads, lines } = await readSheet(path)
  assert.deepEqual(
    heads.filter((head) => !head.endsWith('+')),
    columns.project.map(({ key }) => key),
  )
  const [{ count }] = (await service.sql`select count(*)::int as count from project`) as unknown as [{ count: number }]
  assert.equal(lines.length, count)
})

test('a template has the columns and one row that can be imported', async () => {
  for (const kind of sheetKinds) {
    const response = await get(`${kind}?format=xlsx&template=true`)
    assert.match(response.headers.get('content-disposition')!, new RegExp(`${kind}-template\\.xlsx`))
    const { counts } = await tried(kind, new Uint8Array(await response.arrayBuffer()))
    assert.deepEqual({ refuse: counts.refuse, rows: counts.create + counts.change + counts.same }, { refuse: 0, rows: 1 }, kind)
  }
})

test('only administrators who signed in recently can export people', async () => {
  const turnedAway = await get('person', 'curator')
  assert.match(turnedAway.headers.get('www-authenticate')!, /insufficient_scope/)
  await assertProblem(turnedAway, 'not_permitted')
  const [entry] = await service.sql`select action, target from audit_event order by seq desc limit 1`
  assert.deepEqual({ ...entry }, { action: 'authz_denied', target: 'exportSheet' })
  assert.equal((await get('team', 'curator')).status, 200)
  await assertProblem(await get('project?format=pdf', 'curator'), 'invalid_value')
  await service.sql`update auth.session set auth_time = auth_time - interval '13 hours'`
  await service.sql`insert into change (kind, key) values ('everything', 0)`
  let answer = await get('person', 'admin')
  for (let tries = 0; answer.status === 200 && tries < 100; tries++) answer = await get('person', 'admin') // sessions are cached briefly
  assert.match(answer.headers.get('www-authenticate')!, /max_age=43200/)
  await assertProblem(answer, 'sign_in_again')
})
