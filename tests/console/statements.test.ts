import assert from 'node:assert/strict'
import { createRequest } from '#contract/request.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { test } from '#tests/support/tier.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'

// What the console says agrees with what is stored.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service)
test('the projects for a round are offered until all that match are added', async () => {
  for (let one = 1; one <= 17; one++) await addProject(service.sql, `edition-${one}`, { name: `Edition 2.0 ${one}` })
  const { page, faults } = await open('/console/rounds/new')
  await page.getByRole('searchbox').fill('edition 2.0')
  const offers = page.getByRole('button', { name: /^Add “?Edition 2\.0/ })
  await page.getByText('5 more projects found.').waitFor()
  await assertCount(offers, 12)
  for (let left = 17; left > 0; left--) {
    assert.equal(await page.getByText('No projects found.').count(), 0)
    await offers.first().click()
    await page
      .getByRole('button', { name: /^Remove .*Edition/ })
      .nth(17 - left)
      .waitFor()
    await assertCount(offers, Math.min(12, left - 1))
  }
  await page.getByText('All projects found are already in the round.').waitFor()
  await page.getByRole('searchbox').fill('edition 3.0')
  await page.getByText('No projects found.').waitFor()
  assert.deepEqual(faults, [])
})

test('many projects get a curator, who finds them under Mine', async () => {
  for (const name of ['One', 'Two']) await addProject(service.sql, `handed-${name.toLowerCase()}`, { name: `Handed ${name}` })
  const { page, faults } = await open('/console/projects?text=handed')
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Set curator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set curator' })
  const [me] = await service.sql<{ id: number; surname: string }[]>`select id, surname from person where login = 'curator'`
  await dialog.getByLabel('Responsible curator').fill(me!.surname)
  await dialog
    .getByRole('button', { name: new RegExp(me!.surname) })
    .first()
    .click()
  await dialog.getByRole('group', { name: 'Responsible curator' }).waitFor()
  assert.match(await dialog.getByLabel('Curator', { exact: true }).inputValue(), new RegExp(me!.surname))
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('2 projects will change').waitFor()
  await dialog.getByRole('button', { name: 'Change 2 projects' }).click()
  await page.getByText('2 projects changed.').waitFor()
  await page.goto(`${service.origin}/console/projects?text=handed&mine=true`)
  await page.getByRole('link', { name: 'Handed Two' }).waitFor()
  await assertCount(page.locator('tbody tr'), 2)
  assert.deepEqual(faults, [])
})

test('the preview of archiving names the teams at work; the timeline says afterwards who worked', async () => {
  const { sql } = service
  const project = await addProject(sql, 'worked-on', {
    name: 'Worked On',
    teamLimit: 1,
    dateStart: dayFromNow(-30),
    dateEnd: dayFromNow(30),
  })
  await sql`insert into assignment (team_id, project_id) values (${await addTeam(sql, 'Night Shift', 'anna*')}, ${project})`
  const { page, faults } = await open('/console/projects?text=worked-on')
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive projects' })
  await dialog.getByText('1 team is working on these projects. Its work will be marked as finished').waitFor()
  await dialog.getByText('1 team is working on it. Its work will be marked as finished: Night Shift').waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Change 1 project' }).click()
  await page.getByText('1 project changed.').waitFor()
  await page.goto(`${service.origin}/console/timeline?text=worked-on`)
  const row = page.getByRole('listitem').filter({ hasText: 'Worked On' })
  await row.getByText('1 team worked on it').waitFor()
  assert.equal(await row.getByText('0 of 1').count(), 0)
  assert.deepEqual(faults, [])
})

test('the work of a team that has not started, and that is over, is not in progress', async () => {
  const { sql } = service
  const ahead = await addProject(sql, 'starts-later', { name: 'Starts Later', dateStart: dayFromNow(13), dateEnd: dayFromNow(90) })
  const over = await addProject(sql, 'ended-before', { name: 'Ended Before', dateStart: dayFromNow(-90), dateEnd: dayFromNow(-3) })
  const team = await addTeam(sql, 'Patient', 'anna*')
  const late = await addTeam(sql, 'Late', 'boris*')
  await sql`insert into assignment (team_id, project_id) values (${team}, ${ahead}), (${late}, ${over})`
  const { page, faults } = await open(`/console/teams/${team}`)
  const history = page.getByRole('region', { name: 'Project history' })
  await history.getByText('Not started').waitFor()
  await history.getByText(/^assigned on .+, starts on .+/).waitFor()
  assert.equal(await history.getByText('In progress').count(), 0)
  await page.goto(`${service.origin}/console/teams/${late}`)
  await history.getByText('Project ended').waitFor()
  assert.deepEqual(faults, [])
})

test('a choice of a round is not offered for a decision, neither on its page nor by key; the team page calls it a choice', async () => {
  const { sql } = service
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const curator = await clientOf(service, 'curator')
  await openRound(curator, ids, new Date())
  const anna = await clientOf(service, 'anna')
  const { team, requests } = await addChoosingTeam(sql, 'anna', anna, slugs)
  await addProject(sql, 'plain', { name: 'Plain' })
  await anna(createRequest, { body: { project: 'plain', team } })
  const { page, faults } = await open(`/console/requests/${requests[0]}`)
  await page.getByText('This is a choice in a round.').waitFor()
  await assertCount(page.getByRole('region', { name: 'Other applications of this team' }).getByText('Awaiting decision'), 1)
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  await page.locator('h1').focus()
  await page.keyboard.press('a')
  await page.getByRole('status').getByText('This is a choice in a round.').first().waitFor()
  await page.goto(`${service.origin}/console/teams/${team}`)
  const list = page.getByRole('region', { name: 'Applications' })
  await list.getByText('Choice in a round').waitFor()
  await assertCount(list.getByText('Awaiting decision'), 1)
  await page.goto(`${service.origin}/console/projects?text=${slugs[0]}`)
  await settled(page)
  assert.equal(await page.getByRole('link', { name: /await/ }).count(), 0)
  await page.getByRole('link', { name: `Project ${slugs[0]}` }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByRole('dialog').getByText('1 team has chosen it in a round.').waitFor()
  await page.goto(`${service.origin}/console/report`)
  await page.getByText(/choices in rounds without results: \d/).waitFor()
  await page.goto(`${service.origin}/console`)
  await settled(page)
  assert.deepEqual(faults, [])
})
