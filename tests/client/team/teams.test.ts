import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, openApp, settled } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { journey, test } from '#tests/support/tier.ts'
import { addOwnTeam, takeFromTeams } from '#tests/support/world/teams.ts'

// Two people form a team on two phones: make, invite by link, sign in and join; leave, ask to join, hand over, apply.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(() => takeFromTeams(service.sql, 'vera', 'gleb'))

const TEAM = 'Ёлочные огни'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const teamId = async (name = TEAM) => Number((await service.sql`select id from team where name = ${name}`)[0]!.id)
/** Members with the names that the interface shows; the first one is an admin. */
async function addNamedTeam(name: string, ...logins: string[]): Promise<number> {
  const id = await addOwnTeam(service.sql, logins, { name, isLooking: true })
  await service.sql`
    update member m set name = concat_ws(' ', p.surname, p.name, p.patronymic) from person p where p.id = m.person_id and m.team_id = ${id}`
  return id
}
const members = async (name = TEAM): Promise<string[]> =>
  (
    await service.sql`
      select p.login || case when m.is_administrator then ' admin' else '' end as who from member m join person p on p.id = m.person_id
      where m.team_id = ${await teamId(name)} order by m.id`
  ).map(({ who }) => who)
/** No name of a member anywhere on the page. */
const assertNobody = async (page: Page) => assert.doesNotMatch(await page.locator('body').innerText(), /Орлов|Никитина|Вера/)

journey('a person looks for a team, makes one, and another joins by a link; guests see no people', async () => {
  const { page: first, faults } = await openApp(browser, service, { login: 'gleb', path: '/my' })
  await heading(first, 'You’re not in a team yet').waitFor()
  await first.getByRole('link', { name: 'Find a team' }).click()
  await heading(first, 'Find a team').waitFor()
  await first.goBack()
  await first.getByRole('link', { name: 'Make a team' }).click()
  await heading(first, 'Make a team').waitFor()
  await first.getByLabel('Team name').fill('маяк') // of another team, in another case
  await button(first, 'Make a team').click()
  await first.getByText(/There is already a team called/).waitFor()
  await assertFocus(first, 'value', 'маяк', 'the field with the fault has the focus')
  await first.getByLabel('Team name').fill(TEAM)
  await first.getByLabel('About the team').fill('We light up the yard.')
  const wanted = first.getByRole('region', { name: 'Wanted roles' })
  await wanted.getByLabel('Find a role').fill('Тестировщик')
  await wanted.getByText('1 role found').waitFor()
  await wanted.getByLabel('Find a role').press('Enter')
  await wanted.getByLabel('How many people: QA').selectOption('2')
  await assertNoAxeViolations(first)
  await button(first, 'Make a team').click()
  await first.getByText('is ready. Now invite people.').waitFor()
  await first.getByRole('heading', { level: 1, name: TEAM }).waitFor()
  await first.getByText('QA, 2 missing').waitFor({ state: 'attached' })
  assert.deepEqual(await members(), ['gleb admin'])
  await settled(first)
  await assertNoAxeViolations(first)

  // The link, as text and as a code that fills the screen.
  await button(first, 'Invite by link').click()
  await first.getByLabel('How many people can use it').selectOption('3')
  await button(first, 'Create link').click()
  const sheet = first.getByRole('dialog', { name: 'Invite by link' })
  const link = await sheet.getByLabel('Invitation link').inputValue()
  assert.match(link, /\/invitation\/[\w-]+$/)
  await first.getByRole('img', { name: `QR code of the invitation to “${TEAM}”` }).waitFor()
  await assertNoAxeViolations(first)
  await button(first, 'Show full screen').last().click()
  const full = first.getByRole('dialog', { name: `Scan to join “${TEAM}”` })
  await full.getByRole('img').waitFor()
  const { width, height } = (await full.boundingBox())!
  assert.deepEqual([width, height], [390, 844])
  await first.keyboard.press('Escape')
  await sheet.getByLabel('Invitation link').waitFor()
  await first.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await assertFocus(first, 'textContent', 'Invite by link')

  // The second phone: a guest sees who invites into what, but nobody else.
  const { page: second, requests } = await openApp(browser, service, { path: new URL(link).pathname })
  await heading(second, TEAM).waitFor()
  await second.getByText('Глеб invites you to join').waitFor()
  await second.getByText('We light up the yard.').waitFor()
  await assertNobody(second)
  await assertNoAxeViolations(second)
  assert.ok(!requests.some((address) => /\/api\/(user|team|person)/.test(address)), 'no personal data is requested')
  await button(second, 'Sign in and join').click()
  await second.locator('button[name=login][value=vera]').click()
  await button(second, 'Join the team').click()
  await second.getByText(`You’re in “${TEAM}”.`).waitFor()
  await second.getByRole('heading', { level: 1, name: TEAM }).waitFor()
  await second.getByText('Орлов Глеб Сергеевич').waitFor()
  assert.deepEqual(await members(), ['gleb admin', 'vera'])
  await second.goto(link)
  await second.getByText('You’re already in this team.').waitFor()
  await second.getByRole('link', { name: 'Open team' }).click()
  await second.getByRole('heading', { level: 1, name: TEAM }).waitFor()
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('409')),
    [],
    'only the taken name was refused',
  )
})

