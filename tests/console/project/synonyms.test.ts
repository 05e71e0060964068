import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createSynonym } from '#contract/console/synonym.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { assertFocus, endToasts, holdToasts, listening } from '#tests/support/page/app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { clientOf } from '#tests/support/world/teams.ts'

const service = serviceOfFile()

const open = consoleOf(openBrowser(), service, { path: '/console/words/synonym' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const stored = async (word: string) => {
  const [row] = await service.sql`select kind, words, expands_to from synonym where ${word} = any(words)`
  return row && { ...row }
}

test('an entry becomes one-way, and says what it also finds', async () => {
  await service.sql`insert into synonym (kind, words) values ('two-way', ${['thesis', 'диплом']})`
  const { page } = await open()
  await page.getByRole('button', { name: 'Edit “thesis, диплом”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit “thesis, диплом”' })
  assert.equal(await dialog.getByRole('textbox', { name: 'Also finds' }).count(), 0)
  await dialog.getByRole('radio', { name: 'Also finds' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('is missing').waitFor()
  await assertFocus(page, 'getAttribute("aria-invalid")', 'true')
  await page.keyboard.type('выпускная работа, research')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter') // the input is empty: saves
  await page.getByText('“thesis, диплом → выпускная работа, research” saved.').waitFor()
  assert.deepEqual(await stored('thesis'), {
    kind: 'one-way',
    words: ['thesis', 'диплом'],
    expands_to: ['выпускная работа', 'research'],
  })
  const row = rowOf(page, 'thesis, диплом')
  await row.getByRole('cell', { name: 'Also finds', exact: true }).waitFor()
  await row.getByRole('cell', { name: 'выпускная работа, research', exact: true }).waitFor()
})

test('a word of another entry: the message names the entry, and the new words can be added to it', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Add synonyms' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Words' }).fill('north uni, ngu,')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('“ngu” is already in the entry “Northgate University, NGU, Нортгейтский университет”').waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add the words to that entry' }).click()
  await page.getByRole('dialog', { name: /Edit “Northgate University/ }).waitFor()
  await dialog.getByRole('button', { name: 'Remove “north uni”' }).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Northgate University, NGU, Нортгейтский университет, north uni').waitFor()
  assert.deepEqual((await stored('NGU'))!.words, ['Northgate University', 'NGU', 'Нортгейтский университет', 'north uni'])
})

test('typed text is not lost without a confirmation', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Add synonyms' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Words' }).click()
  await page.keyboard.type('half')
  await page.keyboard.press('Escape')
  await dialog.getByText('You have unsaved changes.').waitFor()
  await page.keyboard.press('Escape') // of the question: back to the form
  await dialog.getByRole('button', { name: 'Save' }).waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'half' }).waitFor() // leaving the field makes a word of it
})

test('a deleted entry can be restored; otherwise it is deleted', async () => {
  await service.sql`insert into synonym (kind, words) values ('two-way', ${['alpha', 'альфа']}), ('two-way', ${['beta', 'бета']})`
  const { page } = await open()
  await holdToasts(page)
  await page.getByRole('button', { name: 'Delete “alpha, альфа”' }).click()
  await rowOf(page, 'alpha, альфа').waitFor({ state: 'detached' })
  await assertFocus(page, 'getAttribute("aria-label")', 'Edit “beta, бета”')
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, 'alpha, альфа').waitFor()
  assert.ok(await stored('alpha'))
  await page.getByRole('button', { name: 'Delete “alpha, альфа”' }).click()
  await rowOf(page, 'alpha, альфа').waitFor({ state: 'detached' })
  await endToasts(page)
  await until(async () => !(await stored('alpha')))
  assert.ok(await stored('beta'))
})

test('entries are searched in both columns, and a search without results can be cleared', async () => {
  const { page } = await open()
  const field = page.getByRole('searchbox', { name: 'Search synonyms' })
  await field.fill('НАСТАВНИК')
  await rowOf(page, 'Borough of Hartwell, Hartwell Council, администрация Хартвелла').waitFor({ state: 'detached' })
  await assertTexts(page.getByRole('rowheader'), ['freshers, первокурсники'])
  await field.fill('zzzz')
  await page.getByText('No entry contains “zzzz”.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await rowOf(page, 'freshers, первокурсники').waitFor()
})

test('many entries have pages, and a search covers all of them', async () => {
  await service.sql`insert into synonym (kind, words) select 'two-way', array['many ' || n, 'много ' || n] from generate_series(100, 219) as n`
  const { page } = await open('/console/words/synonym?text=many')
  await page.getByText('1–100 of 120').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('101–120 of 120').waitFor()
  await assertCount(page.getByRole('rowheader'), 20)
  await page.getByRole('searchbox').fill('МНОГО 101')
  await rowOf(page, 'many 101, много 101').waitFor()
  await assertCount(page.getByRole('rowheader'), 1)
  await service.sql`delete from synonym where words[1] like 'many %'`
})

test('in Russian, the audit log tells who changed what, and a directory without synonyms explains them', async () => {
  await (await clientOf(service, 'curator'))(createSynonym, { body: { kind: 'two-way', words: ['столовая', 'dining hall'] } })
  const { page } = await open('/console/audit', { locale: 'ru-RU' })
  await page.getByRole('listitem').filter({ hasText: 'добавлены синонимы «столовая, dining hall»' }).waitFor()
  await page.getByRole('link', { name: '«столовая, dining hall»' }).first().click()
  await page.waitForURL('**/console/words/synonym')
  await rowOf(page, 'столовая, dining hall').getByText('Одно и то же').waitFor()
  await listening(service)
  await service.sql`delete from synonym`
  await page.getByRole('heading', { name: 'Синонимов пока нет' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Загрузить таблицу' }).getAttribute('href'), '/console/exchange?kind=synonym')
  await assertNoAxeViolations(page)
})
