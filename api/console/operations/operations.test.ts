import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getOperations, type Operations } from '#contract/console/operations.ts'
import { presets } from '#http/limits/presets.ts'
import { version } from '#run/parts.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'

let service: TestService
let admin: Awaited<ReturnType<typeof callAs>>
const env = {
  SMTP_URL: 'smtp://mailer:hunter2@mail.example.org',
  MAIL_FROM: 'projects@example.org',
  MAIL_TO: 'office@example.org',
  AWS_SECRET_ACCESS_KEY: 'hunter2',
}
before(async () => {
  const limits = { ...presets.on, calls: null, search: { name: 'search', burst: 3, perMinute: 1 } }
  service = await startService({ env: { ...env, TRUST_PROXY: '127.0.0.1' }, limits })
  admin = await callAs(service, 'admin')
})
after(() => service.close())

test('processes are listed with the time since they were last seen; this process is described without the table', async () => {
  await service.sql`
    insert into node (id, host, pid, worker, version, parts, started_at, seen_at, feed_lag_ms, is_leader) values
      (gen_random_uuid(), 'a.example.org', 10, 1, '1.2.3', 'all', now() - interval '1 day', now(), 12, true),
      (gen_random_uuid(), 'b.example.org', 11, 2, '1.2.2', 'api', now() - interval '2 days', now() - interval '90 seconds', 7000, false)`
  const { nodes, process: own, problems } = await admin(getOperations)
  assert.deepEqual(
    nodes!.map(({ host, pid, worker, version, parts, feedLagMs, isLeader }) => [host, pid, worker, version, parts, feedLagMs, isLeader]),
    [
      ['a.example.org', 10, 1, '1.2.3', 'all', 12, true],
      ['b.example.org', 11, 2, '1.2.2', 'api', 7000, false],
    ],
  )
  assert.ok(nodes![0]!.silentSeconds < 60 && nodes![1]!.silentSeconds >= 90)
  assert.deepEqual([own.pid, own.version, problems], [process.pid, version, []])
  assert.ok(own.memoryBytes > 1_000_000 && Date.parse(own.startedAt) <= Date.now())
})

test('emails, files and the database are counted', async () => {
  const [{ files, bytes }] = (await service.sql`select count(*)::int as files, sum(size)::float8 as bytes from blob`) as unknown as [
    { files: number; bytes: number },
  ]
  await service.sql`delete from outbox`
  await service.sql`insert into outbox (kind, state, created_at, due_at, ended_at) values
    ('contact', 'queued', now() - interval '10 minutes', null, null), ('contact', 'dead', now(), null, now()), ('contact', 'review', now(), null, null)`
  await service.sql`update blob set damaged_at = now() where sha256 = (select min(sha256) from blob)`
  await service.sql`insert into orphan (sha256, seen_at) values (${'a'.repeat(64)}, now())`
  const { mail, storage, database } = await admin(getOperations)
  assert.deepEqual([mail!.states.queued, mail!.states.dead, mail!.states.review, mail!.states.sent], [1, 1, 1, 0])
  assert.ok(mail!.oldestSeconds >= 600)
  assert.deepEqual([storage!.kind, storage!.files, storage!.bytes, storage!.damaged], ['disk', files, bytes, 1])
  assert.equal(storage!.orphans, 1, 'not the marks of files that a row names')
  assert.ok(storage!.freeBytes! > 0)
  assert.match(database!.version, /^\d+/)
  assert.ok(database!.bytes > 1_000_000 && database!.connections >= 1 && database!.maxConnections >= database!.connections)
})

test('the last backup, the last proven one and the last failure are shown', async () => {
  const none = { last: null, proven: null, failed: null, running: null }
  assert.deepEqual((await admin(getOperations)).backups, none)
  await service.sql`
    insert into backup (kind, started_at, finished_at, location, bytes, state, problem, proven_at, host) values
      ('scheduled', now() - interval '3 days', now() - interval '3 days', '/backups/1', 1000, 'complete', null, now() - interval '2 days', 'a'),
      ('scheduled', now() - interval '2 days', now() - interval '2 days', null, null, 'failed', 'no space left', null, 'a'),
      ('manual', now() - interval '1 day', now() - interval '1 day', '/backups/3', 3000, 'complete', null, null, 'a'),
      ('manual', now(), null, null, null, 'running', null, null, 'a')`
  const { last, proven, failed, running } = (await admin(getOperations)).backups!
  assert.deepEqual(
    [last?.location, last?.bytes, proven?.location, failed?.problem, running?.kind],
    ['/backups/3', 3000, '/backups/1', 'no space left', 'manual'],
  )
})

