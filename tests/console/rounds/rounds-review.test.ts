import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { ConsoleRound } from '#contract/console/round.ts'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { type AppSettings, assertFocus } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { test } from '#tests/support/tier.ts'
import { addTeam } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'

// Choices of a round in the console: marks by keyboard, locks, forecast and trials.

const service = serviceOfFile()
let round: ConsoleRound
let slugs: string[]
const teams: number[] = []
before(async () => {
  const { sql } = service
  await sql`insert into refusal_reason (text_en, text_ru) values ('Too few people', 'Мало людей')`
  const projects = await addRoundProjects(sql, [1, 1, 2])
  slugs = projects.slugs
  round = await openRound(await clientOf(service, 'curator'), projects.ids, new Date())
  const [p1, p2, p3] = slugs as [string, string, string]
  for (const [login, wanted] of [
    ['anna', [p1, p2]],
    ['boris', [p1, p2]],
    ['vera', [p2, p1]],
    ['vera', [p3, p1, p2]],
  ] as const)
    teams.push((await addChoosingTeam(sql, login, await clientOf(service, login), [...wanted])).team)
  await addTeam(sql, 'Outsiders', 'anna*')
})

const openConsole = consoleOf(openBrowser(), service, { isStill: true })
const open = (settings: AppSettings = {}) => openConsole(`/console/rounds/${round.id}`, settings)
const marks = () =>
  service.sql`select r.team_id as team, p.slug, m.mark, m.reason_id is not null as why from round_mark m join request r on r.id = m.request_id
    join project p on p.id = r.project_id order by r.id`

test('arrow keys move between choices; letters mark them, with a reason where one is needed', async () => {
  const { page, faults } = await open()
  const cells = page.locator('.matrix-choice')
  await cells.first().waitFor()
  await assertCount(page.locator('.matrix-choice[tabindex="0"]'), 1, 'one cell in the tab order')
  // A mark by a key needs no dialog: what the file tells is said beside the table.
  const table = page.getByRole('region', { name: 'Choices', exact: true })
  await table.getByText('one that gets a place can be recognised by its project', { exact: false }).waitFor()
  await table.getByText('Everybody can read the file.', { exact: false }).waitFor()
  await page.locator('.matrix-choice[tabindex="0"]').focus()
  const start = await page.evaluate('document.activeElement.dataset.at')
  await page.keyboard.press('ArrowRight')
  await assertFocus(page, 'dataset.at', `${teams[0]} ${slugs[start === `${teams[0]} ${slugs[0]}` ? 1 : 0]}`)
  await page.keyboard.press('p')
  await toast(page, /: preferred for /)
  const marked = (await page.evaluate('document.activeElement.dataset.at')) as string
  const slug = marked.split(' ')[1]
  assert.deepEqual(
    [...(await marks())].map((row) => ({ ...row })),
    [{ team: teams[0], slug, mark: 'preferred', why: false }],
  )
  await page.keyboard.press('ArrowDown')
  await assertFocus(page, 'dataset.at', `${teams[1]} ${slug}`)
  await page.keyboard.press('u')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Unsuitable/ }).waitFor()
  assert.ok(await dialog.getByRole('radio', { name: /Unsuitable/ }).isChecked())
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Fill in this field.').or(dialog.locator('[aria-invalid=true]')).first().waitFor()
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'Too few people' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, /: unsuitable for /)
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /unsuitable: Too few people$/ }).waitFor()
  await page.locator(`[data-at="${marked}"]`).focus()
  await page.keyboard.press('n')
  await toast(page, /: mark removed\.$/)
  assert.deepEqual(
    [...(await marks())].map((row) => ({ ...row })),
    [{ team: teams[1], slug, mark: 'unsuitable', why: true }],
  )
  await service.sql`delete from round_mark`
  assert.deepEqual(faults, [])
})

test('a team is assigned by hand with a reason, with and without a choice', async () => {
  const { page, faults } = await open()
  await page.getByRole('button', { name: 'Assign a team by hand' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Find a team' }).fill('Outsi')
  await dialog.getByRole('button', { name: 'Outsiders' }).click()
  await dialog.getByRole('combobox', { name: 'Project' }).selectOption(slugs[2]!)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Continues last year’s work')
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await page.getByText('Continues last year’s work').waitFor()
  await page.getByRole('button', { name: 'Remove the assignment of Outsiders' }).click()
  await page.getByText('No team is assigned by hand.').waitFor()
  await page.locator(`[data-at="${teams[3]} ${slugs[2]}"]`).focus()
  await page.keyboard.press('l')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the client')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /assigned by hand$/ }).waitFor()
  const [row] = await service.sql`select team_id, reason from round_lock`
  assert.deepEqual({ ...row }, { team_id: teams[3], reason: 'Agreed with the client' })
  await service.sql`delete from round_lock`
  assert.deepEqual(faults, [])
})

test('the forecast names the bottleneck, asks teams and compares a trial with the round; nothing is changed', async () => {
  const { page, faults } = await open()
  const panel = page.getByRole('region', { name: 'Forecast' })
  await panel.getByRole('button', { name: 'Make a forecast' }).click()
  await panel.getByText('Whatever the draw, at most 3 of 4 teams can get a place.').waitFor({ timeout: 30_000 })
  await panel.getByRole('heading', { name: /^3 teams named only .* with 2 places\.$/ }).waitFor()
  await panel.getByText('up to 1 more team placed').first().waitFor() // of each remedy: the rule is fair
  await assertNoAxeViolations(page)
  await panel.getByRole('button', { name: 'Send email' }).click()
  await toast(page, '3 teams were asked.')
  await panel
    .getByRole('button', { name: /^Try: Add 1 place to/ })
    .first()
    .click()
  const result = panel.getByRole('row', { name: /^Teams that can get a place/ })
  await result.getByRole('cell', { name: '3 of 4' }).waitFor({ timeout: 30_000 })
  await result.getByRole('cell', { name: '4 of 4' }).waitFor()
  await panel.getByRole('combobox', { name: 'Rule' }).selectOption('fullest')
  await panel.getByText('Rule: Most teams placed').waitFor()
  await panel.getByRole('button', { name: /^Remove: .* places$/ }).click()
  await panel.getByRole('button', { name: 'Compare' }).click()
  await result.getByRole('cell', { name: '4 of 4' }).waitFor({ state: 'detached', timeout: 30_000 })
  await assertNoAxeViolations(page)
  const [row] =
    await service.sql`select rule, (select array_agg(team_limit order by slug) from project where round_id = round.id) as limits from round`
  assert.deepEqual({ ...row }, { rule: 'fair', limits: [1, 1, 2] })
  assert.deepEqual(faults, [])
})

test('on a phone choices are a list; marks are set in a dialog', async () => {
  const { page, faults } = await open({ viewport: phone, locale: 'ru-RU' })
  await page.getByRole('heading', { name: 'Выбор команд' }).waitFor()
  await page.locator('.choice-row').first().click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Предпочтительно/ })
    .check()
  await assertNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
  await page.locator('.choice-row', { hasText: 'предпочтительно' }).waitFor()
  await assertNoAxeViolations(page)
  const wide = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  assert.ok(wide <= 0, `${wide} px too wide`)
  assert.deepEqual(faults, [])
})
