import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { AnySql } from '#database/sql.ts'
import { columns } from '#spreadsheet/column/columns.ts'
import { type About, runImport } from '#spreadsheet/import.ts'
import { prepareSheet } from '#spreadsheet/prepare.ts'
import { readSheet } from '#spreadsheet/read/read.ts'
import { commandLimits, createSheetThread } from '#spreadsheet/read/worker-thread.ts'
import type { Sheet } from '#spreadsheet/sheet.ts'
import { exportAll } from '#spreadsheet/write/export.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { sample, testPart as test } from '#tests/support/tier.ts'
import { dayFromNow } from '#tests/support/world/requests.ts'

// An import never changes what its sheet does not contain. The columns of the sheets come from spreadsheet/column/columns.ts, those of the tables
// from the database, and the comparison is of every value of every table: a new column takes part without being named here.

type Kind = 'project' | 'team' | 'round' | 'person'
/**
 * A new cell of the kept record, and what it changes: `table.column`, or a table whose rows have no id. Null: the row is found by it.
 * `touches`: in place of what any change of a record does.
 */
type Case = { cell: string; changes: string[]; touches?: string } | null

const cases: Record<Kind, { record: string; found: string[]; of: Record<string, Case> }> = {
  project: {
    record: 'kept-project',
    found: ['slug', 'name'],
    of: {
      slug: null,
      name: { cell: 'Another name', changes: ['project.name'] },
      state: { cell: 'archived', changes: ['project.state'] },
      shortDescription: { cell: 'Another line', changes: ['project.short_description'] },
      description: { cell: 'Another text', changes: ['project.description'] },
      dateStart: { cell: '2030-01-02', changes: ['project.date_start'] },
      dateEnd: { cell: '2040-01-02', changes: ['project.date_end'] },
      enrollmentStart: { cell: '2029-01-02', changes: ['project.enrollment_start'] },
      enrollmentEnd: { cell: '2029-06-02', changes: ['project.enrollment_end'] },
      curator: { cell: 'Another curator', changes: ['project.curator'] },
      responsibleCurator: { cell: 'other.curator@example.org', changes: ['project.curator_id'] },
      client: { cell: 'Another client', changes: ['project.client'] },
      clientContact: { cell: 'another@example.org', changes: ['project.client_contact'] },
      teamLimit: { cell: '9', changes: ['project.team_limit'] },
      workFormat: { cell: 'hybrid', changes: ['project.work_format'] },
      developerRequirements: { cell: 'Another; One', changes: ['project.developer_requirements'] },
      projectRequirements: { cell: 'Another; One', changes: ['project.project_requirements'] },
      wantedRoles: { cell: 'QA 3', changes: ['project_wanted_role'] },
      tags: { cell: 'Kept tag B', changes: ['project_tag'] },
      related: { cell: 'other-project', changes: ['project_related'] },
    },
  },
  team: {
    record: 'Kept team',
    found: ['team', 'login'],
    of: {
      team: null,
      login: null,
      email: null,
      member: { cell: 'Ignored for an account', changes: [] },
      description: { cell: 'Another text', changes: ['team.description'] },
      project: { cell: 'other-project', changes: ['assignment'] },
      wantedRoles: { cell: 'QA 3', changes: ['team_wanted_role'] },
      isAdministrator: { cell: 'no', changes: ['member.is_administrator'] },
      roles: { cell: 'QA', changes: ['member_role'] },
    },
  },
  round: {
    record: 'kept-round',
    found: ['slug', 'name'],
    of: {
      slug: null,
      name: { cell: 'Another name', changes: ['round.name'] },
      mode: { cell: 'ranked', changes: ['round.mode'] },
      rule: { cell: 'fair', changes: ['round.rule'] },
      opensAt: { cell: '2029-01-02 10:00', changes: ['round.opens_at', 'round.first_day'] },
      closesAt: { cell: '2029-06-02', changes: ['round.closes_at', 'round.last_day'] },
      mostChoices: { cell: '9', changes: ['round.most_choices'] },
      offerHours: { cell: '9', changes: ['round.offer_hours'] },
      bundleFor: { cell: 'everyone', changes: ['round.bundle_for'] },
      projects: { cell: 'other-project', changes: ['project.round_id'], touches: 'project.updated_at' },
    },
  },
  person: {
    record: 'kept.person',
    found: ['login'],
    of: {
      login: null,
      name: { cell: 'Another', changes: ['person.name'] },
      surname: { cell: 'Another', changes: ['person.surname'] },
      patronymic: { cell: 'Another', changes: ['person.patronymic'] },
      email: { cell: 'another.address@example.org', changes: ['person.import_email'] },
      phone: { cell: '+4915187654321', changes: ['person.phone'] },
      githubLogin: { cell: 'another-login', changes: ['person.github_login'] },
      group: { cell: 'Another', changes: ['person.group_name'] },
      access: { cell: 'member', changes: ['person.access'] },
    },
  },
}

