import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, holdToasts, listening, openApp, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { addQuestion } from '#tests/support/world/questions.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

const browser = openBrowser()
let service: TestService
let project: number
before(async () => {
  service = await startService()
  project = await addProject(service.sql, 'asked')
  const team = await addTeam(service.sql, 'Answering', 'boris*')
  await service.sql`update assignment set ended_at = now(), outcome = 'finished' where ended_at is null`
  await service.sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  await service.app.catalog.refresh()
})
after(() => service.close())
beforeEach(async () => {
  await service.sql`delete from question`
  await service.app.catalog.refresh()
})

const open = async (login?: string, settings: object = {}) => {
  const visit = await openApp(browser, service, { path: '/project/asked', ...(login && { login }), ...settings })
  await settled(visit.page)
  return visit
}
const section = (page: Page) => page.getByRole('region', { name: /^(Questions|Вопросы)/ })
const itemOf = (page: Page, text: string) => section(page).getByRole('listitem').filter({ hasText: text })
const rows = () =>
  service.sql<{ text: string; answer: string | null }[]>`select text, answer from question where deleted_at is null order by id`

test('a guest writes a question, signs in, and sends the kept text', async () => {
  const { page, faults } = await open()
  await section(page).getByText('No questions yet. Ask the first one.').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await assertFocus(page, 'tagName', 'TEXTAREA')
  await page.getByRole('textbox', { name: 'Your question' }).fill('Is Python enough?')
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Sign in and send' }).click()
  await page.getByRole('button', { name: /Глеб|gleb/i }).click()
  await page.waitForURL('**/project/asked')
  await settled(page)
  assert.equal(await page.getByRole('textbox', { name: 'Your question' }).inputValue(), 'Is Python enough?')
  await page.getByRole('button', { name: 'Send question' }).click()
  await page.getByText('Question sent.').waitFor()
  await itemOf(page, 'Is Python enough?').getByText('You').waitFor()
  assert.deepEqual(
    (await rows()).map(({ text }) => text),
    ['Is Python enough?'],
  )
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'Ask a question' }).waitFor()
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

test('an own question is deleted, and the deletion can be undone', async () => {
  await addQuestion(service.sql, project, 'gleb', 'Never mind?')
  await service.app.catalog.refresh()
  const { page } = await open('gleb')
  await holdToasts(page)
  await itemOf(page, 'Never mind?').getByRole('button', { name: 'Delete question' }).click()
  await itemOf(page, 'Never mind?').waitFor({ state: 'detached' })
  await assertFocus(page, 'id', 'questions')
  await page.getByRole('button', { name: 'Undo' }).click()
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await itemOf(page, 'Never mind?').getByRole('button', { name: 'Delete question' }).click()
  await page.getByText('Question deleted.').waitFor()
  await section(page).getByText('No questions yet').waitFor()
  await page.evaluate('dispatchEvent(new Event("pagehide"))')
  assert.equal((await gone).status(), 200)
  assert.equal((await rows()).length, 0)
})

test('the team sees what waits on My project, answers, and everybody reads it at once', async () => {
  await addQuestion(service.sql, project, 'gleb', 'When do we *start*?')
  await service.app.catalog.refresh()
  const reader = await open()
  await listening(service)
  await itemOf(reader.page, 'When do we *start*?').getByText('No answer yet').waitFor()
  await itemOf(reader.page, 'When do we *start*?').getByText('A participant').waitFor()
  const { page, faults } = await open('boris', { path: '/my' })
  await page.getByRole('link', { name: '1 question awaits an answer' }).click()
  await page.waitForURL('**/project/asked**')
  await settled(page)
  await assertFocus(page, 'id', 'questions')
  await page.getByRole('button', { name: 'Answer: When do we *start*?' }).click()
  await assertFocus(page, 'tagName', 'TEXTAREA')
  await assertNoAxeViolations(page)
  await page.getByRole('textbox', { name: 'Your answer' }).fill('On **Monday**.')
  await page.getByRole('button', { name: 'Publish answer' }).click()
  await page.getByText('Answer published.').waitFor()
  await assertFocus(page, 'textContent', 'Edit answer')
  const answer = itemOf(reader.page, 'When do we *start*?')
  await answer.getByText('Answering').waitFor()
  await assertCount(answer.locator('strong', { hasText: 'Monday' }), 1)
  assert.equal(await answer.getByText('Ефимов').count(), 0, 'guests see no names')
  assert.equal(await reader.page.getByRole('button', { name: /Edit answer/ }).count(), 0)
  await page.goto(`${service.origin}/my`)
  await settled(page)
  assert.equal(await page.getByRole('link', { name: /awaits an answer/ }).count(), 0)
  assert.deepEqual(faults, [])
})

