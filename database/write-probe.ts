import type { AnySql, Sql } from './sql.ts'

const PAGE = 'x'.repeat(8000)

/**
 * Fails when the database is read-only, or its disk is full: the row fills a new page of its table. The earlier row is removed; vacuum returns
 * its page. The row need not be durable, so the commit does not wait for the disk.
 */
export async function probeWrite(sql: Sql): Promise<void> {
  await sql`
    with former as (delete from write_probe)
    insert into write_probe (page) select ${PAGE}::text where set_config('synchronous_commit', 'off', true) = 'off'`
}

/** Whether this migration has been applied. A newer version of the schema has it too. */
export async function hasMigration(sql: AnySql, name: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select from migration where name = ${name}) as found`
  return row!.found
}
