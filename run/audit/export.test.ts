import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Sql } from '#database/sql.ts'
import { createDiskArchive } from '#files/archive.ts'
import { createLog } from '#http/observe/log.ts'
import { sealName } from '#rules/console/audit-file.ts'
import { listAuditExports } from '#store/audit/export.ts'
import { findBrokenAudit, insertAudit } from '#store/audit/insert.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { runAuditExport } from '#tests/support/process/audit-process.ts'
import { cutAudit, dayBefore, type Exporter, exportAudit, retainAudit } from './export.ts'
import { verifyFiles } from './seal.ts'

let database: TestDatabase
let sql: Sql
let folder: string
let exporter: Exporter
const keys = [randomBytes(32)]

before(async () => {
  database = await testDatabase()
  sql = database.sql
})
const folders: string[] = []
after(async () => {
  await database?.close()
  for (const one of folders) rmSync(one, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'projectory-audit-'))
  folders.push(folder)
  exporter = { sql, archive: createDiskArchive(folder), keys, mostRows: 3 }
  for (const table of ['audit_event', 'audit_export']) await sql.unsafe(`alter table ${table} disable trigger all`)
  await sql`delete from audit_event`
  await sql`delete from audit_export`
  await sql`delete from audit_anchor`
  for (const table of ['audit_event', 'audit_export']) await sql.unsafe(`alter table ${table} enable trigger all`)
})

