import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getPerson } from '#contract/console/person.ts'
import { getUser } from '#contract/profile.ts'
import { idle, openApp, settled } from '#tests/support/app.ts'
import { assertNoAxeViolations, desktop, openBrowser, phone } from '#tests/support/browser.ts'
import { personOf } from '#tests/support/requests.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

type Looks = Parameters<typeof openApp>[2]
const open = (path: string, looks: Looks = {}) => openApp(browser, service, { login: 'admin', viewport: desktop, ...looks, path })
const told = (page: Page, text: string) => page.getByRole('status').getByText(text).first().waitFor()
const pageOf = async (login: string) => `/console/people/${await personOf(service.sql, login)}`
const rowOf = async (login: string) =>
  (await service.sql`select access, disabled_at is not null as closed from person where login = ${login}`)[0]!

test('people are found by name, access and account, and the address keeps it', async () => {
  const { page, faults, strays } = await open('/console/people', { login: 'curator' })
  await page.getByText('41 people').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('searchbox', { name: 'Name, login or e-mail address' }).fill('ковалева')
  await page.getByText('1 person', { exact: true }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Ковалёва Анна Дмитриевна' })
  assert.match((await row.textContent())!, /anna@students\.example\.org.*Member.*Северный ветер/)
  await page.getByRole('combobox', { name: 'Access' }).selectOption('Curator')
  await page.getByRole('heading', { name: 'Nobody matches' }).waitFor()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await page.getByRole('combobox', { name: 'Account' }).selectOption('Closed')
  await page.getByRole('link', { name: 'Fischer Nora' }).waitFor()
  await page.waitForURL('**/console/people?state=disabled')
  await page.reload()
  await page.getByText('1 person', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Fischer Nora' }).click()
  await page.getByRole('heading', { name: 'People are the administrators’ matter' }).waitFor()
  await page.getByRole('link', { name: 'To all people' }).click()
  await page.getByText('41 people').waitFor()
  assert.deepEqual(strays, [])
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('403')),
    [],
  )
})

