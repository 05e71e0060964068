import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listPeople } from '#contract/console/person.ts'
import { listConsoleProjects } from '#contract/console/project.ts'
import { listConsoleRequests } from '#contract/console/request.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import { readSheet } from '#spreadsheet/read/read.ts'
import { withoutTriggers } from '#tests/support/database.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { patient } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test as largeTest } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-lists-'))
const { service, curator, admin } = useService({ people: ['curator', 'admin'], connection: patient }) // 20,001 rows
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})

let files = 0
const get = (path: string, as = curator, language = 'en') =>
  fetch(`${service.url}/console/${path}`, {
    headers: { authorization: `Bearer ${as.tokens.accessToken}`, 'accept-language': language },
  })
async function sheetOf(path: string, as = curator, language = 'en') {
  const response = await get(path, as, language)
  assert.equal(response.status, 200, await response.clone().text())
  const file = join(folder, `sheet-${++files}`)
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  const { heads, lines } = await readSheet(file)
  return { heads, rows: lines.map(({ cells }) => cells), response }
}

test('the filtered list of projects, in its order, with headings and values in the language of the curator', async () => {
  const { projects } = await curator(listConsoleProjects, { query: { status: 'open', sort: 'name', pageSize: '100' } })
  for (const format of ['csv', 'xlsx']) {
    const { heads, rows, response } = await sheetOf(
      `project/export?format=${format}&status=open&sort=name&columns=name,state,closes`,
      curator,
      'ru',
    )
    assert.deepEqual(heads, ['Проект', 'Адрес', 'Состояние', 'Статус', 'Окончание набора'])
    assert.deepEqual(
      rows,
      projects.map(({ name, slug, enrollmentEnd }) => [name, slug, 'Опубликован', 'Идёт набор', enrollmentEnd ?? '']),
    )
    assert.match(response.headers.get('content-disposition')!, new RegExp(`project-list-[\\d-]+\\.${format}`))
  }
})

test('selected rows, whatever the filters say; without columns all of them', async () => {
  const { projects } = await curator(listConsoleProjects, { query: { sort: 'name', order: 'desc', pageSize: '3' } })
  const ids = projects.map(({ id }) => id).join(',')
  const { heads, rows } = await sheetOf(`project/export?format=csv&ids=${ids}&state=withdrawn&sort=name&order=desc`)
  assert.deepEqual(heads.slice(0, 4), ['Project', 'URL', 'State', 'Status'])
  assert.equal(heads.length, 16)
  assert.deepEqual(
    rows.map(([name]) => name),
    projects.map(({ name }) => name),
  )
})

test('teams, people and applications', async () => {
  const { teams } = await curator(listConsoleTeams, { query: { work: 'working', sort: 'size' } })
  const team = await sheetOf('team/export?format=csv&work=working&sort=size&columns=name,size')
  assert.deepEqual([team.heads, ...team.rows], [['Team', 'Members'], ...teams.map(({ name, size }) => [name, String(size)])])
  const { people } = await curator(listPeople, { query: { access: 'curator' } })
  const person = await sheetOf('person/export?format=xlsx&access=curator&columns=name,access', admin)
  assert.deepEqual(
    [person.heads, ...person.rows],
    [
      ['Name', 'Login', 'Group', 'Access', 'Account'],
      ...people.map(({ name, login, group, hasSignedIn }) => [
        name,
        login,
        group ?? '',
        'Curator',
        hasSignedIn ? 'Has signed in' : 'Never signed in',
      ]),
    ],
  )
  const { requests } = await curator(listConsoleRequests, { query: { status: 'declined', sort: 'team' } })
  assert.ok(requests.length > 0)
  const request = await sheetOf('request/export?format=csv&status=declined&sort=team&columns=team,status,reason', curator, 'ru')
  assert.deepEqual(
    request.rows.map(([name, status]) => [name, status]),
    requests.map(({ teamName }) => [teamName, 'Отклонена']),
  )
  assert.deepEqual(request.heads, ['Команда', 'Статус', 'Причина', 'Комментарий'])
})

