import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { after, afterEach, before } from 'node:test'
import type { Page } from 'playwright-core'
import { createJoinRequest } from '#contract/invitation.ts'
import type { SettingValues } from '#contract/settings.ts'
import { disbandTeam } from '#contract/team.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { addRoundProjects, openRound } from '#tests/support/world/rounds.ts'
import { addOwnTeam, clientOf, takeFromTeams } from '#tests/support/world/teams.ts'

// What people see when a team cannot do something, and when an answer is lost.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
  await takeFromTeams(service.sql, 'vera', 'gleb')
  await set({ freeTeamsPerPerson: 10 })
})
after(() => service.close())

let stopListening = () => {}
afterEach(() => stopListening())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const set = async (values: Partial<SettingValues>) => {
  await service.sql`update setting set document = document || ${service.sql.json(values as never)}`
  await service.app.reloadSettings()
}
const teamsCalled = async (name: string) => (await service.sql`select id from team where name = ${name}`).length

/** Drops the response to a new team: the browser itself retries a cut connection once. */
function loseAnswers(): void {
  const listen = ({ method, url, socket }: IncomingMessage) => {
    if (method === 'POST' && url === '/api/team') socket.write = () => socket.destroy().destroyed
  }
  service.http.server.prependListener('request', listen)
  stopListening = () => void service.http.server.off('request', listen)
}

test('a team whose answer was lost is found by pressing again; after a refusal the same text is judged anew', async () => {
  const { page } = await openApp(browser, service, { login: 'gleb', path: '/my/make-team' })
  await page.getByLabel('Team name').fill('Lost Answers')
  loseAnswers()
  await button(page, 'Make a team').click()
  await page.getByRole('alert').waitFor()
  stopListening()
  assert.equal(await teamsCalled('Lost Answers'), 1, 'the team was made')
  await button(page, 'Make a team').click()
  await page.getByRole('heading', { level: 1, name: 'Lost Answers' }).waitFor()
  assert.equal(await teamsCalled('Lost Answers'), 1)

  // A proxy answers for the server, which has made the team.
  await page.goto(`${service.origin}/my/make-team`)
  await page.getByLabel('Team name').fill('Bad Gateway')
  await page.route('**/api/team', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
  })
  await button(page, 'Make a team').click()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/api/team')
  assert.equal(await teamsCalled('Bad Gateway'), 1, 'the team was made')
  await button(page, 'Make a team').click()
  await page.getByRole('heading', { level: 1, name: 'Bad Gateway' }).waitFor()

  await page.goto(`${service.origin}/my/make-team`)
  await page.getByLabel('Team name').fill('Lost Answers')
  await button(page, 'Make a team').click()
  await page.getByText(/There is already a team called/).waitFor()
  await service.sql`update team set name = 'Found Answers' where name = 'Lost Answers'`
  await button(page, 'Make a team').click()
  await page.getByRole('heading', { level: 1, name: 'Lost Answers' }).waitFor()
})

test('a member of a team with a project reads why they cannot leave and how to reach the curators', async () => {
  const { sql } = service
  const [team] = await sql`select id from team where name = 'Маяк'`
  const path = `/my/team/${team!.id}`
  const { page } = await openApp(browser, service, { login: 'boris', path })
  const end = page.getByRole('region', { name: /^(Membership|Team settings)$/ })
  await end.getByText(/only curators change who is in it/).waitFor()
  await button(page, 'Ask a curator to leave').waitFor()
  await assertNoAxeViolations(page)
  // Three requests a day are the limit.
  await sql`
    insert into leave_request (team_id, person_id, status, created_at, ended_at)
    select ${team!.id}, p.id, 'cancelled', now(), now() from person p, generate_series(1, 3) where p.login = 'boris'`
  await page.reload()
  await end.getByText('You can send up to 3 requests to leave a day.', { exact: false }).waitFor()
  assert.match((await end.getByRole('link', { name: 'Contact curators' }).getAttribute('href'))!, /^(mailto:|\/feedback$)/)
  assert.equal(await button(page, 'Leave the team').count(), 0, 'nothing is offered that would be refused')
  assert.equal(await button(page, 'Ask a curator to leave').count(), 0)
  await settled(page)
  await assertNoAxeViolations(page)
})

test('a member of a team that waits for the results of a round can ask a curator to leave, and reads what happens then', async () => {
  const { sql } = service
  const id = await addOwnTeam(sql, ['vera', 'gleb'], { name: 'Waiting For Results' })
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const { id: round } = await openRound(await clientOf(service, 'curator'), ids, new Date())
  await sql`insert into request (team_id, project_id, round_id) select ${id}, p.id, ${round} from project p where p.slug = ${slugs[0]!}`
  await sql`update round set closes_at = now() where id = ${round}`
  const { page } = await openApp(browser, service, { login: 'gleb', path: `/my/team/${id}` })
  const end = page.getByRole('region', { name: 'Membership' })
  await end.getByText(/is waiting for the results of .* only curators change who is in it/).waitFor()
  await button(page, 'Ask a curator to leave').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/waiting for the results of a round.*its list of projects stays as it is/).waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await end.getByText(/A curator will answer by email\./).waitFor()
  await sql`delete from member where team_id = ${id}` // both are free again
})

