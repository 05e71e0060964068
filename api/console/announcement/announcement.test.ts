import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import {
  ANNOUNCEMENTS_A_DAY,
  type Audience,
  createAnnouncement,
  getAnnouncement,
  listAnnouncements,
  MOST_RECIPIENTS,
  previewAnnouncement,
  recallAnnouncement,
  TESTS_AN_HOUR,
  testAnnouncement,
} from '#contract/console/announcement.ts'
import { listAudit } from '#contract/console/audit.ts'
import type { PendingQuery, Row } from '#database/sql.ts'
import { truncate, withoutTriggers } from '#tests/support/database.ts'
import { patient } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { test as largeTest } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'

const { service, curator } = useService({ people: ['curator'], sendsMail: true, connection: patient })
beforeEach(() => truncate(service.sql, 'announcement, announcement_recipient, outbox'))

const text = { subject: 'Meeting on Friday', body: 'At **14:00**.' }
const create = (audience: Audience = { kind: 'all-teams' }, given: object = text) =>
  curator(createAnnouncement, { body: { ...text, ...given, audience } })
const at = (id: number) => ({ params: { id: String(id) } })
const countOf = async (audience: Audience) => (await curator(previewAnnouncement, { body: { ...text, audience } })).recipients.emails
const countTeams = async (team: PendingQuery<Row[]>): Promise<number> => {
  const [row] = await service.sql<{ count: number }[]>`
    select count(distinct p.id)::int as count from member m join person p on p.id = m.person_id
    where p.disabled_at is null and p.email is not null and ${team}`
  return row!.count
}

test('an announcement is held for ten minutes, listed with its delivery, and in the audit log', async () => {
  const made = await create()
  assert.deepEqual([made.subject, made.body, made.author !== null, made.canRecall], [text.subject, text.body, true, true])
  assert.equal(Date.parse(made.sendAt) - Date.parse(made.createdAt), 600_000)
  const { announcements, total } = await curator(listAnnouncements)
  assert.deepEqual([total, announcements.map(({ id }) => id)], [1, [made.id]])
  const [event] = (await curator(listAudit, { query: { action: 'createAnnouncement' } })).events
  assert.deepEqual([event!.target, event!.targetName], [`announcement ${made.id}`, text.subject])
  assert.deepEqual(event!.detail, { name: text.subject, audience: 'all-teams', people: await countOf({ kind: 'all-teams' }) })
  await refused('announcement_not_found', curator(getAnnouncement, at(999_999)))
})

test('the worker of the service prepares it, and nothing is sent before the undo window ends', async () => {
  const { id } = await create()
  const expected = await countOf({ kind: 'all-teams' })
  const deadline = Date.now() + 60_000
  for (;;) {
    const { state, figures } = await curator(getAnnouncement, at(id))
    if (state === 'scheduled') {
      assert.deepEqual([figures.people, figures.waiting, figures.sent], [expected, expected, 0])
      break
    }
    assert.ok(Date.now() < deadline, state)
  }
  const recalled = await curator(recallAnnouncement, at(id))
  assert.deepEqual([recalled.state, recalled.canRecall, recalled.recalledBy !== null], ['recalled', false, true])
  // None is sent any more, although no worker has cancelled them yet.
  const { people, ...parts } = recalled.figures
  assert.deepEqual([parts.waiting, parts.recalled], [0, expected])
  assert.equal(
    Object.values(parts).reduce((sum, count) => sum + count, 0),
    people,
    'the parts add up',
  )
  await refused('announcement_ended', curator(recallAnnouncement, at(id)))
  await refused('announcement_not_found', curator(recallAnnouncement, at(999_999)))
})

