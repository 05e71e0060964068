import type { Sql } from '#database/sql.ts'
import { directoryTables } from './directory.ts'
import { operationTables } from './operation.ts'
import { participationTables } from './participation.ts'
import { peopleTables } from './people.ts'
import type { TableRule } from './rule.ts'

// Every table: who owns its rows, how many one owner can have and what removes them, so that none grows without bound; and whether backups have
// it. tests/retention.test.ts compares the list with the tables of the database.

export const tableRules: Record<string, TableRule> = { ...directoryTables, ...peopleTables, ...participationTables, ...operationTables }

const namesOf = (isMeant: (rule: TableRule) => unknown): string[] => Object.keys(tableRules).filter((name) => isMeant(tableRules[name]!))

/** The tables that no backup has. */
export const leftOut = namesOf((rule) => rule.leftOut)
/** Those that only the backup of a stopped service has, which is moved. */
export const sessions = namesOf((rule) => rule.isSession)

/** The hourly job. A table that fails does not keep the others from being cleaned up. */
export async function removeOldRows(sql: Sql, now: Date): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  const errors: unknown[] = []
  for (const [table, { remove }] of Object.entries(tableRules))
    try {
      if (remove) removed[table] = await remove(sql, now)
    } catch (error) {
      errors.push(new Error(`rows of ${table} could not be removed`, { cause: error }))
    }
  if (errors.length > 0) throw new AggregateError(errors, 'old rows could not be removed')
  return removed
}

/** The table of docs/operations.md. */
export function retentionTable(): string {
  const rows = Object.entries(tableRules).flatMap(([table, { removed, why, setting }]) =>
    why ? `| \`${table.replace('public.', '')}\` | ${removed} | ${why} | ${setting ? `\`${setting}\`` : '–'} |` : [],
  )
  return ['| table | rows are removed | why they are kept until then | setting |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
