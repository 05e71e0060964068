import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { getProfile } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { createRequest, decideRequest, listAvailable } from '#contract/request.ts'
import { createLink } from '#contract/result.ts'
import { writeSheet } from '#spreadsheet/write/write.ts'
import { findBrokenAudit } from '#store/audit/insert.ts'
import { desktop, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { type FileService, startWithFiles } from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { test } from '#tests/support/tier.ts'

// A whole semester in console and client: curators, teams on their phones, and a clock that is moved. The tests run in order and
// continue each other. What is done once in a browser is repeated for the other teams by API calls.

const MINUTE = 60_000
const DAY = 86_400_000
let ahead = 0 // offset of the clock
const now = () => new Date(Date.now() + ahead)
const dayIn = (days: number) => new Date(now().getTime() + days * DAY).toISOString().slice(0, 10)

const browser = openBrowser()
let service: FileService
before(async () => {
  service = await startWithFiles({ now, sendsMail: true })
})
after(() => service.close())

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const admins = ['anna', 'boris', 'vera', 'gleb'] as const
const adminOf = (team: number) => admins[(team - 1) % admins.length]!
const slugOf = (n: number) => `semester-project-${n}`
const teamIds = new Map<number, number>()
const requestIds = new Map<string, number>()

const console = (path: string) => openApp(browser, service, { login: 'curator', path: `/console/${path}`, viewport: desktop })

async function importSheet(page: Page, kind: string, name: string, bytes: Buffer): Promise<void> {
  await page.getByRole('radio', { name: kind }).check()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  await page.getByText('No errors found').waitFor()
  await page.getByRole('button', { name: /^Import/ }).click()
  await page.getByText(/^Imported:/).waitFor()
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    assert.ok(tries < 300, `waited too long until ${what}`)
    await sleep(50)
  }
}
const statusOf = async (slug: string) => (await service.call(getProject, { params: { slug } })).project.status

