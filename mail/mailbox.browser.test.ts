import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertNoAxeViolations, desktop, openBrowser, phone } from '#tests/support/browser.ts'
import { openSampleMailbox, type SampleMailbox } from '#tests/support/mailbox.ts'
import { sampleEmails } from './email.samples.ts'

const browser = openBrowser()
const boxes = {} as Record<'en' | 'ru' | 'empty', SampleMailbox>
before(async () => {
  Object.assign(boxes, { en: await openSampleMailbox('en'), ru: await openSampleMailbox('ru'), empty: await openSampleMailbox(null) })
})
after(() => Promise.all(Object.values(boxes).map((box) => box.close())))

const letters = sampleEmails('en').filter(({ html }) => html !== null)
const overflow = 'document.documentElement.scrollWidth - innerWidth'

for (const [colorScheme, language] of [
  ['light', 'ru'],
  ['dark', 'en'],
] as const) {
  test(`the mailbox in ${language}, ${colorScheme}, excludes nobody and fits phone and desk`, async () => {
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
      assert.deepEqual(visit.requests, pages, 'and asks for nothing else')
      assert.deepEqual(
        visit.faults.filter((fault) => !fault.includes('responded with a status of')),
        [],
      )
      await visit.page.context().close()
    }
  })

  test(`every letter in ${language}, ${colorScheme}, excludes nobody, fits a phone and fetches nothing`, async () => {
    const { origin, idOf, mailbox } = boxes[language]
    const visit = await browser.visit({ colorScheme, viewport: phone, locale: language })
    const pages = letters.map(({ name }) => `${origin}/mailbox/${idOf(name)}/letter`)
    for (const address of pages) {
      await visit.page.goto(address)
      assert.equal(await visit.page.evaluate(overflow), 0, address)
      assert.equal(await visit.page.evaluate('document.documentElement.lang'), language)
    }
    assert.deepEqual([visit.requests, visit.externalRequests, visit.faults], [pages, [], []])
    // The examination needs timers, and those stand still where no script may run: the same HTML again, without the locks, in the place
    // that a mail program gives it.
    await visit.page.goto('about:blank')
    for (const { name } of letters) {
      await visit.page.setContent((await mailbox.find(idOf(name)))!.shown.html!.replace(/<body[^>]*>/, '$&<main>'))
      await assertNoAxeViolations(visit.page)
    }
  })
}

test('a letter is found, read in its frame, and its link leads out of it', async () => {
  const { origin } = boxes.en
  const { page, faults } = await browser.visit({ viewport: desktop })
  await page.goto(`${origin}/mailbox`)
  await page.getByRole('link', { name: /Confirm your new email address/ }).click()
  await page.waitForURL(/\/mailbox\/[^/]+$/)
  await assertNoAxeViolations(page)
  const letter = page.frameLocator('iframe')
  await letter.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  const link = letter.getByRole('link', { name: 'Confirm address' })
  assert.match((await link.getAttribute('href'))!, /^http:\/\/localhost:8000\/api\/mail\/confirm\?token=pj_em_/)
  const asked = page.waitForRequest((request) => request.isNavigationRequest() && request.frame() === page.mainFrame())
  await link.click({ noWaitAfter: true })
  assert.match((await asked).url(), /\/api\/mail\/confirm\?token=pj_em_/, 'in the whole window, not in the frame')
  assert.deepEqual(
    faults.filter((fault) => /sandbox|policy|blocked/i.test(fault)),
    [],
  )
})

test('new letters are there when one looks again', async () => {
  const { origin, mailbox, idOf } = boxes.ru
  const { page } = await browser.visit({ locale: 'ru' })
  await page.goto(`${origin}/mailbox`)
  const count = await page.getByRole('listitem').count()
  await mailbox.deliver((await mailbox.find(idOf('digest')))!, async () => true)
  await page.getByRole('link', { name: 'Обновить' }).click()
  await page.getByRole('listitem').nth(count).waitFor()
})

test('whatever a letter says, nothing runs in it', async () => {
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
