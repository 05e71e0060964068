import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestService } from '#tests/support/service.ts'
import { addChoosingTeam, addRoundProjects, insertPublishedRound, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'
import { serviceOfFile } from './console-app.ts'
import { addConsoleData, type ConsoleIds } from './console-data.ts'

// For the checks of every page of the console: the demo data with what else the pages show.

export function directoryOfScreens(): { service: TestService; ids: () => ConsoleIds } {
  const service = serviceOfFile()
  let ids: ConsoleIds
  before(async () => {
    const { sql } = service
    await insertPublishedRound(service, 'last-round')
    const { ids: projects, slugs } = await addRoundProjects(sql, [1, 2])
    await openRound(await clientOf(service, 'curator'), projects, new Date())
    await addChoosingTeam(sql, 'anna', await clientOf(service, 'anna'), slugs)
    ids = await addConsoleData(sql)
  })
  return { service, ids: () => ids }
}

/** Neither the page nor its main part is wider than the screen. */
export async function assertNothingCutOff(page: Page): Promise<void> {
  const over = await page.evaluate<number[]>(
    '[document.documentElement, document.querySelector("main")].map((one) => one.scrollWidth - Math.min(one.clientWidth, innerWidth))',
  )
  assert.ok(
    over.every((pixels) => pixels <= 0),
    `the page and its main part are ${over.join(' and ')} px too wide`,
  )
}
