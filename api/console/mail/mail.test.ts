import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listAudit } from '#contract/console/audit.ts'
import {
  allowAddress,
  cancelMail,
  getMail,
  listBounces,
  listMails,
  type MailState,
  mailStates,
  resendMail,
} from '#contract/console/mail.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { personOf } from '#tests/support/world/requests.ts'

const { service, admin } = useService({ people: ['admin'], env: { MAIL_TO: 'Office <office@example.org>' } })
beforeEach(() => service.sql`delete from outbox`)

const hasEnded = ['sent', 'failed', 'unknown', 'dead', 'bundled', 'cancelled']
const far = new Date('2100-01-01T00:00:00Z')
const note = { name: 'Ольга', email: 'olga@example.org', message: 'May a team of two apply?', subject: '', kind: 'contact', language: 'en' }

type Given = { kind?: string; data?: object; personId?: number | null; address?: string | null; reason?: string | null; tries?: number }

async function write(state: MailState, given: Given = {}): Promise<number> {
  const { kind = 'contact', data = note, personId = null, address = null, reason = null, tries = 1 } = given
  const { sql } = service
  const endedAt = hasEnded.includes(state) ? new Date() : null
  const [row] = await sql<{ id: number }[]>`
    insert into outbox (kind, state, person_id, address, data, created_at, due_at, ended_at, lease_until, attempt, tries, reason, request_id)
    values (${kind}, ${state}, ${personId}, ${address}, ${sql.json(data as never)}, now(), ${endedAt ? null : far}, ${endedAt},
      ${state === 'sending' ? far : null}, ${tries}, ${tries}, ${reason}, 'call-1') returning id::float8 as id`
  return row!.id
}

const paramsOf = (id: number | string) => ({ params: { id: String(id) } })
const rowOf = async (id: number) =>
  (
    await service.sql`select state, tries, due_at is not null as "isDue", ended_at is not null as "hasEnded" from outbox where id = ${id}`
  )[0]
const audited = async (action: string) => [
  ...(await service.sql`
    select target, detail, (select login from person where id = actor_id) as actor from audit_event where action = ${action} order by seq`),
]

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await sleep(20)) assert.ok(Date.now() < end, what)
}

test('emails are listed newest first, filtered by state and kind, paged, with counts by state', async () => {
  const vera = await personOf(service.sql, 'vera')
  const [{ email } = { email: '' }] = await service.sql`select email from person where id = ${vera}`
  const contact = await write('review', { reason: 'too many links', personId: vera })
  const added = await write('dead', { kind: 'team_added', personId: vera, tries: 12 })
  const changed = await write('dead', { kind: 'email_changed', personId: vera, address: 'former@example.org' })
  const nobody = await write('cancelled', { kind: 'team_added', reason: 'no_recipient' })
  const all = await admin(listMails)
  assert.deepEqual(
    all.mails.map(({ id, to }) => [id, to]),
    [
      [nobody, null],
      [changed, 'former@example.org'],
      [added, email],
      [contact, 'Office <office@example.org>'],
    ],
  )
  assert.deepEqual([all.total, all.page, all.pageSize], [4, 1, 50])
  assert.deepEqual(all.counts, {
    ...Object.fromEntries(mailStates.map((state) => [state, 0])),
    review: 1,
    dead: 2,
    cancelled: 1,
  })
  const [, , one] = all.mails
  assert.deepEqual([one!.kind, one!.state, one!.tries, one!.reason, one!.dueAt], ['team_added', 'dead', 12, null, null])
  assert.deepEqual([all.mails[3]!.reason, all.mails[3]!.dueAt], ['too many links', far.toISOString()])

  const dead = await admin(listMails, { query: { state: 'dead', page: '2', pageSize: '1' } })
  assert.deepEqual([dead.mails.map(({ id }) => id), dead.total, dead.page, dead.pageSize], [[added], 2, 2, 1])
  const ofTeams = await admin(listMails, { query: { kind: 'team_added' } })
  assert.deepEqual([ofTeams.total, ofTeams.counts.dead, ofTeams.counts.cancelled, ofTeams.counts.review], [2, 1, 1, 0])
  const neither = await admin(listMails, { query: { kind: 'team_added', state: 'review' } })
  assert.deepEqual([neither.mails, neither.total, neither.counts.dead], [[], 0, 1])
})

