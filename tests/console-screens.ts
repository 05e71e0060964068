import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Sql } from '#store/sql.ts'
import { openApp, settled } from './support/app.ts'
import { desktop, phone, type TestBrowser } from './support/browser.ts'
import { projectsCsv, teamsCsv } from './support/office-files.ts'

// Screenshots of every page of the console, for review by people.

type Screen = { name: string; path: string; act?: (page: Page) => Promise<unknown> }

const bottom = async (page: Page) => {
  await page.mouse.wheel(0, 900)
  await sleep(300)
}
const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await sleep(400)
}

const chooseFile = (name: string, buffer: Buffer) => async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.locator('.import-columns').waitFor()
  await sleep(300)
}
const checkFile = (name: string, buffer: Buffer) => async (page: Page) => {
  await chooseFile(name, buffer)(page)
  await press(/^(check|проверить) \d+/i)(page)
  await page.locator('.import-grid').waitFor()
  await sleep(300)
}
const checkBelow = (name: string, buffer: Buffer) => async (page: Page) => {
  await checkFile(name, buffer)(page)
  await page.locator('.import-grid').scrollIntoViewIfNeeded()
  await page.locator('.import-grid [data-cell]').nth(4).click()
  await sleep(300)
}

const forecast = async (page: Page) => {
  await press(/make a forecast|сделать прогноз/i)(page)
  await page.locator('.round-odds').first().waitFor()
  await page.locator('.round-bottleneck').scrollIntoViewIfNeeded()
}

const toTeamRules = async (page: Page) => {
  await page.locator('.settings-meaning').scrollIntoViewIfNeeded()
  await sleep(300)
}

const addTaken = async (page: Page) => {
  await press(/add synonyms|добавить синонимы/i)(page)
  await page.getByRole('dialog').getByRole('textbox').fill('north uni, NGU,')
  await press(/^(save|сохранить)$/i)(page)
}

const addSimilar = async (page: Page) => {
  const [surname, name, , email] = await page.getByRole('main').getByRole('textbox').all()
  await surname!.fill('Ковалева')
  await name!.fill('Анна')
  await email!.fill('anna.k@example.org')
  await press(/^(add person|добавить)$/i)(page)
}
const assignAll = async (page: Page) => {
  await page.getByRole('checkbox').first().check()
  await press(/^(assign selected|назначить проверяющего)$/i)(page)
}

// The demo data has no emails; these are in states that need an operator.
async function writeMail(sql: Sql, personId: number): Promise<{ unknown: number; review: number }> {
  const note = {
    name: 'Ольга Петрова',
    email: 'olga@example.org',
    message: 'May a team of two apply?\n\nWe have worked together before.',
    subject: '',
  }
  const email = { ...note, kind: 'contact', language: 'en' }
  const rows = await sql<{ id: number }[]>`
    insert into outbox (kind, state, person_id, address, data, created_at, due_at, ended_at, attempt, tries, reason)
    select kind, state, person, address, data, now() - minutes * interval '1 minute', due, ended, tries, tries, reason from (values
      ('contact', 'unknown', null::int, null, ${sql.json(email)}::jsonb, 95, null::timestamptz, now(), 1, 'the connection was lost while the letter was leaving'),
      ('contact', 'review', null, null, ${sql.json(email)}, 60, null, null, 0, 'more than 10 links'),
      ('team_added', 'sent', ${personId}, null, '{}', 50, null, now(), 1, '250 2.0.0 Ok: queued as 4F2'),
      ('request_declined', 'failed', ${personId}, 'former@example.org', '{}', 45, null, now(), 1, '550 5.1.1 no such user here'),
      ('request_approved', 'deferred', ${personId}, null, '{}', 30, now() + interval '1 hour', null, 4, '451 4.7.1 try again later'),
      ('result_replaced', 'cancelled', ${personId}, null, '{}', 20, null, now(), 1, 'the reader has turned this kind off'),
      ('new_sign_in', 'dead', ${personId}, null, '{}', 10, null, now(), 12, '421 4.3.2 not now'))
    as given (kind, state, person, address, data, minutes, due, ended, tries, reason) returning id::float8 as id`
  const [unknown, review] = rows.map(({ id }) => id) as [number, number]
  await sql`
    insert into mail_attempt (mail_id, attempt, started_at, ended_at, outcome, reply)
    values (${unknown}, 1, now() - interval '95 minutes', now() - interval '94 minutes', 'unknown', 'the connection was lost while the letter was leaving')`
  await sql`
    insert into mail_bounce (address, count, reply, last_at) values
      ('former@example.org', 2, '550 5.1.1 no such user here', now()), ('misspelt@example.org', 1, '550 5.1.1 unknown', now() - interval '1 day')`
  return { unknown, review }
}

