import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { palettesOf } from '#rules/accent.ts'
import { openApp, settled } from '#tests/support/app.ts'
import { assertNoAxeViolations, desktop, openBrowser } from '#tests/support/browser.ts'
import { startService, type TestService } from '#tests/support/service.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService({ env: { COUNTRY: 'GB' } })
})
after(() => service.close())
afterEach(async () => {
  await service.sql`update setting set document = '{}', logo = null`
  await service.app.reloadSettings()
})

const open = async (settings: object = {}) => {
  const visit = await openApp(browser, service, { login: 'admin', path: '/console/settings', viewport: desktop, ...settings })
  await settled(visit.page)
  return visit
}
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
}
const stored = async () => (await service.sql`select document from setting`)[0]!.document
const backgroundsOf = (page: Page, selector: string) =>
  page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).backgroundColor)`) as Promise<string[]>
const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

test('name and colour are previewed in both themes before they are saved, then every page has them', async () => {
  const { page, faults } = await open()
  await assertNoAxeViolations(page)
  await page.getByLabel('Directory name').fill('Faculty projects')
  await page.getByLabel('From your brand colour').fill('#d01040')
  const preview = page.getByRole('region', { name: 'Preview' })
  assert.equal(await preview.getByText('Faculty projects').count(), 2, 'light and dark')
  const hue = Number(await page.getByRole('slider', { name: 'Hue' }).inputValue())
  assert.ok(hue > 10 && hue < 30, `${hue}`)
  const { light, dark } = palettesOf(hue)
  const buttons = await backgroundsOf(page, '.look-preview-button')
  assert.deepEqual(buttons, [rgb(light.accent), rgb(dark.accent)])
  assert.equal(await page.locator('.head').getByText('Faculty projects').count(), 0, 'not saved yet')
  await save(page)
  await page.locator('.head').getByText('Faculty projects').waitFor()
  await page.reload()
  await settled(page)
  assert.equal(await page.title(), 'Settings · Faculty projects')
  assert.equal((await backgroundsOf(page, '.hue-sample'))[0], rgb(palettesOf(172).light.accent))
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--accent-hue").trim()'), String(hue))
  assert.deepEqual(await stored(), { name: 'Faculty projects', accentHue: hue })
  await page.goto(`${service.origin}/console/audit?action=updateSettings`)
  await page.locator('.log-entry', { hasText: 'changed the settings' }).first().waitFor()
  await page.getByText('Details').first().click()
  await page.getByRole('row', { name: 'Name Projectory Faculty projects' }).waitFor()
  await page.goto(`${service.origin}/`)
  await settled(page)
  assert.match(await page.title(), /Faculty projects$/)
  assert.equal(await page.locator('.desk-name').innerText(), 'Faculty projects')
  assert.deepEqual(faults, [])
})

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
  const { page } = await open({ isStill: true })
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
  const { page } = await open({ login: 'curator' })
  await page.getByText('Only admins can change the settings.').waitFor()
  assert.equal(await page.getByLabel('Directory name').isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  await assertNoAxeViolations(page)
})
