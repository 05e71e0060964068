import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import { type AuditDetail, insertAudit } from '#store/audit/insert.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { assertCount, assertShown, assertTexts } from '#tests/support/page/assert-content.ts'
import { test } from '#tests/support/tier.ts'

const service = serviceOfFile()
let ids: { curator: number; boris: number; team: number; project: number; name: string }
before(async () => {
  const { sql } = service
  const [row] =
    await sql`select (select id from person where login = 'curator') as curator, (select id from person where login = 'boris') as boris,
    (select min(id) from team) as team, (select id from project where slug = 'city-tree-census') as project,
    (select concat_ws(' ', surname, name, nullif(patronymic, '')) from person where login = 'curator') as name`
  ids = row as unknown as typeof ids
  const event = (at: string, action: string, target: string, detail = {}, actorId: number | null = ids.curator) =>
    insertAudit(sql, { at: new Date(at), action, target, actorId, detail })
  for (let n = 0; n < 60; n++)
    await event(`2025-06-${String((n % 30) + 1).padStart(2, '0')}T10:00:00Z`, 'orderWords', 'role', { order: ['A, B', 'B, A'] })
  await event('2026-01-01T10:00:00Z', 'setProjectState', `project ${ids.project}`, { state: ['draft', 'published'] })
  await event('2026-01-02T10:00:00Z', 'updateTeam', `team ${ids.team}`, {
    name: ['Old <b>name</b>', 'New name'],
    isPublic: [true, false],
    welcomeRu: ['', 'Привет'],
  })
  await event('2026-01-03T10:00:00Z', 'deleteWord', 'tag 999999', { name: 'Forgotten' })
  await event('2026-01-04T10:00:00Z', 'somethingNew', 'gadget 7', { note: 'as it is' })
  await event('2026-01-05T10:00:00Z', 'user_created', `person ${ids.boris}`, {}, ids.boris)
})

const open = consoleOf(openBrowser(), service, { path: '/console/audit' })
const entries = (page: Page) => page.getByRole('main').getByRole('listitem')
const sentences = async (page: Page) => (await entries(page).locator('p:first-child').allTextContents()).map((text) => text.trim())

test('records are shown as sentences with links to the people and objects', async () => {
  const { page, faults } = await open()
  const { name } = ids
  assert.deepEqual(
    (await sentences(page)).slice(0, 5).map((text) => text.replace(/^.*(?= signed in)/, 'X')),
    [
      'X signed in for the first time',
      `${name} · somethingNew · gadget 7`,
      `${name} deleted “Forgotten” from Tags`,
      `${name} edited the team “${(await service.sql`select name from team where id = ${ids.team}`)[0]!.name}”`,
      `${name} published the project “City Tree Census”`,
    ],
  )
  await assertNoAxeViolations(page)
  const links = (text: string) => entries(page).filter({ hasText: text }).getByRole('link')
  assert.equal(
    await links('published the project').filter({ hasText: 'City Tree' }).getAttribute('href'),
    `/console/projects/${ids.project}`,
  )
  assert.equal(await links('edited the team').nth(1).getAttribute('href'), `/console/teams/${ids.team}`)
  assert.equal(await links('signed in for the first time').first().getAttribute('href'), `/console/people/${ids.boris}`)
  assert.equal(await links('Forgotten').filter({ hasText: 'Forgotten' }).count(), 0, 'a deleted object has no link')
  assert.deepEqual(faults, [])
})

test('details expand by keyboard, with the values before and after', async () => {
  const { page } = await open()
  const entry = entries(page).filter({ hasText: 'edited the team' })
  await entry.getByText('Details').focus()
  await page.keyboard.press('Enter')
  await assertTexts(entry.getByRole('columnheader'), ['Field', 'Before', 'After'])
  const rows = await entry.getByRole('row').allTextContents()
  assert.deepEqual(rows.slice(1).toSorted(), ['NameOld <b>name</b>New name', 'PublicYesNo', 'Welcome text (Русский)—Привет'])
  await assertNoAxeViolations(page)
})

test('filters are in the address: text, action, days, person, object; going back restores them', async () => {
  const { page } = await open()
  await page.getByRole('searchbox').fill('forgotten')
  await page.waitForURL('**/console/audit?text=forgotten')
  await page.getByText('1 entry').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.waitForURL(/\/console\/audit$/)
  await page.getByLabel('Action').selectOption('Edited the team')
  await page.waitForURL('**/console/audit?action=updateTeam')
  await page.getByText('1 entry').waitFor()
  await page.getByLabel('Action').selectOption('All actions')
  await page.getByLabel('From').fill('2026-01-02')
  await page.getByLabel('To').fill('2026-01-03')
  await page.getByText('2 entries').waitFor()
  assert.equal(new URL(page.url()).search, '?from=2026-01-02&to=2026-01-03')
  await page.goto(`${service.origin}/console/audit?action=setProjectState`)
  await page.getByText('1 entry').waitFor()
  await entries(page).getByRole('link', { name: 'Show only this object' }).click()
  await page.waitForURL(`**/console/audit?target=project+${ids.project}`)
  await page.getByRole('button', { name: `Filter: project ${ids.project}` }).click()
  await page.waitForURL(/\/console\/audit$/)
  await entries(page).filter({ hasText: 'signed in for the first time' }).first().waitFor()
  await page.goBack()
  await page.goto(`${service.origin}/console/audit?actor=${ids.boris}`)
  await page.getByText('1 entry').waitFor()
})

