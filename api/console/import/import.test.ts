import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { getImportProgress, type ImportReport, ImportReport as Report, type SheetKind } from '#contract/console/spreadsheet.ts'
import type { TransactionSql } from '#database/sql.ts'
import { readCsv } from '#spreadsheet/read/csv.ts'
import { findBrokenAudit } from '#store/audit/insert.ts'
import { lockSlugs } from '#store/project/change.ts'
import { lockTeamNames } from '#store/team/change.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { patient } from '#tests/support/service.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { test, testPart } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'

const tokens: Record<string, string> = {}
const { service } = useService({ connection: patient })
before(async () => {
  for (const login of ['curator', 'admin']) tokens[login] = (await sessionOf(service, login)).accessToken
})

type Sending = { mode?: 'try' | 'do'; as?: string; language?: string; key?: string; ticket?: string; path?: string; name?: string }

function send(
  kind: string,
  content: string | Uint8Array | null,
  { mode, as = 'admin', language = 'en', key, ticket, path = '', name = 'sheet.csv' }: Sending = {},
) {
  const form = new FormData()
  if (mode) form.append('mode', mode)
  if (ticket) form.append('ticket', ticket)
  if (content !== null) form.append('files', new Blob([content as string]), name)
  const headers = { authorization: `Bearer ${tokens[as]}`, 'accept-language': language, ...(key ? { 'idempotency-key': key } : {}) }
  return fetch(`${service.url}/console/import/${kind}${path}`, { method: 'POST', headers, body: form })
}

const exported = (kind: SheetKind) =>
  fetch(`${service.url}/console/export/${kind}`, { headers: { authorization: `Bearer ${tokens.admin}` } })

async function runImport(kind: SheetKind, content: string | Uint8Array, sending: Sending = { mode: 'do' }): Promise<ImportReport> {
  const response = await send(kind, content, sending)
  assert.equal(response.status, 200, await response.clone().text())
  const report = (await response.json()) as ImportReport
  assertShape(Report, report, 'the report')
  return report
}
const done = async (kind: SheetKind, content: string): Promise<ImportReport> => {
  const report = await runImport(kind, content)
  assert.ok(report.isDone, JSON.stringify(report.rows.flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault })))))
  return report
}
/** "3 dateEnd: 2026-02-30 is not a date. …" for each fault, by its row */
const faultsOf = (report: ImportReport): string[] =>
  report.rows.flatMap(({ row, faults }) => faults.map(({ column, message }) => `${row} ${column}: ${message}`))
const refused = async (kind: SheetKind, content: string, language = 'en'): Promise<string[]> => {
  const report = await runImport(kind, content, { mode: 'do', language })
  assert.equal(report.isDone, false)
  return faultsOf(report)
}
const state = async () => {
  const [row] = await service.sql`
    select (select count(*)::int from project) as projects, (select count(*)::int from team) as teams, (select count(*)::int from member) as members,
      (select count(*)::int from person) as people, (select count(*)::int from tag) as tags, (select count(*)::int from role) as roles,
      (select count(*)::int from outbox) as mails, (select count(*)::int from audit_event) as audit, (select coalesce(max(id), 0)::int from change) as changes`
  return row!
}
const found = async (text: string): Promise<string[]> => {
  const answer = await fetch(`${service.url}/project/findmany`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filters: { text } }),
  })
  return ((await answer.json()) as { projects: { slug: string }[] }).projects.map(({ slug }) => slug)
}
const audits = () => service.sql`select action, actor_id, target, detail from audit_event where action = 'importSheet' order by seq`

testPart('projects: the dry run saves nothing; the import is visible at once and in the audit log', async () => {
  const { sql } = service
  const [tag] = await sql`select name from tag order by id limit 1`
  const sheet = `Название;Состояние;Краткое описание;Дата начала;Дата окончания;Места;Теги;Требования к проекту\r
Загружаемый маяк;опубликован;Свет над рекой;01.03.2027;2027-06-30;2;${tag!.name};"Тихо; Надёжно"\r
Загружаемый порт;;;;;;;\r
`
  const before = await state()
  const tried = await runImport('project', sheet, { mode: 'try' })
  assert.deepEqual(
    { isDone: tried.isDone, counts: tried.counts, isCut: tried.isCut },
    { isDone: false, counts: { create: 2, change: 0, same: 0, refuse: 0 }, isCut: false },
  )
  assert.deepEqual(await state(), before)
  assert.deepEqual(await runImport('project', sheet, {}), tried) // dry run is the default
  assert.deepEqual(
    tried.rows[0]!.changes.map(({ column, before, after }) => [column, before, after]),
    [
      ['slug', null, 'zagruzhaemy-mayak'],
      ['name', null, 'Загружаемый маяк'],
      ['state', null, 'published'],
      ['shortDescription', null, 'Свет над рекой'],
      ['dateStart', null, '2027-03-01'],
      ['dateEnd', null, '2027-06-30'],
      ['teamLimit', null, '2'],
      ['projectRequirements', null, 'Тихо; Надёжно'],
      ['tags', null, tag!.name],
    ],
  )
  const report = await done('project', sheet)
  assert.deepEqual(report.counts, tried.counts)
  assert.deepEqual(await found('маяк'), ['zagruzhaemy-mayak'])
  const [row] =
    await sql`select p.*, array(select name from tag join project_tag on tag_id = tag.id where project_id = p.id) as tags from project p where slug = 'zagruzhaemy-mayak'`
  assert.deepEqual(
    [row!.state, row!.date_start, row!.team_limit, row!.project_requirements, row!.tags, row!.published_at !== null],
    ['published', '2027-03-01', 2, ['Тихо', 'Надёжно'], [tag!.name], true],
  )
  const [draft] = await sql`select state, published_at from project where slug = 'zagruzhaemy-port'`
  assert.deepEqual({ ...draft }, { state: 'draft', published_at: null })
  const [audit] = (await audits()).slice(-1)
  assert.deepEqual(
    { ...audit },
    {
      action: 'importSheet',
      actor_id: await personOf(sql, 'admin'),
      target: 'import project',
      detail: { created: 2, changed: 0, same: 0, format: 'csv' },
    },
  )
  assert.equal(await findBrokenAudit(sql), undefined)
  // Again: matched by name, no changes, no audit entry.
  const known = await state()
  assert.deepEqual((await done('project', sheet)).counts, { create: 0, change: 0, same: 2, refuse: 0 })
  assert.deepEqual(await state(), known)
})

