import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRoles, listRoles } from '#contract/user.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

const find = (query: string, limit?: string) => service.call(findRoles, { params: { query }, query: { limit } })

test('the path form returns the same as the query form', async () => {
  for (const query of ['dev', 'дизайнер', 'UX/UI', 'iOS', 'c++', 'a b', 'тестировшик'])
    assert.deepEqual(await find(query), await service.call(listRoles, { query: { query } }), query)
})

test('at most five are returned by default', async () => {
  assert.equal((await find('de')).length, 5)
  assert.ok((await find('de', '50')).length > 5)
  assert.equal((await find('de', '1')).length, 1)
})

test('no match is an empty list', async () => {
  assert.deepEqual(await find('zzzzzz'), [])
  assert.deepEqual(await find('..'.repeat(20)), [])
})

test('limit 0 and a query of more than 100 characters are refused', async () => {
  await refused('invalid_value', find('dev', '0'))
  await refused('invalid_value', find('x'.repeat(101)))
  await refused('invalid_input', find('dev', 'many'))
})
