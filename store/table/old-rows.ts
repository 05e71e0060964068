import type { AnySql } from '#database/sql.ts'

// Removes rows in batches, for the rules in tables.ts.

export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
export const daysBefore = (now: Date, days: number): Date => hoursBefore(now, days * 24)

const BATCH = 5000

async function inBatches(removeSome: () => PromiseLike<{ count: number }>): Promise<number> {
  let removed = 0
  for (let count = BATCH; count === BATCH; removed += count) ({ count } = await removeSome())
  return removed
}

/** A team that has history stays, for the projects it has worked on. */
export const removeDisbandedTeams = (sql: AnySql, before: Date): Promise<number> =>
  inBatches(
    () => sql`
      delete from team where id in (
        select t.id from team t where t.disbanded_at < ${before}
          and not exists (select 1 from assignment where team_id = t.id) and not exists (select 1 from request where team_id = t.id)
          and not exists (select 1 from file where team_id = t.id) and not exists (select 1 from link where team_id = t.id)
          and not exists (select 1 from note where team_id = t.id)
        limit ${BATCH})`,
  )

export const removeOfEndedRounds = (sql: AnySql, table: string, before: Date): Promise<number> =>
  inBatches(
    () => sql`
      delete from ${sql(table)} where ctid in (
        select x.ctid from ${sql(table)} x join round r on r.id = x.round_id where r.ended_at < ${before} limit ${BATCH})`,
  )

export const removeOld = (sql: AnySql, table: string, column: string, before: Date): Promise<number> =>
  inBatches(
    () => sql`delete from ${sql(table)} where ctid in (select ctid from ${sql(table)} where ${sql(column)} < ${before} limit ${BATCH})`,
  )

/** Keeps the newest rows of each owner. */
export const removeSurplus = (
  sql: AnySql,
  table: string,
  { owner, newest, most }: { owner: string; newest: string; most: number },
): Promise<number> =>
  inBatches(
    () => sql`
      delete from ${sql(table)} where ctid in (
        select row from (select ctid as row, row_number() over (partition by ${sql(owner)} order by ${sql(newest)} desc) as nth from ${sql(table)}) as ranked
        where nth > ${most} limit ${BATCH})`,
  )
