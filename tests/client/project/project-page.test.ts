import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { demo, readDemoFile } from '#demo/data.ts'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { assertFocus, drawn, openApp, settled } from '#tests/support/page/app.ts'
import { answerLast, assertNoShift, watchShifts } from '#tests/support/page/layout-shift.ts'
import { type FileService, personOf, startWithFiles, upload } from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'
import { coverFrom, sendCover, twoColours } from '#tests/support/world/cover.ts'
import { addProject, dayFromNow } from '#tests/support/world/requests.ts'

// The look of the project page: cover, timeline, gallery, the step that stays visible.

const MOST_SHIFT = 0.02
const browser = openBrowser()
let service: FileService
before(async () => {
  service = await startWithFiles()
  const { sql } = service
  for (const { versions } of demo.files) for (const version of versions) await service.app.files.keep(readDemoFile(version))
  const past = { enrollmentStart: '2020-01-01', enrollmentEnd: '2020-01-02' }
  await addProject(sql, 'announced', { enrollmentStart: dayFromNow(3), enrollmentEnd: dayFromNow(9), dateStart: dayFromNow(20) })
  await addProject(sql, 'open', { enrollmentStart: dayFromNow(-5), enrollmentEnd: dayFromNow(5), dateStart: dayFromNow(20) })
  await addProject(sql, 'waiting', { ...past, dateStart: dayFromNow(20) })
  await addProject(sql, 'running', { ...past, dateStart: '2020-02-01', dateEnd: '2199-12-31' })
  await addProject(sql, 'over', { ...past, dateStart: '2020-02-01', dateEnd: '2020-12-31' })
  await addProject(sql, 'dateless', { enrollmentStart: null, enrollmentEnd: null })
  const curator = await callAs(service, 'curator')
  await coverFrom(
    await sendCover(service, curator, 'river-sensor-network', { fields: { alt: 'A river' }, bytes: await twoColours(320, 180) }),
  )
  await service.app.catalog.refresh()
  const boris = await personOf(service, 'boris')
  for (const [category, name, background] of [
    ['Poster', 'hall.png', 'teal'],
    ['Report', 'tower.png', 'maroon'],
    ['Source code', 'secret.png', 'navy'], // only for the team
  ] as const) {
    const content = await sharp({ create: { width: 320, height: 200, channels: 3, background } })
      .png()
      .toBuffer()
    const response = await upload(service, boris, { category, name, content })
    assert.equal(response.status, 200, await response.text())
  }
})
after(() => service.close())

const open = async (slug: string, settings = {}) => {
  const visit = await openApp(browser, service, { path: `/project/${slug}`, viewport: phone, ...settings })
  await settled(visit.page)
  return visit
}
const isWide = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

/** Each phase as a screen reader reads it, with * for the current step. */
const timeline = (page: Page, name: string) =>
  page
    .getByRole('region', { name })
    .getByRole('listitem')
    .evaluateAll((items) =>
      (items as unknown as { innerText: string; ariaCurrent: string | null }[]).map(
        ({ innerText, ariaCurrent }) => innerText.replace(/\s+/g, ' ').trim() + (ariaCurrent === 'step' ? ' *' : ''),
      ),
    )

test('the timeline shows the phases of every status with today marked, also without dates', async () => {
  const { page } = await open('announced')
  const states = async (slug: string) => {
    await page.goto(`${service.origin}/project/${slug}`)
    await settled(page)
    return (await timeline(page, 'Timeline')).map((text) => [
      /^\w+/.exec(text)![0],
      text.includes('(done)') ? 'done' : text.endsWith('*') ? 'now' : 'next',
      text.includes('Today') ? 'today' : '',
    ])
  }
  const expected = (...phases: string[]) =>
    ['Announced', 'Enrollment', 'Work', 'Results'].map((name, index) => [name, ...phases[index]!.split(' '), ''].slice(0, 3))
  assert.deepEqual(await states('announced'), expected('now today', 'next', 'next', 'next'))
  assert.deepEqual(await states('open'), expected('done', 'now today', 'next', 'next'))
  assert.deepEqual(await states('waiting'), expected('done', 'done today', 'next', 'next'))
  assert.deepEqual(await states('running'), expected('done', 'done', 'now today', 'next'))
  assert.deepEqual(await states('over'), expected('done', 'done', 'done', 'done'))
  assert.deepEqual(await states('dateless'), expected('done', 'now today', 'next', 'next'))
  assert.match((await timeline(page, 'Timeline')).join('; '), /Enrollment Not set yet.*Work Not set yet.*Results After the work/)
  await assertNoAxeViolations(page)
})