testPart('the report has values before and after; omitted columns and keys are not changed', async () => {
  await done(
    'project',
    'slug,name,client,description,teamLimit,related\nbefore-after,Before,Acme,Long text,3,\nother-one,Other,,,,before-after\n',
  )
  const { rows } = await done('project', 'slug,client,teamLimit,name\nbefore-after,,4,Before\n')
  assert.deepEqual(rows[0]!.changes, [
    { column: 'client', before: 'Acme', after: null },
    { column: 'teamLimit', before: '3', after: '4' },
  ])
  await done('project', '[{"slug":"before-after","name":"After"}]')
  const [row] = await service.sql`select name, client, description, team_limit from project where slug = 'before-after'`
  assert.deepEqual({ ...row }, { name: 'After', client: null, description: 'Long text', team_limit: 4 })
})

test('a former slug finds the project and does not rename it', async () => {
  const { sql } = service
  await addProject(sql, 'first-address')
  await sql`update project set slug = 'second-address' where slug = 'first-address'`
  await done('project', 'slug,name,client\nfirst-address,Wanted,New client\n')
  const rows = await sql`select slug, client from project where slug in ('first-address', 'second-address')`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ slug: 'second-address', client: 'New client' }],
  )
})

testPart('every error in a project is reported with row and column, and nothing is saved', async () => {
  const { sql } = service
  const id = await addProject(sql, 'busy-one')
  await addTeam(sql, 'At work').then((team) => sql`insert into assignment (team_id, project_id) values (${team}, ${id})`)
  await addProject(sql, 'twin-a')
  await addProject(sql, 'twin-b')
  await sql`update project set name = 'Twin' where slug like 'twin-%'`
  await addProject(sql, 'taken-back')
  await sql`update project set state = 'withdrawn' where slug = 'taken-back'`
  const before = await state()
  const lines: [string, string][] = [
    ['good-one,Good,,,,,,,', ''],
    ['bad-date,Bad date,,2026-02-30,,,,,', '3 dateStart: 2026-02-30 is not a date. Write it like 2026-09-01 or 1 Sep 2026.'],
    [
      'bad-order,Bad order,,2026-03-01,2026-02-01,,,,',
      '4 dateEnd: The end date can’t be before the start date, and enrollment can’t end after the project.',
    ],
    [
      'bad-end,Bad end,,,2026-02-01,2026-02-02,,,',
      '5 enrollmentEnd: The end date can’t be before the start date, and enrollment can’t end after the project.',
    ],
    ['bad-limit,Bad limit,,,,,1.5,,', '6 teamLimit: 1.5 is not a whole number from 0 to 1000.'],
    [
      'Bad Slug,Bad slug,,,,,,,',
      '7 slug: “Bad Slug” is not a valid URL name. Use lower-case Latin letters, digits and single hyphens, up to 80 characters. Reserved: “active”, “new”, “findmany”, “results”, “links”, “file-type”.',
    ],
    [
      'findmany,Reserved,,,,,,,',
      '8 slug: “findmany” is not a valid URL name. Use lower-case Latin letters, digits and single hyphens, up to 80 characters. Reserved: “active”, “new”, “findmany”, “results”, “links”, “file-type”.',
    ],
    ['no-name,,,,,,,,', '9 name: This field is required.'],
    ['bad-tag,Bad tag,,,,,,Ecollogy; Nope,', '10 tags: There is no tag “Ecollogy”, “Nope”. Choose an existing one or create it.'],
    ['bad-related,Bad related,,,,,,,nowhere', '11 related: There is no project “nowhere”.'],
    ['self-related,Self,,,,,,,self-related', '12 related: A project can’t be related to itself.'],
    ['good-one,Good again,,,,,,,', '13 slug: Duplicate of row 2.'],
    [',Twin,,,,,,,', '14 name: Several projects are called “Twin”. Fill in the URL.'],
    ['bad-state,Bad state,gone,,,,,,', '15 state: “gone” is not one of: draft, published, archived.'],
    [
      'busy-one,Busy,archived,,,,,,',
      '16 state: The project has active teams or applications awaiting a decision, so an import can’t archive it. Use the project page.',
    ],
    [
      'taken-back,Back,published,,,,,,',
      '17 state: The state is “unpublished”, and an import can’t change it to “published”. Use the project page.',
    ],
    [`long-name,${'x'.repeat(201)},,,,,,,`, '18 name: Too long: 201 characters, the limit is 200.'],
  ]
  const sheet = `slug,name,state,dateStart,dateEnd,enrollmentEnd,teamLimit,tags,related\n${lines.map(([line]) => `${line}\n`).join('')}`
  assert.deepEqual(await refused('project', sheet), lines.map(([, fault]) => fault).filter(Boolean))
  assert.deepEqual(await state(), before)
  assert.match((await refused('project', 'name,dateEnd\nX,2026-02-30\n', 'ru'))[0]!, /^2 dateEnd: 2026-02-30 — не дата\. Напишите/)
})

