import assert from 'node:assert/strict'
import { cancelImportEmails, listImportEmails, sendImportEmails } from '#contract/console/import-email.ts'
import type { ImportOptions } from '#contract/console/import-options.ts'
import { type ImportReport, ImportReport as Report } from '#contract/console/spreadsheet.ts'
import { assertShape, refused } from '#tests/support/strict-client.ts'
import { test } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'
import { insertPublishedRound } from '#tests/support/world/rounds.ts'

// The emails of an import are announced by its preview, and sent at once, later or not at all.

const { service, curator } = useService({ people: ['curator'] })

async function run(content: string, mode: 'try' | 'do', options: ImportOptions = {}, kind = 'team'): Promise<ImportReport> {
  const form = new FormData()
  form.append('mode', mode)
  form.append('options', JSON.stringify(options))
  form.append('files', new Blob([content]), 'teams.csv')
  const headers = { authorization: `Bearer ${curator.tokens.accessToken}`, 'accept-language': 'en' }
  const response = await fetch(`${service.url}/console/import/${kind}`, { method: 'POST', headers, body: form })
  assert.equal(response.status, 200, await response.clone().text())
  const report = (await response.json()) as ImportReport
  assertShape(Report, report, 'the report')
  return report
}

let people = 0
/** A team of new people, and the sheet that makes it. */
async function teamSheet(team: string, ...given: { language?: string; group?: string; email?: null; choice?: string }[]): Promise<string> {
  const rows: string[] = []
  for (const { language = null, group = null, email, choice } of given) {
    const login = `reader.${people++}`
    const address = email === null ? null : `${login}@example.org`
    const [row] = await service.sql`
      insert into person (login, name, surname, email, language, group_name) values (${login}, 'Reader', ${login}, ${address}, ${language}, ${group}) returning id`
    if (choice)
      await service.sql`insert into notification (person_id, choices) values (${row!.id}, ${service.sql.json({ team_added: choice })})`
    rows.push(`${team},${login},${rows.length === 0 ? 'yes' : 'no'}`)
  }
  return `team,login,isAdministrator\n${rows.join('\n')}\n`
}
const mailsTo = async (team: string) =>
  [
    ...(await service.sql`
      select p.login from outbox o join person p on p.id = o.person_id join team t on t.id = (o.data ->> 'team')::int
      where o.kind = 'team_added' and t.name = ${team} order by p.id`),
  ].map(({ login }) => login as string)
const waiting = async () => (await curator(listImportEmails)).imports.filter(({ state }) => state === 'waiting')

test('the preview says how many emails, to whom, in which language, and sends none', async () => {
  const sheet = await teamSheet(
    'Previewed',
    { language: 'ru', group: 'CS-21' },
    { language: 'en', group: 'CS-21', choice: 'daily' },
    { language: 'ru' },
    { email: null },
    { choice: 'off' },
  )
  const { emails } = await run(sheet, 'try')
  assert.deepEqual(
    { ...emails, people: emails.people.map(({ team, group, language }) => ({ team, group, language })) },
    {
      count: 3,
      when: 'now',
      languages: [
        { language: 'ru', count: 2 },
        { language: 'en', count: 1 },
      ],
      groups: [
        { group: 'CS-21', count: 2 },
        { group: null, count: 1 },
      ],
      people: [
        { team: 'Previewed', group: 'CS-21', language: 'ru' },
        { team: 'Previewed', group: 'CS-21', language: 'en' },
        { team: 'Previewed', group: null, language: 'ru' },
      ],
      daily: 1,
      off: 1,
      unreachable: 1,
      offers: 0,
    },
  )
  assert.deepEqual(await mailsTo('Previewed'), [])
  const invited = await run('team,member,email,isAdministrator\nNewcomers,Ivan Petrov,newcomer@example.org,yes\n', 'try', {
    inviteMissing: true,
  })
  assert.deepEqual([invited.emails.count, invited.emails.people[0]!.name], [1, 'Petrov Ivan'])
  assert.equal((await run('team,login,isAdministrator\nFaulty,no.such.login,yes\n', 'try')).emails.count, 0)
})

test('now: everybody gets one; an import of the same file again sends none', async () => {
  const sheet = await teamSheet('Told now', {}, {})
  assert.deepEqual((await run(sheet, 'do', { emails: 'now' })).emails.count, 2)
  assert.equal((await mailsTo('Told now')).length, 2)
  assert.equal((await run(sheet, 'do', { emails: 'now' })).emails.count, 0)
  assert.equal((await mailsTo('Told now')).length, 2)
})

