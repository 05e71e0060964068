import assert from 'node:assert/strict'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { maintainKeys } from '#auth/token/keys.ts'
import { createKeyFile, makeMasterKey, readKeyFile } from '#auth/token/secrets.ts'
import type { Sql } from '#database/sql.ts'
import { createDiskStore, type DiskStore } from '#files/disk.ts'
import { inspectConfig } from '#run/config/config.ts'
import { type TestDatabase, testDatabase, withoutTriggers } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { describe, providersFile, startEvilProvider } from '#tests/support/peer/evil-provider.ts'
import { S3_KEY, startS3 } from '#tests/support/peer/s3-server.ts'
import { startPeer } from '#tests/support/peer/smtp-peer.ts'
import { startRedis } from '#tests/support/process/redis.ts'
import { configuration } from './configuration.ts'
import { examine as examineInTime, type Report, reportText, run } from './doctor.ts'
import { createMask } from './mask.ts'
import { whyNotSpace } from './storage.ts'
import type { Subject } from './subject.ts'

// Each check is seen with a real fault: servers that refuse, a read-only database, another master key, damaged files, violated rules.

let database: TestDatabase
let sql: Sql
let folder: string
let files: DiskStore
let env: Record<string, string>
before(async () => {
  database = await testDatabase()
  sql = database.sql
})
after(() => database?.close())
const folders: string[] = []
after(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'projectory-doctor-'))
  folders.push(folder)
  files = createDiskStore(join(folder, 'files'))
  const { host, port, user, database: name } = database.database as { host: string; port: number; user: string; database: string }
  const DATABASE_URL = `postgres://${user}:sesame99@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`
  env = { NODE_ENV: 'test', DATABASE_URL, DATA_DIR: folder, PORT: String(await freePort()) }
})

const broken = ({ checks }: Report): string[] => findings(checks, 'broken')
const findings = (checks: Report['checks'], level: string): string[] =>
  checks.flatMap(({ check, findings }) => findings.filter((one) => one.level === level).map(({ text }) => `${check}: ${text}`))

// On a busy machine checks take longer than people would wait.
const examine: typeof examineInTime = (env, options) => examineInTime(env, { deadlineMs: 60_000, ...options })

test('a good installation passes: everything works, and the text is readable', async () => {
  const report = await examine(env, { isAudit: true, allFiles: true })
  assert.deepEqual(broken(report), [])
  assert.equal(report.isFine, true)
  const text = reportText(report)
  assert.match(text, /^✓ configuration {2}The configuration is valid/m)
  assert.match(text, /^✓ database {7}PostgreSQL \d+/m)
  assert.match(text, /^✓ data rules {5}All \d+ rules/m)
  assert.match(text, /Everything works\./)
  const all = report.checks.flatMap(({ findings }) => findings)
  for (const { level, remedy } of all) if (level === 'warning' || level === 'broken') assert.ok(remedy)
})

test('all faults of the configuration are listed, and other checks run nevertheless', async () => {
  const { checks, isFine } = await examine({ ...env, PORT: 'eighty', TIME_ZONE: 'Mars/Olympus' })
  assert.equal(isFine, false)
  assert.deepEqual(
    checks[0]!.findings.map(({ text }) => text.split(':')[0]),
    ['PORT', 'TIME_ZONE'],
  )
  assert.ok(checks.find(({ check }) => check === 'database')!.findings.some(({ level }) => level === 'ok'))
})

test('a public address without encryption or with a path is broken in production, and on loopback it is not', async () => {
  const about = async (PUBLIC_URL: string) => {
    const subject = { env: {}, faults: [], config: { ...inspectConfig(env).config, isProduction: true, publicUrl: PUBLIC_URL } }
    return (await configuration.run(subject as unknown as Subject)).map(({ level, text }) => `${level}: ${text}`)
  }
  assert.deepEqual(await about('https://projects.example.org'), ['ok: The configuration is valid for production.'])
  assert.deepEqual(await about('http://127.0.0.1:8000'), ['ok: The configuration is valid for production.'])
  assert.match((await about('http://projects.example.org')).join(), /^broken: PUBLIC_URL is not encrypted/)
  assert.match((await about('https://example.org/projects')).join(), /^broken: PUBLIC_URL has a path \(\/projects\)/)
})

