import assert from 'node:assert/strict'
import { before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { test } from '#tests/support/tier.ts'
import { addQuestion } from '#tests/support/world/questions.ts'
import { addProject } from '#tests/support/world/requests.ts'

const service = serviceOfFile()
let project: number
let other: number
before(async () => {
  project = await addProject(service.sql, 'asked', { name: 'Asked about' })
  other = await addProject(service.sql, 'other', { name: 'Another one' })
})
beforeEach(async () => {
  await service.sql`delete from question`
  await addQuestion(service.sql, project, 'gleb', 'When do we start?')
  await addQuestion(service.sql, project, 'anna', 'Is it far?', 'No.')
  await addQuestion(service.sql, other, 'anna', 'Cheap tools here?')
  await service.app.catalog.refresh()
})

const open = consoleOf(openBrowser(), service, { path: '/console/questions' })
const card = (page: Page, text: string) => page.locator('li.question').filter({ hasText: text })
const stored = async (text: string) => {
  const [row] = await service.sql`select answer, answer_role, hidden_reason from question where text = ${text}`
  return { ...row }
}

test('filters are in the address; a question is hidden with a reason and shown again', async () => {
  const { page, faults } = await open()
  await assertTexts(page.locator('li.question .question-text'), ['When do we start?', 'Cheap tools here?', 'Is it far?'])
  await page.getByRole('searchbox').fill('cheap')
  await card(page, 'When do we start?').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '?text=cheap')
  await page.getByRole('button', { name: 'Hide: Cheap tools here?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide this question?' })
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await dialog.getByText('Fill in this field.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Advertising')
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('Question hidden.').waitFor()
  await card(page, 'Cheap tools here?').getByText('Hidden: Advertising').waitFor()
  await page.goto(`${service.origin}/console/questions?status=hidden`)
  await page.getByRole('button', { name: 'Show again: Cheap tools here?' }).click()
  await page.getByText('The question is visible again.').waitFor()
  await page.getByRole('heading', { name: 'No questions found' }).waitFor()
  await assertNoAxeViolations(page)
  assert.equal((await stored('Cheap tools here?')).hidden_reason, null)
  assert.deepEqual(faults, [])
})

test('from a project to its questions, which are closed and opened', async () => {
  const { page } = await open(`/console/projects/${project}`)
  await page.getByRole('link', { name: 'Questions about this project' }).click()
  await page.waitForURL('**/console/questions?project=asked')
  await page.getByRole('button', { name: 'Only Asked about' }).waitFor()
  await assertCount(page.locator('li.question'), 2)
  await page.getByRole('button', { name: 'Close questions' }).click()
  await page.getByText('New questions about “Asked about” are closed.').waitFor()
  const isClosed = async () => (await service.sql`select questions_closed as is from project where id = ${project}`)[0]!.is
  assert.equal(await isClosed(), true)
  await page.getByRole('button', { name: 'Open questions' }).click()
  await page.getByText('New questions about “Asked about” are open.').waitFor()
  assert.equal(await isClosed(), false)
  await page.getByRole('button', { name: 'Only Asked about' }).click()
  await card(page, 'Cheap tools here?').waitFor()
})
