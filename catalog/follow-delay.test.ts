import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCalendar } from '#rules/day.ts'
import { connect } from '#store/sql.ts'
import { DEMO_TEMPLATE, testDatabase } from '#tests/support/database.ts'
import { readJson } from '#tests/support/json.ts'
import { openCatalog } from './catalog.ts'

test('a change by another process is visible within 250 ms', async (t) => {
  const database = await testDatabase(DEMO_TEMPLATE)
  const writer = connect(database.database, { max: 1 }) // stands for another process
  const catalog = await openCatalog({
    sql: database.sql,
    now: () => new Date(),
    calendar: createCalendar('UTC'),
    apiUrl: 'http://a.example/api',
    publicPeople: true,
    log: { info() {}, warn() {} },
  })
  t.after(async () => {
    await catalog.close()
    await writer.end({ timeout: 1 })
    await database.close()
  })
  const [{ slug }] = (await writer`select slug from project where state = 'published' order by id limit 1`) as unknown as [{ slug: string }]
  const nameNow = () => readJson(catalog.project(slug, null)!).project.name
  const times: number[] = []
  for (let round = 1; round <= 12; round++) {
    await sleep((round * 17) % 100) // a random moment between two polls
    await writer`update project set name = ${`Round ${round}`} where slug = ${slug}`
    const startedAt = performance.now()
    while (nameNow() !== `Round ${round}`) {
      assert.ok(performance.now() - startedAt < 20_000, 'the name did not change')
      await sleep(5)
    }
    times.push(performance.now() - startedAt)
  }
  // The promise is 250 ms. A busy machine may delay this process, so the median must meet it, and the maximum a second.
  times.sort((a, b) => a - b)
  assert.ok(times[6]! < 250, `half of the changes took longer than ${times[6]} ms`)
  assert.ok(times.at(-1)! < 1000, `one change took ${times.at(-1)} ms`)
})
