import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('every term of the demo vocabularies has a name in both languages', async () => {
  for (const table of ['tag', 'role', 'file_type'])
    for (const { name, name_ru } of await service.sql`select name, name_ru from ${service.sql(table)}`) {
      assert.doesNotMatch(name, /\p{Script=Cyrillic}/u)
      assert.ok(name_ru, `${name} has a Russian name`)
    }
})

test('topics are English in the English interface', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const topics = page.getByRole('group', { name: 'Topics' }).getByRole('checkbox')
  await topics.nth(11).waitFor()
  const names = await page.getByRole('group', { name: 'Topics' }).innerText()
  assert.match(names, /Internet of things/)
  assert.doesNotMatch(names, /\p{Script=Cyrillic}/u)
})

test('roles are Russian in the Russian interface, where they are read and where they are chosen', async () => {
  const [member] = await service.sql`
    select m.team_id as team, m.id from member m join person p on p.id = m.person_id where p.login = 'boris'`
  await service.sql`delete from member_role where member_id = ${member!.id}`
  await service.sql`insert into member_role (member_id, role_id, position) select ${member!.id}, id, 0 from role where name = 'QA'`
  await service.app.catalog!.refresh()
  const { page } = await openApp(browser, service, { locale: 'ru', login: 'boris', path: `/my/team/${member!.team}` })
  await page.getByText('Тестировщик').first().waitFor()
  await page.getByRole('button', { name: /роли/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Тимлид/ }).click()
  assert.equal(await dialog.getByRole('button', { name: /Team Lead/ }).count(), 0)
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText(/Тестировщик, Тимлид|Тимлид, Тестировщик/).waitFor()
  const rolesOf = () =>
    service.sql`select r.name from member_role mr join role r on r.id = mr.role_id where mr.member_id = ${member!.id} order by mr.position`
  for (let tries = 0; tries < 200 && (await rolesOf()).length < 2; tries++) await page.waitForTimeout(50)
  assert.deepEqual(
    (await rolesOf()).map(({ name }) => name),
    ['QA', 'Team Lead'],
  )
  await page.goto(`${service.origin}/profile`)
  await page.getByText('Тестировщик, Тимлид').first().waitFor()
})
