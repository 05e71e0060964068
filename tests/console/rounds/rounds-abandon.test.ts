import assert from 'node:assert/strict'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { addChoosingTeam, addRoundProjects, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'

// A round whose lottery cannot be opened, because the master key is lost.

const service = serviceOfFile()
const browser = openBrowser()
const open = consoleOf(browser, service, { isStill: true })

test('the page of a round with a lost key says so; it is abandoned after a question that says what is lost, and its public page says it', async () => {
  const { ids, slugs } = await addRoundProjects(service.sql, [1, 1])
  const { id, slug, name } = await openRound(await clientOf(service, 'curator'), ids, new Date())
  await addChoosingTeam(service.sql, 'vera', await clientOf(service, 'vera'), slugs)
  await service.sql`update round set seed_sealed = 'lost', key_sealed = 'lost' where id = ${id}`
  const { page, faults } = await open(`/console/rounds/${id}`)
  await page.getByRole('alert').getByText('The lottery of this round can’t be opened').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Abandon the round' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: `Abandon “${name}”?` }).waitFor()
  await dialog.getByText(/^Lost: the lottery/).waitFor()
  await dialog.getByText(/^Kept: the choices of 1 team /).waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Abandon the round' }).click()
  await toast(page, 'The round is abandoned.')
  await page.getByText(/^The round was abandoned on .*, because the key of its lottery is lost/).waitFor()
  await page.getByText('Abandoned: the key of the lottery is lost').first().waitFor()
  assert.deepEqual(faults, [])
  const { page: shown, faults: others } = await openApp(browser, service, { login: 'vera', path: `/round/${slug}` })
  await shown.getByText(/^This round was abandoned:/).waitFor()
  await shown.getByText('There is nothing to check: the round was abandoned without results.').waitFor()
  await settled(shown)
  await assertNoAxeViolations(shown)
  assert.deepEqual(others, [])
})
