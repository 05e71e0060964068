import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnySql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { listVocabularies } from './vocabulary.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())

const list = async (sql: AnySql) => JSON.parse(JSON.stringify(await listVocabularies(sql)))

test('a directory without terms has four empty lists', async () => {
  assert.deepEqual(await list(database.sql), { tags: [], roles: [], platforms: [], fileTypes: [] })
})

test('every vocabulary has its own order and fields', async () => {
  const { sql } = database
  await sql`insert into tag (id, name, name_ru, description) values (2, 'Alpha', null, null), (1, 'Beta', 'Бета', 'second letter')`
  await sql`insert into role (id, name, aliases, position, is_hidden) values
    (1, 'Last', '{}', 2, false), (2, 'B', array['bee'], 1, true), (3, 'A', '{}', 1, false)`
  await sql`insert into platform (id, name, hosts, position) values
    (3, 'First', '{}', -1), (2, 'GitLab', array['gitlab.com'], 0), (1, 'Other', '{}', 0)`
  await sql`insert into file_type (id, name, is_public, position) values (1, 'Later', true, 5), (2, 'Sooner', false, 1)`
  assert.deepEqual(await list(sql), {
    tags: [
      { id: 1, name: 'Beta', nameRu: 'Бета', description: 'second letter' },
      { id: 2, name: 'Alpha', nameRu: null, description: null },
    ],
    roles: [
      { id: 3, name: 'A', nameRu: null, aliases: [], isHidden: false },
      { id: 2, name: 'B', nameRu: null, aliases: ['bee'], isHidden: true },
      { id: 1, name: 'Last', nameRu: null, aliases: [], isHidden: false },
    ],
    platforms: [
      { id: 3, name: 'First', hosts: [] },
      { id: 1, name: 'Other', hosts: [] },
      { id: 2, name: 'GitLab', hosts: ['gitlab.com'] },
    ],
    fileTypes: [
      { id: 2, name: 'Sooner', nameRu: null, isPublic: false },
      { id: 1, name: 'Later', nameRu: null, isPublic: true },
    ],
  })
})

test('two terms that differ only in case are rejected', async () => {
  await assert.rejects(database.sql`insert into tag (name) values ('ALPHA')`.then(), { code: '23505' })
  await assert.rejects(database.sql`insert into role (name) values ('last')`.then(), { code: '23505' })
})

test('a transaction reads its own terms', async () => {
  await database.sql
    .begin(async (tx) => {
      await tx`insert into tag (id, name) values (3, 'Unborn')`
      assert.equal((await listVocabularies(tx)).tags.length, 3)
      throw new Error('enough')
    })
    .catch((error) => assert.equal(error.message, 'enough'))
  assert.equal((await listVocabularies(database.sql)).tags.length, 2)
})
