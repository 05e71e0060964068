import type { OperationSources, OperationTimes } from '#api/app.ts'
import { within } from '#async/within.ts'
import { type OperationPart, type Operations, operationParts } from '#contract/console/operations.ts'
import type { AnySql, Sql } from '#database/sql.ts'
import { countMails } from '#store/mail/queue.ts'
import { countStored, findDatabaseFacts, findLastBackups, listNodes, listSlowStatements, readBriefly } from '#store/operations.ts'

const standard: OperationTimes = { statementMs: 1500, partMs: 2500, allMs: 5000 } // below the deadline of the call
const LONGEST_MESSAGE = 200

type Parts = Pick<Operations, OperationPart>
type Read = { [P in OperationPart]: (sql: AnySql) => Promise<NonNullable<Parts[P]>> }

const readers = ({ storage, freeBytes, isEmbedded }: OperationSources, now: Date): Read => ({
  nodes: listNodes,
  async mail(sql) {
    const { states, oldestSeconds } = await countMails(sql, now)
    return { states, oldestSeconds: Math.round(oldestSeconds) }
  },
  storage: async (sql) => ({ kind: storage, ...(await countStored(sql)), freeBytes: await freeBytes() }),
  backups: (sql) => findLastBackups(sql, now),
  database: async (sql) => ({ ...(await findDatabaseFacts(sql)), isEmbedded }),
  statements: listSlowStatements,
})

/**
 * Reads the parts one after another, so that a page uses one connection of the pool, each with a deadline of its own; one that fails is null
 * and has an entry in `problems`.
 */
export async function readParts(sql: Sql, sources: OperationSources, now: Date): Promise<Parts & Pick<Operations, 'problems'>> {
  const read = readers(sources, now)
  const { statementMs, partMs, allMs } = sources.times ?? standard
  const parts: Record<string, unknown> = {}
  const problems: Operations['problems'] = []
  const end = performance.now() + allMs
  for (const part of operationParts)
    try {
      const ms = Math.min(partMs, end - performance.now())
      if (ms <= 0) throw new Error('there was no time left')
      parts[part] = await within(readBriefly<unknown>(sql, statementMs, read[part]), ms, () => {
        throw new Error(`no answer within ${(ms / 1000).toFixed(1)} s`)
      })
    } catch (error) {
      parts[part] = null
      problems.push({ part, message: (error as Error).message.slice(0, LONGEST_MESSAGE) })
    }
  return { ...(parts as Parts), problems }
}
