import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type ConsoleProject, createProject, getConsoleProject, type ProjectDraft, setProjectState } from '#contract/console/project.ts'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { assertFocus, holdToasts } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// Wanted roles and the cover, which are edited on the page of a project.

const service = serviceOfFile()
let admin: Awaited<ReturnType<typeof callAs>>
before(async () => {
  admin = await callAs(service, 'admin')
})

const make = (name: string, more: Partial<ProjectDraft> = {}) => admin(createProject, { body: { name, tags: [1, 2], ...more } })
const stored = ({ id }: { id: number }) => admin(getConsoleProject, { params: { id: String(id) } })
const openConsole = consoleOf(openBrowser(), service)
const open = ({ id }: ConsoleProject, settings = {}) => openConsole(`/console/projects/${id}`, settings)
const section = (page: Page) => page.getByRole('region', { name: 'Cover' })
const shown = (page: Page) => section(page).locator('.cover img')
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const choose = async (page: Page, buffer: Buffer, mimeType = 'image/png') =>
  section(page).locator('input[type=file]').setInputFiles({ name: 'cover.png', mimeType, buffer })

test('wanted roles are chosen by keyboard with a number, and removed', async () => {
  const project = await make('Wanting bridge', { wantedRoles: [{ role: 'QA', count: 3 }] })
  const { page, faults } = await open(project)
  const wanted = page.getByRole('list', { name: 'Wanted roles' })
  const count = (role: string) => page.getByRole('combobox', { name: `How many people: ${role}` })
  assert.equal(await count('QA').inputValue(), '3')
  const search = page.getByRole('searchbox', { name: 'Find a role' })
  await search.fill('дизайнер интерф')
  await page.getByRole('button', { name: 'Add the role UX/UI designer' }).waitFor()
  await page.getByText('1 role', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await count('UX/UI designer').waitFor()
  assert.equal(await search.inputValue(), '')
  await assertFocus(page, 'labels?.[0]?.textContent', 'Find a role')
  await search.fill('devops')
  await page.getByRole('button', { name: 'Add the role DevOps' }).click()
  await count('DevOps').selectOption('20')
  await page.getByRole('button', { name: 'Remove the role QA' }).focus()
  await page.keyboard.press('Enter')
  await count('QA').waitFor({ state: 'detached' })
  await assertFocus(page, 'labels?.[0]?.textContent', 'Find a role')
  await assertCount(wanted.getByRole('listitem'), 2)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('All changes saved.').waitFor()
  assert.deepEqual((await stored(project)).wantedRoles, [
    { role: 'UX/UI designer', roleRu: 'Дизайнер интерфейсов', count: 1 },
    { role: 'DevOps', roleRu: 'DevOps-инженер', count: 20 },
  ])
  assert.deepEqual(faults, [])
})

test('a wanted role that was deleted meanwhile is reported; with twelve roles no more can be added', async () => {
  await service.sql`insert into role (name) values ('Passing role')`
  const { roles } = await service.sql`select array(select name from role where name <> 'Passing role' order by id limit 11) as roles`.then(
    ([row]) => row as { roles: string[] },
  )
  const project = await make('Crowded bridge', { wantedRoles: roles.map((role) => ({ role, count: 1 })) })
  const { page } = await open(project)
  await page.getByRole('searchbox', { name: 'Find a role' }).fill('passing')
  await page.getByRole('button', { name: 'Add the role Passing role' }).click()
  await page.getByText('You can add up to 12 roles.').waitFor()
  assert.equal(await page.getByRole('searchbox', { name: 'Find a role' }).count(), 0)
  await service.sql`delete from role where name = 'Passing role'`
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/Unknown roles: “Passing role”/).waitFor()
  await page.getByRole('button', { name: 'Remove the role Passing role' }).click()
  await page.getByRole('searchbox', { name: 'Find a role' }).waitFor()
  assert.deepEqual(await stored(project), project)
})