test('ten projects are imported from a sheet and published in the console', async () => {
  const heads = ['name', 'shortDescription', 'enrollmentStart', 'enrollmentEnd', 'dateStart', 'dateEnd', 'teamLimit']
  const rows = numbers(10).map((n) => [`Semester Project ${n}`, `Number ${n} of ten.`, dayIn(-1), dayIn(10), dayIn(14), dayIn(60), '1'])
  const { page, faults } = await console('exchange')
  const columns = heads.map((head) => ({ head, kind: 'text' as const }))
  await importSheet(page, 'Projects', 'projects.csv', writeSheet('csv', columns, rows))
  await refused('project_not_found', service.call(getProject, { params: { slug: slugOf(1) } })) // drafts are visible to curators only
  await page.goto(`${service.origin}/console/projects?state=draft&text=semester+project&sort=name`)
  await settled(page)
  for (const n of numbers(10)) {
    await page.getByRole('link', { name: `Semester Project ${n}`, exact: true }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Archive', exact: true }).waitFor()
    assert.equal(await statusOf(slugOf(n)), 'open', 'visible in the client immediately')
    await page.goBack()
    await settled(page)
  }
  assert.deepEqual(faults, [])
})

test('twelve teams are imported with their members, who are notified', async () => {
  const rows = numbers(12).flatMap((n) => [
    [`Semester Team ${n}`, '', adminOf(n), 'yes', 'Team Lead'],
    [`Semester Team ${n}`, `Guest ${n}`, '', '', 'QA'],
  ])
  const columns = ['team', 'member', 'login', 'isAdministrator', 'roles'].map((head) => ({ head, kind: 'text' as const }))
  const { page } = await console('exchange')
  await importSheet(page, 'Teams with members', 'teams.xlsx', writeSheet('xlsx', columns, rows))
  for (const { id, name } of await service.sql<{ id: number; name: string }[]>`select id, name from team where name like 'Semester Team %'`)
    teamIds.set(Number(name.split(' ')[2]), id)
  assert.equal(teamIds.size, 12)
  const profile = await (await callAs(service, 'gleb'))(getProfile)
  assert.equal(profile.teams.filter(({ name }) => name.startsWith('Semester Team')).length, 3)
})

const apply = async (team: number, project: number) => {
  const { id } = await (await callAs(service, adminOf(team)))(createRequest, {
    body: { project: slugOf(project), team: teamIds.get(team)! },
  })
  requestIds.set(`${team} ${project}`, id)
}

test('teams apply, on a phone and with a file; teams 11 and 12 apply for the project of team 1', async () => {
  const { page, faults } = await openApp(browser, service, { login: 'anna', path: `/project/${slugOf(1)}/apply` })
  await page.getByRole('radio', { name: 'Semester Team 1', exact: true }).check()
  await page.getByRole('textbox', { name: 'Message' }).fill('We begin the semester.')
  await page.getByLabel('Add files').setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Week one: begin.') })
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.waitForURL(/\/my\/request\/\d+\/sent$/)
  requestIds.set('1 1', Number(page.url().split('/').at(-2)))
  assert.deepEqual(faults, [])
  for (const n of numbers(10).slice(1)) await apply(n, n)
  await apply(1, 2) // a second choice
  for (const team of [11, 12]) await apply(team, 1)
})

test('curators decide: approve, undo, approve, decline the rest together; places are never exceeded', async () => {
  const { page, faults } = await console(`requests/${requestIds.get('1 1')}`)
  await page.getByRole('region', { name: 'Files' }).getByText('Week one: begin.').waitFor()
  await assertCount(page.getByRole('table').getByRole('rowheader'), 3, 'three applications for one place')
  const approve = async () => {
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Application approved.', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Undo decision for Semester Team 1' }).waitFor() // the toast of the previous decision may still be there
  }
  await approve()
  assert.equal((await service.call(getProject, { params: { slug: slugOf(1) } })).project.freePlaces, 1, 'it has not taken effect')
  await page.getByRole('button', { name: 'Undo decision for Semester Team 1' }).click()
  await page.getByText('Decision undone. The application awaits a decision again.').waitFor()
  assert.equal((await service.call(getProject, { params: { slug: slugOf(1) } })).project.freePlaces, 1)
  await approve()
  const curator = await callAs(service, 'curator')
  const otherRequest = { params: { id: String(requestIds.get('11 1')) } }
  await refused('no_free_place', curator(decideRequest, { ...otherRequest, body: { decision: 'approve' } }))
  for (const n of [2, 3, 4, 5, 6, 7, 8])
    await curator(decideRequest, { params: { id: String(requestIds.get(`${n} ${n}`)) }, body: { decision: 'approve' } })
  await page.goto(`${service.origin}/console/requests?text=semester+team`)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByText('4 selected').waitFor()
  await page.getByRole('button', { name: 'Decline…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Decline 4 applications' })
  await sheet.getByLabel('Reason').selectOption({ index: 1 })
  await sheet.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.getByText('4 applications declined.').waitFor()
  assert.deepEqual(faults, [])
})

const semesterMail = () => service.sql<{ kind: string; state: string; count: number }[]>`
  select o.kind, o.state, count(*)::int as count from outbox o
  where o.data->>'team' = any(${[...teamIds.values()].map(String)}) group by 1, 2 order by 1, 2`

test('decisions take effect when the undo period is over, with their emails, and none about the undone one', async () => {
  const isSent = async () => (await semesterMail()).every(({ state }) => state === 'sent')
  await until('the emails before the decisions are sent', isSent)
  assert.ok((await semesterMail()).every(({ kind }) => !/^request_(approved|declined|superseded)$/.test(kind)))
  ahead += 11 * MINUTE
  await until('no decision is pending', async () => (await service.sql`select 1 from pending_decision`).length === 0)
  await until('all emails are sent', isSent)
  assert.deepEqual(
    (await semesterMail()).map(({ kind, state, count }) => `${kind} ${state} ${count}`),
    ['request_approved sent 8', 'request_declined sent 4', 'request_received sent 13', 'request_superseded sent 1', 'team_added sent 12'],
  )
  const mailbox = await (await fetch(`${service.origin}/mailbox`, { headers: { 'accept-language': 'en' } })).text()
  assert.match(mailbox, /Semester Project 1/)
})

