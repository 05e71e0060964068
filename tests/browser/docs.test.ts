import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { errorStatus } from '#contract/errors.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'
import { seedDemo } from '#demo/seed.ts'
import { createDemoRounds } from '#run/rounds/demo-rounds.ts'
import { createRoundSecrets } from '#run/rounds/secrets.ts'
import { assertNoAxeViolations, desktop, openBrowser, phone } from '#tests/support/browser.ts'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { keepInMemory } from '#tests/support/files.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let database: TestDatabase
let service: TestService
before(async () => {
  database = await testDatabase(TEMPLATE)
  service = await startService({ database })
  const rounds = createDemoRounds(createRoundSecrets(service.config))
  await seedDemo(database.sql, { today: new Date().toISOString().slice(0, 10), storeFile: keepInMemory, hasCovers: false, rounds })
})
after(async () => {
  await service?.close()
  await database?.close()
})

const variants = [
  { viewport: phone, colorScheme: 'light' },
  { viewport: phone, colorScheme: 'dark' },
  { viewport: desktop, colorScheme: 'light' },
  { viewport: desktop, colorScheme: 'dark' },
] as const

async function openDocs(variant: (typeof variants)[number] = variants[0]) {
  const visit = await browser.visit(variant)
  await visit.page.goto(`${service.url}/docs`)
  return visit
}

for (const variant of variants) {
  test(`the API documentation is complete, fits and is accessible at ${variant.viewport.width} pixels in ${variant.colorScheme}`, async () => {
    const { page, requests, externalRequests, faults } = await openDocs(variant)
    assert.equal(await page.title(), 'Projectory API')
    const width = await page.evaluate<number>('document.scrollingElement.scrollWidth')
    assert.ok(width <= variant.viewport.width, `the page is ${width} pixels wide`)
    // Colours and widths are independent: each is tested once.
    if ((variant.viewport === phone) === (variant.colorScheme === 'dark')) await assertNoAxeViolations(page)
    assert.deepEqual(requests, [`${service.url}/docs`])
    assert.deepEqual(externalRequests, [])
    assert.deepEqual(faults, [])
  })
}

test('no horizontal overflow on the narrowest phones', async () => {
  const { page } = await browser.visit({ viewport: { width: 320, height: 568 } })
  await page.goto(`${service.url}/docs`)
  assert.equal(await page.evaluate('document.scrollingElement.scrollWidth'), 320)
})

test('dark and light colour schemes are applied', async () => {
  const grounds = await Promise.all(
    variants.slice(0, 2).map(async (variant) => {
      const { page } = await openDocs(variant)
      const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      return colour.match(/\d+/g)!.map(Number)[0]!
    }),
  )
  assert.ok(grounds[0]! > 200 && grounds[1]! < 50, `light is ${grounds[0]}, dark is ${grounds[1]}`)
})

test('every endpoint and every error code has an anchor, the one that a problem’s type links to', async () => {
  const { page } = await openDocs()
  // One evaluate: a thousand separate queries take a minute.
  const headings = await page.evaluate<
    Record<string, { title: string; call: string }>
  >(`Object.fromEntries([...document.querySelectorAll('section[id]')].map(
    (section) => [section.id, { title: section.querySelector('h3')?.textContent, call: section.querySelector('.call')?.textContent.replace(/\\s+/g, ' ') }]))`)
  for (const { id, method, path, summary, access } of [...apiEndpoints, ...authEndpoints])
    assert.deepEqual(headings[id], { title: summary, call: `${method} ${path}${access === 'public' ? '' : ` ${access}`}` })
  const codes = await page.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('[id]')].map((place) => [place.id, place.querySelector('dt code')?.textContent]))`,
  )
  for (const code of Object.keys(errorStatus)) assert.equal(codes[code.replaceAll('_', '-')], code)
})

test('the menu lists every endpoint, and every link within the page resolves', async () => {
  const { page } = await openDocs()
  const hrefs = (root: string) =>
    page.locator(`${root}a[href^="#"]`).evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  const menu = await hrefs('nav ')
  assert.deepEqual(
    apiEndpoints.map(({ id }) => `#${id}`).filter((href) => !menu.includes(href)),
    [],
  )
  const ids = new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => `#${id}`)))
  assert.deepEqual(
    (await hrefs('')).filter((href) => !ids.has(href)),
    [],
  )
  await page.locator('nav a', { hasText: '/platform' }).click()
  assert.ok(await page.locator('#listPlatforms h3').isVisible())
  assert.equal(new URL(page.url()).hash, '#listPlatforms')
})

test('Tab moves through the links in order with a visible focus', async () => {
  const { page } = await openDocs()
  const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  for (const href of links.slice(0, 25)) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate<{ href: string; outline: number; isSeen: boolean }>(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
      const { top, left, bottom, right } = document.activeElement.getBoundingClientRect()
      return { href: document.activeElement.getAttribute('href'), outline: outlineStyle === 'solid' ? parseFloat(outlineWidth) : 0,
        isSeen: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth }
    })()`)
    assert.deepEqual(focus, { href, outline: 3, isSeen: true })
  }
})

test('the first link skips the menu', async () => {
  const { page } = await openDocs()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), `#${apiEndpoints[0]!.id}`)
})

test('the Content Security Policy blocks an injected script', async () => {
  const { page, faults } = await openDocs()
  await assert.rejects(page.addScriptTag({ content: 'window.ran = true' }), /Content Security Policy/)
  assert.equal(await page.evaluate('window.ran'), undefined)
  assert.equal(faults.length, 1)
})

test('every example works with the demo data', async () => {
  const { page } = await openDocs()
  const examples = await page.locator('pre').allInnerTexts()
  // Codes and tokens in the examples are invented, and the caller is not signed in.
  const expected = new Map([...apiEndpoints, ...authEndpoints].map((endpoint) => [endpoint.id, endpoint.access === 'public' ? 200 : 401]))
  for (const [id, status] of Object.entries({
    startSignIn: 302,
    exchangeCode: 401,
    refreshSession: 401,
    signOut: 204,
    confirmEmail: 404,
    getInvitation: 404,
    downloadFile: 404, // file 7 belongs to a team
    getAvatar: 404,
    getCover: 404,
    getLogo: 404,
  }))
    expected.set(id, status)
  const ids = await page.locator('section:has(pre)').evaluateAll((sections) => sections.map((section) => section.id))
  assert.deepEqual(ids.toSorted(), [...expected.keys()].toSorted())
  for (const [index, example] of examples.entries()) {
    const [, method = 'GET', address] = /^curl (?:-X (\w+) )?(\S+)/.exec(example)!
    const [, body] = /-d '(.*)'$/.exec(example) ?? []
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    const response = await fetch(address!, { method, body, headers, redirect: 'manual' })
    assert.equal(response.status, expected.get(ids[index]!), example)
    await response.body?.cancel()
  }
})
