import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { retentionTable, tableRules } from '#store/table/tables.ts'

const path = new URL('../docs/operations.md', import.meta.url)
const between = /(<!-- retention -->\n)[\s\S]*?(\n?<!-- \/retention -->)/

test('docs/operations.md contains the table of the code', () => {
  const text = readFileSync(path, 'utf8')
  const expected = text.replace(between, (_, start, end) => `${start}\n${retentionTable()}\n${end.trimStart()}`)
  if (process.env.UPDATE_DOCS) writeFileSync(path, expected)
  else assert.equal(text, expected)
  assert.match(text, between)
})

// tests/retention.test.ts compares tableRules with the tables of the database.
test('every table is in the retention table, or is kept as long as its owner and says until when', () => {
  for (const [table, { owner, perOwner, removed, why, remove }] of Object.entries(tableRules)) {
    assert.ok(owner && perOwner && removed, table)
    assert.equal(why !== undefined, remove !== undefined || table === 'public.audit_event', table)
  }
})
