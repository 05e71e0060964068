import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { getEditedCover } from '#contract/cover.ts'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { holdToasts, openApp, settled } from '#tests/support/page/app.ts'
import { type FileService, startWithFiles } from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// boris is an admin and vera a member of team 2, which works on this project.
const slug = 'museum-pocket-guide'
const browser = openBrowser()
let service: FileService
before(async () => {
  service = await startWithFiles()
})
after(() => service.close())

const allow = async (isAllowed: boolean) => {
  await service.sql`update project set team_may_change_cover = ${isAllowed} where slug = ${slug}`
  await service.app.catalog.refresh()
}
const open = async (login: string, settings = {}) => {
  const visit = await openApp(browser, service, { login, path: '/my/team/2', viewport: phone, ...settings })
  await visit.page.getByRole('heading', { name: /^(Links|Ссылки)$/ }).waitFor()
  await settled(visit.page)
  return visit
}
const section = (page: Page) => page.getByRole('region', { name: 'Cover' })
const choose = (page: Page, buffer: Buffer, mimeType = 'image/png') =>
  section(page).locator('input[type=file]').setInputFiles({ name: 'cover.png', mimeType, buffer })
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

test('only admins of the team see the cover, and only where a curator allows it', async () => {
  await allow(false)
  const { page } = await open('boris')
  assert.equal(await section(page).count(), 0)
  await allow(true)
  assert.equal(await section((await open('vera')).page).count(), 0)
  await section((await open('boris')).page).waitFor()
})

test('an admin uploads a cover with its text and focal point, changes it, removes it and takes that back', async () => {
  await allow(true)
  const boris = await callAs(service, 'boris')
  const { page, faults } = await open('boris')
  await section(page).locator('.cover > svg').waitFor() // the generated cover
  await assertNoAxeViolations(page)

  await choose(page, await picture(1600, 1600))
  const dialog = page.getByRole('dialog', { name: 'New cover' })
  const area = dialog.locator('.focal-area')
  await area.waitFor()
  const box = (await area.boundingBox())!
  assert.ok(Math.abs(box.width / box.height - 16 / 9) < 0.03, `the preview has 16:9, not ${box.width} × ${box.height}`)
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Describe the picture in a few words.').waitFor()
  await dialog.getByRole('textbox', { name: 'What the picture shows' }).fill('The great hall')
  await dialog.getByRole('slider', { name: 'Visible part' }).fill('20')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden', timeout: 60_000 })
  await section(page).getByRole('img', { name: 'The great hall' }).waitFor()
  const stored = await boris(getEditedCover, { params: { slug } })
  assert.deepEqual([stored.alt, stored.focalY], ['The great hall', 20])

  await section(page).getByRole('button', { name: 'Edit cover' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit cover' })
  await edit.getByRole('slider').waitFor()
  assert.equal(await edit.getByRole('slider').inputValue(), '20')
  await edit.getByRole('textbox').fill('The great hall at night')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'hidden', timeout: 60_000 })
  await section(page).getByRole('img', { name: 'The great hall at night' }).waitFor()

  await holdToasts(page)
  await section(page).getByRole('button', { name: 'Remove' }).click()
  await section(page).getByRole('button', { name: 'Upload a picture' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await section(page).getByRole('img', { name: 'The great hall at night' }).waitFor()
  assert.equal((await boris(getEditedCover, { params: { slug } })).alt, 'The great hall at night')
  assert.deepEqual(faults, [])

  const guest = await openApp(browser, service, { path: `/project/${slug}`, viewport: phone })
  await guest.page.getByRole('img', { name: 'The great hall at night' }).waitFor()
})

test('a file that is no picture, or too large, is refused before it is sent; a refusal of the server is shown', async () => {
  await allow(true)
  const { page } = await open('boris', { isStill: true })
  await choose(page, Buffer.from('%PDF-1.7'), 'application/pdf')
  await section(page).getByRole('alert').getByText('Use a JPEG, PNG or WebP picture.', { exact: false }).waitFor()
  const large = join(service.folder, 'large.png')
  writeFileSync(large, '')
  truncateSync(large, 10 * 1024 * 1024 + 1)
  await section(page).locator('input[type=file]').setInputFiles(large)
  await section(page).getByRole('alert').getByText('The limit is 10 MB.', { exact: false }).waitFor()
  await choose(page, await picture(800, 450))
  const dialog = page.getByRole('dialog', { name: 'New cover' })
  await dialog.getByRole('textbox').fill('A hall')
  await allow(false) // while the dialog is open
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Save' }).isEnabled())
})
