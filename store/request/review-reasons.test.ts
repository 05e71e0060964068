import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { mailReasons } from '#rules/mail/reason.ts'
import { testDatabase } from '#tests/support/database.ts'

test('reasons of emails from outside that were stored as sentences become codes; replies of mail servers stay', async () => {
  const database = await testDatabase()
  after(database.close)
  const { sql } = database
  const stored = [
    ['more than 3 an hour from this address', 'writer_limit'],
    ['more than 200 a day in all', 'daily_limit'],
    ['12 links', 'many_links'],
    ['not decided about in time', 'not_reviewed'],
    ['hidden_field', 'hidden_field'],
    ['451 try later', '451 try later'],
  ]
  for (const [reason] of stored)
    await sql`insert into outbox (kind, state, reason, created_at) values ('contact', 'review', ${reason!}, now())`
  const text = readFileSync(new URL('../../migrations/0046_review-reasons.sql', import.meta.url), 'utf8')
  await sql.unsafe(text.slice(0, text.indexOf('create or replace')))
  const rows = await sql<{ reason: string }[]>`select reason from outbox order by id`
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    stored.map(([, code]) => code),
  )
  for (const [, code] of stored.slice(0, -1)) assert.ok(code! in mailReasons, code)
})
