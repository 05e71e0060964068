import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '#database/sql.ts'
import { createCalendar } from '#rules/time/day.ts'
import { quietLog } from '#run/log/log.ts'
import { insertTeamChange } from '#store/team/pending.ts'
import { testDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'
import { addOwnTeam, addPerson } from '#tests/support/world/teams.ts'
import { startDecisions } from './decisions.ts'

test('a stop waits for what is just taking effect, not for everything that is due', async (t) => {
  const { sql, database, close } = await testDatabase()
  t.after(close)
  const own = connect(database, { max: 1, connectTimeout: 60_000, statementTimeout: 60_000, lockTimeout: 60_000 })
  t.after(() => own.end({ timeout: 1 }))
  const due = new Date(Date.now() - 60_000)
  const teams: number[] = []
  for (const login of ['first', 'second', 'third']) {
    const actorId = await addPerson(sql, login)
    const team = await addOwnTeam(sql, [login])
    await insertTeamChange(sql, { team, member: null, actorId }, due, due)
    teams.push(team)
  }
  let told = 0
  const onApplied = () => {
    told++
  }
  const options = { now: () => new Date(), calendar: createCalendar('UTC'), log: quietLog(), onApplied }
  const decisions = startDecisions({ ...options, sql: own, secrets: {} as never })
  let stopped: Promise<void> | undefined
  await sql.begin(async (held) => {
    await held`select 1 from team where id = ${teams[0]!} for update`
    await until(
      async () => (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length > 0,
    )
    stopped = decisions.stop()
  })
  await stopped
  const disbanded = await sql`select id from team where disbanded_at is not null`
  assert.deepEqual(
    disbanded.map(({ id }) => id),
    [teams[0]],
  )
  assert.equal(told, 1, 'the others learn of what took effect')
})
