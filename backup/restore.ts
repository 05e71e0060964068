import { createHash, randomUUID } from 'node:crypto'
import { createKeeper } from '#database/keep-alive.ts'
import { migrate, refuseIncompatible } from '#database/migrate.ts'
import type { Sql, TransactionSql } from '#database/sql.ts'
import type { Archive } from '#files/archive.ts'
import { FileDamaged, type FileStore, type Received } from '#files/file-store.ts'
import { verified } from '#files/verify.ts'
import { isHashInName, isSealOf, sealName } from '#rules/console/audit-file.ts'
import {
  adoptFileStore,
  findTarget,
  finishTables,
  type Loading,
  listOthers,
  loadTable,
  lockForRestore,
  makeTables,
  stopOldEmails,
} from '#store/backup/load.ts'
import { listTables, rowsOf } from '#store/backup/snapshot.ts'
import { listNamedFiles } from '#store/file/orphan.ts'
import { readBeside } from './beside.ts'
import type { Identities } from './coding.ts'
import type { Manifest } from './manifest.ts'
import type { Place } from './place.ts'
import { readArchive } from './read-archive.ts'
import type { Signed } from './signature.ts'
import { DamagedArchive } from './tar.ts'
import type { Progress } from './write-archive.ts'

export class RestoreRefused extends Error {}

export type RestoreOptions = {
  sql: Sql
  /** Null: the files are only checked. */
  files: FileStore | null
  /** For the exports of the audit log; with null they are only checked. */
  auditFiles: Archive | null
  place: Place
  name: string
  identities: Identities
  /** Derived from the master keys here; one of them must have signed the backup, unless `mayTrust`. */
  keys?: readonly Buffer[]
  mayTrust: boolean
  mayReplace: boolean
  onProgress?: Progress
  beatMs?: number
}
export type Restored = { manifest: Manifest; signed: Signed; stoppedEmails: number; migrated: string[] }

/**
 * All or nothing: the database is filled, and every table compared with its checksum, in one transaction; files that are already stored
 * when it fails are removed by the hourly sweep.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { sql, files, auditFiles, place, name, mayTrust, mayReplace, onProgress = () => {} } = options
  const { manifest, signed, stoppedEmails, named } = await sql.begin('isolation level read committed', async (sql) => {
    await lockForRestore(sql)
    const identity = await refuseTarget(sql, mayReplace)
    let loading: Loading | null = null
    let tables = 0
    const kept = createKeeper(sql, options.beatMs)
    const { manifest, signed } = await readArchive(await place.read(name), options, {
      async begin({ migrations, identity: made }) {
        await refuseIncompatible(migrations)
        if (made !== undefined) await refuseForeignFiles(files, identity, made)
        loading = await makeTables(sql, migrations)
      },
      async table(table, columns, rows) {
        if (!loading!.tables.has(table)) throw new DamagedArchive(`the backup is damaged: there is no table ${table}`)
        onProgress(table, tables++, 80)
        await loadTable(sql, table, columns, rows)
      },
      file: (sha256, _size, content) => keepFile(files, sha256, kept(content)),
    })
    if (!mayTrust && signed !== 'own')
      throw new RestoreRefused(whyNotTrusted[signed === 'foreign' && !options.keys?.length ? 'noKey' : signed])
    onProgress('checking', 1, 1)
    await refuseForeignFiles(files, identity, manifest.identity) // early versions have no identity in the header
    await restoreFilesBeside(options, manifest, kept)
    await compareTables(sql, manifest)
    const stoppedEmails = manifest.isMove ? 0 : await stopOldEmails(sql)
    await finishTables(sql, loading!, manifest.sequences)
    if (files) await adopt(sql, files, identity, manifest)
    if (files && auditFiles) await restoreAuditFiles(files, auditFiles, manifest)
    return { manifest, signed, stoppedEmails, named: new Set((await listNamedFiles(sql)).map(({ sha256 }) => sha256)) }
  })
  // The contents of the audit log came with the files, where nothing names them. What is left is removed by the sweep.
  for (const { sha256 } of files ? manifest.auditFiles : []) if (!named.has(sha256)) await files!.remove(sha256).catch(() => {})
  const migrated = await migrate(sql).catch((error) => {
    throw new Error(
      `the backup of ${manifest.createdAt} is restored completely, but the database could not be migrated to this version: ${(error as Error).message}. Do not restore it again: remove the cause and run npx projectory migrate, or start the version that made the backup`,
      { cause: error },
    )
  })
  return { manifest, signed, stoppedEmails, migrated }
}

const whyNotTrusted = {
  unsigned:
    'the backup is not signed, so nobody can tell whether it was changed: it was made by an early version, or its signature was removed. If you know where it comes from, pass --trust',
  noKey:
    'there is no KEY_FILE, so nobody can tell whether the backup was changed. Copy the key file it was made with to KEY_FILE, or, if you know where the backup comes from, pass --trust',
  foreign:
    'the backup was signed with another master key: that of another directory, or one that is not in KEY_FILE any more. Put the key file it was made with at KEY_FILE, or, if you know where the backup comes from, pass --trust',
}

async function refuseTarget(sql: TransactionSql, mayReplace: boolean): Promise<string | null> {
  const { isOurs, hasData, tables, identity } = await findTarget(sql)
  if (tables > 0 && !isOurs) throw new RestoreRefused('this database has tables of another program: use an empty database')
  if (hasData && !mayReplace)
    throw new RestoreRefused('this database has data: restore into an empty one, or pass --replace to delete everything in it first')
  const others = await listOthers(sql)
  if (others.length > 0) {
    const who = [...new Set(others.map(({ program, from }) => `${program} on ${from}`))].join(', ')
    throw new RestoreRefused(`other processes use this database (${who}): stop them first`)
  }
  return identity
}

async function keepFile(files: FileStore | null, sha256: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  if (files === null) {
    for await (const _ of content);
    return
  }
  const received = await files.receive(content, Number.POSITIVE_INFINITY)
  try {
    if (received.sha256 !== sha256) throw new DamagedArchive(`the backup is damaged: the file ${sha256} does not match its hash`)
    if (await isDamaged(files, received)) await files.remove(sha256)
    await received.keep()
  } finally {
    await received.discard()
  }
}

/** A bucket keeps what it has under the name of a hash if the length is the same. */
async function isDamaged(files: FileStore, { sha256, size }: Received): Promise<boolean> {
  if ((await files.sizeOf(sha256)) === undefined) return false
  try {
    for await (const _ of verified(await files.read(sha256, size), sha256));
    return false
  } catch (error) {
    if (error instanceof FileDamaged) return true
    throw error
  }
}

