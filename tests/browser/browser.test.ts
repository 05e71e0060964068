import assert from 'node:assert/strict'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1>${body}</main></body></html>`

test('requests to other machines are blocked and recorded', async () => {
  const visit = await browser.visit()
  await visit.page.setContent(page('<img alt="" src="http://192.0.2.1/a.png"><link rel="stylesheet" href="http://example.com/a.css">'))
  await visit.page.evaluate('fetch("http://example.com/b").catch(() => {})')
  await visit.page.evaluate('new Promise((resolve) => { new WebSocket("ws://example.com/c").onclose = resolve })')
  await assert.rejects(visit.page.goto('http://example.com/d'))
  const expected = [
    'http://192.0.2.1/a.png',
    'http://example.com/a.css',
    'http://example.com/b',
    'http://example.com/d',
    'ws://example.com/c',
  ]
  assert.deepEqual(visit.externalRequests.toSorted(), expected)
})

test('a page with accessibility violations fails the axe check', async () => {
  const visit = await browser.visit()
  await visit.page.setContent(page('<p>Fine.</p>'))
  await assertNoAxeViolations(visit.page)
  await visit.page.setContent(page('<img src="data:,"><p style="color:#bbb;background:#fff">Pale.</p>'))
  await assert.rejects(assertNoAxeViolations(visit.page), /color-contrast.*image-alt/s)
})

test('errors of a page are recorded', async () => {
  const visit = await browser.visit()
  await visit.page.setContent(page('<script>console.error("one")</script><script>throw new Error("two")</script>'))
  assert.match(visit.faults.join(), /one.*two/)
})

test('a visit has the requested viewport, colour scheme and locale', async () => {
  const visit = await browser.visit({ locale: 'ru', colorScheme: 'dark' })
  const settings = await visit.page.evaluate(
    '[navigator.language, matchMedia("(prefers-color-scheme: dark)").matches, innerWidth, innerHeight]',
  )
  assert.deepEqual(settings, ['ru', true, 390, 844])
})
