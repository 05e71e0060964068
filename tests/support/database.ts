import { randomBytes } from 'node:crypto'
import { type AnySql, connect, type Database, type Sql } from '#database/sql.ts'
import { atEnd } from '#tests/runner/current.ts'

// One PostgreSQL for the whole run (started by tests/run.ts); every call clones a template database.
export type TestServer = { host: string; port: number; user: string }
export const TEMPLATE = 'projectory_template'
export const DEMO_TEMPLATE = 'projectory_demo_template'

function server(): TestServer {
  const given = process.env.TEST_POSTGRES
  if (!given) throw new Error('no test database: run tests through npm test, for example npm test store/seed')
  return JSON.parse(given)
}

// One connection for all files of this process: each new one costs the server some milliseconds.
let adminSql: Sql | undefined
function admin(): Sql {
  if (adminSql === undefined) {
    adminSql = connect({ ...server(), database: 'postgres' }, { max: 1, connectTimeout: 60_000, statementTimeout: 60_000 })
    atEnd.push(async () => void (await adminSql!.end({ timeout: 5 })))
  }
  return adminSql
}

export type TestDatabase = { sql: Sql; database: Database; close(): Promise<void> }

export async function testDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin().unsafe(`create database ${name} template ${template} strategy file_copy`)
  const database = { ...server(), database: name }
  const sql = connect(database, { connectTimeout: 60_000, statementTimeout: 60_000, mayNest: true }) // the machine may be busy
  return {
    sql,
    database,
    async close() {
      await sql.end({ timeout: 5 })
      await admin().unsafe(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Writes thousands of rows: without the change feed and other triggers, and without a deadline. */
export const withoutTriggers = (sql: Sql, write: (sql: AnySql) => Promise<void>): Promise<void> =>
  sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`set local statement_timeout = 0`
    await write(sql)
  })

/**
 * Empties tables beside a running service. It gives up its locks and tries again before a statement of the service that holds one of them
 * would be in a deadlock with it, which PostgreSQL notices after a second.
 */
export async function truncate(sql: Sql, tables: string): Promise<void> {
  for (;;)
    try {
      await sql.begin(async (sql) => {
        await sql`set local lock_timeout = 200`
        await sql.unsafe(`truncate ${tables} cascade`)
      })
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error // lock_not_available
    }
}
