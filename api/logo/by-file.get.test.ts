import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '#tests/support/problem.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

test('unknown logos and wrong addresses', async () => {
  await assertProblem(await fetch(`${service.url}/logo/${'0'.repeat(32)}-logo.png`), 'file_not_found')
  for (const file of ['x-logo.png', `${'0'.repeat(32)}-64.png`, `${'0'.repeat(32)}-logo.svg`]) {
    const { code } = await assertProblem(await fetch(`${service.url}/logo/${file}`))
    assert.ok(['invalid_input', 'invalid_value', 'file_not_found'].includes(code), file)
  }
})