test('the semester starts; a team publishes a result on its phone, and a curator makes another one public', async () => {
  ahead += 14 * DAY
  await until('the first day of work', async () => (await statusOf(slugOf(1))) === 'active')
  const { page, faults } = await openApp(browser, service, { login: 'boris', path: `/my/team/${teamIds.get(2)}` })
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: 'Report', exact: true }) })
    .locator('input[type=file]')
    .setInputFiles({ name: 'findings.txt', mimeType: 'text/plain', buffer: Buffer.from('What we found.') })
  await page.getByText('findings.txt').first().waitFor()
  await until('the file is there', async () => (await service.sql`select 1 from file_version where name = 'findings.txt'`).length === 1)
  await (await callAs(service, 'boris'))(createLink, { body: { project: slugOf(2), link: 'https://example.org/semester' } })
  assert.deepEqual(faults, [])

  const [file] = await service.sql<{ id: number; isPublic: boolean; project: number }[]>`
    select f.id, f.is_public as "isPublic", f.project_id as project from file f join file_version v on v.file_id = f.id where v.name = 'findings.txt'`
  const curator = await console(`projects/${file!.project}`)
  await curator.page.getByRole('checkbox', { name: 'findings.txt is public' }).click()
  await until(
    'it changed',
    async () => (await service.sql`select 1 from file where id = ${file!.id} and is_public = ${!file!.isPublic}`).length === 1,
  )
  const readProject = async () => (await service.call(getProject, { params: { slug: slugOf(2) } })).project
  await until('the change is public', async () => (await readProject()).documents.length === (file!.isPublic ? 0 : 1))
  const { documents, links } = await readProject()
  assert.deepEqual([documents.map(({ name }) => name), links.length], [file!.isPublic ? [] : ['findings.txt'], 1])
})

test('the semester ends: assignments stay, the teams are free, and the audit log has all records', async () => {
  ahead += 60 * DAY
  await until('the last day has passed', async () => (await statusOf(slugOf(1))) === 'completed')
  for (const n of numbers(8)) assert.equal(await statusOf(slugOf(n)), 'completed')
  const boris = await callAs(service, 'boris')
  const { projects, teams } = await boris(getProfile)
  assert.ok(
    projects.some(({ id }) => id === slugOf(2)),
    'history is not lost because a date passed',
  )
  assert.equal(teams.find(({ id }) => id === teamIds.get(2))!.project, slugOf(2))
  const [next] = await service.sql<{ id: number }[]>`
    insert into project (slug, name, state, published_at) values ('next-semester', 'Next semester', 'published', ${now()}) returning id`
  await service.app.catalog.refresh()
  assert.ok(
    (await boris(listAvailable)).teams.some(({ id }) => id === teamIds.get(2)),
    'and may apply for the next',
  )
  const { id } = await boris(createRequest, { body: { project: 'next-semester', team: teamIds.get(2)! } })
  const { page } = await console(`requests/${id}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Application approved.', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Apply now' }).click()
  await page.getByText('The decision has taken effect. The team is notified.').waitFor()
  const work = await service.sql`select project_id, outcome from assignment where team_id = ${teamIds.get(2)!} order by id`
  assert.deepEqual([work.map(({ outcome }) => outcome), work.at(-1)!.project_id], [['finished', null], next!.id])

  assert.equal(await findBrokenAudit(service.sql), undefined, 'the audit log is intact')
  const done = await service.sql<{ action: string; count: number }[]>`
    select action, count(*)::int as count from audit_event e join person p on p.id = e.actor_id
    where p.login = 'curator' and action !~ '^(authn|session|identity)_' group by 1 order by 1`
  assert.deepEqual(Object.fromEntries(done.map(({ action, count }) => [action, count])), {
    applyDecision: 1,
    decideRequest: 10,
    declineRequests: 4,
    importSheet: 2,
    setFileVisibility: 1,
    setProjectState: 10,
    undoDecision: 1,
  })
  await page.goto(`${service.origin}/console/audit?action=undoDecision`)
  await settled(page)
  await page
    .getByText(/Semester Team 1/)
    .first()
    .waitFor()
})
