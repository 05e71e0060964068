import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAuditFileName, sealName } from './audit-file.ts'

const name = 'audit-000012-2026-01-01-2026-02-28-0123456789abcdef.jsonl.gz'

test('a file and its seal differ in the ending', () => {
  assert.equal(sealName(name), 'audit-000012-2026-01-01-2026-02-28-0123456789abcdef.seal.json')
})

test('only names that an export makes are names of its files', () => {
  assert.ok(isAuditFileName(name) && isAuditFileName(sealName(name)))
  for (const other of ['', `../${name}`, `${name}/..`, `${name}\n`, name.toUpperCase(), name.replace('.gz', ''), name.replace('f.', '.')])
    assert.ok(!isAuditFileName(other), other)
})
