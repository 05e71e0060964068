import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listTags } from '#contract/vocabulary/tag.ts'
import { type Binaries, bundledMajor } from '#database/embedded/binaries.ts'
import type { Sql } from '#database/sql.ts'
import { readConfig } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { serve } from '#run/serve.ts'
import { leftOut } from '#store/table/tables.ts'
import { checksumsOf } from '#tests/support/backups.ts'
import { runAlone } from '#tests/support/process/command.ts'
import { fillOldData, oldPostgres, withDatabase } from '#tests/support/process/old-postgres.ts'
import { strictClient } from '#tests/support/strict-client.ts'

const isRoot = process.getuid?.() === 0
const folder = mkdtempSync(join(tmpdir(), 'upgrade-test-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true }))

const original = join(folder, 'original')
let old: Binaries
let rows: Record<string, string>
before(async () => {
  mkdirSync(original)
  old = await oldPostgres(original)
  await fillOldData(original, old)
  rows = await withDatabase(original, old, rowsIn)
})

const rowsIn = (sql: Sql) => checksumsOf(sql, leftOut)
const versionOf = (dataDir: string) => readFileSync(join(dataDir, 'postgres/data/PG_VERSION'), 'utf8').trim()
const listFolders = (dataDir: string) => readdirSync(join(dataDir, 'postgres')).filter((name) => /^(data|upgrade)/.test(name))
const upgrade = (dataDir: string, args: string[] = [], env = {}) => runAlone(dataDir, ['upgrade-database', ...args], env, 300_000)

let copies = 0
function copyOriginal(): string {
  const copy = join(folder, `copy-${++copies}`)
  execFileSync('cp', ['-a', original, copy])
  return copy
}

const lastIds = (sql: Sql) => sql<{ name: string; id: number }[]>`
  select sequencename as name, coalesce(last_value, 0)::float8 as id from pg_sequences where schemaname in ('public', 'auth') order by 1`

test('an old data folder is refused at a start, converted with all rows, and served; the old data are kept', async () => {
  const dataDir = copyOriginal()
  const ids = await withDatabase(dataDir, old, lastIds)
  const refused = runAlone(dataDir, ['migrate'])
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /made by PostgreSQL 17\. .* PostgreSQL 18, which cannot read it\. .*npx projectory upgrade-database\n$/)

  const planned = upgrade(dataDir, ['--dry-run'])
  assert.equal(planned.status, 0, planned.stderr)
  assert.match(planned.stdout, /from PostgreSQL 17 to 18\.\n/)
  assert.match(planned.stdout, /would be kept in .*data-pg17-\d{4}-\d\d-\d\d\. Nothing was changed/)
  assert.deepEqual(listFolders(dataDir), ['data'])

  const { status, stdout, stderr } = upgrade(dataDir) // with Debian's PostgreSQL 17, or the one from npm
  assert.equal(status, 0, stderr)
  assert.match(stdout, /one of PostgreSQL 18 now: \d+ rows in \d+ tables, equal to their checksums/)
  const [, oldName = ''] = listFolders(dataDir)
  assert.ok(stdout.includes(`The old data are in ${join(dataDir, 'postgres', oldName)}.`), stdout)
  assert.match(oldName, /^data-pg17-/)
  assert.deepEqual(listFolders(dataDir), ['data', oldName])
  assert.match(upgrade(dataDir).stdout, /nothing to do/)

  await withDatabase(dataDir, undefined, async (sql) => {
    assert.equal(await serverMajor(sql), bundledMajor())
    assert.deepEqual(await rowsIn(sql), rows)
    const now = new Map((await lastIds(sql)).map(({ name, id }) => [name, id]))
    for (const { name, id } of ids.filter(({ id }) => id > 0)) assert.ok(now.get(name)! >= id, name)
  })
  const service = await serve(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }), quietLog())
  try {
    assert.equal(service.seeded, null)
    assert.equal((await strictClient(`http://127.0.0.1:${service.port}/api`)(listTags)).length, 12)
  } finally {
    await service.stop()
  }

  const back = join(folder, 'back')
  mkdirSync(join(back, 'postgres'), { recursive: true })
  renameSync(join(dataDir, 'postgres', oldName), join(back, 'postgres/data'))
  assert.deepEqual(await withDatabase(back, old, rowsIn), rows, 'the old PostgreSQL works with the old data')
})

const serverMajor = async (sql: Sql): Promise<string> => (await sql`select current_setting('server_version') as v`)[0]!.v.split('.')[0]