test('wanted roles of a team are imported from one of its rows, exported, and emptied; disbanded teams are no part of it', async () => {
  const wantedBy = async (name: string) =>
    (
      await service.sql`select r.name, w.count from team_wanted_role w join role r on r.id = w.role_id join team t on t.id = w.team_id
        where t.name = ${name} and t.disbanded_at is null order by w.position`
    ).map(({ name, count }) => `${name} ${count}`)
  const sheet = 'team;кого ищут;member\nWanting team;;Ann\nWanting team;Тестировщик 2, designer;Bob\n'
  await done('team', sheet)
  assert.deepEqual(await wantedBy('Wanting team'), ['QA 2', 'Designer 1'])
  const cells = async () => {
    const csv = await fetch(`${service.url}/console/export/team?format=csv`, { headers: { authorization: `Bearer ${tokens.admin}` } })
    const { heads, lines } = readCsv(await csv.text())
    const of = (cells: readonly unknown[], key: string) => cells[heads.indexOf(key)]
    return lines.filter((line) => of(line.cells, 'team') === 'Wanting team').map((line) => of(line.cells, 'wantedRoles'))
  }
  assert.deepEqual(await cells(), ['QA 2; Designer', 'QA 2; Designer'])
  const same = await done('team', 'team,member,wantedRoles\nwanting  TEAM,Ann,QA 2; Designer\n')
  assert.deepEqual(
    same.rows.map(({ what }) => what),
    ['same'],
  )
  assert.deepEqual(await refused('team', 'team,wantedRoles\nWanting team,QA 21\nOther team,Wizard\n'), [
    '2 wantedRoles: The number after a role must be from 1 to 20, like “Designer 2”.',
    '3 wantedRoles: There is no role “Wizard”. Choose an existing one or create it.',
  ])
  assert.match((await refused('team', 'team,member,wantedRoles\nWanting team,Ann,QA\nWanting team,Bob,DevOps\n')).join(), /3 wantedRoles/)
  await done('team', 'team,member\nWanting team,Ann\n')
  assert.deepEqual(await wantedBy('Wanting team'), ['QA 2', 'Designer 1'], 'a sheet without the column changes nothing')
  const { rows } = await done('team', 'team,wantedRoles\nWanting team,\n')
  assert.deepEqual(rows[0]!.changes, [{ column: 'wantedRoles', before: 'QA 2; Designer', after: null }])
  assert.deepEqual(await wantedBy('Wanting team'), [])
  await service.sql`update team set disbanded_at = now() where name = 'Wanting team'`
  assert.deepEqual(await cells(), [])
  const again = await done('team', 'team,wantedRoles\nWanting Team,QA\n')
  assert.deepEqual([again.rows[0]!.what, await wantedBy('Wanting Team')], ['create', ['QA 1']])
})

test('a team is found by its name without regard to case, ё and spaces', async () => {
  await done('team', 'team,description\nЁлочка зелёная,One\n')
  const { rows } = await done('team', 'team,description\nелочка  зеленая,Two\n')
  assert.deepEqual(
    rows.map(({ what }) => what),
    ['change'],
  )
})

