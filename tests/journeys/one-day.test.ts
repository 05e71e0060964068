import assert from 'node:assert/strict'
import { after, before, suite } from 'node:test'
import type { Page } from 'playwright-core'
import { desktop, openBrowser } from '#tests/support/browser.ts'
import { addConsoleData, type ConsoleIds } from '#tests/support/console/console-data.ts'
import { consoleScreens } from '#tests/support/console/console-screens.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { dayIn, watchDates } from '#tests/support/page/page-dates.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { addChoosingTeam, addRoundProjects, insertPublishedRound, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'

// One day, one clock: the browser, the service and the database are in different time zones, and every date on every screen is that of the
// directory. At five moments around its midnight, which is not the one of UTC or of the device.

const browser = openBrowser()
const MINUTE = 60_000
const DEADLINE = 'museum-pocket-guide'

type Place = { directory: string; device: string; label: string; awkward: string } // a time in UTC with another day in the directory
const places: Place[] = [
  { directory: 'Europe/Moscow', device: 'Europe/Moscow', label: '', awkward: '22:13' },
  { directory: 'America/New_York', device: 'Europe/Moscow', label: 'ET', awkward: '03:13' },
  { directory: 'Asia/Tokyo', device: 'America/New_York', label: 'Japan time', awkward: '16:13' },
]
const minutesAfterMidnight = [-61, -1, 0, 73, 599]

/** The first moment of a day in a time zone. */
function startOf(day: string, timeZone: string): number {
  let at = Date.parse(`${day}T00:00:00Z`) - 15 * 60 * MINUTE
  while (dayIn(timeZone, new Date(at)) < day) at += 15 * MINUTE
  return at
}

for (const place of places)
  suite(`a directory in ${place.directory}, read in ${place.device}`, () => {
    const { directory, device, awkward } = place
    let service: TestService
    let ids: ConsoleIds
    let now = new Date()
    let midnight: number
    before(async () => {
      service = await startService({ env: { TIME_ZONE: directory }, now: () => now })
      const { sql } = service
      await insertPublishedRound(service, 'last-round')
      const { ids: projects, slugs } = await addRoundProjects(sql, [1, 2])
      await openRound(await clientOf(service, 'curator'), projects, now)
      await addChoosingTeam(sql, 'anna', await clientOf(service, 'anna'), slugs)
      ids = await addConsoleData(sql)
      const at = (column: string) => sql`(${sql(column)} at time zone 'UTC')::date + ${awkward}::time`
      await sql`update project set published_at = (${at('published_at')}) at time zone 'UTC' where published_at < now() - interval '2 days'`
      await sql`update file_version set created_at = (${at('created_at')}) at time zone 'UTC' where created_at < now() - interval '2 days'`
      await sql`update person set created_at = (${at('created_at')}) at time zone 'UTC' where created_at < now() - interval '2 days'`
      await sql`update team set disbanded_at = (${at('disbanded_at')}) at time zone 'UTC' where disbanded_at < now() - interval '2 days'`
      midnight = startOf(dayIn(directory, now), directory)
    })
    after(() => service?.close())

    async function goTo(minutes: number): Promise<void> {
      now = new Date(midnight + minutes * MINUTE)
      const today = dayIn(directory, now)
      await service.sql`
        update project set enrollment_start = null, enrollment_end = ${today}, date_start = ${today}::date + 20, date_end = null, team_limit = 50
        where slug = ${DEADLINE}`
      await service.app.catalog.refresh()
    }

    async function open(login: string) {
      const { page } = await openApp(browser, service, { login, viewport: desktop, timezoneId: device, at: () => now, isStill: true })
      const { judge } = watchDates(page, place)
      const look = async (path: string): Promise<number> => {
        await page.clock.setFixedTime(now)
        await page.goto(service.origin + path)
        await settled(page)
        return judge(now, path)
      }
      return { page, look }
    }

    test('the last day to apply is the last one in every sentence, with its time', async () => {
      const { page, look } = await open('anna')
      for (const minutes of minutesAfterMidnight) {
        await goTo(minutes)
        await look(`/project/${DEADLINE}`)
        await assertLastDay(page, now, place)
      }
    })

    test('the last day is the same for a reader of Russian', async () => {
      await goTo(-1)
      const { page } = await openApp(browser, service, {
        path: `/project/${DEADLINE}`,
        locale: 'ru',
        viewport: desktop,
        timezoneId: device,
        at: () => now,
        isStill: true,
      })
      for (const minutes of [-1, 0]) {
        await goTo(minutes)
        await page.clock.setFixedTime(now)
        await page.goto(`${service.origin}/project/${DEADLINE}`)
        const today = new Intl.DateTimeFormat('ru', { timeZone: directory, month: 'short', day: 'numeric' }).format(now)
        await page.getByText(`Сегодня, ${today}`, { exact: true }).waitFor()
        const until = await page.getByRole('complementary').getByText(/^До /).innerText()
        assert.ok(until.replace(/\s+/g, ' ').startsWith(`До ${today}, 23:59`), until)
        assert.equal(/ у вас$/.test(until), directory !== device, until)
      }
    })

    test('every date of the client is one of the directory', async () => {
      const [request] = await service.sql`
        select r.id from request r join member m on m.team_id = r.team_id join person p on p.id = m.person_id
        where p.login = 'boris' order by r.id limit 1`
      const { look } = await open('boris')
      let count = 0
      for (const minutes of minutesAfterMidnight) {
        await goTo(minutes)
        for (const path of ['/', '/projects/new', `/project/${DEADLINE}`, '/my', `/my/team/${ids.team}`, `/my/request/${request!.id}`])
          count += await look(path)
      }
      for (const path of [
        '/projects/active',
        '/projects/saved',
        '/round',
        '/round/last-round',
        '/profile',
        '/profile/joining',
        '/settings',
      ])
        count += await look(path)
      assert.ok(count > 30, `only ${count} dates were seen`)
    })

    test('every date of the console is one of the directory', async () => {
      const { page, look } = await open('admin')
      // Every day of a month is in them.
      const skipped = ['timeline', 'calendar']
      const screens = consoleScreens.filter(({ act, name }) => act === undefined && !skipped.includes(name))
      await goTo(73)
      let count = 0
      for (const { path } of screens) count += await look(path(ids))
      assert.ok(count > 20, `only ${count} dates were seen`)
      for (const minutes of minutesAfterMidnight) {
        await goTo(minutes)
        await page.clock.setFixedTime(now)
        await page.goto(`${service.origin}/console/calendar`)
        await settled(page)
        assert.equal(await page.locator('[aria-current=date]').getAttribute('datetime'), dayIn(directory, now))
      }
    })
  })

async function assertLastDay(page: Page, now: Date, { directory, device, label }: Place): Promise<void> {
  const today = new Intl.DateTimeFormat('en', { timeZone: directory, month: 'short', day: 'numeric' }).format(now)
  await page.getByText('Enrollment ends today', { exact: true }).waitFor()
  await page.getByText(`Today, ${today}`, { exact: true }).waitFor()
  const applyBy = (
    await page
      .getByText(/^Apply by /)
      .first()
      .innerText()
  ).replace(/\s+/g, ' ')
  assert.ok(applyBy.startsWith(`Apply by ${today}, 11:59 PM`), applyBy)
  assert.equal(/ yours$/.test(applyBy), directory !== device, applyBy)
  assert.ok(applyBy.includes(label), applyBy)
}
