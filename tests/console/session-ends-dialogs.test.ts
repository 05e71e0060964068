import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { settled } from '#tests/support/page/app.ts'
import { assertKept, type KeptForm } from '#tests/support/page/ended-session.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { addApplication, addNote } from '#tests/support/world/conversations.ts'
import { addQuestion } from '#tests/support/world/questions.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'
import { addRoundProjects, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'

// The dialogs and small forms of the console, as session-ends.test.ts does it with its pages.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service, { isStill: true })

const any = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> => (await rows).length > 0
const dialogOf = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
const pressIn = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('button', { name, exact: true }).click()
const save = (page: Page) => pressIn(page, 'Save')

const cases: KeptForm[] = [
  {
    name: 'a decision with a comment',
    prepare: async () => `/console/requests/${(await addApplication(service.sql, 'dialog-decline', 'anna*')).id}`,
    async fill(page) {
      await press(page, 'Decline')
      await dialogOf(page).getByRole('combobox', { name: 'Reason' }).selectOption({ index: 1 })
      await dialogOf(page).getByRole('textbox', { name: 'Comment for the team' }).fill('Kept comment')
    },
    send: (page) => pressIn(page, 'Decline'),
    isDone: () => any(service.sql`select from pending_decision where comment = 'Kept comment' and reason_id is not null`),
  },
  {
    name: 'a changed note',
    async prepare() {
      const { id } = await addApplication(service.sql, 'dialog-note', 'anna*')
      await addNote(service.sql, 'request', id, 'curator', 'Before')
      return `/console/requests/${id}`
    },
    async fill(page) {
      await press(page, 'Edit note')
      await page.getByRole('listitem').getByRole('textbox').fill('Kept, changed')
    },
    send: (page) => press(page, 'Save'),
    isDone: () => any(service.sql`select from note where text = 'Kept, changed'`),
  },
  {
    name: 'a view',
    prepare: async () => '/console/projects?state=draft',
    async fill(page) {
      await press(page, 'Views')
      await page
        .getByRole('menuitem', { name: 'Save current view' })
        .or(page.getByRole('button', { name: 'Save current view' }))
        .click()
      await dialogOf(page).getByLabel('View name').fill('Kept view')
      await dialogOf(page).getByRole('checkbox').check()
    },
    send: save,
    isDone: () => any(service.sql`select from saved_view where name = 'Kept view' and is_shared`),
  },
  {
    name: 'a cell of a list',
    async prepare() {
      await addProject(service.sql, 'dialog-cell', { name: 'Dialog cell', teamLimit: 2 })
      return '/console/projects?text=Dialog%20cell'
    },
    async fill(page) {
      await page.getByRole('button', { name: /^Team limit: .*Edit: Dialog cell$/ }).click()
      await page.locator('.list-table input[type=number]').fill('3')
    },
    send: (page) => page.locator('.list-table input[type=number]').press('Enter'),
    isDone: () => any(service.sql`select from project where slug = 'dialog-cell' and team_limit = 3`),
  },
  {
    name: 'a change of several projects',
    async prepare() {
      await addProject(service.sql, 'dialog-bulk', { name: 'Dialog bulk', dateStart: '2198-02-01' })
      return '/console/projects?text=Dialog%20bulk'
    },
    async fill(page) {
      await page.getByRole('checkbox', { name: 'Select Dialog bulk', exact: true }).click()
      await press(page, 'Edit')
      await page.getByRole('group', { name: 'Edit', exact: true }).getByRole('button', { name: 'Shift all dates', exact: true }).click()
      await dialogOf(page).getByLabel('Number of days').fill('7')
    },
    async send(page) {
      await pressIn(page, 'Preview')
      void pressIn(page, 'Change 1 project') // it is there after signing in
    },
    isDone: () => any(service.sql`select from project where slug = 'dialog-bulk' and date_start = '2198-02-08'`),
  },
  {
    name: 'an entry of a vocabulary',
    prepare: async () => '/console/words/tag',
    async fill(page) {
      await press(page, 'Add a tag')
      await dialogOf(page).getByLabel('Name', { exact: true }).fill('Kept tag')
      await dialogOf(page).getByLabel('Name in Russian').fill('Сохранённый')
    },
    send: save,
    isDone: () => any(service.sql`select from tag where name = 'Kept tag' and name_ru = 'Сохранённый'`),
  },
  {
    name: 'synonyms',
    prepare: async () => '/console/words/synonym',
    async fill(page) {
      await press(page, 'Add synonyms')
      await dialogOf(page).getByRole('textbox', { name: 'Words' }).fill('keptword, keptterm,')
    },
    send: save,
    isDone: () => any(service.sql`select from synonym where synonym::text like '%keptword%'`),
  },
  {
    name: 'an answer to a question',
    async prepare() {
      await addQuestion(service.sql, await addProject(service.sql, 'dialog-answer'), 'anna', 'Kept where?')
      return '/console/questions'
    },
    async fill(page) {
      await press(page, 'Answer: Kept where?')
      await dialogOf(page).getByRole('textbox', { name: 'Answer' }).fill('On this device.')
    },
    send: (page) => pressIn(page, 'Publish answer'),
    isDone: () => any(service.sql`select from question where answer = 'On this device.'`),
  },
  {
    name: 'why a question is hidden',
    async prepare() {
      await addQuestion(service.sql, await addProject(service.sql, 'dialog-hide'), 'anna', 'Kept or hidden?')
      return '/console/questions'
    },
    async fill(page) {
      await press(page, 'Hide: Kept or hidden?')
      await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Kept reason')
    },
    send: (page) => pressIn(page, 'Hide'),
    isDone: () => any(service.sql`select from question where hidden_reason = 'Kept reason'`),
  },
  {
    name: 'details of a person',
    login: 'admin',
    prepare: async () => `/console/people/${await personOf(service.sql, 'gleb')}/edit`,
    fill: (page) => page.getByRole('textbox', { name: /^Patronymic/ }).fill('Хранимович'),
    send: (page) => press(page, 'Save'),
    isDone: () => any(service.sql`select from person where patronymic = 'Хранимович'`),
  },
  {
    name: 'the access of a person',
    login: 'admin',
    prepare: async () => `/console/people/${await personOf(service.sql, 'vera')}`,
    fill: (page) => page.getByRole('radio', { name: /^Curator/ }).check(),
    send: (page) => press(page, 'Change access'),
    isDone: () => any(service.sql`select from person where login = 'vera' and access = 'curator'`),
  },
  {
    name: 'a member without an account',
    async prepare() {
      const team = await addTeam(service.sql, 'Dialog member', 'anna*')
      await service.sql`insert into member (team_id, name) values (${team}, 'Nameless')`
      return `/console/teams/${team}`
    },
    async fill(page) {
      await press(page, 'Edit Nameless')
      await dialogOf(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Kept Name')
    },
    send: save,
    isDone: () => any(service.sql`select from member where name = 'Kept Name'`),
  },
  {
    name: 'a new member',
    prepare: async () => `/console/teams/${await addTeam(service.sql, 'Dialog add', 'anna*')}`,
    fill: (page) => page.getByRole('searchbox', { name: 'Name, login or email' }).fill('Kept Newcomer'),
    send: (page) => press(page, 'Add “Kept Newcomer” without an account'),
    isDone: () => any(service.sql`select from member where name = 'Kept Newcomer'`),
  },
  {
    name: 'the project of a team',
    async prepare() {
      await addProject(service.sql, 'dialog-move', { name: 'Dialog move' })
      return `/console/teams/${await addTeam(service.sql, 'Dialog movers', 'anna*')}`
    },
    async fill(page) {
      await press(page, 'Assign a project')
      await dialogOf(page).getByRole('searchbox', { name: 'Find a published project' }).fill('dialog move')
      await dialogOf(page)
        .getByRole('radio', { name: /Dialog move/ })
        .check()
    },
    send: (page) => pressIn(page, 'Assign “Dialog move”'),
    isDone: () => any(service.sql`select from assignment a join project p on p.id = a.project_id where p.slug = 'dialog-move'`),
  },
  {
    name: 'a round',
    prepare: async () => '/console/rounds/new',
    fill: (page) => page.getByLabel('Name', { exact: true }).fill('Kept round'),
    send: (page) => page.getByLabel('Name', { exact: true }).press('Enter'),
    isDone: () => any(service.sql`select from round where name = 'Kept round'`),
  },
  {
    name: 'a team assigned by hand',
    async prepare() {
      await addTeam(service.sql, 'Dialog outsiders', 'vera*')
      const { ids } = await addRoundProjects(service.sql, [1])
      return `/console/rounds/${(await openRound(await clientOf(service, 'curator'), ids, new Date())).id}`
    },
    async fill(page) {
      await press(page, 'Assign a team by hand')
      await dialogOf(page).getByRole('searchbox', { name: 'Find a team' }).fill('Dialog outs')
      await pressIn(page, 'Dialog outsiders')
      await dialogOf(page).getByRole('combobox', { name: 'Project' }).selectOption({ index: 1 })
      await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Kept by hand')
    },
    send: (page) => pressIn(page, 'Assign'),
    isDone: () => any(service.sql`select from round_lock where reason = 'Kept by hand'`),
  },
  {
    name: 'an import with a corrected cell',
    prepare: async () => '/console/exchange?kind=tag',
    async fill(page) {
      const buffer = Buffer.from('name,nameRu\nKept sheet,\n')
      await page.locator('input[type=file]').setInputFiles({ name: 'tags.csv', mimeType: 'text/csv', buffer })
      const cell = page.locator('[data-row="2"] [data-cell="1"]')
      await cell.click()
      await page.getByRole('grid').getByRole('textbox').fill('Лист')
      await page.keyboard.press('Enter')
      await page.getByText('Лист').waitFor()
      await settled(page)
    },
    send: (page) => press(page, 'Import 1 row'),
    isDone: () => any(service.sql`select from tag where name = 'Kept sheet' and name_ru = 'Лист'`),
  },
]

forEachCase(
  cases,
  ({ name }) => `${name}: after signing in again it is sent as it was`,
  async (form: KeptForm) => {
    const { login = 'curator', prepare } = form
    const path = await prepare()
    await service.app.catalog.refresh()
    const { page } = await open(path, { login })
    await assertKept(service, page, login, form)
  },
)
