import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findRoles, listRoles } from '#contract/user.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

describe('listRoles', () => {
  const list = (query?: { query?: string; limit?: string }) => service.call(listRoles, { query })

  test('all names are strings in the configured order', async () => {
    const rows = await service.sql`select name from role order by position, id`
    assert.equal(rows.length, 33)
    assert.deepEqual(
      await list(),
      rows.map(({ name }) => name),
    )
  })

  for (const [query, first] of [
    ['back', 'Backend Developer'],
    ['BACKEND', 'Backend Developer'],
    ['bakcend', 'Backend Developer'],
    ['backnd', 'Backend Developer'],
    ['тестировщик', 'QA'],
    ['тестировшик', 'QA'],
    ['бэкендер', 'Backend Developer'],
    ['ml', 'ML Engineer'],
    ['writer', 'Technical writer'],
    ['  data   anal ', 'Data Analyst'],
  ] as const)
    test(`“${query}” finds ${first} first`, async () => {
      const found = await list({ query })
      assert.equal(found[0], first)
      assert.ok(found.length <= 5)
    })

  test('prefix matches come before other matches', async () => {
    const found = await list({ query: 'de', limit: '50' })
    assert.deepEqual(found.slice(0, 2), ['Designer', 'DevOps'])
    assert.ok(found.length > 5)
    assert.deepEqual(await list({ query: 'de' }), found.slice(0, 5))
  })

  test('no match is an empty list', async () => {
    for (const query of ['zzzzzz', '%', '_', '\u0000', '🦊', "'; drop table role; --", 'x'.repeat(100)])
      assert.deepEqual(await list({ query }), [])
  })

  test('the limit applies, and values above fifty count as fifty', async () => {
    assert.equal((await list({ limit: '3' })).length, 3)
    assert.equal((await list({ limit: '1000' })).length, 33)
    assert.equal((await list({ query: '', limit: '2' })).length, 2)
  })

  test('limit 0 and a query of more than 100 characters are a 422; a word as limit is a 400', async () => {
    await refused('invalid_value', list({ limit: '0' }))
    const { errors } = await refused('invalid_value', list({ query: 'x'.repeat(101) }))
    assert.deepEqual(errors, [{ path: 'query', code: 'too_long', message: 'must have at most 100 characters' }])
    await refused('invalid_input', list({ limit: 'all' }))
  })
})

describe('findRoles', () => {
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
})
