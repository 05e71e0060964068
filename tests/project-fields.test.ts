import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createProject,
  getConsoleProject,
  listConsoleProjects,
  ProjectDraft,
  setProjectState,
  updateProject,
} from '#contract/console/project.ts'
import { changeProjects, undoProjectChange } from '#contract/console/project-bulk.ts'
import { getProfile } from '#contract/profile.ts'
import { listedKeys, picked, projectFields, projectKeys, publicDetailKeys, publicListKeys } from '#contract/project/fields.ts'
import { findProjects, getProject, listNewProjects } from '#contract/project.ts'
import { type SheetField, sheetFields } from '#spreadsheet/cell/field-cells.ts'
import { columns } from '#spreadsheet/column/columns.ts'
import { runImport } from '#spreadsheet/import.ts'
import { prepareSheet } from '#spreadsheet/prepare.ts'
import { readJson } from '#spreadsheet/read/json.ts'
import { labelOf, spellingsOf } from '#spreadsheet/texts.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

// Every field of a project, in every place that has projects.

const { service, curator, anna } = useService({ people: ['curator', 'anna'] })

const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })

/** A value for every key that a curator can write, other than that of a new project. */
const drafts: { [K in keyof Required<ProjectDraft>]: ProjectDraft[K] } = {
  name: 'Another name',
  slug: 'another-slug',
  shortDescription: 'In short',
  description: 'At *length*',
  dateStart: '2027-02-01',
  dateEnd: '2027-06-30',
  enrollmentStart: '2027-01-10',
  enrollmentEnd: '2027-01-31',
  curator: 'Somebody',
  curatorId: 0,
  client: 'Museum',
  clientContact: 'museum@example.org',
  teamLimit: 3,
  workFormat: 'remote',
  developerRequirements: ['Python', 'Patience'],
  projectRequirements: ['Open source'],
  wantedRoles: [{ role: 'QA', count: 2 }],
  tags: [],
  related: ['related-to-fields'],
  teamMayChangeCover: true,
}
/** The key of the audit log, where it is another one. */
const auditKeyOf = (key: string): string => (key === 'curatorId' ? 'responsibleCurator' : key)

before(async () => {
  drafts.curatorId = (await service.sql`select id from person where login = 'curator'`)[0]!.id
  drafts.tags = (await service.sql`select id from tag order by id limit 1`).map(({ id }) => id)
  await curator(createProject, { body: { name: 'Related to fields' } })
})

test('the change of any one key is in the audit log and is the last change of the project', async () => {
  assert.deepEqual(Object.keys(drafts).sort(), Object.keys(ProjectDraft.properties).sort())
  for (const [key, value] of Object.entries(drafts)) {
    const project = await curator(createProject, { body: { name: `Audited ${key}` } })
    await service.sql`update project set updated_at = '2020-01-01' where id = ${project.id}`
    await curator(updateProject, { ...at(project), body: { name: project.name, [key]: value } })
    const events = await service.sql`
      select detail from audit_event where action = 'updateProject' and target = ${`project ${project.id}`}`
    assert.deepEqual(
      events.map(({ detail }) => Object.keys(detail)),
      [[auditKeyOf(key)]],
      key,
    )
    const { updatedAt } = await curator(getConsoleProject, at(project))
    assert.ok(updatedAt > '2021', `${key} changes updatedAt`)
  }
})

const whole = { ...picked(drafts as Required<ProjectDraft>, projectKeys) }

