import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
const service = serviceOfFile({ env: { COUNTRY: 'GB' } })
afterEach(async () => {
  await service.sql`update setting set document = '{}', logo = null`
  await service.app.reloadSettings()
})

const open = consoleOf(browser, service, { login: 'admin', path: '/console/settings' })
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
}
const stored = async () => (await service.sql`select document from setting`)[0]!.document

test('texts, links and rules are saved and shown in the client', async () => {
  const { page } = await open()
  const english = (legend: string) => page.getByRole('group', { name: legend }).getByLabel('English')
  await english('Welcome text').fill('**Welcome** to the faculty.')
  await english('Privacy text').fill('Responsible: *the faculty*.')
  await page.getByRole('group', { name: 'Welcome text' }).getByRole('button', { name: 'Preview' }).click()
  assert.equal(await page.getByRole('group', { name: 'Welcome text' }).locator('strong').innerText(), 'Welcome')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Label (English)').fill('Imprint')
  await page.getByLabel('URL').fill('example.org/imprint')
  await page.getByLabel('Time to undo decisions (minutes)').fill('0')
  await page.getByText('Decisions take effect immediately').waitFor()
  await save(page)
  assert.deepEqual(await stored(), {
    welcome: { en: '**Welcome** to the faculty.', ru: '' },
    privacy: { en: 'Responsible: *the faculty*.', ru: '' },
    links: [{ label: { en: 'Imprint', ru: 'Imprint' }, url: 'https://example.org/imprint' }],
    undoMinutes: 0,
  })
  const guest = await openApp(browser, service, { isNew: true, path: '/' })
  await guest.page.locator('.welcome strong', { hasText: 'Welcome' }).waitFor()
  assert.equal(await guest.page.getByRole('link', { name: 'Imprint' }).getAttribute('href'), 'https://example.org/imprint')
  await assertNoAxeViolations(guest.page)
  await guest.end()
  const reader = await openApp(browser, service, { path: '/privacy' })
  await reader.page.locator('.policy-own em', { hasText: 'the faculty' }).waitFor()
  await reader.end()
})

test('a wrong value is explained beside its field, and a field of the environment is off', async () => {
  const { page } = await open()
  const country = page.getByLabel('Country')
  assert.equal(await country.isDisabled(), true)
  await page.getByText('Set by the environment variable COUNTRY.').waitFor()
  await page.getByLabel('Time zone').fill('Mars/Olympus')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Mars/Olympus” is not a time zone; use a name like Europe/Moscow or UTC').waitFor()
  assert.equal(await page.getByLabel('Time zone').getAttribute('aria-invalid'), 'true')
  await page.getByLabel('Time zone').fill('Europe/Moscow')
  await save(page)
  assert.deepEqual(await stored(), { timeZone: 'Europe/Moscow' })
})

test('two admins: the second sees what the first changed and loses nothing', async () => {
  const { page } = await open('/console/settings', { isStill: true })
  await page.getByLabel('Directory name').fill('Mine')
  await service.sql`update setting set document = '{"undoMinutes": 3}'`
  await service.app.reloadSettings()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Someone else changed this while you were editing.').waitFor()
  await page.getByText('Changed: Time to undo decisions (minutes).').waitFor()
  await page.getByRole('button', { name: 'Keep my edits' }).click()
  await save(page)
  assert.deepEqual(await stored(), { undoMinutes: 3, name: 'Mine' })
})

test('a logo is uploaded, shown and removed; SVG is refused before it is sent', async () => {
  const { page } = await open()
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await page.getByText('SVG is not accepted because it can contain scripts.').waitFor()
  const buffer = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#d01040' } })
    .png()
    .toBuffer()
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByText('Logo uploaded.').waitFor()
  await page.locator('.head .logo').waitFor()
  const { logo } = (await (await fetch(`${service.url}/settings`)).json()) as { logo: { url: string } }
  const manifest = (await (await fetch(`${service.origin}/manifest.webmanifest`)).json()) as { icons: { src: string }[] }
  assert.ok(manifest.icons.every(({ src }) => logo.url.endsWith(src.replace(/-\w+\.png$/, '-logo.png'))))
  const html = await (await fetch(service.origin)).text()
  assert.match(html, /<link rel="icon" href="\/api\/logo\/[0-9a-f]{32}-32\.png" type="image\/png"/)
  assert.match(html, /<link rel="apple-touch-icon" href="\/api\/logo\/[0-9a-f]{32}-180\.png"/)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByText('Logo removed.').waitFor()
  await page.locator('.head .logo').waitFor({ state: 'detached' })
})

test('with one language there is nothing to choose, and everything is in it', async () => {
  await service.sql`update setting set document = '{"languages": ["ru"], "locale": "ru"}'`
  await service.app.reloadSettings()
  const { page } = await openApp(browser, service, { path: '/settings', locale: 'en' })
  await settled(page)
  assert.equal(await page.evaluate('document.documentElement.lang'), 'ru')
  assert.equal(await page.getByRole('radio', { name: 'English' }).count(), 0)
})

test('curators read the settings and cannot change them', async () => {
  const { page } = await open('/console/settings', { login: 'curator' })
  await page.getByText('Only admins can change the settings.').waitFor()
  assert.equal(await page.getByLabel('Directory name').isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  await assertNoAxeViolations(page)
})
