import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, connect as netConnect } from 'node:net'
import { test } from 'node:test'
import { createRequest, ProjectRequest, withdrawRequest } from '#contract/request.ts'
import { connect, type Database } from '#database/sql.ts'
import { TEAM_BYTES } from '#rules/project/file.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { assertShape, refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, dayFromNow, historyOf, mailAbout, personOf } from '#tests/support/world/requests.ts'

const { service, anna } = useService({ people: ['anna'] })

const apply = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${anna.tokens.accessToken}`, ...headers },
    body: JSON.stringify(body),
  })

test('applying: response, Location, history, and emails to all team administrators', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'First', 'anna*', 'boris*', 'vera')
  await sql`insert into member (team_id, name, is_administrator) values (${team}, 'No Account', true)`
  await addProject(sql, 'first-come')
  const response = await apply({ project: 'first-come', team, message: '  We know\0 our trees. ', status: 'approved', id: 1 })
  assert.equal(response.status, 200)
  const request = (await response.json()) as ProjectRequest
  assertShape(ProjectRequest, request, 'the request')
  assert.equal(response.headers.get('location'), `${service.url}/request/${request.id}`)
  const { id, createdAt, ...rest } = request
  const nothing = { decidedAt: null, reason: null, comment: null, round: null, rank: null, files: [] }
  assert.deepEqual(rest, {
    ...nothing,
    team,
    project: 'first-come',
    status: 'submitted',
    message: 'We know our trees.',
    updatedAt: createdAt,
  })
  const actor = await personOf(sql, 'anna')
  assert.deepEqual(await historyOf(sql, id), [{ from: null, to: 'submitted', actor, reason: null, comment: null }])
  const data = { request: id, project: 'first-come', team }
  assert.deepEqual(await mailAbout(sql, id), [
    { kind: 'request_received', login: 'anna', data },
    { kind: 'request_received', login: 'boris', data },
  ])
})

test('the same application again returns the same response; another message is refused', async () => {
  const team = await addTeam(service.sql, 'Echo', 'anna*')
  await addProject(service.sql, 'echo')
  const first = await anna(createRequest, { body: { project: 'echo', team, message: 'Hello' } })
  assert.deepEqual(await anna(createRequest, { body: { project: 'echo', team, message: 'Hello ' } }), first)
  await service.sql`update project set enrollment_end = ${dayFromNow(-1)} where slug = 'echo'`
  assert.deepEqual(await anna(createRequest, { body: { project: 'echo', team, message: 'Hello' } }), first, 'also when it closed meanwhile')
  await service.sql`update project set enrollment_end = null where slug = 'echo'`
  const problem = await refused('already_applied', anna(createRequest, { body: { project: 'echo', team } }))
  assert.match(problem.detail, /“Echo”/)
  assert.equal((await historyOf(service.sql, first.id)).length, 1)
  assert.equal((await mailAbout(service.sql, first.id)).length, 1)
  await anna(withdrawRequest, { params: { id: String(first.id) } })
  const second = await anna(createRequest, { body: { project: 'echo', team, message: 'Hello' } })
  assert.notEqual(second.id, first.id, 'what was withdrawn does not come back')
})

test('every obstacle has its own error', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'Obstacles', 'anna*')
  const call = (project: string, who = team) => anna(createRequest, { body: { project, team: who } })
  await refused('project_not_found', call('no-such-project'))
  for (const state of ['draft', 'archived', 'withdrawn']) {
    await addProject(sql, `is-${state}`, { state })
    await refused('project_not_found', call(`is-${state}`))
  }
  await addProject(sql, 'obstacles', { teamLimit: 1 })
  const unknown = await refused('team_not_found', call('obstacles', 2_147_483_647))
  assert.match(unknown.detail, /2147483647/)
  await refused('not_team_administrator', call('obstacles', await addTeam(sql, 'Only a member', 'anna', 'boris*')))
  // A team without a project is not visible to others.
  await refused('team_not_found', call('obstacles', await addTeam(sql, 'Strangers', 'boris*')))
  const curator = await callAs(service, 'curator')
  await refused('not_team_administrator', curator(createRequest, { body: { project: 'obstacles', team } }))
  const other = await addTeam(sql, 'Others', 'boris*')
  await sql`insert into assignment (team_id, project_id) select ${other}, id from project where slug = 'obstacles'`
  await refused('not_team_administrator', call('obstacles', other))
  const full = await refused('no_free_place', call('obstacles'))
  assert.match(full.detail, /“Project obstacles”/)
  await sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${other}`
  await addProject(sql, 'own-project')
  await sql`insert into assignment (team_id, project_id) select ${team}, id from project where slug = 'own-project'`
  const busy = await refused('team_busy', call('obstacles'))
  assert.match(busy.detail, /“Obstacles” is working on “Project own-project”/)
  await sql`update assignment set ended_at = now(), outcome = 'finished' where team_id = ${team}`
  assert.equal((await call('obstacles')).status, 'submitted', 'with everything out of the way it works')
})

