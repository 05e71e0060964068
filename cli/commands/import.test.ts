import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findRunning } from '#database/embedded/running.ts'
import { connect, type Sql } from '#database/sql.ts'
import { runAlone, runHere } from '#tests/support/process/command.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import exportCommand from './export.ts'
import importCommand from './import.ts'

// The commands run next to a service, on its embedded database.

const folder = mkdtempSync(join(tmpdir(), 'projectory-import-'))
Object.assign(process.env, { NODE_ENV: 'development', DATA_DIR: folder })
let service: WholeProcess
let sql: Sql
before(async () => {
  service = await startProcess(folder)
  sql = connect(findRunning(join(folder, 'postgres'))!, { max: 1 })
})
after(async () => {
  await sql?.end()
  await service?.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

// In this process; only the last test starts processes.
const run = (name: 'import' | 'export', ...args: string[]) => runHere(name === 'import' ? importCommand : exportCommand, args)

const at = (name: string): string => join(folder, name)
const given = (content: string): string => {
  writeFileSync(at('sheet.csv'), content)
  return at('sheet.csv')
}

test('a dry run shows the changes and saves nothing; the import saves them with an audit record', async () => {
  const sheet = given('name,description\nShell Tag,From the shell\n')
  const tried = await run('import', 'tag', sheet, '--dry-run')
  assert.deepEqual({ status: tried.status, stderr: tried.stderr }, { status: 0, stderr: '' })
  assert.equal(
    tried.stdout,
    'row  change  name       details\n2    create  Shell Tag\n\n1 to create, 0 to change, 0 unchanged, 0 with errors.\nNothing was saved: this was a dry run.\n',
  )
  assert.equal((await sql`select 1 from tag where name = 'Shell Tag'`).length, 0)
  assert.match((await run('import', 'tag', sheet)).stdout, /1 to create, .*\nDone\.\n$/)
  assert.equal((await sql`select 1 from tag where name = 'Shell Tag'`).length, 1)
  const [audit] = await sql`select actor_id, target, detail from audit_event where action = 'importSheet'`
  assert.deepEqual(
    { ...audit },
    { actor_id: null, target: 'import tag', detail: { by: 'command line', created: 1, changed: 0, same: 0, format: 'csv' } },
  )
  const changed = await run('import', 'tag', given('name,description\nShell Tag,Changed\n'), '--dry-run')
  assert.match(changed.stdout, /2 {4}change {2}Shell Tag {2}description: From the shell → Changed\n/)
})

test('errors are reported by row and column, --report writes the marked file, and the exit code is 1', async () => {
  const { status, stdout } = await run(
    'import',
    'project',
    given('name,dateEnd\nGood,2027-01-01\nBad,2026-02-30\n'),
    '--report',
    at('marked.csv'),
  )
  assert.equal(status, 1)
  assert.match(stdout, /3 {4}refuse {2}Bad {3}dateEnd: 2026-02-30 is not a date\. Write it like 2026-09-01 or 1 Sep 2026\.\n/)
  assert.match(stdout, /Nothing was saved: a file with errors is not imported\.\nFile with errors marked: .*marked\.csv\n$/)
  assert.match(
    readFileSync(at('marked.csv'), 'utf8'),
    /^faults,name,dateEnd\r\n,Good,2027-01-01\r\ndateEnd: 2026-02-30 is not a date\. Write it like 2026-09-01 or 1 Sep 2026\.,Bad,2026-02-30\r\n$/,
  )
})

test('a name with hidden characters is refused as in the console', async () => {
  writeFileSync(at('sheet.json'), JSON.stringify([{ team: 'Shell\u202e team' }, { team: '\u200b' }]))
  const { status, stdout } = await run('import', 'team', at('sheet.json'))
  assert.equal(status, 1)
  assert.match(stdout, /1 {4}refuse .* team: “Shell� team” is not a valid name/)
  assert.match(stdout, /2 {4}refuse .* team: “�” is not a valid name/)
  assert.equal((await sql`select 1 from team where name ~ '[\u202e\u200b]'`).length, 0)
})

test('an exported file can be imported again without changes', async () => {
  const out = await run('export', 'project', '--out', at('all.xlsx'))
  assert.equal(out.status, 0, out.stderr)
  assert.match(out.stderr, /all\.xlsx: \d+ bytes\./)
  const again = await run('import', 'project', at('all.xlsx'))
  assert.match(again.stdout, /^0 to create, 0 to change, \d+ unchanged, 0 with errors\.\nNo changes\.\n$/)
  await run('export', 'role', '--out', at('role.json'), '--template')
  assert.match(readFileSync(at('role.json'), 'utf8'), /^\[\n {2}\{\n {4}"name": "Sound engineer"/)
})

test('rounds are imported as drafts by the clock of the directory, and exported', async () => {
  await sql`update setting set document = document || '{"timeZone": "Asia/Tokyo"}'`
  const sheet = given('Name,Opens,Closes,Projects\nShell round,2027-03-01 09:00,2027-03-08,\n')
  const tried = await run('import', 'round', sheet, '--dry-run')
  assert.match(tried.stdout, /^row {2}change {2}name {9}details\n2 {4}create {2}Shell round\n\n1 to create, .*\nNothing was saved/)
  assert.match((await run('import', 'round', sheet)).stdout, /Done\.\n$/)
  const [round] = await sql`select id, slug, opens_at, closes_at, announced_at from round where name = 'Shell round'`
  assert.deepEqual(
    [round!.slug, round!.opens_at.toISOString(), round!.closes_at.toISOString(), round!.announced_at],
    ['shell-round', '2027-03-01T00:00:00.000Z', '2027-03-08T14:59:00.000Z', null],
  )
  await run('export', 'round', '--out', at('rounds.csv'))
  const exported = readFileSync(at('rounds.csv'), 'utf8')
  assert.match(exported, /^\ufeffslug,name,state,mode,rule,opensAt,closesAt,mostChoices,offerHours,bundleFor,projects\r\n/)
  assert.match(exported, /\nshell-round,Shell round,draft,ranked,fair,2027-03-01 09:00,2027-03-08 23:59,5,48,everyone,\r\n/)
  assert.match(
    (await run('import', 'round', at('rounds.csv'))).stdout,
    /^0 to create, 0 to change, \d+ unchanged, 0 with errors\.\nNo changes\.\n$/,
  )
  await sql`update round set mode = 'direct', announced_at = now(), first_day = '2027-03-01', last_day = '2027-03-08' where id = ${round!.id}`
  const refused = await run('import', 'round', given('name,closesAt\nShell round,2027-03-09\n'))
  assert.equal(refused.status, 1)
  assert.match(refused.stdout, /closesAt: This round has been announced, so an import can’t change it\. Use the round page\.\n/)
})

test('usage errors are reported before anything is opened', async () => {
  const wrong: ['import' | 'export', ...string[]][] = [
    ['import'],
    ['import', 'planet', 'x'],
    ['import', 'tag'],
    ['import', 'tag', 'no-such-file'],
    ['export'],
    ['export', 'tag', '--format', 'pdf'],
    ['export', 'tag', 'more'],
  ]
  for (const args of wrong) assert.equal((await run(...args)).status, 2, args.join(' '))
  const odd = await run('import', 'tag', given('"'))
  assert.equal(odd.status, 1)
  assert.equal(odd.stderr, 'The file is not a valid CSV, XLSX or JSON file: a quotation mark in row 1 is not closed.\n')
})

test('as a process: help, output to a pipe, and exit codes', () => {
  assert.match(
    runAlone(folder, ['import', '--help']).stdout,
    /^npx projectory import project\|team\|round\|person.* \[--dry-run\] \[--report <file>\]/,
  )
  const { status, stdout } = runAlone(folder, ['export', 'role'])
  assert.equal(status, 0)
  assert.match(stdout, /^\ufeffname,nameRu,aliases\r\n/)
  const refused = runAlone(folder, ['import', 'project', given('name,teamLimit\nBad,-1\n')])
  assert.equal(refused.status, 1)
  assert.match(refused.stdout, /teamLimit: -1 is not a whole number/)
})