async function writeOperations(sql: Sql): Promise<void> {
  await sql`
    insert into node (id, host, pid, worker, version, parts, started_at, seen_at, feed_lag_ms, is_leader) values
      (gen_random_uuid(), 'node-1.example.org', 4711, 1, '0.1.0', 'all', now() - interval '3 days', now() + interval '1 hour', 12, true),
      (gen_random_uuid(), 'node-2.example.org', 815, 1, '0.1.0', 'all', now() - interval '2 days', now() - interval '95 seconds', 6400, false)`
  await sql`
    insert into backup (kind, started_at, finished_at, location, bytes, state, problem, proven_at, host) values
      ('scheduled', now() - interval '2 days', now() - interval '2 days', '/var/backups/projectory/2026-11-15.tar', 81000000, 'complete', null, now() - interval '1 day', 'a'),
      ('scheduled', now() - interval '9 hours', now() - interval '9 hours', 's3://backups/projectory/2026-11-17.tar', 82000000, 'complete', null, null, 'a'),
      ('manual', now() - interval '5 days', now() - interval '5 days', null, null, 'failed', 'ENOSPC: no space left on device', null, 'a')`
}

async function pagesOf(sql: Sql): Promise<Record<string, Screen[]>> {
  const idOf = async (rows: Promise<unknown>) => ((await rows) as { id: number }[])[0]?.id ?? 1
  const project = await idOf(sql`select id from project where slug = 'museum-pocket-guide'`)
  const draft = await idOf(sql`select id from project where state = 'draft' order by id limit 1`)
  const waiting = await idOf(sql`select id from request where status = 'submitted' order by id limit 1`)
  const noted = await idOf(sql`select request_id as id from note order by id limit 1`)
  const declined = await idOf(sql`select id from request where status = 'declined' order by id limit 1`)
  const team = await idOf(sql`select id from team where name = 'Маяк'`)
  const [boris, vera] = await Promise.all(['boris', 'vera'].map((login) => idOf(sql`select id from person where login = ${login}`)))
  const formed = await idOf(sql`select id from team where formed_by = 'members'`)
  const disbanded = await idOf(sql`
    insert into team (name, description, formed_by, disbanded_at) values ('Midnight Oil', 'We finished.', 'members', now() - interval '3 days') returning id`)
  const mail = await writeMail(sql, vera!)
  await writeOperations(sql)
  return {
    curator: [
      { name: 'today', path: '/console' },
      { name: 'today-below', path: '/console', act: bottom },
      { name: 'timeline', path: '/console/timeline' },
      { name: 'timeline-month', path: '/console/timeline?zoom=month' },
      { name: 'calendar', path: '/console/calendar' },
      { name: 'report', path: '/console/report' },
      { name: 'requests', path: '/console/requests' },
      { name: 'requests-assign', path: '/console/requests', act: assignAll },
      { name: 'requests-none', path: '/console/requests?text=zzzz' },
      { name: 'request-waiting', path: `/console/requests/${waiting}` },
      { name: 'request-waiting-below', path: `/console/requests/${waiting}`, act: bottom },
      { name: 'request-ask', path: `/console/requests/${waiting}`, act: press(/^(ask the team|спросить команду)$/i) },
      { name: 'request-notes', path: `/console/requests/${noted}#notes` },
      { name: 'request-declined', path: `/console/requests/${declined}` },
      { name: 'projects', path: '/console/projects' },
      { name: 'projects-none', path: '/console/projects?text=zzzz' },
      { name: 'project-new', path: '/console/projects/new' },
      { name: 'project', path: `/console/projects/${project}` },
      { name: 'project-below', path: `/console/projects/${project}`, act: bottom },
      { name: 'project-draft', path: `/console/projects/${draft}` },
      { name: 'project-lost', path: '/console/projects/999999' },
      { name: 'questions', path: '/console/questions' },
      { name: 'questions-below', path: '/console/questions', act: bottom },
      { name: 'questions-project', path: '/console/questions?project=city-tree-census' },
      { name: 'questions-hide', path: '/console/questions', act: press(/^(hide|скрыть): /i) },
      { name: 'questions-answer', path: '/console/questions', act: press(/^(answer|ответить): /i) },
      { name: 'questions-none', path: '/console/questions?text=zzzz' },
      { name: 'teams', path: '/console/teams' },
      { name: 'team-new', path: '/console/teams/new' },
      { name: 'team', path: `/console/teams/${team}` },
      { name: 'team-below', path: `/console/teams/${team}`, act: bottom },
      { name: 'formation-teams', path: '/console/teams' },
      { name: 'formation-disbanded', path: '/console/teams?life=disbanded' },
      { name: 'formation-team', path: `/console/teams/${formed}` },
      { name: 'formation-team-below', path: `/console/teams/${formed}`, act: bottom },
      { name: 'formation-team-disbanded', path: `/console/teams/${disbanded}` },
      { name: 'formation-leave', path: '/console/teams/leave-requests' },
      { name: 'formation-leave-team', path: `/console/teams/${team}` },
      { name: 'formation-leave-agree', path: '/console/teams/leave-requests', act: press(/^(agree|согласовать): /i) },
      { name: 'formation-leave-none', path: '/console/teams/leave-requests?status=ended' },
      { name: 'formation-today', path: '/console' },
      { name: 'people', path: '/console/people' },
      { name: 'people-new', path: '/console/people/new' },
      { name: 'people-similar', path: '/console/people/new', act: addSimilar },
      { name: 'person-curator', path: `/console/people/${boris}` },
      { name: 'words-tag', path: '/console/words' },
      { name: 'words-role', path: '/console/words/role' },
      { name: 'words-platform', path: '/console/words/platform' },
      { name: 'words-file-type', path: '/console/words/file-type' },
      { name: 'words-reason', path: '/console/words/reason' },
      { name: 'words-synonym', path: '/console/words/synonym' },
      { name: 'words-synonym-add', path: '/console/words/synonym', act: press(/add synonyms|добавить синонимы/i) },
      { name: 'words-synonym-edit', path: '/console/words/synonym?text=mentor', act: press(/edit|изменить/i) },
      { name: 'words-synonym-taken', path: '/console/words/synonym', act: addTaken },
      { name: 'words-synonym-none', path: '/console/words/synonym?text=zzzz' },
      { name: 'exchange', path: '/console/exchange' },
      { name: 'announcements', path: '/console/announcements' },
      { name: 'announcement', path: '/console/announcements/1' },
      { name: 'announcement-new', path: '/console/announcements/new?from=1' },
      { name: 'announcement-new-project', path: '/console/announcements/new?audience=applicants' },
      { name: 'announcement-new-list', path: '/console/announcements/new?audience=team-list&work=free', act: bottom },
      { name: 'announcement-lost', path: '/console/announcements/999999' },
      { name: 'rounds', path: '/console/rounds' },
      { name: 'round-new', path: '/console/rounds/new' },
      { name: 'round-open', path: '/console/rounds/2' },
      { name: 'round-forecast', path: '/console/rounds/2', act: forecast },
      { name: 'round-edit', path: '/console/rounds/2/edit' },
      { name: 'round-results', path: '/console/rounds/1' },
      { name: 'round-lost', path: '/console/rounds/999999' },
      { name: 'exchange-columns', path: '/console/exchange', act: chooseFile('темы.csv', projectsCsv('Мост')) },
      { name: 'exchange-check', path: '/console/exchange', act: checkFile('темы.csv', projectsCsv('Мост')) },
      { name: 'exchange-check-below', path: '/console/exchange', act: checkBelow('темы.csv', projectsCsv('Мост')) },
      { name: 'exchange-teams', path: '/console/exchange?kind=team', act: checkFile('Ответы.csv', Buffer.from(teamsCsv())) },
      { name: 'audit', path: '/console/audit' },
      { name: 'settings-curator', path: '/console/settings' },
      { name: 'mail-curator', path: '/console/mail' },
      { name: 'operations-curator', path: '/console/operations' },
      { name: 'words-unknown', path: '/console/words/nothing-here' },
    ],
    admin: [
      { name: 'person', path: `/console/people/${boris}` },
      { name: 'person-disable', path: `/console/people/${boris}`, act: press(/disable|close|закрыть|отключить/i) },
      { name: 'merge', path: `/console/people/${vera}/merge/${boris}` },
      { name: 'settings', path: '/console/settings' },
      { name: 'settings-below', path: '/console/settings', act: bottom },
      { name: 'formation-settings', path: '/console/settings', act: toTeamRules },
      { name: 'audit-admin', path: '/console/audit' },
      { name: 'today-admin', path: '/console' },
      { name: 'operations', path: '/console/operations' },
      { name: 'operations-below', path: '/console/operations', act: bottom },
      { name: 'mail', path: '/console/mail' },
      { name: 'mail-below', path: '/console/mail', act: bottom },
      { name: 'mail-none', path: '/console/mail?state=held' },
      { name: 'mail-dead', path: '/console/mail?state=dead' },
      { name: 'mail-email', path: `/console/mail/${mail.unknown}` },
      { name: 'mail-email-below', path: `/console/mail/${mail.unknown}`, act: bottom },
      { name: 'mail-email-resend', path: `/console/mail/${mail.unknown}`, act: press(/send again|ещё раз/i) },
      { name: 'mail-email-review', path: `/console/mail/${mail.review}` },
      { name: 'mail-email-lost', path: '/console/mail/999999' },
    ],
    vera: [{ name: 'no-curator', path: '/console' }],
    guest: [{ name: 'guest', path: '/console' }],
  }
}

