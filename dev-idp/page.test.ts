import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { createVisitor } from '#tests/support/visitor.ts'
import { endPage, peoplePage } from './page.ts'
import { devPeople } from './people.ts'
import { createDevIdp, type DevIdp } from './provider.ts'
import { localeOf, pageText } from './text.ts'

let idp: DevIdp
let port: number
let authorize: string
const browser = openBrowser()
const server = createServer((message, response) => {
  if (message.url!.startsWith('/idp')) return idp.handle(message, response)
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>back</title>')
})

before(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const origin = `http://127.0.0.1:${port}`
  idp = createDevIdp({ url: `${origin}/idp`, isRedirectUri: (uri) => uri === `${origin}/back`, locale: 'en' })
  const query = {
    client_id: idp.client.id,
    redirect_uri: `${origin}/back`,
    response_type: 'code',
    scope: 'openid',
    prompt: 'select_account',
  }
  authorize = `${idp.issuer}/auth?${new URLSearchParams(query)}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const isNarrow = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
const smallTargets = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('a,button')].filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.textContent)`,
  )

test('every person has a button with name, login and description, in the language of the browser', async () => {
  for (const [language, locale] of [
    ['en-GB', 'en'],
    ['ru-RU, en;q=0.5', 'ru'],
    ['de, ru;q=0.3, en;q=0.2', 'ru'],
    ['de', 'en'],
  ] as const) {
    const { text, status } = await createVisitor(port, language).visit(authorize)
    assert.equal(status, 200)
    assert.match(text, new RegExp(`<html lang="${locale}">`))
    assert.equal([...text.matchAll(/<form /g)].length, 1)
    assert.equal([...text.matchAll(/<button name="login"/g)].length, devPeople.length)
    for (const { login, name } of devPeople)
      for (const part of [`value="${login}"`, name, pageText(locale, `devIdp.who.${login as 'anna'}`)]) assert.ok(text.includes(part), part)
    assert.match(text, locale === 'ru' ? /Пароль не нужен/ : /No password required/)
  }
})

test('error pages are in the language of the browser too', async () => {
  const visitor = createVisitor(port, 'ru')
  for (const path of ['/auth', '/interaction/gone', '/auth/gone', '/nothing'])
    assert.match((await visitor.visit(`${idp.issuer}${path}`)).text, /<html lang="ru">[\s\S]*Перейти на главную/, path)
})

test('the language is the preferred of the two, else the fallback', () => {
  for (const [accepted, expected] of [
    [undefined, 'ru'],
    ['', 'ru'],
    ['fr, de', 'ru'],
    ['en', 'en'],
    ['EN-us', 'en'],
    ['ru;q=0.1, en;q=0.9', 'en'],
    ['en;q=0, fr', 'ru'],
    ['english', 'ru'],
    ['en;q=x, fr', 'ru'],
  ] as const)
    assert.equal(localeOf(accepted, 'ru'), expected, accepted)
})

test('pages load nothing, cannot be framed and are not cached', async () => {
  const visitor = createVisitor(port)
  for (const address of [authorize, `${idp.issuer}/auth`, `${idp.issuer}/interaction/gone`, `${idp.issuer}/nothing`, `${idp.issuer}x`]) {
    const { headers } = await visitor.visit(address)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
  }
})

test('untrusted values are escaped', async () => {
  const evil = `"><script>alert('1')</script>`
  const people = peoplePage({ stage: 'provider', locale: 'en', action: evil, people: [{ login: evil, name: evil, who: evil }] })
  const end = endPage({ stage: 'provider', locale: 'en', ending: 'fault', code: evil, detail: evil })
  const answer = await createVisitor(port).visit(`${idp.issuer}/auth?client_id=${encodeURIComponent(evil)}`)
  for (const page of [people, end, answer.text]) assert.doesNotMatch(page, /<script|"">/)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`in ${colorScheme}, the pages are accessible, fit a narrow phone, and sign-in works with the keyboard`, async () => {
    for (const locale of ['en', 'ru']) {
      const { page, externalRequests, faults } = await browser.visit({ viewport: { ...phone, width: 320 }, colorScheme, locale })
      await page.goto(`${idp.issuer}/nothing`)
      await assertNoAxeViolations(page)
      assert.deepEqual(await smallTargets(page), [])
      faults.splice(0) // the browser calls every 404 a fault
      await page.goto(authorize)
      await assertNoAxeViolations(page)
      assert.ok(await isNarrow(page))
      assert.deepEqual(await smallTargets(page), [])
      assert.notEqual(
        await page.evaluate(`getComputedStyle(document.querySelector('header')).backgroundImage`),
        'none',
        'the style is allowed',
      )

      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.value'), 'boris')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/back\?/)
      assert.match(page.url(), /[?&]code=/)
      await page.goto(authorize)
      await page.getByRole('button', { name: locale === 'en' ? 'Cancel sign-in' : 'Отменить вход' }).press('Enter')
      await page.waitForURL(/\/back\?/)
      assert.match(page.url(), /error=access_denied/)
      assert.deepEqual([externalRequests, faults], [[], []])
    }
  })
