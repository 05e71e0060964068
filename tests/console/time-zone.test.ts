import assert from 'node:assert/strict'
import { getSettings } from '#contract/settings.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { test } from '#tests/support/tier.ts'

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service, { path: '/console' })
const question = { name: 'Which time zone is the directory in?' }

test('an administrator is asked for the time zone until it is chosen; then times are typed and shown in it', async () => {
  const curator = await open()
  assert.equal(await curator.page.getByRole('heading', question).count(), 0, 'only administrators can answer')
  const { page } = await open('/console', { login: 'admin', timezoneId: 'Asia/Tokyo' })
  await page.getByRole('heading', question).waitFor()
  await page.getByRole('button', { name: 'Use Asia/Tokyo' }).click()
  await page.getByRole('heading', question).waitFor({ state: 'detached' })
  assert.equal((await service.call(getSettings)).timeZone, 'Asia/Tokyo')

  const elsewhere = await open('/console/rounds/new', { timezoneId: 'America/New_York' })
  await elsewhere.page.getByText('Time zone of the directory: Japan time').waitFor()
  await elsewhere.page.getByLabel('Name').fill('By the clock of Tokyo')
  await elsewhere.page.getByLabel('Opens').fill('2027-03-01T09:00')
  await elsewhere.page.getByLabel('Closes').fill('2027-03-08T23:59')
  await elsewhere.page.getByRole('button', { name: 'Create' }).click()
  await elsewhere.page.getByText('Mar 8, 2027, 11:59').first().waitFor()
  const [round] = await service.sql`select opens_at, closes_at from round where name = 'By the clock of Tokyo'`
  assert.deepEqual(
    [round!.opens_at, round!.closes_at].map((at: Date) => at.toISOString()),
    ['2027-03-01T00:00:00.000Z', '2027-03-08T14:59:00.000Z'],
  )
})