test('every field can be written, and is in every answer that has projects, and in the export', async () => {
  const { id, slug } = await curator(createProject, { body: { ...whole, name: 'All of them' } })
  const expected = { ...whole, name: 'All of them' }
  await curator(setProjectState, { ...at({ id }), body: { state: 'published' } })
  await service.sql`
    insert into assignment (team_id, project_id, assigned_at)
    select t.id, ${id}, now() from team t join member m on m.team_id = t.id join person p on p.id = m.person_id
    where p.login = 'anna' and t.disbanded_at is null limit 1`
  const named = <P extends { slug: string }>(projects: P[]): P => projects.find((one) => one.slug === slug)!
  assert.deepEqual(picked(await curator(getConsoleProject, at({ id })), projectKeys), expected)
  const { projects: listed } = await curator(listConsoleProjects, { query: { text: 'All of them' } })
  assert.deepEqual(picked(named(listed), listedKeys), picked(expected, listedKeys))
  const ofVisitors = picked(expected, publicListKeys)
  assert.deepEqual(
    picked(named((await service.call(findProjects, { body: { filters: { text: 'All of them' } } })).projects), publicListKeys),
    ofVisitors,
  )
  assert.deepEqual(picked(named((await service.call(listNewProjects, {})).projects), publicListKeys), ofVisitors)
  assert.deepEqual(picked(named((await anna(getProfile)).projects), publicListKeys), ofVisitors)
  const { project } = await curator(getProject, { params: { slug } })
  assert.deepEqual(picked(project, projectKeys), expected)
  const { project: guests } = await service.call(getProject, { params: { slug } })
  assert.deepEqual(picked(guests, publicDetailKeys), picked(expected, publicDetailKeys))
  assert.equal(guests.clientContact, null)
  const { accessToken } = await signIn(service, 'curator')
  const sheet = await fetch(`${service.url}/console/export/project?format=json`, { headers: { authorization: `Bearer ${accessToken}` } })
  const row = named((await sheet.json()) as { slug: string }[]) as Record<string, unknown>
  for (const key of sheetFields) assert.equal(String(row[key]), String(expected[key]), key)
})

/** Another value of every field. */
const others: { [K in SheetField]: ProjectDraft[K] } = {
  name: 'Imported name',
  shortDescription: 'Shorter',
  description: 'Longer',
  dateStart: '2027-02-02',
  dateEnd: '2027-06-29',
  enrollmentStart: '2027-01-11',
  enrollmentEnd: '2027-01-30',
  curator: 'Nobody',
  client: 'Library',
  clientContact: 'library@example.org',
  teamLimit: 4,
  workFormat: 'hybrid',
  developerRequirements: ['Rust'],
  projectRequirements: ['Quiet', 'Small'],
}
const about = {
  at: new Date(),
  today: 0,
  timeZone: 'UTC',
  locale: 'en' as const,
  country: null,
  actorId: null,
  requestId: null,
  noted() {},
}

test('a sheet without the column of a field leaves it, a sheet with the column changes it', async () => {
  assert.deepEqual(Object.keys(others).sort(), [...sheetFields].sort())
  const { id, slug } = await curator(createProject, { body: { ...whole, name: 'Sheet' } })
  const imported = async (row: object) => {
    const sheet = await prepareSheet('project', readJson(JSON.stringify([{ slug, ...row }])))
    const { isDone, rows } = await service.sql.begin((sql) => runImport(sql, 'project', sheet, about))
    assert.ok(isDone, JSON.stringify(rows))
    return picked(await curator(getConsoleProject, at({ id })), projectKeys)
  }
  let present = { ...whole, name: 'Sheet' }
  for (const key of sheetFields) {
    const before = { ...present }
    present = { ...present, [key]: others[key] }
    assert.deepEqual(await imported({ name: present.name, [key]: others[key] }), present, `${key} is changed, all others stay`)
    assert.notDeepEqual(present, before, key)
  }
  assert.deepEqual(await imported({ name: present.name }), present, 'slug and name alone')
})

test('every field of a sheet has a column with a name in both languages and words that tell it', () => {
  for (const key of sheetFields) {
    assert.ok(
      columns.project.some((column) => column.key === key),
      `a column for ${key}`,
    )
    assert.ok(spellingsOf(`project.${key}.hint`).length > 0, `hints for ${key}`)
    for (const language of ['en', 'ru'] as const) assert.notEqual(labelOf('project', key, language), key)
  }
})

