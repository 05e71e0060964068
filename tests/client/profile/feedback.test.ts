import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, holdToasts, openApp } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// The two endpoints about emails are stubbed here according to their contract; everything else is the real service.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

type Sent = { body: Record<string, string>; key: string | undefined }

const problem = (status: number, code: string, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  headers: { 'x-request-id': 'req-9' },
  json: { type: 'about:blank', title: 'No', status, detail, code, requestId: 'req-9' },
})

async function answerMail(page: Page, message = 'Thank you, it is on its way.'): Promise<Sent[]> {
  const sent: Sent[] = []
  await page.route('**/api/email', async (route) => {
    sent.push({ body: route.request().postDataJSON(), key: route.request().headers()['idempotency-key'] })
    await route.fulfill({ json: { id: 1, status: 'queued', message } })
  })
  return sent
}

test('a guest sends feedback with name and address, and sees the answer of the server', async () => {
  const { page, faults } = await openApp(browser, service, { path: '/feedback' })
  const sent = await answerMail(page)
  await page.getByRole('radio', { name: 'Suggestion' }).check()
  await page.getByLabel('Message').fill('More trees, please.')
  await page.getByText('19 of 2,000 characters').waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await assertFocus(page, 'name', 'name', 'the browser says what is missing')
  assert.equal(sent.length, 0)
  await page.getByLabel('Name').fill('Nadia')
  await page.getByLabel('Email').fill('nadia@example.org')
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you, it is on its way.').waitFor()
  assert.deepEqual(sent[0]!.body, {
    kind: 'feedback',
    subject: 'Suggestion',
    message: 'More trees, please.',
    name: 'Nadia',
    email: 'nadia@example.org',
  })
  assert.match(sent[0]!.key!, /^[\w-]{36}$/)
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send another message' }).click()
  assert.equal(await page.getByLabel('Message').inputValue(), '', 'the draft is gone')
  assert.deepEqual(faults, [])
})

test('name and address are prefilled for a signed-in person; version and error id are sent only on request', async () => {
  const { page } = await openApp(browser, service, { login: 'boris', path: '/settings' })
  await page.route('**/api/user/sessions', (route) => route.fulfill(problem(500, 'internal', 'It broke.')))
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByText('It broke.').waitFor()
  await page.getByRole('link', { name: /^Feedback/ }).click()
  const sent = await answerMail(page)
  const [boris] = await service.sql`select name, surname, email from person where login = 'boris'`
  await page.locator('[name=email]:valid').waitFor() // prefilled
  assert.equal(await page.getByLabel('Email').inputValue(), boris!.email)
  assert.match(await page.getByLabel('Name').inputValue(), new RegExp(`${boris!.surname} ${boris!.name}`))
  await page.getByLabel('Message').fill('It broke')
  await page.getByRole('checkbox', { name: /Include technical details/ }).check()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you').waitFor()
  assert.match(sent[0]!.body.message!, /^It broke\n\nApp version \d+\.\d+\.\d+.* req-9$/)
})

test('a refusal is shown at its field, a rate limit with the time to retry; the form keeps its values', async () => {
  const { page } = await openApp(browser, service, { path: '/feedback' })
  const fill = async () => {
    await page.getByLabel('Message').fill('Hello')
    await page.getByLabel('Name').fill('Nadia')
    await page.getByLabel('Email').fill('nadia@localhost')
  }
  await fill()
  await page.route('**/api/email', (route) => route.fulfill(problem(422, 'invalid_email', 'Use the format name@example.org.')))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').filter({ hasText: 'Use the format name@example.org.' }).waitFor()
  await assertFocus(page, 'name', 'email')
  await page.unroute('**/api/email')
  await page.route('**/api/email', (route) => route.fulfill(problem(429, 'too_many_mails', 'Nothing was sent. Try again in 12 minutes.')))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').filter({ hasText: 'Try again in 12 minutes.' }).waitFor()
  await assertNoAxeViolations(page)
  await page.reload()
  await page.locator('textarea:valid').waitFor() // prefilled
  assert.equal(await page.getByLabel('Message').inputValue(), 'Hello')
  assert.equal(await page.getByLabel('Name').inputValue(), 'Nadia')
})