/** Columns of the tables that stay empty: with them a record is in no sheet, has no account, or is no draft. */
const emptyColumns = new Set([
  ...['person.deleted_at', 'team.disbanded_at', 'person.disabled_at'],
  ...['announced_at', 'opened_at', 'sealed_at', 'published_at', 'ended_at', 'abandoned_at'].map((name) => `round.${name}`),
  ...['seed_hash', 'seed_sealed', 'key_sealed', 'choices_digest', 'choices', 'bundle', 'places'].map((name) => `round.${name}`),
  ...['first_draft_at', 'publish_at', 'publisher_id', 'tried_at', 'problem'].map((name) => `round.${name}`),
])
/** What any change of a record does. */
const ownColumns = { project: 'project.updated_at', team: 'team.updated_at', round: 'round.updated_at', person: 'person.updated_at' }
/** Written beside the records: the change feed. */
const feed = new Set(['public.change'])

let database: TestDatabase
const sheets = {} as Record<Kind, Sheet>
const kinds = Object.keys(cases) as Kind[]
const imported = (kind: Kind): string[] => columns[kind].filter(({ isExportOnly }) => !isExportOnly).map(({ key }) => key)

before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  const { sql } = database
  await sql.begin(keepRecords)
  const thread = createSheetThread(commandLimits, commandLimits)
  for (const kind of kinds) {
    const path = join(tmpdir(), `absent-columns-${process.pid}-${kind}.csv`)
    writeFileSync(path, await sql.begin((sql) => exportAll(thread, sql, { kind, format: 'csv', at: about.at, timeZone: about.timeZone })))
    sheets[kind] = await readSheet(path)
    rmSync(path)
  }
})
after(() => database?.close())

/** One record of each kind that has a value in every column of its tables. */
async function keepRecords(sql: AnySql): Promise<void> {
  await sql`set local session_replication_role = replica` // values of references need no row
  const addPerson = async (login: string, access: string): Promise<number> =>
    (
      await sql`
      insert into person (login, name, surname, patronymic, email, import_email, phone, github_login, access, language)
      values (${login}, 'Kept', 'Person', 'Middle', ${`${login}@mine.example`}, ${`${login}@example.org`}, '+4915112345678', ${login}, ${access}, 'ru') returning id`
    )[0]!.id
  await addPerson('kept.person', 'curator')
  await addPerson('other.curator', 'curator')
  const [captain, second] = [await addPerson('kept.captain', 'member'), await addPerson('kept.second', 'member')]
  const curator = await addPerson('kept.curator', 'curator')
  const [round] = await sql`
    insert into round (slug, name, mode, rule, opens_at, closes_at, first_day, last_day, most_choices, offer_hours, bundle_for)
    values ('kept-round', 'Kept round', 'direct', 'fullest', '2029-01-01 10:00Z', '2029-06-01 10:00Z', '2029-01-01', '2029-06-01', 3, 24, 'participants')
    returning id`
  const [project] = await sql`
    insert into project (slug, name, state, date_start, date_end, enrollment_start, enrollment_end, curator_id, round_id, published_at, work_format, developer_requirements, project_requirements)
    values ('kept-project', 'Kept project', 'published', '2030-01-01', '2030-12-01', '2029-01-01', '2029-06-01', ${curator}, ${round!.id}, now(), 'remote', '{a,b}', '{c,d}')
    returning id`
  const [other] = await sql`
    insert into project (slug, name, state, published_at) values ('other-project', 'Other project', 'published', now()) returning id`
  const [ended] = await sql`
    insert into project (slug, name, state, published_at, date_end) values ('ended-project', 'Ended project', 'published', now(), ${dayFromNow(-20)}) returning id`
  const [tag] = await sql`insert into tag (name) values ('Kept tag A') returning id`
  await sql`insert into tag (name) values ('Kept tag B')`
  const [role] = await sql`select id from role where name <> 'QA' order by id limit 1`
  await sql`insert into project_tag (project_id, tag_id) values (${project!.id}, ${tag!.id})`
  await sql`insert into project_related (project_id, related_id, position) values (${project!.id}, ${ended!.id}, 0)`
  await sql`insert into project_wanted_role (project_id, role_id, count, position) values (${project!.id}, ${role!.id}, 2, 0)`
  await sql`insert into former_slug (slug, project_id) values ('kept-former', ${other!.id})`
  const [team] = await sql`insert into team (name) values ('Kept team') returning id`
  const [member] = await sql`
    insert into member (team_id, person_id, name, is_administrator) values (${team!.id}, ${captain}, 'Kept', true) returning id`
  const [partner] = await sql`
    insert into member (team_id, person_id, name, is_administrator) values (${team!.id}, ${second}, 'Kept', true) returning id`
  for (const { id } of [member!, partner!]) await sql`insert into member_role (member_id, role_id, position) values (${id}, ${role!.id}, 0)`
  await sql`insert into assignment (team_id, project_id, assigned_at) values (${team!.id}, ${ended!.id}, now())`
  await sql`insert into team_wanted_role (team_id, role_id, count, position) values (${team!.id}, ${role!.id}, 2, 0)`
  await fill(sql, 'project', sql`slug = 'kept-project'`)
  await fill(sql, 'team', sql`name = 'Kept team'`)
  await fill(sql, 'round', sql`slug = 'kept-round'`)
  await fill(sql, 'person', sql`login = 'kept.person'`)
  await fill(sql, 'member', sql`id = ${member!.id}`)
}

