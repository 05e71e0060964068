import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect, type Sql } from '#database/sql.ts'
import type { Changed } from '#rules/dependency.ts'
import { createCalendar } from '#rules/time/day.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type Follower, follow } from './follow.ts'
import { type CatalogState, createState } from './state.ts'

let database: TestDatabase
let writer: Sql // stands for another process
let follower: Follower
let state: CatalogState
const changed: Changed[] = []
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  writer = connect(database.database, { max: 1 })
  const options = {
    sql: database.sql,
    now: () => new Date(),
    calendar: createCalendar('UTC'),
    apiUrl: 'http://a.example/api',
    publicPeople: true,
    log: { info() {}, warn() {} },
    onChange: (one: Changed) => changed.push(one),
  }
  state = createState(options)
  follower = await follow(options, state)
})
after(async () => {
  await follower?.stop()
  await writer?.end({ timeout: 1 })
  await database?.close()
})

const dependencies = (): string[] => changed.splice(0).flatMap((one) => (one === 'everything' ? ['everything'] : [...one]))

test('synonyms are loaded at the start, in the order they were added', () => {
  assert.deepEqual(state.synonyms[0], {
    kind: 'two-way',
    words: ['Northgate University', 'NGU', 'Нортгейтский университет'],
    expandsTo: [],
  })
  assert.deepEqual(state.synonyms.at(-1)!.expandsTo, ['mentor', 'наставник'])
})

test('an entry added, changed or deleted by another process arrives, and only synonyms are reported as changed', async () => {
  const before = state.synonyms
  const added = { kind: 'one-way', words: ['hedge'], expandsTo: ['garden', 'сад'] }
  const [row] = await writer`
    insert into synonym (kind, words, expands_to) values ('one-way', ${added.words}, ${added.expandsTo}) returning id`
  await follower.refresh()
  assert.deepEqual(state.synonyms, [...before, added])
  assert.deepEqual(dependencies(), ['synonyms'])
  await writer`update synonym set words = ${['hedge', 'shrub']} where id = ${row!.id}`
  await follower.refresh()
  assert.deepEqual(state.synonyms.at(-1), { ...added, words: ['hedge', 'shrub'] })
  await writer`delete from synonym where id = ${row!.id}`
  await follower.refresh()
  assert.deepEqual(state.synonyms, before)
  assert.deepEqual(dependencies(), ['synonyms', 'synonyms'])
})

test('an emptied table is loaded again', async () => {
  await writer`truncate synonym`
  await follower.refresh()
  assert.deepEqual(state.synonyms, [])
  assert.deepEqual(dependencies(), ['everything'])
})
