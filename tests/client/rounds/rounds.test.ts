import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import { closeRound } from '#contract/console/round.ts'
import { createRequest } from '#contract/request.ts'
import { orderChoices } from '#contract/round.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { endToasts, holdToasts, openApp, settled, written } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { journey, test } from '#tests/support/tier.ts'
import { addTeam } from '#tests/support/world/requests.ts'
import { roundWorld } from '#tests/support/world/round-world.ts'
import { addChoosingTeam, addRoundProjects, advance, openRound } from '#tests/support/world/rounds.ts'

// Rounds before the results: the list, the public page, choosing and ordering.

const browser = openBrowser()
const world = roundWorld(['anna', 'boris', 'vera', 'gleb'])
let round: { id: number; slug: string; closesAt: string | null }
let slugs: string[]
let anna: { team: number; requests: number[] }
before(async () => {
  const { sql, clients } = world
  const projects = await addRoundProjects(sql, [1, 2, null, 1])
  slugs = projects.slugs
  const names = ['Harbour Museum', 'School Garden', 'Night Bus', 'Lost and Found']
  for (const [index, id] of projects.ids.entries()) await sql`update project set name = ${names[index]!} where id = ${id}`
  round = await openRound(clients.curator!, projects.ids, new Date(), { name: 'Spring round', mostChoices: 4 })
  anna = await addChoosingTeam(sql, 'anna', clients.anna!, slugs.slice(0, 3))
  await addChoosingTeam(sql, 'boris', clients.boris!, slugs.slice(0, 1))
  await sql`insert into member (team_id, person_id, name) select ${anna.team}, id, login from person where login = 'vera'`
})

const choicesPath = () => `/round/${round.slug}/choices`
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const assertOrder = (page: Page, expected: string[]) => assertTexts(page.locator('.sortable-name'), expected)
const ranks = async (team: number): Promise<string[]> =>
  (
    await world.sql<{ name: string }[]>`
      select p.name from request r join project p on p.id = r.project_id where r.team_id = ${team} and r.rank is not null order by r.rank`
  ).map(({ name }) => name)
/** What another device of the team does: the order by the numbers of the projects. */
const orderTo = (...numbers: number[]) =>
  world.clients.anna!(orderChoices, {
    params: { slug: round.slug },
    body: { team: anna.team, requests: numbers.map((one) => anna.requests[one]!) },
  })
/** Waits until the page says that the order is saved. */
const saved = (page: Page) => page.getByText('Order saved').waitFor()

test('a team admin puts the choices into order by buttons, by arrow keys and by dragging', async () => {
  const { page, faults } = await openApp(browser, world.service, { login: 'anna', path: choicesPath() })
  await page.getByText('3 of 4 choices').waitFor()
  await page.getByText('1 place · 2 teams want it').waitFor()
  await page.getByText('any number of teams · 1 team wants it').waitFor()
  assert.match(await page.getByRole('timer').innerText(), /^Closes in (2 hours|1 hour 5\d minutes)$/)
  const note = page.getByRole('region', { name: 'What others can see' })
  await note.getByText('That doesn’t hide a team that gets a place', { exact: false }).waitFor()
  await note.getByText('Everybody can read the file.').waitFor()
  await settled(page)
  await assertNoAxeViolations(page)

  await button(page, 'Move down: Harbour Museum').click()
  await saved(page)
  assert.deepEqual(await ranks(anna.team), ['School Garden', 'Harbour Museum', 'Night Bus'])
  await assertOrder(page, ['School Garden', 'Harbour Museum', 'Night Bus'])
  assert.equal(await page.evaluate('document.activeElement.title'), 'Move down: Harbour Museum')
  await page.getByText('Harbour Museum: choice 2 of 3').waitFor({ state: 'attached' })

  await button(page, 'Move Night Bus').focus()
  const response = page.waitForResponse((one) => one.request().method() === 'PUT')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  assert.equal((await response).status(), 200)
  await saved(page)
  assert.deepEqual(await ranks(anna.team), ['Night Bus', 'School Garden', 'Harbour Museum'])
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Move Night Bus')

  const dropped = page.waitForResponse((one) => one.request().method() === 'PUT')
  await button(page, 'Move Night Bus').hover() // waits until it rests: a changed order moves
  const to = (await button(page, 'Move Harbour Museum').boundingBox())!
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 20, { steps: 8 })
  await page.mouse.move(to.x + 10, to.y + to.height, { steps: 3 })
  await page.mouse.up()
  assert.equal((await dropped).status(), 200)
  assert.deepEqual(await ranks(anna.team), ['School Garden', 'Harbour Museum', 'Night Bus'])
  await page.reload()
  await page.getByText('3 of 4 choices').waitFor()
  await assertOrder(page, ['School Garden', 'Harbour Museum', 'Night Bus'])
  assert.deepEqual(faults, [])
})

