import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { AnySql, Sql } from '#database/sql.ts'
import { lockAdministrators } from '#store/session/sign-in.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { connectPatiently, untilWaiting } from '#tests/support/lock-waits.ts'
import { admitted, byGroups, claims, imported, verified } from '#tests/support/world/admissions.ts'

let database: TestDatabase
let patient: Sql
before(async () => {
  database = await testDatabase()
  patient = connectPatiently(database)
})
after(async () => {
  await patient?.end()
  await database?.close()
})
beforeEach(async () => {
  await database.sql`delete from auth.identity`
  await database.sql`delete from person`
})

/** All run concurrently: none goes on before all of them wait for what `lock` has locked. */
async function atOnce<T>(lock: (sql: AnySql) => PromiseLike<unknown>, work: (() => Promise<T>)[]): Promise<T[]> {
  let all: Promise<T>[] = []
  await database.sql.begin(async (sql) => {
    await lock(sql)
    all = work.map((one) => one())
    await untilWaiting(sql, all.length)
  })
  return Promise.all(all)
}

test('concurrent first sign-ins create one person', async () => {
  for (let round = 0; round < 8; round += 1) {
    // None has found the person before the first one inserts it.
    const lock = (sql: AnySql) => sql`lock table person in share mode`
    const signIns = Array.from({ length: 6 }, () => () => admitted(patient, claims(`s${round}`, { login: 'anna' })))
    assert.equal(new Set(await atOnce(lock, signIns)).size, 1)
  }
  assert.equal((await database.sql`select 1 from person`).length, 8)
  assert.equal((await database.sql`select 1 from auth.identity`).length, 8)
})

test('concurrent first sign-ins of an imported person link one person', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await imported(database.sql, `p${round}`, `p${round}@uni.example`)
    const lock = (sql: AnySql) => sql`select 1 from person where id = ${id} for update`
    const signIns = Array.from({ length: 6 }, () => () => admitted(patient, verified(`s${round}`, `p${round}@uni.example`)))
    assert.deepEqual(new Set(await atOnce(lock, signIns)), new Set([id]))
  }
})

test('of two accounts with the same email that sign in concurrently only one is linked to the imported person', async () => {
  const id = await imported(database.sql, 'anna', 'anna@uni.example')
  let other: Promise<number> | undefined
  // The second starts while the first has claimed the person but not committed.
  await database.sql.begin(async (sql) => {
    await sql`select 1 from person where id = ${id} for update`
    other = admitted(patient, verified('second', 'anna@uni.example'))
    await untilWaiting(sql)
    await sql`update person set name = 'Анна' where id = ${id}`
    await sql`
      insert into auth.identity (person_id, provider, issuer, subject, created_at, last_sign_in_at)
      values (${id}, 'uni', 'https://id.uni.example', 'first', now(), now())`
  })
  assert.notEqual(await other, id)
  const owners = await database.sql`select subject from auth.identity where person_id = ${id}`
  assert.deepEqual(
    owners.map(({ subject }) => subject),
    ['first'],
  )
})

test('of two administrators who lose their groups concurrently one stays', async () => {
  for (let round = 0; round < 10; round += 1) {
    const both = [`x${round}`, `y${round}`]
    for (const one of both) await admitted(patient, claims(one, { groups: ['admins'] }), byGroups)
    await database.sql`update person set access = 'member' where login <> all(${both})`
    const signIns = both.map((one) => () => admitted(patient, claims(one), byGroups))
    await atOnce(lockAdministrators, signIns)
    const left = await database.sql`select login from person where access = 'administrator'`
    assert.equal(left.length, 1, `round ${round}`)
  }
})
