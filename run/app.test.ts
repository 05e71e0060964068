import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cachedResponse } from '#http/response/cached-response.ts'
import { startService, type TestService } from '#tests/support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('a change in the database clears the response cache without a call', async () => {
  const { responseCache: cache } = service.http
  const version = cache.version
  for (let i = 0; i < 2; i++)
    cache.put('/api/tag', cachedResponse(Buffer.from('[]')), { sameForAll: true, madeIn: version, dependsOn: ['tags'] })
  assert.equal(cache.size, 1)
  const startedAt = performance.now()
  await service.sql`update tag set description = 'changed' where id = (select min(id) from tag)`
  while (cache.size > 0 && performance.now() - startedAt < 10_000) await sleep(10)
  assert.equal(cache.size, 0)
  assert.ok(cache.version > version)
  assert.equal(service.app.config.docsUrl, `${service.config.publicUrl}/api/docs`)
})
