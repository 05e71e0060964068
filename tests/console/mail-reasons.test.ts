import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mail as texts } from '#console/texts/en/mail.ts'

test('every internal failure reason has a text', () => {
  const source = ['compose', 'delivery'].map((name) => readFileSync(join(import.meta.dirname, `../../mail/${name}.ts`), 'utf8')).join('\n')
  const reasons = [...source.matchAll(/(?:cancelled\(|reason: |\? |: )'(the |its |it |nothing |what |waits )([^']+)'/g)].map(
    (match) => `${match[1]}${match[2]}`,
  )
  assert.ok(reasons.length >= 10)
  for (const reason of reasons) assert.ok(`mail.why.${reason}` in texts, reason)
})
