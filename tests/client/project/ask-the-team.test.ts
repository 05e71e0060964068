import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, listening, openApp, settled } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { addApplication, addMessage } from '#tests/support/world/conversations.ts'

// anna is an admin of the team, vera a member.
const browser = openBrowser()
let service: TestService
let id: number
before(async () => {
  service = await startService()
  await service.sql`delete from member`
  id = (await addApplication(service.sql, 'asked', 'anna*', 'vera')).id
  await service.app.catalog.refresh()
})
after(() => service.close())
beforeEach(async () => {
  await service.sql`delete from request_message`
  await addMessage(service.sql, id, 'curator', 'curator', 'Who knows **statistics**?')
})

const open = async (path: string, login = 'anna', settings: object = {}) => {
  const visit = await openApp(browser, service, { path, login, ...settings })
  await settled(visit.page)
  return visit
}
const thread = (page: Page) => page.getByRole('region', { name: /^(Questions from curators|Вопросы кураторов)$/ })

test('from the next step of the start page to the answer', async () => {
  const { page, faults } = await open('/')
  const step = page.getByRole('region', { name: 'Your next step' })
  await step.getByText('The curators have a question').waitFor()
  await assertNoAxeViolations(page)
  await step.getByRole('link', { name: 'Answer' }).click()
  await page.waitForURL(`**/my/request/${id}*`)
  await thread(page).locator('strong', { hasText: 'statistics' }).waitFor()
  await thread(page).getByText('Awaiting your answer').waitFor()
  await assertFocus(page, 'id', 'conversation')
  await assertNoAxeViolations(page)
  await thread(page).getByRole('textbox', { name: 'Your answer' }).fill('Vera does.')
  await thread(page).getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Answer sent.').waitFor()
  await thread(page).getByText('Vera does.').waitFor()
  await thread(page).getByText('Awaiting your answer').waitFor({ state: 'detached' })
  await assertNoAxeViolations(page)
  const rows = await service.sql`select role, text from request_message order by id`
  assert.deepEqual({ ...rows[1] }, { role: 'team', text: 'Vera does.' })
  assert.deepEqual(faults, [])
})

test('a member reads the question on My project, and an admin answers', async () => {
  const { page } = await open('/my', 'vera')
  await page.getByRole('link', { name: /Project asked.*A team admin can answer/ }).click()
  await thread(page).getByText('Only team admins and the person who applied can answer.').waitFor()
  assert.equal(await thread(page).getByRole('textbox').count(), 0)
  await thread(page).getByText('Awaiting your team’s answer').waitFor()
  await assertNoAxeViolations(page)
})

test('a new question appears by itself, and goes away when it is answered', async () => {
  await service.sql`delete from request_message`
  const { page } = await open('/my')
  await listening(service)
  assert.equal(await page.getByRole('heading', { name: 'The curators have a question' }).count(), 0)
  await addMessage(service.sql, id, 'curator', 'curator', 'And when?')
  await page.getByRole('heading', { name: 'The curators have a question' }).waitFor()
  await assertNoAxeViolations(page)
  await addMessage(service.sql, id, 'team', 'anna', 'In May.')
  await page.getByRole('heading', { name: 'The curators have a question' }).waitFor({ state: 'detached' })
})

test('a withdrawal while the answer is written: nothing is sent, and the conversation is closed', async () => {
  const other = await addApplication(service.sql, 'withdrawn', 'anna*')
  await addMessage(service.sql, other.id, 'curator', 'curator', 'Who?')
  await service.app.catalog.refresh()
  const { page } = await open(`/my/request/${other.id}`, 'anna', { isStill: true })
  await thread(page).getByRole('textbox', { name: 'Your answer' }).fill('Too late')
  await service.sql`update request set status = 'withdrawn' where id = ${other.id}`
  await service.app.catalog.refresh()
  await thread(page).getByRole('button', { name: 'Send answer' }).click()
  await thread(page).getByText('The application no longer awaits a decision, so new messages can’t be sent.').waitFor()
  assert.equal(await thread(page).getByRole('textbox').count(), 0)
  assert.equal((await service.sql`select 1 from request_message where role = 'team'`).length, 0)
})

test('without a network the question can be read, and the answer says why it waits', async () => {
  const { page } = await open(`/my/request/${id}`)
  await thread(page).getByRole('textbox', { name: 'Your answer' }).fill('Kept')
  await page.context().setOffline(true)
  await thread(page).getByText('You can do this when you’re back online.').waitFor()
  assert.ok(await thread(page).getByRole('button', { name: 'Send answer' }).isDisabled())
  await thread(page).getByText('statistics').waitFor()
  await page.context().setOffline(false)
  await thread(page).getByText('You can do this when you’re back online.').waitFor({ state: 'detached' })
  assert.equal(await thread(page).getByRole('textbox').inputValue(), 'Kept')
})
