import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type EmbeddedPostgres, startEmbedded } from '#database/embedded/postgres.ts'
import { connect, makeFolder, settings } from '#database/embedded/testing.ts'
import type { Sql } from '#database/sql.ts'
import { listSlowStatements } from './operations.ts'

// A server that records its statements.

const folder = makeFolder()
let server: EmbeddedPostgres
let sql: Sql
before(async () => {
  server = await startEmbedded(folder, { settings: { ...settings, shared_preload_libraries: 'pg_stat_statements' } })
  sql = connect(server)
  await sql.unsafe('create extension pg_stat_statements')
  await sql.unsafe('create role guest')
  await sql.unsafe('create database other')
  await sql`select pg_stat_statements_reset()`
})
after(async () => {
  await sql?.end({ timeout: 1 })
  await server?.stop()
})

test('slow statements are those of this database and user; of commands with constants only the first word is shown', async () => {
  const elsewhere = connect({ ...server, database: 'other' })
  await elsewhere`select pg_sleep(0.1) as of_another_database`
  await elsewhere.end()
  await sql.unsafe('begin; set local role guest; select pg_sleep(0.1) as of_another_user; commit')
  await sql.unsafe("alter role guest password 'hunter2'")
  await sql.unsafe('select pg_sleep(0.1) as own')
  const { source, statements } = await listSlowStatements(sql)
  assert.equal(source, 'statistics')
  const texts = statements.map(({ text }) => text)
  assert.ok(texts.includes('select pg_sleep($1) as own'), texts.join('\n'))
  assert.ok(texts.includes('alter …') && texts.includes('begin'), texts.join('\n'))
  assert.doesNotMatch(texts.join('\n'), /hunter2|of_another/)
})
