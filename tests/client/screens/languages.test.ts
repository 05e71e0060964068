import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { demo, readDemoFile } from '#demo/data.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { assertShown } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { forEachCase } from '#tests/support/tier.ts'

// Every kind of screen in Russian, which has the longer words, in dark mode, on a phone and on the narrowest one.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
  for (const { versions } of demo.files) for (const version of versions) await service.app.files.keep(readDemoFile(version))
  await service.sql`update project set date_end = current_date where slug = 'museum-pocket-guide'`
  await service.app.catalog.refresh()
})
after(() => service.close())

type Screen = {
  path: string
  login?: string
  ready(page: Page): Promise<unknown> // what the screen says
  open?(page: Page): Promise<unknown> // a dialog on it
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const sections = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

const screens: Screen[] = [
  {
    path: '/',
    ready: (page) => heading(page, 'Проекты'),
    async open(page) {
      await press(page, 'Фильтры')
      await page.getByRole('dialog', { name: 'Фильтры' }).waitFor()
    },
  },
  {
    path: '/project/museum-pocket-guide',
    login: 'boris',
    ready: (page) => page.getByRole('complementary', { name: 'Следующий шаг' }).getByText('Над ним работает «Маяк».').waitFor(),
    async open(page) {
      await press(page, 'new-wing.png')
      await page.getByRole('dialog').getByRole('button', { name: 'Скачать' }).waitFor()
    },
  },
  {
    path: '/project/city-tree-census/apply',
    login: 'anna',
    async ready(page) {
      await page.getByRole('textbox', { name: 'Сообщение' }).fill('Мы рядом.')
      const name = `${'очень-длинное-имя-'.repeat(5)}.txt`
      await page.getByLabel('Добавить файлы').setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(name) }])
      await page.getByRole('listitem').filter({ hasText: name }).waitFor()
    },
  },
  {
    path: '/my',
    login: 'boris',
    async ready(page) {
      await settled(page)
      await assertShown(() => sections(page), ['Museum Pocket Guide', 'Мои заявки', 'Мои команды', 'Другие проекты'])
      await page.getByText('Команда «Маяк»').waitFor()
      await page.getByText('Сегодня последний день').waitFor()
    },
  },
  {
    path: '/my/team/2',
    login: 'boris',
    async ready(page) {
      await page.getByRole('heading', { name: 'Ссылки' }).waitFor()
      await settled(page)
      await assertShown(
        () => sections(page),
        ['Проект', 'Участники', 'Кто нужен', 'Результаты', 'Ссылки', 'Обложка', 'Заявки', 'Завершённые проекты', 'Управление командой'],
      )
    },
    async open(page) {
      await press(page, 'Изменить роли: Ефимов Борис Алексеевич')
      await page.getByRole('dialog', { name: 'Ваши роли' }).waitFor()
    },
  },
  {
    path: '/profile',
    login: 'boris',
    async ready(page) {
      await heading(page, 'Профиль')
      await page.getByRole('link', { name: /В работе/ }).waitFor()
    },
    async open(page) {
      await press(page, 'Изменить имя')
      await page.getByRole('dialog', { name: 'Изменить имя' }).waitFor()
    },
  },
]

forEachCase(
  screens,
  ({ path }) => `${path} is complete in Russian, and in dark mode it passes the checks and fits a narrow phone`,
  async ({ path, login, ready, open }) => {
    const { page } = await openApp(browser, service, { locale: 'ru', colorScheme: 'dark', path, ...(login && { login }) })
    const assertFits = async () => assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 320)
    await ready(page)
    await settled(page)
    await assertNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await assertFits()
    await assertNoAxeViolations(page)
    if (!open) return
    await open(page)
    await settled(page)
    await assertNoAxeViolations(page)
    await assertFits()
  },
)
