import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '#tests/support/browser.ts'

// Contexts are reused one after another, and never by two visits at once.

const browser = openBrowser()
const asGuest = () => browser.visit({ isContextReused: true, isGuest: true })
const asPerson = () => browser.visit({ isContextReused: true, isGuest: false })

test('a visit that is ended twice gives its context back once', async () => {
  const ended = await asGuest()
  await ended.end()
  const next = await asGuest()
  const { page } = next
  await ended.end()
  assert.equal(page.isClosed(), false)
  assert.notEqual((await asGuest()).page.context(), page.context())
})

test('a context in which a person was signed in is never the one of a guest', async () => {
  const used = new Set()
  for (let n = 0; n < 3; n++) {
    const { page, end } = await asGuest()
    await page.context().addCookies([{ name: 'session', value: String(n), url: 'http://127.0.0.1:9' }])
    used.add(page.context())
    await end()
  }
  assert.equal(used.size, 3)
  const person = await asPerson()
  assert.equal(used.has(person.page.context()), true)
  assert.deepEqual(await person.page.context().cookies(), [])
  assert.equal(used.has((await asGuest()).page.context()), false)
})