test('without pg_stat_statements the statements that run now are listed, those of other programs without their text', async () => {
  const listed = async (applicationName: string, fits: (text: string | null) => boolean) => {
    let answer: Operations | undefined
    const work = service.sql.begin(async (sql) => {
      await sql`set local statement_timeout = 0`
      await sql`select set_config('application_name', ${applicationName}, true)`
      const sleeping = sql`select pg_sleep(60) as canary`.execute()
      sleeping.catch(() => {})
      for (const end = performance.now() + 30_000; performance.now() < end; ) {
        answer = await admin(getOperations)
        if (answer.statements!.statements.some(({ text }) => fits(text))) break
      }
      sleeping.cancel()
      await sleeping
    })
    await assert.rejects(work, { code: '57014' })
    return answer!
  }
  const own = (await listed('projectory', (text) => text?.includes('as canary') === true)).statements!
  assert.equal(own.source, 'running')
  assert.ok(own.statements.some(({ text, calls, ms }) => text === 'select pg_sleep(60) as canary' && calls === null && ms >= 0))
  const others = await listed('psql', (text) => text === null)
  assert.ok(others.statements!.statements.some(({ text }) => text === null))
  assert.ok(!JSON.stringify(others).includes('as canary'))
})

test('a part that cannot be read is null with its message, and the others are answered', async () => {
  await service.sql`alter table backup rename to backup_away`
  try {
    const { backups, nodes, problems } = await admin(getOperations)
    assert.equal(backups, null)
    assert.ok(nodes !== null)
    assert.deepEqual(
      problems.map(({ part }) => part),
      ['backups'],
    )
    assert.match(problems[0]!.message, /backup/)
  } finally {
    await service.sql`alter table backup_away rename to backup`
  }
  await service.sql.begin(async (sql) => {
    await sql`lock table orphan in access exclusive mode`
    const { storage, mail, problems } = await admin(getOperations)
    assert.deepEqual([storage, problems.map(({ part }) => part), mail === null], [null, ['storage'], false])
  })
})

test('the parts are read one after another: a page uses one connection of the pool', async () => {
  let open = 0
  let most = 0
  service.onStatement = (text) => {
    if (text === 'begin read only') most = Math.max(most, ++open)
    else if (text === 'commit' || text === 'rollback') open--
  }
  const { problems } = await admin(getOperations)
  service.onStatement = () => {}
  assert.deepEqual([most, open, problems], [1, 0, []])
})

test('callers that a rate limit refused are listed by network', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.77', 'content-type': 'application/json' }
  const search = (text: string) =>
    fetch(`${service.url}/project/findmany`, { method: 'POST', headers, body: JSON.stringify({ filters: { text } }) })
  for (let status = 0, n = 0; status !== 429 && n < 100; n++) ({ status } = await search(`museum ${n}`))
  const { refusedCallers } = await admin(getOperations)
  const [first] = refusedCallers
  assert.deepEqual([first!.network, first!.limit, first!.count >= 1], ['203.0.113.0/24', 'search', true])
  assert.ok(!JSON.stringify(refusedCallers).includes('203.0.113.77'))
})

test('the configuration is shown without secrets', async () => {
  const answer = await admin(getOperations)
  const of = (name: string) => answer.configuration.find((one) => one.name === name)
  assert.deepEqual(of('SMTP_URL'), { name: 'SMTP_URL', isSet: true, isSecret: true, value: null })
  assert.equal(of('MAIL_TO')?.value, 'office@example.org')
  assert.doesNotMatch(JSON.stringify(answer), /hunter2/)
})

test('curators and members are refused', async () => {
  for (const login of ['curator', 'vera']) {
    const { accessToken } = await sessionOf(service, login)
    const response = await fetch(`${service.url}/console/operations`, { headers: { authorization: `Bearer ${accessToken}` } })
    await assertProblem(response, 'not_permitted')
  }
})
