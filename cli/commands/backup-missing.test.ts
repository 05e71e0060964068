import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportMissing } from './backup.ts'

test('for a missing file of the audit log the advice names it and where it belongs', (t) => {
  const error = t.mock.method(console, 'error', () => {})
  const name = 'audit-000001-2020-01-01-2020-01-01-0123456789abcdef.seal.json'
  reportMissing({ missing: [{ sha256: 'a'.repeat(64), name, problem: 'it is damaged' }] })
  const text = String(error.mock.calls[0]!.arguments[0])
  assert.match(text, /^audit-000001.*\.seal\.json of the audit log is not in the backup: it is damaged\. .* DATA_DIR\/audit/)
  assert.doesNotMatch(text, /upload it again/)
})
