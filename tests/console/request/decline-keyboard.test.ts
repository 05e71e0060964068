import assert from 'node:assert/strict'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { applyForOne } from '#tests/support/console/console-requests.ts'
import { assertFocus, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

// Declining an application without a mouse.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service)

test('every reason to decline is reached by the arrow keys, also after the reason was missing', async () => {
  const { sql } = service
  const reasons = await sql<{ id: number }[]>`select id from refusal_reason order by position, id`
  assert.ok(reasons.length >= 6)
  const made = await applyForOne(sql, 'by-keys', 'By Keys', ...reasons.map((_, index) => `Keys ${index + 1}`))
  const { page, faults } = await open(`/console/requests/${made[0]!.id}`)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  for (const [index, { id }] of made.entries()) {
    await page.goto(`${service.origin}/console/requests/${id}`)
    await page.getByRole('button', { name: 'Decline' }).waitFor()
    await settled(page) // its keys act, too
    await page.locator('h1').focus()
    await press('d')
    await assertFocus(page, 'name', 'reason')
    if (index % 2 === 1) {
      // Sent without a reason: the field says so, and the next key chooses.
      await press('Tab', 'Tab', 'Tab')
      await assertFocus(page, 'textContent', 'Decline')
      await press('Enter')
      await assertFocus(page, 'name', 'reason')
    }
    await press(...reasons.slice(0, index + 1).map(() => 'ArrowDown'))
    assert.equal(await page.evaluate('document.activeElement.value'), String(reasons[index]!.id))
    await press('Tab', 'Tab', 'Tab')
    await assertFocus(page, 'textContent', 'Decline')
    await press('Enter')
    const decided = () => sql`select status, reason_id as reason from reviewed_request where id = ${id}`
    await until(async () => (await decided())[0]!.status === 'declined')
    assert.equal((await decided())[0]!.reason, reasons[index]!.id)
  }
  assert.deepEqual(faults, [])
})
