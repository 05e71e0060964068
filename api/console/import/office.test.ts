import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ImportOptions, SheetColumns } from '#contract/console/import-options.ts'
import { type ImportReport, ImportReport as Report, type SheetKind } from '#contract/console/spreadsheet.ts'
import { textOfBytes } from '#spreadsheet/read/csv.ts'
import { encoded } from '#spreadsheet/read/encoding.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { sessionOf } from '#tests/support/sign-in.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject } from '#tests/support/world/requests.ts'

// Office files over the API: columns, corrections, decisions about unknown names, part of the rows.

const tokens: Record<string, string> = {}
const { service } = useService({ env: { COUNTRY: 'RU' } })
before(async () => {
  for (const login of ['curator', 'admin', 'boris']) tokens[login] = (await sessionOf(service, login)).accessToken
})

type Sending = { mode?: 'try' | 'do'; as?: string; options?: ImportOptions | string; fields?: Record<string, string>; language?: string }

function send(path: string, content: string | Uint8Array, { mode, as = 'curator', options, fields = {}, language = 'en' }: Sending = {}) {
  const form = new FormData()
  if (mode) form.append('mode', mode)
  if (options !== undefined) form.append('options', typeof options === 'string' ? options : JSON.stringify(options))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('files', new Blob([content as string]), 'sheet.csv')
  const headers = { authorization: `Bearer ${tokens[as]}`, 'accept-language': language }
  return fetch(`${service.url}/console/import/${path}`, { method: 'POST', headers, body: form })
}
async function run(kind: SheetKind, content: string, options: ImportOptions, sending: Sending = {}): Promise<ImportReport> {
  const response = await send(kind, content, { mode: 'do', ...sending, options })
  assert.equal(response.status, 200, await response.clone().text())
  const report = (await response.json()) as ImportReport
  assertShape(Report, report, 'the report')
  return report
}
async function inspect(kind: SheetKind, content: string, sending: Sending = {}): Promise<SheetColumns> {
  const response = await send(`${kind}/columns`, content, sending)
  assert.equal(response.status, 200, await response.clone().text())
  const columns = (await response.json()) as SheetColumns
  assertShape(SheetColumns, columns, 'the columns')
  return columns
}
const faultsOf = ({ rows }: ImportReport): string[] =>
  rows.flatMap(({ row, faults }) => faults.map(({ column, message }) => `${row} ${column}: ${message}`))

test('the columns of a file are described; the mapping is remembered for the curator and for others', async () => {
  const content = 'Проекты факультета;;\nТема;Мой балл;Последний рубеж\nМост;5;20.12.2026\n'
  const first = await inspect('project', content, { language: 'ru' })
  assert.deepEqual([first.headRow, first.rowCount, first.isCertain, first.format], [2, 1, false, 'csv'])
  assert.deepEqual(
    first.columns.map(({ head, column, by }) => [head, column, by]),
    [
      ['Тема', 'name', 'similar'],
      ['Мой балл', null, null],
      ['Последний рубеж', null, null],
    ],
  )
  assert.equal(first.fields.find(({ column }) => column === 'dateEnd')!.label, 'Окончание')
  const report = await run('project', content, { headRow: 2, columns: ['name', null, 'dateEnd'] })
  assert.deepEqual([report.isDone, report.counts.create], [true, 1])
  assert.deepEqual(
    report.columns.map(({ column, head, label }) => [column, head, label]),
    [
      ['name', 'Тема', 'Name'],
      ['dateEnd', 'Последний рубеж', 'End'],
    ],
  )
  assert.deepEqual(report.rows[0]!.cells, ['Мост', '20.12.2026'])
  for (const as of ['curator', 'admin']) {
    const again = await inspect('project', content, { as })
    assert.deepEqual(
      again.columns.map(({ column, by }) => `${column} ${by}`),
      ['name memory', 'null memory', 'dateEnd memory'],
    )
    assert.equal(again.isCertain, true)
  }
  // The headings of another row.
  assert.equal((await inspect('project', content, { fields: { headRow: '1' } })).headRow, 1)
})

test('the options are validated; only curators describe columns, only administrators those of people', async () => {
  await assertProblem(await send('tag', 'name\nx\n', { options: '{' }), 'malformed_upload')
  await assertProblem(await send('tag', 'name\nx\n', { options: '{"edits":[{"row":1}]}' }), 'invalid_input')
  await assertProblem(await send('tag', 'name\nx\n', { options: { columns: [null] } }), 'sheet_columns')
  await assertProblem(await send('tag/marked', 'name\nx\n', { options: '[' }), 'malformed_upload')
  await assertProblem(await send('tag/columns', 'name\nx\n', { as: 'boris' }), 'not_permitted')
  await assertProblem(await send('person/columns', 'login\nx\n'), 'not_permitted')
  assert.equal((await inspect('person', 'login\nx\n', { as: 'admin' })).isCertain, true)
  await assertProblem(await send('tag/columns', '"x'), 'sheet_unreadable')
})

