import assert from 'node:assert/strict'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf } from '#tests/support/console/console-app.ts'
import { type ConsoleScreen, consoleScreens } from '#tests/support/console/console-screens.ts'
import { directoryOfScreens } from '#tests/support/console/console-table.ts'
import { forEachCase } from '#tests/support/tier.ts'

const { service, ids } = directoryOfScreens()
const open = consoleOf(openBrowser(), service)

forEachCase(
  consoleScreens,
  ({ name }) => `${name} has no accessibility violations`,
  async ({ login, path, settings, act }: ConsoleScreen) => {
    const { page, faults, externalRequests } = await open(path(ids()), { ...settings, login })
    await act?.(page)
    await assertNoAxeViolations(page)
    // The refusal of a similar person is an answer 409, which the browser reports, too.
    assert.deepEqual({ faults: faults.filter((fault) => !fault.includes('409')), externalRequests }, { faults: [], externalRequests: [] })
  },
  { part: 20 }, // a page of the console takes a second
)