test('an unknown state or kind and an invalid page are refused', async () => {
  await refused('invalid_value', admin(listMails, { query: { state: 'lost' as 'dead' } }))
  await refused('invalid_value', admin(listMails, { query: { kind: 'postcard' as 'contact' } }))
  await refused('invalid_value', admin(listMails, { query: { page: '0' } }))
})

test('an email has its data, all attempts and a preview', async () => {
  const id = await write('unknown', { reason: 'the connection was lost' })
  await service.sql`
    insert into mail_attempt (mail_id, attempt, started_at, ended_at, outcome, reply)
    values (${id}, 1, '2026-09-01T12:00:00Z', '2026-09-01T12:00:03Z', 'unknown', 'the connection was lost')`
  const { letter, ...mail } = await admin(getMail, paramsOf(id))
  const { createdAt, endedAt, ...facts } = mail
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000 && endedAt !== null)
  assert.deepEqual(facts, {
    id,
    kind: 'contact',
    state: 'unknown',
    person: null,
    tries: 1,
    reason: 'the connection was lost',
    dueAt: null,
    requestId: 'call-1',
    bundleId: null,
    attempts: [
      {
        attempt: 1,
        startedAt: '2026-09-01T12:00:00.000Z',
        endedAt: '2026-09-01T12:00:03.000Z',
        outcome: 'unknown',
        reply: 'the connection was lost',
      },
    ],
    whyNoLetter: null,
    canResend: true,
    canCancel: false,
  })
  assert.match(letter!.to, /office@example\.org/)
  assert.match(letter!.replyTo!, /olga@example\.org/)
  assert.match(letter!.text, /May a team of two apply\?/)
})

test('an email that cannot be sent has the reason and the person', async () => {
  const gleb = await personOf(service.sql, 'gleb')
  const digest = await write('sent', { kind: 'digest', data: { mails: [] } })
  const id = await write('bundled', { kind: 'team_added', personId: gleb, data: { team: 987_654 } })
  await service.sql`update outbox set bundle_id = ${digest} where id = ${id}`
  const mail = await admin(getMail, paramsOf(id))
  assert.deepEqual([mail.letter, mail.whyNoLetter, mail.bundleId], [null, 'subject_deleted', digest])
  assert.deepEqual(mail.person, { id: gleb, name: 'Орлов Глеб Сергеевич' })
  assert.deepEqual([mail.canResend, mail.canCancel], [false, false])
})

test('no part of the response contains a personal link', async () => {
  const { sql } = service
  const anna = await personOf(sql, 'anna')
  const token = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ'
  const at = new Date()
  await sql`
    insert into email_change (person_id, email, token_hash, created_at, expires_at) values (${anna}, 'new@example.org', 'x', ${at}, ${far})`
  const id = await write('deferred', {
    kind: 'email_change',
    personId: anna,
    address: 'new@example.org',
    data: { token, language: 'en' },
  })
  await sql`update outbox set created_at = ${at} where id = ${id}`
  const [work] = await sql`
    select team_id as team, slug as project from assignment join project on project.id = project_id where project.state = 'published' limit 1`
  const notice = await write('deferred', { kind: 'team_added', personId: anna, data: { ...work } })
  const answers = [await admin(getMail, paramsOf(id)), await admin(getMail, paramsOf(notice))]
  const [unsubscribe] = await sql`select token from notification where person_id = ${anna}`
  for (const { letter } of answers) assert.match(letter!.text, /token=\[hidden\]/)
  for (const secret of [token, unsubscribe!.token]) assert.ok(!JSON.stringify(answers).includes(secret))
})