test('the timeline in Russian, in dark mode and from right to left', async () => {
  const { page } = await open('running', { locale: 'ru', colorScheme: 'dark' })
  const [announced, , work, results] = await timeline(page, 'Этапы')
  assert.match(announced!, /^Анонс \(завершено\)/)
  assert.match(work!, /^Работа 1 февр\. 2020 г\. – 31 дек\. 2199 г\. Сегодня, .*\*$/)
  assert.match(results!, /^Результаты к 31 дек\. 2199/)
  await page.evaluate("document.documentElement.dir = 'rtl'")
  await assertNoAxeViolations(page)
  assert.equal(await isWide(page), false)
})

test('the cover is above the name and loaded first; a generated one is drawn at once', async () => {
  const { page } = await open('river-sensor-network')
  const image = page.locator('.hero .cover img')
  assert.equal(await image.getAttribute('alt'), 'A river')
  await page.locator('.hero .cover[style*="data:image/png"]').waitFor() // blurred until it is loaded; the code for that comes later
  assert.deepEqual([await image.getAttribute('fetchpriority'), await image.getAttribute('loading')], ['high', 'eager'])
  const [cover, heading] = [
    (await page.locator('.hero .cover').boundingBox())!,
    (await page.getByRole('heading', { level: 1 }).boundingBox())!,
  ]
  assert.ok(heading.y >= cover.y + cover.height, 'the name is below the cover')
  assert.deepEqual([cover.x, cover.width], [0, phone.width], 'it reaches both edges of a phone')
  await page.goto(`${service.origin}/project/open`)
  await page.locator('.hero .cover > svg').waitFor()
})

test('the first load of a project on a slow network and a slow phone shifts nothing', async () => {
  for (const [slug, viewport] of [
    ['river-sensor-network', phone],
    ['museum-pocket-guide', { width: 1280, height: 900 }],
  ] as const) {
    const { page, quiet } = await openApp(browser, service, { path: '/settings', viewport })
    await settled(page)
    await watchShifts(page)
    const debug = await page.context().newCDPSession(page)
    await debug.send('Network.enable')
    await debug.send('Network.setCacheDisabled', { cacheDisabled: true })
    const slow = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
    await debug.send('Network.emulateNetworkConditions', slow)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const tags = /\/api\/tag$/
    await answerLast(page, tags) // the covers of similar projects are drawn later
    const answered = page.waitForEvent('requestfinished', { predicate: (request) => tags.test(request.url()) })
    await page.goto(`${service.origin}/project/${slug}`)
    await page.getByRole('heading', { name: 'Similar projects' }).waitFor()
    await answered
    await settled(page)
    for (const place of ['.hero', '.project-card']) await page.locator(`${place} .cover > :is(img, svg)`).first().waitFor()
    await quiet()
    await assertNoShift(page, MOST_SHIFT)
  }
})

