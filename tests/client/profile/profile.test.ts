import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { getUser } from '#contract/profile.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, endToasts, holdToasts, openApp, settled, written } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { greyPng } from '#tests/support/sample/png.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs, signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const personOf = async (login: string) => (await service.sql`select * from person where login = ${login}`)[0]!
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).last().waitFor()
const problem = (status: number, code: string, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  json: { type: 'about:blank', title: 'No', status, detail, code, requestId: 'req-1' },
})
const openProfile = async (login: string, settings = {}, path = '/profile') => {
  const visit = await openApp(browser, service, { login, path, ...settings })
  await visit.page.getByRole('heading', { level: 2 }).first().waitFor()
  await settled(visit.page)
  return visit
}

/** All data stored on the device, as one text. */
const storedOnDevice = (page: Page) =>
  page.evaluate<string>(`new Promise((resolve) => {
    const request = indexedDB.open('projectory')
    request.onsuccess = async () => {
      const names = [...request.result.objectStoreNames]
      const all = await Promise.all(names.map((name) => new Promise((done) => {
        const query = request.result.transaction(name).objectStore(name).getAll()
        query.onsuccess = () => done(query.result)
      })))
      request.result.close()
      resolve(JSON.stringify([all, { ...localStorage }, { ...sessionStorage }]))
    }
  })`)

test('the profile shows the person, their team with role and rights, the project and this session', async () => {
  const { page, faults } = await openProfile('boris')
  const boris = await personOf('boris')
  const text = (await page.getByRole('main').textContent())!
  for (const part of [boris.name, boris.surname, boris.email, 'Team admin', 'Current project', 'This device'])
    assert.ok(text.includes(part), `${part} in ${text}`)
  await page.getByRole('link', { name: /^Current project/ }).waitFor()
  const [team] = await service.sql`select t.name from team t join member m on m.team_id = t.id where m.person_id = ${boris.id}`
  await page.getByRole('link', { name: new RegExp(team!.name) }).waitFor()
  assert.deepEqual(faults, [])
  await assertNoAxeViolations(page)
})

test('missing team, phone and project are stated', async () => {
  const { page } = await openProfile('gleb')
  await page.getByText('You’re not in a team yet').waitFor()
  await page.getByText('No project yet').waitFor()
  assert.ok((await page.getByText('Not set').count()) >= 1)
})

test('name and sign-out work by keyboard only; another tab follows immediately and no personal data stays', async () => {
  const { page } = await openProfile('vera')
  const other = await page.context().newPage()
  await other.goto(`${service.origin}/profile`)
  await other.getByRole('heading', { level: 2 }).first().waitFor()
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Edit name')
  await page.getByRole('dialog', { name: 'Edit name' }).waitFor()
  assert.equal(new URL(page.url()).search, '?edit=1')
  for (let steps = 0; (await page.evaluate('document.activeElement.name')) !== 'surname'; steps++) {
    assert.ok(steps < 10, 'the surname is reached by Tab')
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Ведерникова')
  await page.keyboard.press('Enter')
  await toast(page, 'Profile saved.')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal((await personOf('vera')).surname, 'Ведерникова')
  await page.getByRole('heading', { level: 2, name: /Ведерникова/ }).waitFor()
  await page.getByRole('button', { name: 'Edit name' }).and(page.locator(':focus')).waitFor()
  assert.equal(new URL(page.url()).search, '')

  // The screen shows the new name optimistically; it is stored on the device after the server has confirmed it.
  await until(async () => (await storedOnDevice(page)).includes('Ведерникова'))
  await press(/^Sign out/)
  await page.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
  await other.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
  const { email } = await personOf('vera')
  for (const secret of ['Ведерникова', email, 'pj-was-signed-in']) await until(async () => !(await storedOnDevice(page)).includes(secret))
  const open =
    await service.sql`select 1 from auth.session s join person p on p.id = s.person_id where p.login = 'vera' and s.revoked_at is null`
  assert.equal(open.length, 0)
})

test('a refused name is explained at its field, the old one is shown again, and closing asks about unsaved input', async () => {
  const { page } = await openProfile('gleb', {}, '/profile?edit=1')
  const { surname } = await personOf('gleb')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Last name')
  await field.fill('a\u202eb')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'A name must have 1 to 100 characters' }).waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  await assertFocus(page, 'name', 'surname')
  await assertNoAxeViolations(page)
  assert.equal((await personOf('gleb')).surname, surname)
  await page.keyboard.press('Escape')
  await dialog.getByText('You have unsaved changes.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).waitFor()
  assert.equal(await field.inputValue(), 'a\u202eb', 'nothing was lost')
  // Browsers let a page refuse to close a dialog only once between two acts of the user.
  for (let times = 0; times < 4; times++) await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).search, '')
  await page.getByRole('heading', { level: 2, name: new RegExp(surname) }).waitFor()
})

