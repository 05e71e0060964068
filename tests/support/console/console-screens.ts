import type { Locator, Page } from 'playwright-core'
import { phone } from '#tests/support/browser.ts'
import type { AppSettings } from '#tests/support/page/app.ts'
import type { ConsoleIds } from './console-data.ts'

// Every page of the console, and the dialogs of its main tasks: checked in tests/console/screens/, photographed by tests/pictures/console-screens.ts.

type Look = (page: Page) => Locator

export type ConsoleScreen = {
  name: string
  login: 'curator' | 'admin'
  path: (ids: ConsoleIds) => string
  settings?: AppSettings // of the check in English; otherwise a desktop in light mode
  act?: (page: Page) => Promise<unknown> // in both languages, after the page has loaded
  russian?: Look[] // what a Russian reader finds on it
}

const title =
  (name: string): Look =>
  (page) =>
    page.getByRole('heading', { level: 1, name, exact: true })
const button =
  (name: string | RegExp): Look =>
  (page) =>
    page.getByRole('button', { name }).first()
const words =
  (text: string | RegExp): Look =>
  (page) =>
    page.getByText(text).first()

const at = (path: string) => () => `/console${path}`
const dialogOf = (press: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: press }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** An answer that is written, and not yet sent. */
async function answer(page: Page): Promise<void> {
  await dialogOf(/^(answer|ответить): /i)(page)
  await page.getByRole('dialog').getByRole('textbox').first().fill('On **Monday**.')
}

async function addMemberRole(page: Page): Promise<void> {
  await dialogOf(/^(edit|изменить) ефимов/i)(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').first().fill('QA')
  await dialog.getByRole('button', { name: /QA/ }).first().click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: /^(keep editing|продолжить)/i }).click()
}

async function addSynonyms(page: Page): Promise<void> {
  await dialogOf(/add synonyms|добавить синонимы/i)(page)
  await page.getByRole('dialog').getByRole('textbox').first().click()
  await page.keyboard.type('столовая, canteen,')
  await page.getByRole('dialog').getByRole('listitem').nth(1).waitFor()
}

async function addSimilar(page: Page): Promise<void> {
  const [surname, name, , email] = await page.getByRole('main').getByRole('textbox').all()
  await surname!.fill('Ковалева')
  await name!.fill('Анна')
  await email!.fill(`anna.${Date.now()}@example.org`)
  await page.getByRole('button', { name: /^(add person|добавить)$/i }).click()
  await page.getByRole('button', { name: /anyway|всё равно/i }).waitFor()
}

async function invite(page: Page): Promise<void> {
  await addSimilar(page)
  await page.getByRole('button', { name: /anyway|всё равно/i }).click()
  await page
    .getByText(/^(Invited|Приглашён.*)$/)
    .first()
    .waitFor()
}

async function writeAnnouncement(page: Page): Promise<void> {
  const [subject, text] = await page.getByRole('main').getByRole('textbox').all()
  await subject!.fill('Meeting on Friday')
  await text!.fill('At **14:00** in [room 12](https://example.org).')
  await page.getByRole('article').locator('strong', { hasText: '14:00' }).waitFor()
}

