import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '#database/sql.ts'
import { type Config, inspectConfig } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { attachStore } from '#run/store.ts'
import { NotChecked } from './not-checked.ts'

const FETCH_MS = 4000
export const AUDIT_MS = 600_000

export type Fetched = { status: number; text: string; date: Date | null; askedAt: number; answeredAt: number }

/** What the checks look at. Everything is read once, even if several checks need it. */
export type Subject = {
  env: Record<string, string | undefined>
  config: Config
  faults: string[] // of the configuration
  allFiles: boolean
  now(): Date
  /** Throws NotChecked without a database. */
  sql(): Sql
  /** Null: there is none yet. */
  database: { sql: Sql } | { fault: unknown } | null
  fetch(url: string): Promise<Fetched>
  close(): Promise<void>
}

export type SubjectOptions = {
  isAudit?: boolean
  allFiles?: boolean
  now?: () => Date
  deadlineMs?: number // of every check that has no other
}

export async function openSubject(env: Subject['env'], options: SubjectOptions = {}): Promise<Subject> {
  const { isAudit = false, allFiles = false, now = () => new Date() } = options
  const { config, faults } = inspectConfig(env)
  const { database, close } = await openDatabase(config, isAudit)
  const fetched = new Map<string, Promise<Fetched>>()
  return {
    env,
    config,
    faults,
    allFiles,
    now,
    database,
    sql() {
      if (database === null) throw new NotChecked('there is no database yet')
      if ('fault' in database) throw new NotChecked('the database cannot be reached')
      return database.sql
    },
    fetch(url) {
      const known = fetched.get(url) ?? fetchOnce(url, now)
      fetched.set(url, known)
      return known
    },
    close,
  }
}

async function fetchOnce(url: string, now: () => Date): Promise<Fetched> {
  const askedAt = now().getTime()
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'manual' })
  const answeredAt = now().getTime()
  const date = new Date(response.headers.get('date') ?? '')
  return {
    status: response.status,
    text: await response.text(),
    date: Number.isNaN(date.getTime()) ? null : date,
    askedAt,
    answeredAt,
  }
}

type Opened = { database: Subject['database']; close(): Promise<void> }

// Beside a running service its embedded database is used; otherwise it is started for the time of the checks. Nothing is created or migrated.
async function openDatabase(config: Config, isAudit: boolean): Promise<Opened> {
  const nothing = async () => {}
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres', 'data'))) return { database: null, close: nothing }
  try {
    const limits = isAudit ? { statementTimeout: AUDIT_MS, lockTimeout: 5000, waitTimeout: AUDIT_MS } : { statementTimeout: 4000 }
    const { sql, close } = await attachStore(config, quietLog(), { max: 4, connectTimeout: 4000, ...limits })
    return { database: { sql }, close }
  } catch (fault) {
    return { database: { fault }, close: nothing }
  }
}