test('offline the text is stored and sending waits for the network', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true, path: '/feedback', locale: 'ru', colorScheme: 'dark' })
  const sent = await answerMail(page, 'Спасибо!')
  await page.getByLabel('Сообщение', { exact: true }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('Черновик сохранён').waitFor()
  await page.getByLabel('Сообщение', { exact: true }).fill('Пишу из поезда')
  assert.ok(await page.getByRole('button', { name: 'Отправить' }).isDisabled())
  await assertNoAxeViolations(page)
  await page.context().setOffline(false)
  await page.getByLabel('Имя').fill('Надя')
  await page.getByLabel('Почта для ответа').fill('nadia@example.org')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await page.getByText('Спасибо!').waitFor()
  assert.equal(sent[0]!.body.subject, 'Ошибка')
})

const kinds = ['request_received', 'request_approved', 'team_added', 'result_replaced', 'new_sign_in'].map((kind) => ({
  kind,
  when: 'at-once',
}))

test('email settings are saved immediately, one by one, and rolled back when refused', async () => {
  const { page, faults } = await openApp(browser, service, { login: 'vera' })
  const sent: unknown[] = []
  let isRefusing = false
  let settings = { email: 'vera@students.example.org', language: null as string | null, kinds }
  await page.route('**/api/user/notifications', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: settings })
    if (isRefusing) return route.fulfill(problem(503, 'database_unavailable', 'Nothing was changed; try again.'))
    const body = route.request().postDataJSON()
    sent.push(body)
    const changed = settings.kinds.map((one) => body.kinds?.find(({ kind }: { kind: string }) => kind === one.kind) ?? one)
    settings = { ...settings, ...body, kinds: changed }
    return route.fulfill({ json: settings })
  })
  await page.goto(`${service.origin}/profile`)
  await page.getByRole('link', { name: /Email notifications/ }).click()
  await page.getByText('Emails are sent to vera@students.example.org.').waitFor()
  await assertNoAxeViolations(page)
  await holdToasts(page)
  await page.getByLabel('Result file replaced').selectOption({ label: 'Once a day' })
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await page.getByLabel('Email language').selectOption({ label: 'Русский' })
  await page.getByText('Saved', { exact: true }).nth(1).waitFor()
  assert.deepEqual(sent, [{ kinds: [{ kind: 'result_replaced', when: 'daily' }] }, { language: 'ru' }])
  isRefusing = true
  await page.getByLabel('You were added to a team').selectOption({ label: 'Off' })
  await page.getByText('Nothing was changed; try again.').waitFor()
  assert.equal(await page.getByLabel('You were added to a team').inputValue(), 'at-once')
  assert.equal(await page.getByLabel('Result file replaced').inputValue(), 'daily', 'only the refused one goes back')
  assert.deepEqual(
    faults.filter((fault) => !/503/.test(fault)),
    [],
  )
})

test('email settings: without an address there is a link to add one, in Russian and dark; offline they are disabled', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true, login: 'gleb', locale: 'ru', colorScheme: 'dark' })
  await page.route('**/api/user/notifications', (route) => route.fulfill({ json: { email: '', language: 'ru', kinds } }))
  await page.goto(`${service.origin}/settings/mail`)
  await page.getByText('Чтобы получать уведомления, укажите адрес почты.').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Указать адрес' }).click()
  await page.getByRole('dialog', { name: 'Изменить почту и телефон' }).waitFor()
  await page.goBack()
  await page.getByText('Чтобы получать уведомления, укажите адрес почты.').waitFor()
  await page.context().setOffline(true)
  await page.getByText('Это можно будет сделать, когда появится сеть.').waitFor()
  assert.ok(await page.getByLabel('Язык писем').isDisabled())
})