test('a curator is made, and an administrator only after a question', async () => {
  const gleb = await callAs(service, 'gleb')
  const { page } = await open(await pageOf('gleb'))
  const change = idle(page.getByRole('button', { name: 'Change access' }))
  const held = Promise.withResolvers<void>()
  await page.getByRole('radio', { name: /^Curator/ }).check()
  await page.route(/\/api\/console\/person\/\d+$/, (route) => held.promise.then(() => route.continue()))
  await change.click()
  await told(page, 'Орлов Глеб Сергеевич: Curator.')
  assert.equal((await gleb(getUser)).access, 'curator')
  await page.getByRole('radio', { name: /^Administrator/ }).check()
  held.resolve() // whoever goes on before the page is up to date is not set back by it
  await change.click()
  const question = page.getByRole('dialog', { name: 'Make Орлов Глеб Сергеевич an administrator?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await rowOf('gleb')).access, 'curator')
  await page.getByRole('radio', { name: /^Member/ }).check()
  await change.click()
  await told(page, 'Орлов Глеб Сергеевич: Member.')
  assert.equal((await rowOf('gleb')).access, 'member')
})

test('nobody decides about themselves', async () => {
  const { page } = await open(await pageOf('admin'))
  await page.getByText('This is you').waitFor()
  await page.getByText('Nobody decides about themselves').waitFor()
  assert.equal(await page.getByRole('radio').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Close the account' }).count(), 0)
})

test('an account is closed with what that means, is out at once, and is opened again', async () => {
  const boris = await callAs(service, 'boris')
  const { page } = await open(await pageOf('boris'))
  await page.getByRole('region', { name: 'Sessions' }).getByRole('listitem').first().waitFor()
  await page.getByRole('button', { name: 'Close the account' }).click()
  const question = page.getByRole('dialog', { name: 'Close the account of Ефимов Борис Алексеевич?' })
  await question.getByText('Nobody else with an open account speaks for: Маяк.').waitFor()
  await assertNoAxeViolations(page)
  await question.getByRole('button', { name: 'Close the account' }).click()
  await told(page, 'The account of Ефимов Борис Алексеевич is closed.')
  await refused('invalid_token', boris(getUser))
  await page.getByText('Signed in nowhere at the moment.').waitFor()
  await page.getByRole('link', { name: 'Маяк' }).click()
  await page.getByText('Nobody with an open account speaks for this team').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Open the account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open the account' }).click()
  await told(page, 'The account of Ефимов Борис Алексеевич is open again.')
  assert.equal((await rowOf('boris')).closed, false)
})

test('somebody is signed out everywhere', async () => {
  const [one, two] = [await callAs(service, 'vera'), await callAs(service, 'vera')]
  const { page } = await open(await pageOf('vera'))
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await told(page, 'Signed out on 2 devices.')
  await refused('invalid_token', one(getUser))
  await refused('invalid_token', two(getUser))
})

test('two accounts of one person are compared, turned round and made one', async () => {
  const { sql } = service
  const anna = await personOf(sql, 'anna')
  const [twin] = await sql`
    insert into person (login, name, surname, email) values ('anna-2', 'Анна', 'Ковалева', 'anna2@x.example') returning id`
  const [team] = await sql`insert into team (name) values ('Of the twin') returning id`
  await sql`insert into member (team_id, person_id, name, is_administrator) values (${team!.id}, ${twin!.id}, 'x', true)`
  const { page } = await open(`/console/people/${anna}`)
  const lookalikes = page.getByRole('region', { name: 'Maybe the same person' })
  await lookalikes.getByRole('link', { name: 'Compare with Ковалева Анна and merge' }).click()
  await page.getByRole('heading', { level: 1, name: 'Make two accounts one' }).waitFor()
  const moves = page.getByRole('region', { name: 'What moves' })
  await moves.getByText('A place in “Of the twin”, as an administrator').waitFor()
  await page.getByRole('region', { name: 'What is lost' }).getByText('E-mail address: anna2@x.example').waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'The other way round' }).click()
  await page.getByRole('button', { name: 'Merge Ковалёва Анна Дмитриевна into Ковалева Анна' }).waitFor()
  await moves.getByText('A place in “Северный ветер”, as an administrator').waitFor()
  await page.getByRole('link', { name: 'The other way round' }).click()
  const yes = 'Merge Ковалева Анна into Ковалёва Анна Дмитриевна'
  await page.getByRole('button', { name: yes }).click()
  await page.getByRole('dialog').getByText('“Ковалева Анна” (anna-2) is gone for good afterwards').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: yes }).click()
  await page.getByRole('heading', { level: 1, name: 'Ковалёва Анна Дмитриевна' }).waitFor()
  await told(page, 'Ковалева Анна and Ковалёва Анна Дмитриевна are one account now.')
  await page.getByRole('region', { name: 'Teams' }).getByRole('link', { name: 'Of the twin' }).waitFor()
  const rows = await sql`select person_id as id from member where team_id = ${team!.id}`
  assert.deepEqual(
    rows.map(({ id }) => id),
    [anna],
  )
  await page.goto(`${service.origin}/console/people/${twin!.id}`)
  await page.getByRole('heading', { name: 'There is nobody here' }).waitFor()
})

test('somebody who does not look alike is found for merging too; what cannot be says why', async () => {
  const { page } = await open(await pageOf('vera'))
  const lookalikes = page.getByRole('region', { name: 'Maybe the same person' })
  await lookalikes.getByRole('searchbox', { name: 'Somebody else' }).fill('никитина вера')
  await lookalikes.getByText('Nobody with an account matches.').waitFor() // not with oneself
  await lookalikes.getByRole('searchbox', { name: 'Somebody else' }).fill('мартынов')
  await lookalikes.getByRole('button', { name: 'Compare with Мартынов Игорь Валентинович and merge' }).click()
  await page.getByRole('alert').getByText('You would lock yourself out.').waitFor()
})

test('an old sign-in is asked for again', async () => {
  const { page } = await open('/console/people')
  const admin = await callAs(service, 'admin')
  const looks = () => admin(getPerson, { params: { id: String(admin.tokens.user.id) } })
  await looks()
  await service.sql`update auth.session set auth_time = now() - interval '13 hours'`
  await service.sql`update person set updated_at = now() where login = 'admin'` // what is known of the sessions is read anew, a moment later
  for (let isKnown = true; isKnown; )
    isKnown = await looks().then(
      () => true,
      () => false,
    )
  await page.getByRole('link', { name: 'Fischer Nora' }).click()
  await page.getByRole('heading', { name: 'Sign in once more' }).waitFor()
})

test('in Russian, in the dark and on a phone everything is there', async () => {
  const { page } = await open(await pageOf('vera'), { locale: 'ru', colorScheme: 'dark', viewport: phone })
  for (const path of [await pageOf('vera'), '/console/people', `${await pageOf('gleb')}/merge/${await personOf(service.sql, 'vera')}`]) {
    await page.goto(service.origin + path)
    await settled(page)
    await assertNoAxeViolations(page)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= phone.width, path)
  }
  await page.getByRole('heading', { level: 1, name: 'Две учётные записи — в одну' }).waitFor()
})
