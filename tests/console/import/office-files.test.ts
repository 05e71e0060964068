import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { textOfBytes } from '#spreadsheet/read/csv.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { serviceOfFile } from '#tests/support/console/console-app.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { merged, projectsCsv, projectsXlsx, teamsCsv } from '#tests/support/sample/office-files.ts'
import { test } from '#tests/support/tier.ts'
import { addProject } from '#tests/support/world/requests.ts'

// A semester from three office files: 80 projects and 100 teams. The clicks and seconds are printed.

const browser = openBrowser()
const service = serviceOfFile()
before(async () => {
  const id = await addProject(service.sql, 'green-yard')
  await service.sql`update project set name = 'Зелёный двор' where id = ${id}`
})

let clicks = 0
const click = async (target: Locator): Promise<void> => {
  clicks++
  await target.click()
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const count = async (query: string): Promise<number> => ((await service.sql.unsafe(query)) as unknown as { count: number }[])[0]!.count

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  clicks++
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

/** Opens the cell of a row, types and saves. */
async function correct(page: Page, row: number, column: string, text: string): Promise<void> {
  const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(row), exact: true }) })
  await click(line.locator(`td[data-label="${column}"]`))
  await page.locator('.import-grid textarea').fill(text)
  await page.keyboard.press('Enter')
}
const noErrors = (page: Page) => page.getByText('Ошибок нет. Пока ничего не сохранено.').waitFor()

test('80 projects and 100 teams from three office files are imported without a dead end', async () => {
  const startedAt = performance.now()
  const { page, faults } = await openApp(browser, service, { login: 'curator', path: '/console/exchange', locale: 'ru-RU' })
  await settled(page)

  // 50 projects: titles above the headings, windows-1251, semicolons.
  await choose(page, 'темы.csv', projectsCsv('Зелёный двор'))
  await page.getByRole('heading', { name: /Столбцы файла/ }).waitFor()
  assert.equal(await page.getByLabel('Заголовки столбцов').inputValue(), '4')
  const meaning = (head: string) => page.getByLabel(`Столбец «${head}» — это`)
  for (const [head, column] of Object.entries({
    '№ п/п': '',
    'Наименование темы': 'name',
    'Краткое описание': 'shortDescription',
    'Организация-заказчик': 'client',
    'Срок начала': 'dateStart',
    'Срок окончания': 'dateEnd',
    'Кол-во мест': 'teamLimit',
    'Ключевые слова': 'tags',
    Статус: 'state',
    Виза: '',
  }))
    assert.equal(await meaning(head).inputValue(), column, head)
  await assertNoAxeViolations(page)
  await click(button(page, 'Проверить 50 строк'))
  await page
    .getByText('исправьте их ниже', { exact: false })
    .or(page.getByText(/Исправьте их ниже/))
    .waitFor()
  await click(button(page, 'Заменить на «Культура»'))
  await page.getByText('1 названия нет в каталоге').waitFor({ state: 'detached' })
  await correct(page, 17, 'Окончание', '28.02.2027')
  await noErrors(page)
  // A project that exists in another spelling is used, not created again.
  await click(button(page, 'С предупреждениями 1'))
  await click(button(page, 'Заменить на «Зелёный двор»'))
  await page.getByRole('button', { name: 'С предупреждениями 0' }).waitFor()
  await assertNoAxeViolations(page)
  await click(button(page, 'Загрузить 50 строк'))
  await page.getByText('Загружено: новых — 49, изменено — 1.').waitFor()

  // 30 projects: merged cells, tags with commas, days as numbers.
  await click(button(page, 'Выбрать другой файл'))
  await choose(page, 'завод.xlsx', projectsXlsx())
  await page.getByRole('heading', { name: /Столбцы файла/ }).waitFor()
  await click(button(page, 'Проверить 30 строк'))
  await noErrors(page)
  await click(button(page, 'Загрузить 30 строк'))
  await page.getByText('Загружено: новых — 30, изменено — 0.').waitFor()
  assert.equal(await count(`select count(*)::int from project where name like 'Мастерская %' and client = 'Завод № 10'`), 3)
  assert.equal(await count(`select count(*)::int from project where date_start = '2026-09-01' and date_end = '2026-12-20'`), 79)
  assert.equal(
    await count(`select count(*)::int from project p join project_tag pt on pt.project_id = p.id where p.name = '${merged(0)}'`),
    2,
  )

  // 100 teams: the answers of a form.
  await click(page.getByText('Команды с участниками'))
  await choose(page, 'Ответы на форму.csv', Buffer.from(teamsCsv()))
  await page.getByRole('heading', { name: /Столбцы файла/ }).waitFor()
  await assertNoAxeViolations(page)
  await click(button(page, 'Проверить 200 строк'))
  await click(button(page, /^Пригласить 199 человек/))
  await page.getByText(/199 человек получат доступ/).waitFor()
  await click(button(page, 'Заменить на «Аналитик»'))
  await page.getByText('названия нет в каталоге').waitFor({ state: 'detached' })
  await correct(page, 33, 'Почта', 'egor.orlov@example.org')
  await page.getByText(/200 человек получат доступ/).waitFor()
  await click(
    page
      .getByRole('row', { name: /полеклиники/ })
      .first()
      .getByRole('button', { name: 'Заменить на «Навигатор поликлиники»' }),
  )
  await click(button(page, 'Исправить и там'))
  await noErrors(page)
  await click(button(page, 'Загрузить 200 строк'))
  await page.getByText(/^Загружено: новых — 200/).waitFor()
  await page.getByText('Приглашено 200 человек.').waitFor()

  assert.equal(await count(`select count(*)::int from team where name like 'Команда %'`), 100)
  assert.equal(
    await count(`select count(*)::int from person where import_email like '%@students.example' and access = 'member' and surname <> ''`),
    199,
  )
  assert.equal(
    await count(
      `select count(*)::int from team t join assignment a on a.team_id = t.id and a.ended_at is null where t.name like 'Команда %'`,
    ),
    99,
  )
  assert.deepEqual(faults, [])
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`80 projects and 100 teams from three office files: ${clicks} clicks, ${seconds} s, 0 dead ends`)
})

