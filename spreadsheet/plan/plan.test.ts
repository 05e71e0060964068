import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { projectStates } from '#contract/console/project.ts'
import { type SheetKind, sheetFormats } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/language.ts'
import { noValues } from '#rules/project/draft.ts'
import { linesOfRow } from '#spreadsheet/cell/cells.ts'
import { columns, keysOf, type Line, linesOf } from '#spreadsheet/column/columns.ts'
import { say } from '#spreadsheet/messages.ts'
import { readSheet } from '#spreadsheet/read/read.ts'
import { type Sheet, SheetFault } from '#spreadsheet/sheet.ts'
import { labelOf } from '#spreadsheet/texts.ts'
import { writeSheet } from '#spreadsheet/write/write.ts'
import type { PersonRow, ProjectRow, TeamRow } from '#store/spreadsheet/export.ts'
import { share } from '#tests/support/tier.ts'
import { languages } from '#texts/languages.ts'
import { planPeople } from './person.ts'
import type { PlannedRow } from './plan.ts'
import { planProjects } from './project.ts'
import { planTeams } from './team.ts'
import { planRoles, planTags } from './vocabulary.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-plan-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Exports to each format and imports again. */
async function roundTrip(kind: SheetKind, current: unknown[], plan: (lines: Line[]) => Promise<{ rows: PlannedRow[]; writes: unknown[] }>) {
  const list = columns[kind]
  const rows = current
    .flatMap((one) => (linesOfRow[kind] as (one: unknown) => Record<string, string>[])(one))
    .map((cells) => list.map(({ key }) => cells[key] ?? ''))
  for (const format of sheetFormats) {
    const path = join(folder, 'sheet')
    writeFileSync(
      path,
      writeSheet(
        format,
        list.map(({ key, kind }) => ({ head: key, kind })),
        rows,
      ),
    )
    const planned = await plan(await linesIn(kind, await readSheet(path)))
    assert.deepEqual(
      planned.rows.filter(({ what }) => what !== 'same'),
      [],
      format,
    )
    assert.deepEqual([planned.rows.length, planned.writes.length], [rows.length, 0], format)
  }
}

const linesIn = async (kind: SheetKind, sheet: Sheet) => linesOf(sheet, await keysOf(kind, sheet))

const odd = [
  '=1+1',
  '+7',
  '-x',
  '@a',
  "'=1",
  '"',
  '";"',
  'a;b',
  '\ttab',
  '0012',
  '1e5',
  'TRUE',
  '_x000D_',
  'line\nbreak',
  '\r',
  ' space ',
  '🙂',
  '\u202eright',
  '\u0001',
  '2026-02-30',
]
const short = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => `${text.toWellFormed().replaceAll('\0', '')}.`),
  },
)
const hostile = fc.oneof({ weight: 30, arbitrary: short }, { weight: 1, arbitrary: fc.constant(`=${'я'.repeat(40_000)}`) })
const maybe = fc.option(hostile, { nil: null })
const day = fc.option(fc.constantFrom('2026-09-01', '1899-12-31', '0001-01-01', '9999-12-31'), { nil: null })
const slug = fc.stringMatching(/^[a-z]{1,8}(-[0-9]{1,4})?$/)