test('cells are corrected without changing the file', async () => {
  const content = 'name;dateEnd\nFirst fix;soon\nSecond fix;2027-01-01\n'
  const before = await run('project', content, {})
  assert.deepEqual([before.isDone, faultsOf(before).length], [false, 1])
  const after = await run('project', content, { edits: [{ row: 2, column: 1, text: '5 марта 2027' }] })
  assert.deepEqual([after.isDone, after.counts.create], [true, 2])
  const [row] = await service.sql`select date_end::text from project where name = 'First fix'`
  assert.equal(row!.date_end, '2027-03-05')
})

test('unknown tags and roles are reported with suggestions; they are used, created or left out as decided', async () => {
  const content = 'name;tags;wantedRoles\nTerms one;Desing, Нанотех;Wizzard 2\nTerms two;Нанотех;\n'
  const report = await run('project', content, {})
  assert.equal(report.isDone, false)
  assert.deepEqual(report.unknownTerms, [
    { kind: 'tag', text: 'Нанотех', rows: 2, suggestions: [] },
    { kind: 'tag', text: 'Desing', rows: 1, suggestions: ['Design'] },
    { kind: 'role', text: 'Wizzard', rows: 1, suggestions: [] },
  ])
  const terms: ImportOptions['terms'] = [
    { kind: 'tag', text: 'desing', use: 'Design' },
    { kind: 'tag', text: 'Нанотех', use: null },
    { kind: 'role', text: 'Wizzard', use: '' },
  ]
  assert.equal((await run('project', content, { terms }, { mode: 'try' })).counts.create, 2)
  assert.equal((await service.sql`select 1 from tag where name = 'Нанотех'`).length, 0)
  assert.equal((await run('project', content, { terms })).isDone, true)
  const rows = await service.sql`
    select p.name, array_agg(t.name order by t.name) as tags, (select count(*)::int from project_wanted_role w where w.project_id = p.id) as roles
    from project p join project_tag pt on pt.project_id = p.id join tag t on t.id = pt.tag_id where p.name like 'Terms %' group by p.id order by p.name`
  assert.deepEqual(
    [...rows].map((row) => ({ ...row })),
    [
      { name: 'Terms one', tags: ['Design', 'Нанотех'], roles: 0 },
      { name: 'Terms two', tags: ['Нанотех'], roles: 0 },
    ],
  )
})

test('projects are found by name; related projects may be in later rows', async () => {
  const { sql } = service
  const id = await addProject(sql, 'known-bridge')
  await sql`update project set name = 'Мост через Сёму' where id = ${id}`
  const report = await run('project', 'name;related\nНабережная Сёмы;"мост через сему, Порт Сёмы"\nПорт Сёмы;\n', {})
  assert.deepEqual(faultsOf(report), [])
  const rows = await sql`
    select o.name from project_related r join project p on p.id = r.project_id join project o on o.id = r.related_id
    where p.name = 'Набережная Сёмы' order by r.position`
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Мост через Сёму', 'Порт Сёмы'],
  )
  const team = await run('team', 'team;project\nМостовики;Мост через Сему\nПортовики;Порт Сьомы\n', {})
  assert.deepEqual(
    team.rows.flatMap(({ faults }) => faults),
    [
      {
        column: 'project',
        message: 'There is no project “Порт Сьомы”.',
        suggestions: ['Порт Сёмы'],
      },
    ],
  )
})

test('names that differ in case, spaces or ё only get a warning, and the row is imported', async () => {
  const { sql } = service
  const id = await addProject(sql, 'hedgehog')
  await sql`update project set name = 'Ёж и лес' where id = ${id}`
  await sql`insert into team (name) values ('Ёлки палки')`
  const project = await run('project', 'name\nЕЖ  И ЛЕС\nНочной лес\nночной-лес\n', {})
  assert.deepEqual(
    project.rows.flatMap(({ row, warnings }) => warnings.map((warning) => ({ row, ...warning }))),
    [
      {
        row: 2,
        column: 'name',
        message: 'There is already a project “Ёж и лес”. This row will create another one.',
        suggestions: ['Ёж и лес'],
      },
      { row: 4, column: 'name', message: 'Looks like “Ночной лес” in row 3.' },
    ],
  )
  assert.equal(project.isDone, true)
  const team = await run('team', 'team\nелки-палки\n', {}, { mode: 'try' })
  assert.deepEqual(team.rows[0]!.warnings[0]!.suggestions, ['Ёлки палки'])
  await sql`update person set name = 'Фёдор', surname = 'Лесной' where login = 'vera'`
  const person = await run('person', 'name,surname,email\nФедор,Лесной,other.lesnoy@example.org\n', {}, { mode: 'try', as: 'admin' })
  assert.match(person.rows[0]!.warnings[0]!.message, /There is already a person called “Лесной Фёдор/)
})

