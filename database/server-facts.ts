import type { AnySql } from './sql.ts'

// Facts about the server and the role, for the checks of an operator.

export const findDatabaseTime = async (sql: AnySql): Promise<Date> => (await sql<{ now: Date }[]>`select clock_timestamp() as now`)[0]!.now

export type ServerFacts = {
  version: string
  versionNumber: number
  name: string // of the database
  role: string
  isOwner: boolean
  isReadOnly: boolean
  isStandby: boolean
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  standbys: string
  connections: number
  mostConnections: number // those a role without privileges may use
  dataChecksums: string
  checksumFailures: number | null
}

export async function findServerFacts(sql: AnySql): Promise<ServerFacts> {
  const [row] = await sql<ServerFacts[]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber", d.datname as name, current_user as role,
      pg_has_role(d.datdba, 'usage') as "isOwner", current_setting('transaction_read_only') = 'on' as "isReadOnly",
      pg_is_in_recovery() as "isStandby", current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit", current_setting('synchronous_standby_names') as standbys,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        case when d.datconnlimit >= 0 then d.datconnlimit end) as "mostConnections",
      current_setting('data_checksums') as "dataChecksums",
      (select checksum_failures::float8 from pg_stat_database where datid = d.oid) as "checksumFailures"
    from pg_database d where d.datname = current_database()`
  return row!
}
