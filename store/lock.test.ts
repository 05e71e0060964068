import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Sql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { connectPatiently, untilWaiting } from '#tests/support/lock-waits.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { lockRows } from './lock.ts'

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await testDatabase()
  sql = connectPatiently(database)
})
after(async () => {
  await sql.end()
  await database.close()
})

test('rows are locked in one order, whatever the order in which they are given, and the next only when those before are', async () => {
  const project = await addProject(sql, 'locked')
  const teams = [await addTeam(sql, 'Second'), await addTeam(sql, 'First')]
  const isFree = async (table: string, id: number) =>
    (await sql`select id from ${sql(table)} where id = ${id} for update skip locked`).length === 1
  let waiting: Promise<unknown> = Promise.resolve()
  await sql.begin(async (holder) => {
    await lockRows(holder, { project: sql`${project}::int` })
    waiting = sql.begin(async (other) => {
      await lockRows(other, { team: sql`select unnest(${teams}::int[])`, project: sql`${project}::int` })
      const free = [await isFree('project', project), await isFree('team', teams[0]!), await isFree('team', teams[1]!)]
      assert.deepEqual(free, [false, false, false])
    })
    await untilWaiting(sql)
    assert.deepEqual([await isFree('team', teams[0]!), await isFree('team', teams[1]!)], [true, true], 'no team before the project')
  })
  await waiting
})
