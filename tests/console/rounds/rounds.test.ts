import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { journey, test } from '#tests/support/tier.ts'
import { addProject } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'

// A round from the draft to its end, as a curator runs it in the console.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service, { isStill: true })
const local = (ms: number) => new Date(Date.now() + ms - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
const current = (page: Page) => page.locator('[aria-current=step]')
const HOUR = 3_600_000

journey(
  'without rounds the list says what they are for; one is created with its projects, gets its dates, is announced and opens',
  async () => {
    await addProject(service.sql, 'harbour-map', { teamLimit: 1 })
    await addProject(service.sql, 'night-choir', { teamLimit: 1 })
    const { page, faults } = await open('/console/rounds')
    await page.getByRole('heading', { name: 'No rounds yet' }).waitFor()
    await assertNoAxeViolations(page)
    await page.getByRole('link', { name: 'New round' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Autumn 2026')
    await page.getByRole('spinbutton', { name: 'Choices per team' }).fill('4')
    await page.getByRole('searchbox', { name: 'Find a project to add' }).fill('harbour')
    await page.getByRole('button', { name: /^Add .*harbour-map/i }).click()
    await assertNoAxeViolations(page)
    await page.getByRole('button', { name: 'Create draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Autumn 2026' }).waitFor()
    assert.match((await current(page).textContent())!, /^Draft/)
    await page.getByText('Set when it opens and closes').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Announce' }).isDisabled())
    await assertNoAxeViolations(page)
    const [row] =
      await service.sql`select slug, most_choices, rule, (select count(*)::int from project where round_id = round.id) as projects from round`
    assert.deepEqual({ ...row }, { slug: 'autumn-2026', most_choices: 4, rule: 'fair', projects: 1 })

    await page.goto(`${service.origin}/console/rounds`)
    await page.getByRole('link', { name: 'Autumn 2026' }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Opens').fill(local(-HOUR))
    await page.getByLabel('Closes').fill(local(3 * HOUR))
    await page.getByRole('searchbox', { name: 'Find a project to add' }).fill('night-choir')
    await page.getByRole('button', { name: /^Add .*night-choir/i }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Announce' }).click()
    await page.getByRole('dialog').getByText('The seed of the lottery is drawn now.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Announce' }).click()
    await toast(page, 'Round announced.')
    await current(page).getByText('Open').waitFor()
    await page.getByRole('heading', { name: 'No team has chosen yet' }).waitFor()
    await page.getByText('There is nothing to forecast until a team has chosen.').waitFor()
    await page.getByText('Fingerprint of the seed (SHA-256)').waitFor()
    await assertNoAxeViolations(page)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    assert.ok(await page.getByLabel('Opens').isDisabled(), 'it is open')
    assert.equal(await page.getByRole('button', { name: /^Remove .*harbour-map/i }).count(), 0, 'projects stay')
    await page.getByText('Projects can’t leave a round').waitFor()
    await page.getByRole('radio', { name: /^Participants only/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Who may read the file of the results: everybody → participants').waitFor()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByText('a file for participants can’t be opened to everybody any more').waitFor()
    assert.ok(await page.getByRole('radio', { name: /^Everybody/ }).isDisabled())
    await assertNoAxeViolations(page)
    assert.deepEqual(faults, [])
  },
)

test('closed early, placed, published, undone, published again and ended', async () => {
  const { sql } = service
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  await openRound(await clientOf(service, 'curator'), ids, new Date(), { name: 'Spring 2027' })
  await addChoosingTeam(sql, 'anna', await clientOf(service, 'anna'), slugs)
  await addChoosingTeam(sql, 'boris', await clientOf(service, 'boris'), [slugs[0]!])
  await addChoosingTeam(sql, 'vera', await clientOf(service, 'vera'), slugs)
  const { page, faults } = await open('/console/rounds')
  await page.getByRole('link', { name: 'Spring 2027' }).click()
  await page.getByRole('button', { name: 'Close now' }).click()
  await page.getByRole('dialog').getByText('Closing early is listed on the public page.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close now' }).click()
  await current(page).getByText('Closed').waitFor()
  await advance(service)
  await page.getByText('Choices are fixed.').waitFor({ timeout: 20_000 })
  await page.getByText('Fingerprint of the choices (SHA-256)').waitFor()
  await page.getByText(/^Closed early; it was to close at/).waitFor()

  await page.getByRole('button', { name: 'Place teams' }).click()
  await page.getByRole('dialog').getByText('made after a look at the result').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Place teams' }).click()
  const draft = page.getByRole('region', { name: 'Draft of the results' })
  await draft.getByRole('heading', { name: 'Without a place' }).waitFor()
  await assertTexts(draft.getByRole('heading', { level: 3 }), ['Without a place', 'With a place'])
  await assertCount(draft.locator('.round-unplaced li'), 1)
  await assertNoAxeViolations(page)

  // Teams that cannot be read are not shown as none.
  await page.route(`**/api/console/round/*/team?*`, (route) => route.abort())
  await page.reload()
  await draft.getByRole('button', { name: 'Try again' }).nth(1).waitFor()
  assert.equal(await draft.getByRole('table').count(), 0)
  await page.getByRole('region', { name: 'Assigned by hand' }).getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute(`**/api/console/round/*/team?*`)
  await page.reload()
  await assertCount(draft.locator('.round-unplaced li'), 1)
  assert.deepEqual(new Set(faults.splice(0)), new Set(['Failed to load resource: net::ERR_FAILED']))

  // A change after the first look makes the draft outdated and is listed as such.
  await page.locator('.matrix-choice').first().focus()
  await page.keyboard.press('p')
  await toast(page, /: preferred for /)
  await page.getByText('This draft is out of date and can’t be published.').waitFor()
  await page.getByText('after a look at the result', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Publish results…' }).count(), 0)
  await page.getByRole('button', { name: 'Place again' }).click()
  await page.getByRole('button', { name: 'Publish results…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('those with a place can be recognised by their projects. Everybody can read the file.').waitFor()
  for (const text of ['2 teams get a project', '1 team gets no place', '3 emails are sent', 'You can undo this for 10 minutes.'])
    await dialog.getByText(text).waitFor()
  await dialog.getByText('1 change made after a look at the result is published with it').waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(/^The results take effect at/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Publishing undone. Nobody was told.')

  await page.getByRole('button', { name: 'Publish results…' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(/^The results take effect at/).waitFor()
  await sql`update round set publish_at = now() where publish_at is not null` // the undo time is over
  await advance(service)
  await current(page).getByText('Results').waitFor({ timeout: 20_000 })
  const [row] = await sql`select count(*)::int as emails from outbox where kind = 'round_result'`
  assert.equal(row!.emails, 3)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the published file' }).click(), // not a link: the call has the token, a round can keep it to participants
  ])
  assert.match(file.suggestedFilename(), /^spring-2027.*\.json$/)
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'End the round' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the round' }).click()
  await toast(page, 'Round ended.')
  await current(page).getByText('Ended').waitFor()
  await page.goto(`${service.origin}/console/audit`)
  await page
    .getByText(/published the results of the round/)
    .first()
    .waitFor()
  assert.deepEqual(faults, [])
})

test('a draft is deleted; an unknown round is not found; Russian on a phone', async () => {
  const { page } = await open('/console/rounds/new', { viewport: phone, locale: 'ru-RU' })
  await page.getByRole('textbox', { name: 'Название' }).fill('Весна')
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Создать черновик' }).click()
  await page.getByText('Укажите время открытия и закрытия').waitFor()
  await assertNoAxeViolations(page)
  const wide = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  assert.ok(wide <= 0, `${wide} px too wide`)
  const path = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Удалить черновик' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить черновик' }).click()
  await page.waitForURL('**/console/rounds')
  await page.goto(service.origin + path)
  await page.getByRole('heading', { name: 'Набор не найден' }).waitFor()
  await page.getByText('Возможно, его удалили.').waitFor()
  await page.getByRole('link', { name: 'Ко всем наборам' }).waitFor()
})