test('none: nobody gets one, and nothing waits', async () => {
  const { emails } = await run(await teamSheet('Not told', {}, {}), 'do', { emails: 'none' })
  assert.deepEqual([emails.count, emails.when], [2, 'none'])
  assert.deepEqual([await mailsTo('Not told'), await waiting()], [[], []])
})

test('later: they wait until a curator sends them, once, to those who are still in the team', async () => {
  const { sql } = service
  const sheet = await teamSheet('Told later', {}, {}, {})
  assert.equal((await run(sheet, 'do', { emails: 'later' })).emails.when, 'later')
  assert.deepEqual(await mailsTo('Told later'), [])
  const [batch] = await waiting()
  assert.deepEqual([batch!.count, batch!.people, batch!.teams, batch!.author !== null], [3, 3, ['Told later'], true])
  const left = `reader.${people - 1}`
  await sql`delete from member where person_id = ${await personOf(sql, left)}`
  assert.deepEqual(
    (await waiting()).map(({ count, people }) => [count, people]),
    [[3, 2]],
  )
  const params = { id: String(batch!.id) }
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => curator(sendImportEmails, { params })))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1, 'of three at the same time one sends')
  const logins = await mailsTo('Told later')
  assert.deepEqual([logins.length, logins.includes(left)], [2, false])
  await refused('import_emails_ended', curator(sendImportEmails, { params }))
  await refused('import_emails_ended', curator(cancelImportEmails, { params }))
  await refused('import_emails_not_found', curator(sendImportEmails, { params: { id: '999999' } }))
  await refused('import_emails_not_found', curator(cancelImportEmails, { params: { id: '999999' } }))
  const ended = (await curator(listImportEmails)).imports.find(({ id }) => id === batch!.id)!
  assert.deepEqual([ended.state, ended.endedAt !== null, ended.endedBy !== null], ['sent', true, true])
  const [audit] = await sql`select target, detail from audit_event where action = 'sendImportEmails'`
  assert.deepEqual(audit, { target: `import emails ${batch!.id}`, detail: { emails: 2 } })
})

test('later, then dropped: nobody gets one', async () => {
  await run(await teamSheet('Dropped', {}), 'do', { emails: 'later' })
  const [batch] = await waiting()
  const dropped = await curator(cancelImportEmails, { params: { id: String(batch!.id) } })
  assert.equal(dropped.state, 'cancelled')
  assert.deepEqual([await mailsTo('Dropped'), await waiting()], [[], []])
})

test('more places in a round: the preview counts the emails that offer them to the waitlist, which are sent in any case', async () => {
  const { sql } = service
  const round = await insertPublishedRound(service, 'offered-by-import')
  const project = await addProject(sql, 'more-places', { teamLimit: 1 })
  await sql`update project set round_id = ${round} where id = ${project}`
  const none = sql.json({ summary: { code: 'no_choices' }, choices: [] })
  for (const [name, admins] of Object.entries({ Has: ['gleb*'], First: ['anna*', 'boris*', 'vera'], Second: ['gleb*'] })) {
    const team = await addTeam(sql, `${name} a place`, ...admins)
    const isWorking = name === 'Has'
    await sql`insert into round_result (round_id, team_id, pseudonym, reasons, rank, project_id)
      values (${round}, ${team}, ${name}, ${none}, ${isWorking ? 1 : null}, ${isWorking ? project : null})`
    await sql`insert into request (team_id, project_id, round_id, rank, status, reason_id)
      values (${team}, ${project}, ${round}, 1, ${isWorking ? 'approved' : 'declined'}, ${isWorking ? null : 1})`
    if (isWorking) await sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  }
  const offers = async () => (await sql`select 1 from outbox where kind = 'round_offer' and data ->> 'project' = 'more-places'`).length
  const preview = async (limit: string) =>
    (await run(`slug,name,teamLimit\nmore-places,Project more-places,${limit}\n`, 'try', {}, 'project')).emails
  assert.equal((await preview('1')).offers, 0)
  assert.equal((await preview('')).offers, 3, 'without a limit everybody gets a place')
  const { offers: expected, count } = await preview('2')
  assert.deepEqual([expected, count, await offers()], [2, 0, 0], 'the admins of one team')
  const report = await run('slug,name,teamLimit\nmore-places,Project more-places,2\n', 'do', { emails: 'none' }, 'project')
  assert.deepEqual([report.emails.offers, await offers()], [2, 2])
  assert.equal((await preview('2')).offers, 0)
})