test('wanted roles are imported by any name and heading, exported by name, and errors name the role', async () => {
  const rolesOf = async (slug: string) => {
    const answer = await fetch(`${service.url}/project/${slug}`)
    return ((await answer.json()) as { project: { wantedRoles: { role: string; count: number }[] } }).project.wantedRoles.map(
      ({ role, count }) => `${role} ${count}`,
    )
  }
  await done(
    'project',
    'слаг,название,состояние,Кого ищут\nwanting-a,A,опубликован,Тестировщик; Дизайнер 2; tester × 2\nwanting-b,B,опубликован,\n',
  )
  assert.deepEqual([await rolesOf('wanting-a'), await rolesOf('wanting-b')], [['QA 3', 'Designer 2'], []])
  assert.ok((await found('тестировщик')).includes('wanting-a'))
  const csv = await fetch(`${service.url}/console/export/project?format=csv`, { headers: { authorization: `Bearer ${tokens.admin}` } })
  const { heads, lines } = readCsv(await csv.text())
  const cellOf = (slug: string) => lines.find(({ cells }) => cells[heads.indexOf('slug')] === slug)!.cells[heads.indexOf('wantedRoles')]
  assert.deepEqual([cellOf('wanting-a'), cellOf('wanting-b') ?? ''], ['QA 3; Designer 2', ''])
  const report = await done('project', 'slug,name,Wanted roles\nwanting-a,A,Designer 2; QA 3\nwanting-b,B,DevOps\n')
  assert.deepEqual(
    report.rows.flatMap(({ changes }) => changes),
    [
      { column: 'wantedRoles', before: 'QA 3; Designer 2', after: 'Designer 2; QA 3' },
      { column: 'wantedRoles', before: null, after: 'DevOps' },
    ],
  )
  assert.deepEqual([await rolesOf('wanting-a'), await rolesOf('wanting-b')], [['Designer 2', 'QA 3'], ['DevOps 1']])
  await done('project', 'slug,name\nwanting-a,Renamed\n')
  assert.deepEqual(await rolesOf('wanting-a'), ['Designer 2', 'QA 3'], 'without the column nothing changes')
  await done('project', 'slug,name,wantedRoles\nwanting-a,Renamed,\n')
  assert.deepEqual(await rolesOf('wanting-a'), [])
  const wrong = 'name,wantedRoles\nX,Wizard 2; QA; Elf\nY,QA 21\n'
  assert.deepEqual(await refused('project', wrong), [
    '2 wantedRoles: There is no role “Wizard”, “Elf”. Choose an existing one or create it.',
    '3 wantedRoles: The number after a role must be from 1 to 20, like “Designer 2”.',
  ])
  assert.deepEqual(await refused('project', wrong, 'ru'), [
    '2 wantedRoles: Нет роли «Wizard», «Elf». Выберите существующую или создайте её.',
    '3 wantedRoles: Число после роли — от 1 до 20, например «Дизайнер 2».',
  ])
})

test('an unreadable file is refused in the caller’s language', async () => {
  const detail = async (response: Promise<Response>, code: Parameters<typeof assertProblem>[1], language: 'en' | 'ru' = 'en') =>
    (await assertProblem(await response, code, language)).detail
  for (const path of ['', '/marked', '/columns']) {
    await detail(send('project', null, { path }), 'sheet_missing')
    await detail(send('project', '"x', { path }), 'sheet_unreadable')
    if (path !== '/columns') await detail(send('project', 'nom\nx\n', { path }), 'sheet_columns')
    await detail(send('project', `name\n${'x\n'.repeat(20_001)}`, { path }), 'sheet_too_long')
  }
  assert.match(await detail(send('project', '"x'), 'sheet_unreadable'), /a quotation mark in row 1 is not closed/)
  assert.match(
    await detail(send('project', Buffer.from([0, 1, 2]), { language: 'ru' }), 'sheet_unreadable', 'ru'),
    /это не текст и не файл XLSX/,
  )
  assert.equal(
    await detail(send('project', 'nom,slug,price,\nx,y,1,\n'), 'sheet_columns'),
    'Missing: Name. Unknown: nom, price. Download the template to see the expected columns.',
  )
  await detail(send('project', 'name\nx\n', { mode: 'maybe' as 'do' }), 'invalid_value')
  await detail(send('planet', 'name\nx\n'), 'invalid_value')
  await detail(send('person', 'login\nx\n', { as: 'curator' }), 'not_permitted')
  await detail(send('person', 'login\nx\n', { as: 'curator', path: '/marked' }), 'not_permitted')
  const two = new FormData()
  for (const name of ['a', 'b']) two.append('files', new Blob(['name\n']), name)
  await detail(
    fetch(`${service.url}/console/import/tag`, { method: 'POST', headers: { authorization: `Bearer ${tokens.admin}` }, body: two }),
    'too_many_files',
  )
  await detail(send('tag', 'x'.repeat(21 * 1024 * 1024)), 'file_too_large')
  // Empty columns are ignored.
  assert.equal((await runImport('tag', 'name,,junk\nQuiet,,\n', { mode: 'try' })).counts.create, 1)
})

test('the uploaded file is deleted after the call', async () => {
  const folder = join(service.config.dataDir, 'files')
  const listed = () => readdirSync(folder, { recursive: true }).filter((name) => /[0-9a-f]{8}/.test(String(name)))
  const blobs = async () => (await service.sql`select count(*)::int as count from blob`)[0]!.count
  const before = await blobs()
  await runImport('tag', 'name\nKept nowhere\n')
  await send('tag', '"')
  while (listed().length > 0) await setImmediate() // deleted while the response is sent
  assert.equal(await blobs(), before)
})