async function restoreFilesBeside(options: RestoreOptions, manifest: Manifest, kept: ReturnType<typeof createKeeper>): Promise<void> {
  const beside = manifest.files.filter(({ isHere }) => !isHere)
  for (const [done, file] of beside.entries()) {
    options.onProgress?.('files', done, beside.length)
    await keepFile(options.files, file.sha256, kept(await readBeside(options, file)))
  }
}

type Listed = Pick<Manifest, 'files' | 'auditFiles'>
/**
 * These files are never changed. One that differs here is damaged, unless it has the hash of its name, or is the only one of two seals that
 * fits: then the copy in the backup is.
 */
export async function restoreAuditFiles(files: Pick<FileStore, 'read'>, target: Archive, manifest: Listed): Promise<void> {
  const sizes = new Map(manifest.files.map(({ sha256, size }) => [sha256, size]))
  for (const { name, sha256 } of manifest.auditFiles) {
    const size = sizes.get(sha256)
    if (size === undefined) throw new DamagedArchive(`the backup is damaged: the file ${sha256} is missing`)
    const present = await target.read(name)
    const hash = present && createHash('sha256').update(present).digest('hex')
    if (hash === sha256 || (hash && isHashInName(name, hash))) continue
    const copy = Buffer.concat(await (await files.read(sha256, size)).toArray())
    const rows = manifest.auditFiles.find((one) => sealName(one.name) === name)
    if (rows && present && isSealOf(present, rows) && !isSealOf(copy, rows)) continue
    await target.write(name, copy)
  }
}

/** Every table of the database has the rows that the manifest was made from. */
async function compareTables(sql: TransactionSql, manifest: Manifest): Promise<void> {
  const tables = new Map((await listTables(sql)).map((table) => [table.name, table]))
  for (const { name, sha256 } of manifest.databaseParts) {
    const hash = createHash('sha256')
    for await (const part of rowsOf(sql, tables.get(name)!)) hash.update(part)
    if (hash.digest('hex') !== sha256) throw new DamagedArchive(`the restored table ${name} differs from its checksum`)
  }
}

// The store of files names its database. One that belongs to neither the old nor the restored database is not touched.
async function refuseForeignFiles(files: FileStore | null, old: string | null, made: string): Promise<void> {
  const identity = await files?.readLabel('identity')
  if (identity !== undefined && identity !== old && identity !== made)
    throw new RestoreRefused('the files in DATA_DIR/files or FILES_URL belong to another database: use an empty place for them')
}

async function adopt(sql: TransactionSql, files: FileStore, old: string | null, manifest: Manifest): Promise<void> {
  const identity = await files.label('identity', old ?? manifest.identity)
  await adoptFileStore(sql, { identity, storeId: await files.label('store-id', randomUUID()) })
}