/** Runs an upgrade that kills itself at a step, or at a table in it. */
async function upgradeUntil(dataDir: string, point: string): Promise<void> {
  const code = `
    import { upgradeDatabase } from ${JSON.stringify(join(import.meta.dirname, '../../run/backup/upgrade-database.ts'))}
    let now = ''
    const reach = (point) => point === ${JSON.stringify(point)} && process.kill(process.pid, 'SIGKILL')
    await upgradeDatabase({
      folder: ${JSON.stringify(join(dataDir, 'postgres'))},
      oldBinaries: ${JSON.stringify(join(old.path, 'bin'))},
      onStep: (step) => reach((now = step)),
      onProgress: (what) => reach(now + ' ' + what),
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'], point)
}

for (const point of ['back up public.project', 'restore public.project', 'move out'])
  test(`killed at “${point}”, the old PostgreSQL works with the old data, and the next upgrade begins again`, async () => {
    const dataDir = copyOriginal()
    await upgradeUntil(dataDir, point)
    assert.equal(versionOf(dataDir), '17')
    assert.equal(runAlone(dataDir, ['migrate']).status, 1)
    // What is written now must not be lost by the next upgrade.
    const later = await withDatabase(dataDir, old, async (sql) => {
      await sql`update project set name = 'Changed later' where id = (select min(id) from project)`
      return rowsIn(sql)
    })
    const { status, stderr } = upgrade(dataDir, ['--old-binaries', join(old.path, 'bin')])
    assert.equal(status, 0, stderr)
    assert.equal(versionOf(dataDir), bundledMajor())
    assert.deepEqual(
      listFolders(dataDir).map((name) => name.slice(0, 9)),
      ['data', 'data-pg17'],
    )
    assert.deepEqual(await withDatabase(dataDir, undefined, rowsIn), later)
    rmSync(dataDir, { recursive: true, force: true })
  })

test('killed between the two renames, the next start or upgrade completes it', async () => {
  const dataDir = copyOriginal()
  await upgradeUntil(dataDir, 'move in')
  assert.equal(existsSync(join(dataDir, 'postgres/data')), false)
  const again = join(folder, 'again')
  execFileSync('cp', ['-a', dataDir, again])
  assert.deepEqual(await withDatabase(dataDir, undefined, rowsIn), rows)
  const { status, stdout } = upgrade(again)
  assert.equal(status, 0)
  assert.match(stdout, /was interrupted at its last step and is complete now/)
  assert.deepEqual(await withDatabase(again, undefined, rowsIn), rows)
})

test('it is refused while a server runs on the folder, and nothing is changed', async () => {
  const dataDir = copyOriginal()
  const { status, stderr } = await withDatabase(dataDir, old, async () => upgrade(dataDir))
  assert.equal(status, 1)
  assert.match(stderr, /is in use by process \d+; stop it first/)
  assert.deepEqual(listFolders(dataDir), ['data'])
})

test('other faults are named, with their exit codes, and nothing is changed', () => {
  const dataDir = copyOriginal()
  const wrong = upgrade(dataDir, ['--old-binaries', '/usr/bin'])
  assert.deepEqual([wrong.status, /there is no program \/usr\/bin\/postgres/.test(wrong.stderr)], [1, true], wrong.stderr)
  const external = upgrade(dataDir, [], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  assert.deepEqual([external.status, /DATABASE_URL is set/.test(external.stderr)], [1, true])
  assert.equal(upgrade(dataDir, ['now']).status, 2)
  assert.deepEqual(listFolders(dataDir), ['data'])

  writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '99\n')
  const newer = upgrade(dataDir)
  assert.deepEqual([newer.status, /by PostgreSQL 99\. .*Install the newer version/.test(newer.stderr)], [1, true], newer.stderr)

  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const none = upgrade(empty)
  assert.deepEqual([none.status, /There is no database in/.test(none.stderr)], [1, true])
  assert.deepEqual(readdirSync(empty), [])
})

test('without enough space it says how much is needed, and nothing is changed', async () => {
  const dataDir = copyOriginal()
  const large = join(dataDir, 'postgres/data/large')
  const { bavail, bsize } = statfsSync(dataDir)
  writeFileSync(large, '')
  truncateSync(large, bavail * bsize) // all of it is a hole: it takes no space
  const { status, stderr } = upgrade(dataDir, ['--old-binaries', join(old.path, 'bin')])
  assert.equal(status, 1)
  assert.match(stderr, /needs about [\d,]+ MB on the disk of .*, and [\d,]+ MB are free\. Nothing was changed\./)
  assert.deepEqual(listFolders(dataDir), ['data'])
  rmSync(large)
  assert.deepEqual(await withDatabase(dataDir, old, rowsIn), rows)
})

const debian = { path: '/usr/lib/postgresql/15', major: '15' }
const isInstalled = existsSync(join(debian.path, 'bin/postgres'))
test(`data of PostgreSQL 15 are converted with the one that ${isInstalled ? 'Debian has installed' : 'is given'}`, async () => {
  const dataDir = join(folder, 'debian')
  const data = join(dataDir, 'postgres/data')
  mkdirSync(data, { recursive: true })
  chmodSync(data, 0o700)
  const old15 = isInstalled ? debian : await oldPostgres(dataDir, '15')
  const account = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  if (isRoot) chownSync(data, 65_534, 65_534)
  const options = { ...account, cwd: data, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } }
  execFileSync(join(old15.path, 'bin/initdb'), ['-D', data, '-U', 'projectory', '--auth=trust', '--encoding=UTF8'], options)
  execFileSync(join(old15.path, 'bin/postgres'), ['--single', '-D', data, 'postgres'], {
    ...options,
    input: 'CREATE DATABASE projectory\n',
  })
  await fillOldData(dataDir, old15)
  const before = await withDatabase(dataDir, old15, rowsIn)
  const { status, stderr } = upgrade(dataDir, isInstalled ? [] : ['--old-binaries', old15.path])
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stderr, /Fetching/)
  assert.deepEqual(await withDatabase(dataDir, undefined, rowsIn), before)
})
