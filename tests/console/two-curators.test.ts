import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import { getConsoleTeam, moveTeam, updateTeam, updateTeamMember } from '#contract/console/team.ts'
import { listWords, orderWords, updateWord } from '#contract/console/vocabulary.ts'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { type AppSettings, assertFocus, idle, listening } from '#tests/support/page/app.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

// Two curators edit the same object: nothing is overwritten unseen, and no input is lost.

const service = serviceOfFile()
let other: Awaited<ReturnType<typeof callAs>>
before(async () => {
  other = await callAs(service, 'admin')
})

const openConsole = consoleOf(openBrowser(), service)
const open = async (path: string, settings: AppSettings = {}): Promise<Page> => (await openConsole(path, settings)).page
const at = (id: number) => ({ params: { id: String(id) } })
const teamNow = async (id: number) => (await service.sql`select name, description from team where id = ${id}`)[0]!
const question = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing.' })
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep my edits' }).click()
const name = (page: Page) => page.getByLabel('Name', { exact: true })
const about = (page: Page) => page.getByRole('textbox', { name: /^Description/ })
const save = (page: Page) => idle(page.getByRole('button', { name: 'Save', exact: true })).click()

/** Makes a concurrent change between the read and the write. */
async function justBefore(page: Page, path: string, act: () => Promise<unknown>): Promise<{ sent: (string | undefined)[] }> {
  const sent: (string | undefined)[] = []
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    if (sent.push(route.request().headers()['if-match']) === 1) await act()
    return route.continue()
  })
  return { sent }
}

test('a team: the second curator sees the changes of the first, and chooses', async () => {
  const id = await addTeam(service.sql, 'Two Oars', 'anna*')
  const [first, second] = await Promise.all([open(`/console/teams/${id}`, { login: 'admin' }), open(`/console/teams/${id}`)])
  await listening(service, 2)
  await about(second).fill('Mine')
  await name(first).fill('Three Oars')
  await save(first)
  await first.getByRole('heading', { level: 1, name: 'Three Oars' }).waitFor()
  await save(second)
  await question(second).getByText('Changed: Name. Your edits are kept.').waitFor()
  await assertFocus(second, 'className', 'edit-conflict', 'the focus moves to the conflict')
  await assertNoAxeViolations(second)
  assert.deepEqual({ ...(await teamNow(id)) }, { name: 'Three Oars', description: null }, 'nothing was written')
  assert.equal(await about(second).inputValue(), 'Mine')
  await save(second)
  assert.equal((await teamNow(id)).description, null, 'a second click does not overwrite either')
  await keep(second)
  assert.equal(await name(second).inputValue(), 'Three Oars')
  await assertFocus(second, 'value', 'Three Oars', 'the focus is in the form')
  await save(second)
  await second.getByText('Saved.').waitFor()
  assert.deepEqual({ ...(await teamNow(id)) }, { name: 'Three Oars', description: 'Mine' })
  // A curator without input simply gets the update; so does the one who discards their input.
  await name(first).fill('Four Oars')
  await name(second).fill('Five Oars')
  await save(second)
  await question(first).getByText('Changed: Name').waitFor()
  await question(first).getByRole('button', { name: 'Load their version' }).click()
  assert.deepEqual([await name(first).inputValue(), await about(first).inputValue()], ['Five Oars', 'Mine'])
  assert.equal(await question(first).count(), 0)
})

test('a team: a concurrent change just before saving is not overwritten; changes of other fields cause no conflict', async () => {
  const id = await addTeam(service.sql, 'Late Tide', 'anna*')
  const page = await open(`/console/teams/${id}`)
  const [member] = await service.sql`select id from member where team_id = ${id}`
  const concurrent = await justBefore(page, `/console/team/${id}`, () =>
    other(updateTeamMember, { ...at(member!.id), body: { roles: ['QA'] } }),
  )
  await about(page).fill('At dawn')
  await save(page)
  await page.getByText('Saved.').waitFor()
  assert.equal((await teamNow(id)).description, 'At dawn')
  assert.equal(concurrent.sent.length, 2, 'looked again, and wrote')
  assert.ok(concurrent.sent.every((etag) => etag !== undefined) && concurrent.sent[0] !== concurrent.sent[1])
  await page.unrouteAll()
  await justBefore(page, `/console/team/${id}`, () => other(updateTeam, { ...at(id), body: { name: 'Early Tide' } }))
  await about(page).fill('At dusk')
  await save(page)
  await question(page).getByText('Changed: Name').waitFor()
  assert.deepEqual({ ...(await teamNow(id)) }, { name: 'Early Tide', description: 'At dawn' })
})