test('a picture is uploaded with its text and focal point, changed, removed and restored by keyboard', async () => {
  const project = await make('Covered bridge')
  const { page, faults } = await open(project)
  await section(page).locator('.cover > svg').waitFor() // the generated cover
  await choose(page, await picture(400, 800))
  const dialog = page.getByRole('dialog', { name: 'New cover' })
  await dialog.getByRole('slider', { name: 'Visible part' }).waitFor()
  await dialog.getByText('The picture is small').waitFor()
  await assertNoAxeViolations(page)
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await dialog.getByText('Describe the picture in a few words.').waitFor()
  await dialog.getByRole('textbox', { name: 'What the picture shows' }).fill('A bridge over a river')
  await dialog.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await save.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden', timeout: 60_000 })
  const { cover } = await stored(project)
  assert.deepEqual([cover!.alt, cover!.focalX, cover!.focalY], ['A bridge over a river', 50, 1])
  await section(page).getByRole('img', { name: 'A bridge over a river' }).waitFor()
  assert.match((await shown(page).getAttribute('src'))!, /^blob:/, 'the picture of a draft is loaded with the access token')

  await section(page).getByRole('button', { name: 'Edit cover' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit cover' })
  await edit.getByRole('slider').waitFor()
  assert.equal(await edit.getByRole('slider').inputValue(), '1')
  assert.ok(await edit.getByRole('button', { name: 'Save' }).isDisabled())
  await edit.getByRole('slider').fill('80')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'hidden', timeout: 60_000 })
  assert.equal((await stored(project)).cover!.focalY, 80)

  await holdToasts(page)
  await section(page).getByRole('button', { name: 'Remove' }).click()
  await section(page).getByText('Drag a picture here').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await section(page).getByRole('img', { name: 'A bridge over a river' }).waitFor()
  assert.notEqual((await stored(project)).cover, null)
  assert.deepEqual(faults, [])
})

test('a dropped picture is taken, and one that cannot be used is explained', async () => {
  const project = await make('Dropped')
  const { page } = await open(project, { viewport: phone })
  await choose(page, Buffer.from('%PDF-1.4'), 'application/pdf')
  await section(page).getByText('Can’t open this file.').waitFor()
  await choose(page, Buffer.alloc(10 * 1024 * 1024 + 1))
  await section(page).getByText('The limit is 10 MB.').waitFor()
  await choose(page, Buffer.from('not a picture'))
  const dialog = page.getByRole('dialog', { name: 'New cover' })
  await dialog.getByText('Can’t open this file.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const bytes = (await picture(1600, 900)).toString('base64')
  // As text: the types of the browser are not loaded here.
  const transfer = await page.evaluateHandle(`(() => {
    const given = new DataTransfer()
    given.items.add(new File([Uint8Array.from(atob('${bytes}'), (char) => char.charCodeAt(0))], 'dropped.png', { type: 'image/png' }))
    return given
  })()`)
  await section(page).locator('.cover-picker').dispatchEvent('drop', { dataTransfer: transfer })
  await dialog.getByRole('textbox', { name: 'What the picture shows' }).waitFor()
  assert.equal(await dialog.getByRole('slider').count(), 0, 'nothing is cut off')
})

test('a published cover is served in several formats, and the team may be allowed to change it', async () => {
  const project = await make('Published cover')
  await admin(setProjectState, { params: { id: String(project.id) }, body: { state: 'published' } })
  const { page } = await open(project)
  await choose(page, await picture(1600, 900))
  const dialog = page.getByRole('dialog', { name: 'New cover' })
  await dialog.getByRole('textbox', { name: 'What the picture shows' }).fill('Teal')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await section(page).getByRole('img', { name: 'Teal' }).waitFor({ timeout: 60_000 })
  await shown(page).evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode())
  assert.match(await shown(page).evaluate((image) => (image as unknown as { currentSrc: string }).currentSrc), /-(480|960|1440)\.avif$/)
  await section(page)
    .getByRole('checkbox', { name: /Admins of the team can change the cover/ })
    .check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('All changes saved.').waitFor()
  assert.equal((await stored(project)).teamMayChangeCover, true)
})
