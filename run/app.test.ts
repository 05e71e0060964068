import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeReady } from '#http/ready.ts'
import { startService, type TestService } from '#tests/support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('a change in the store clears the shelf without anybody asking', async () => {
  const { shelf } = service.http
  const edition = shelf.edition
  for (let i = 0; i < 2; i++) shelf.put('/api/tag', makeReady(Buffer.from('[]')), true, edition)
  assert.equal(shelf.size, 1)
  const startedAt = performance.now()
  await service.sql`update tag set description = 'changed' where id = (select min(id) from tag)`
  while (shelf.size > 0 && performance.now() - startedAt < 10_000) await sleep(10)
  assert.equal(shelf.size, 0)
  assert.ok(shelf.edition > edition)
  assert.equal(service.app.config.docsUrl, `${service.config.publicUrl}/api/docs`)
})
