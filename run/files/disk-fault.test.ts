import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { named, StorageFull } from '#files/file-store.ts'
import { readConfig } from '#run/config/config.ts'
import { explainDiskFault, messageOf } from './disk-fault.ts'

const folder = mkdtempSync(join(tmpdir(), 'disk-fault-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = join(folder, 'data')
mkdirSync(dataDir)
const env = { NODE_ENV: 'test', DATA_DIR: dataDir, KEY_FILE: join(folder, 'keys/master.key'), BACKUP_TO: join(folder, 'backups') }
const config = readConfig({ ...env, ENV_FILE: '/etc/projectory/projectory.env' })
const errorOf = (code: string, more: object = {}) => Object.assign(new Error(`${code}: of the system`), { code, syscall: 'write', ...more })
const explain = (error: unknown, settings = config) => explainDiskFault(error, settings) ?? ''

const free = /: [\d,.]+ MB of [\d,.]+ MB are free\. /

for (const [path, expected] of [
  ['postgres/data/base/1', /postgres \(the embedded database\): .*nothing in this folder.*DATABASE_URL/],
  ['files/blobs/aa/bb', /files \(stored files\): .*FILES_URL/],
  ['files/.tmp/x', /files\/\.tmp \(uploads in progress\): .*DATA_DIR/],
  ['cache/search-index.tmp', /cache \(.*the search index.*\): .*this folder can be deleted.*DATA_DIR/],
  ['cache/web/draft-1/x.js', /cache \(built web apps.*\): .*this folder can be deleted/],
  ['audit/1.jsonl', /audit \(exports of the audit log\): .*DATA_DIR/],
  ['mailbox/1.json', /mailbox \(emails.*\): .*SMTP_URL/],
  ['tmp/proof-1/data', /tmp \(.*prove backups\): .*proof-…/],
  ['other', /data \(the data of the directory\): .*DATA_DIR\/cache can be deleted.*set DATA_DIR/],
  ['../backups/.unfinished-1', /backups \(backups\): .*BACKUP_KEEP.*set BACKUP_TO/],
  ['../keys/master.key.1', /keys \(the master key\): .*set KEY_FILE/],
  [join(tmpdir(), 'x'), /\(temporary files of the system\): .*set TMPDIR/],
] as const)
  test(`a full disk: ${path} is named with its purpose, the free space and a remedy`, () => {
    const text = explain(errorOf('ENOSPC', { path: join(path.startsWith('/') ? '' : dataDir, path) }))
    assert.match(text, /^No space is left in \//)
    assert.match(text, free)
    assert.match(text, expected)
    if (/DATA_DIR|_URL|BACKUP_TO|KEY_FILE/.test(text)) assert.match(text, /Settings are in \/etc\/projectory\/projectory\.env\.$/)
  })

test('a place that is a link is found by the path behind it', () => {
  const behind = join(folder, 'behind')
  mkdirSync(join(behind, 'files'), { recursive: true })
  symlinkSync(behind, join(folder, 'linked'))
  const linked = readConfig({ ...env, DATA_DIR: join(folder, 'linked') })
  assert.match(explain(errorOf('ENOSPC', { path: join(behind, 'files/x') }), linked), /linked\/files \(stored files\)/)
})

test('the target of a copy is the place, and the error may be the cause of others', () => {
  const error = errorOf('ENOSPC', { path: '/usr/lib/x', dest: join(dataDir, 'cache/x') })
  const outer = new Error('it failed', { cause: new StorageFull('full', { cause: error }) })
  assert.match(explain(outer), /cache \(/)
  assert.match(messageOf(outer, config), /^it failed\. No space is left in .*cache/)
  assert.match(explain(new AggregateError([new Error('x'), error])), /cache \(/)
})

test('quota, size limit, read-only disk and missing rights have sentences of their own', () => {
  const path = join(dataDir, 'files/.tmp/x')
  assert.match(explain(errorOf('EDQUOT', { path })), /^The disk quota of this user is used up in .*uploads in progress/)
  assert.match(explain(errorOf('EFBIG', { path })), /^A file would be larger than .*ulimit -f/)
  assert.match(
    explain(errorOf('EROFS', { path })),
    /x \(uploads in progress, in .*\) cannot be written: its file system is read-only\. Mount it/,
  )
  assert.match(explain(errorOf('ENOTDIR', { path, syscall: 'mkdir' })), /a part of its path is a file instead of a folder/)
  assert.match(explain(errorOf('EACCES', { path, syscall: 'open' })), /cannot be written: the user \S+ has no right to it\. .*chown/)
})

test('PostgreSQL: a full disk of the embedded one is that of DATA_DIR/postgres, otherwise that of the server', () => {
  const error = Object.assign(new Error('could not extend file "base/5/16390": No space left on device'), { code: '53100' })
  assert.match(explain(error), /postgres \(the embedded database\)/)
  const own = explain(error, readConfig({ ...env, DATABASE_URL: 'postgres://u:p@db.example.org/x' }))
  assert.match(own, /No space is left on the disk of the PostgreSQL server of DATABASE_URL/)
  const initdb = new Error(`The database could not be created in ${dataDir}/postgres: initdb: error: No space left on device`)
  assert.match(explain(initdb), /postgres \(the embedded database\)/)
})

test('what is no fault of a disk is not explained', () => {
  for (const error of [
    new Error('No'),
    errorOf('ECONNRESET'),
    errorOf('EACCES', { syscall: 'listen', address: '0.0.0.0', port: 80 }),
    errorOf('EACCES', { path: '/etc/shadow' }),
    errorOf('ENOSPC', { syscall: 'watch', path: dataDir }),
    Object.assign(new Error('x'), { code: '53200' }),
    null,
    'ENOSPC',
  ])
    assert.equal(explainDiskFault(error, config), null)
})

test('a write through a handle: its error is given the name of its file, and without one the fullest disk is named', async () => {
  const file = await open('/dev/full', 'w')
  const error = (await file.write('x').catch((error) => error)) as NodeJS.ErrnoException
  await file.close()
  assert.deepEqual([error.code, error.path], ['ENOSPC', undefined])
  assert.match(explain(error), /^No space is left on a disk of the service\. The one with the least space has \/.* MB are free\. /)
  assert.match(explain(named(error, join(dataDir, 'audit/x'))), /exports of the audit log/)
})

test('a file that somebody has named', () => {
  assert.throws(() => writeFileSync('/dev/full', 'x'), { code: 'ENOSPC' })
  assert.match(
    explain(errorOf('ENOSPC', { path: '/dev/full' })),
    /^No space is left for \/dev\/full: .* are free\. .*name another place\.$/,
  )
})