const variants = [
  { name: 'wide-light-en', viewport: desktop, colorScheme: 'light', locale: 'en-GB' },
  { name: 'wide-dark-ru', viewport: desktop, colorScheme: 'dark', locale: 'ru-RU' },
  { name: 'phone-dark-en', viewport: phone, colorScheme: 'dark', locale: 'en-GB' },
  { name: 'phone-light-ru', viewport: phone, colorScheme: 'light', locale: 'ru-RU' },
] as const

export async function takeConsole(
  browser: TestBrowser,
  service: { origin: string; sql: Sql },
  target: string,
  filter: string,
): Promise<void> {
  const { origin, sql } = service
  const addresses = { origin, authUrl: `${origin}/auth` }
  for (const [login, screens] of Object.entries(await pagesOf(sql)))
    for (const { name: variant, ...settings } of variants) {
      const selected = screens.filter(({ name }) => `console-${name}`.includes(filter))
      if (selected.length === 0) continue
      const { page } = await openApp(browser, addresses, { ...settings, path: '/console', ...(login === 'guest' ? {} : { login }) })
      for (const { name, path, act } of selected) {
        await page.goto(origin + path)
        await settled(page)
        await sleep(400)
        await act?.(page).catch(() => console.log(`  (${name}: nothing to press)`))
        await page.screenshot({ path: join(target, `console-${name}-${variant}.png`) })
      }
      await page.context().close()
      console.log(`${login} ${variant}: ${selected.length} pictures`)
    }
}