test('a misspelt variable is a warning that names the one that was meant, and where to correct it', async () => {
  const { checks } = await examine({
    ...env,
    PUBLC_URL: 'https://x.example',
    BACKUPTO: '/backups',
    PATH: '/bin',
    ENV_FILE: '/etc/projectory.env',
  })
  const found = checks[0]!.findings.filter(({ level }) => level === 'warning')
  assert.deepEqual(
    found.map(({ text }) => text.replace(/^(\w+) .* (\w+)\.$/, '$1 $2')),
    ['PUBLC_URL PUBLIC_URL', 'BACKUPTO BACKUP_TO'],
  )
  assert.match(found[0]!.remedy!, /\/etc\/projectory\.env/)
})

test('a role without rights is told what a superuser has to do, once', async (t) => {
  await sql`create role powerless login password 'x'`
  t.after(async () => sql`drop role powerless`)
  const report = await examine({ ...env, DATABASE_URL: env.DATABASE_URL!.replace(/\/\/[^:]+:/, '//powerless:') })
  const { findings: found } = report.checks.find(({ check }) => check === 'database')!
  assert.deepEqual(
    found.filter(({ level }) => level === 'broken').map(({ text }) => text.replace(/ of .*| database .*/, '')),
    ['The role powerless does not own the', 'The role powerless may not read the tables'],
  )
  for (const { level, remedy } of found) if (level === 'broken') assert.match(remedy!, /^As a superuser, .* owner to powerless/)
  assert.ok(
    broken(report).every((text) => text.startsWith('database: ')),
    broken(report).join(),
  )
})

test('a place for backups that cannot be written is broken', async (t) => {
  const { endpoint, close } = await startS3('there')
  t.after(close)
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: S3_KEY, AWS_SECRET_ACCESS_KEY: S3_KEY })
  const ofBackups = async (BACKUP_TO: string) =>
    (await examine({ ...env, BACKUP_TO })).checks.find(({ check }) => check === 'backups')!.findings.map(({ level }) => level)
  assert.ok(!(await ofBackups(`s3://there/x?endpoint=${endpoint}`)).includes('broken'))
  assert.deepEqual(await ofBackups(`s3://missing/x?endpoint=${endpoint}`), ['broken'])
  writeFileSync(join(folder, 'file'), '')
  assert.deepEqual(await ofBackups(join(folder, 'file')), ['broken'])
  const made = join(folder, 'later', 'backups')
  assert.ok(!(await ofBackups(made)).includes('broken'))
  assert.ok(!existsSync(made), 'the service makes it')
})

test('a database that does not answer is broken, and what needs it is not checked', async () => {
  const report = await examine({ ...env, DATABASE_URL: 'postgres://nobody:sesame99@127.0.0.1:1/none' }, { isAudit: true })
  assert.equal(broken(report).length, 1, broken(report).join())
  assert.match(broken(report)[0]!, /^database: There is no connection .*ECONNREFUSED/)
  assert.match(reportText(report), /data rules {5}Not checked: the database cannot be reached\./)
  assert.ok(!JSON.stringify(report).includes('sesame99'))
})

test('a read-only database is broken', async (t) => {
  const { database: name } = database.database as { database: string }
  await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  t.after(() => sql.unsafe(`begin; set transaction read write; alter database ${name} reset default_transaction_read_only; commit`))
  assert.deepEqual(broken(await examine(env)), ['database: The database is read-only.'])
})