test('people without an account are invited as members with their team, by a curator', async () => {
  const { sql } = service
  const content = `team;member;email;isAdministrator
Новички;Петров Илья Сергеевич;Petrov.New@example.org;да
Новички;Ким Анна;kim.new@example.org;
Старички;Петров Илья;petrov.new@example.org;да
Новички;Без почты;;
`
  const report = await run('team', content, {}, { mode: 'try' })
  assert.deepEqual([report.missingPeople, report.invitedPeople, report.counts.refuse], [2, 0, 3])
  const done = await run('team', content, { inviteMissing: true })
  assert.deepEqual([done.isDone, done.missingPeople, done.invitedPeople], [true, 2, 2], faultsOf(done).join('\n'))
  const people = await sql`
    select p.login, p.surname, p.name, p.patronymic, p.email, p.access, count(m.id)::int as teams from person p left join member m on m.person_id = p.id
    where p.import_email like '%.new@example.org' group by p.id order by p.login`
  assert.deepEqual(
    [...people].map((person) => ({ ...person })),
    [
      { login: 'kim.new', surname: 'Анна', name: 'Ким', patronymic: '', email: 'kim.new@example.org', access: 'member', teams: 1 },
      {
        login: 'petrov.new',
        surname: 'Петров',
        name: 'Илья',
        patronymic: 'Сергеевич',
        email: 'petrov.new@example.org',
        access: 'member',
        teams: 2,
      },
    ],
  )
  const [audit] = await sql`select detail from audit_event where action = 'importSheet' order by seq desc limit 1`
  assert.equal(audit!.detail.invited, 2)
  assert.equal((await run('team', content, { inviteMissing: true })).counts.same, 4)
  const wrong = await run('team', 'team;member;email;isAdministrator\nX1;A B;no address;yes\nX2;;who@example.org;yes\n', {
    inviteMissing: true,
  })
  assert.deepEqual(faultsOf(wrong), ['2 email: “no address” is not an email address.', '3 member: This field is required.'])
})

test('valid rows are imported alone only when asked; rows that depend on refused ones are left out too', async () => {
  const { sql } = service
  const content = 'slug;name;dateEnd;related\nalone-a;Alone A;;\nalone-b;Alone B;never;\nalone-c;Alone C;;alone-b\n'
  assert.equal((await run('project', content, {})).isDone, false)
  const report = await run('project', content, { isPartial: true })
  assert.deepEqual([report.isDone, report.counts], [true, { create: 1, change: 0, same: 0, refuse: 2 }])
  assert.deepEqual(faultsOf(report), [
    '3 dateEnd: never is not a date. Write it like 2026-09-01 or 1 Sep 2026.',
    '4 related: There is no project “alone-b”.',
  ])
  assert.equal((await sql`select 1 from project where slug like 'alone-%'`).length, 1)
  assert.equal((await run('project', 'name;dateEnd\nNone of it;never\n', { isPartial: true })).isDone, false)
})

test('the marked file keeps the encoding, separator, language and columns of the original', async () => {
  const content = encoded('Название;Виза;Дата окончания\r\nПлохой;есть;вчера;\r\nХороший;нет;1.2.2027\r\n', 'windows-1251')
  const options = { columns: ['name', null, 'dateEnd', null] }
  const response = await send('project/marked', content, { options })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=windows-1251')
  const { text, encoding } = textOfBytes(Buffer.from(await response.arrayBuffer()))
  assert.equal(encoding, 'windows-1251')
  assert.equal(
    text,
    'ошибки;Название;Виза;Дата окончания\r\nДата окончания: вчера — не дата. Напишите так: 01.09.2026.;Плохой;есть;вчера\r\n;Хороший;нет;1.2.2027\r\n',
  )
  const part = await send('project/marked', content, { options: { ...options, isPartial: true } })
  assert.doesNotMatch(textOfBytes(Buffer.from(await part.arrayBuffer())).text, /Хороший/)
  const utf8 = await send('project/marked', 'Name\tEnd\nBad\tyesterday\n', { language: 'ru' })
  assert.equal(
    await utf8.text(),
    'faults\tName\tEnd\r\nEnd: yesterday is not a date. Write it like 2026-09-01 or 1 Sep 2026.\tBad\tyesterday\r\n',
  )
})

test('phone numbers are read as people write them', async () => {
  const numbers = [
    '8 (916) 123-45-67',
    'тел. 8-916-123-45-67',
    '79161234567',
    '89161234567.0',
    '+7 916 123 45 67',
    '8\u00a0916\u00a01234567',
  ]
  const rows = numbers.map((number, n) => `Phone,Owner${n},phone${n}@example.org,${number}`)
  const report = await run('person', `name,surname,email,phone\n${rows.join('\n')}\n`, {}, { as: 'admin' })
  assert.equal(report.isDone, true, faultsOf(report).join('\n'))
  const stored = await service.sql`select distinct phone from person where import_email like 'phone%@example.org'`
  assert.deepEqual(
    stored.map(({ phone }) => phone),
    ['+79161234567'],
  )
})
