import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '#tests/support/database.ts'
import { listTables } from './snapshot.ts'
import { backedUp, leftOut, sessions } from './tables.ts'

const { sql, close } = await testDatabase()
after(close)

test('every table is either in a backup or left out for a reason', async () => {
  const tables = (await listTables(sql)).map(({ name }) => name)
  assert.deepEqual([...backedUp, ...sessions, ...Object.keys(leftOut)].toSorted(), tables.toSorted())
})
