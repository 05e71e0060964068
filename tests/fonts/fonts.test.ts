import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { after, before } from 'node:test'
import { openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { canInstall, debianFile } from '#tests/support/process/debian-program.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { fileOf, makeFont, type Script, scripts } from './make.ts'

// Before the browser starts, which then knows a font that the fallback names.
if (canInstall) await debianFile('/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf', 'fonts-liberation')
const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const names = Object.keys(scripts) as Script[]

for (const script of names)
  test(`the font file for ${script} is what the generator makes`, async () => {
    assert.ok(readFileSync(fileOf(script)).equals(await makeFont(script)))
  })

test('both scripts together have at most 60 KB', () => {
  const bytes = names.reduce((sum, script) => sum + statSync(fileOf(script)).size, 0)
  assert.ok(bytes <= 60 * 1024, `${bytes} bytes`)
})

const loaded = `document.fonts.ready.then((fonts) => [...fonts].filter(({ family, status }) => family === 'Onest' && status === 'loaded').length)`

for (const [locale, expected] of [
  ['en', ['latin']],
  ['ru', ['cyrillic', 'latin']],
] as const)
  test(`the client loads the fonts of the language once (${locale})`, async () => {
    const { page, requests, faults } = await openApp(browser, service, { path: '/privacy', locale })
    await settled(page)
    assert.equal(await page.evaluate(loaded), expected.length)
    const fonts = requests.filter((address) => address.endsWith('.woff2'))
    assert.deepEqual(fonts.map((address) => /onest-(\w+)-/.exec(address)![1]).toSorted(), [...expected])
    for (const address of fonts) {
      const response = await fetch(address)
      assert.equal(response.headers.get('content-type'), 'font/woff2')
      assert.match(response.headers.get('cache-control')!, /immutable/)
    }
    assert.deepEqual(faults, [])
  })

// The fallback has about the width of the font: a paragraph keeps its lines.
for (const locale of ['en', 'ru'])
  test(`text keeps its lines when the font arrives (${locale})`, async (t) => {
    const { page } = await openApp(browser, service, { path: '/privacy', locale, viewport: { width: 390, height: 844 } })
    await settled(page)
    await page.evaluate(loaded)
    const height = `document.querySelector('main').getBoundingClientRect().height`
    const before = await page.evaluate<number>(height)
    await page.evaluate(`document.documentElement.style.setProperty('--font', '"Onest fallback", monospace')`)
    const fallback = await page.evaluate<number>(height)
    const hasFallback = `document.fonts.ready.then((fonts) => [...fonts].some((font) => /fallback/.test(font.family) && font.status === 'loaded'))`
    if (!(await page.evaluate(hasFallback)))
      return t.skip('needs Arial, Liberation Sans or Roboto: install one (Debian: fonts-liberation), or run npm test tests/fonts as root')
    assert.ok(Math.abs(fallback / before - 1) < 0.03, `${before} and ${fallback} px`)
  })