test('the mapping is remembered: the next file with these headings is checked at once', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', path: '/console/exchange', locale: 'ru-RU' })
  await settled(page)
  await choose(page, 'темы-2.csv', projectsCsv('Зелёный двор'))
  await page.getByRole('heading', { name: /Предпросмотр загрузки/ }).waitFor()
})

test('valid rows are imported alone when asked; the rest comes back in its own encoding, separator and language', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', path: '/console/exchange', locale: 'ru-RU' })
  await settled(page)
  const rows = 'Название;Дата окончания\r\nПервый;1.2.27\r\nВторой;никогда\r\n'
  await choose(page, 'два.csv', Buffer.from(`\ufeff${rows}`, 'utf16le'))
  await page.getByText('В 1 строке ошибка.', { exact: false }).waitFor()
  assert.ok(await button(page, /^Загрузить 1 строку$/).isDisabled())
  await click(button(page, 'Загрузить 1 строку, пропустить 1'))
  await page.getByText('Пропущена 1 строка.').waitFor()
  assert.equal(await count(`select count(*)::int from project where name in ('Первый', 'Второй') and date_end = '2027-02-01'`), 1)
  const [download] = await Promise.all([page.waitForEvent('download'), click(button(page, 'Скачать пропущенные строки'))])
  const { text, encoding } = textOfBytes(readFileSync(await download.path()))
  assert.equal(encoding, 'utf-16le')
  assert.match(text, /^ошибки;Название;Дата окончания\r\n"?Дата окончания: никогда — не дата[^;]*;Второй;никогда\r\n$/)
})

test('5,000 rows: paged, and edited with the keyboard alone', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', path: '/console/exchange', viewport: { width: 1280, height: 800 } })
  await settled(page)
  const rows = Array.from({ length: 5000 }, (_, n) => `Bulk ${n};${n % 100 === 0 ? 'soon' : '2027-01-01'}`)
  await choose(page, 'many.csv', Buffer.from(`name;dateEnd\n${rows.join('\n')}\n`))
  await button(page, 'With errors 50').waitFor()
  await assertCount(page.locator('.import-grid tbody tr'), 50)
  await page.locator('.import-grid [data-cell][tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.locator('.import-grid textarea').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('2 Feb 2027')
  await page.keyboard.press('Enter')
  await button(page, 'Change them too').click()
  await page.getByText('No errors found.', { exact: false }).waitFor()
  await button(page, 'New 5,000').click()
  await button(page, 'Next').click()
  await page.getByText('51–100').waitFor()
  await assertCount(page.locator('.import-grid tbody tr'), 50)
})