test('the log is paginated', async () => {
  const { page } = await open()
  const total = (await service.sql`select count(*)::int as n from audit_event where action !~ '^(authn|session|key|identity)_'`)[0]!.n
  await page.getByText(`1–50 of ${total}`).waitFor()
  const [previous, next] = [page.getByRole('button', { name: 'Previous' }), page.getByRole('button', { name: 'Next' })]
  assert.deepEqual([await previous.isDisabled(), await next.isDisabled()], [true, false])
  await next.click()
  await page.waitForURL('**/console/audit?page=2')
  await page.getByText(`51–${total} of ${total}`).waitFor()
  assert.deepEqual([await previous.isDisabled(), await next.isDisabled()], [false, true])
  await assertCount(entries(page), total - 50)
})

test('the filtered records can be exported as a sheet', async () => {
  const { page } = await open('/console/audit?action=setProjectState')
  for (const [format, read] of [
    ['CSV', (text: string) => text.trim().split('\r\n').length - 1],
    ['JSON', (text: string) => (JSON.parse(text) as unknown[]).length],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Export as ${format}` }).click()])
    assert.match(download.suggestedFilename(), new RegExp(`^audit-\\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`))
    const text = readFileSync((await download.path())!, 'utf8')
    assert.equal(read(text), 1)
    assert.match(text, /City Tree Census/)
    await page.getByText('downloaded.').first().waitFor()
  }
  await assertCount(page.getByRole('button', { name: 'Export as XLSX' }), 1)
})

test('an empty result is shown with a next step', async () => {
  const { page } = await open('/console/audit?text=zzzzqqq', { isStill: true })
  await page.getByRole('heading', { name: 'No entries found' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL(/\/console\/audit$/)
  await entries(page).first().waitFor()
})

test('changes of teams and accounts name the member, the project and the result', async () => {
  const target = `team ${ids.team}`
  const [team] = await service.sql<{ name: string }[]>`select name from team where id = ${ids.team}`
  const boris = String(
    (
      await service.sql`select concat_ws(' ', nullif(surname, ''), nullif(name, ''), nullif(patronymic, '')) as name from person where id = ${ids.boris}`
    )[0]!.name,
  )
  const happened: [string, string, AuditDetail, string][] = [
    ['addMember', target, { added: 'Ada Vance' }, `${ids.name} added Ada Vance to “${team!.name}”`],
    [
      'updateTeamMember',
      target,
      { member: 'Ada Vance', isAdministrator: [false, true] },
      `${ids.name} edited Ada Vance in “${team!.name}”`,
    ],
    ['removeMember', target, { removed: 'Ada Vance' }, `${ids.name} removed Ada Vance from “${team!.name}”`],
    ['moveTeam', target, { project: [null, 'city-tree-census'] }, `${ids.name} moved the team “${team!.name}” to “city-tree-census”`],
    ['moveTeam', target, { project: ['city-tree-census', null] }, `${ids.name} ended the project work of the team “${team!.name}”`],
    ['setDisabled', `person ${ids.boris}`, { isDisabled: [false, true] }, `${ids.name} disabled the account of “${boris}”`],
    ['setDisabled', `person ${ids.boris}`, { isDisabled: [true, false] }, `${ids.name} enabled the account of “${boris}”`],
    ['setDisabled', 'person 999999', { name: 'Ada', isDisabled: [true, false] }, `${ids.name} enabled the account of a deleted person`],
    [
      'mergePeople',
      'person 999999',
      { name: 'Ada Old', into: ids.boris, intoName: boris, takes: [], loses: ['phone', 'access'], teams: ['Orbit', 'Heron'] },
      `${ids.name} merged the account of “Ada Old” into the account of “${boris}”`,
    ],
  ]
  for (const [index, [action, target, detail]] of happened.entries())
    await insertAudit(service.sql, { at: new Date(Date.UTC(2024, 0, 1 + index)), action, target, actorId: ids.curator, detail })
  const { page } = await open('/console/audit?to=2024-02-01')
  const newestFirst = happened.map(([, , , sentence]) => sentence).toReversed()
  await assertShown(() => sentences(page), newestFirst)
})

test('details have labels and words, no ids, no empty lists, and show a list as a list', async () => {
  const at = new Date(Date.UTC(2023, 0, 1))
  const detail: AuditDetail = {
    ...{ name: 'Ada Old', into: ids.boris, intoName: 'Boris', person: 4, takes: [], loses: ['phone', 'access'], teams: ['Orbit', 'Heron'] },
    ...{ identities: 2, access: ['member', 'curator'], roles: [['QA', 'PM'], []] },
  }
  await insertAudit(service.sql, { at, action: 'mergePeople', target: 'person 999999', actorId: ids.curator, detail })
  const { page } = await open('/console/audit?to=2023-02-01')
  await page.getByText('Details').click()
  const rows = await page
    .locator('.log-detail tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)))
  assert.deepEqual(rows.toSorted(), [
    ['Access', 'Member', 'Curator'],
    ['Not kept', 'Phone, Access'],
    ['Roles', 'QA, PM', '—'],
    ['Sign-in methods moved', '2'],
    ['Teams', 'Orbit, Heron'],
  ])
})

test('administrators also see sign-ins; in Russian, dark and on a phone', async () => {
  const { page } = await open('/console/audit', {
    login: 'admin',
    locale: 'ru',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('heading', { level: 1, name: 'Журнал' }).waitFor()
  await entries(page).filter({ hasText: ': вход' }).first().waitFor()
  await page.getByLabel('Действие').selectOption('Изменено состояние проекта')
  await page.getByText(`${ids.name}: опубликован проект «City Tree Census»`).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await assertNoAxeViolations(page)
})