test('a member leaves and asks to join again, becomes the admin and applies; strangers see no people', async () => {
  const name = 'Снежные огни'
  const id = await addNamedTeam(name, 'gleb', 'vera')
  const { page: first, faults } = await openApp(browser, service, { login: 'gleb', path: `/my/team/${id}` })
  const { page: second } = await openApp(browser, service, { login: 'vera', path: `/my/team/${id}` })
  await button(second, 'Leave the team').click()
  await second.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
  await second.getByText(`You’ve left “${name}”.`).waitFor()
  await second.getByRole('link', { name: 'Find a team' }).click()
  await button(second, `Ask to join ${name}`).click()
  await second.getByLabel('Message').fill('I forgot something.')
  await assertNoAxeViolations(second)
  await button(second, 'Send request').click()
  await second.getByRole('region', { name: 'Your requests to join' }).getByText(name).waitFor()
  await second.getByRole('heading', { level: 2, name }).getByRole('link').click()
  await second.getByText('Only members see who is in the team.').waitFor()
  await assertNobody(second)
  await button(second, `Cancel request to ${name}`).click()
  await second.getByText('Request cancelled.').waitFor()
  await button(second, 'Ask to join').click()
  await second.getByLabel('Message').fill('I can test.')
  await button(second, 'Send request').click()
  await second.getByText(/^Awaiting an answer/).waitFor()

  await first.reload()
  await first.getByText('I can test.').waitFor()
  await settled(first)
  await assertNoAxeViolations(first)
  await button(first, 'Accept Никитина Вера Павловна').click()
  await first.getByText('Никитина Вера Павловна has joined the team.').waitFor()
  assert.deepEqual(await members(name), ['gleb admin', 'vera'])

  // Hand over, leave, apply.
  await button(first, 'Manage Никитина Вера Павловна').click()
  await button(first, 'Make team admin').click()
  await first.getByLabel('I stay team admin, too').uncheck()
  await assertNoAxeViolations(first)
  await first.getByRole('dialog').getByRole('button', { name: 'Make team admin' }).click()
  await first.getByText('Никитина Вера Павловна is now a team admin.').waitFor()
  assert.deepEqual(await members(name), ['gleb', 'vera admin'])
  await button(first, 'Invite by link').waitFor({ state: 'hidden' })
  await button(first, 'Leave the team').click()
  await first.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
  await heading(first, 'You’re not in a team yet').waitFor()
  assert.deepEqual(await members(name), ['vera admin'])

  await second.goto(`${service.origin}/project/city-tree-census/apply`)
  await button(second, 'Send application').click()
  await heading(second, 'Application sent').waitFor()
  const [request] = await service.sql`select status from request where team_id = ${id}`
  assert.equal(request!.status, 'submitted')
  assert.deepEqual(faults, [])
})