test('the number of recipients is that of the list with the same filter', async () => {
  const { sql } = service
  assert.equal(await countOf({ kind: 'all-teams' }), await countTeams(sql`true`))
  assert.equal(await countOf({ kind: 'team-list', teams: {} }), await countTeams(sql`true`))
  assert.equal(
    await countOf({ kind: 'team-list', teams: { text: 'Маяк' } }),
    await countTeams(sql`m.team_id = (select id from team where name = 'Маяк')`),
  )
  assert.equal(await countOf({ kind: 'team-list', teams: { work: 'free' } }), await countOf({ kind: 'free-teams' }))
  assert.equal(
    await countOf({ kind: 'team-list', teams: { formedBy: 'members' } }),
    await countTeams(sql`m.team_id in (select id from team where formed_by = 'members')`),
  )
  const [{ count }] = (await service.sql`
    select count(*)::int as count from person where access = 'curator' and disabled_at is null and email is not null`) as [
    { count: number },
  ]
  assert.equal(await countOf({ kind: 'person-list', people: { access: 'curator' } }), count)
  const project = 'museum-pocket-guide'
  assert.equal(
    await countOf({ kind: 'project-teams', project }),
    await countTeams(
      sql`exists (select 1 from assignment a join project w on w.id = a.project_id where w.slug = ${project} and a.ended_at is null and a.team_id = m.team_id)`,
    ),
  )
  await refused('project_not_found', countOf({ kind: 'applicants', project: 'no-such-project' }))
  await refused('project_not_found', countOf({ kind: 'applicants' }))
})

test('the preview has the frame in the wanted language', async () => {
  const preview = (language: 'en' | 'ru') => curator(previewAnnouncement, { body: { ...text, audience: { kind: 'all-teams' }, language } })
  const [en, ru] = [await preview('en'), await preview('ru')]
  assert.match(en.email.greeting, /^Hello, /)
  assert.match(ru.email.greeting, /^Здравствуйте, /)
  assert.deepEqual([en.email.subject, en.email.body], [text.subject, text.body])
  assert.deepEqual(ru.email.links, ['Настройки уведомлений', 'Отписаться'])
  assert.match(en.email.signature, /, curator$/)
})

test('a test goes to the caller only, at most thirty an hour', async () => {
  const { to } = await curator(testAnnouncement, { body: text })
  const [email] = await service.sql`select kind, p.email, data->>'subject' as subject from outbox o join person p on p.id = o.person_id`
  assert.deepEqual({ ...email }, { kind: 'announcement_test', email: to, subject: text.subject })
  await service.sql`insert into outbox (kind, person_id, created_at) select 'announcement_test', ${curator.tokens.user.id}::int, now() from generate_series(2, ${TESTS_AN_HOUR}::int)`
  await refused('too_many_mails', curator(testAnnouncement, { body: text }))
  const admin = await callAs(service, 'admin')
  const [{ former }] = (await service.sql`select email as former from person where login = 'admin'`) as [{ former: string }]
  await service.sql`update person set email = null where login = 'admin'`
  await refused('no_own_address', admin(testAnnouncement, { body: text }))
  await service.sql`update person set email = ${former} where login = 'admin'`
  await refused('text_required', curator(testAnnouncement, { body: { subject: ' ', body: 'x' } }))
})

test('an announcement needs a text and somebody to read it, and there are not too many', async () => {
  await refused('text_required', create(undefined, { body: '\n' }))
  await refused('text_required', create(undefined, { subject: '' }))
  await refused('audience_empty', create({ kind: 'team-list', teams: { text: 'no team is called this' } }))
  await refused('project_not_found', create({ kind: 'applicants', project: 'no-such-project' }))
  await service.sql`
    insert into announcement (subject, body, audience, author_id, created_at, send_at, state)
    select 'S', 'B', '{"kind": "all-teams"}', ${curator.tokens.user.id}::int, now(), now(), 'ready' from generate_series(1, ${ANNOUNCEMENTS_A_DAY}::int)`
  await refused('too_many_announcements', create())
  const member = await callAs(service, 'anna')
  await refused('not_permitted', member(listAnnouncements))
})

largeTest('an announcement to more than 50,000 people is refused with audience_too_large', async () => {
  await withoutTriggers(service.sql, async (sql) => {
    await sql`insert into person (login, name, surname, email, group_name)
      select 'many' || n, 'Many', 'N' || n, 'many' || n || '@example.org', 'Many' from generate_series(1, ${MOST_RECIPIENTS + 1}::int) n`
  })
  await service.sql`analyze person` // as the database does by itself after a while; without it the audience is read by a slow plan
  const audience: Audience = { kind: 'person-list', people: { group: 'Many' } }
  await refused('audience_too_large', curator(previewAnnouncement, { body: { ...text, audience } }))
  await refused('audience_too_large', create(audience))
  await withoutTriggers(service.sql, async (sql) => {
    await sql`delete from person where login = 'many1'`
  })
  assert.equal((await curator(previewAnnouncement, { body: { ...text, audience } })).recipients.emails, MOST_RECIPIENTS)
})
