import type { AnySql } from './sql.ts'

/** The application_name of transactions of backups and restores, which are long on purpose. */
export const BACKUP_PROGRAM = 'projectory backup'

/** What operators want to know about the server. A role without the rights of pg_monitor sees its own transactions and no standby. */
export type DatabaseState = {
  sizeBytes: number
  oldestTransactionSeconds: number
  standbys: { name: string; lagSeconds: number }[]
  /** Of the clock of this process, compared with that of the database. */
  clockOffsetSeconds: number
  signingKeyAgeSeconds: number | null
}

export async function readDatabaseState(sql: AnySql, now: Date): Promise<DatabaseState> {
  const clockOffsetSeconds = await clockOffset(sql)
  const [row] = await sql<Omit<DatabaseState, 'standbys' | 'clockOffsetSeconds'>[]>`
    select pg_database_size(current_database())::float8 as "sizeBytes",
      coalesce((select max(extract(epoch from clock_timestamp() - xact_start)) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
          and application_name not in (${BACKUP_PROGRAM}, 'pg_dump')), 0)::float8 as "oldestTransactionSeconds",
      (select extract(epoch from ${now}::timestamptz - current_since) from auth.signing_key where status = 'current')::float8
        as "signingKeyAgeSeconds"`
  // replay_lag is null while a standby has nothing to replay.
  const standbys = await sql<DatabaseState['standbys']>`
    select application_name as name, coalesce(max(extract(epoch from replay_lag)), 0)::float8 as "lagSeconds"
    from pg_stat_replication where state is not null group by application_name order by application_name limit 20`
  return { ...row!, standbys: [...standbys], clockOffsetSeconds }
}

// Half of the time the statement took is assumed to have passed when the database read its clock.
async function clockOffset(sql: AnySql): Promise<number> {
  const startedAt = performance.now()
  const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
  const tookMs = performance.now() - startedAt
  return (Date.now() - tookMs / 2 - row!.ms) / 1000
}
