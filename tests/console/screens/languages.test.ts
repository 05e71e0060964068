import assert from 'node:assert/strict'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf } from '#tests/support/console/console-app.ts'
import { type ConsoleScreen, consoleScreens } from '#tests/support/console/console-screens.ts'
import { assertNothingCutOff, directoryOfScreens } from '#tests/support/console/console-table.ts'
import { forEachCase } from '#tests/support/tier.ts'

const { service, ids } = directoryOfScreens()
const open = consoleOf(openBrowser(), service, { locale: 'ru', colorScheme: 'dark', viewport: phone })

forEachCase(
  consoleScreens.filter(({ act }) => act === undefined),
  ({ name }) => `${name} is complete in Russian, in dark mode and on a phone`,
  async ({ login, path, russian = [] }: ConsoleScreen) => {
    const { page, faults } = await open(path(ids()), { login })
    for (const look of russian) await look(page).waitFor()
    await assertNoAxeViolations(page)
    await assertNothingCutOff(page)
    const { height } = (await page.locator('.head').boundingBox())!
    assert.ok(height <= 56, `the header is one line, not ${height} px`)
    assert.deepEqual(faults, [])
  },
  { part: 20 }, // a page of the console takes a second
)
