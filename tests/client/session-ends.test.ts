import assert from 'node:assert/strict'
import { beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { listening, openApp, settled, written } from '#tests/support/page/app.ts'
import { endSessions, endedSheet as sheet, signInAgain } from '#tests/support/page/ended-session.ts'
import { journey, test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject } from '#tests/support/world/requests.ts'

// The server ends the session while something is being typed.

const { service } = useService()
const browser = openBrowser()
let slug = ''
beforeEach(async () => {
  await service.sql`update request set status = 'withdrawn', decided_at = now() where status = 'submitted'`
  slug = `ends-${(await service.sql`select count(*) from project where slug like 'ends-%'`)[0]!.count}`
  await addProject(service.sql, slug, { name: 'Ends' })
  await service.app.catalog.refresh()
})

/** The page is still unless told otherwise: it notices the end when something is sent, not before that by itself. */
const open = async (path: string, isStill = true) => (await openApp(browser, service, { login: 'anna', path, isStill })).page

async function typed(isStill = true): Promise<Page> {
  const page = await open(`/project/${slug}/apply`, isStill)
  await page.getByRole('textbox', { name: 'Message' }).fill('We know bridges.')
  await endSessions(service, 'anna')
  return page
}

const sent = async () =>
  (await service.sql`select message from request where project_id = project_at(${slug})`).map(({ message }) => message as string)

const isSaved = (slug: string) =>
  new Promise<boolean>((resolve) => {
    const { indexedDB } = globalThis as unknown as { indexedDB: { open(name: string): IDBRequest } }
    const opening = indexedDB.open('projectory')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('outbox').objectStore('outbox').get(`apply ${slug}`)
      reading.onsuccess = () => resolve(reading.result !== undefined)
    }
  })
// biome-ignore lint/suspicious/noExplicitAny: the types of the browser are not those of the tests
type IDBRequest = { result: any; onsuccess: () => void }

journey('an application that is sent when the session has ended is sent after signing in again', async () => {
  const page = await typed()
  await page.getByRole('button', { name: 'Send application' }).click()
  await sheet(page).waitFor()
  await assertNoAxeViolations(page)
  assert.deepEqual(await sent(), [])
  await page.keyboard.press('Escape')
  await sheet(page).waitFor()
  await signInAgain(page, 'anna')
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  assert.deepEqual(await sent(), ['We know bridges.'])
})

test('a page that notices the end by itself keeps what is typed; it is sent when somebody who has signed in again sends it', async () => {
  const page = await typed(false)
  await listening(service)
  await addProject(service.sql, `${slug}-other`, { name: 'Another' }) // an open page loads its data again after a change
  await sheet(page).waitFor()
  await signInAgain(page, 'anna')
  assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'We know bridges.')
  assert.deepEqual(await sent(), [])
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  assert.deepEqual(await sent(), ['We know bridges.'])
})

test('what was typed stays also in this window: after a reload, a guest and another person see nothing of it, its author does', async () => {
  const page = await typed()
  await until(() => page.evaluate(isSaved, slug))
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
  assert.doesNotMatch((await page.locator('body').textContent())!, /bridges/)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[value=anna]').click()
  await settled(page)
  assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'We know bridges.')
})

test('another person who signs in instead sees nothing of it', async () => {
  const page = await typed()
  await page.getByRole('button', { name: 'Send application' }).click()
  await sheet(page).waitFor()
  await signInAgain(page, 'gleb')
  await settled(page)
  assert.doesNotMatch((await page.locator('body').textContent())!, /bridges|Северный ветер/)
  assert.deepEqual(await sent(), [])
})

test('who goes on as a guest leaves the page; what was sent is sent when its author is back', async () => {
  const page = await typed()
  await page.getByRole('button', { name: 'Send application' }).click()
  await sheet(page).getByRole('button', { name: 'Continue as a guest' }).click()
  await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
  assert.deepEqual(await sent(), [])
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[value=anna]').click()
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  assert.deepEqual(await sent(), ['We know bridges.'])
})

