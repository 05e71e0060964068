import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { applyAlone } from '#tests/support/console/console-requests.ts'
import { settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { addProject, personOf } from '#tests/support/world/requests.ts'

const service = serviceOfFile()

const open = consoleOf(openBrowser(), service)
const save = async (page: Page) => {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  assert.equal((await saved).status(), 200)
}
const olga = 'Воронова Ольга Сергеевна'
const igor = 'Мартынов Игорь Валентинович'

let made = 0
const applied = (team: string) => applyAlone(service.sql, `duty-${++made}`, `Duty ${made}`, team, 'anna*')
const reviewerOf = async (id: number) => (await service.sql`select reviewer_id from request where id = ${id}`)[0]!.reviewer_id

test('a responsible curator is chosen in the editor among curators, found by the filter “Mine”, and removed', async () => {
  const project = await addProject(service.sql, 'duty-editor', { name: 'Duty roster' })
  const { page, faults } = await open(`/console/projects/${project}`)
  const finder = page.getByRole('searchbox', { name: 'Responsible curator' })
  await finder.fill('ковалева')
  await page.getByText('No accounts found.').waitFor()
  await finder.fill('воронова')
  await page.getByRole('button', { name: `Make ${olga} the responsible curator` }).click()
  await page.getByRole('group', { name: 'Responsible curator' }).getByText(olga).waitFor()
  await assertNoAxeViolations(page)
  await save(page)
  assert.equal(
    (await service.sql`select curator_id from project where id = ${project}`)[0]!.curator_id,
    await personOf(service.sql, 'curator'),
  )
  await page.goto(`${service.origin}/console/projects?text=duty+roster`)
  await page.getByRole('combobox', { name: 'Responsible curator' }).selectOption('Unassigned')
  await page.getByRole('heading', { name: 'No projects found' }).waitFor()
  await page.getByRole('combobox', { name: 'Responsible curator' }).selectOption('Mine')
  await page.waitForURL('**/console/projects?text=duty+roster&mine=true')
  await page.getByRole('row').filter({ hasText: 'Duty roster' }).getByText(olga).waitFor()
  await page.goto(`${service.origin}/console/projects/${project}`)
  await page.getByRole('button', { name: `Remove ${olga} as the responsible curator` }).click()
  await save(page)
  assert.equal((await service.sql`select curator_id from project where id = ${project}`)[0]!.curator_id, null)
  assert.deepEqual(faults, [])
})

test('selected applications are assigned to a curator; the cards name the reviewer, and it can be undone', async () => {
  const [one, two] = [await applied('Duty Ants'), await applied('Duty Bees')]
  const { page, faults } = await open('/console/requests?text=duty')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Assign reviewer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who reviews 2 applications?' })
  await dialog.getByText('Duty Ants and Duty Bees').waitFor()
  await dialog.getByRole('searchbox', { name: 'Another curator' }).fill('мартынов')
  await dialog.getByRole('button', { name: `Assign to ${igor}` }).waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: `Assign to ${igor}` }).click()
  await toast(page, `2 applications assigned to ${igor}.`)
  const card = page.getByRole('listitem').filter({ hasText: 'Duty Ants' })
  await card.getByText(`Reviewer: ${igor}`).waitFor()
  const admin = await personOf(service.sql, 'admin')
  assert.deepEqual([await reviewerOf(one.id), await reviewerOf(two.id)], [admin, admin])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await toast(page, 'Previous reviewers restored.')
  await card.getByText(`Reviewer: ${igor}`).waitFor({ state: 'detached' })
  assert.deepEqual([await reviewerOf(one.id), await reviewerOf(two.id)], [null, null])
  assert.deepEqual(faults, [])
})

test('an application is taken with “Assign to me”, is then among mine, and is released again', async () => {
  const { id, project } = await applied('Duty Crows')
  const { page, faults } = await open(`/console/requests/${id}`)
  const box = page.getByRole('region', { name: 'Reviewer' })
  await box.getByText('Unassigned. The project has no responsible curator.').waitFor()
  await box.getByRole('button', { name: 'Assign to me' }).click()
  await box.getByText(olga).waitFor()
  await assertNoAxeViolations(page)
  await page.goto(`${service.origin}/console/requests?text=crows`)
  await page.getByRole('combobox', { name: 'Reviewer' }).selectOption('Mine')
  await page.waitForURL('**/console/requests?text=crows&mine=true')
  await page.getByRole('link', { name: 'Duty Crows' }).click()
  await service.sql`update project set curator_id = ${await personOf(service.sql, 'admin')} where id = ${project}`
  await box.getByRole('button', { name: 'Change reviewer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove assignment' }).click()
  await toast(page, 'Assignment removed from 1 application.')
  await box.getByText(igor).waitFor()
  await box.getByText('Responsible curator of the project').waitFor()
  assert.equal(await reviewerOf(id), null)
  assert.deepEqual(faults, [])
})

test('the teams of my projects are filtered in the address', async () => {
  const [row] = await service.sql`
    select t.name from assignment a join project p on p.id = a.project_id join team t on t.id = a.team_id
    where a.ended_at is null and p.curator_id = ${await personOf(service.sql, 'curator')} order by t.name limit 1`
  const { page } = await open('/console/teams')
  await page.getByRole('combobox', { name: 'Responsible curator' }).selectOption('Mine')
  await page.waitForURL('**/console/teams?mine=true')
  if (row) await page.getByRole('link', { name: row.name, exact: true }).waitFor()
  else await page.getByRole('heading', { name: 'No teams found' }).waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
})

test('curators read, but do not edit, people with access to the console; administrators edit them', async () => {
  const id = await personOf(service.sql, 'admin')
  const { page } = await open(`/console/people/${id}`, { viewport: phone })
  await page.getByText('Only admins can edit people who have access to the console.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0)
  const other = await open(`/console/people/${await personOf(service.sql, 'curator')}`, { login: 'admin' })
  await other.page.getByRole('link', { name: 'Edit details' }).click()
  const email = other.page.getByRole('textbox', { name: 'Email' })
  await email.waitFor()
  assert.equal(await email.isDisabled(), true, 'has signed in')
  await other.page.getByRole('combobox', { name: 'Group or year' }).fill('Office')
  await save(other.page)
  await other.page.getByRole('button', { name: 'Back to the account' }).click()
  await other.page.getByText('Office', { exact: true }).waitFor()
})
