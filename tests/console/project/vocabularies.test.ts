import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { assertFocus, holdToasts, settled } from '#tests/support/page/app.ts'
import { assertShown, assertTexts } from '#tests/support/page/assert-content.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

const service = serviceOfFile()

const open = consoleOf(openBrowser(), service, { path: '/console/words' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const names = async (page: Page) => page.getByRole('rowheader').allTextContents()
const storedTag = async (name: string) => (await service.sql`select id, name_ru, description from tag where name = ${name}`)[0]

test('a tag is added in both languages and edited, and the directory shows it immediately', async () => {
  const { page, faults } = await open()
  assert.equal(await page.getByRole('link', { name: 'Tags' }).getAttribute('aria-current'), 'page')
  await page.getByRole('button', { name: 'Add a tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a tag' })
  await dialog.getByLabel('Name', { exact: true }).fill('Space')
  await dialog.getByLabel('Name in Russian').fill('Космос')
  await dialog.getByLabel('Description').fill('Rockets')
  await assertNoAxeViolations(page)
  await page.keyboard.press('Control+Enter')
  await page.getByText('“Space” added.').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const tag = await storedTag('Space')
  assert.deepEqual([tag!.name_ru, tag!.description], ['Космос', 'Rockets'])
  await rowOf(page, 'Space').waitFor()
  await assertTexts(rowOf(page, 'Space').getByRole('cell'), ['Космос', 'Rockets', '0', ''])
  await rowOf(page, 'Space').getByRole('button', { name: 'Edit “Space”' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit “Space”' })
  assert.equal(await edit.getByLabel('Name in Russian').inputValue(), 'Космос')
  await edit.getByLabel('Name', { exact: true }).fill('Outer space')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Outer space” saved.').waitFor()
  await rowOf(page, 'Outer space').waitFor()
  const tags = (await (await fetch(`${service.url}/tag`)).json()) as { name: string; nameRu: string }[]
  assert.ok(tags.some(({ name, nameRu }) => name === 'Outer space' && nameRu === 'Космос'))
  await assertFocus(page, 'getAttribute("aria-label")', 'Edit “Outer space”', 'the focus is unchanged')
  assert.deepEqual(faults, [])
})

test('a refusal is shown at its field, which gets the focus; unsaved input is not lost without a confirmation', async () => {
  const { page } = await open('/console/words/role')
  await page.getByRole('button', { name: 'Add a role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Navigator')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await assertFocus(page, 'labels[0].textContent', 'Name in Russian', 'both names are asked for')
  await dialog.getByLabel('Name in Russian').fill('Штурман')
  await dialog.getByLabel('Other names').fill('helmsman\nresearcher')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('“researcher” already exists').waitFor()
  await assertFocus(page, 'tagName', 'TEXTAREA')
  await page.keyboard.press('Escape')
  await dialog.getByText('You have unsaved changes.').waitFor()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByLabel('Other names').fill('helmsman')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Navigator” added.').waitFor()
  const [role] = await service.sql`select name_ru, aliases from role where name = 'Navigator'`
  assert.deepEqual({ ...role }, { name_ru: 'Штурман', aliases: ['helmsman'] })
})

test('a reason needs both languages, a platform has hosts, a file type its visibility', async () => {
  const { page } = await open('/console/words/reason')
  await page.getByRole('button', { name: 'Add a reason' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Text in English').fill('Too far away.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await assertFocus(page, 'validity.valueMissing', true)
  await dialog.getByLabel('Text in Russian').fill('Слишком далеко.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Too far away.').waitFor()
  await page.getByRole('link', { name: 'Platforms' }).click()
  await page.waitForURL('**/console/words/platform')
  await page.getByRole('button', { name: 'Edit “Figma”' }).click()
  await dialog.getByLabel('Hosts').fill('https://figma.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('should be host names like github.com').waitFor()
  await dialog.getByLabel('Hosts').fill('figma.com\nFIGMA.site')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Figma” saved.').waitFor()
  assert.deepEqual((await service.sql`select hosts from platform where name = 'Figma'`)[0]!.hosts, ['figma.com', 'figma.site'])
  await page.getByRole('link', { name: 'File categories' }).click()
  await page.getByRole('button', { name: 'Edit “Source code”' }).click()
  await dialog.getByRole('checkbox', { name: 'Files in this category are public' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Source code').getByText('public').waitFor()
  assert.equal((await service.sql`select is_public from file_type where name = 'Source code'`)[0]!.is_public, true)
})

test('terms are moved by keyboard, the position is announced, and the server stores the order', async () => {
  const { page } = await open('/console/words/platform')
  const before = await names(page)
  await page.getByRole('button', { name: `Move “${before[2]}” up` }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`“${before[2]}” is now 2 of ${before.length}.`).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await page.getByText(`“${before[2]}” is now 1 of ${before.length}.`).waitFor({ state: 'attached' })
  const expected = [before[2], before[0], before[1], ...before.slice(3)]
  await assertShown(() => names(page), expected)
  assert.equal(
    await page.evaluate('document.activeElement.getAttribute("aria-label")'),
    `Move “${before[2]}” down`,
    'it cannot go further up',
  )
  const stored = async () => (await service.sql`select name from platform order by position, id`).map(({ name }) => name)
  await until(async () => JSON.stringify(await stored()) === JSON.stringify(expected))
  await page.reload()
  await settled(page)
  await assertShown(() => names(page), expected)
  await page.goto(`${service.origin}/console/words/tag`)
  await settled(page)
  assert.equal(await page.getByRole('button', { name: /^Move/ }).count(), 0, 'tags are sorted by name')
})

test('a merge shows its preview and is executed', async () => {
  const { page } = await open('/console/words/role')
  const { sql } = service
  const used = (name: string) => sql`
    select id, (select count(*) from member_role where role_id = role.id)::int
      + (select count(*) from project_wanted_role where role_id = role.id)::int as uses from role where name = ${name}`
  const [[lead], [manager]] = await Promise.all([used('Team Lead'), used('Embedded developer')])
  await page.getByRole('button', { name: 'Merge “Embedded developer” into another entry' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge “Embedded developer” into another entry' })
  assert.equal(await dialog.getByRole('button', { name: 'Merge' }).isDisabled(), true)
  await dialog.getByLabel('Merge into').selectOption(`Team Lead (${lead!.uses})`)
  await dialog.getByText(`“Embedded developer” is used ${manager!.uses} times. It will be replaced by “Team Lead”.`).waitFor()
  await dialog.getByText(`“Team Lead” is currently used ${lead!.uses} times.`).waitFor()
  await dialog.getByText('A search for “Embedded developer” will find “Team Lead”.').waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('“Embedded developer” merged into “Team Lead”.').waitFor()
  await rowOf(page, 'Embedded developer').waitFor({ state: 'detached' })
  assert.equal((await sql`select count(*)::int as n from role where id = ${manager!.id}`)[0]!.n, 0)
  assert.ok((await sql`select aliases from role where id = ${lead!.id}`)[0]!.aliases.includes('Embedded developer'))
})

test('a built-in role can be hidden from the lists, but not renamed, merged or deleted', async () => {
  const { page, faults } = await open('/console/words/role')
  const row = rowOf(page, 'CV Engineer')
  await row.getByText('built in').waitFor()
  assert.deepEqual(await row.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [
    'Move “CV Engineer” up',
    'Move “CV Engineer” down',
    'Edit “CV Engineer”',
  ])
  await row.getByRole('button', { name: 'Edit “CV Engineer”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit “CV Engineer”' })
  assert.equal(await dialog.getByLabel('Name', { exact: true }).getAttribute('readonly'), '')
  await dialog.getByText('The mobile app sends this role from its own menu.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Hide from role pickers' }).check()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('hidden').waitFor()
  const offered = async () => ((await (await fetch(`${service.url}/user/role`)).json()) as string[]).includes('CV Engineer')
  assert.equal(await offered(), false)
  await row.getByRole('button', { name: 'Edit “CV Engineer”' }).click()
  await dialog.getByRole('checkbox', { name: 'Hide from role pickers' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('hidden').waitFor({ state: 'detached' })
  assert.equal(await offered(), true)
  assert.deepEqual(faults, [])
})

test('an impossible merge is explained in the dialog', async () => {
  const { sql } = service
  const [other] = await sql`insert into file_type (name, position) values ('Rival', 99) returning id`
  const [type] = await sql`
    with one as (select f.project_id, f.team_id, t.name from file f join file_type t on t.id = f.file_type_id
        where f.kind = 'result' and f.deleted_at is null order by f.id limit 1),
      added as (insert into file (kind, project_id, team_id, file_type_id) select 'result', project_id, team_id, ${other!.id} from one)
    select name from one`
  const { page } = await open('/console/words/file-type')
  await page.getByRole('button', { name: 'Merge “Rival” into another entry' }).click()
  const dialog = page.getByRole('dialog')
  const option = await dialog.getByRole('option', { name: new RegExp(`^${type!.name} \\(`) }).textContent()
  await dialog.getByLabel('Merge into').selectOption(option!)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await dialog.getByRole('alert').getByText('Only two different entries of the same kind can be merged').waitFor()
})

test('deleting an unused term can be undone; without undo it is removed', async () => {
  const { sql } = service
  await sql`insert into tag (name) values ('Unused one'), ('Unused two')`
  const { page } = await open()
  await holdToasts(page)
  assert.equal(
    await rowOf(page, 'Web')
      .getByRole('button', { name: /^Delete/ })
      .count(),
    0,
    'what is in use cannot be deleted',
  )
  await page.getByRole('button', { name: 'Delete “Unused one”' }).click()
  await rowOf(page, 'Unused one').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, 'Unused one').waitFor()
  await page.getByRole('button', { name: 'Delete “Unused two”' }).click()
  await rowOf(page, 'Unused two').waitFor({ state: 'detached' })
  assert.ok(await storedTag('Unused two'), 'the undo period has not ended')
  await page.goto(`${service.origin}/`) // leaving ends the undo period
  await until(async () => !(await storedTag('Unused two')))
  assert.ok(await storedTag('Unused one'))
})

test('an empty vocabulary shows the next step; an unknown kind is not found', async () => {
  const { page } = await open('/console/words/tag', { isStill: true })
  await page.route('**/api/console/vocabulary/role', (route) => route.fulfill({ json: { words: [] } }))
  await page.getByRole('link', { name: 'Roles' }).click()
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor()
  await page.getByRole('button', { name: 'Add a role' }).click()
  await page.getByRole('dialog', { name: 'Add a role' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${service.origin}/console/words/verbs`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})