test('a feedback text is kept for its author: a guest and another person see nothing of it', async () => {
  const page = await open('/feedback')
  const text = page.getByLabel('Message')
  await text.fill('More bridges, please.')
  await page.getByRole('radio', { name: 'Suggestion' }).check()
  await endSessions(service, 'anna')
  await written(page)
  await page.reload() // feedback of a guest is sent, so that the page itself does not notice the end
  await page.getByText('0 of 2,000 characters').waitFor()
  assert.equal(await text.inputValue(), '')
  await text.fill('A guest writes.')
  await written(page)
  await signInFrom(page, 'anna')
  await page.goto(`${service.origin}/feedback`)
  await page.getByText('21 of 2,000 characters').waitFor()
  assert.equal(await text.inputValue(), 'More bridges, please.')
  assert.ok(await page.getByRole('radio', { name: 'Suggestion' }).isChecked())
})

test('a question on a project is kept for its author', async () => {
  const page = await open(`/project/${slug}`)
  const text = page.getByRole('textbox', { name: 'Your question' })
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await text.fill('Which bridges?')
  await endSessions(service, 'anna')
  await page.getByRole('button', { name: 'Send question' }).click()
  await sheet(page).getByRole('button', { name: 'Continue as a guest' }).click()
  await page.getByRole('button', { name: 'Ask a question' }).waitFor()
  assert.equal(await text.count(), 0, 'a guest does not see it')
  await signInFrom(page, 'anna')
  await page.goto(`${service.origin}/project/${slug}`)
  await settled(page)
  assert.equal(await text.inputValue(), 'Which bridges?')
})

test('a question that a guest types meanwhile does not replace the one kept for its author; signing in to send it shows it first', async () => {
  const page = await open(`/project/${slug}`)
  const text = page.getByRole('textbox', { name: 'Your question' })
  const ask = page.getByRole('button', { name: 'Ask a question' })
  const reopen = async () => {
    await page.goto(`${service.origin}/project/${slug}`)
    await settled(page)
  }
  await ask.click()
  await text.fill('Which bridges?')
  await endSessions(service, 'anna')
  await page.getByRole('button', { name: 'Send question' }).click()
  await sheet(page).getByRole('button', { name: 'Continue as a guest' }).click()
  await ask.click()
  await text.fill('A guest asks.')
  await reopen()
  assert.equal(await text.inputValue(), 'A guest asks.')
  await signInFrom(page, 'anna')
  await reopen()
  assert.equal(await text.inputValue(), 'Which bridges?')
  await endSessions(service, 'anna')
  await reopen()
  assert.equal(await text.inputValue(), 'A guest asks.', 'it is still there for the guest')
  await page.getByRole('button', { name: 'Sign in and send' }).click() // the provider still knows who it is
  await page.getByRole('button', { name: 'Send question' }).waitFor()
  assert.equal(await text.inputValue(), 'A guest asks.')
  await page.getByRole('button', { name: 'Send question' }).click()
  await page.getByText('A guest asks.').first().waitFor()
  await reopen()
  assert.equal(await text.inputValue(), 'Which bridges?', 'and this one is not lost')
})

test('where windows are blocked, a link signs in from a tab of its own', async () => {
  const page = await typed()
  await page.evaluate('window.open = () => null')
  await page.getByRole('button', { name: 'Send application' }).click()
  await sheet(page).getByRole('button', { name: 'Sign in' }).click()
  const opening = page.context().waitForEvent('page')
  await sheet(page).getByRole('link', { name: 'Sign in in a new tab' }).click()
  await (await opening).locator('button[value=anna]').click()
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  assert.deepEqual(await sent(), ['We know bridges.'])
})

async function signInFrom(page: Page, login: string): Promise<void> {
  await page.goto(`${service.origin}/profile`)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).first().click()
  await page.locator(`button[value=${login}]`).click()
  await settled(page)
}
