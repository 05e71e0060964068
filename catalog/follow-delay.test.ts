import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#database/sql.ts'
import { createCalendar } from '#rules/time/day.ts'
import { DEMO_TEMPLATE, testDatabase } from '#tests/support/database.ts'
import { readJson } from '#tests/support/json.ts'
import { assertWithin, timeUntil } from '#tests/support/latency.ts'
import { test } from '#tests/support/tier.ts'
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
  const change = async (round: number) => {
    await sleep((round * 17) % 100) // another moment between two polls in each round
    await writer`update project set name = ${`Round ${round}`} where slug = ${slug}`
    return timeUntil('the name changes', () => nameNow() === `Round ${round}`)
  }
  await assertWithin(250, change, { tries: 12, longestMs: 1000 })
})