test('pictures of the results have thumbnails, and a lightbox that is used by keyboard', async () => {
  const { page, faults } = await open('museum-pocket-guide')
  const results = page.getByRole('list', { name: 'Results' })
  const hall = results.getByRole('button', { name: /hall\.png/ })
  await hall.scrollIntoViewIfNeeded()
  const width = () => hall.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
  for (let tries = 0; tries < 200 && (await width()) === 0; tries++) await page.waitForTimeout(50)
  assert.equal(await width(), 320)
  assert.match((await results.getByRole('button', { name: /first-walk\.pdf/ }).textContent())!, /PDF.*KB/, 'a document shows type and size')
  assert.equal(await results.getByText('secret.png').count(), 0)

  await hall.focus()
  await page.keyboard.press('Enter')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const position = page.getByRole('dialog').getByRole('status')
  await dialog('hall.png').getByRole('img', { name: 'hall.png' }).waitFor()
  const [, order] = [await position.textContent(), await results.getByRole('button').allTextContents()]
  const pictures = order.flatMap((text) => /(hall|tower)\.png/.exec(text)?.[0] ?? [])
  const [first, second] = pictures as [string, string]
  await page.keyboard.press('Home')
  await dialog(first).getByRole('img', { name: first }).waitFor()
  assert.equal(await position.textContent(), '1 of 2')
  assert.ok(await page.getByRole('button', { name: 'Previous picture' }).isDisabled())
  await assertNoAxeViolations(page)
  await page.keyboard.press('ArrowRight')
  await dialog(second).getByRole('img', { name: second }).waitFor()
  assert.equal(await position.textContent(), '2 of 2')
  await page.keyboard.press('ArrowRight') // the last one: nothing happens
  assert.equal(await position.textContent(), '2 of 2')
  await page.evaluate("document.documentElement.dir = 'rtl'")
  await page.keyboard.press('ArrowRight')
  await dialog(first).getByRole('img', { name: first }).waitFor()
  await page.evaluate("document.documentElement.dir = 'ltr'")
  await page.getByRole('button', { name: 'Next picture' }).click()
  await dialog(second).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await assertFocus(page, 'textContent.includes("hall.png")', true, 'the focus returns to the thumbnail')
  assert.deepEqual(faults, [])
})

test('a picture is turned by a swipe, and files of the team show their thumbnail to the team', async () => {
  const { page } = await open('museum-pocket-guide', { login: 'boris' })
  const secret = page.getByRole('list', { name: 'Results' }).getByRole('button', { name: /secret\.png/ })
  await secret.locator('img').waitFor()
  assert.match((await secret.locator('img').getAttribute('src'))!, /^blob:/)
  await secret.click()
  await page.getByText(/^\d of 3$/).waitFor()
  await page.keyboard.press('Home')
  await page.getByText('1 of 3').waitFor()
  const swipe = async (from: number, to: number) => {
    await page.mouse.move(from, 400)
    await page.mouse.down()
    await page.mouse.move(to, 405, { steps: 4 })
    await page.mouse.up()
  }
  await swipe(300, 80)
  await page.getByText('2 of 3').waitFor()
  await swipe(200, 180) // a tap
  await swipe(80, 300)
  await page.getByText('1 of 3').waitFor()
})

test('the next step stays visible: at the bottom of a phone, beside the text on a wide screen', async () => {
  const { page } = await open('museum-pocket-guide')
  const step = page.getByRole('complementary', { name: 'Next step' })
  const isVisible = async () => {
    const box = (await step.boundingBox())!
    const bar = (await page.getByRole('navigation').first().boundingBox())!
    return box.y >= 0 && box.y + box.height <= (bar.width === page.viewportSize()!.width ? bar.y : page.viewportSize()!.height)
  }
  for (const viewport of [phone, { width: 320, height: 560 }, { width: 1280, height: 900 }]) {
    await page.setViewportSize(viewport)
    for (const y of [0, 600, 1400]) {
      await page.evaluate(`scrollTo(0, ${y})`)
      await drawn(page)
      assert.ok(await isVisible(), `${viewport.width} px, scrolled by ${y}`)
    }
  }
})

test('the page is printed without its buttons', async () => {
  const { page } = await open('open')
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { level: 1, name: 'Project open' }).waitFor()
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  assert.equal(await page.getByRole('complementary').count(), 0)
  assert.equal(await page.getByRole('navigation').count(), 0)
  assert.equal(await page.getByRole('button').count(), 0)
})