test('a person without a surname, or without any name, can save the form', async (t) => {
  const { name, surname, patronymic } = await personOf('gleb')
  t.after(() => service.sql`update person set name = ${name}, surname = ${surname}, patronymic = ${patronymic} where login = 'gleb'`)
  await service.sql`update person set name = '', surname = '', patronymic = '' where login = 'gleb'`
  await service.app.catalog.refresh()
  const { page } = await openProfile('gleb')
  await page.getByRole('heading', { level: 2, name: (await personOf('gleb')).email }).waitFor()
  const dialog = page.getByRole('dialog')
  const edit = async (typed: string | null) => {
    await page.getByRole('button', { name: 'Edit name' }).click()
    if (typed !== null) await dialog.getByLabel('First name').fill(typed)
    assert.equal(await dialog.getByLabel('Last name').inputValue(), '')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await edit(null)
  await edit('Сократ')
  await page.getByRole('heading', { level: 2, name: 'Сократ', exact: true }).waitFor()
  assert.deepEqual([(await personOf('gleb')).name, (await personOf('gleb')).surname], ['Сократ', ''])
})

test('going back closes the dialog, unless there is unsaved input', async () => {
  const { page } = await openProfile('gleb')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Edit name' }).click()
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Edit name' }).click()
  await dialog.getByLabel('First name').fill('Глебушка')
  await page.goBack()
  await dialog.getByText('You have unsaved changes.').waitFor()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await dialog.getByLabel('First name').inputValue(), 'Глебушка')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.notEqual((await personOf('gleb')).name, 'Глебушка')
})

test('a failed save is rolled back on the screen, and the input stays', async () => {
  const { page } = await openProfile('gleb', {}, '/profile?edit=1')
  const { name } = await personOf('gleb')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/profile/personal', async (route) => {
    await answer.promise
    await route.fulfill(problem(503, 'database_unavailable', 'Nothing was changed. Try again in a few seconds.'))
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Оптимист')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const heading = page.getByRole('heading', { level: 2, includeHidden: true }).first()
  await heading.and(page.getByText('Оптимист')).waitFor({ state: 'attached' }) // shown before the answer
  answer.resolve()
  await dialog.getByRole('alert').filter({ hasText: 'Nothing was changed' }).waitFor()
  await heading.and(page.getByText(name)).waitFor({ state: 'attached' })
  assert.equal(await dialog.getByLabel('First name').inputValue(), 'Оптимист')
})

test('email and phone: a wrong number is explained, a valid one is saved, a new address waits for its confirmation link', async () => {
  const { page } = await openProfile('gleb')
  const before = await personOf('gleb')
  await page.getByRole('button', { name: 'Edit email and phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit email and phone' })
  await dialog.getByLabel('Phone').fill('12345')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Include the country code, like +44 7700 900123, or leave it empty' }).waitFor()
  await assertFocus(page, 'name', 'phone')
  await dialog.getByLabel('Phone').fill('+44 7700 900123')
  await dialog.getByLabel('Email').fill('gleb@new.example.org')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'open the link we sent to gleb@new.example.org.')
  await page.getByText('Confirmation link sent to gleb@new.example.org').waitFor()
  const stored = await personOf('gleb')
  assert.deepEqual([stored.phone, stored.email], ['+447700900123', before.email])
  const [waiting] = await service.sql`select email from email_change where person_id = ${before.id}`
  assert.equal(waiting!.email, 'gleb@new.example.org')
  await assertNoAxeViolations(page)
})

