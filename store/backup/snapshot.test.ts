import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { leftOut, sessions, tableRules } from '#store/table/tables.ts'
import { testDatabase } from '#tests/support/database.ts'
import { listTables } from './snapshot.ts'

const { sql, close } = await testDatabase()
after(close)

test('every table is in the list of tables, which says what is not in a backup', async () => {
  const tables = (await listTables(sql)).map(({ name }) => name)
  assert.deepEqual(tables.toSorted(), Object.keys(tableRules).toSorted())
  assert.deepEqual(
    leftOut.toSorted(),
    ['backup', 'change', 'leadership', 'node', 'rate_limit', 'write_probe'].map((name) => `public.${name}`),
  )
  assert.deepEqual(sessions.toSorted(), ['auth.code', 'auth.session', 'auth.used_state'])
})

test('nothing in a backup refers to rows that are not in it', async () => {
  const references = await sql<{ from: string; to: string }[]>`
    select f.nspname || '.' || a.relname as "from", t.nspname || '.' || b.relname as "to" from pg_constraint c
    join pg_class a on a.oid = c.conrelid join pg_namespace f on f.oid = a.relnamespace
    join pg_class b on b.oid = c.confrelid join pg_namespace t on t.oid = b.relnamespace where c.contype = 'f'`
  assert.ok(references.length > 50)
  const isMissing = (name: string) => leftOut.includes(name) || sessions.includes(name)
  assert.deepEqual(
    references.filter(({ from, to }) => isMissing(to) && !isMissing(from)),
    [],
  )
})
