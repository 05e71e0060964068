import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSearchSynonyms, MOST_SYNONYMS } from '#contract/vocabulary/synonym.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

test('everybody can read the synonyms, without their ids', async () => {
  const { entries } = await service.call(listSearchSynonyms)
  assert.equal(entries.length, 5)
  assert.deepEqual(entries[0], {
    kind: 'two-way',
    words: ['Northgate University', 'NGU', 'Нортгейтский университет'],
    expandsTo: [],
  })
  const response = await fetch(`${service.url}/search/synonyms`)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=0, must-revalidate')
  const again = await fetch(`${service.url}/search/synonyms`, { headers: { 'if-none-match': response.headers.get('etag')! } })
  assert.equal(again.status, 304)
})

test('the answer is bounded, however many rows were written past the API', async () => {
  await service.sql`
    insert into synonym (kind, words) select 'two-way', array['one ' || n, 'two ' || n] from generate_series(1, ${MOST_SYNONYMS}) as n`
  await service.app.catalog.refresh()
  assert.equal((await service.call(listSearchSynonyms)).entries.length, MOST_SYNONYMS)
})
