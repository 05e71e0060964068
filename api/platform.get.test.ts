import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPlatforms } from '#contract/vocabulary/platform.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

test('every platform has the hosts it is detected by', async () => {
  const platforms = await service.call(listPlatforms)
  const rows = await service.sql`select id, name, hosts from platform`
  assert.ok(rows.length >= 5)
  assert.deepEqual(
    platforms.toSorted((a, b) => a.id - b.id),
    [...rows].toSorted((a, b) => a.id - b.id),
  )
  assert.ok(platforms.find(({ name }) => name === 'GitHub')?.hosts.includes('github.com'))
})

test('a new platform is listed after the change is read', async () => {
  await service.sql`insert into platform (name, hosts) values ('Codeberg', ${['codeberg.org']})`
  await service.app.catalog.refresh()
  assert.deepEqual((await service.call(listPlatforms)).find(({ name }) => name === 'Codeberg')?.hosts, ['codeberg.org'])
})