test('an unknown email cannot be read, resent or cancelled', async () => {
  for (const id of ['0', '987654321', '9999999999'])
    for (const endpoint of [getMail, resendMail, cancelMail]) {
      const problem = await refused('mail_not_found', admin(endpoint, paramsOf(id)))
      assert.ok(problem.detail.includes(id), problem.detail)
    }
})

for (const state of ['failed', 'unknown', 'dead', 'cancelled', 'review', 'held', 'deferred'] as const)
  test(`an email in state ${state} is requeued, and the audit log has the actor`, async () => {
    const id = await write(state, { tries: 12 })
    assert.equal((await admin(getMail, paramsOf(id))).canResend, true)
    assert.deepEqual(await admin(resendMail, paramsOf(id)), { id, state: 'queued' })
    assert.deepEqual({ ...(await rowOf(id)) }, { state: 'queued', tries: 0, isDue: true, hasEnded: false })
    assert.deepEqual((await audited('resendMail')).at(-1), { target: `mail ${id}`, detail: { state: [state, 'queued'] }, actor: 'admin' })
  })

for (const state of ['queued', 'deferred', 'held', 'review'] as const)
  test(`an email in state ${state} is cancelled, and the audit log has the actor`, async () => {
    const id = await write(state)
    assert.equal((await admin(getMail, paramsOf(id))).canCancel, true)
    assert.deepEqual(await admin(cancelMail, paramsOf(id)), { id, state: 'cancelled' })
    assert.deepEqual({ ...(await rowOf(id)) }, { state: 'cancelled', tries: 1, isDue: false, hasEnded: true })
    assert.deepEqual((await audited('cancelMail')).at(-1), {
      target: `mail ${id}`,
      detail: { state: [state, 'cancelled'] },
      actor: 'admin',
    })
  })

const refusals = [
  ['queued', resendMail, 'mail_waiting'],
  ['sending', resendMail, 'mail_under_way'],
  ['sent', resendMail, 'mail_sent'],
  ['bundled', resendMail, 'mail_sent'],
  ['sending', cancelMail, 'mail_under_way'],
  ['sent', cancelMail, 'mail_ended'],
  ['dead', cancelMail, 'mail_ended'],
  ['cancelled', cancelMail, 'mail_ended'],
] as const

for (const [state, endpoint, code] of refusals)
  test(`${endpoint.id} of an email in state ${state} is refused in both languages, without an audit entry`, async () => {
    const id = await write(state)
    const before = [await rowOf(id), (await audited(endpoint.id)).length]
    for (const language of ['en', 'ru'] as const) {
      const headers = { authorization: `Bearer ${admin.tokens.accessToken}`, 'accept-language': language }
      const answer = await fetch(service.url + endpoint.path.replace('{id}', String(id)), { method: 'POST', headers })
      await assertProblem(answer, code, language)
    }
    assert.deepEqual([await rowOf(id), (await audited(endpoint.id)).length], before)
    const mail = await admin(getMail, paramsOf(id))
    assert.equal(endpoint === resendMail ? mail.canResend : mail.canCancel, false)
  })

test('an email with an expired link is not resent', async () => {
  const id = await write('dead', { kind: 'email_change', data: { language: 'ru' } })
  assert.equal((await admin(getMail, paramsOf(id))).canResend, false)
  await refused('mail_link_gone', admin(resendMail, paramsOf(id)))
})

test('an Idempotency-Key executes the action once', async () => {
  const id = await write('dead')
  const headers = { 'idempotency-key': 'the-same-wish-of-mine' }
  const count = (await audited('resendMail')).length
  const answers = [await admin(resendMail, { ...paramsOf(id), headers }), await admin(resendMail, { ...paramsOf(id), headers })]
  assert.deepEqual(answers[0], answers[1])
  assert.equal((await audited('resendMail')).length, count + 1)
})

