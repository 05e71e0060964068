import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { UsageError } from '#cli/usage.ts'
import { findRunning } from '#database/embedded/running.ts'
import { connect, type Sql } from '#database/sql.ts'
import { runAlone, runHere } from '#tests/support/process/command.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import mailCommand from './mail.ts'

// The commands run next to a service, on its embedded database. Emails are due in 2100, so that its worker does not send them.

const folder = mkdtempSync(join(tmpdir(), 'projectory-mail-'))
Object.assign(process.env, { NODE_ENV: 'development', DATA_DIR: folder, MAIL_TO: 'People <people@example.org>' })
let service: WholeProcess
let sql: Sql
before(async () => {
  service = await startProcess(folder)
  sql = connect(findRunning(join(folder, 'postgres'))!, { max: 1 })
  await sql`delete from outbox`
})
after(async () => {
  await sql?.end()
  await service?.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

// In this process; only the last test starts processes.
const run = (...args: string[]) => runHere(mailCommand, args)

const far = new Date('2100-01-01T00:00:00Z')
const ended = ['sent', 'failed', 'unknown', 'dead', 'bundled', 'cancelled']
const contactData = {
  name: 'Анна',
  email: 'anna@example.org',
  message: 'May a team of two apply?',
  subject: '',
  kind: 'contact',
  language: 'en',
}

type Given = { kind?: string; data?: object; personId?: number | null; address?: string | null; reason?: string | null }

async function write(state: string, { kind = 'contact', data = contactData, personId = null, address = null, reason = null }: Given = {}) {
  const endedAt = ended.includes(state) ? new Date() : null
  const [row] = await sql<{ id: number }[]>`
    insert into outbox (kind, state, person_id, address, data, created_at, due_at, ended_at, lease_until, attempt, tries, reason)
    values (${kind}, ${state}, ${personId}, ${address}, ${sql.json(data as never)}, now(), ${endedAt ? null : far}, ${endedAt},
      ${state === 'sending' ? far : null}, 1, 1, ${reason}) returning id::float8 as id`
  return row!.id
}

test('emails are listed in columns, newest first, with the number in each state', async () => {
  const first = await write('deferred', { reason: '451 4.7.1 later' })
  const second = await write('unknown', { kind: 'team_added', address: 'vera@example.org' })
  const { status, stdout } = await run('list')
  assert.equal(status, 0)
  const lines = stdout.split('\n')
  assert.match(lines[0]!, /^id +created \(UTC\) +state +attempts +kind +to +reason$/)
  assert.match(lines[1]!, new RegExp(`^${second} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d +unknown +1 +team_added +vera@example\\.org$`))
  assert.match(lines[2]!, new RegExp(`^${first} .* deferred +1 +contact +People <people@example\\.org> +451 4\\.7\\.1 later$`))
  assert.ok(stdout.includes('2 emails.\nAll emails: 1 deferred, 1 unknown.'), stdout)
  const unknown = (await run('list', '--state', 'unknown', '--kind', 'team_added', '--limit', '5')).stdout
  assert.ok(unknown.includes('\n1 email.\n') && unknown.includes('vera@example.org') && !unknown.includes('451'), unknown)
  assert.match((await run('--limit', '1')).stdout, /\n1 of 2 emails\./)
  assert.match((await run('list', '--state', 'dead')).stdout, /^0 emails\./)
})

test('an email is shown with its state, its attempts and a preview', async () => {
  const id = await write('unknown')
  await sql`
    insert into mail_attempt (mail_id, attempt, started_at, ended_at, outcome, reply)
    values (${id}, 1, '2026-09-01T12:00:00Z', '2026-09-01T12:00:03Z', 'unknown', ${'lost \u001b[31mred'})`
  const { status, stdout } = await run('show', String(id))
  assert.equal(status, 0, stdout)
  assert.match(stdout, new RegExp(`^Email ${id} is unknown\\. .*may or may not have been delivered.*resend.*twice`))
  assert.match(stdout, /1 {2}2026-09-01 12:00:00 {2}unknown after 3 s: lost \ufffd\[31mred/)
  assert.match(stdout, /^To: +.*people@example\.org/m)
  assert.match(stdout, /^Reply-To: +.*anna@example\.org/m)
  assert.match(stdout, /May a team of two apply\?/)
})

test('tokens in links are hidden', async () => {
  const [person] = await sql<{ id: number }[]>`select id from person where login = 'anna'`
  const at = new Date()
  const token = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ'
  await sql`
    insert into email_change (person_id, email, token_hash, created_at, expires_at) values (${person!.id}, 'new@example.org', 'x', ${at}, ${far})`
  const id = await write('deferred', {
    kind: 'email_change',
    personId: person!.id,
    address: 'new@example.org',
    data: { token, language: 'en' },
  })
  await sql`update outbox set created_at = ${at} where id = ${id}`
  const notice = await write('deferred', { kind: 'team_added', personId: person!.id, data: await anyTeam() })
  for (const one of [id, notice]) {
    const { status, stdout } = await run('show', String(one))
    assert.equal(status, 0, stdout)
    assert.match(stdout, /token=\[hidden\]/)
    assert.ok(!stdout.includes(token))
  }
})

async function anyTeam(): Promise<object> {
  const [row] = await sql<{ team: number; project: string }[]>`
    select team_id as team, slug as project from assignment join project on project.id = project_id where project.state = 'published' limit 1`
  return row!
}

test('an email that cannot be sent now is shown with the reason', async () => {
  const id = await write('dead', { kind: 'team_added', data: {} })
  assert.match((await run('show', String(id))).stdout, /It can’t be sent now: there is no recipient/)
})

test('several emails can be resent at once; failures are reported, and the exit code is 1', async () => {
  const [dead, unknown] = [await write('dead'), await write('unknown')]
  const good = await run('resend', String(dead), String(unknown))
  assert.equal(good.status, 0, good.stderr)
  assert.match(
    good.stdout,
    new RegExp(`Email ${dead}: dead → queued\\.\nEmail ${unknown}: unknown → queued\\. If it was already delivered.*twice`),
  )
  const sent = await write('sent')
  const failed = await write('failed')
  const mixed = await run('resend', String(sent), '999999999', String(failed))
  assert.equal(mixed.status, 1)
  assert.match(mixed.stderr, new RegExp(`Email ${sent}: it is sent: .*\nEmail 999999999: not found`))
  assert.match(mixed.stdout, new RegExp(`Email ${failed}: failed → queued`))
  const rows = await sql`select target, detail from audit_event where action = 'mail_requeued' order by seq`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { target: `mail ${dead}`, detail: { before: 'dead', by: 'command line' } },
      { target: `mail ${unknown}`, detail: { before: 'unknown', by: 'command line' } },
      { target: `mail ${failed}`, detail: { before: 'failed', by: 'command line' } },
    ],
  )
})

test('an action without its audit record is rolled back', async () => {
  const id = await write('review')
  await sql`create function refuse_mail_audit() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`
  await sql`create trigger no_mail_audit before insert on audit_event for each row execute function refuse_mail_audit()`
  try {
    for (const verb of ['resend', 'cancel']) assert.equal((await run(verb, String(id))).status, 1)
  } finally {
    await sql`drop trigger no_mail_audit on audit_event`
  }
  assert.equal((await sql`select state from outbox where id = ${id}`)[0]!.state, 'review')
})

test('a waiting email can be cancelled, a completed one cannot', async () => {
  const [review, sent] = [await write('review'), await write('sent')]
  assert.match((await run('cancel', String(review))).stdout, new RegExp(`Email ${review}: review → cancelled`))
  assert.equal((await sql`select 1 from audit_event where action = 'mail_cancelled' and target = ${`mail ${review}`}`).length, 1)
  const refused = await run('cancel', String(sent))
  assert.deepEqual([refused.status, refused.stdout], [1, ''])
  assert.match(refused.stderr, /it is sent: the email is no longer waiting to be sent/)
  assert.match((await run('cancel', String(await write('sending')))).stderr, /it is sending: try again in a minute/)
})

test('rejected addresses are listed and can be allowed again', async () => {
  assert.match((await run('bounces')).stdout, /No rejected addresses/)
  await sql`insert into mail_bounce (address, count, reply, last_at) values ('gone@example.org', 2, '550 no such user', '2026-09-01T12:00:00Z')`
  assert.match((await run('bounces')).stdout, /^gone@example\.org +2, blocked +2026-09-01 12:00:00 +550 no such user$/m)
  assert.match((await run('allow', 'Gone@Example.org')).stdout, /again/)
  const again = await run('allow', 'gone@example.org')
  assert.deepEqual([again.status, again.stdout], [1, ''])
  assert.match(again.stderr, /gone@example\.org is not blocked/)
  assert.deepEqual(
    [...(await sql`select target, detail from audit_event where action = 'allowAddress'`)],
    [{ target: 'mail', detail: { address: 'gone@example.org', by: 'command line' } }],
  )
})

test('an unknown email is a failure with a message', async () => {
  const { status, stderr } = await run('show', '999999999')
  assert.equal(status, 1)
  assert.match(stderr, /There is no email 999999999/)
})

test('usage errors are reported before the database is opened', async () => {
  for (const [names, values = {}] of [
    [['fly']],
    [['show']],
    [['show', 'seven']],
    [['show', '1', '2']],
    [['resend']],
    [['resend', '1', 'x']],
    [['cancel', '0']],
    [['allow']],
    [['bounces', 'x']],
    [['list'], { state: 'lost' }],
    [['list'], { kind: 'postcard' }],
    [['list'], { limit: '0' }],
    [['show', '1'], { limit: '5' }],
  ] as [string[], object?][])
    await assert.rejects(mailCommand.run(names, { ...values }), UsageError, names.join(' '))
})

test('as a process: 0 success, 1 refusal, 2 usage error, each with a message', async () => {
  const [dead, sent] = [await write('dead'), await write('sent')]
  for (const [args, code, message] of [
    [['resend', String(dead)], 0, `Email ${dead}: dead → queued.`],
    [['resend', String(sent)], 1, `Email ${sent}: it is sent`],
    [['resend', 'x'], 2, 'npx projectory mail resend'],
  ] as const) {
    const { status, stdout, stderr } = runAlone(folder, ['mail', ...args])
    assert.equal(status, code, stderr)
    assert.ok((code === 0 ? stdout : stderr).includes(message), stdout + stderr)
    assert.doesNotMatch(stderr, /\n\s+at /)
  }
})