test('an answer that someone else has given meanwhile is shown before it is replaced', async () => {
  const id = await addQuestion(service.sql, project, 'gleb', 'Who is first?')
  await service.app.catalog.refresh()
  const { page } = await open('boris', { isStill: true })
  await page.getByRole('button', { name: 'Answer: Who is first?' }).click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('The team.')
  await service.sql`update question set answer = 'The curators.', answer_role = 'curator', answered_at = now() where id = ${id}`
  await service.app.catalog.refresh()
  await page.getByRole('button', { name: 'Publish answer' }).click()
  await page.getByRole('alert').getByText('The answer was added or changed in the meantime.').waitFor()
  await itemOf(page, 'Who is first?').getByText('The curators.').waitFor()
  await page.getByRole('button', { name: 'Save answer' }).click()
  await page.getByText('Answer published.').waitFor()
  assert.deepEqual(
    (await rows()).map(({ answer }) => answer),
    ['The team.'],
  )
})

test('a refusal is shown at the field, and the text is kept', async () => {
  for (const text of ['One?', 'Two?', 'Three?']) await addQuestion(service.sql, project, 'gleb', text)
  await service.app.catalog.refresh()
  const { page } = await open('gleb')
  await page.getByRole('button', { name: 'Ask a question' }).click()
  const input = page.getByRole('textbox', { name: 'Your question' })
  await input.fill('Four?')
  await page.getByRole('button', { name: 'Send question' }).click()
  await page.getByRole('alert').getByText('You can have up to 3 unanswered questions on a project.').waitFor()
  assert.equal(await input.inputValue(), 'Four?')
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await assertFocus(page, 'textContent', 'Ask a question')
})

test('closed questions can be read; more than ten are shown in steps', async () => {
  for (let n = 1; n <= 12; n++) await addQuestion(service.sql, project, 'gleb', `Question number ${n}?`, 'Yes.')
  await service.sql`update project set questions_closed = true where id = ${project}`
  await service.app.catalog.refresh()
  const { page } = await open()
  await section(page).getByText('New questions are closed for this project.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Ask a question' }).count(), 0)
  await assertCount(section(page).locator('li.question'), 10)
  await page.getByRole('heading', { name: 'Questions 12' }).waitFor()
  await page.getByRole('button', { name: 'Show more questions' }).click()
  await itemOf(page, 'Question number 1?').waitFor()
  await assertCount(section(page).locator('li.question'), 12)
  await service.sql`update project set questions_closed = false where id = ${project}`
})

test('offline the saved questions are shown, and nothing can be sent', async () => {
  await addQuestion(service.sql, project, 'anna', 'Saved?', 'Yes.')
  await service.app.catalog.refresh()
  const { page } = await open('gleb', { locale: 'ru' })
  await itemOf(page, 'Saved?').waitFor()
  await page.getByRole('button', { name: 'Задать вопрос' }).click()
  await page.getByRole('textbox', { name: 'Ваш вопрос' }).fill('А без сети?')
  await page.context().setOffline(true)
  await page.evaluate('dispatchEvent(new Event("offline"))')
  await page.getByRole('button', { name: 'Отправить вопрос', disabled: true }).waitFor()
  await itemOf(page, 'Saved?').waitFor()
  await page.context().setOffline(false)
})