test('tags and roles are matched by name; new roles are appended, existing ones are reordered', async () => {
  const { sql } = service
  await done('tag', 'name,nameRu,description\nImported Tag,Тег,About it\n')
  const { rows } = await done('tag', 'Название;Описание\nimported tag;Else\n')
  assert.deepEqual(
    rows[0]!.changes.map(({ column }) => column),
    ['name', 'description'],
  )
  assert.deepEqual(await refused('tag', 'name\nTwice\ntwice\n'), ['3 name: Duplicate of row 2.'])
  const before = (await sql<{ name: string }[]>`select name from role order by position, name`).map(({ name }) => name)
  const [first, second, third] = before as [string, string, string]
  const report = await done('role', `name,nameRu,aliases\n${third},,\nImported Role,Роль,"one; two"\n${first},,\n`)
  assert.deepEqual(report.counts.create, 1)
  const after = await sql<{ name: string; aliases: string[] }[]>`select name, aliases from role order by position, name`
  assert.deepEqual(
    after.map(({ name }) => name),
    [third, second, first, ...before.slice(3), 'Imported Role'],
  )
  assert.deepEqual(after.at(-1)!.aliases, ['one', 'two'])
})

testPart('[field] a built-in role is matched in any spelling and keeps its name; hidden roles stay hidden', async () => {
  const { sql } = service
  const row = async () => ({ ...(await sql`select name, name_ru, aliases, is_hidden from role where lower(name) = 'qa'`)[0]! })
  const before = await row()
  await sql`update role set is_hidden = true where name = 'QA'`
  const same = await done('role', 'name\nfrontend  developer\nqa\n')
  assert.deepEqual(
    same.rows.map(({ what }) => what),
    ['same', 'same'],
  )
  const { rows } = await done('role', 'name,aliases\nQa,"tester; Проверяющий"\n')
  assert.deepEqual(
    rows[0]!.changes.map(({ column }) => column),
    ['aliases'],
  )
  assert.deepEqual(await row(), { ...before, aliases: ['tester', 'Проверяющий'], is_hidden: true })
  await sql`update role set aliases = ${before.aliases}, is_hidden = false where name = 'QA'`
})

test('taken names of tags and roles are refused, unless both entries change in the same file', async () => {
  const { sql } = service
  await done('tag', 'name,nameRu\nFirst Tag,Первый учёт\nSecond Tag,Второй\n')
  assert.deepEqual(await refused('tag', 'name,nameRu\nThird Tag,ПЕРВЫЙ  учет\nВторой,\nFirst Tag,\n'), [
    '3 name: The name “Второй” is already taken.',
  ])
  assert.deepEqual(await refused('tag', 'name,nameRu\nThird Tag,ПЕРВЫЙ  учет\nFourth Tag,second tag\n'), [
    '2 nameRu: The name “ПЕРВЫЙ учет” is already taken.',
    '3 nameRu: The name “second tag” is already taken.',
  ])
  await done('tag', 'name,nameRu\nFirst Tag,Второй\nSecond Tag,Первый учёт\n')
  const names = await sql`select name_ru from tag where name in ('First Tag', 'Second Tag') order by name`
  assert.deepEqual(
    names.map(({ name_ru }) => name_ru),
    ['Второй', 'Первый учёт'],
  )
  const [role] = await sql`insert into role (name, aliases) values ('Owner of an alias', '{Owned alias}') returning name`
  assert.deepEqual(await refused('role', `name,aliases\nOwned ALIAS,\nNew Role,${role!.name}\n`), [
    '2 name: The name “Owned ALIAS” is already taken.',
    '3 aliases: The name “Owner of an alias” is already taken.',
  ])
})

test('hidden characters are refused in names and removed from titles and texts, and a second import changes nothing', async () => {
  const { sql } = service
  const hidden = { name: 'Hidden\u202e title\u0007', description: 'a\u202eb\r\nc', client: '\u200b\u200b' }
  await done('project', JSON.stringify([hidden]))
  const stored = await sql`select name, description, client from project where slug = 'hidden-title'`
  assert.deepEqual({ ...stored[0] }, { name: 'Hidden title', description: 'ab\nc', client: null })
  const before = await state()
  assert.deepEqual((await done('project', JSON.stringify([hidden]))).counts, { create: 0, change: 0, same: 1, refuse: 0 })
  assert.deepEqual(await state(), before)
  const sentence = 'is not a valid name. Use up to 100 visible characters on one line.'
  assert.deepEqual(
    await refused('team', JSON.stringify([{ team: 'ab\u202ecd' }, { team: '\u200b' }, { team: 'Good', member: '\u200b' }])),
    [`1 team: “ab�cd” ${sentence}`, `2 team: “�” ${sentence}`, `3 member: “�” ${sentence.replace('100', '300')}`],
  )
  const word = 'can’t be used. Enter one line without invisible and control characters.'
  for (const kind of ['tag', 'role'] as const)
    assert.deepEqual(await refused(kind, JSON.stringify([{ name: 'ab\u202ecd' }, { name: '\u200b' }])), [
      `1 name: “ab�cd” ${word}`,
      `2 name: “�” ${word}`,
    ])
  assert.match((await refused('tag', JSON.stringify([{ name: '\u200b' }]), 'ru'))[0]!, /^1 name: «�» не подходит. Нужна одна строка/)
  assert.deepEqual(await state(), before)
})

