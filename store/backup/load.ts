import { MIGRATION_LOCK, migrateFromNothing } from '#database/migrate.ts'
import type { AnySql, TransactionSql } from '#database/sql.ts'
import { type Applied, listTables, prepareText, quoted, quotedName, type Sequence } from './snapshot.ts'

// Fills a database from a backup, in one transaction: until it commits, others see the old data, and a failure or a kill leaves them. The owner of
// the database may do all of it; no superuser is needed.

export type Target = { isOurs: boolean; hasData: boolean; tables: number; identity: string | null }

/** What is in the database now. */
export async function findTarget(sql: AnySql): Promise<Target> {
  const [row] = await sql<{ tables: number; isOurs: boolean }[]>`
    select count(*)::int as tables, coalesce(bool_or(c.relname = 'migration'), false) as "isOurs"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`
  const { tables, isOurs } = row!
  if (!isOurs || tables === 1) return { tables, isOurs, hasData: tables > 1, identity: null }
  const hasData = await hasRowsIn(sql, ofPeople)
  const [store] = (await sql`select to_regclass('public.file_store') is not null as exists`)[0]!.exists
    ? await sql`select identity::text from file_store`
    : []
  return { tables, isOurs, hasData, identity: store?.identity ?? null }
}

// What somebody has entered. Vocabularies are not here: migrations and a first start fill them.
const ofPeople = ['person', 'project', 'team', 'synonym', 'round', 'announcement']

async function hasRowsIn(sql: AnySql, names: string[]): Promise<boolean> {
  for (const name of names) {
    const [table] = await sql`select to_regclass(${`public.${name}`}) is not null as exists` // older databases do not have all of them
    if (table!.exists && (await sql`select 1 from ${sql(name)} limit 1`).length > 0) return true
  }
  return false
}

/** Other sessions in this database, by program and address. */
export const listOthers = (sql: AnySql): Promise<{ program: string; from: string }[]> =>
  sql<{ program: string; from: string }[]>`
    select coalesce(nullif(application_name, ''), 'a program') as program, coalesce(host(client_addr), 'this machine') as "from"
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute()

/** Keeps migrations, backups and other restores away until the transaction ends. */
export async function lockForRestore(sql: TransactionSql): Promise<void> {
  await prepareText(sql)
  const [row] = await sql`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as locked`
  if (!row!.locked)
    throw new Error('the database is being backed up, migrated or restored by another process: try again when that has ended')
}

type ForeignKey = { table: string; name: string; definition: string }
export type Loading = { foreignKeys: ForeignKey[]; tables: ReadonlySet<string> }

/** Empty tables as the given migrations make them, without foreign keys and with their triggers disabled. */
export async function makeTables(sql: TransactionSql, migrations: Applied[]): Promise<Loading> {
  await dropEverything(sql)
  await migrateFromNothing(
    sql,
    migrations.map(({ name }) => name),
  )
  const foreignKeys = await sql<ForeignKey[]>`
    select n.nspname || '.' || c.relname as table, f.conname as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
    where f.contype = 'f' and n.nspname in ('public', 'auth') order by 1, 2`
  const tables = await listTables(sql)
  for (const { table, name } of foreignKeys) await sql.unsafe(`alter table ${quotedName(table)} drop constraint ${quoted(name)}`)
  for (const { name } of tables) await sql.unsafe(`alter table ${quotedName(name)} disable trigger user`)
  // Migrations write first rows, for example roles: the backup has them too.
  await sql.unsafe(`truncate ${tables.map(({ name }) => quotedName(name)).join(', ')}`)
  return { foreignKeys, tables: new Set(tables.map(({ name }) => name)) }
}

/** Returns the number of rows. */
export const loadTable = (sql: TransactionSql, name: string, columns: string[], source: AsyncIterable<Uint8Array>): Promise<number> =>
  sql.copyIn(`copy ${quotedName(name)} (${columns.map(quoted).join(', ')}) from stdin`, source)

/** Foreign keys are checked here, all rows at once. */
export async function finishTables(sql: TransactionSql, { foreignKeys }: Loading, sequences: Sequence[]): Promise<void> {
  for (const { name, value } of sequences) await sql`select setval(${quotedName(name)}::regclass, ${value}::int8)`
  for (const { table, name, definition } of foreignKeys)
    await sql.unsafe(`alter table ${quotedName(table)} add constraint ${quoted(name)} ${definition}`)
  for (const { name } of await listTables(sql)) await sql.unsafe(`alter table ${quotedName(name)} enable trigger user`)
  // Every process that reads the change feed loads everything again.
  await sql`insert into change (kind, key) values ('everything', 0)`
}

/**
 * Emails that waited when the backup was made have probably been sent since: nobody gets them a second time unless an operator says so. Before
 * the triggers are enabled, which allow no such step.
 */
export async function stopOldEmails(sql: TransactionSql): Promise<number> {
  const { count } = await sql`
    update outbox set state = 'unknown', ended_at = now(), lease_until = null, reason = 'restored from a backup: it may have been sent since'
    where state in ('queued', 'sending', 'deferred', 'held')`
  return count
}

/** The file store that the restored database uses. */
export async function adoptFileStore(sql: AnySql, { identity, storeId }: { identity: string; storeId: string }): Promise<void> {
  await sql`update file_store set identity = ${identity}, store_id = ${storeId}`
}

// Everything but what extensions have made. Views, functions and types that depend on tables go with them.
async function dropEverything(sql: TransactionSql): Promise<void> {
  const drops = await sql<{ text: string }[]>`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'auth')),
      kept as (select classid, objid from pg_depend where deptype = 'e')
    select 'drop ' || case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end
      || ' if exists ' || c.oid::regclass::text || ' cascade' as text, case c.relkind when 'S' then 2 else 1 end as rank
    from pg_class c join ours on ours.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S') and not exists (select 1 from kept where classid = 'pg_class'::regclass and objid = c.oid)
    union all
    select 'drop routine if exists ' || p.oid::regprocedure::text || ' cascade', 3 from pg_proc p join ours on ours.oid = p.pronamespace
    where not exists (select 1 from kept where classid = 'pg_proc'::regclass and objid = p.oid)
    order by rank, text`
  for (const { text } of drops) await sql.unsafe(text)
  await sql.unsafe('drop schema if exists auth cascade')
}
