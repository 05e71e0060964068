import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRound } from '#contract/console/round.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { useService } from '#tests/support/use-service.ts'
import { roundSheets } from '#tests/support/world/round-sheets.ts'

const { service, curator, admin } = useService({ people: ['curator', 'admin'] })
const { send, exported, done, rounds, stored } = roundSheets(service, curator)
const inZone = async (timeZone: string) => void (await admin(updateSettings, { body: { timeZone } }))

test('times are those of the directory, and an export changes nothing, also when a clock shows the same hour twice', async () => {
  const bodies = [
    { name: 'Twice', opensAt: '2026-10-25T00:30:00.000Z', closesAt: '2026-10-25T01:30:15.250Z' }, // both 02:30 in Berlin
    { name: 'Second', opensAt: '2026-10-25T01:10:00.000Z', closesAt: '2026-10-25T01:40:00.000Z' }, // the second time
    { name: 'Spring', opensAt: '2026-03-29T00:59:00.000Z', closesAt: '2026-03-29T01:00:00.000Z' },
    { name: 'Midnight', opensAt: '2026-08-31T22:00:00.000Z', closesAt: '2026-12-31T23:00:00.000Z' },
    { name: 'Open', opensAt: null, closesAt: null },
  ]
  for (const body of bodies) await curator(createRound, { body })
  const instants = async () => (await rounds()).map(({ opens, closes }) => [opens, closes])
  const instantsBefore = await instants()
  const shown = {
    'Europe/Berlin': [
      '2026-10-25 02:30,2026-10-25 02:30',
      '2026-10-25 02:10,2026-10-25 02:40',
      '2026-03-29 01:59,2026-03-29 03:00',
      '2026-09-01 00:00,2027-01-01 00:00',
    ],
    'Asia/Kathmandu': [
      '2026-10-25 06:15,2026-10-25 07:15',
      '2026-10-25 06:55,2026-10-25 07:25',
      '2026-03-29 06:44,2026-03-29 06:45',
      '2026-09-01 03:45,2027-01-01 04:45',
    ],
  }
  for (const [zone, times] of Object.entries(shown)) {
    await inZone(zone)
    assert.deepEqual(await instants(), instantsBefore, 'only the days of their windows follow the zone')
    const before = await rounds()
    const csv = new TextDecoder().decode(await exported('format=csv&headings=words'))
    for (const time of times) assert.ok(csv.includes(`,${time},`), `${zone}: ${time} in\n${csv}`)
    for (const format of ['csv', 'xlsx']) {
      const report = await send(await exported(`format=${format}`))
      assert.deepEqual(report.counts, { create: 0, change: 0, same: 5, refuse: 0 }, `${zone} ${format} ${JSON.stringify(report.rows)}`)
    }
    // In the spelling of another program.
    const respelled = csv.replace(/(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)/g, '$3.$2.$1 $4:00')
    assert.notEqual(respelled, csv)
    assert.deepEqual(await done(respelled), { create: 0, change: 0, same: 5, refuse: 0 })
    assert.deepEqual(await rounds(), before)
  }
  await inZone('Europe/Berlin')
  // A skipped hour counts from its end; a day alone is its first or last minute; a time with an offset is that instant.
  await done(
    'slug,name,opensAt,closesAt\nopen,Open,2026-03-29 02:30,29.03.2026\nmidnight,Midnight,2026-09-01T00:00:00+05:00,2026-12-31 6:05 PM\n',
  )
  const windowOf = async (slug: string) => {
    const { opens, closes, firstDay, lastDay } = (await stored(slug))!
    return [opens, closes, firstDay, lastDay]
  }
  assert.deepEqual(await windowOf('open'), ['2026-03-29 01:30:00', '2026-03-29 21:59:00', '2026-03-29', '2026-03-29'])
  assert.deepEqual(await windowOf('midnight'), ['2026-08-31 19:00:00', '2026-12-31 17:05:00', '2026-08-31', '2026-12-31'])
})
