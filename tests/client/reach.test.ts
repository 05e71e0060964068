import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { paths, pathTo } from '#client/routes.ts'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { drawn, openApp, settled } from '#tests/support/page/app.ts'
import { faultsOfReach } from '#tests/support/page/reach.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// Accessibility of layout: right to left, text twice as large, the narrowest phone, forced colours.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

type Screen = { path: string; press?: RegExp } // press: the button that opens a dialog on it
const running = pathTo('project', { slug: 'museum-pocket-guide' })
const open = { slug: 'city-tree-census' }
const withoutNumber = Object.values(paths).filter((path) => !path.includes(':'))

async function screensOf(login: string): Promise<Screen[]> {
  const [{ team, request }] = (await service.sql`
    select m.team_id as team,
      (select id from request r where r.team_id = m.team_id order by status = 'submitted' desc, status = 'approved' desc, id limit 1) as request
    from member m join person p on p.id = m.person_id where p.login = ${login === 'guest' ? 'boris' : login}`) as unknown as [
    { team: number; request: number },
  ]
  const own: Screen[] = [{ path: pathTo('team', { id: team }) }, { path: pathTo('request', { id: request }) }]
  if (login === 'anna') return [...own, { path: pathTo('request', { id: request }), press: /^Изменить/ }, { path: pathTo('apply', open) }]
  const screens: Screen[] = [...withoutNumber.map((path) => ({ path })), { path: running }, ...own]
  if (login === 'boris') return [...screens, { path: `${paths.profile}?edit=1` }, { path: `${paths.profile}?edit=account` }]
  return [
    ...screens,
    { path: paths.projects, press: /^Фильтр/ },
    { path: pathTo('project', open), press: /QR/ },
    { path: pathTo('apply', open) },
    { path: '/?q=museum&status=active' },
    { path: '/?q=musem+guide' },
    { path: '/?q=Oldhaven' },
    { path: '/?q=zzzzz&status=open' },
    { path: '/nowhere' },
  ]
}

const goTo = async (page: Page, { path, press }: Screen): Promise<void> => {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
  await drawn(page)
  await settled(page)
  if (press) await page.getByRole('button', { name: press }).first().click()
}
const turn = (page: Page, dir: 'rtl' | 'ltr') => page.evaluate(`document.documentElement.dir = '${dir}'`)

const variants = ['rtl', 'large', 'narrow'] as const
/** Sets the direction in the page, the font size in the browser, the width of the device. */
async function variantSetter(page: Page): Promise<(variant: (typeof variants)[number]) => Promise<void>> {
  const debug = await page.context().newCDPSession(page)
  return async (variant) => {
    await turn(page, variant === 'rtl' ? 'rtl' : 'ltr')
    await debug.send('Page.setFontSizes', { fontSizes: { standard: variant === 'large' ? 32 : 16 } })
    await page.setViewportSize(variant === 'narrow' ? { ...phone, width: 320 } : phone)
  }
}

// In Russian, which has the longer words.
for (const login of ['guest', 'boris', 'anna'])
  test(`every screen of ${login} has no layout defects from right to left, with text twice as large, and on 320 px`, async () => {
    const { page } = await openApp(browser, service, { locale: 'ru', ...(login === 'guest' ? {} : { login }) })
    await settled(page)
    const show = await variantSetter(page)
    const faults: string[] = []
    for (const screen of await screensOf(login)) {
      await goTo(page, screen)
      for (const variant of variants) {
        await show(variant)
        // Groups of cards outside of the viewport are not laid out; here all of them are measured.
        await page.evaluate(`document.querySelector('.card-groups')?.classList.remove('is-measured')`)
        for (const fault of await faultsOfReach(page)) faults.push(`${variant} ${screen.path} ${fault}`)
      }
      await page.keyboard.press('Escape')
    }
    assert.deepEqual(faults, [])
  })

test('right to left, arrows are mirrored, and values stay below their labels', async () => {
  const { page } = await openApp(browser, service, { login: 'boris', path: paths.profile })
  await settled(page)
  await turn(page, 'rtl')
  await assertNoAxeViolations(page)
  const mirrored = (name: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('main .icon-${name}')).transform === 'matrix(-1, 0, 0, 1, 0, 0)'`)
  assert.deepEqual([await mirrored('leave'), await mirrored('next'), await mirrored('edit')], [true, true, false])
  const ends = (part: 'dt' | 'dd') =>
    page.evaluate(`[...document.querySelectorAll('main ${part}')].map((part) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      return Math.round(range.getBoundingClientRect().right)
    })`)
  assert.deepEqual(await ends('dd'), await ends('dt'), 'Latin and Cyrillic begin on the right too')
  for (const screen of [{ path: running }, { path: paths.projects, press: /^Filter/ }]) {
    await goTo(page, screen)
    await assertNoAxeViolations(page)
  }
})

test('in forced colours the focus is visible everywhere, and the selected state is distinguishable', async () => {
  const { page } = await openApp(browser, service, { login: 'boris', path: '/?status=active' })
  await settled(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const grounds = (selector: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map((part) => getComputedStyle(part).backgroundColor)`)
  const [here, ...others] = await grounds('.tab')
  assert.ok(others.length === 2 && others.every((one) => one !== here), `${here}, ${others}`)
  for (let steps = 0; steps < 9; steps++) {
    await page.keyboard.press('Tab')
    const outlines = (await page.evaluate(`[document.activeElement, document.activeElement.closest('article')].filter(Boolean)
      .map((part) => getComputedStyle(part)).map((style) => style.outlineStyle + ' ' + parseFloat(style.outlineWidth))`)) as string[]
    assert.ok(outlines.includes('solid 3'), `step ${steps}: ${outlines}`)
  }
  await assertNoAxeViolations(page)
  await goTo(page, { path: '/?status=active', press: /^Filter/ })
  await page.locator('dialog .chip').nth(4).waitFor() // the tags are fetched only now
  const [chosen, ...chips] = [...(await grounds('dialog .chip:has(:checked)')), ...(await grounds('dialog .chip:not(:has(:checked))'))]
  assert.ok(chips.length > 3 && chips.every((one) => one !== chosen), `${chosen}, ${chips}`)
  await assertNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await goTo(page, { path: paths.profile })
  await assertNoAxeViolations(page)
})

test('with prefers-contrast: more, muted text and thin lines get the full text colour', async () => {
  const { page } = await openApp(browser, service, { path: paths.profile, colorScheme: 'dark' })
  await settled(page)
  const ink = () => page.evaluate(`getComputedStyle(document.body).color === getComputedStyle(document.querySelector('main .soft')).color`)
  assert.equal(await ink(), false)
  await page.emulateMedia({ contrast: 'more' })
  assert.equal(await ink(), true)
  await assertNoAxeViolations(page)
})
