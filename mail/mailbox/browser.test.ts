import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sampleEmails } from '#mail/email.samples.ts'
import { assertNoAxeViolations, desktop, openBrowser, phone } from '#tests/support/browser.ts'
import { openSampleMailbox, type SampleMailbox } from '#tests/support/peer/mailbox.ts'

const browser = openBrowser()
const boxes = {} as Record<'en' | 'ru' | 'empty', SampleMailbox>
before(async () => {
  Object.assign(boxes, { en: await openSampleMailbox('en'), ru: await openSampleMailbox('ru'), empty: await openSampleMailbox(null) })
})
after(() => Promise.all(Object.values(boxes).map((box) => box.close())))

const emails = sampleEmails('en').filter(({ html }) => html !== null)
const overflow = 'document.documentElement.scrollWidth - innerWidth'

for (const [colorScheme, language] of [
  ['light', 'ru'],
  ['dark', 'en'],
] as const) {
  test(`the mailbox in ${language}, ${colorScheme}, is accessible and fits phone and desktop`, async () => {
    const { origin, idOf } = boxes[language]
    for (const viewport of [phone, desktop]) {
      const visit = await browser.visit({ colorScheme, viewport, locale: language })
      const pages = [
        `${boxes.empty.origin}/mailbox`,
        `${origin}/mailbox`,
        `${origin}/mailbox/${idOf('contact')}`,
        `${origin}/mailbox/${idOf('digest')}?view=text`,
        `${origin}/mailbox/none`,
      ]
      for (const address of pages) {
        await visit.page.goto(address)
        await assertNoAxeViolations(visit.page)
        assert.equal(await visit.page.evaluate(overflow), 0, address)
      }
      assert.deepEqual(visit.requests, pages, 'and loads nothing else')
      assert.deepEqual(
        visit.faults.filter((fault) => !fault.includes('responded with a status of')),
        [],
      )
      await visit.page.context().close()
    }
  })

  test(`every email in ${language}, ${colorScheme}, is accessible, fits a phone and loads nothing`, async () => {
    const { origin, idOf, mailbox } = boxes[language]
    const visit = await browser.visit({ colorScheme, viewport: phone, locale: language })
    const pages = emails.map(({ name }) => `${origin}/mailbox/${idOf(name)}/letter`)
    for (const address of pages) {
      await visit.page.goto(address)
      assert.equal(await visit.page.evaluate(overflow), 0, address)
      assert.equal(await visit.page.evaluate('document.documentElement.lang'), language)
    }
    assert.deepEqual([visit.requests, visit.externalRequests, visit.faults], [pages, [], []])
    // axe needs timers, which do not run in a sandbox without scripts: check the same HTML again without the sandbox, inside <main> as a
    // mail client does.
    await visit.page.goto('about:blank')
    for (const { name } of emails) {
      await visit.page.setContent((await mailbox.find(idOf(name)))!.shown.html!.replace(/<body[^>]*>/, '$&<main>'))
      await assertNoAxeViolations(visit.page)
    }
  })
}

test('an email is opened in its frame, and its link opens in the top window', async () => {
  const { origin } = boxes.en
  const { page, faults } = await browser.visit({ viewport: desktop })
  await page.goto(`${origin}/mailbox`)
  await page.getByRole('link', { name: /Confirm your new email address/ }).click()
  await page.waitForURL(/\/mailbox\/[^/]+$/)
  await assertNoAxeViolations(page)
  const email = page.frameLocator('iframe')
  await email.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  const link = email.getByRole('link', { name: 'Confirm address' })
  assert.match((await link.getAttribute('href'))!, /^http:\/\/localhost:8000\/api\/mail\/confirm\?token=pj_em_/)
  const request = page.waitForRequest((request) => request.isNavigationRequest() && request.frame() === page.mainFrame())
  await link.click({ noWaitAfter: true })
  assert.match((await request).url(), /\/api\/mail\/confirm\?token=pj_em_/, 'in the whole window, not in the frame')
  assert.deepEqual(
    faults.filter((fault) => /sandbox|policy|blocked/i.test(fault)),
    [],
  )
})

test('new emails appear after a refresh', async () => {
  const { origin, mailbox, idOf } = boxes.ru
  const { page } = await browser.visit({ locale: 'ru' })
  await page.goto(`${origin}/mailbox`)
  const count = await page.getByRole('listitem').count()
  await mailbox.deliver((await mailbox.find(idOf('digest')))!, async () => true)
  await page.getByRole('link', { name: 'Обновить' }).click()
  await page.getByRole('listitem').nth(count).waitFor()
})

test('no script runs in an email', async () => {
  const { origin, mailbox, idOf } = boxes.en
  const mail = (await mailbox.find(idOf('digest')))!
  const html =
    '<!doctype html><html lang="en"><head><title>x</title></head><body><script>document.title="ran"</script><img src="/stray" alt="" onerror="document.title=1"><form action="/x"></form></body></html>'
  const evil = { ...mail, shown: { ...mail.shown, html } }
  await mailbox.deliver(evil, async () => true)
  const { page, requests } = await browser.visit()
  const address = `${origin}/mailbox/${(await mailbox.list())[0]!.id}/letter`
  await page.goto(address)
  assert.equal(await page.title(), 'x')
  assert.deepEqual(requests, [address])
})