const now = new Date('2026-06-15T10:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const add = async (...days: number[]) => {
  for (const one of days)
    await insertAudit(sql, { at: daysAgo(one), action: 'user_created', target: `day ${one}`, detail: { name: 'Ая\n"é' } })
}
const left = async (): Promise<number[]> => (await sql`select seq::int from audit_event order by seq`).map(({ seq }) => seq)
const rowsOf = (name: string): { seq: number; target: string; detail: unknown }[] =>
  gunzipSync(readFileSync(join(folder, name)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const sealedFiles = (names: string[]) =>
  names.map((name) => ({ name, bytes: readFileSync(join(folder, name)), seal: readFileSync(join(folder, sealName(name))) }))
const faultsOf = (names: string[]) => verifyFiles(sealedFiles(names), keys).flatMap(({ fault }) => fault ?? [])

test('old rows are exported into sealed files and removed; the rest of the chain stays provable', async () => {
  await add(500, 450, 401, 400.2, 399, 1)
  await retainAudit(exporter, 400, { now: () => now, log: createLog('silent') })
  assert.deepEqual(await left(), [4, 5, 6], 'row 4 is of the day that is 400 days ago')
  assert.equal(await findBrokenAudit(sql), undefined)
  const [made, ...others] = await listAuditExports(sql)
  assert.deepEqual([made!.number, made!.firstSeq, made!.lastSeq, others.length], [1, 1, 3, 0])
  assert.deepEqual(
    rowsOf(made!.name).map(({ seq, target }) => [seq, target]),
    [
      [1, 'day 500'],
      [2, 'day 450'],
      [3, 'day 401'],
    ],
  )
  assert.deepEqual(rowsOf(made!.name)[0]!.detail, { name: 'Ая\n"é' })
  assert.deepEqual(faultsOf([made!.name]), [])
  assert.equal(statSync(join(folder, made!.name)).mode & 0o777, 0o600)
  await add(0)
  assert.equal(await findBrokenAudit(sql), undefined)
})

test('a log whose rows are all exported and removed continues its chain', async () => {
  await add(500, 450)
  await exportAudit(exporter, now)
  assert.equal(await cutAudit(exporter, now), 2)
  await add(1)
  assert.deepEqual(await left(), [3])
  assert.equal(await findBrokenAudit(sql), undefined)
  await exportAudit(exporter, now)
  assert.deepEqual(faultsOf((await listAuditExports(sql)).map(({ name }) => name)), [])
})

test('rows that are in no file cannot be removed, exported ones that are young are not, and the list cannot be changed', async () => {
  await add(500, 450, 20)
  assert.equal(await cutAudit(exporter, now), 0)
  const [row] = await sql`select cut_exported_audit(999, now(), 100)::int as count`
  assert.equal(row!.count, 0)
  await exportAudit(exporter, daysAgo(400))
  assert.equal(await cutAudit(exporter, daysAgo(460)), 1)
  assert.deepEqual(await left(), [2, 3])
  for (const statement of [
    'update audit_export set last_seq = 99',
    'delete from audit_export',
    'truncate audit_export',
    'delete from audit_event',
  ])
    await assert.rejects(sql.unsafe(statement), /only ever added to/, statement)
  const gap = sql`insert into audit_export (number, name, sha256, first_seq, last_seq) values (2, 'x', ${'0'.repeat(64)}, 4, 5)`
  await assert.rejects(gap.execute(), /does not follow/)
})

test('a repeated export adds nothing, and two processes at once make one file', async () => {
  await add(5, 4)
  const both = await Promise.all([exportAudit(exporter, now), exportAudit(exporter, now)])
  assert.equal(both.flatMap((made) => made ?? []).length, 1)
  assert.deepEqual(await exportAudit(exporter, now), [])
  assert.equal((await listAuditExports(sql)).length, 1)
})

test('rows stay in the database when the file is missing or was changed', async () => {
  await add(500, 450)
  const [made] = (await exportAudit(exporter, now))!
  const path = join(folder, made!.name)
  const bytes = readFileSync(path)
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(path, bytes)
  await assert.rejects(cutAudit(exporter, now), /no rows of the audit log are removed: .*SHA-256/)
  rmSync(path)
  await assert.rejects(cutAudit(exporter, now), /the file is missing/)
  assert.deepEqual(await left(), [1, 2])
})

test('a log that was changed is neither exported nor removed', async () => {
  await add(500, 450, 449)
  await sql`alter table audit_event disable trigger all`
  await sql`update audit_event set target = 'x' where seq = 2`
  await sql`alter table audit_event enable trigger all`
  await assert.rejects(exportAudit(exporter, now), /changed at row 2/)
  assert.equal((await listAuditExports(sql)).length, 0)
  assert.deepEqual(readdirSync(folder), [])
})

test('a write of the file that fails leaves the rows, and the next attempt exports them', async () => {
  await add(500)
  const broken = { ...exporter, archive: { ...exporter.archive, write: async () => Promise.reject(new Error('disk full')) } }
  await assert.rejects(retainAudit(broken, 400, { now: () => now, log: createLog('silent') }), /disk full/)
  assert.deepEqual([await left(), (await listAuditExports(sql)).length], [[1], 0])
  await retainAudit(exporter, 400, { now: () => now, log: createLog('silent') })
  assert.deepEqual(await left(), [])
})

test('a process that is killed at any step loses no row and exports none twice', async () => {
  const work = { database: database.database, folder, key: keys[0]!.toString('hex'), before: now.toISOString(), mostRows: 3 }
  let kills = 0
  let total = 0
  for (let killAt = 1; ; killAt++) {
    await add(500, 450, 440, 430)
    total += 4
    const outcome = await runAuditExport({ ...work, killAt })
    const recorded = await listAuditExports(sql)
    const names = recorded.map(({ name }) => name)
    assert.deepEqual(faultsOf(names), [], `killed at step ${killAt}`)
    const exported = names.flatMap((name) => rowsOf(name).map(({ seq }) => seq))
    assert.deepEqual(
      exported,
      Array.from({ length: exported.length }, (_, n) => n + 1),
      'each row is in one file',
    )
    assert.equal(new Set([...exported, ...(await left())]).size, total, `no row is lost when killed at step ${killAt}`)
    assert.equal(await findBrokenAudit(sql), undefined)
    if (outcome === 'ended') break
    kills++
  }
  assert.ok(kills >= 15, `${kills} kills`)
  assert.deepEqual(await left(), [])
})

test('the time before which rows are exported is the beginning of a day', () => {
  assert.equal(dayBefore(now, 30).toISOString(), '2026-05-16T00:00:00.000Z')
})
