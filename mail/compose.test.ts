import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { curatorKinds, notificationKinds } from '#contract/notification.ts'
import { type DirectorySettings, defaultSettings } from '#rules/settings/settings.ts'
import type { ClaimedMail, MailData } from '#store/mail/outbox.ts'
import { updateContact } from '#store/person/account.ts'
import { setChoice } from '#tests/support/choice.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { disablePerson } from '#tests/support/world/teams.ts'
import { createComposer } from './compose.ts'
import type { NotSent, ReadyMail } from './mail.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
})
after(() => database.close())

let clock = new Date('2026-11-15T12:00:00Z')
const settings = {
  now: () => clock,
  publicUrl: 'https://projects.example.org',
  apiUrl: 'https://projects.example.org/api',
  mailFrom: 'Projects <post@example.org>',
  mailTo: 'Office <office@example.org>',
  contact: null,
}
const directory: DirectorySettings = { ...defaultSettings, timeZone: 'Europe/Moscow' }
const compose = (mail: ClaimedMail, changes: Partial<DirectorySettings> = {}, config: Partial<typeof settings> = {}) =>
  createComposer({ sql: database.sql, ...settings, ...config, settings: { ...directory, ...changes } })(mail)

type Row = { kind: string; personId: number | null; address?: string | null; data: MailData; requestId?: string | null }
async function put({ kind, personId, address = null, data, requestId = null }: Row): Promise<ClaimedMail> {
  const { sql } = database
  const [row] = await sql<{ id: number }[]>`
    insert into outbox (kind, person_id, address, data, created_at, request_id)
    values (${kind}, ${personId}, ${address}, ${sql.json(data as never)}, ${clock}, ${requestId}) returning id::float8 as id`
  return { id: row!.id, attempt: 1, tries: 1, kind, personId, address, data, createdAt: clock, requestId }
}

const idOf = async (login: string): Promise<number> => (await database.sql`select id from person where login = ${login}`)[0]!.id
const ready = (made: ReadyMail | NotSent): ReadyMail => {
  assert.ok('raw' in made, JSON.stringify(made))
  return made
}
const headersOf = async (mail: ReadyMail): Promise<Record<string, string>> =>
  Object.fromEntries((await PostalMime.parse(mail.raw)).headers.map(({ key, value }) => [key, value]))

async function declined(): Promise<{ data: MailData; personId: number; team: string; project: string; comment: string }> {
  const [row] = await database.sql`
    select r.id, r.team_id, t.name as team, p.slug, p.name as project, r.comment, m.person_id from request r join team t on t.id = r.team_id
    join project p on p.id = r.project_id join member m on m.team_id = t.id and m.is_administrator and m.person_id is not null
    where r.status = 'declined' and r.comment is not null order by r.id limit 1`
  const { id, team_id, team, slug, project, comment, person_id } = row!
  return { data: { request: id, project: slug, team: team_id }, personId: person_id, team, project, comment }
}

test('a notice is in the reader’s language, with the reason and the comment', async () => {
  const { sql } = database
  const { data, personId, team, project, comment } = await declined()
  const [reason] =
    await sql`select text_en, text_ru from refusal_reason join request r on r.reason_id = refusal_reason.id where r.id = ${data.request as number}`
  const [reader] = await sql`select name, email from person where id = ${personId}`
  for (const language of ['ru', 'en'] as const) {
    await sql`update person set language = ${language} where id = ${personId}`
    const mail = ready(await compose(await put({ kind: 'request_declined', personId, data, requestId: 'call-12345' })))
    const { text = '', html: marked = '', subject } = await PostalMime.parse(mail.raw)
    const html = marked.replace(/<\/?bdi>/g, '')
    const [open, close] = language === 'en' ? ['“', '”'] : ['«', '»']
    assert.equal(subject, mail.shown.subject)
    assert.ok(subject!.includes(`${open}${project}${close}`))
    for (const part of [
      `${open}${team}${close}`,
      reader!.name,
      reason![`text_${language}`],
      `https://projects.example.org/project/${data.project}`,
    ])
      assert.ok(text.includes(part) && html.includes(part), part)
    for (const line of comment.split('\n')) assert.ok(text.includes(line))
    assert.ok(!text.includes(reason![language === 'en' ? 'text_ru' : 'text_en']))
    assert.ok(html.includes(`<html lang="${language}">`))
    assert.deepEqual(mail.envelope, { from: 'post@example.org', to: reader!.email })
  }
  await sql`update person set language = null where id = ${personId}`
  const mail = await put({ kind: 'request_declined', personId, data })
  assert.match(
    ready(await compose(mail, { locale: 'ru' })).shown.subject,
    /отклонена/,
    'without a chosen language it is the language of the directory',
  )
})