test('a membership and its project: neither roles nor a move are overwritten unseen', async () => {
  const { sql } = service
  const id = await addTeam(sql, 'Crew', 'anna*')
  for (const [slug, title] of [
    ['pier', 'Old Pier'],
    ['dock', 'Dry Dock'],
    ['mole', 'Long Mole'],
  ] as const)
    await addProject(sql, slug, { name: title })
  const member = (await other(getConsoleTeam, at(id))).members[0]
  const page = await open(`/console/teams/${id}`)
  await listening(service)
  await page.getByRole('button', { name: `Edit ${member!.name}` }).click()
  const dialog = page.getByRole('dialog', { name: member!.name })
  await dialog.getByRole('searchbox', { name: 'Find a role' }).fill('designer')
  await dialog
    .getByRole('button', { name: /^Add the role/ })
    .first()
    .click()
  await other(updateTeamMember, { ...at(member!.id), body: { roles: ['QA'] } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await question(page).getByText('Changed: Roles').waitFor()
  await question(page).getByRole('button', { name: 'Load their version' }).click()
  await dialog.getByRole('button', { name: 'Remove the role QA' }).waitFor()
  await page.keyboard.press('Escape')

  const projectNow = async () =>
    (await sql`select p.slug from assignment a join project p on p.id = a.project_id where a.team_id = ${id} and a.ended_at is null`)[0]
      ?.slug
  await other(moveTeam, { ...at(id), body: { project: 'pier' } })
  await page.getByRole('button', { name: 'Move to another project' }).click()
  const moving = page.getByRole('dialog', { name: 'Project for “Crew”' })
  await moving.getByRole('searchbox').fill('mole')
  await moving.getByRole('radio', { name: /Long Mole/ }).check()
  await other(moveTeam, { ...at(id), body: { project: 'dock' } })
  const go = moving.getByRole('button', { name: 'Assign “Long Mole”' })
  await go.click()
  await question(page).getByText('Changed: Project').waitFor()
  assert.equal(await projectNow(), 'dock')
  await keep(page)
  await moving.getByText('“Dry Dock” is still in progress. The team will leave it').waitFor()
  await idle(go).click()
  await page.getByText('“Crew” is now working on “Long Mole”.').waitFor()
  assert.equal(await projectNow(), 'mole')

  await page.getByRole('button', { name: 'End work' }).click()
  await other(moveTeam, { ...at(id), body: { project: 'pier' } })
  const ending = page.getByRole('dialog')
  await ending.getByRole('button', { name: 'End work' }).click()
  await question(page).getByRole('button', { name: 'Load their version' }).click()
  await ending.waitFor({ state: 'hidden' })
  assert.equal(await projectNow(), 'pier')
})

test('a term: the second curator sees the changes of the first, and chooses', async () => {
  const { sql } = service
  const [tag] = await sql`insert into tag (name, name_ru, description) values ('Tides', 'Прилив', 'Water') returning id`
  const now = async () => ({ ...(await sql`select name, name_ru, description from tag where id = ${tag!.id}`)[0]! })
  const change = (body: { name: string; description?: string }) => other(updateWord, { params: { kind: 'tag', id: String(tag!.id) }, body })
  const page = await open('/console/words/tag')
  const first = await open('/console/words/tag', { login: 'admin' })
  for (const one of [page, first]) await one.getByRole('button', { name: 'Edit “Tides”' }).click()
  await page.getByLabel('Name in Russian').fill('Приливы')
  await about(first).fill('Water and moon')
  await save(first)
  await first.getByText('“Tides” saved.').waitFor()
  await save(page)
  await question(page).getByText('Changed: Description').waitFor()
  await assertNoAxeViolations(page)
  assert.deepEqual(await now(), { name: 'Tides', name_ru: 'Прилив', description: 'Water and moon' })
  await keep(page)
  assert.equal(await about(page).inputValue(), 'Water and moon')
  const race = await justBefore(page, `/console/vocabulary/tag/${tag!.id}`, () => change({ name: 'Ebb' }))
  await save(page)
  await question(page).getByText('Changed: Name').waitFor()
  assert.deepEqual(await now(), { name: 'Ebb', name_ru: 'Прилив', description: 'Water and moon' })
  await keep(page)
  await save(page)
  await page.getByText('“Ebb” saved.').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.deepEqual(await now(), { name: 'Ebb', name_ru: 'Приливы', description: 'Water and moon' })
  assert.ok(race.sent.every((etag) => etag !== undefined))
  // A change of another term causes no conflict, a deleted term does.
  await page.getByRole('button', { name: 'Edit “Ebb”' }).click()
  await about(page).fill('Low water')
  await sql`insert into tag (name) values ('Unrelated')`
  await save(page)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal((await now()).description, 'Low water')
  await page.getByRole('button', { name: 'Edit “Ebb”' }).click()
  await about(page).fill('Gone')
  await sql`delete from tag where id = ${tag!.id}`
  await save(page)
  await page.getByRole('dialog').getByRole('alert').waitFor()
  assert.equal(await about(page).inputValue(), 'Gone')
})

test('the order of terms: a concurrent reordering is not overwritten', async () => {
  const kind = 'platform'
  const { words: terms } = await other(listWords, { params: { kind } })
  const page = await open(`/console/words/${kind}`)
  await listening(service)
  const turned = terms.map(({ id }) => id).toReversed()
  const { sent } = await justBefore(page, `/console/vocabulary/${kind}/order`, () =>
    other(orderWords, { params: { kind }, body: { ids: turned } }),
  )
  await page.getByRole('button', { name: `Move “${terms[1]!.name}” up` }).click()
  await page.getByText('Someone else just changed the order').waitFor()
  const stored = async () => (await service.sql`select id from platform order by position, id`).map(({ id }) => id)
  assert.deepEqual(await stored(), turned)
  assert.equal(sent.length, 1)
  await page.getByRole('rowheader').first().getByText(terms.at(-1)!.name, { exact: true }).waitFor()
  // After the update it can be moved, also while another term is being deleted.
  const [spare] = await service.sql`insert into platform (name, position) values ('Spare', 99) returning id`
  await page.getByRole('button', { name: 'Delete “Spare”' }).click()
  await page.getByRole('button', { name: `Move “${terms[0]!.name}” up` }).click()
  const expected = [...turned.slice(0, -2), terms[0]!.id, terms[1]!.id]
  let now: number[] = [] // read once per try: the spare one is deleted soon
  await until(async () => {
    now = await stored()
    return String(now.filter((id) => id !== spare!.id)) === String(expected)
  })
  assert.deepEqual(now, [...expected, spare!.id])
})

test('the conflict dialog is readable and works in Russian, dark mode and on a phone', async () => {
  const id = await addTeam(service.sql, 'Малый якорь', 'anna*')
  const page = await open(`/console/teams/${id}`, { locale: 'ru', colorScheme: 'dark', viewport: phone })
  await page.getByRole('textbox', { name: /^Описание/ }).fill('Моё')
  await other(updateTeam, { ...at(id), body: { name: 'Большой якорь' } })
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Пока вы редактировали, кто-то внёс изменения.' })
  await conflict.getByText('Изменено: Название.').waitFor()
  await assertNoAxeViolations(page)
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= phone.width)
  await conflict.getByRole('button', { name: 'Оставить мои правки' }).click()
  await idle(page.getByRole('button', { name: 'Сохранить' })).click()
  await page.getByText('Сохранено.').waitFor()
  assert.deepEqual({ ...(await teamNow(id)) }, { name: 'Большой якорь', description: 'Моё' })
})