test('a list that another device changed is shown instead, and the own order can be put back', async () => {
  await orderTo(1, 0, 2)
  const { page } = await openApp(browser, world.service, { login: 'anna', path: choicesPath(), isStill: true })
  await page.getByText('3 of 4 choices').waitFor()
  await orderTo(0, 2, 1)
  await button(page, 'Move down: School Garden').click()
  await page.getByRole('alert').getByText('The list was changed on another device').waitFor()
  await assertOrder(page, ['Harbour Museum', 'Night Bus', 'School Garden'])
  await assertNoAxeViolations(page)
  await button(page, 'Use my order').click()
  await saved(page)
  assert.deepEqual(await ranks(anna.team), ['Harbour Museum', 'School Garden', 'Night Bus'])
})

test('a version that changed for another reason does not disturb; a choice that was added meanwhile is not lost', async () => {
  await orderTo(0, 1, 2)
  const { page } = await openApp(browser, world.service, { login: 'anna', path: choicesPath(), isStill: true })
  await page.getByText('3 of 4 choices').waitFor()
  const other = await addTeam(world.sql, 'Another team', 'anna*') // the answer has one more team now
  await button(page, 'Move down: Harbour Museum').click()
  await saved(page)
  assert.deepEqual(await ranks(anna.team), ['School Garden', 'Harbour Museum', 'Night Bus'])
  await world.sql`delete from member where team_id = ${other}`
  await world.clients.anna!(createRequest, { body: { project: slugs[3]!, team: anna.team } })
  await button(page, 'Move up: Night Bus').click()
  await page.getByText('The list was changed on another device').waitFor()
  await assertOrder(page, ['School Garden', 'Harbour Museum', 'Night Bus', 'Lost and Found'])
  await page.getByText('The list is full. Remove a project to add another one.').waitFor()
  await button(page, 'Keep this list').click()
  await holdToasts(page)
  await button(page, 'Remove Lost and Found from the list').click()
  await page.getByText('3 of 4 choices').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('4 of 4 choices').waitFor()
  await button(page, 'Remove Lost and Found from the list').click()
  const gone = page.waitForResponse((one) => one.request().method() === 'DELETE')
  await page.getByText('“Lost and Found” is off the list.').waitFor()
  await endToasts(page)
  assert.equal((await gone).status(), 200)
  assert.deepEqual(await ranks(anna.team), ['School Garden', 'Harbour Museum', 'Night Bus'])
})

test('members see the list without moving it; people without a team and guests are told what to do', async () => {
  const { page } = await openApp(browser, world.service, { login: 'vera', path: choicesPath() })
  await page.getByText('Only team admins can change the order.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Move/ }).count(), 0)
  await assertNoAxeViolations(page)
  const { page: alone } = await openApp(browser, world.service, { login: 'gleb', path: choicesPath() })
  await alone.getByRole('heading', { name: 'You’re not in a team yet' }).waitFor()
  await alone.getByRole('link', { name: 'My project' }).last().click()
  await alone.getByRole('heading', { level: 1, name: 'My project' }).waitFor()
  const { page: guest } = await openApp(browser, world.service, { path: choicesPath() })
  await guest.getByRole('button', { name: 'Sign in' }).waitFor()
})

journey('rounds are reached from the profile, My project and project pages; a new choice leads to the list', async () => {
  const team = await addTeam(world.sql, 'Late team', 'gleb*')
  const { page } = await openApp(browser, world.service, { login: 'gleb', path: '/profile' })
  await page.getByRole('link', { name: /^Rounds “Spring round” is open until/ }).click()
  await page.getByRole('link', { name: /^Spring round/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Spring round' }).waitFor()
  await page.getByText('2 places · 1 team wants it').waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'How this works' }).click()
  await page.getByRole('heading', { level: 1, name: 'How places are given out' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'My choices' }).click()
  await page.getByRole('heading', { name: 'No choices yet' }).waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Choose projects' }).click()
  await page.getByRole('link', { name: /^Night Bus/ }).click()
  await page.getByRole('link', { name: 'Round: Spring round' }).waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Choose with your team' }).click()
  await page.getByText('they don’t hide a team that gets a place', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'What others can see' }).waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByText('It’s now the last choice on your list.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'My choices' }).click()
  await page.getByText('1 of 4 choices').waitFor()
  assert.deepEqual(await ranks(team), ['Night Bus'])
  await page.goto(`${world.service.origin}/my`)
  await page
    .getByRole('region', { name: 'Rounds' })
    .getByRole('link', { name: /^My choices/ })
    .waitFor()
  await page.goto(`${world.service.origin}/project/${slugs[2]}`)
  await page.getByText('“Late team” has it on its list.').waitFor()
})

test('a project of a round is applied for until the round closes, not until the end of that day', async () => {
  const zone = { timezoneId: 'UTC' }
  const { page } = await openApp(browser, world.service, { path: `/project/${slugs[2]}`, isStill: true, ...zone })
  const closes = new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(round.closesAt!),
  )
  const step = page.getByRole('complementary', { name: 'Next step' })
  await step.getByText(`Apply by ${closes.replace(/\s+/g, ' ')}`).waitFor()
  const { page: list } = await openApp(browser, world.service, { login: 'vera', path: choicesPath(), isStill: true, ...zone })
  await list.getByText(closes.replace(/\s+/g, ' '), { exact: true }).waitFor()
})

