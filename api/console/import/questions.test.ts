import assert from 'node:assert/strict'
import type { ImportOptions } from '#contract/console/import-options.ts'
import { type ImportReport, ImportReport as Report } from '#contract/console/spreadsheet.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { test } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'

// What an import asks about: rows that are no records, addresses of two people, names without a surname, phones without a country.

const { service, admin } = useService({ people: ['admin'] })

type Sending = { mode?: 'try' | 'do'; options?: ImportOptions; language?: string }
async function run(kind: string, content: string, { mode = 'try', options, language = 'en' }: Sending = {}): Promise<ImportReport> {
  const form = new FormData()
  form.append('mode', mode)
  if (options) form.append('options', JSON.stringify(options))
  form.append('files', new Blob([content]), 'sheet.csv')
  const headers = { authorization: `Bearer ${admin.tokens.accessToken}`, 'accept-language': language }
  const response = await fetch(`${service.url}/console/import/${kind}`, { method: 'POST', headers, body: form })
  assert.equal(response.status, 200, await response.clone().text())
  const report = (await response.json()) as ImportReport
  assertShape(Report, report, 'the report')
  return report
}
const said = (report: ImportReport, what: 'faults' | 'warnings'): string[] =>
  report.rows.flatMap((row) => row[what].map(({ column, message }) => `${row.row} ${column}: ${message}`))

test('a total row is skipped with a message, and imported only when asked', async () => {
  const sheet = '№,Название,Мест\n1,Мосты,80\n2,Реки,80\n,ИТОГО,160\n'
  const options = { columns: [null, 'name', 'teamLimit'] }
  const preview = await run('project', sheet, { options, language: 'ru' })
  assert.deepEqual([preview.totalRows, preview.counts], [[4], { create: 2, change: 0, same: 1, refuse: 0 }])
  assert.deepEqual(said(preview, 'warnings'), ['4 name: «ИТОГО» похоже на итоговую строку, поэтому она пропущена.'])
  assert.ok((await run('project', sheet, { mode: 'do', options })).isDone)
  const named = () => service.sql`select team_limit from project where name = 'ИТОГО'`
  assert.equal((await named()).length, 0)
  const asked = await run('project', sheet, { mode: 'do', options: { ...options, importTotals: true } })
  assert.deepEqual([asked.totalRows, asked.counts.create, said(asked, 'warnings')], [[4], 1, []])
  assert.deepEqual([...(await named())], [{ team_limit: 160 }])
})

test('a total row below merged team names is skipped too', async () => {
  const sheet = 'team,member,email,isAdministrator\nTotals Team,Ivan Petrov,totals.ivan@example.org,yes\n,Всего: 1,,\n'
  const options = { columns: ['team', 'member', 'email', 'isAdministrator'], fillDown: [0], inviteMissing: true }
  const report = await run('team', sheet, { options })
  assert.deepEqual([report.totalRows, report.counts], [[3], { create: 1, change: 0, same: 1, refuse: 0 }])
})

test('one address under two names is an error of the row that names both, in one team, in two, and in a sheet of people', async () => {
  const message =
    'Two people have the address “shared@example.org”: “Ivan Petrov” in row 2 and “Anna Sidorova” in this row. Correct one of the addresses.'
  const teams = (second: string) =>
    `team,member,email,isAdministrator\nOne,Ivan Petrov,shared@example.org,yes\n${second},Anna Sidorova,Shared@example.org,yes\n`
  for (const second of ['One', 'Two'])
    assert.deepEqual(said(await run('team', teams(second), { options: { inviteMissing: true } }), 'faults'), [`3 email: ${message}`])
  const people = 'name,surname,email\nIvan,Petrov,shared@example.org\nAnna,Sidorova,shared@example.org\n'
  assert.deepEqual(said(await run('person', people), 'faults'), [
    `3 email: ${message.replace('Ivan Petrov', 'Petrov Ivan').replace('Anna Sidorova', 'Sidorova Anna')}`,
  ])
  const same = 'name,surname,email\nIvan,Petrov,shared@example.org\nIvan,Petrov,shared@example.org\n'
  assert.deepEqual(said(await run('person', same), 'faults'), ['3 email: Duplicate of row 2.'])
})