/** A sheet with one error, checked. */
async function checkSheet(page: Page): Promise<void> {
  const buffer = Buffer.from('name;dateEnd;state\nBrowser one;2027-01-01;published\nBrowser two;2026-02-30;published\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'my projects.csv', mimeType: 'text/csv', buffer })
  await page.locator('.import-grid').waitFor()
}

export const consoleScreens: readonly ConsoleScreen[] = [
  { name: 'today', login: 'curator', path: at(''), russian: [(page) => page.getByRole('heading', { name: 'Ждут решения' })] },
  { name: 'timeline', login: 'curator', path: at('/timeline') },
  { name: 'calendar', login: 'curator', path: at('/calendar'), russian: [title('Календарь')] },
  { name: 'report', login: 'curator', path: at('/report') },
  { name: 'requests', login: 'curator', path: at('/requests') },
  { name: 'request-waiting', login: 'curator', path: ({ waiting }) => `/console/requests/${waiting}`, russian: [button('Отклонить')] },
  { name: 'projects', login: 'curator', path: at('/projects'), russian: [title('Проекты')] },
  { name: 'project-new', login: 'curator', path: at('/projects/new') },
  { name: 'project', login: 'curator', path: ({ project }) => `/console/projects/${project}` },
  { name: 'questions', login: 'curator', path: at('/questions') },
  { name: 'questions-project', login: 'curator', path: at('/questions?project=city-tree-census'), russian: [button(/^Ответить: /)] },
  { name: 'questions-answer', login: 'curator', path: at('/questions?status=unanswered'), act: answer },
  { name: 'team-new', login: 'curator', path: at('/teams/new') },
  { name: 'teams', login: 'curator', path: at('/teams'), russian: [(page) => page.getByRole('link', { name: 'Маяк' })] },
  {
    name: 'team',
    login: 'curator',
    path: ({ team }) => `/console/teams/${team}`,
    russian: [(page) => page.getByRole('heading', { level: 2, name: 'Участники' })],
  },
  { name: 'team-member', login: 'curator', path: ({ team }) => `/console/teams/${team}`, act: addMemberRole },
  { name: 'formation-leave', login: 'curator', path: at('/teams/leave-requests') },
  { name: 'people', login: 'curator', path: at('/people') },
  { name: 'people-new', login: 'curator', path: at('/people/new') },
  { name: 'people-similar', login: 'curator', path: at('/people/new'), act: addSimilar },
  { name: 'person-invited', login: 'curator', path: at('/people/new'), act: invite },
  { name: 'person-curator', login: 'curator', path: ({ vera }) => `/console/people/${vera}` },
  { name: 'words-tag', login: 'curator', path: at('/words') },
  {
    name: 'words-file-type',
    login: 'curator',
    path: at('/words/file-type'),
    russian: [title('Справочники'), words('Исходный код')],
  },
  { name: 'words-synonym', login: 'curator', path: at('/words/synonym') },
  { name: 'words-synonym-add', login: 'curator', path: at('/words/synonym'), act: addSynonyms },
  { name: 'exchange', login: 'curator', path: at('/exchange'), russian: [title('Импорт и экспорт')] },
  { name: 'exchange-errors', login: 'curator', path: at('/exchange'), settings: { viewport: phone }, act: checkSheet },
  { name: 'announcements', login: 'curator', path: at('/announcements') },
  { name: 'announcement', login: 'curator', path: at('/announcements/1') },
  { name: 'announcement-new', login: 'curator', path: at('/announcements/new'), russian: [words(/^Письмо получ(?:ит|ат) /)] },
  { name: 'announcement-written', login: 'curator', path: at('/announcements/new'), act: writeAnnouncement },
  { name: 'rounds', login: 'curator', path: at('/rounds') },
  { name: 'round-new', login: 'curator', path: at('/rounds/new') },
  { name: 'round-open', login: 'curator', path: ({ round }) => `/console/rounds/${round}` },
  { name: 'round-edit', login: 'curator', path: ({ round }) => `/console/rounds/${round}/edit` },
  { name: 'round-results', login: 'curator', path: ({ publishedRound }) => `/console/rounds/${publishedRound}` },
  { name: 'audit', login: 'curator', path: at('/audit'), russian: [title('Журнал')] },
  { name: 'person', login: 'admin', path: ({ vera }) => `/console/people/${vera}` },
  { name: 'person-edit', login: 'admin', path: ({ vera }) => `/console/people/${vera}/edit` },
  { name: 'people-admin', login: 'admin', path: at('/people') },
  {
    name: 'merge',
    login: 'admin',
    path: ({ boris, vera }) => `/console/people/${boris}/merge/${vera}`,
    russian: [title('Объединение учётных записей')],
  },
  { name: 'settings', login: 'admin', path: at('/settings') },
  {
    name: 'operations',
    login: 'admin',
    path: at('/operations'),
    russian: [(page) => page.getByRole('heading', { level: 2, name: 'Процессы' })],
  },
  {
    name: 'mail',
    login: 'admin',
    path: at('/mail'),
    russian: [title('Почта'), words('получатель отключил такие письма'), words('Заблокирован')],
  },
  {
    name: 'mail-email-cancelled',
    login: 'admin',
    path: ({ mail }) => `/console/mail/${mail.cancelled}`,
    russian: [button('Отправить сейчас'), (page) => page.getByRole('region', { name: 'Предпросмотр' })],
  },
  { name: 'mail-email', login: 'admin', path: ({ mail }) => `/console/mail/${mail.unknown}` },
  { name: 'mail-email-sent', login: 'admin', path: ({ mail }) => `/console/mail/${mail.sent}` },
  {
    name: 'mail-email-resend',
    login: 'admin',
    path: ({ mail }) => `/console/mail/${mail.unknown}`,
    settings: { colorScheme: 'dark' },
    act: dialogOf(/send again|ещё раз/i),
  },
]