test('synonyms are imported by their Russian headings, changed and added in one transaction', async () => {
  const { sql } = service
  const report = await done(
    'synonym',
    'Вид;Слова;Находит также\nОдно и то же;"ngu; Northgate University; Нортгейт";\nНаходит также;"ВКР; диплом";"выпускная работа"\n',
  )
  assert.deepEqual(report.counts, { create: 1, change: 1, same: 0, refuse: 0 })
  const rows = await sql`select kind, words, expands_to from synonym where words && ${['ngu', 'ВКР']} order by id`
  assert.deepEqual(
    [...rows].map((row) => ({ ...row })),
    [
      { kind: 'two-way', words: ['ngu', 'Northgate University', 'Нортгейт'], expands_to: [] },
      { kind: 'one-way', words: ['ВКР', 'диплом'], expands_to: ['выпускная работа'] },
    ],
  )
  assert.deepEqual(await refused('synonym', 'Kind,Words,Also finds\nSame meaning,Hartwell Council; city hall,\n,x,\n'), [
    '3 words: At least 2 words are needed.',
  ])
  assert.deepEqual(await refused('synonym', 'слова\nWXC; NGU; x\n', 'ru'), [
    '2 words: «NGU» уже есть в записи «ngu, Northgate University, Нортгейт».',
  ])
})

test('people are matched by login or import address, and existing values are not cleared', async () => {
  const { sql } = service
  await done(
    'person',
    'Фамилия;Имя;Почта;Телефон;Доступ;GitHub\nЗагружаева;Ирина;Irina@Uni.Example;+4915112345678;куратор;@irina\nНовиков;Олег;oleg@uni.example;;;\n',
  )
  const [irina] =
    await sql`select login, name, email, import_email, phone, github_login, access from person where import_email = 'irina@uni.example'`
  assert.deepEqual(
    { ...irina },
    {
      login: 'irina',
      name: 'Ирина',
      email: 'irina@uni.example',
      import_email: 'irina@uni.example',
      phone: '+4915112345678',
      github_login: 'irina',
      access: 'curator',
    },
  )
  const again = await done('person', 'email,surname,phone\nirina@uni.example,Загружаева,\noleg@uni.example,Новиков-Морской,\n')
  assert.deepEqual(again.counts, { create: 0, change: 1, same: 1, refuse: 0 })
  await sql`update person set email = 'contact@example.org' where login = 'gleb'`
  assert.equal((await runImport('person', 'email,name\ncontact@example.org,Somebody\n', { mode: 'try' })).counts.create, 1) // the contact address is not used for matching
  assert.deepEqual(
    await refused(
      'person',
      'login,name,email,phone,githubLogin,access\n,Nobody,,,,\nBad Login,X,,,,\nnew-1,,,,,\nnew-2,X,no mail,12,-,boss\nadmin,,,,,member\nnew-3,X,irina@uni.example,,,\nnew-2,Y,,,,\n',
    ),
    [
      '2 login: Fill in a login or an email address.',
      '3 login: “bad login” is not a valid login. Use lower-case Latin letters, digits, dots, hyphens and underscores, up to 60 characters.',
      '4 name: This field is required.',
      '5 email: “no mail” is not an email address.',
      '5 phone: “12” is not a phone number with a country code, like +4915112345678.',
      '5 githubLogin: “-” is not a GitHub login.',
      '5 access: An import can set “member” or “curator”. To appoint an admin, use “projectory user grant”.',
      '6 access: An import can set “member” or “curator”. To appoint an admin, use “projectory user grant”.',
      '7 email: “irina@uni.example” already belongs to “irina”.',
      '8 login: Duplicate of row 5.',
    ],
  )
})

testPart('teams are imported with members and project, and added members get an email', async () => {
  const { sql } = service
  await addProject(sql, 'wanted-project', { teamLimit: 1 })
  const [role] = await sql`select name from role order by position limit 1`
  const sheet = `Команда,Описание,Проект,Участник,Логин,Администратор,Роли
Imported Team,We build,wanted-project,,gleb,да,${role!.name}
Imported Team,,,,anna,,
Imported Team,,,Guest Without Account,,,
Second Import,,,,vera,yes,
`
  const mails = (await sql`select max(id) as last from outbox`)[0]!.last ?? 0
  const report = await done('team', sheet)
  assert.deepEqual(report.counts, { create: 4, change: 0, same: 0, refuse: 0 })
  const members = await sql`
    select t.name as team, t.description, coalesce(p.login, m.name) as who, m.is_administrator as admin,
      array(select r.name from member_role x join role r on r.id = x.role_id where x.member_id = m.id) as roles,
      (select slug from assignment a join project o on o.id = a.project_id where a.team_id = t.id and ended_at is null) as project
    from team t join member m on m.team_id = t.id left join person p on p.id = m.person_id where t.name in ('Imported Team', 'Second Import') order by m.id`
  const one = { team: 'Imported Team', description: 'We build', project: 'wanted-project', roles: [], admin: false }
  assert.deepEqual(
    members.map((row) => ({ ...row })),
    [
      { ...one, who: 'gleb', admin: true, roles: [role!.name] },
      { ...one, who: 'anna' },
      { ...one, who: 'Guest Without Account' },
      { ...one, team: 'Second Import', description: null, who: 'vera', admin: true, project: null },
    ],
  )
  const emails =
    await sql`select kind, p.login, data from outbox join person p on p.id = person_id where outbox.id > ${mails} order by outbox.id`
  assert.deepEqual(
    emails.map(({ kind, login }) => `${kind} ${login}`),
    ['team_added gleb', 'team_added anna', 'team_added vera'],
  )
  assert.deepEqual(Object.keys(emails[0]!.data).sort(), ['by', 'team'])
  assert.deepEqual((await done('team', sheet)).counts, { create: 0, change: 0, same: 4, refuse: 0 })
  // Omitted members stay; roles and administrators change.
  const changed = await done('team', 'team,login,isAdministrator,roles\nimported team,gleb,yes,\nimported team,anna,yes,\n')
  assert.deepEqual(
    changed.rows.map(({ row, changes }) => [row, changes.map(({ column, before, after }) => `${column} ${before} → ${after}`)]),
    [
      [2, [`roles ${role!.name} → null`]],
      [3, ['isAdministrator no → yes']],
    ],
  )
  assert.equal(
    (await sql`select count(*)::int as count from member m join team t on t.id = m.team_id where t.name = 'Imported Team'`)[0]!.count,
    3,
  )
  const detail = await fetch(`${service.url}/project/wanted-project`).then((answer) => answer.json())
  assert.deepEqual(
    (detail as { teams: { name: string }[] }).teams.map(({ name }) => name),
    ['Imported Team'],
  )
})