test('importing an export of any projects changes nothing', async () => {
  const project = fc.record({
    name: hostile,
    state: fc.constantFrom(...projectStates),
    shortDescription: maybe,
    description: maybe,
    dateStart: day,
    dateEnd: day,
    enrollmentStart: day,
    enrollmentEnd: day,
    curator: maybe,
    client: maybe,
    clientContact: maybe,
    teamLimit: fc.option(fc.nat({ max: 99_999 }), { nil: null }),
    developerRequirements: fc.array(short, { maxLength: 4 }),
    projectRequirements: fc.array(short, { maxLength: 2 }),
    wantedRoles: fc.array(fc.record({ role: short, count: fc.integer({ min: 1, max: 20 }) }), { maxLength: 3 }),
    tags: fc.array(short, { maxLength: 3 }),
    related: fc.array(slug, { maxLength: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.tuple(slug, project), { selector: ([slug]) => slug, minLength: 1, maxLength: 4 }), async (made) => {
      const projects = made.map(([slug, one], index) => ({ id: index + 1, slug, isBusy: true, ...one }) as ProjectRow)
      const slugs = projects.map(({ id, slug, name }) => ({ id, slug, name, isFormer: false }))
      await roundTrip('project', projects, (lines) => planProjects(lines, { slugs, projects, tags: [], roles: [] }))
    }),
    { numRuns: share(60) },
  )
})

test('importing an export of any teams, people, tags and roles changes nothing', async () => {
  const named = fc.record({ name: hostile, nameRu: maybe, description: maybe, aliases: fc.array(short, { maxLength: 3 }) })
  const people = (names: string[]): PersonRow[] =>
    names.map((name, index) => ({
      id: index + 1,
      login: `p${index}`,
      name,
      surname: '',
      patronymic: name,
      email: 'same@example.org',
      importEmail: index === 0 ? 'same@example.org' : null,
      phone: name,
      githubLogin: name,
      group: name,
      access: 'administrator',
      isGone: index === 2,
      isClosed: index > 0,
    }))
  await fc.assert(
    fc.asyncProperty(fc.array(named, { minLength: 1, maxLength: 5 }), async (made) => {
      const words = [
        ...new Map(made.map((word, index) => [`${index}${word.name}`, { id: index + 1, ...word, name: `${word.name}${index}` }])).values(),
      ]
      await roundTrip('tag', words, (lines) => planTags(lines, words))
      await roundTrip('role', words, (lines) => planRoles(lines, words))
      const current = people(made.map(({ name }) => name))
      const whole = current.filter(({ isGone }) => !isGone)
      await roundTrip('person', whole, (lines) =>
        planPeople(lines, { people: current, logins: current.map(({ login }) => login) }, { locale: 'en', country: null }),
      )
      const nameless = { person: null, email: null, login: null, isAdministrator: true, isGone: false, isClosed: false, roles: [] }
      const teams: TeamRow[] = words.map(({ id, name, description, aliases }) => ({
        id,
        name,
        description,
        project: id % 2 ? { slug: 'over', dateEnd: null } : null,
        wantedRoles: aliases.map((role, at) => ({ role, count: at + 1 })),
        requestsWaiting: 1,
        members: [
          ...current.map((person) => ({
            ...nameless,
            id: id * 100 + person.id,
            person: person.id,
            name: person.name,
            email: person.importEmail ?? person.email,
            login: person.login,
            roles: aliases,
          })),
          { ...nameless, id: id * 100 + 50, name: words[0]!.name },
          { ...nameless, id: id * 100 + 51, name: words[0]!.name, roles: ['gone'] },
        ],
      }))
      await roundTrip('team', [...teams, { ...teams[0]!, id: 99, name: '=nobody', members: [] }], (lines) =>
        planTeams(lines, {
          names: [],
          teams: [...teams, { ...teams[0]!, id: 99, name: '=nobody', members: [] }],
          people: current,
          slugs: [],
          projects: [],
          roles: [],
          today: 0,
        }),
      )
    }),
    { numRuns: share(40) },
  )
})

test('two rows of one project are refused, also without its name', async () => {
  const project = {
    ...noValues,
    id: 1,
    slug: 'one',
    name: 'One',
    state: 'draft',
    wantedRoles: [],
    tags: [],
    related: [],
  } as unknown as ProjectRow
  const lines = ['A', 'B'].map((client, index) => ({ row: index + 1, cells: { slug: 'one', client } }))
  const slugs = [{ id: 1, slug: 'one', name: 'One', isFormer: false }]
  const { rows } = await planProjects(lines, { slugs, projects: [project], tags: [], roles: [] })
  assert.deepEqual(
    rows.map(({ what, faults }) => [what, faults.map(({ column, sentence }) => `${column} ${sentence.code}`)]),
    [
      ['change', []],
      ['refuse', ['slug twice']],
    ],
  )
})

test('a new project gets the first free slug; related projects may be in the same file', async () => {
  const lines = ['Bridge', 'Bridge!', 'Bridge?', 'Мост'].map((name, index) => ({
    row: index + 2,
    cells: { name, related: index === 3 ? 'given-one' : '' },
  }))
  const given = { row: 9, cells: { name: 'G', slug: 'given-one' } }
  const slugs = [{ id: 1, slug: 'bridge-2', name: 'Taken', isFormer: true }]
  const { rows, writes } = await planProjects([...lines, given], { slugs, projects: [], tags: [], roles: [] })
  assert.deepEqual(
    writes.map(({ slug }) => slug),
    ['bridge', 'bridge-3', 'bridge-4', 'most', 'given-one'],
  )
  assert.ok(rows.every(({ what }) => what === 'create'))
})

test('columns are recognised by key or alternative header, in any order', async () => {
  const sheet = (heads: string[], ...lines: string[][]) => ({
    format: 'csv' as const,
    heads,
    lines: lines.map((cells, index) => ({ row: index + 2, cells })),
  })
  assert.deepEqual(await keysOf('project', sheet(['ошибки', ' НАЗВАНИЕ ', 'Enrollment   end', 'faults', '', 'dateStart'])), [
    null,
    'name',
    'enrollmentEnd',
    null,
    null,
    'dateStart',
  ])
  const fault = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      return error instanceof SheetFault ? `${error.code} ${JSON.stringify(error.details.en)}` : String(error)
    }
    return 'none'
  }
  assert.equal(
    await fault(() => keysOf('team', sheet(['member', 'age', ''], ['x', '5', 'y']))),
    'sheet_columns {"missing":"Team","unknown":"age, № 3"}',
  )
  assert.match(await fault(() => keysOf('tag', sheet(['name', 'Название'], ['x', 'y']))), /sheet_unreadable.*“Name” is duplicated/)
  assert.match(await fault(() => keysOf('person', sheet(['name'], ['x']))), /"missing":"Login"/)
})

