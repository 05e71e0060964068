import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Problem } from '#contract/shared.ts'
import { columns } from '#spreadsheet/column/columns.ts'
import { planImport, runImport } from '#spreadsheet/import.ts'
import { prepareSheet } from '#spreadsheet/prepare.ts'
import { readJson } from '#spreadsheet/read/json.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { personOf } from '#tests/support/world/requests.ts'
import { type Sql, suites, type Tried } from './same-rules.columns.ts'

// Every text column of every kind of sheet gets hostile values from an import, and from the endpoint that writes the same value. Both must
// refuse a value with the same code, or store the same text.

let service: TestService
const tokens: Record<string, string> = {}
let gleb: number
before(async () => {
  service = await startService()
  for (const login of ['curator', 'gleb']) tokens[login] = (await signIn(service, login)).accessToken
  gleb = await personOf(service.sql, 'gleb')
})
after(() => service.close())

// All different after normalization: names of teams, tags and roles are unique.
const hostile = (most: number): [what: string, text: string][] => [
  ['a plain text', 'aa'],
  ['right-to-left override', 'ab\u202ecd'],
  ['right-to-left override in front', '\u202eabce'],
  ['isolates', '\u2066ac\u2069'],
  ['zero-width spaces only', '\u200b\u200b'],
  ['a zero-width space inside', 'a\u200bd'],
  ['joiners only', '\u200c\u200d'],
  ['a filler only', '\u3164'],
  ['a combining mark only', '\u0301'],
  ['a bell', 'a\u0007e'],
  ['NUL', 'a\0f'],
  ['a C1 control', 'a\u0085g'],
  ['control characters only', '\u0001\u007f'],
  ['a line break', 'a\r\nh'],
  ['a tab', 'a\ti'],
  ['a line separator', 'a\u2028j'],
  ['half a surrogate pair', 'a\ud800'],
  ['half a surrogate pair in front', '\udc00a'],
  ['decomposed letters', 'e\u0301\u0438\u0306'],
  ['a soft hyphen', 'a\u00adk'],
  ['a tag character', 'a\u{e0041}l'],
  ['blanks around', ' \u00a0am \t'],
  ['blanks inside', 'a  \u00a0 n'],
  ['a byte order mark', '\ufeffao'],
  ['one character too many', 'x'.repeat(most + 1)],
  ['as many characters as fit, each of two units', '😀'.repeat(Math.min(most, 20_000))],
  ['as many as fit, and a blank', `${'y'.repeat(most)} `],
]

type Outcome = { stored: unknown } | { refused: string }

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
const preparedOf = (kind: SheetKind, rows: object[]) => prepareSheet(kind, readJson(JSON.stringify(rows)))

/** All values in one sheet, then the accepted ones in another, which is imported and rolled back. */
async function imported(kind: SheetKind, { column, prepare, row, read }: Tried, texts: string[]): Promise<Outcome[]> {
  let outcomes: Outcome[] | undefined
  const rollBack = new Error('rolled back')
  await service.sql
    .begin(async (sql) => {
      const ids = (await prepare?.(sql, texts.length)) ?? []
      const rows = texts.map((text, at) => row(text, at))
      const plan = await planImport(sql, kind, await preparedOf(kind, rows), about)
      const codes = plan.rows.map(({ faults }) => {
        for (const fault of faults) assert.equal(fault.column, column, JSON.stringify(fault))
        return faults.map(({ sentence }) => sentence.code).join()
      })
      const last = await lastIds(sql)
      const good = rows.filter((_, at) => codes[at] === '')
      if (good.length > 0) assert.ok((await runImport(sql, kind, await preparedOf(kind, good), about)).isDone)
      const made =
        kind === 'person' ? [] : (await sql`select id from ${sql(kind)} where id > ${last[kind]!} order by id`).map(({ id }) => id)
      outcomes = []
      for (const [at, refused] of codes.entries())
        outcomes.push(refused === '' ? { stored: await read(sql, ids[at] ?? made.shift()) } : { refused })
      throw rollBack
    })
    .catch((error) => {
      if (error !== rollBack) throw error
    })
  return outcomes!
}

const lastIds = async (sql: Sql): Promise<Record<string, number>> => {
  const [row] = await sql`
    select (select max(id) from project) as project, (select max(id) from team) as team, (select max(id) from tag) as tag,
      (select max(id) from role) as role, (select max(id) from synonym) as synonym,
      coalesce((select max(id) from round), 0) as round`
  return row as Record<string, number>
}

