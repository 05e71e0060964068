import assert from 'node:assert/strict'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { idle, settled } from '#tests/support/page/app.ts'
import { journey } from '#tests/support/tier.ts'
import { personOf } from '#tests/support/world/requests.ts'

// Accounts: two of one person, and a new one.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service)

journey('two accounts of one person are compared, swapped and merged', async () => {
  const { sql } = service
  const anna = await personOf(sql, 'anna')
  const [duplicate] = await sql`
    insert into person (login, name, surname, email) values ('anna-2', 'Анна', 'Ковалева', 'anna2@x.example') returning id`
  const [team] = await sql`insert into team (name) values ('Of the twin') returning id`
  await sql`insert into member (team_id, person_id, name, is_administrator) values (${team!.id}, ${duplicate!.id}, 'x', true)`
  const { page } = await open(`/console/people/${anna}`, { login: 'admin' })
  const lookalikes = page.getByRole('region', { name: 'Possible duplicates' })
  await lookalikes.getByRole('link', { name: 'Compare with Ковалева Анна and merge' }).click()
  await page.getByRole('heading', { level: 1, name: 'Merge accounts' }).waitFor()
  const moves = page.getByRole('region', { name: 'Will be moved' })
  await moves.getByText('Membership in “Of the twin” as team admin').waitFor()
  await page.getByRole('region', { name: 'Will be lost' }).getByText('Email: anna2@x.example').waitFor()
  await settled(page)
  await page.getByRole('link', { name: 'Swap' }).click()
  await page.getByRole('button', { name: 'Merge Ковалёва Анна Дмитриевна into Ковалева Анна' }).waitFor()
  await moves.getByText('Membership in “Северный ветер” as team admin').waitFor()
  await page.getByRole('link', { name: 'Swap' }).click()
  const yes = 'Merge Ковалева Анна into Ковалёва Анна Дмитриевна'
  await page.getByRole('button', { name: yes }).click()
  await page.getByRole('dialog').getByText('“Ковалева Анна” (anna-2) will be permanently removed.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: yes }).click()
  await toast(page, 'Ковалева Анна was merged into Ковалёва Анна Дмитриевна.')
  await page.getByRole('heading', { level: 1, name: 'Ковалёва Анна Дмитриевна' }).waitFor()
  await page.getByRole('region', { name: 'Teams' }).getByRole('link', { name: 'Of the twin' }).waitFor()
  const rows = await sql`select person_id as id from member where team_id = ${team!.id}`
  assert.deepEqual(
    rows.map(({ id }) => id),
    [anna],
  )
  await page.getByRole('link', { name: 'Edit details' }).click()
  await page.waitForURL(`**/console/people/${anna}/edit`)
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await page.goto(`${service.origin}/console/people/${duplicate!.id}`)
  await page.getByRole('heading', { name: 'Person not found' }).waitFor()
})

journey('a curator invites a person: the same email is refused, the same name only after a question; then edits the group', async () => {
  const { page, faults } = await open('/console/people')
  await page.getByRole('link', { name: 'New person' }).click()
  await page.getByRole('heading', { name: 'New person' }).waitFor()
  await page.getByRole('textbox', { name: 'Last name' }).fill('Ковалева')
  await page.getByRole('textbox', { name: 'First name' }).fill('анна')
  await page.getByRole('textbox', { name: 'Email' }).fill('anna@students.example.org')
  await page.getByRole('combobox', { name: 'Group or year' }).fill('Night school')
  const add = idle(page.getByRole('button', { name: 'Add person' }))
  await add.click()
  await page.getByText('Ковалёва Анна Дмитриевна (anna) has the address anna@students.example.org.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill('anna.k@students.example.org')
  await add.click()
  await page.getByText('Already in the directory: Ковалёва Анна Дмитриевна').waitFor()
  await page.getByRole('button', { name: 'Add anyway' }).click()
  await toast(page, 'Ковалева анна was added.')
  await page.getByRole('heading', { name: 'Ковалева анна' }).waitFor()
  await page.getByText('Invited', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'First name' }).fill('Анна')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  assert.equal((await saved).status(), 200)
  await page.getByRole('heading', { name: 'Ковалева Анна' }).waitFor()
  await page.goto(`${service.origin}/console/people`)
  await page.getByRole('combobox', { name: 'Group or year' }).selectOption('Night school')
  await page.waitForURL('**/console/people?group=Night+school')
  await page.getByText('1 person', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Ковалева Анна' }).getByText('anna.k · Night school').waitFor()
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('409')),
    [],
  )
})