test('planning ends when the caller has gone', async () => {
  const lines: Line[] = Array.from({ length: 5000 }, (_, at) => ({ row: at + 2, cells: { name: `Project ${at}`, tags: 'a; b; c' } }))
  const caller = new AbortController()
  const seen: number[] = []
  const noted = (done: number): void => {
    seen.push(done)
    caller.abort(new Error('gone'))
  }
  await assert.rejects(planProjects(lines, { slugs: [], projects: [], tags: [], roles: [] }, { noted, signal: caller.signal }), /gone/)
  assert.ok(seen.length === 1 && seen[0]! < lines.length, `planned: ${seen}`)
})

test('values in messages are shortened and without control characters', () => {
  const long = `\u202e${'x'.repeat(100)}`
  assert.equal(say({ code: 'unknown_project', details: { value: `a\0${long}` } }, 'ru'), `Нет проекта «a», «�${'x'.repeat(63)}…».`)
  assert.equal(
    say({ code: 'not_a_date', details: { value: '2026-02-30' } }, 'en'),
    '2026-02-30 is not a date. Write it like 2026-09-01 or 1 Sep 2026.',
  )
})

test('every column has a name in every language, which is a heading of the same column', async () => {
  for (const [kind, list] of Object.entries(columns) as [SheetKind, (typeof columns)['tag']][])
    for (const { key, isExportOnly } of list)
      for (const label of (languages as Language[]).map((language) => labelOf(kind, key, language))) {
        assert.notEqual(label, key, `${kind} ${key}`)
        const sheet = {
          format: 'csv' as const,
          heads: [label, ...columns[kind].flatMap((one) => (one.key === key ? [] : one.key))],
          lines: [],
        }
        assert.equal((await keysOf(kind, sheet))[0], isExportOnly ? null : key, label)
      }
})