test('every error in a team is reported', async () => {
  const { sql } = service
  await addProject(sql, 'one-place', { teamLimit: 1 })
  await addProject(sql, 'still-draft')
  await sql`update project set state = 'draft' where slug = 'still-draft'`
  await sql`update person set disabled_at = now() where login = 'lidia.fomina'`
  await sql`insert into team (name, has_shared_name) values ('Double', false), ('double', true)`
  const busy = await addTeam(sql, 'Busy Team', 'boris*')
  const [open] = await sql`select id from project where slug = 'still-draft'`
  await sql`insert into assignment (team_id, project_id) values (${busy}, ${open!.id})`
  const [boris, vera] = [
    (await sql`update person set import_email = 'boris@import.example' where login = 'boris' returning login`)[0]!.login,
    'vera',
  ]
  const before = await state()
  const sheet = `team,project,member,email,login,isAdministrator,roles
T1,,,nobody@example.org,,yes,
T2,,,,nobody,yes,
T3,,,boris@import.example,${vera},yes,
T4,nowhere,,,${boris},yes,
T5,still-draft,,,${boris},yes,
T6,one-place,,,${boris},yes,
T7,one-place,,,${boris},yes,
T8,,,,${boris},,
T9,,,,${boris},maybe,
T10,,,,${boris},yes,Wizard
T11,,Just A Name,,,yes,
T12,,,,${boris},yes,
T12,,,,${boris},,
,,,,${boris},yes,
DOUBLE,,,,${boris},yes,
Busy Team,one-place,,,,,
T13,one-place,,,${boris},yes,
T13,still-draft,,,vera,,
T14,,,,lidia.fomina,yes,
`
  assert.deepEqual(await refused('team', sheet), [
    '2 email: There is no account with the login or address “nobody@example.org”. Invite this person or correct the cell.',
    '3 login: There is no account with the login or address “nobody”. Invite this person or correct the cell.',
    '4 email: The address “boris@import.example” belongs to “boris”, not to “vera”.',
    '5 project: There is no project “nowhere”.',
    '6 project: “still-draft” is not published. Teams can only work on published projects.',
    '8 project: No free team places in “one-place” (limit: 1).',
    '9 isAdministrator: The team “T8” would have no admin with an account. Set “yes” for a member who has an account.',
    '10 isAdministrator: “maybe” is not “yes” or “no”.',
    '11 roles: There is no role “Wizard”. Choose an existing one or create it.',
    '12 isAdministrator: A member without an account can’t be a team admin.',
    '14 login: Duplicate of row 13.',
    '15 team: This field is required.',
    '16 team: Several teams are called “DOUBLE”. Rename them first.',
    '17 project: The team is working on “still-draft”. Move it on the team page.',
    '18 project: No free team places in “one-place” (limit: 1).',
    '19 project: Row 18 has a different value for the same team.',
    '20 login: The account “lidia.fomina” is disabled.',
  ])
  assert.deepEqual(await state(), before)
})

test('the marked file has the errors, in the format of the upload', async () => {
  const marked = async (content: string | Uint8Array, sending: Sending = {}) => {
    const response = await send('project', content, { path: '/marked', ...sending })
    assert.equal(response.status, 200)
    return { bytes: Buffer.from(await response.arrayBuffer()), name: response.headers.get('content-disposition')! }
  }
  const sheet = 'Название;Дата окончания\nGood;2027-01-01\nBad;=x\n'
  const csv = await marked(sheet, { language: 'ru', name: 'мои проекты.csv' })
  assert.match(csv.name, /%D0%BC%D0%BE%D0%B8.*-faults\.csv/)
  const { heads, lines } = readCsv(csv.bytes.toString())
  assert.deepEqual(heads, ['ошибки', 'Название', 'Дата окончания'])
  assert.deepEqual(
    lines.map(({ cells }) => cells),
    [
      ['', 'Good', '2027-01-01'],
      ['Дата окончания: =x — не дата. Напишите так: 01.09.2026.', 'Bad', '=x'],
    ],
  )
  // After the errors are fixed it can be imported.
  const repaired = csv.bytes.toString().replace("'=x", '2027-02-02')
  assert.equal((await runImport('project', repaired, { mode: 'try' })).counts.create, 2)
  const table = new Uint8Array(await (await exported('project')).arrayBuffer())
  const xlsx = await marked(table, { name: 'projects.xlsx' })
  assert.match(xlsx.name, /projects-faults\.xlsx/)
  assert.equal(xlsx.bytes.subarray(0, 2).toString(), 'PK')
  const json = await marked('[{"name":"Bad","teamLimit":"many","tags":["a","b"]}]')
  assert.deepEqual(JSON.parse(json.bytes.toString()), [
    {
      faults: 'teamLimit: many is not a whole number from 0 to 1000.\ntags: There is no tag “a”, “b”. Choose an existing one or create it.',
      name: 'Bad',
      teamLimit: 'many',
      tags: ['a', 'b'],
    },
  ])
})

