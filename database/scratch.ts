import type { AnySql, Database } from './sql.ts'

// Scratch databases on the same server, for the proof of a backup.

const PREFIX = 'projectory_proof_'

export async function mayCreateDatabases(sql: AnySql): Promise<boolean> {
  const [row] = await sql`select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`
  return row?.may ?? false
}

/** `sql` has one connection. While it is open, nobody takes the database for an old one, also before the first client connects to it. */
export async function createScratch(sql: AnySql, name: string): Promise<void> {
  await sql.unsafe(`set application_name = '${name}'`)
  await sql.unsafe(`create database ${name} template template0 encoding 'UTF8'`)
}

/** Not "with (force)", which is refused while autovacuum, which has another role, looks at the database. Without it the server stops autovacuum. */
export async function dropScratch(sql: AnySql, name: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`
  await sql.unsafe(`drop database if exists ${name}`)
}

/** Those without a client and without the connection that created them. Autovacuum may look at one at any time; the server stops it when the database is dropped. */
export async function dropOldScratch(sql: AnySql): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    select datname as name from pg_database d where starts_with(datname, ${PREFIX}) and pg_get_userbyid(datdba) = current_user
      and not exists (
        select 1 from pg_stat_activity a where a.backend_type = 'client backend' and (a.datid = d.oid or a.application_name = d.datname))`
  for (const { name } of rows) await sql.unsafe(`drop database if exists ${name}`).catch(() => {}) // another process may do the same
}

export function scratchOf(database: Database, name: string): Database {
  if (typeof database !== 'string') return { ...database, database: name }
  const url = new URL(database)
  url.pathname = `/${name}`
  return url.href
}
