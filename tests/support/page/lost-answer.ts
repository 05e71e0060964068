import type { Page } from 'playwright-core'
import { until } from '#tests/support/until.ts'

/** The server acts, but its first answer to a call of this kind does not arrive; later ones do. */
export async function loseFirstAnswer(page: Page, calls: string, method: 'POST' | 'PUT' | 'DELETE') {
  const lost = Promise.withResolvers<void>()
  let answered = 0
  await page.context().route(calls, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    if (++answered > 1) return route.fulfill({ response })
    await route.abort('connectionreset')
    lost.resolve()
  })
  return { lost: lost.promise, repeated: () => until(() => answered > 1) }
}
