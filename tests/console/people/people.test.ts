import assert from 'node:assert/strict'
import { getPerson } from '#contract/console/person.ts'
import { getUser } from '#contract/profile.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { idle } from '#tests/support/page/app.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { test } from '#tests/support/tier.ts'
import { personOf } from '#tests/support/world/requests.ts'

const service = serviceOfFile()

const open = consoleOf(openBrowser(), service, { login: 'admin' })
const pageOf = async (login: string) => `/console/people/${await personOf(service.sql, login)}`
const rowOf = async (login: string) =>
  (await service.sql`select access, disabled_at is not null as closed from person where login = ${login}`)[0]!

test('people are filtered by name, access and account in the address', async () => {
  const { page, faults, externalRequests } = await open('/console/people', { login: 'curator' })
  await page.getByText('41 people').waitFor()
  await page.getByRole('searchbox', { name: 'Name, login or email' }).fill('ковалева')
  await page.getByText('1 person', { exact: true }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Ковалёва Анна Дмитриевна' })
  assert.match((await row.textContent())!, /anna@students\.example\.org.*Member.*Северный ветер/)
  await page.getByRole('combobox', { name: 'Access' }).selectOption('Curator')
  await page.getByRole('heading', { name: 'No people found' }).waitFor()
  await page.getByRole('button', { name: 'Show all people' }).click()
  await page.getByRole('combobox', { name: 'Account' }).selectOption('Disabled')
  await page.getByRole('link', { name: 'Fischer Nora' }).waitFor()
  await page.waitForURL('**/console/people?state=disabled')
  await page.reload()
  await page.getByText('1 person', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Fischer Nora' }).click()
  await page.getByRole('heading', { name: 'Edit details' }).waitFor()
  await page.getByRole('button', { name: 'All people' }).click()
  await page.getByText('41 people').waitFor()
  assert.deepEqual(externalRequests, [])
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('403')),
    [],
  )
})

test('a person becomes a curator directly, and an administrator only after a confirmation', async () => {
  const gleb = await callAs(service, 'gleb')
  const { page } = await open(await pageOf('gleb'))
  const change = idle(page.getByRole('button', { name: 'Change access' }))
  const delay = Promise.withResolvers<void>()
  await page.getByRole('radio', { name: /^Curator/ }).check()
  await page.route(/\/api\/console\/person\/\d+$/, (route) => delay.promise.then(() => route.continue()))
  await change.click()
  await toast(page, 'Орлов Глеб Сергеевич: Curator.')
  assert.equal((await gleb(getUser)).access, 'curator')
  await page.getByRole('radio', { name: /^Admin/ }).check()
  delay.resolve() // a late response does not reset a newer choice
  await change.click()
  const question = page.getByRole('dialog', { name: 'Make Орлов Глеб Сергеевич an admin?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await rowOf('gleb')).access, 'curator')
  await page.getByRole('radio', { name: /^Member/ }).check()
  await change.click()
  await toast(page, 'Орлов Глеб Сергеевич: Member.')
  assert.equal((await rowOf('gleb')).access, 'member')
})

test('nobody can change their own access', async () => {
  const { page } = await open(await pageOf('admin'))
  await page.getByText('This is you').waitFor()
  await page.getByText('You can’t change your own access').waitFor()
  assert.equal(await page.getByRole('radio').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Disable account' }).count(), 0)
})

test('an account is disabled after an explanation, loses access immediately, and is enabled again', async () => {
  const boris = await callAs(service, 'boris')
  const { page } = await open(await pageOf('boris'))
  await page.getByRole('region', { name: 'Active sessions' }).getByRole('listitem').first().waitFor()
  await page.getByRole('button', { name: 'Disable account' }).click()
  const question = page.getByRole('dialog', { name: 'Disable the account of Ефимов Борис Алексеевич?' })
  await question.getByText('Another member becomes admin of these teams: Маяк.').waitFor()
  await assertNoAxeViolations(page)
  await question.getByRole('button', { name: 'Disable account' }).click()
  await toast(page, 'The account of Ефимов Борис Алексеевич is disabled.')
  await refused('invalid_token', boris(getUser))
  await page.getByText('No active sessions.').waitFor()
  await page.getByRole('link', { name: 'Маяк' }).click()
  await page.getByRole('heading', { level: 1, name: 'Маяк' }).waitFor()
  assert.equal(await page.getByText('This team has no active admin').count(), 0)
  const active = await service.sql`
    select p.login from member m join person p on p.id = m.person_id join team t on t.id = m.team_id
    where t.name = 'Маяк' and m.is_administrator and p.disabled_at is null`
  assert.equal(active.length, 1)
  await page.goBack()
  await page.getByRole('button', { name: 'Enable account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable account' }).click()
  await toast(page, 'The account of Ефимов Борис Алексеевич is enabled.')
  assert.equal((await rowOf('boris')).closed, false)
})

test('a person is signed out of all sessions', async () => {
  const [one, two] = [await callAs(service, 'vera'), await callAs(service, 'vera')]
  const { page } = await open(await pageOf('vera'))
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await toast(page, 'Signed out on 2 devices.')
  await refused('invalid_token', one(getUser))
  await refused('invalid_token', two(getUser))
})

test('any person can be searched for a merge; an impossible merge says why', async () => {
  const { page } = await open(await pageOf('vera'))
  const lookalikes = page.getByRole('region', { name: 'Possible duplicates' })
  await lookalikes.getByRole('searchbox', { name: 'Someone else' }).fill('никитина вера')
  await lookalikes.getByText('No accounts found.').waitFor() // not the person themselves
  await lookalikes.getByRole('searchbox', { name: 'Someone else' }).fill('мартынов')
  await lookalikes.getByRole('button', { name: 'Compare with Мартынов Игорь Валентинович and merge' }).click()
  await page.getByRole('alert').getByText('You could lock yourself out.').waitFor()
})

test('an old sign-in must be repeated', async () => {
  const { page } = await open('/console/people', { isStill: true }) // a refetch would replace the list before the click
  const admin = await callAs(service, 'admin')
  const readPerson = () => admin(getPerson, { params: { id: String(admin.tokens.user.id) } })
  await readPerson()
  await service.sql`update auth.session set auth_time = now() - interval '13 hours'`
  await service.sql`update person set updated_at = now() where login = 'admin'` // the session cache is reloaded shortly after this change
  for (let isKnown = true; isKnown; )
    isKnown = await readPerson().then(
      () => true,
      () => false,
    )
  await page.getByRole('link', { name: 'Fischer Nora' }).click()
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
})