test('the address of an account with another name gets a warning, in a team and in a sheet of people', async () => {
  await service.sql`insert into person (login, name, surname, import_email) values ('olga.owner', 'Olga', 'Owner', 'olga@example.org')`
  const team = await run('team', 'team,member,email,isAdministrator\nOwners,Anna Sidorova,olga@example.org,yes\n')
  assert.deepEqual(said(team, 'warnings'), [
    '2 email: The address “olga@example.org” belongs to “Owner Olga”. This row adds “Owner Olga” to the team, not “Anna Sidorova”.',
  ])
  const people = await run('person', 'name,surname,email\nAnna,Sidorova,olga@example.org\n')
  assert.deepEqual(said(people, 'warnings'), [
    '2 surname: The address “olga@example.org” belongs to “Owner Olga”. This row renames that person.',
  ])
  const spelled = await run('team', 'team,member,email,isAdministrator\nOwners,Olga O.,olga@example.org,yes\n')
  assert.deepEqual(said(spelled, 'warnings'), [])
})

test('two rows of one person, by login and by address, are a duplicate', async () => {
  await service.sql`insert into person (login, name, surname, import_email) values ('twice.person', 'Twice', 'Person', 'twice@example.org')`
  const report = await run(
    'person',
    'login,name,surname,email\ntwice.person,Twice,Person,twice@example.org\n,Twice,Person,twice@example.org\n',
  )
  assert.deepEqual(said(report, 'faults'), ['3 login: Duplicate of row 2.'])
})

test('a new person without a surname gets a warning, also one invited with a team', async () => {
  const people = await run('person', 'name,email\nIvan,only.ivan@example.org\n')
  assert.deepEqual([people.counts.create, said(people, 'warnings')], [1, ['2 name: “Ivan” has no surname. Add it, if you know it.']])
  const team = 'team,member,email,isAdministrator\nSurnames,Ivan,only.ivan@example.org,yes\nSurnames,Oleg,,no\nSurnames,Oleg Petrov,,no\n'
  assert.deepEqual(said(await run('team', team, { options: { inviteMissing: true } }), 'warnings'), [
    '2 member: “Ivan” has no surname. Add it, if you know it.',
    '3 member: “Oleg” has no surname. Add it, if you know it.',
  ])
})

test('a phone in national format is refused with the setting that would accept it', async () => {
  const sheet = (phone: string) => `name,surname,email,phone\nIvan,Petrov,phone.ivan@example.org,${phone}\n`
  const read = async (phone: string, language = 'en') => said(await run('person', sheet(phone), { language }), 'faults')
  const { settings } = service.app
  const before = { locale: settings.locale, country: settings.country }
  try {
    Object.assign(settings, { locale: 'en', country: null })
    assert.deepEqual(await read('0151 12345678'), [
      '2 phone: “0151 12345678” has no country code. Write it like +4915112345678, or choose your country in Settings → Languages and region → Country: then numbers without a code are accepted.',
    ])
    Object.assign(settings, { country: 'DE' })
    assert.deepEqual(await read('0151 12345678'), [])
    Object.assign(settings, { country: 'FR' })
    assert.deepEqual(await read('8 916 123 45 67', 'ru'), [
      '2 phone: «8 916 123 45 67» — не номер телефона для страны Франция. Номера без кода читаются как номера страны, выбранной в «Настройки» → «Языки и регион» → «Страна». Напишите номер с кодом, например +79161234567.',
    ])
    assert.match((await read('call me'))[0]!, /is not a phone number with a country code/)
  } finally {
    Object.assign(settings, before)
  }
})