test('how it works is said in plain words, with an example that moves only where motion is wanted', async () => {
  const { page } = await openApp(browser, world.service, { path: `/round/${round.slug}/how`, reducedMotion: 'reduce', locale: 'ru' })
  await page.getByText('Шаг 1 из 5').waitFor()
  for (let step = 2; step <= 5; step++) {
    await page.getByRole('button', { name: 'Дальше' }).click()
    await page.getByText(`Шаг ${step} из 5`).waitFor()
  }
  await page.getByText('Зелёные теряют Сад', { exact: false }).waitFor()
  await assertNoAxeViolations(page)
  const { page: moving } = await openApp(browser, world.service, { path: `/round/${round.slug}/how`, reducedMotion: 'no-preference' })
  await moving.getByText('Step 2 of 5').waitFor() // by itself
  await moving.getByRole('button', { name: 'Back' }).last().click()
  await moving.getByText('Step 1 of 5').waitFor()
})

test('offline the list is shown as it was saved and cannot be moved; an unknown round leads to all rounds', async () => {
  const { page } = await openApp(browser, world.service, { login: 'anna', path: choicesPath(), isInstalled: true })
  await page.getByText('3 of 4 choices').waitFor()
  await settled(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await written(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('School Garden').waitFor()
  await page.getByText('You’re offline', { exact: false }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Move/ }).count(), 0)
  await assertNoAxeViolations(page)
  const { page: lost } = await openApp(browser, world.service, { path: '/round/no-such-round' })
  await lost.getByRole('heading', { name: 'Round not found' }).waitFor()
  await lost.getByRole('link', { name: 'All rounds' }).click()
  await lost.getByRole('link', { name: /^Spring round/ }).waitFor()
})

test('when the round closes the list is frozen, and a late move is refused with the reason', async () => {
  await orderTo(1, 0, 2)
  const { page } = await openApp(browser, world.service, { login: 'anna', path: choicesPath(), isStill: true })
  await page.getByText('3 of 4 choices').waitFor()
  await world.clients.curator!(closeRound, { params: { id: String(round.id) } })
  await button(page, 'Move up: Night Bus').click()
  await page.getByRole('alert').getByText('The window of “Spring round” is closed. Wait for the results.').waitFor()
  await assertNoAxeViolations(page)
  await advance(world.service)
  await page.reload()
  await page.getByText('The lists are frozen.', { exact: false }).waitFor()
  assert.deepEqual(await ranks(anna.team), ['School Garden', 'Harbour Museum', 'Night Bus'])
  await page.goto(`${world.service.origin}/round/${round.slug}`)
  await page.getByText('Once the results are out, your browser can compute them again', { exact: false }).waitFor()
  await page.getByText('Fingerprints').click()
  const { page: guest } = await openApp(browser, world.service, { path: `/project/${slugs[2]}`, isStill: true })
  await guest.getByRole('complementary', { name: 'Next step' }).getByText('Enrollment is closed').waitFor()
  assert.equal((await page.locator('.check-code code').allInnerTexts()).filter((text) => /^[0-9a-f]{64}$/.test(text)).length, 2)
})