test('migrations that are not applied are a warning, and those of a newer version are broken', async (t) => {
  const [row] = await sql`delete from migration where name = '0034_audit-export.sql' returning name, checksum, at`
  t.after(() => sql`delete from migration where name = '9999_later.sql'`.execute())
  const pending = await examine(env)
  assert.match(findings(pending.checks, 'warning').join(), /Migrations are not applied yet: 0034_audit-export\.sql/)
  await sql`insert into migration (name, checksum, at) values (${row!.name}, ${row!.checksum}, ${row!.at}), ('9999_later.sql', 'x', now())`
  assert.match(broken(await examine(env)).join(), /newer version of Projectory/)
})

test('a clock that differs from that of the database is found', async () => {
  const ahead = (ms: number) => () => new Date(Date.now() + ms)
  assert.match(
    broken(await examine(env, { now: ahead(120_000) })).join(),
    /clock: The clock of this machine is 1[12]\d s ahead of the database/,
  )
  assert.match(findings((await examine(env, { now: ahead(-10_000) })).checks, 'warning').join(), /(9|1\d) s behind the database/)
})

test('a folder that cannot be written, and files of another database, are broken', async () => {
  await examine(env)
  writeFileSync(join(folder, 'files', 'identity'), '00000000-0000-0000-0000-000000000000')
  assert.deepEqual(broken(await examine(env)), ['storage: The files in DATA_DIR/files belong to another database.'])
  rmSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files'), 'a file instead of a folder')
  assert.match(broken(await examine(env)).join(), /storage: A file cannot be written to DATA_DIR\/files/)
})

test('the check of the storage leaves no file and no folder of one behind', async () => {
  assert.match(findings((await examine(env)).checks, 'ok').join(), /storage: A file was written to DATA_DIR\/files, read and deleted/)
  assert.deepEqual(readdirSync(join(folder, 'files', 'blobs')), [])
  const { sha256 } = await files.keep(Buffer.from('kept'))
  await examine(env)
  assert.deepEqual(readdirSync(join(folder, 'files', 'blobs')), [sha256.slice(0, 2)])
  assert.equal(readFileSync(files.pathOf(sha256), 'utf8'), 'kept')
})

test('root creates nothing in a folder of another user', {
  skip: process.getuid?.() !== 0 && 'needs root: run it as root with npm test run/doctor',
}, async () => {
  chownSync(folder, 65_534, 65_534)
  const { checks, isFine } = await examine(env, { isAudit: true })
  assert.equal(isFine, true)
  assert.deepEqual(
    findings(checks, 'note')
      .filter((text) => text.includes('run it as that user'))
      .map((text) => text.split(':')[0]),
    ['storage', 'stored files'],
  )
  assert.deepEqual(readdirSync(folder), [])
})

test('a disk that is nearly full is a warning, and a full one is broken', () => {
  const GB = 2 ** 30
  assert.deepEqual(whyNotSpace(20 * GB, 1000 * GB), [])
  assert.equal(whyNotSpace(5 * GB, 100 * GB)[0]!.level, 'warning')
  assert.equal(whyNotSpace(0.01 * GB, 100 * GB)[0]!.level, 'broken')
})

test('a mail server is signed in to without sending; one that refuses, hangs or is away is broken', async (t) => {
  const password = { user: 'u', pass: 'sesame77' }
  const good = await startPeer({ password })
  const refusing = await startPeer({ script: () => ({ at: 'greeting', does: 'answer', reply: '554 5.3.2 no service' }) })
  const silent = await startPeer({ script: () => ({ at: 'greeting', does: 'hang' }) })
  t.after(() => Promise.all([good.close(), refusing.close(), silent.close()]))
  const withMail = (url: string) => examine({ ...env, SMTP_URL: url })
  const fine = await withMail(`smtp://u:sesame77@127.0.0.1:${good.port}`)
  assert.match(findings(fine.checks, 'ok').join(), /mail: The mail server .* accepts the password; no email was sent/)
  assert.deepEqual([good.taken.length, good.heard.some((line) => line.startsWith('MAIL'))], [0, false])
  const wrong = await withMail(`smtp://u:sesame88@127.0.0.1:${good.port}`)
  assert.match(broken(wrong).join(), /mail: .*535 5\.7\.8 wrong password/)
  assert.ok(!JSON.stringify(wrong).includes('sesame'))
  assert.match(broken(await withMail(refusing.url)).join(), /mail: .*554 5\.3\.2 no service/)
  assert.match(broken(await withMail(silent.url)).join(), /mail: /)
  assert.match(broken(await withMail('smtp://127.0.0.1:1')).join(), /mail: .*ECONNREFUSED/)
})

