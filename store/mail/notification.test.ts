import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setChoice } from '#tests/support/choice.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { findByUnsubscribeToken, findNotifications, saveNotifications, unsubscribeTokenOf } from './notification.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
})
after(() => database.close())

const idOf = async (login: string): Promise<number> => (await database.sql`select id from person where login = ${login}`)[0]!.id

test('default preferences have no row, and reading creates none', async () => {
  const { sql } = database
  const id = await idOf('anna')
  await sql`update person set language = null where id = ${id}`
  assert.deepEqual(
    { ...(await findNotifications(sql, id)) },
    { email: 'anna@students.example.org', language: null, isCurator: false, choices: {} },
  )
  assert.equal((await sql`select 1 from notification where person_id = ${id}`).length, 0)
})

test('omitted kinds and language stay unchanged', async () => {
  const { sql } = database
  const id = await idOf('boris')
  await saveNotifications(sql, id, { team_added: 'off', new_sign_in: 'daily' }, 'ru')
  await saveNotifications(sql, id, { team_added: 'daily' }, undefined)
  await setChoice(sql, id, 'result_replaced', 'off')
  const expected = { team_added: 'daily', new_sign_in: 'daily', result_replaced: 'off' }
  const { language, choices } = await findNotifications(sql, id)
  assert.deepEqual({ language, choices }, { language: 'ru', choices: expected })
  await saveNotifications(sql, id, {}, null)
  const after = await findNotifications(sql, id)
  assert.deepEqual([after.language, after.choices], [null, expected])
  await saveNotifications(sql, id, {}, 'en')
  assert.equal((await findNotifications(sql, id)).language, 'en')
  const other = await findNotifications(sql, await idOf('vera'))
  assert.deepEqual(other.choices, {}, 'others are not touched')
})

test('saving the same language does not update the person', async () => {
  const { sql } = database
  const id = await idOf('boris')
  await saveNotifications(sql, id, {}, 'ru')
  await sql`delete from change`
  await saveNotifications(sql, id, { team_added: 'off' }, 'ru')
  assert.equal((await sql`select 1 from change where kind = 'person'`).length, 0)
})

test('the token is created once, also concurrently, and finds its owner only', async () => {
  const { sql } = database
  const id = await idOf('vera')
  const tokens = await Promise.all(Array.from({ length: 10 }, () => unsubscribeTokenOf(sql, id)))
  assert.equal(new Set(tokens).size, 1)
  await setChoice(sql, id, 'team_added', 'off')
  assert.equal(await unsubscribeTokenOf(sql, id), tokens[0], 'a choice leaves it as it is')
  const found = await findByUnsubscribeToken(sql, tokens[0]!)
  assert.deepEqual([found?.personId, found?.choices], [id, { team_added: 'off' }])
  assert.notEqual(await unsubscribeTokenOf(sql, await idOf('gleb')), tokens[0])
})

test('an unknown token, or one of a deleted person, finds nobody', async () => {
  const { sql } = database
  const id = await idOf('gleb')
  const token = await unsubscribeTokenOf(sql, id)
  for (const odd of [
    '',
    'x',
    `${token} `,
    token.toUpperCase(),
    `{${token}}`,
    token.replaceAll('-', ''),
    "'; drop table person",
    '7b0c1f1e-4c7b-4b8e-9a53-0f3a6f1f6a10',
  ])
    assert.equal(await findByUnsubscribeToken(sql, odd), undefined, odd)
  assert.ok(await findByUnsubscribeToken(sql, token))
  await sql`update person set deleted_at = now() where id = ${id}`
  assert.equal(await findByUnsubscribeToken(sql, token), undefined)
})
