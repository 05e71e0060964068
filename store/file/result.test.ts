import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lockTeam } from '#store/team/lock.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { connectPatiently, untilWaiting } from '#tests/support/lock-waits.ts'
import { findDownload, findOwnResult, findUploadTarget, insertResult, insertVersion, markDeleted } from './result.ts'

let database: TestDatabase
let boris: number
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  const [person] = await database.sql`select id from person where login = 'boris'`
  boris = person!.id
})
after(() => database.close())

const bytes = (letter: string) => ({ name: `${letter}.txt`, mime: 'text/plain', size: 5, sha256: letter.repeat(64) })
const input = { project: 'museum-pocket-guide', team: 2, category: 'Report' }

test('the target of an upload has project, team, category and the current file, or null', async () => {
  const { sql } = database
  const target = await findUploadTarget(sql, boris, input)
  assert.deepEqual([target.team?.name, target.isAdministrator, target.isWorking, target.category?.name], ['Маяк', true, true, 'Report'])
  assert.equal(target.present, null)
  assert.ok(target.usedBytes > 0)
  const nowhere = await findUploadTarget(sql, boris, { project: 'none', team: 999, category: 'none' })
  assert.deepEqual(nowhere, {
    project: null,
    team: null,
    isAdministrator: false,
    isTeamShown: false,
    isWorking: false,
    category: null,
    present: null,
    usedBytes: 0,
  })
})

test('a file is created, replaced and deleted', async () => {
  const { sql } = database
  const target = await findUploadTarget(sql, boris, input)
  const at = { by: boris, at: new Date('2026-09-01T08:00:00.123Z') }
  const made = await insertResult(sql, { project: target.project!.id, team: 2, category: target.category!.id }, bytes('a'), at)
  assert.deepEqual([made.version, made.date, made.isPublic, made.size], [1, '2026-09-01T08:00:00.123Z', true, 5])
  assert.deepEqual((await findUploadTarget(sql, boris, input)).present, made)
  const next = await insertVersion(sql, made.id, bytes('b'), 'better', at)
  assert.deepEqual([next.id, next.version, next.sha256], [made.id, 2, 'b'.repeat(64)])
  const own = await findOwnResult(sql, boris, made.id)
  assert.deepEqual([own!.usedBytes - target.usedBytes, own!.isAdministrator, own!.isDeleted], [10, true, false])
  assert.equal((await findDownload(sql, made.id, 1, null))!.isOld, true)
  await markDeleted(sql, made.id, at.at)
  assert.equal(await findDownload(sql, made.id, null, boris), undefined)
  assert.deepEqual(
    [(await findOwnResult(sql, boris, made.id))!.isDeleted, (await findUploadTarget(sql, boris, input)).present],
    [true, null],
  )
})

test('a query behind the lock sees what the previous lock holder committed', async (t) => {
  const { sql } = database
  const patient = connectPatiently(database)
  t.after(() => patient.end())
  const { project, category } = await findUploadTarget(sql, boris, input)
  let second: Promise<string | undefined> | undefined
  await sql.begin(async (sql) => {
    await lockTeam(sql, 2)
    second = patient.begin(async (sql) => {
      const [, target] = await Promise.all([lockTeam(sql, 2), findUploadTarget(sql, boris, input)])
      return target.present?.sha256
    })
    await untilWaiting(sql)
    await insertResult(sql, { project: project!.id, team: 2, category: category!.id }, bytes('c'), { by: boris, at: new Date() })
  })
  assert.equal(await second, 'c'.repeat(64))
})