test('outside the enrollment window the error has the dates, in the caller’s language', async () => {
  const team = await addTeam(service.sql, 'Late', 'anna*')
  await addProject(service.sql, 'closed', { name: 'Closed', enrollmentStart: '2020-02-01', enrollmentEnd: '2020-03-01' })
  const english = await assertProblem(await apply({ project: 'closed', team }), 'enrollment_closed')
  assert.equal(english.detail, 'Teams can apply for “Closed” from 1 February 2020 to 1 March 2020.')
  const russian = await assertProblem(await apply({ project: 'closed', team }, { 'accept-language': 'ru' }), 'enrollment_closed', 'ru')
  assert.equal(russian.detail, 'Подать заявку на «Closed» можно с 1 февраля 2020 по 1 марта 2020.')
  await addProject(service.sql, 'not-yet', { enrollmentStart: dayFromNow(2), enrollmentEnd: null })
  await assertProblem(await apply({ project: 'not-yet', team }), 'enrollment_closed')
  await addProject(service.sql, 'started', { enrollmentStart: null, enrollmentEnd: null, dateStart: dayFromNow(0) })
  await assertProblem(await apply({ project: 'started', team }), 'enrollment_closed')
})

test('a team can have at most five pending applications', async () => {
  const team = await addTeam(service.sql, 'Greedy', 'anna*')
  for (let n = 1; n <= 6; n++) await addProject(service.sql, `wish-${n}`)
  const made = []
  for (let n = 1; n <= 5; n++) made.push(await anna(createRequest, { body: { project: `wish-${n}`, team } }))
  const problem = await refused('too_many_requests', anna(createRequest, { body: { project: 'wish-6', team } }))
  assert.match(problem.detail, /\b5\b/)
  await anna(withdrawRequest, { params: { id: String(made[0]!.id) } })
  await anna(createRequest, { body: { project: 'wish-6', team } })
})

test('a team with an exhausted quota can apply without files', async () => {
  const team = await addTeam(service.sql, 'Heavy', 'anna*')
  await addProject(service.sql, 'heavy')
  await service.sql`with f as (insert into file (kind, team_id, project_id, file_type_id) select 'result', ${team}, p.id, 1 from project p where slug = 'heavy' returning id)
    insert into file_version (file_id, version, name, mime, size, sha256) select id, 1, 'x', 'x/y', ${600 * 1024 * 1024}, ${'0'.repeat(64)} from f`
  await anna(createRequest, { body: { project: 'heavy', team } })
})

test('an Idempotency-Key applies once, with the same Location; a refusal is stored too', async () => {
  const team = await addTeam(service.sql, 'Keyed', 'anna*')
  await addProject(service.sql, 'keyed', { teamLimit: null })
  const key = { 'idempotency-key': randomUUID() }
  const first = await apply({ project: 'keyed', team, message: 'once' }, key)
  const again = await apply({ message: 'once', team, project: 'keyed' }, key)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  assert.ok(first.headers.get('location'))
  assert.equal(await again.text(), await first.text())
  await assertProblem(await apply({ project: 'keyed', team, message: 'twice' }, key), 'idempotency_key_reused')
  await assertProblem(await apply({ project: 'keyed', team }, { 'idempotency-key': 'short' }), 'idempotency_key_invalid')
})

test('invalid values are refused before the database is used', async () => {
  const team = await addTeam(service.sql, 'Odd', 'anna*')
  await addProject(service.sql, 'odd')
  const lines = service.logged.length
  for (const body of [
    {},
    { project: 'odd' },
    { project: 5, team },
    { project: 'odd', team: 'x' },
    { project: 'odd', team, message: 5 },
    { project: 'Odd Name', team },
  ])
    await assertProblem(await apply(body), 'invalid_input')
  for (const body of [
    { project: 'odd', team: 2 ** 31 },
    { project: 'odd', team: 0 },
    { project: 'odd', team, message: 'x'.repeat(5001) },
  ])
    await assertProblem(await apply(body), 'invalid_value')
  const odd = 'a\0\ud800\u202e\r\n\u0007'
  const request = await anna(createRequest, { body: { project: 'odd', team, message: odd } })
  assert.equal(request.message, 'a\ufffd')
  assert.ok(!service.logged.slice(lines).some((line) => line.includes('"level":50')), 'nothing of ours broke')
})