test('choices are found in a sheet by the word, by its name in both languages, and by the words for no choice', async () => {
  const { id, slug } = await curator(createProject, { body: { name: 'Choices' } })
  const cells = {
    on_site: 'on_site',
    Удалённо: 'remote',
    ' hybrid ': 'hybrid',
    'ON SITE': 'on_site',
    'Не указан': null,
    remote: 'remote',
    '': null,
  }
  for (const [cell, word] of Object.entries(cells)) {
    const sheet = await prepareSheet('project', readJson(JSON.stringify([{ slug, name: 'Choices', workFormat: cell }])))
    await service.sql.begin((sql) => runImport(sql, 'project', sheet, about))
    assert.equal((await curator(getConsoleProject, at({ id }))).workFormat, word, cell)
  }
  const wrong = await prepareSheet('project', readJson(JSON.stringify([{ slug, name: 'Choices', workFormat: 'from the moon' }])))
  const { isDone, rows } = await service.sql.begin((sql) => runImport(sql, 'project', wrong, about))
  assert.deepEqual([isDone, rows[0]!.faults[0]!.column], [false, 'workFormat'])
  assert.deepEqual(projectFields.workFormat.words, ['on_site', 'remote', 'hybrid'])
})

test('projects are filtered and counted by work format, also those that state none, on the site and in the console', async () => {
  const made: Record<string, string> = {}
  for (const word of ['on_site', 'remote', 'hybrid', null] as const) {
    const { id, slug } = await curator(createProject, { body: { name: `Zebrafish ${word}`, workFormat: word } })
    await curator(setProjectState, { ...at({ id }), body: { state: 'published' } })
    made[String(word)] = slug
  }
  const find = (filters: object) =>
    service.call(findProjects, { body: { filters: { text: 'zebrafish', ...filters }, pageSize: 50, choices: true } })
  const slugs = ({ projects }: { projects: { slug: string }[] }) => projects.map(({ slug }) => slug).sort()
  for (const [workFormat, expected] of [
    ['remote', ['remote']],
    [
      ['remote', 'hybrid'],
      ['remote', 'hybrid'],
    ],
    ['on_site, not_stated', ['on_site', 'null']],
    ['not_stated', ['null']],
    ['', ['on_site', 'remote', 'hybrid', 'null']],
  ] as const) {
    const found = await find({ workFormat })
    assert.deepEqual(slugs(found), expected.map((word) => made[word]).sort(), String(workFormat))
    const words = ['on_site', 'remote', 'hybrid', 'not_stated']
    assert.deepEqual(
      found.facets.workFormat,
      words.map((word) => ({ word, count: expected.filter((one) => one === word || (one === 'null' && word === 'not_stated')).length })),
    )
    assert.deepEqual(
      found.choices!.workFormat,
      words.map((word) => ({ word, count: 1 })),
      'counted without its own filter',
    )
  }
  await refused('invalid_value', find({ workFormat: 'anywhere' }))
  const inConsole = (query: object) => curator(listConsoleProjects, { query: { text: 'zebrafish', ...query } })
  assert.deepEqual(slugs(await inConsole({ workFormat: 'not_stated' })), [made.null])
  assert.deepEqual(slugs(await inConsole({ workFormat: 'hybrid' })), [made.hybrid])
  const sorted = (order: 'asc' | 'desc') =>
    inConsole({ sort: 'format', order }).then(({ projects }) => projects.map(({ workFormat }) => workFormat))
  assert.deepEqual(await sorted('asc'), ['on_site', 'remote', 'hybrid', null])
  assert.deepEqual(await sorted('desc'), ['hybrid', 'remote', 'on_site', null])
})

test('the work format of many projects is changed at once, recorded, and taken back', async () => {
  const projects = await Promise.all(
    ['remote', null].map((workFormat) => curator(createProject, { body: { name: 'In bulk', workFormat: workFormat as null } })),
  )
  const ids = projects.map(({ id }) => id)
  const report = await curator(changeProjects, { body: { mode: 'do', ids, change: { workFormat: 'hybrid' } } })
  assert.deepEqual(
    report.projects.map(({ changes }) => changes),
    [[{ key: 'workFormat', before: 'remote', after: 'hybrid' }], [{ key: 'workFormat', before: null, after: 'hybrid' }]],
  )
  const [event] = await service.sql`select detail from audit_event where action = 'changeProjects' and target = ${`project ${ids[0]}`}`
  assert.deepEqual(event!.detail, { name: 'In bulk', workFormat: ['remote', 'hybrid'] })
  await curator(undoProjectChange, at({ id: report.undo!.id }))
  assert.deepEqual(await Promise.all(ids.map((id) => curator(getConsoleProject, at({ id })).then(({ workFormat }) => workFormat))), [
    'remote',
    null,
  ])
})