test('a photo is cropped square, scaled down in the browser and saved; removing it can be undone', async () => {
  const { page, faults } = await openProfile('anna')
  await holdToasts(page)
  const sent: number[] = []
  await page.route('**/api/profile/avatar', async (route) => {
    const body = route.request().postDataBuffer()
    if (body) sent.push(body.indexOf('WEBP'))
    await route.continue()
  })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('button', { name: /^(Change|Add) photo/ })
      .first()
      .click(),
  ])
  await chooser.setFiles({ name: 'wide.png', mimeType: 'image/png', buffer: greyPng(900, 600) })
  await toast(page, 'Photo updated.')
  assert.ok(sent.length === 1 && sent[0]! > 0, 'WebP leaves the browser')
  const { avatar } = await (await callAs(service, 'anna'))(getUser)
  assert.equal(avatar, await page.locator('img.avatar').first().getAttribute('src'))
  const large = new URL(avatar!)
  large.searchParams.set('size', 'large')
  const sides = `fetch(${JSON.stringify(large)}).then((answer) => answer.blob()).then(createImageBitmap).then(({ width, height }) => [width, height])`
  assert.deepEqual(await page.evaluate(sides), [512, 512])

  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('button', { name: 'Add photo' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  const stored = async () => (await service.sql`select 1 from avatar a join person p on p.id = a.person_id where p.login = 'anna'`).length
  await page.getByRole('button', { name: 'Remove photo' }).waitFor() // the photo is back
  await page.evaluate(`new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const { src } of addedNodes) if (src) (globalThis.shownAgain ??= []).push(src)
  }).observe(document.querySelector('.own-person'), { childList: true, subtree: true })`)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  assert.equal(await stored(), 1, 'not gone yet')
  await endToasts(page)
  await until(async () => (await stored()) === 0)
  await settled(page)
  assert.equal(await page.evaluate('globalThis.shownAgain'), undefined, 'the deleted photo is not shown again, not even for a moment')
  assert.deepEqual(faults, [])
})

test('a file that is not an image is refused before sending, and a failed upload can be retried or cancelled', async () => {
  const { page } = await openProfile('anna')
  const pick = async (buffer: Buffer) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Add photo' }).click()])
    await chooser.setFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
  }
  await pick(Buffer.from('no picture'))
  await page.getByRole('alert').filter({ hasText: 'Couldn’t read this image' }).waitFor()
  await page.route('**/api/profile/avatar', (route) => route.fulfill(problem(507, 'storage_full', 'The storage is full.')))
  await pick(greyPng(64, 64))
  await page.getByRole('alert').filter({ hasText: 'The storage is full.' }).waitFor()
  await assertNoAxeViolations(page)
  await page.unroute('**/api/profile/avatar')
  await page.route('**/api/profile/avatar', () => {}) // never responds
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('progressbar', { name: 'Uploading photo' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add photo' }).waitFor()
})

test('other sessions are listed and ended, one by one and all together', async () => {
  for (let i = 0; i < 3; i++) await signIn(service, 'curator')
  const { page } = await openProfile('curator')
  const open = async () =>
    (
      await service.sql`select s.id from auth.session s join person p on p.id = s.person_id where p.login = 'curator' and revoked_at is null`
    ).length
  assert.equal(await open(), 4)
  const ends = page.getByRole('button', { name: /^End session on/ })
  await assertCount(ends, 3)
  await page.getByText('This device').waitFor()
  await page.getByText('Curator', { exact: true }).waitFor()
  await ends.first().click()
  await toast(page, 'Session ended.')
  assert.equal(await open(), 3)
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'End all other sessions?' })
  await dialog.getByText('You’ll be signed out on 2 other devices.').waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'End all other sessions' }).click()
  await toast(page, '2 sessions ended.')
  assert.equal(await open(), 1)
  await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'hidden' })
})

test('a person’s data can be downloaded as a file', async () => {
  const { page } = await openProfile('boris')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Download your data/ }).click()])
  const { id, email } = await personOf('boris')
  assert.equal(file.suggestedFilename(), `projectory-${id}.json`)
  assert.equal(JSON.parse(await readFile(await file.path(), 'utf8')).account.email, email)
})

test('an account is deleted after a confirmation; the only admin of the directory is refused with the server’s text', async () => {
  const { page } = await openProfile('admin')
  await page.getByRole('button', { name: /^Delete account/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByText('will be deleted.').waitFor()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Appoint another admin first.' }).waitFor()
  await assertNoAxeViolations(page)
  assert.equal((await personOf('admin')).deleted_at, null)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  const { id } = await personOf('gleb')
  const { page: his } = await openProfile('gleb')
  await his.getByRole('button', { name: /^Delete account/ }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await his.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
  await toast(his, 'Your account has been deleted.')
  const [gone] = await service.sql`select deleted_at, email from person where id = ${id}`
  assert.ok(gone!.deleted_at !== null && gone!.email === null)
})

test('offline the last copy is shown and nothing can be edited', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true, isStill: true, login: 'admin', path: '/profile' })
  await page.getByText('Directory admin').waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  await settled(page)
  await written(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText(/Last updated/).waitFor()
  for (const name of [/^Edit name/, /^Edit email/, /^Download/, /^Sign out/, /^Delete account/])
    assert.ok(await page.getByRole('button', { name }).isDisabled(), String(name))
  await assertNoAxeViolations(page)
})
