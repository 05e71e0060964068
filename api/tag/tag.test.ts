import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findTags, listTags } from '#contract/vocabulary/tag.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

describe('listTags', () => {
  test('all tags are sorted by name, each with the number of published projects', async () => {
    const tags = await service.call(listTags)
    assert.equal(tags.length, 12)
    const names = tags.map(({ name }) => name.toLowerCase().replaceAll('ё', 'е'))
    assert.deepEqual(names, names.toSorted())
    const rows = await service.sql`
    select t.id, count(p.id)::int as count from tag t
    left join project_tag pt on pt.tag_id = t.id left join project p on p.id = pt.project_id and p.state = 'published' group by t.id`
    for (const { id, count } of rows) assert.equal(tags.find((tag) => tag.id === id)?.projectCount, count)
  })

  test('a renamed tag has its new name after the change is read', async () => {
    const [first] = await service.call(listTags)
    await service.sql`update tag set name = 'Aardvark' where id = ${first!.id}`
    await service.app.catalog.refresh()
    const renamed = (await service.call(listTags)).find(({ id }) => id === first!.id)
    assert.equal(renamed?.name, 'Aardvark')
  })
})

describe('findTags', () => {
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
})
