import assert from 'node:assert/strict'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { addTeam } from '#tests/support/world/requests.ts'

const service = serviceOfFile()

const open = consoleOf(openBrowser(), service)
const membersOf = async (team: number) =>
  (await service.sql`select p.login from member m join person p on p.id = m.person_id where team_id = ${team} order by m.id`).map(
    ({ login }) => login,
  )

test('a request that another curator has answered says so', async () => {
  const team = await addTeam(service.sql, 'Answered twice', 'anna*', 'gleb')
  const [row] = await service.sql`
    insert into leave_request (team_id, person_id, created_at) select ${team}, id, now() from person where login = 'gleb' returning id`
  const { page } = await open(`/console/teams/${team}`, { isStill: true }) // a refetch would remove the request with its dialog
  await page.getByRole('button', { name: 'Agree: Орлов Глеб Сергеевич' }).click()
  await service.sql`update leave_request set status = 'cancelled', ended_at = now() where id = ${row!.id}`
  await page.getByRole('dialog').getByRole('button', { name: 'Let them leave' }).click()
  await page.getByRole('alert').getByText('It was answered or cancelled').waitFor()
  assert.deepEqual(await membersOf(team), ['anna', 'gleb'])
})

test('teams that members formed are marked and filtered, and disbanded ones are a list of their own', async () => {
  const gone = await addTeam(service.sql, 'Gone away', 'anna*')
  await service.sql`update team set formed_by = 'members', disbanded_at = now() where id = ${gone}`
  const { page, faults } = await open('/console/teams')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Late Train' }) })
  await row.getByText('Formed by members').waitFor()
  await row.getByText('Looking for people').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Gone away' }).count(), 0)
  await page.getByRole('combobox', { name: 'Formed by' }).selectOption('Formed by members')
  await page.getByText('1 team', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Current or disbanded' }).selectOption('Disbanded teams')
  await page.waitForURL('**/console/teams?*life=disbanded*')
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Gone away' }).click()
  await page.getByText('It stays here for the projects it has worked on').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  assert.equal(await page.getByRole('searchbox', { name: 'Name, login or email' }).count(), 0)
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Delete team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click()
  await toast(page, 'Team “Gone away” deleted.')
  assert.deepEqual(faults, [])
})

test('a curator edits the wanted roles of a team and whether it looks for people, on a phone', async () => {
  const team = await addTeam(service.sql, 'Wants people', 'anna*')
  const { page, faults } = await open(`/console/teams/${team}`, { viewport: phone })
  await page.getByRole('checkbox', { name: 'Looking for people' }).check()
  const form = page.getByRole('region', { name: 'Name and description' })
  await form.getByRole('searchbox', { name: 'Find a role' }).fill('tester')
  await form.getByRole('button', { name: 'Add the role QA' }).click()
  await form.getByRole('combobox', { name: 'How many people: QA' }).selectOption('3')
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Saved.')
  await page.locator('.team-marks').getByText('Looking for people').waitFor()
  const [stored] = await service.sql`
    select t.is_looking, w.count, r.name from team t join team_wanted_role w on w.team_id = t.id join role r on r.id = w.role_id where t.id = ${team}`
  assert.deepEqual({ ...stored }, { is_looking: true, count: 3, name: 'QA' })
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= phone.width)
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

test('the settings say what a choice means before it is saved; contradicting sizes are refused', async () => {
  const { page, faults } = await open('/console/settings', { login: 'admin' })
  await settled(page)
  const meaning = page.locator('.settings-meaning')
  await meaning.getByText('Everyone who is signed in can make a team').waitFor()
  await page.getByLabel('Members needed to apply').fill('3')
  await meaning.getByText('A team can apply once it has 3 members.').waitFor()
  await page.getByLabel('Most members of a team').fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.field-fault').first().waitFor()
  await page.getByLabel('Most members of a team').fill('5')
  await page.getByLabel('Who forms teams').selectOption('Curators only')
  await meaning.getByText('Only curators make teams and add members.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  const [row] = await service.sql`select document from setting`
  assert.deepEqual(row!.document, { whoFormsTeams: 'curators', leastTeamSize: 3, mostTeamSize: 5 })
  await assertNoAxeViolations(page)
  assert.equal(faults.length, 1, 'the refused sizes')
})