test('concurrent cancel and resend of one email: each call gets the correct result', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await write('deferred')
    const outcomes = await Promise.allSettled([cancelMail, cancelMail, resendMail].map((endpoint) => admin(endpoint, paramsOf(id))))
    const [{ count } = { count: 0 }] = await service.sql`select count(*)::int from audit_event where target = ${`mail ${id}`}`
    assert.equal(count, outcomes.filter(({ status }) => status === 'fulfilled').length, 'what was done is noted, and nothing else')
    for (const one of outcomes) if (one.status === 'rejected') assert.match(String(one.reason), /mail_(ended|waiting)/)
  }
})

test('if the audit log cannot be written, nothing is changed', async () => {
  const { sql } = service
  const id = await write('review')
  await sql`create function refuse_mail_audit() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`
  await sql`create trigger no_mail_audit before insert on audit_event for each row execute function refuse_mail_audit()`
  try {
    for (const endpoint of [resendMail, cancelMail]) await refused('internal', admin(endpoint, paramsOf(id)))
  } finally {
    await sql`drop trigger no_mail_audit on audit_event`
  }
  assert.equal((await rowOf(id))!.state, 'review')
})

test('bounced addresses are listed and can be allowed again', async () => {
  const { sql } = service
  await sql`delete from mail_bounce`
  assert.deepEqual(await admin(listBounces), { bounces: [], total: 0 })
  await sql`
    insert into mail_bounce (address, count, reply, last_at) values
      ('gone@example.org', 2, '550 no such user', '2026-09-01T12:00:00Z'), ('once@example.org', 1, '551 moved', '2026-09-02T12:00:00Z')`
  assert.deepEqual(await admin(listBounces), {
    bounces: [
      { address: 'once@example.org', count: 1, isRefused: false, reply: '551 moved', lastAt: '2026-09-02T12:00:00.000Z' },
      { address: 'gone@example.org', count: 2, isRefused: true, reply: '550 no such user', lastAt: '2026-09-01T12:00:00.000Z' },
    ],
    total: 2,
  })
  assert.deepEqual(await admin(allowAddress, { body: { address: 'Gone@Example.org' } }), { address: 'gone@example.org' })
  assert.deepEqual((await audited('allowAddress')).at(-1), { target: 'mail', detail: { address: 'gone@example.org' }, actor: 'admin' })
  assert.equal((await admin(listBounces)).total, 1)
  const problem = await refused('address_not_refused', admin(allowAddress, { body: { address: 'gone@example.org' } }))
  assert.match(problem.detail, /gone@example\.org/)
  await sql`insert into mail_bounce (address, reply, last_at) select 'p' || n || '@example.org', '550', now() from generate_series(1, 120) n`
  const many = await admin(listBounces)
  assert.deepEqual([many.bounces.length, many.total], [100, 121])
})

test('actions on emails are in the audit log for curators', async () => {
  const id = await write('dead')
  await admin(resendMail, paramsOf(id))
  const curator = await callAs(service, 'curator')
  const { events } = await curator(listAudit, { query: { action: 'resendMail' } })
  assert.deepEqual([events[0]!.target, events[0]!.detail], [`mail ${id}`, { state: ['dead', 'queued'] }])
})

// Last, because it sends everything in the queue.
test('after a resend the worker sends the email at once', async () => {
  const sending = await startService({ database: service.database, sendsMail: true })
  try {
    const id = await write('dead', { tries: 12, data: { ...note, message: 'Sent by hand' } })
    const stopped = await write('review')
    const boss = await callAs(sending, 'admin')
    await boss(cancelMail, paramsOf(stopped))
    await boss(resendMail, paramsOf(id))
    await until('it is sent', async () => (await boss(getMail, paramsOf(id))).state === 'sent')
    const { attempts, tries } = await boss(getMail, paramsOf(id))
    assert.deepEqual([attempts.map(({ attempt, outcome }) => [attempt, outcome]), tries], [[[13, 'sent']], 1])
    const list = await (await fetch(`${sending.origin}/mailbox`, { headers: { 'accept-language': 'en' } })).text()
    assert.match(list, /Ольга/)
    assert.equal((await rowOf(stopped))!.state, 'cancelled')
    await refused('mail_sent', boss(resendMail, paramsOf(id)))
  } finally {
    await sending.close()
  }
})