test('a team that got a project meanwhile is left by a request', async () => {
  const { sql } = service
  const id = await addOwnTeam(sql, ['vera', 'gleb'], { name: 'Soon Busy' })
  const { page } = await openApp(browser, service, { login: 'gleb', path: `/my/team/${id}`, isStill: true })
  await button(page, 'Leave the team').click()
  await sql`insert into assignment (team_id, project_id) select ${id}, id from project where slug = 'city-tree-census'`
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Leave the team' }).click()
  await dialog.getByText(/only curators change who is in it/).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Ask a curator to leave').waitFor()
  await sql`delete from assignment where team_id = ${id}`
  await sql`delete from team where id = ${id}`
})

test('a team that is too small or being disbanded is not offered to apply, and the reason is said', async () => {
  const { sql } = service
  const vera = await clientOf(service, 'vera')
  const id = await addOwnTeam(sql, ['vera'], { name: 'Only One' })
  await set({ leastTeamSize: 2 })
  const { page } = await openApp(browser, service, { login: 'vera', path: '/project/city-tree-census' })
  const step = page.getByRole('complementary', { name: 'Next step' })
  await step.getByText('A team needs 2 members to apply; “Only One” has 1, so 1 more must join.', { exact: false }).waitFor()
  assert.equal(await step.getByRole('link', { name: 'Apply with your team' }).count(), 0)
  await settled(page)
  await assertNoAxeViolations(page)
  const isWhole = '[...document.querySelectorAll(".next-step .soft")].every((text) => text.scrollHeight <= text.clientHeight + 1)'
  assert.ok(await page.evaluate(isWhole), 'the reason is not cut off on a phone')
  await step.getByRole('link', { name: 'Open team' }).click()
  await page.getByRole('heading', { level: 1, name: 'Only One' }).waitFor()
  await page.getByText('A team needs 2 members to apply;', { exact: false }).waitFor()

  await page.goto(`${service.origin}/project/city-tree-census/apply`)
  await heading(page, 'You can’t apply for this project now').waitFor()
  await page.getByText('A team needs 2 members to apply;', { exact: false }).waitFor()
  assert.equal(await button(page, 'Send application').count(), 0)
  await page.getByRole('link', { name: 'Open team' }).waitFor()
  await assertNoAxeViolations(page)

  // Beside a team that can apply, the other one is named with the reason, and cannot be chosen.
  const second = await addOwnTeam(sql, ['vera', 'gleb'], { name: 'Two Of Us' })
  await page.reload()
  await button(page, 'Send application').waitFor()
  await page.getByText('A team needs 2 members to apply; “Only One” has 1', { exact: false }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Only One' }).count(), 0)
  await page.getByText('“Two Of Us” is applying', { exact: false }).waitFor()
  await assertNoAxeViolations(page)

  await set({ leastTeamSize: 1 })
  await vera(disbandTeam, { params: { id: String(id) } })
  await vera(disbandTeam, { params: { id: String(second) } })
  await page.goto(`${service.origin}/project/city-tree-census`)
  await step.getByText('is disbanded in a few minutes.', { exact: false }).waitFor()
  assert.equal(await step.getByRole('link', { name: 'Apply with your team' }).count(), 0)
})

test('requests to join of a team that is being disbanded can only be declined', async () => {
  const { sql } = service
  const id = await addOwnTeam(sql, ['vera'], { name: 'Nearly Over', isLooking: true })
  await (await clientOf(service, 'gleb'))(createJoinRequest, { params: { id: String(id) }, body: {} })
  const vera = await clientOf(service, 'vera')
  await vera(disbandTeam, { params: { id: String(id) } })
  const { page } = await openApp(browser, service, { login: 'vera', path: `/my/team/${id}` })
  await button(page, 'Decline Орлов Глеб Сергеевич').waitFor()
  await settled(page)
  assert.equal(await button(page, 'Accept Орлов Глеб Сергеевич').count(), 0)
  assert.equal(await page.getByText('is disbanded in a few minutes.', { exact: false }).count(), 0, 'the notice says it once')
  await assertNoAxeViolations(page)
  await button(page, 'Undo').first().click()
  await button(page, 'Accept Орлов Глеб Сергеевич').waitFor()
})

test('where curators form teams, the screens to make and find one say so', async () => {
  await set({ whoFormsTeams: 'curators' })
  for (const path of ['/my/make-team', '/my/find-team']) {
    const { page } = await openApp(browser, service, { login: 'gleb', path })
    await heading(page, 'Curators form the teams here').waitFor()
    await page.getByRole('link', { name: 'Contact curators' }).waitFor()
    await assertNoAxeViolations(page)
  }
  await set({ whoFormsTeams: 'members' })
})