const anyValue: Record<string, string> = {
  text: `'kept'`,
  integer: '7',
  bigint: '7',
  boolean: 'true',
  date: `'2030-05-05'`,
  'timestamp with time zone': `'2020-02-02'`,
  ARRAY: `'{kept}'`,
  jsonb: `'{"kept":true}'`,
}

/** A value in every column that has none. */
async function fill(sql: AnySql, table: string, where: ReturnType<AnySql>): Promise<void> {
  const all = await sql<{ name: string; type: string; isPlain: boolean }[]>`
    select column_name as name, data_type as type, column_default is null or data_type = 'boolean' as "isPlain"
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`
  for (const { name, type, isPlain } of all) {
    if (!isPlain || emptyColumns.has(`${table}.${name}`)) continue
    const value = anyValue[type]
    assert.ok(value, `a value for ${table}.${name} of the type ${type}`)
    const missing = type === 'boolean' ? sql`true` : sql`${sql(name)} is null`
    await sql`update ${sql(table)} set ${sql(name)} = ${sql.unsafe(value)} where ${where} and ${missing}`
  }
}

/** Every value of every table: rows with an id by it, others as one digest. */
async function valuesOf(sql: AnySql): Promise<Map<string, string>> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`
  const values = new Map<string, string>()
  for (const { schema, name } of tables) {
    if (feed.has(`${schema}.${name}`)) continue
    const table = sql`${sql(`${schema}.${name}`)} t`
    if (kinds.includes(name as Kind) || name === 'member') {
      for (const { row } of await sql<{ row: Record<string, unknown> }[]>`select to_jsonb(t) as row from ${table}`)
        for (const [column, value] of Object.entries(row)) values.set(`${name}.${column} ${row.id}`, JSON.stringify(value))
      continue
    }
    const [whole] = await sql<{ digest: string }[]>`
      select md5(coalesce(string_agg(to_jsonb(t)::text, E'\n' order by to_jsonb(t)::text), '')) as digest from ${table}`
    values.set(name, whole!.digest)
  }
  return values
}

const differences = (old: Map<string, string>, now: Map<string, string>): string[] =>
  [...new Set([...old.keys(), ...now.keys()].filter((key) => old.get(key) !== now.get(key)).map((key) => key.split(' ')[0]!))].sort()

const about: About = {
  at: new Date('2026-11-01T10:00:00Z'),
  today: Math.floor(Date.now() / 86_400_000),
  timeZone: 'UTC',
  locale: 'en',
  country: null,
  actorId: null,
  requestId: null,
  noted: () => {},
}

let stored: Map<string, string> | undefined // the same for every test

/** Imports, compares every value, and takes everything back. */
async function changesOf(kind: Kind, sheet: Sheet): Promise<string[]> {
  const back = new Error('taken back')
  let found: string[] = []
  await database.sql
    .begin(async (sql) => {
      stored ??= await valuesOf(sql)
      const { rows, isDone } = await runImport(sql, kind, await prepareSheet(kind, sheet), about)
      assert.deepEqual(
        rows.flatMap(({ row, faults }) => (faults.length > 0 ? { row, faults } : [])),
        [],
      )
      assert.ok(isDone)
      found = differences(stored, await valuesOf(sql))
      throw back
    })
    .catch((error: unknown) => {
      if (error !== back) throw error
    })
  return found
}

const only = (sheet: Sheet, keys: readonly string[]): Sheet => {
  const used = sheet.heads.flatMap((head, at) => (keys.includes(head) ? at : []))
  const pick = <T>(list: readonly T[]): T[] => used.map((at) => list[at]!)
  return { ...sheet, heads: pick(sheet.heads), lines: sheet.lines.map(({ row, cells }) => ({ row, cells: pick(cells) })) }
}
const isKept = (kind: Kind, cells: readonly unknown[]): boolean => cells.includes(cases[kind].record)

/** The kept record with another cell; values of a team are in all its rows, values of a member in the first. */
function changed(kind: Kind, sheet: Sheet, key: string, cell: string): Sheet {
  const at = sheet.heads.indexOf(key)
  const isOfMember = kind === 'team' && ['isAdministrator', 'roles', 'member'].includes(key)
  let count = 0
  return {
    ...sheet,
    lines: sheet.lines.map(({ row, cells }) => ({
      row,
      cells: isKept(kind, cells) && (count++ === 0 || !isOfMember) ? cells.with(at, cell) : cells,
    })),
  }
}

for (const kind of kinds) {
  const { found, of } = cases[kind]
  const changes = Object.entries(of).flatMap(([key, one]) => (one === null ? [] : { key, ...one }))
  const expected = (list: readonly string[], touches = ownColumns[kind]): string[] => (list.length === 0 ? [] : [...list, touches].sort())

  test(`${kind}: every column of the sheet is tested, and the kept record has a value in each`, () => {
    assert.deepEqual(Object.keys(of).sort(), imported(kind).sort())
    const { heads, lines } = sheets[kind]
    const line = lines.find(({ cells }) => isKept(kind, cells))!
    assert.deepEqual(
      heads.filter((key, at) => imported(kind).includes(key) && (line.cells[at] ?? '') === ''),
      [],
    )
  })

  test(`${kind}: the exported sheet, with all columns or without any one of them, changes nothing`, async () => {
    assert.deepEqual(await changesOf(kind, sheets[kind]), [])
    for (const key of sample(imported(kind))) {
      const rest = imported(kind).filter((one) => one !== key)
      if (!found.includes(key)) assert.deepEqual(await changesOf(kind, only(sheets[kind], rest)), [], `without ${key}`)
    }
  })

  test(`${kind}: a changed cell changes its own values, in the exported sheet and in one with no other column`, async () => {
    for (const { key, cell, changes: own, touches } of sample(changes, ({ key }) => key)) {
      const all = changed(kind, sheets[kind], key, cell)
      assert.deepEqual(await changesOf(kind, all), expected(own, touches), `${key} in the exported sheet`)
      assert.deepEqual(await changesOf(kind, only(all, [...found, key])), expected(own, touches), `${key} alone`)
    }
  })

  test(`${kind}: a sheet without a column, with another one changed, keeps what the column has`, async () => {
    for (const absent of sample(imported(kind).filter((key) => !found.includes(key)))) {
      const {
        key,
        cell,
        changes: own,
      } = changes.find(({ key, changes }) => key !== absent && changes.length > 0 && !key.startsWith('name'))!
      const rest = imported(kind).filter((one) => one !== absent)
      assert.deepEqual(await changesOf(kind, only(changed(kind, sheets[kind], key, cell), rest)), expected(own), `without ${absent}`)
    }
  })
}

test('person: an empty cell changes nothing', async () => {
  for (const key of imported('person').filter((key) => key !== 'login'))
    assert.deepEqual(await changesOf('person', changed('person', sheets.person, key, '')), [], key)
})

test('tables: the kept records have a value in every column', async () => {
  const { sql } = database
  const where = {
    project: sql`slug = 'kept-project'`,
    team: sql`name = 'Kept team'`,
    round: sql`slug = 'kept-round'`,
    person: sql`login = 'kept.person'`,
  }
  for (const kind of kinds) {
    const [row] = await sql<{ row: Record<string, unknown> }[]>`select to_jsonb(t) as row from ${sql(kind)} t where ${where[kind]}`
    const isEmpty = (value: unknown) => value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
    const empty = Object.entries(row!.row).flatMap(([column, value]) => (isEmpty(value) ? `${kind}.${column}` : []))
    assert.deepEqual(
      empty.filter((column) => !emptyColumns.has(column)),
      [],
    )
  }
})
