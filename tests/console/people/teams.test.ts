import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { truncate } from '#tests/support/database.ts'
import { assertFocus, holdToasts } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addProject, addTeam, dayFromNow, personOf } from '#tests/support/world/requests.ts'

const service = serviceOfFile()

const open = consoleOf(openBrowser(), service)
const members = (page: Page) => page.getByRole('region', { name: 'Members' })
const idOf = async (name: string): Promise<number> => (await service.sql`select id from team where name = ${name}`)[0]!.id

test('teams are filtered in the address', async () => {
  const { page, faults, externalRequests } = await open('/console/teams')
  await page.getByRole('link', { name: 'Маяк' }).waitFor()
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Маяк' }) })
  assert.match((await row.textContent())!, /Ефимов Борис Алексеевич/)
  await page.getByRole('searchbox', { name: 'Team, member or project' }).fill('гусев')
  await page.waitForURL('**/console/teams?text=*')
  await page.getByText('1 team', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Without a project')
  await page.getByRole('heading', { name: 'No teams found' }).waitFor()
  await page.getByRole('button', { name: 'Show all teams' }).click()
  await page.getByRole('link', { name: 'Маяк' }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual({ faults, externalRequests }, { faults: [], externalRequests: [] })
})

test('a member gets rights and a role; removing a member can be undone', async () => {
  const id = await addTeam(service.sql, 'Lighthouse Three', 'gleb*', 'vera')
  await service.sql`insert into member (team_id, name) values (${id}, 'Edmund Sayer')`
  await service.sql`update member m set name = concat_ws(' ', p.surname, p.name, p.patronymic) from person p where p.id = m.person_id and m.team_id = ${id}`
  const { page } = await open(`/console/teams/${id}`)
  await holdToasts(page)
  await page.getByRole('button', { name: 'Remove Орлов Глеб Сергеевич' }).click()
  await toast(page, 'Орлов Глеб Сергеевич is the only active team admin.')
  await page.getByRole('checkbox', { name: 'Никитина Вера Павловна is a team admin' }).click()
  await toast(page, 'Никитина Вера Павловна is now a team admin.')

  await page.getByRole('button', { name: 'Edit Никитина Вера Павловна' }).click()
  const dialog = page.getByRole('dialog', { name: 'Никитина Вера Павловна' })
  await dialog.getByRole('searchbox', { name: 'Find a role' }).fill('QA')
  await dialog.getByRole('button', { name: 'Add the role QA' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('alert').getByText('You have unsaved changes.').waitFor()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await members(page).getByText('QA', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Remove Орлов Глеб Сергеевич' }).click()
  await members(page).getByText('Орлов Глеб Сергеевич').waitFor({ state: 'detached' })
  await assertFocus(page, 'textContent', 'Members', 'the focus is not lost')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await members(page).getByText('Орлов Глеб Сергеевич').waitFor()
  await page.getByRole('button', { name: 'Remove Орлов Глеб Сергеевич' }).click()
  await page.goto(`${service.origin}/console/teams`) // leaving the page ends the undo period
  const storedMembers = () => service.sql`
    select p.login, m.name, m.is_administrator as admin from member m left join person p on p.id = m.person_id where m.team_id = ${id} order by m.id`
  await until(async () => (await storedMembers()).length === 2)
  assert.deepEqual(
    (await storedMembers()).map((row) => ({ ...row })),
    [
      { login: 'vera', name: 'Никитина Вера Павловна', admin: true },
      { login: null, name: 'Edmund Sayer', admin: false },
    ],
  )
})

test('a member without an account is linked to a person', async () => {
  const { page } = await open(`/console/teams/${await idOf('Paper Boats')}`)
  await page.getByRole('button', { name: 'Edit Edmund Sayer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edmund Sayer' })
  await dialog.getByRole('searchbox', { name: 'Link to an account' }).fill('gleb')
  await dialog.getByRole('button', { name: 'Link to Орлов Глеб Сергеевич' }).click()
  await toast(page, 'Linked to Орлов Глеб Сергеевич. They’ll get an email.')
  await members(page).getByRole('link', { name: 'Орлов Глеб Сергеевич' }).waitFor()
  const rows =
    await service.sql`select 1 from member where person_id = ${await personOf(service.sql, 'gleb')} and name = 'Орлов Глеб Сергеевич'`
  assert.equal(rows.length, 1)
})

test('a team is assigned to a project, to another one, and to none; the consequences are shown before', async () => {
  const { sql } = service
  await addProject(sql, 'harbour', { name: 'Harbour Atlas', teamLimit: 1 })
  await addProject(sql, 'full', { name: 'Harbour Full', teamLimit: 0 })
  await addProject(sql, 'quay', { name: 'Quay Watch' })
  const team = await addTeam(sql, 'Movers', 'anna*')
  await sql`insert into request (team_id, project_id) select ${team}, id from project where slug in ('harbour', 'quay')`
  const { page } = await open(`/console/teams/${team}`)
  await page.getByRole('button', { name: 'Assign a project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project for “Movers”' })
  await dialog.getByRole('searchbox', { name: 'Find a published project' }).fill('harbour')
  await dialog.getByRole('radio', { name: /Harbour Full/ }).waitFor()
  assert.ok(await dialog.getByRole('radio', { name: /Harbour Full/ }).isDisabled(), 'no places free')
  await dialog.getByRole('radio', { name: /Harbour Atlas/ }).check()
  await dialog.getByText('The team has 2 open applications and choices.').waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Assign “Harbour Atlas”' }).click()
  await toast(page, '“Movers” is now working on “Harbour Atlas”.')
  const requests = page.getByRole('region', { name: 'Applications' })
  await requests.getByRole('link', { name: /Harbour Atlas.*Approved/ }).waitFor()
  await requests.getByRole('link', { name: /Quay Watch.*Closed/ }).waitFor()

  await page.getByRole('button', { name: 'Move to another project' }).click()
  await dialog.getByRole('searchbox').fill('quay')
  await dialog.getByRole('radio', { name: /Quay Watch/ }).check()
  await dialog.getByText('“Harbour Atlas” is still in progress. The team will leave it').waitFor()
  await sql`update project set team_limit = 0 where slug = 'quay'` // the place is taken concurrently
  await dialog.getByRole('button', { name: 'Assign “Quay Watch”' }).click()
  await dialog.getByRole('alert').getByText('All places in “Quay Watch” are taken.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'End work' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End work' }).click()
  await toast(page, '“Movers” no longer has a project.')
  const work = await sql`select outcome from assignment where team_id = ${team}`
  assert.deepEqual(
    work.map(({ outcome }) => outcome),
    ['left'],
  )
  await page.getByRole('region', { name: 'Project history' }).getByText('Left').waitFor()
})

test('a move can be undone; finished projects are asked for and warned about; a long list says how long it is', async () => {
  const { sql } = service
  for (let nth = 0; nth < 46; nth++) await addProject(sql, `gully-${nth}`, { name: `Gully ${String(nth).padStart(2, '0')}` })
  await addProject(sql, 'gully-past', { name: 'Gully Past', dateStart: dayFromNow(-60), dateEnd: dayFromNow(-30) })
  const team = await addTeam(sql, 'Returners', 'anna*')
  const { page } = await open(`/console/teams/${team}`)
  await page.getByRole('button', { name: 'Assign a project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project for “Returners”' })
  await dialog.getByRole('searchbox', { name: 'Find a published project' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('gully')
  await dialog.getByText('30 of 46 projects').waitFor()
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await dialog.getByRole('radio').nth(45).waitFor()
  assert.equal(await dialog.getByText('of 46 projects').count(), 0)
  assert.equal(await dialog.getByRole('radio', { name: /Gully Past/ }).count(), 0)
  await dialog.getByRole('checkbox', { name: 'Show finished projects' }).check()
  await dialog.getByRole('radio', { name: /Gully Past/ }).check()
  await dialog.getByText(/“Gully Past” ended on .* Teams normally aren’t assigned/).waitFor()
  await dialog.getByRole('radio', { name: /Gully 07/ }).check()
  assert.equal(await dialog.getByText('“Gully Past” ended').count(), 0)
  await dialog.getByText('The team sees it immediately. 1 member gets an email when the undo time is over.').waitFor()
  await page.keyboard.press('Control+Enter')
  await toast(page, '“Returners” is now working on “Gully 07”.')
  await page.getByText(/You can undo this until/).waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Undo move' }).click()
  await toast(page, 'Move of “Returners” undone.')
  await page.getByText('This team has no project.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo move' }).count(), 0)
  assert.equal((await sql`select 1 from assignment where team_id = ${team}`).length, 0)
})

test('adding a member says that the person is in another team; Ctrl+S saves the form', async () => {
  const { sql } = service
  await addTeam(sql, 'First Home', 'boris*')
  const team = await addTeam(sql, 'Second Home', 'anna*')
  const { page } = await open(`/console/teams/${team}`)
  await page.getByRole('searchbox', { name: 'Name, login or email' }).fill('boris')
  const found = page.getByRole('button', { name: /^Add .*Already in the teams? .*“First Home”/ })
  await found.locator('.finder-teams').getByText('“First Home”').waitFor()
  await found.click()
  await toast(page, /added to the team\. They’ll get an email\. Already in the teams? .*“First Home”/)
  await page.getByLabel('Name', { exact: true }).fill('Second House')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: 'Second House' }).waitFor()
})

test('unsaved input is not lost by a wrong click; a team without results can be deleted', async () => {
  const team = await addTeam(service.sql, 'Short-lived', 'vera*')
  const { page } = await open(`/console/teams/${team}`)
  await page.getByLabel('Name', { exact: true }).fill('Long-lived')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'People' }).click()
  const question = page.getByRole('dialog', { name: 'You have unsaved changes.' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Long-lived')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Long-lived' }).waitFor()
  await page.getByRole('button', { name: 'Delete team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click()
  await toast(page, 'Team “Long-lived” deleted.')
  assert.equal((await service.sql`select 1 from team where id = ${team}`).length, 0)
  await page.goto(`${service.origin}/console/teams/${team}`)
  await page.getByRole('heading', { name: 'Team not found' }).waitFor()
})

test('what is typed while the form is being sent is kept for the next save', async () => {
  const team = await addTeam(service.sql, 'Slow boat', 'vera*')
  const { page } = await open(`/console/teams/${team}`)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/console/team/*', async (route) => {
    if (route.request().method() === 'PUT') await answer.promise
    await route.continue()
  })
  await page.getByLabel('Name', { exact: true }).fill('Fast boat')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await page.getByLabel('Description (optional)').fill('With oars')
  answer.resolve()
  await page.getByRole('heading', { level: 1, name: 'Fast boat' }).waitFor()
  await toast(page, 'Saved.')
  assert.equal(await page.getByLabel('Description (optional)').inputValue(), 'With oars')
  await page.getByRole('button', { name: 'Save' }).click()
  await until(async () => (await service.sql`select 1 from team where name = 'Fast boat' and description = 'With oars'`).length === 1)
})

test('without any team the page shows the next step', async () => {
  await truncate(service.sql, 'team')
  const { page } = await open('/console/teams')
  await page.getByRole('heading', { name: 'No teams yet' }).waitFor()
  await assertNoAxeViolations(page)
  assert.equal(await page.getByRole('link', { name: 'Import teams' }).getAttribute('href'), '/console/exchange')
})
