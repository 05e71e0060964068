import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { getNotifications, updateNotifications } from '#contract/notification.ts'
import { createRequest } from '#contract/request.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { journey, test } from '#tests/support/tier.ts'
import { addProject, dayFromNow } from '#tests/support/world/requests.ts'

// The screen after applying.

const browser = openBrowser()
let service: TestService
let anna: Awaited<ReturnType<typeof callAs>>
let [count, slug] = [0, '']
before(async () => {
  service = await startService()
  anna = await callAs(service, 'anna')
})
after(() => service.close())
beforeEach(async () => {
  await service.sql`update request set status = 'withdrawn', decided_at = now() where status = 'submitted'`
  slug = `sent-${++count}`
})

const addOpen = async (dates: Parameters<typeof addProject>[2] = {}) => {
  await addProject(service.sql, slug, { name: `Sent ${count}`, ...dates })
  await service.app.catalog!.refresh()
}
const apply = () => anna(createRequest, { body: { project: slug, team: 1, message: null } })
const openSent = async (id: number, settings = {}) => {
  const visit = await openApp(browser, service, { login: 'anna', path: `/my/request/${id}/sent`, ...settings })
  await settled(visit.page)
  return visit
}
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

journey('after sending, a screen says what happens next and by when; back, forward and reload show it again', async () => {
  await addOpen({ dateStart: '2199-03-05' })
  const { page, faults } = await openApp(browser, service, { login: 'anna', path: `/project/${slug}` })
  await page.getByRole('link', { name: 'Apply with your team' }).click()
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.waitForURL(/\/my\/request\/\d+\/sent$/)
  const title = page.getByRole('heading', { level: 1, name: 'Application sent' })
  await title.waitFor()
  await page.getByText(`“Северный ветер” applied for “Sent ${count}”.`).waitFor()
  await step(page, 'Curators review it').getByText('Expect an answer before the project starts on Mar 5, 2199.', { exact: false }).waitFor()
  await step(page, 'We’ll email you').getByText('anna@students.example.org', { exact: false }).waitFor()
  await step(page, 'Your team starts working').getByText('Mar 5, 2199', { exact: false }).waitFor()
  await page.getByRole('region', { name: 'Your team' }).getByText('Ковалёва Анна', { exact: false }).waitFor()
  await assertNoAxeViolations(page)
  await page.reload()
  await title.waitFor()
  await page.getByRole('link', { name: 'View application' }).click()
  await page.getByRole('heading', { level: 1, name: 'Application', exact: true }).waitFor()
  await page.goBack()
  await title.waitFor()
  await page.goBack() // the form is not in the history any more
  await page.getByRole('heading', { level: 1, name: `Sent ${count}` }).waitFor()
  await page.getByRole('complementary').getByText('Application sent').waitFor()
  await page.goForward()
  await title.waitFor()
  await page.getByRole('link', { name: 'Back to projects' }).click()
  await page.waitForURL(/\/$/)
  assert.deepEqual(faults, [])
})

test('without a start the end of the enrollment is named; in Russian, dark and on a small phone', async () => {
  await addOpen({ enrollmentEnd: '2199-04-06' })
  const { id } = await apply()
  const { page } = await openSent(id, { locale: 'ru', colorScheme: 'dark', viewport: { width: 320, height: 640 } })
  await page.getByRole('heading', { level: 1, name: 'Заявка отправлена' }).waitFor()
  await page.getByText('Набор идёт до 6 апр. 2199', { exact: false }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  await assertNoAxeViolations(page)
})

test('notifications that are off are turned on with one button', async () => {
  await addOpen({ enrollmentEnd: dayFromNow(4) })
  const { id } = await apply()
  await anna(updateNotifications, { body: { kinds: [{ kind: 'request_declined', when: 'off' }] } })
  const { page } = await openSent(id)
  await page.getByText('Email notifications about decisions are off.').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('The decision comes to anna@students.example.org.').waitFor()
  const { kinds } = await anna(getNotifications)
  assert.deepEqual(
    kinds.filter(({ kind }) => kind === 'request_declined' || kind === 'request_approved').map(({ when }) => when),
    ['at-once', 'at-once'],
  )
})

test('a decided, withdrawn or unknown application leads to its own screen', async () => {
  await addOpen()
  const { id } = await apply()
  await service.sql`update request set status = 'withdrawn', decided_at = now() where id = ${id}`
  const { page } = await openSent(id)
  await page.waitForURL(RegExp(`/my/request/${id}$`))
  await page.getByText('Withdrawn').first().waitFor()
  await page.goto(`${service.origin}/my/request/999999/sent`)
  await page.getByRole('heading', { name: 'Application not found' }).waitFor()
  const guest = await openApp(browser, service, { path: `/my/request/${id}/sent` })
  await guest.page.getByRole('button', { name: 'Sign in' }).waitFor()
})

test('with reduced motion the picture does not move', async () => {
  await addOpen()
  const { id } = await apply()
  const animation = (page: Page) => page.evaluate<string>("getComputedStyle(document.querySelector('.sent-plane')).animationName")
  assert.equal(await animation((await openSent(id, { reducedMotion: 'no-preference' })).page), 'sent-fly')
  assert.equal(await animation((await openSent(id, { reducedMotion: 'reduce' })).page), 'none')
})