test('the server of shared rate limits is asked; one that is away or refuses the password is broken', async (t) => {
  const redis = await startRedis({ password: 'sesame66' })
  t.after(() => redis.close())
  const withLimits = (LIMITS_URL: string) => examine({ ...env, LIMITS_URL })
  assert.match(
    findings((await withLimits(redis.url)).checks, 'ok').join(),
    /rate limits: Rate limits are counted in 127\.0\.0\.1:\d+, which answers/,
  )
  assert.match(broken(await withLimits(redis.url.replace('sesame66', 'sesame55'))).join(), /rate limits: .*WRONGPASS/)
  assert.match(broken(await withLimits(`redis://127.0.0.1:${await freePort()}`)).join(), /rate limits: .*ECONNREFUSED/)
  redis.signal('SIGSTOP')
  assert.match(broken(await withLimits(redis.url)).join(), /rate limits: Rate limits cannot be counted in 127/)
})

test('the passwords of all servers are removed from findings', () => {
  const { config } = inspectConfig({ ...env, SMTP_URL: 'smtp://u:sesame77@mail', LIMITS_URL: 'redis://:sesame%2066@limits' })
  const mask = createMask({ env: {}, config })
  assert.equal(mask('it said sesame77, sesame99, sesame%2066 and sesame 66'), 'it said …, …, … and …')
})

test('an identity provider is asked for its document and keys; one that is away, or another one, is broken', async (t) => {
  const provider = await startEvilProvider()
  t.after(() => provider.close())
  const PROVIDERS = providersFile([describe(provider)])
  assert.match(findings((await examine({ ...env, PROVIDERS })).checks, 'ok').join(), /provider evil answers/)
  provider.bend = { discovery: (document) => ({ ...document, issuer: 'https://other.example.org' }) }
  assert.match(broken(await examine({ ...env, PROVIDERS })).join(), /providers: Nobody can sign in with evil: .*other\.example\.org/)
  provider.bend = { instead: { '/jwks': (response) => void response.writeHead(500).end() } }
  assert.match(broken(await examine({ ...env, PROVIDERS })).join(), /\/jwks answered 500/)
  const away = providersFile([describe({ issuer: 'http://127.0.0.1:1' })])
  const report = await examine({ ...env, PROVIDERS: away })
  assert.match(broken(report).join(), /providers: Nobody can sign in with evil/)
  assert.ok(!JSON.stringify(report).includes('the-secret-between'))
})

test('a master key that does not open the signing keys, or that others may read, is broken', async () => {
  const keyFile = join(folder, 'keys', 'master.key')
  createKeyFile(keyFile)
  await sql`delete from auth.signing_key`
  await maintainKeys(sql, readKeyFile(keyFile).keySealing, new Date())
  assert.match(findings((await examine(env)).checks, 'ok').join(), /keys: The master key opens the signing keys/)
  chmodSync(keyFile, 0o644)
  assert.match(broken(await examine(env)).join(), /keys: The master key cannot be used: .*others may read/)
  writeFileSync(keyFile, `${makeMasterKey()}\n`)
  chmodSync(keyFile, 0o400)
  assert.deepEqual(broken(await examine(env)), ['keys: The master key does not open 2 of 2 signing keys.'])
  await sql`delete from auth.signing_key`
})

