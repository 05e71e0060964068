import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { createInvitation } from '#contract/invitation.ts'
import { createOwnTeam } from '#contract/team.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled, written } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { clientOf, takeFromTeams } from '#tests/support/world/teams.ts'

// People and teams that look for each other: open to joining, invitations of people, teams that fit, team fit.

const browser = openBrowser()
let service: TestService
let team: number
before(async () => {
  service = await startService()
  const { sql } = service
  await takeFromTeams(sql, 'vera', 'peter.vance')
  // Only the teams of this test look for people.
  await sql`update team set is_looking = false`
  await sql`delete from person_joining`
  await sql`delete from person_invitation`
  const vera = await clientOf(service, 'vera')
  const wantedRoles = [
    { role: 'QA', count: 1 },
    { role: 'Designer', count: 2 },
  ]
  const body = { name: 'Harbour Lights', description: 'We build tools for the museum.', wantedRoles, isLooking: true, roles: ['PM'] }
  team = (await vera(createOwnTeam, { body })).id
})
after(() => service.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const idOf = async (login: string) => Number((await service.sql`select id from person where login = ${login}`)[0]!.id)
const joiningOf = async (login: string) =>
  (await service.sql`select is_open, never_invite, sentence from person_joining where person_id = ${await idOf(login)}`)[0]

test('a person opens to joining, is shown the teams that need them and why, and teams can find and invite them', async () => {
  const { page, faults } = await openApp(browser, service, { login: 'gleb', path: '/profile' })
  await page.getByRole('link', { name: /^Open to joining Off/ }).click()
  const open = page.getByRole('switch', { name: /^I’m open to joining/ })
  await open.check()
  await page.getByText('Signed-in people can find you', { exact: false }).waitFor()
  await page.getByLabel('Find a role').fill('тестировщик')
  await page.getByText('1 role found').waitFor()
  await page.getByLabel('Find a role').press('Enter')
  await page.getByLabel('About you, in a sentence').fill('I like finding bugs.')
  await page.getByLabel('Find a project').fill('city tree')
  await button(page, 'Add City Tree Census').click()
  await assertNoAxeViolations(page)
  // Not the message alone: the one about the switch may still be there. Nor the answer about the switch, which may come late.
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' &&
      response.url().endsWith('/profile/joining') &&
      response.request().postData()?.includes('sentence') === true,
  )
  await button(page, 'Save').click()
  assert.equal((await saved).status(), 200)
  await page.getByText('Saved.').first().waitFor()
  const { is_open, never_invite, sentence } = (await joiningOf('gleb'))!
  assert.deepEqual([is_open, never_invite, sentence], [true, false, 'I like finding bugs.'])

  await page.goto(`${service.origin}/my`)
  await page.getByRole('region', { name: 'Teams that fit you' }).getByText('Fits you: QA').waitFor()
  await page.getByRole('link', { name: 'Find a team' }).click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Harbour Lights' }) })
  const missing = await card.getByRole('list', { name: 'Missing roles' }).innerText()
  assert.match(missing, /^QA\s+Designer\s+× 2$/)
  await settled(page)
  await assertNoAxeViolations(page)
  await page.getByLabel('Search teams').fill('nothing like it')
  await page.getByRole('heading', { name: 'No team found' }).waitFor()
  await page.getByLabel('Search teams').fill('')
  await page.getByLabel('Missing role', { exact: true }).selectOption('Designer')
  await card.waitFor()
  assert.deepEqual(faults, [])

  const { page: admin } = await openApp(browser, service, { login: 'vera', path: `/my/team/${team}` })
  await button(admin, 'Find people').click()
  await admin.getByText('Has what you’re missing: QA').waitFor()
  await admin.getByLabel('Message').fill('We need a tester.')
  await assertNoAxeViolations(admin)
  await button(admin, 'Invite Орлов Глеб Сергеевич').click()
  await admin.getByRole('dialog').getByText('Already invited').waitFor()
  await admin.keyboard.press('Escape')
  await button(admin, 'Cancel the invitation of Орлов Глеб Сергеевич').waitFor()
})

test('an invitation is a card that can be declined; never again turns invitations off', async () => {
  const { page } = await openApp(browser, service, { login: 'gleb', path: '/my' })
  await page.getByText('We need a tester.').waitFor()
  await page.getByRole('heading', { name: 'You’re invited to a team' }).waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  assert.equal(await page.getByRole('region', { name: 'Teams that fit you' }).count(), 0, 'the team is not suggested besides')
  await page.getByRole('link', { name: 'Find a team' }).click()
  await page.getByRole('link', { name: 'Open invitation' }).click()
  await button(page, 'Join the team').waitFor()
  await page.goto(`${service.origin}/my`)
  await button(page, 'Never invite me again').click()
  await page.getByText(/Nobody can invite you now/).waitFor()
  await page.getByRole('heading', { name: 'You’re invited to a team' }).waitFor({ state: 'hidden' })
  assert.deepEqual({ ...(await joiningOf('gleb')) }, { is_open: false, never_invite: true, sentence: 'I like finding bugs.' })

  // Open again, invited by another team, and accepted.
  const gleb = await idOf('gleb')
  await service.sql`update person_joining set is_open = true, never_invite = false where person_id = ${gleb}`
  await service.sql`delete from person_invitation`
  const vera = await clientOf(service, 'vera')
  await vera(createInvitation, { params: { id: String(team) }, body: { person: gleb, message: 'Once more.' } })
  await page.reload()
  await page.getByText('Once more.').waitFor()
  await button(page, 'Accept the invitation to Harbour Lights').click()
  await page.getByText('You’re in “Harbour Lights”.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Harbour Lights' }).waitFor()
})

test('a project page says how the team fits and which words matched, to members only', async () => {
  const { sql } = service
  await sql`delete from project_wanted_role where project_id = (select id from project where slug = 'city-tree-census')`
  await sql`
    insert into project_wanted_role (project_id, role_id, count, position)
    select p.id, r.id, 1, row_number() over (order by r.id) - 1 from project p, role r
    where p.slug = 'city-tree-census' and r.name in ('PM', 'Designer')`
  const { page } = await openApp(browser, service, { login: 'vera', path: '/project/city-tree-census' })
  const fit = page.getByRole('listitem').filter({ hasText: 'Harbour Lights covers 1 of 2 wanted roles.' })
  await fit.getByText('Nobody open to joining has it yet').waitFor()
  await fit.getByText('How this was matched').click()
  await fit.getByText('PM: 1 of 1').waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  const { page: guest, requests } = await openApp(browser, service, { path: '/project/city-tree-census' })
  await guest.getByRole('heading', { name: 'Wanted roles' }).waitFor()
  await settled(guest)
  assert.equal(await guest.getByText('covers').count(), 0)
  assert.ok(!requests.some((address) => address.endsWith('/fit')))
})

test('offline a team is shown as it was saved, and nothing can be changed', async () => {
  const { page } = await openApp(browser, service, { login: 'vera', path: `/my/team/${team}`, isInstalled: true })
  await button(page, 'Invite by link').waitFor()
  await settled(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await written(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('You can do this when you’re back online.').first().waitFor()
  await button(page, 'Invite by link').waitFor()
  for (const name of ['Invite by link', 'Find people', 'Leave the team', 'Disband team', 'Edit team'])
    assert.ok(await button(page, name).isDisabled(), name)
  assert.ok(await page.getByRole('switch').isDisabled())
  await assertNoAxeViolations(page)
})
