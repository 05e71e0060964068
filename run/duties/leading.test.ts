import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { quietLog } from '#run/log/log.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startLeading } from './leading.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())

test('a process that is told to stop while it is being elected starts no duties', async () => {
  const { sql } = database
  await sql`insert into leadership (parts, term, node_id, since) values ('api', 1, ${randomUUID()}, now())`
  const nodeId = randomUUID()
  let running = 0
  const duties = {
    start() {
      running++
      return {
        async stop() {
          running--
        },
      }
    },
  }
  let stopped: Promise<void> | undefined
  await sql.begin(async (held) => {
    await held`select 1 from leadership where parts = 'api' for update` // the election waits for this row
    const leading = startLeading({ database: database.database, sql, parts: 'api', nodeId, log: quietLog(), duties })
    while (
      (
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into leadership%'`
      ).length === 0
    )
      await sleep(10)
    stopped = leading.stop()
  })
  await stopped
  const [row] = await sql`select node_id as id from leadership where parts = 'api'`
  assert.equal(row!.id, nodeId, 'the election was completed after the stop')
  assert.equal(running, 0)
})
