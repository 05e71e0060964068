import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { palettesOf } from '#rules/settings/accent.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { journey } from '#tests/support/tier.ts'

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service)
const backgroundsOf = (page: Page, selector: string) =>
  page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).backgroundColor)`) as Promise<string[]>
const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

journey('name and colour are previewed in both themes before they are saved, then every page has them', async () => {
  const { page, faults } = await open('/console/settings', { login: 'admin' })
  await page.getByLabel('Directory name').fill('Faculty projects')
  await page.getByLabel('From your brand colour').fill('#d01040')
  const preview = page.getByRole('region', { name: 'Preview' })
  await assertCount(preview.getByText('Faculty projects'), 2, 'light and dark')
  const hue = Number(await page.getByRole('slider', { name: 'Hue' }).inputValue())
  assert.ok(hue > 10 && hue < 30, `${hue}`)
  const { light, dark } = palettesOf(hue)
  const buttons = await backgroundsOf(page, '.look-preview-button')
  assert.deepEqual(buttons, [rgb(light.accent), rgb(dark.accent)])
  assert.equal(await page.locator('.head').getByText('Faculty projects').count(), 0, 'not saved yet')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  await page.locator('.head').getByText('Faculty projects').waitFor()
  await page.reload()
  await settled(page)
  assert.equal(await page.title(), 'Settings · Faculty projects')
  assert.equal((await backgroundsOf(page, '.hue-sample'))[0], rgb(palettesOf(172).light.accent))
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--accent-hue").trim()'), String(hue))
  assert.deepEqual((await service.sql`select document from setting`)[0]!.document, { name: 'Faculty projects', accentHue: hue })
  await page.goto(`${service.origin}/console/audit?action=updateSettings`)
  await page.locator('.log-entry', { hasText: 'changed the settings' }).first().waitFor()
  await page.locator('.log-entry').getByText('Details').first().click()
  await page.getByRole('row', { name: 'Name Projectory Faculty projects' }).waitFor()
  await page.goto(`${service.origin}/`)
  await settled(page)
  assert.match(await page.title(), /Faculty projects$/)
  assert.equal(await page.locator('.desk-name').innerText(), 'Faculty projects')
  assert.deepEqual(faults, [])
})