test('malformed applications are refused with the specific error', async () => {
  const send = (body: string | FormData, type?: string) =>
    fetch(`${service.url}/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.tokens.accessToken}`, ...(type ? { 'content-type': type } : {}) },
      body,
    })
  await assertProblem(await send('{"project":', 'application/json'), 'malformed_json')
  await assertProblem(await send('<request/>', 'application/xml'), 'unsupported_media_type')
  await assertProblem(await send(JSON.stringify({ message: 'x'.repeat(70_000) }), 'application/json'), 'body_too_large')
  await assertProblem(await send('--x\r\n', 'multipart/form-data; boundary=x'), 'malformed_upload')
  const team = await addTeam(service.sql, 'Formal', 'anna*')
  await addProject(service.sql, 'formal')
  const form = (...names: string[]) => {
    const data = new FormData()
    data.set('project', 'formal')
    data.set('team', String(team))
    for (const name of names) data.append('files', new Blob([`About ${name}\n`]), name)
    return data
  }
  await assertProblem(await send(form('1.md', '2.md', '3.md', '4.md', '5.md', '6.md')), 'too_many_files')
  await assertProblem(await send(form('program.exe')), 'file_type_refused')
  const [full] = await service.sql`insert into file (kind, project_id, team_id, file_type_id)
    select 'result', p.id, ${team}, f.id from project p, file_type f where p.slug = 'formal' order by f.id limit 1 returning id`
  await service.sql`insert into file_version (file_id, version, name, mime, size, sha256)
    values (${full!.id}, 1, 'all there is', 'text/plain', ${TEAM_BYTES}, ${'0'.repeat(64)})`
  await assertProblem(await send(form('1.md')), 'quota_exceeded')
  await service.sql`delete from file where id = ${full!.id}`
  assert.equal((await service.sql`select 1 from request where team_id = ${team}`).length, 0)
  const response = await send(form('1.md', '2.md', '3.md', '4.md', '5.md'))
  assert.equal(((await response.json()) as ProjectRequest).files.length, 5)
})

test('a lock held for too long on the project is a server error, and nothing changes', async () => {
  const team = await addTeam(service.sql, 'Patient', 'anna*')
  await addProject(service.sql, 'held')
  await service.sql.begin(async (sql) => {
    await sql`select 1 from project where slug = 'held' for update`
    await assertProblem(await apply({ project: 'held', team }), 'database_unavailable')
  })
  assert.equal((await service.sql`select 1 from request where team_id = ${team}`).length, 0)
  assert.equal((await apply({ project: 'held', team })).status, 200)
})

test('an application takes four database round trips', async () => {
  const { sql, app } = service
  const team = await addTeam(sql, 'Counted', 'anna*')
  for (let n = 1; n <= 3; n++) await addProject(sql, `counted-${n}`, { teamLimit: null })
  const proxy = await countingProxy(service.database.database as { host: string; port: number })
  const counting = connect({ ...(service.database.database as object), host: '127.0.0.1', port: proxy.port } as Database, { max: 1 })
  const usual = app.sql
  app.sql = counting
  try {
    await anna(createRequest, { body: { project: 'counted-1', team } }) // prepares the statements
    const before = proxy.roundTrips
    await anna(createRequest, { body: { project: 'counted-2', team } })
    assert.ok(proxy.roundTrips > before, 'the calls went this way')
    assert.ok(proxy.roundTrips - before <= 4, `${proxy.roundTrips - before} round trips`)
  } finally {
    app.sql = usual
    await counting.end()
    proxy.close()
  }
})

// A TCP proxy to the database that counts round trips.
async function countingProxy({ host, port }: { host: string; port: number }) {
  const proxy = { roundTrips: 0, port: 0, close: () => {} }
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? netConnect(`${host}/.s.PGSQL.${port}`) : netConnect(port, host)
    let isOurTurn = true
    client.on('data', (data) => {
      if (isOurTurn) proxy.roundTrips++
      isOurTurn = false
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      isOurTurn = true
      client.write(data)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.on('error', () => {})
    upstream.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.port = (server.address() as { port: number }).port
  proxy.close = () => void server.close()
  return proxy
}
