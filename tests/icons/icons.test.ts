import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileOf, icons, makeIcons } from './make.ts'

for (const group of ['first', 'more'] as const)
  test(`ui/icons/${group}.ts is what the generator makes from Lucide`, () => {
    assert.equal(readFileSync(fileOf(group), 'utf8'), makeIcons(group))
  })

test('no icon is in both groups', () => {
  assert.deepEqual(
    Object.keys(icons.first).filter((name) => name in icons.more),
    [],
  )
})
