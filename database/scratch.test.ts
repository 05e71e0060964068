import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createProver } from '#tests/support/backups.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { createScratch, dropOldScratch } from './scratch.ts'
import { connect } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())

test('a scratch database is not old while the process that created it is connected, also before a client of it is', async () => {
  const prover = await createProver(database)
  const open = () => connect(prover.database, { max: 1, connectTimeout: 60_000, statementTimeout: 60_000 })
  const [creator, other] = [open(), open()]
  const name = `projectory_proof_${randomBytes(6).toString('hex')}`
  try {
    await createScratch(creator, name)
    await dropOldScratch(other)
    assert.deepEqual(await prover.listScratch(), [name])
    await creator.end()
    while ((await database.sql`select 1 from pg_stat_activity where application_name = ${name}`).length > 0) await sleep(20)
    await dropOldScratch(other)
    assert.deepEqual(await prover.listScratch(), [])
  } finally {
    await Promise.all([creator.end(), other.end()])
    await prover.drop()
  }
})
