import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { acceptedFiles } from '#contract/result.ts'
import { acceptedExtensions } from '#files/sniff.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { holdToasts, openApp, settled } from '#tests/support/page/app.ts'
import { type FileService, startWithFiles } from '#tests/support/result.ts'
import { test } from '#tests/support/tier.ts'

// Uploads that are refused, and messages that disappear by themselves.

const browser = openBrowser()
let service: FileService
before(async () => {
  service = await startWithFiles()
})
after(() => service.close())

const open = async (path: string) => {
  const { page } = await openApp(browser, service, { login: 'boris', path, viewport: { width: 390, height: 700 } })
  await settled(page)
  return page
}
const card = (page: Page, category: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: category, exact: true }) })

test('file inputs offer exactly the accepted types', async () => {
  assert.deepEqual(
    acceptedFiles.split(','),
    acceptedExtensions.split(', ').map((extension) => `.${extension}`),
  )
  const page = await open('/my/team/2')
  assert.equal(await card(page, 'Poster').locator('input[type=file]').getAttribute('accept'), acceptedFiles)
})

test('an empty PDF is refused with that reason; nothing spins, and no retry is offered', async () => {
  const page = await open('/my/team/2')
  const poster = card(page, 'Poster')
  await poster.locator('input[type=file]').setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
  await poster.getByRole('alert').getByText('“empty.pdf” has no content.').waitFor()
  assert.equal(await poster.locator('[aria-busy], .spinner').count(), 0)
  assert.equal(await poster.getByRole('button', { name: 'Try again' }).count(), 0)
  assert.ok(await poster.getByRole('button', { name: /^Upload/ }).isEnabled())
  // Another file replaces the refused one.
  await poster.locator('input[type=file]').setInputFiles({ name: 'poster.txt', mimeType: 'text/plain', buffer: Buffer.from('A poster') })
  await poster
    .getByRole('button', { name: /poster\.txt/ })
    .first()
    .waitFor()
  assert.equal(await poster.getByRole('alert').count(), 0)
})

test('a message does not cover the main action, and does not follow to another screen', async () => {
  const page = await open('/project/city-tree-census')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const action = page.getByRole('complementary', { name: 'Next step' })
  await action.waitFor()
  await holdToasts(page)
  await page.getByRole('button', { name: 'Share' }).click()
  const message = page.locator('.toast')
  await message.waitFor()
  const [low, high] = [(await message.boundingBox())!, (await action.boundingBox())!]
  assert.ok(low.y + low.height <= high.y, `the message ends at ${low.y + low.height}, the action starts at ${high.y}`)
  const back = (await page.getByRole('button', { name: 'Back' }).boundingBox())!
  assert.ok(low.y >= back.y + back.height, 'nor the back button')
  await page.getByRole('link', { name: 'My project' }).click()
  await page.getByRole('heading', { level: 1, name: 'My project' }).waitFor()
  await message.waitFor({ state: 'detached' })
})
