import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Sql, TransactionSql } from '#database/sql.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { connectPatiently, untilWaiting } from '#tests/support/lock-waits.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'
import { lockForDeletion } from './delete.ts'
import { lockForMerge } from './merge.ts'
import { lockResponsibilities } from './responsibility.ts'

let database: TestDatabase
let sql: Sql
let curator: number
let project: number
let team: number
let request: number
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  sql = connectPatiently(database)
  curator = await personOf(sql, 'curator')
  await sql`update project set curator_id = null`
  await sql`update request set reviewer_id = null`
  project = await addProject(sql, 'of-the-curator')
  team = await addTeam(sql, 'With the curator', 'anna*', 'curator')
  const [made] = await sql`insert into request (team_id, project_id, reviewer_id) values (${team}, ${project}, ${curator}) returning id`
  request = made!.id
})
after(async () => {
  await sql.end()
  await database.close()
})

test('what a person is responsible for is counted when it is locked', async () => {
  await sql`update project set curator_id = ${curator} where id = ${project}`
  let counted: Promise<{ projects: number; reviews: number }>
  await sql.begin(async (other) => {
    await other`update project set curator_id = null where id = ${project}`
    counted = sql.begin((tx) => lockResponsibilities(tx, [curator]))
    await untilWaiting(sql)
  })
  assert.deepEqual(await counted!, { projects: 0, reviews: 1 })
})

const closing: Record<string, (tx: TransactionSql) => Promise<unknown>> = {
  deleted: (tx: TransactionSql) => lockForDeletion(tx, curator),
  merged: (tx: TransactionSql) => lockForMerge(tx, [curator]),
}
for (const [how, lock] of Object.entries(closing))
  test(`the teams of a person who is ${how} are locked before the applications to review, as everywhere`, async () => {
    let waiting: Promise<unknown>
    await sql.begin(async (decision) => {
      await decision`select id from team where id = ${team} for no key update`
      waiting = sql.begin(lock)
      await untilWaiting(sql)
      assert.equal((await decision`select id from request where id = ${request} for no key update skip locked`).length, 1)
    })
    await waiting!
  })