test('every list in both formats has the same rows', async () => {
  for (const list of ['project', 'team', 'person', 'request']) {
    const [csv, xlsx] = await Promise.all(['csv', 'xlsx'].map((format) => sheetOf(`${list}/export?format=${format}`, admin)))
    assert.ok(csv!.rows.length > 0, list)
    assert.deepEqual([csv!.heads, csv!.rows], [xlsx!.heads, xlsx!.rows], list)
  }
})

test('people can be exported by administrators only; members export nothing', async () => {
  await assertProblem(await get('person/export'), 'not_permitted')
  const anna = await callAs(service, 'anna')
  for (const list of ['project', 'team', 'person', 'request']) await assertProblem(await get(`${list}/export`, anna), 'not_permitted')
})

test('a cell that a spreadsheet would run as a formula is written as text', async () => {
  const [{ id }] =
    (await service.sql`insert into project (slug, name, client) values ('formula', '=1+1', '@sum') returning id`) as unknown as [
      { id: number },
    ]
  const text = await (await get(`project/export?format=csv&ids=${id}&columns=name,client`)).text()
  assert.match(text, /\r\n'=1\+1,formula,'@sum\r\n/)
})

test('every order of every list can be asked for in both directions, with empty values last', async () => {
  const starts = async (order: 'asc' | 'desc') =>
    (await curator(listConsoleProjects, { query: { sort: 'end', order, state: 'published' } })).projects.map(({ dateEnd }) => dateEnd)
  for (const order of ['asc', 'desc'] as const) {
    const found = await starts(order)
    const given = found.filter((day) => day !== null)
    assert.deepEqual(
      given,
      [...given]
        .sort()
        .toReversed()
        .sort((one, other) => (order === 'asc' ? (one < other ? -1 : 1) : one < other ? 1 : -1)),
    )
    assert.ok(found.slice(given.length).every((day) => day === null))
  }
  const query = (sort: string, order: string) => ({ sort, order }) as never
  for (const order of ['asc', 'desc']) {
    for (const sort of ['changed', 'name', 'start', 'waiting', 'saved', 'state', 'opens', 'closes', 'end', 'places', 'curator', 'client'])
      assert.ok((await curator(listConsoleProjects, { query: query(sort, order) })).projects.length > 0, sort)
    for (const sort of ['name', 'project', 'size', 'waiting', 'changed'])
      assert.ok((await curator(listConsoleTeams, { query: query(sort, order) })).teams.length > 0, sort)
    for (const sort of ['name', 'email', 'access', 'teams', 'seen'])
      assert.ok((await curator(listPeople, { query: query(sort, order) })).people.length > 0, sort)
    for (const sort of ['created', 'decided', 'team', 'project', 'status', 'size'])
      assert.ok((await curator(listConsoleRequests, { query: query(sort, order) })).requests.length > 0, sort)
  }
})

// Last: the rows stay.
largeTest('invalid options are refused, and more than 20,000 rows', async () => {
  for (const query of ['format=json', 'sort=shoe-size', 'order=up'])
    await assertProblem(await get(`project/export?${query}`), 'invalid_value')
  for (const query of ['ids=1,x', 'columns=Name']) await assertProblem(await get(`project/export?${query}`), 'invalid_input')
  await withoutTriggers(service.sql, async (sql) => {
    await sql`insert into project (slug, name) select 'many-' || n, 'Many ' || n from generate_series(1, 20001) n`
    await sql`insert into team (name) select 'Many ' || n from generate_series(1, 20001) n`
    await sql`insert into person (login, name, surname) select 'many' || n, 'Many', 'N' || n from generate_series(1, 20001) n`
    await sql`insert into request (team_id, project_id, status) select t.id, p.id, 'withdrawn' from team t, project p where t.name like 'Many %' and p.slug = 'many-1'`
  })
  for (const list of ['project', 'team', 'person', 'request'])
    await assertProblem(await get(`${list}/export?text=many`, admin), 'too_many_rows')
})
