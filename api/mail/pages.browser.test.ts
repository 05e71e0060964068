import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { unsubscribeTokenOf } from '#store/mail/notification.ts'
import { assertNoAxeViolations, desktop, openBrowser, phone } from '#tests/support/browser.ts'
import { useService } from '#tests/support/use-service.ts'

const browser = openBrowser()
let token: string
const { service } = useService()
before(async () => {
  const [anna] = await service.sql<{ id: number }[]>`select id from person where login = 'anna'`
  token = await unsubscribeTokenOf(service.sql, anna!.id)
})

const choices = async () => (await service.sql`select choices from notification where token = ${token}`)[0]!.choices
const measure = `(() => ({
  overflow: document.documentElement.scrollWidth - innerWidth,
  small: [...document.querySelectorAll('a,button')].filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
}))()`

for (const [locale, colorScheme, viewport] of [
  ['en', 'light', phone],
  ['ru', 'dark', phone],
  ['ru', 'light', desktop],
] as const)
  test(`the pages behind email links are accessible and fit the screen (${locale}, ${colorScheme}, ${viewport.width})`, async () => {
    const visit = await browser.visit({ locale, colorScheme, viewport })
    for (const path of [
      `unsubscribe?token=${token}&kind=request_superseded`,
      `unsubscribe?token=${token}`,
      'unsubscribe?token=wrong',
      'confirm?token=pj_em_x',
    ]) {
      await visit.page.goto(`${service.url}/mail/${path}`)
      assert.equal(await visit.page.getAttribute('html', 'lang'), locale)
      await assertNoAxeViolations(visit.page)
      assert.deepEqual(await visit.page.evaluate(measure), { overflow: 0, small: [] }, path)
    }
    await visit.page.getByRole('button').click()
    await visit.page.getByRole('heading', { name: locale === 'en' ? 'This link has expired' : 'Ссылка больше не действует' }).waitFor()
    await assertNoAxeViolations(visit.page)
    assert.deepEqual(visit.externalRequests, [])
    assert.deepEqual(
      visit.faults.filter((fault) => !fault.includes('responded with a status of')),
      [],
    )
  })

test('keyboard only: turn off, undo, and turn off in the list of all notifications', async () => {
  const { page, faults } = await browser.visit()
  await page.goto(`${service.url}/mail/unsubscribe?token=${token}&kind=team_added`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor()
  await assertNoAxeViolations(page)
  assert.deepEqual(await choices(), { team_added: 'off' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Email notifications' }).waitFor()
  assert.deepEqual(await choices(), { team_added: 'at-once' })
  await page.getByRole('button', { name: 'Turn off: You are added to a team' }).press('Enter')
  await page.getByRole('button', { name: 'Turn on: You are added to a team' }).waitFor()
  assert.deepEqual(await choices(), { team_added: 'off' })
  assert.deepEqual(faults, [])
})