test('a port that another program uses is broken; one where the service answers is not', async (t) => {
  let status = 404
  const server = createServer((_, response) => void response.writeHead(status).end())
  server.listen(Number(env.PORT), '127.0.0.1')
  t.after(() => server.close())
  assert.match(broken(await examine(env)).join(), /ports: Port \d+ is used by another program/)
  status = 200
  assert.deepEqual(broken(await examine(env)), [])
})

test('a damaged file and a missing one are found by --audit, content without rows is a warning', async (t) => {
  const [good, damaged, lost, foreign] = await Promise.all(
    ['good', 'damaged', 'lost', 'foreign'].map((text) => files.keep(Buffer.from(text))),
  )
  const rows = [good!, damaged!, lost!]
  const [project] = await sql`insert into project (slug, name) values ('doctor', 'Doctor') returning id`
  for (const { sha256, size } of rows) {
    await sql`insert into blob (sha256, size) values (${sha256}, ${size}) on conflict do nothing`
    const [file] = await sql`insert into file (kind, project_id) values ('description', ${project!.id}) returning id`
    await sql`insert into file_version (file_id, version, name, mime, size, sha256) values (${file!.id}, 1, 'a.txt', 'text/plain', ${size}, ${sha256})`
  }
  t.after(async () => {
    await sql`delete from file`
    await sql`delete from project`
  })
  writeFileSync(files.pathOf(damaged!.sha256), 'damagem')
  rmSync(files.pathOf(lost!.sha256))
  const later = () => new Date(Date.now() + 3 * 86_400_000)
  const found = (await examine(env, { isAudit: true, allFiles: true, now: later })).checks.find(({ check }) => check === 'stored files')!
  assert.deepEqual(
    found.findings.map(({ level, text }) => [
      level,
      text.includes(damaged!.sha256),
      text.includes(lost!.sha256),
      text.includes(foreign!.sha256),
    ]),
    [
      ['broken', true, false, false],
      ['broken', false, true, false],
      ['warning', false, false, true],
    ],
  )
  assert.equal(readFileSync(files.pathOf(good!.sha256), 'utf8'), 'good')
})

test('a check that does not end is broken after its deadline, and one that throws says why', async () => {
  const subject = {} as Subject
  const late = await run({ name: 'x', deadlineMs: 10, run: () => new Promise(() => {}) }, subject)
  assert.match(late[0]!.text, /did not end within 0\.01 s/)
  const thrown = await run({ name: 'x', run: async () => Promise.reject(new Error('no idea')) }, subject)
  assert.match(thrown[0]!.text, /The check failed: no idea/)
})

test('an index that lacks a row is found by --audit', async (t) => {
  await sql`create table projectory_probe (id int)`
  await sql`create index projectory_probe_id on projectory_probe (id)`
  t.after(() => sql`drop table projectory_probe`.execute())
  await sql`update pg_index set indisready = false where indexrelid = 'projectory_probe_id'::regclass`
  await sql`insert into projectory_probe values (1)`
  await sql`update pg_index set indisready = true where indexrelid = 'projectory_probe_id'::regclass`
  assert.match(broken(await examine(env, { isAudit: true })).join(), /database files: The index projectory_probe_id is damaged/)
  assert.equal((await sql`select 1 from pg_extension where extname = 'amcheck'`).length, 0, 'the extension is not left behind')
})

test('an audit log that was changed is found by --audit', async (t) => {
  await sql`insert into audit_event (at, action, outcome, previous, hash) values (now(), 'user_created', 'success', '\\x', '\\x')`
  await withoutTriggers(sql, async (sql) => void (await sql`update audit_event set target = 'x'`))
  t.after(() => withoutTriggers(sql, async (sql) => void (await sql`delete from audit_event`)))
  assert.match(broken(await examine(env, { isAudit: true })).join(), /audit log: The audit log was changed at row 1/)
})
