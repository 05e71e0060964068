import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Resource, resources } from '#http/limits/resources.ts'
import { limitRows, limitsTable } from './resources.ts'

const path = new URL('../docs/limits.md', import.meta.url)
const between = /(<!-- table -->\n)[\s\S]*?(\n?<!-- \/table -->)/

test('docs/limits.md contains the table of the code', () => {
  const text = readFileSync(path, 'utf8')
  const expected = text.replace(between, (_, start, end) => `${start}\n${limitsTable()}\n${end.trimStart()}`)
  if (process.env.UPDATE_DOCS) writeFileSync(path, expected)
  else assert.equal(text, expected)
})

test('every row is complete, and every resource has one row', () => {
  const rows = limitRows()
  for (const row of rows) assert.ok(row.length === 6 && row.every((cell) => cell !== '' && !cell.includes('|')), row.join())
  assert.equal(new Set(rows.map(([name]) => name)).size, rows.length)
})

test('no owner may use everything, not even a campus', () => {
  for (const [name, { perOwner, campus, total }] of Object.entries(resources) as [string, Resource][]) {
    for (const most of Object.values(perOwner)) assert.ok(most < total!, name)
    assert.ok(campus! < total! && campus! >= perOwner.address!, name)
  }
})
