import assert from 'node:assert/strict'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { journey, test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addTeam } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, insertPublishedRound, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'

const service = serviceOfFile({ sendsMail: true })

const open = consoleOf(openBrowser(), service)

journey('an announcement is written, previewed, tested, sent and recalled', async () => {
  const { page, faults } = await open('/console/announcements')
  await page.getByRole('link', { name: /^Open day on Friday/ }).waitFor()
  await page.getByRole('link', { name: 'New announcement' }).click()
  await page.getByText(/^\d+ people get this email$/).waitFor()
  const send = page.getByRole('button', { name: 'Send…' })
  assert.ok(await send.isDisabled(), 'without a text')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Meeting on Friday')
  await page.getByRole('textbox', { name: 'Message' }).fill('At **14:00** in [room 12](https://example.org).')
  const preview = page.getByRole('article', { name: 'Preview' })
  await preview.getByText('14:00').and(page.locator('strong')).waitFor()
  await preview.getByText(/^Hello, /).waitFor()
  await page.getByRole('combobox', { name: 'Greeting and footer language' }).selectOption('ru')
  await preview.getByText(/^Здравствуйте, /).waitFor()
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await toast(page, /^Test email sent to .+@/)
  const people = Number((await page.getByText(/people get this email/).textContent())!.match(/\d+/)![0])
  await send.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Send to ${people} people` })
    .click()
  await toast(page, /^Announcement scheduled\. You can recall it until /)
  // The question and the preview, which close after the message, have the subject in a heading as well.
  await page.getByRole('heading', { level: 1, name: 'Meeting on Friday' }).waitFor()
  await page.getByText(/Will be sent at .+ If you recall it before then, nobody gets it\.$/).waitFor()
  await page.locator('dt', { hasText: 'Recipients' }).locator('+ dd').getByText(String(people)).waitFor()
  await page.getByRole('button', { name: 'Recall' }).click()
  await page.getByRole('dialog').getByText('No email has been sent yet. Nobody will get it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Recall' }).click()
  await toast(page, 'Announcement recalled.')
  await page.locator('dt', { hasText: 'Recalled' }).locator('+ dd').getByText(String(people)).waitFor()
  // The page counts them from the recall on; the worker cancels them after it, in batches.
  await until(async () => (await service.sql`select from announcement where subject = 'Meeting on Friday' and state = 'recalled'`).length)
  const states = await service.sql`select state, count(*)::int from outbox where kind = 'announcements' group by state`
  assert.deepEqual([...states], [{ state: 'cancelled', count: people }])
  await page.goto(`${service.origin}/console/audit`)
  await page
    .getByText(/sent the announcement/)
    .first()
    .waitFor()
  assert.deepEqual(faults, [])
})

test('from a filtered list of teams, and to the applicants of a project', async () => {
  const { page } = await open('/console/teams?work=free')
  await page.getByRole('link', { name: 'Announce to these teams' }).click()
  await page.waitForURL('**/console/announcements/new?*audience=team-list*')
  await page.getByText(/^\d+ (?:people get|person gets) this email$/).waitFor()
  await page.getByRole('radio', { name: /Teams that applied for a project/ }).check()
  await page.getByText('Choose who gets it').waitFor()
  await page.getByRole('searchbox', { name: 'Find a project' }).fill('tree census')
  await page.getByRole('button', { name: 'City Tree Census' }).click()
  await page.getByText(/this email$/).waitFor()
  assert.match(page.url(), /project=city-tree-census/)
})

test('to the teams of a round, from its page; by places only where the results are published', async () => {
  const { sql } = service
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const round = await openRound(await clientOf(service, 'curator'), ids, new Date())
  await addChoosingTeam(sql, 'anna', await clientOf(service, 'anna'), slugs)
  const published = await insertPublishedRound(service, 'last-round')
  const team = await addTeam(sql, 'Without a place', 'boris*')
  await sql`insert into round_result (round_id, team_id, pseudonym, reasons) values (${published}, ${team}, 'a', '[]')`
  const { page, faults } = await open(`/console/rounds/${round.id}`)
  await page.getByRole('link', { name: 'Email the teams' }).click()
  await page.waitForURL(`**/console/announcements/new?*round=${round.slug}*`)
  await page.getByRole('radio', { name: /^Teams with choices in a round/, checked: true }).waitFor()
  const rounds = page.getByRole('combobox', { name: 'Round' })
  await rounds.locator(`option[value="${round.slug}"]:checked`).waitFor({ state: 'attached' })
  await page.getByText('1 person gets this email').waitFor()
  await page.getByRole('radio', { name: /^Teams without a place in a round/ }).check()
  await page.getByText('Choose who gets it').waitFor()
  await assertTexts(rounds.getByRole('option'), ['Choose a round', 'last-round'])
  await rounds.selectOption('last-round')
  await page.getByText('1 person gets this email').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('textbox', { name: 'Subject' }).fill('The next round')
  await page.getByRole('textbox', { name: 'Message' }).fill('It opens in spring.')
  await page.getByRole('button', { name: 'Send…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 person' }).click()
  await page.getByText('Teams without a place in “last-round”').waitFor()
  await page.getByRole('button', { name: 'Recall' }).waitFor()
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})
