import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTags, listTags } from '#contract/tag.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

const find = async (query: string) => (await service.call(findTags, { params: { query } })).map(({ name }) => name)

for (const [query, names] of [
  ['we', ['Web']],
  ['WEB', ['Web']],
  ['data', ['Open data']],
  ['desing', ['Design']],
  ['эколог', ['Environment']],
  ['культра', ['Culture']],
  ['zzz', []],
  ['%', []],
] as const)
  test(`“${query}” finds ${names.join(', ') || 'nothing'}`, async () => {
    assert.deepEqual(await find(query), names)
  })

test('found tags are complete, with their counts', async () => {
  const all = await service.call(listTags)
  const found = await service.call(findTags, { params: { query: 'mobile' } })
  assert.deepEqual(
    found,
    all.filter(({ name }) => name === 'Mobile'),
  )
})

test('at most five tags are returned', async () => {
  await service.sql`insert into tag (name) select 'Webbing ' || n from generate_series(1, 9) as n`
  await service.app.catalog.refresh()
  const found = await find('web')
  assert.equal(found.length, 5)
  assert.equal(found[0], 'Web')
})

test('a query of more than 100 characters is refused', async () => {
  const { errors } = await refused('invalid_value', find('x'.repeat(101)))
  assert.equal(errors?.[0]?.path, 'query')
})