test('concurrent imports of the same file run one after the other', async () => {
  const sheet = `name,client\n${Array.from({ length: 300 }, (_, n) => `Race ${n},Client`).join('\n')}\n`
  const reports = await Promise.all([
    runImport('project', sheet),
    runImport('project', sheet, { mode: 'do', as: 'curator' }),
    runImport('project', sheet),
  ])
  assert.deepEqual(reports.map(({ counts }) => counts.create).sort(), [0, 0, 300])
  assert.ok(reports.every(({ isDone }) => isDone))
  assert.equal((await service.sql`select count(*)::int as count from project where name like 'Race %'`)[0]!.count, 300)
})

/** A console call takes a lock, the import starts, then the call commits. */
async function meanwhile<T>(take: (sql: TransactionSql) => Promise<unknown>, begin: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  await service.sql.begin(async (sql) => {
    await take(sql)
    begun = begin()
    const isWaiting = () => service.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await isWaiting()).length === 0) await setImmediate()
  })
  return begun!
}

test('a slug or name taken in the console during the import is detected', async () => {
  const takeSlug = async (sql: TransactionSql) => {
    await lockSlugs(sql)
    await sql`insert into project (slug, name) values ('taken-meanwhile', 'Somebody else’s')`
  }
  const { isDone } = await meanwhile(takeSlug, () => runImport('project', 'name\nTaken meanwhile\n', { mode: 'do' }))
  assert.ok(isDone)
  const slugs = await service.sql`select slug from project where slug like 'taken-meanwhile%' order by slug`
  assert.deepEqual(
    slugs.map(({ slug }) => slug),
    ['taken-meanwhile', 'taken-meanwhile-2'],
  )
  const takeName = async (sql: TransactionSql) => {
    await lockTeamNames(sql)
    await sql`insert into team (name) values ('Taken meanwhile')`
  }
  await meanwhile(takeName, () => runImport('team', 'team,member\ntaken meanwhile,Somebody\n', { mode: 'do' }))
  const teams =
    await service.sql`select (select count(*)::int from member where team_id = t.id) as members from team t where lower(name) = 'taken meanwhile'`
  assert.deepEqual(
    teams.map(({ members }) => members),
    [1],
  )
})

test('a running import makes others fail with import_under_way', async () => {
  const { sql } = service
  const { promise, resolve } = Promise.withResolvers<void>()
  const locking = sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(7305821)`
    await sql`set local idle_in_transaction_session_timeout = 0`
    await promise
  })
  try {
    await assertProblem(await send('tag', 'name\nWaits\n', { mode: 'do' }), 'import_under_way')
    assert.equal((await runImport('tag', 'name\nWaits\n', { mode: 'try' })).counts.create, 1) // a dry run takes no lock
  } finally {
    resolve()
    await locking
  }
})

testPart('two calls with one Idempotency-Key import once', async () => {
  const key = randomUUID()
  const first = await send('tag', 'name\nOnce Only\n', { mode: 'do', key })
  const second = await send('tag', 'name\nOnce Only\n', { mode: 'do', key })
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(await second.json(), await first.json())
  await assertProblem(await send('tag', 'name\nAnother\n', { mode: 'do', key }), 'idempotency_key_reused')
})

test('the progress can be read with the ticket', async () => {
  const curator = await callAs(service, 'curator')
  const ticket = randomUUID()
  const ask = () => curator(getImportProgress, { params: { ticket } })
  assert.deepEqual(await ask(), { stage: 'waiting', done: 0, all: 0 })
  await runImport('tag', 'name\nSeen\n', { mode: 'do', ticket })
  assert.deepEqual(await ask(), { stage: 'done', done: 1, all: 1 })
})

test('the report has at most 5000 rows, the refused ones first', async () => {
  const rows = Array.from({ length: 5100 }, (_, n) => `Many ${n},${n === 5050 ? '2026-13-01' : ''}`)
  const report = await runImport('project', `name,dateEnd\n${rows.join('\n')}\n`, { mode: 'try' })
  assert.deepEqual([report.rows.length, report.isCut, report.rows[0]!.row, report.rows[0]!.what], [5000, true, 5052, 'refuse'])
  assert.deepEqual(report.counts, { create: 5099, change: 0, same: 0, refuse: 1 })
})