test('a link that does not work says so to guests and members alike, and a pasted link is opened', async () => {
  const { page } = await openApp(browser, service, { path: '/invitation/nothing-like-a-token' })
  await heading(page, 'This invitation is no longer valid').waitFor()
  await page.getByText(/Ask the team for a new invitation/).waitFor()
  await assertNoAxeViolations(page)
  const { page: own } = await openApp(browser, service, { login: 'gleb', path: '/my' })
  await button(own, 'I have an invitation').click()
  await own.getByLabel('Invitation link').fill('https://example.org/')
  await button(own, 'Open invitation').click()
  await own.getByText(/This is not an invitation link/).waitFor()
  await assertNoAxeViolations(own)
  await own.getByLabel('Invitation link').fill(` ${service.origin}/invitation/nothing-like-a-token `)
  await own.keyboard.press('Enter')
  await heading(own, 'This invitation is no longer valid').waitFor()
})

test('a removal and the disbanding can be undone; both are shown to members as they happen', async () => {
  const name = 'Не навсегда'
  const team = await addNamedTeam(name, 'vera', 'gleb')
  const { page } = await openApp(browser, service, { login: 'vera', path: `/my/team/${team}` })
  await settled(page)
  await button(page, 'Manage Орлов Глеб Сергеевич').click()
  await button(page, 'Remove from team').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from team' }).click()
  await page.getByText(/^Will be removed at/).waitFor()
  await assertNoAxeViolations(page)
  assert.deepEqual(await members(name), ['vera admin', 'gleb'], 'not yet')
  await button(page, 'Undo: keep Орлов Глеб Сергеевич').click()
  await page.getByText('Орлов Глеб Сергеевич stays in the team.').waitFor()
  await page.getByText(/^Will be removed at/).waitFor({ state: 'hidden' })

  await button(page, 'Disband team').click()
  await assertNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Disband team' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Никитина Вера Павловна decided this' })
  await notice.waitFor()
  await assertNoAxeViolations(page)
  await notice.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The team stays.').waitFor()
  await notice.waitFor({ state: 'hidden' })
  const [row] = await service.sql`select disbanded_at from team where id = ${team}`
  assert.equal(row!.disbanded_at, null)
})

test('a member of a team with a project asks a curator to leave, and cancels the request', async () => {
  const [team] = await service.sql`select t.id from team t where t.name = 'Маяк'`
  const { page } = await openApp(browser, service, { login: 'boris', path: `/my/team/${team!.id}` })
  await settled(page)
  await button(page, 'Ask a curator to leave').click()
  await page.getByLabel('Why you want to leave').fill('I move to another city.')
  await assertNoAxeViolations(page)
  await button(page, 'Send request').click()
  await page.getByText(/^You asked to leave/).waitFor()
  const waiting = () => service.sql`
    select q.message from leave_request q join person p on p.id = q.person_id where q.team_id = ${team!.id} and q.status = 'open' and p.login = 'boris'`
  assert.deepEqual(
    (await waiting()).map(({ message }) => message),
    ['I move to another city.'],
  )
  await button(page, 'Cancel my request').click()
  await page.getByText('Request cancelled. You stay in the team.').waitFor()
  assert.equal((await waiting()).length, 0)
  await button(page, 'Ask a curator to leave').waitFor()
})

test('where curators form teams, a person without one is pointed to them', async () => {
  const { sql } = service
  await sql`update setting set document = document || ${sql.json({ whoFormsTeams: 'curators' })}`
  await service.app.reloadSettings()
  const { page } = await openApp(browser, service, { login: 'gleb', path: '/my' })
  await page.getByText(/Curators set up teams/).waitFor()
  await page.getByRole('link', { name: 'Contact curators' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Make a team' }).count(), 0)
})