test('a notice has exactly these header fields', async () => {
  const { data, personId } = await declined()
  const row = { kind: 'request_declined', personId, data }
  const mail = await put({ ...row, requestId: 'call-12345' })
  const made = ready(await compose(mail))
  const headers = await headersOf(made)
  const [{ token }] = (await database.sql`select token from notification where person_id = ${personId}`) as unknown as [{ token: string }]
  const link = `https://projects.example.org/api/mail/unsubscribe?token=${token}&kind=request_declined`
  const { email } = (await database.sql`select email from person where id = ${personId}`)[0]!
  assert.match(headers['content-type']!, /^multipart\/alternative; boundary=/)
  assert.match(headers.subject!, /^=\?UTF-8\?[BQ]\?[!-~]+\?=( =\?UTF-8\?[BQ]\?[!-~]+\?=)*$/)
  delete headers['content-type']
  delete headers.subject
  assert.deepEqual(headers, {
    from: 'Projects <post@example.org>',
    to: email,
    'message-id': `<outbox-${mail.id}@example.org>`,
    date: 'Sun, 15 Nov 2026 12:00:00 +0000',
    'auto-submitted': 'auto-generated',
    'list-unsubscribe': `<${link}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'x-projectory-request': 'call-12345',
    'mime-version': '1.0',
  })
  assert.ok(made.shown.text.includes(link) && made.shown.text.includes('https://projects.example.org/settings'))
  assert.ok(!('x-projectory-request' in (await headersOf(ready(await compose(await put(row)))))))
  clock = new Date('2026-11-15T13:00:00Z')
  const later = await headersOf(ready(await compose(mail)))
  assert.deepEqual(
    [later['message-id'], later.date],
    [`<outbox-${mail.id}@example.org>`, 'Sun, 15 Nov 2026 13:00:00 +0000'],
    'the date is the time of the attempt',
  )
  assert.equal(later['list-unsubscribe'], `<${link}>`, 'the token stays')
})

test('the notification settings at the time of sending apply', async () => {
  const { sql } = database
  const { data, personId } = await declined()
  const mail = await put({ kind: 'request_declined', personId, data })
  ready(await compose(mail))
  await setChoice(sql, personId, 'request_declined', 'daily')
  assert.deepEqual(await compose(mail), {
    state: 'held',
    reason: 'waits_for_digest',
    dueAt: new Date('2026-11-16T05:00:00Z'),
  })
  await setChoice(sql, personId, 'request_declined', 'off')
  const off = await compose(mail)
  assert.deepEqual(off, { state: 'cancelled', reason: 'turned_off', dueAt: null })
  await setChoice(sql, personId, 'request_declined', 'at-once')
  ready(await compose(mail))
})

test('nothing is sent to deleted or disabled accounts or without an address, and the reason is stored', async () => {
  const { sql } = database
  const { data, personId } = await declined()
  const mail = await put({ kind: 'request_declined', personId, data })
  const [before] = await sql`select email from person where id = ${personId}`
  const reasonWhile = async (change: PromiseLike<unknown>, subject = mail) => {
    await change
    const made = await compose(subject)
    await sql`update person set email = ${before!.email}, disabled_at = null, deleted_at = null where id = ${personId}`
    return 'reason' in made ? made.reason : 'sent'
  }
  assert.equal(await reasonWhile(sql`update person set email = null where id = ${personId}`), 'no_address')
  for (const bad of [
    'a@b',
    'x@example.org, y@example.org',
    'anna@example.org\nbcc: x@example.org',
    '"a b"@example.org',
    'Anna <a@example.org>',
    '',
  ])
    assert.equal(await reasonWhile(sql`update person set email = ${bad} where id = ${personId}`), 'address_invalid', bad)
  assert.equal(await reasonWhile(disablePerson(sql, personId)), 'recipient_disabled')
  assert.equal(await reasonWhile(sql`update person set deleted_at = now() where id = ${personId}`), 'recipient_deleted')
  const changed = await put({ kind: 'email_changed', personId, address: 'old@example.org', data: {} })
  assert.equal(await reasonWhile(disablePerson(sql, personId), changed), 'sent', 'the former address is notified even so')
  for (const [row, reason] of [
    [{ kind: 'request_declined', personId: null, data }, 'no_recipient'],
    [{ kind: 'toString', personId, data }, 'no_template'],
    [{ kind: 'request_declined', personId, data: { project: 'gone', team: data.team } }, 'subject_deleted'],
    [{ kind: 'team_added', personId, data: { team: 999_999_999 } }, 'subject_deleted'],
    [{ kind: 'result_replaced', personId, data: { file: 'x', version: 1 } }, 'subject_deleted'],
  ] as [Row, string][])
    assert.deepEqual(await compose(await put(row)), { state: 'cancelled', reason, dueAt: null })
  assert.deepEqual(await compose({ ...mail, id: 999_999_999 }), { state: 'cancelled', reason: 'mail_deleted', dueAt: null })
})

test('the confirmation link is sent to the new address, in the language of the request, without a name', async () => {
  const { sql } = database
  const id = await idOf('vera')
  await sql`update person set language = 'en', name = 'Buy cheap pills' where id = ${id}`
  const ask = async (email: string, token: string, tokenHash: string) => {
    clock = new Date(clock.getTime() + 60_000)
    const expiresAt = new Date(clock.getTime() + 86_400_000)
    await updateContact(sql, id, {
      phone: null,
      now: clock,
      emailChange: { email, token, tokenHash: Buffer.from(tokenHash), expiresAt, language: 'ru' },
    })
    const [row] = await sql<ClaimedMail[]>`
      select id::float8 as id, kind, person_id as "personId", address, data, created_at as "createdAt", request_id as "requestId"
      from outbox order by id desc limit 1`
    return row!
  }
  const first = await ask('vera@new.example.org', 'pj_em_a-b_c', '1')
  const made = ready(await compose(first))
  assert.equal(made.envelope.to, 'vera@new.example.org')
  assert.match(made.shown.text, /24 часа, до 16 ноября 2026/)
  assert.ok(made.shown.text.includes('https://projects.example.org/api/mail/confirm?token=pj_em_a-b_c\n'))
  assert.doesNotMatch(made.raw.toString() + made.shown.text, /pills/)
  const headers = await headersOf(made)
  assert.ok(!('list-unsubscribe' in headers) && headers['auto-submitted'] === 'auto-generated')
  const second = await ask('vera@new.example.org', 'pj_em_d', '2')
  const gone = { state: 'cancelled', reason: 'link_expired', dueAt: null }
  assert.deepEqual(await compose(first), gone, 'an earlier link stops working')
  ready(await compose(second))
  await sql`update outbox set data = data - 'token' where id = ${second.id}`
  assert.deepEqual(await compose(second), gone)
  await sql`update outbox set data = ${sql.json(second.data as never)} where id = ${second.id}`
  clock = new Date(clock.getTime() + 86_400_000)
  assert.deepEqual(await compose(second), gone, 'and the last after a day')
})

test('a new sign-in email has device, network and the time in the directory’s time zone', async () => {
  const personId = await idOf('gleb')
  await database.sql`update person set language = 'en' where id = ${personId}`
  const at = clock
  const mail = await put({ kind: 'new_sign_in', personId, data: { device: 'Firefox, Linux', network: '203.0.113.x' } })
  clock = new Date(clock.getTime() + 3_600_000)
  const { text } = ready(await compose(mail)).shown
  const hour = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Moscow', hour: 'numeric', minute: '2-digit' }).format(at)
  assert.match(text, /Device: Firefox, Linux\nIP address: 203\.0\.113\.x\nTime: /)
  assert.ok(text.includes(hour) && text.includes('GMT+3') && text.includes('https://projects.example.org/profile'))
  const bare = ready(await compose(await put({ kind: 'new_sign_in', personId, data: { device: null, network: { path: '/etc/passwd' } } })))
  assert.match(bare.shown.text, /Device: unknown\nIP address: unknown/)
})

test('a replaced file email has team, project, version and author', async () => {
  const { sql } = database
  const personId = await idOf('anna')
  await sql`update person set language = 'en' where id = ${personId}`
  const [file] = await sql`
    select f.id, v.name, t.name as team, p.name as project, c.name as category from file f join file_version v on v.file_id = f.id and v.version = 1
    join team t on t.id = f.team_id join project p on p.id = f.project_id join file_type c on c.id = f.file_type_id where f.kind = 'result' order by f.id limit 1`
  const data = { file: file!.id, version: 1, by: await idOf('boris') }
  const [actor] = await sql`select name, surname from person where id = ${data.by}`
  const { text } = ready(await compose(await put({ kind: 'result_replaced', personId, data }))).shown
  for (const part of [
    `“${file!.name}”`,
    `“${file!.team}”`,
    `“${file!.project}”`,
    `Category: ${file!.category}`,
    'Version: 1',
    `Uploaded by: ${actor!.name} ${actor!.surname}`,
  ])
    assert.ok(text.includes(part), part)
})

test('a digest has all held notifications in one email, without kinds turned off since', async () => {
  const { sql } = database
  const { data, personId } = await declined()
  await sql`update person set language = 'ru' where id = ${personId}`
  const kinds = ['request_received', 'request_declined', 'team_added'] as const
  const mails = await Promise.all(kinds.map((kind) => put({ kind, personId, data })))
  const digest = await put({ kind: 'digest', personId, data: { mails: mails.map(({ id }) => id) } })
  const made = ready(await compose(digest))
  assert.equal(made.shown.subject, 'Сводка за день: 3 события')
  assert.equal(made.shown.text.match(/^\* /gm)!.length, 3)
  assert.match((await headersOf(made))['list-unsubscribe']!, /&kind=digest>$/)
  await setChoice(sql, personId, 'team_added', 'off')
  await setChoice(sql, personId, 'request_received', 'off')
  const less = ready(await compose(digest))
  assert.equal(less.shown.subject, 'Сводка за день: 1 событие')
  assert.match(less.shown.text, /отклонена/)
  await setChoice(sql, personId, 'request_declined', 'off')
  assert.deepEqual(await compose(digest), { state: 'cancelled', reason: 'nothing_to_report', dueAt: null })
  for (const mails of [null, 'x', [{ path: '/etc/passwd' }], [digest.id]])
    assert.ok('state' in (await compose(await put({ kind: 'digest', personId, data: { mails } }))), 'never of itself, nor of nothing')
  for (const kind of kinds) await setChoice(sql, personId, kind, 'at-once')
})

test('every notification kind has a template', async () => {
  const { data, personId } = await declined()
  const [file] = await database.sql`select id from file where kind = 'result' order by id limit 1`
  const [open] = await database.sql`
    insert into project (slug, name, state, published_at, enrollment_end) values ('closing', 'Closing', 'published', '2026-11-01', '2026-11-18') returning id`
  await database.sql`insert into saved_project values (${personId}, ${open!.id}, '2026-11-10')`
  const [question] = await database.sql`
    insert into question (project_id, person_id, text) select id, ${personId}, 'When do we start?' from project where slug = ${String(data.project)} returning id`
  const [announcement] = await database.sql`
    insert into announcement (subject, body, audience, created_at, send_at) values ('Hi', 'Text', '{}', now(), now()) returning id`
  const about = { ...data, announcement: announcement!.id, file: file!.id, question: question!.id, projects: [open!.id] }
  await database.sql`update request set status = 'submitted' where id = ${Number(data.request)}`
  const [message] = await database.sql`
    insert into request_message (request_id, role, text) values (${Number(data.request)}, 'curator', 'Who?') returning id`
  const [note] = await database.sql`insert into note (request_id, text) values (${Number(data.request)}, 'Look') returning id`
  Object.assign(about, { message: message!.id, note: note!.id })
  const [team, at] = [Number(data.team), new Date(clock.getTime() + 14 * 86_400_000)]
  const [invitation] = await database.sql`
    insert into person_invitation (team_id, person_id, created_at, expires_at) values (${team}, ${await idOf('gleb')}, ${clock}, ${at}) returning id`
  const [joinRequest] = await database.sql`
    insert into join_request (team_id, person_id, created_at, expires_at) values (${team}, ${await idOf('gleb')}, ${clock}, ${at}) returning id`
  const [leaveRequest] = await database.sql`
    insert into leave_request (team_id, person_id, created_at) values (${team}, ${personId}, ${clock}) returning id`
  const reasons = {
    summary: { code: 'no_free_places', choices: 1 },
    choices: [{ project: String(data.project), rank: 1, reason: { code: 'no_places' } }],
  }
  await database.sql`
    with round as (
      insert into round (slug, name, opens_at, closes_at, first_day, last_day, announced_at, seed_hash, seed_sealed, key_sealed, sealed_at, choices, choices_digest, published_at, bundle)
      values ('autumn', 'Autumn', '2026-09-01', '2026-09-02', '2026-09-01', '2026-09-01', now(), ${'a'.repeat(64)}, '\\x00', '\\x00', now(), '[]', ${'a'.repeat(64)}, now(), '{}') returning id)
    insert into round_result (round_id, team_id, pseudonym, reasons) select id, ${team}, 'X', ${database.sql.json(reasons)}::jsonb from round`
  Object.assign(about, { invitation: invitation!.id, joinRequest: joinRequest!.id, round: 'autumn' })
  const dataOf = (kind: string): MailData => (kind === 'leave_request' ? { ...about, request: leaveRequest!.id } : about)
  for (const kind of notificationKinds) {
    if (curatorKinds.includes(kind)) {
      await database.sql`update request_message set role = 'team' where id = ${message!.id}`
      await setChoice(database.sql, await idOf('curator'), kind, 'at-once')
      ready(await compose(await put({ kind, personId: await idOf('curator'), data: dataOf(kind) })))
      const toMember = await compose(await put({ kind, personId, data: dataOf(kind) }))
      assert.ok('state' in toMember && toMember.state === 'cancelled', 'members never get it')
      await database.sql`update request_message set role = 'curator' where id = ${message!.id}`
      continue
    }
    if (kind === 'question_answered')
      await database.sql`update question set answer = 'On *Monday*.', answer_role = 'curator', answered_at = now() where id = ${question!.id}`
    ready(await compose(await put({ kind, personId, data: about })))
  }
})

test('a contact email goes only to the directory, with the visitor as Reply-To', async () => {
  const { sql } = database
  const writer = await idOf('anna')
  const data = {
    name: 'Пётр',
    email: 'petr@elsewhere.example',
    subject: 'Hi',
    message: 'Hello\n\nYours',
    about: 'feedback',
    language: 'ru',
    person: writer,
  }
  const mail = await put({ kind: 'contact', personId: null, address: 'victim@example.com', data, requestId: 'call-12345' })
  const made = ready(await compose(mail))
  const [person] = await sql`select name, surname, login, email from person where id = ${writer}`
  assert.deepEqual(made.envelope, { from: 'post@example.org', to: 'office@example.org' })
  assert.equal(made.shown.html, null)
  assert.equal(made.shown.subject, '[Feedback] Hi')
  assert.ok(made.shown.text.includes(`Account: ${person!.name} ${person!.surname} (${person!.login}, ID ${writer}), ${person!.email}`))
  assert.deepEqual(await headersOf(made), {
    from: 'Projects <post@example.org>',
    to: 'Office <office@example.org>',
    'reply-to': `=?UTF-8?B?${Buffer.from('Пётр').toString('base64')}?= <petr@elsewhere.example>`,
    subject: '[Feedback] Hi',
    'message-id': `<outbox-${mail.id}@example.org>`,
    date: clock.toUTCString().replace('GMT', '+0000'),
    'x-projectory-request': 'call-12345',
    'mime-version': '1.0',
    'content-type': 'text/plain; charset=utf-8',
    'content-transfer-encoding': 'quoted-printable',
  })
  for (const nobody of [null, 'x', -1, 1.5, 1e20, 99_999_999_999, true, {}, [writer], String(writer)]) {
    const { shown } = ready(await compose({ ...mail, data: { ...data, person: nobody } }))
    assert.ok(shown.text.includes('Account: not signed in'), `${nobody}: ${shown.text}`)
  }
})