/** Over HTTP, one after another; the rows are deleted afterwards. */
async function called({ prepare, call, read, readCall = read }: Tried, texts: string[]): Promise<Outcome[]> {
  const { sql } = service
  const last = await lastIds(sql)
  const [person] = await sql`select name, surname, patronymic, phone from person where id = ${gleb}`
  const outcomes: Outcome[] = []
  try {
    const ids = (await prepare?.(sql, texts.length)) ?? []
    for (const [at, text] of texts.entries()) {
      const { method = 'POST', path, body, as = 'curator' } = call(text, ids[at] ?? 0, at)
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens[as]}` }
      const response = await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(body) })
      const answer = (await response.json()) as Problem & { id: number }
      assert.ok(response.status < 500, JSON.stringify(answer))
      if (response.ok) outcomes.push({ stored: await readCall(sql, as === 'gleb' ? gleb : answer.id) })
      else outcomes.push({ refused: answer.errors?.map(({ code }) => code).join() ?? answer.code })
      await sql`delete from outbox where kind = 'email_change'` // the number of emails per hour is limited
    }
  } finally {
    for (const table of ['project', 'team', 'round', 'tag', 'role', 'synonym'])
      await sql`delete from ${sql(table)} where id > ${last[table]!}`
    await sql`delete from email_change where person_id = ${gleb}`
    await sql`delete from person where login like 'probe-%'`
    const { name, surname, patronymic, phone } = person!
    await sql`update person set name = ${name}, surname = ${surname}, patronymic = ${patronymic}, phone = ${phone} where id = ${gleb}`
  }
  return outcomes
}

forEachCase(
  suites.flatMap(({ kind, what, tried }) => tried.map((one) => ({ kind, what, one }))),
  ({ what, one }) => `${what}: import and endpoint refuse or store the same as ${one.column}`,
  async ({ kind, one }) => {
    const values = hostile(one.most)
    const texts = values.map(([, text]) => text)
    const byImport = await imported(kind, one, texts)
    const byCall = await called(one, texts)
    const named = (outcomes: Outcome[]) => Object.fromEntries(values.map(([what], at) => [what, outcomes[at]]))
    assert.deepEqual(named(byImport), named(byCall))
    assert.ok(byCall.some((outcome) => 'refused' in outcome) || one.column.endsWith('Requirements'), 'nothing was refused')
  },
)

// Columns that are references, or that no endpoint writes.
const lookedUp: Record<SheetKind, string[]> = {
  project: ['state', 'responsibleCurator', 'tags', 'related', 'workFormat'],
  team: ['project', 'email', 'login'],
  round: ['state', 'mode', 'rule', 'bundleFor', 'projects'],
  person: ['login', 'githubLogin', 'access'],
  tag: [],
  role: [],
  synonym: ['kind'],
}

test('every text column of a sheet is tested', () => {
  for (const [kind, list] of Object.entries(columns) as [SheetKind, (typeof columns)[SheetKind]][]) {
    const tried = suites.filter((suite) => suite.kind === kind).flatMap((suite) => suite.tried.map(({ column }) => column))
    const texts = list.filter((one) => ['text', 'long', 'list'].includes(one.kind)).map(({ key }) => key)
    assert.deepEqual(texts.toSorted(), [...new Set([...tried, ...lookedUp[kind]])].toSorted(), kind)
  }
})

const referenceRows: Record<string, (text: string) => [kind: SheetKind, row: object]> = {
  state: (text) => ['project', { name: 'Probe', state: text }],
  responsibleCurator: (text) => ['project', { name: 'Probe', responsibleCurator: text }],
  workFormat: (text) => ['project', { name: 'Probe', workFormat: text }],
  tags: (text) => ['project', { name: 'Probe', tags: [text] }],
  related: (text) => ['project', { name: 'Probe', related: [text] }],
  project: (text) => ['team', { team: 'Probe', project: text }],
  email: (text) => ['team', { team: 'Probe', email: text }],
  login: (text) => ['team', { team: 'Probe', login: text }],
  mode: (text) => ['round', { name: 'Probe', mode: text }],
  rule: (text) => ['round', { name: 'Probe', rule: text }],
  bundleFor: (text) => ['round', { name: 'Probe', bundleFor: text }],
  projects: (text) => ['round', { name: 'Probe', projects: [text] }],
  'a login': (text) => ['person', { name: 'Probe', login: text }],
  githubLogin: (text) => ['person', { name: 'Probe', login: 'probe', githubLogin: text }],
  kind: (text) => ['synonym', { kind: text, words: ['a', 'b'] }],
  access: (text) => ['person', { name: 'Probe', login: 'probe', access: text }],
}
forEachCase(
  Object.entries(referenceRows),
  ([column]) => `a hostile value in a reference column is not found and refused: ${column}`,
  async ([column, row]) => {
    const values = hostile(300).filter(([, text]) => !/^[a-z😀\s\u00a0\ufeff]+$/u.test(text)) // the others could be valid names
    for (const [what, text] of values) {
      const [kind, cells] = row(text)
      const { rows: planned } = await service.sql.begin('read only', async (sql) =>
        planImport(sql, kind, await preparedOf(kind, [cells]), about),
      )
      const faulty = planned.flatMap(({ faults }) => faults.map((fault) => fault.column))
      assert.deepEqual(faulty, [column.replace('a ', '')], `${column}: ${what}`)
    }
  },
)
