import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser, getUser, updateAccount } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { findBrokenAudit } from '#store/audit/insert.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { patient } from '#tests/support/service.ts'
import { callAs, codeFor, exchange, refresh, sessionOf } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService({ connection: patient })

const countsOf = async () => ({
  ...(
    await service.sql`select (select count(*) from person) as people, (select count(*) from member) as members, (select count(*) from team) as teams,
    (select count(*) from request) as requests, (select count(*) from file_version) as files, (select count(*) from assignment) as work`
  )[0]!,
})
const deleteAccount = (token: string, query = '', body?: unknown) =>
  fetch(`${service.url}/user${query}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  })

// Runs both concurrently: the audit log, which is written last, is locked until both wait.
async function deleteConcurrently(...tokens: string[]): Promise<number[]> {
  let answers: Promise<Response>[] = []
  await service.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(7305813)`
    answers = tokens.map((token) => deleteAccount(token))
    const waiting = () => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting()).length < tokens.length) await new Promise((resolve) => setTimeout(resolve, 10))
  })
  return (await Promise.all(answers)).map(({ status }) => status).toSorted()
}

test('deleting an account removes all personal data from every table', async () => {
  const vera = await callAs(service, 'vera')
  const { id } = vera.tokens.user
  await service.sql`update person set import_email = 'vera.secret@example.org', avatar = 'https://lh3.googleusercontent.com/vera', phone = '+79990000000' where id = ${id}`
  await vera(updateAccount, { body: { email: 'vera.secret.new@example.org', phone: '+79990000001' } })
  await service.sql`insert into avatar (person_id, small, large, mime, created_at) values (${id}, ${'a'.repeat(64)}, ${'b'.repeat(64)}, 'image/webp', now())`
  const contact = { name: 'Вера', email: 'vera.secret@example.org', person: id }
  await service.sql`insert into outbox (kind, data, state, created_at, ended_at) values ('contact', ${service.sql.json(contact)}, 'failed', now(), now())`
  await service.sql`insert into notification (person_id, choices) values (${id}, '{"team_added": "off"}')`
  await service.sql`insert into question (project_id, person_id, text, answer, answer_role, answer_by, answered_at)
    select min(id), ${id}, 'Whose question?', 'Mine.', 'team', ${id}, now() from project`
  const [note] = await service.sql`
    insert into note (project_id, author_id, text) select min(id), ${id}, 'Ask @vera, please.' from project returning id`
  await service.sql`insert into note_mention values (${note!.id}, ${id})`
  await service.sql`insert into request_message (request_id, role, author_id, text) select min(id), 'team', ${id}, 'Whose message?' from request`
  const other = await sessionOf(service, 'vera')
  const code = await codeFor(service, 'vera')
  await service.sql`update auth.session set device = 'vera-phone', network = '203.0.113.x' where person_id = ${id}`
  const before = await countsOf()
  const response = await deleteAccount(vera.tokens.accessToken)
  assert.deepEqual([response.status, await response.text()], [204, ''])
  const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid
  for (const { accessToken } of [vera.tokens, other]) assert.ok(service.app.signedIn.hasEnded(sidOf(accessToken)), 'at once')
  assert.deepEqual(await countsOf(), before)
  assert.equal((await service.sql`select 1 from notification where person_id = ${id}`).length, 0)
  const [question] = await service.sql`select person_id, answer_by, answer from question where text = 'Whose question?'`
  assert.deepEqual(
    { ...question },
    { person_id: null, answer_by: null, answer: 'Mine.' },
    'questions and answers stay without their author',
  )
  const [left] = await service.sql`select author_id, text from note where id = ${note!.id}`
  assert.equal(left!.author_id, null)
  assert.match(left!.text, new RegExp(`^Ask @deleted-${id}-[0-9a-f]+, please[.]$`))
  assert.equal((await service.sql`select author_id from request_message where text = 'Whose message?'`)[0]!.author_id, null)
  const tables = await service.sql`select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' and table_name not in ('audit_event', 'change')`
  for (const { name } of tables) {
    const rows = await service.sql.unsafe(`select row_to_json(x)::text as text from ${name} x`)
    for (const { text } of rows)
      assert.doesNotMatch(text, /Никитина|Вера"|vera\b|vera[.@-]|7999000000|googleusercontent|203\.0\.113/i, name)
  }
  for (const { accessToken, refreshToken } of [vera.tokens, other]) {
    await assertProblem(await fetch(`${service.url}/user`, { headers: { authorization: `Bearer ${accessToken}` } }), 'invalid_token')
    assert.equal((await refresh(service, refreshToken)).status, 401)
  }
  await assertProblemOf(await exchange(service, { code }), 'code_invalid')
  const [event] = await service.sql`select actor_id, target, sid from audit_event where action = 'user_deleted'`
  assert.deepEqual([event!.actor_id, event!.target], [id, `person ${id}`])
  assert.equal(await findBrokenAudit(service.sql), undefined)
})

const assertProblemOf = async (response: Response, code: string) => assert.equal(((await response.json()) as { code: string }).code, code)

test('the member stays in the team under a placeholder name', async () => {
  const boris = await callAs(service, 'boris')
  const { members, users, teams } = await boris(getProject, { params: { slug: 'museum-pocket-guide' } })
  const gone = members.find(({ name }) => name === 'Deleted person')!
  assert.equal(members.filter(({ team }) => team === gone.team).length, 4)
  assert.deepEqual(
    users.find(({ id }) => id === gone.user),
    { id: gone.user, name: 'Deleted person', githubLogin: null, avatar: null },
  )
  assert.ok(!gone.isAdministrator && !teams.some(({ administrators }) => administrators.includes(gone.user!)))
})

test('signing in again creates a new person without teams', async () => {
  const vera = await callAs(service, 'vera')
  const [{ old } = { old: 0 }] = await service.sql<{ old: number }[]>`select id as old from person where deleted_at is not null`
  assert.notEqual(vera.tokens.user.id, old)
  const account = await vera(getUser)
  assert.deepEqual([account.access, account.fullName.surname], ['member', 'Никитина'])
  assert.equal((await service.sql`select 1 from member where person_id = ${account.id}`).length, 0)
  const [row] = await service.sql`select login from person where id = ${account.id}`
  assert.equal(row!.login, 'vera', 'the login is free again')
})

const administratorsOf = async (team: number) =>
  (
    await service.sql`
      select p.id from member m join person p on p.id = m.person_id
      where m.team_id = ${team} and m.is_administrator and p.disabled_at is null order by p.id`
  ).map(({ id }) => id)

test('when the only administrator of a team is deleted, the longest-standing member becomes administrator and is told', async () => {
  const boris = await sessionOf(service, 'boris')
  const team = (await service.sql`select team_id from member where person_id = ${boris.user.id}`)[0]!.team_id
  const [heir] = await service.sql`
    select p.id from member m join person p on p.id = m.person_id
    where m.team_id = ${team} and p.id <> ${boris.user.id} and p.disabled_at is null order by m.created_at, m.id limit 1`
  assert.equal((await deleteAccount(boris.accessToken)).status, 204)
  assert.deepEqual(await administratorsOf(team), [heir!.id])
  const told = await service.sql`select data from outbox where kind = 'team_admin' and person_id = ${heir!.id}`
  assert.deepEqual(
    told.map(({ data }) => data),
    [{ team }],
  )
})

test('two administrators of a team deleted concurrently: another member becomes administrator', async () => {
  const [anna, gleb] = [await sessionOf(service, 'anna'), await sessionOf(service, 'gleb')]
  const team = (await service.sql`select team_id from member where person_id = ${anna.user.id}`)[0]!.team_id
  await service.sql`insert into member (team_id, person_id, name, is_administrator) values (${team}, ${gleb.user.id}, 'Орлов', true)`
  assert.deepEqual(await deleteConcurrently(anna.accessToken, gleb.accessToken), [204, 204])
  assert.equal((await administratorsOf(team)).length, 1)
})

test('the last administrator of the directory cannot be deleted', async () => {
  const admin = await callAs(service, 'admin')
  await refused('last_administrator', admin(deleteUser))
  await service.sql`update person set access = 'administrator' where login = 'curator'`
  await service.app.catalog.refresh()
  const curator = await sessionOf(service, 'curator')
  assert.deepEqual(await deleteConcurrently(curator.accessToken, admin.tokens.accessToken), [204, 409], 'one of two stays')
})

test('an outdated If-Match is refused', async () => {
  const { accessToken, user } = await sessionOf(service, 'newcomer')
  const authorization = `Bearer ${accessToken}`
  const etag = async () => (await fetch(`${service.url}/user`, { headers: { authorization } })).headers.get('etag')!
  const remove = (seen: string) => fetch(`${service.url}/user`, { method: 'DELETE', headers: { authorization, 'if-match': seen } })
  const before = await etag()
  await service.sql`update person set phone = '+447700900111' where id = ${user.id}`
  await assertProblem(await remove(before), 'precondition_failed')
  assert.equal((await remove(await etag())).status, 204)
})

test('the only member of a team can be deleted, and the team stays', async () => {
  const newcomer = await sessionOf(service, 'newcomer')
  const [team] = await service.sql`insert into team (name) values ('Alone') returning id`
  await service.sql`insert into member (team_id, person_id, name, is_administrator) values (${team!.id}, ${newcomer.user.id}, 'x', true)`
  assert.equal((await deleteAccount(newcomer.accessToken)).status, 204)
  assert.equal((await service.sql`select 1 from member where team_id = ${team!.id}`).length, 1)
})

test('an id in the call cannot delete another person', async () => {
  const [vera, newcomer] = [await sessionOf(service, 'vera'), await sessionOf(service, 'newcomer')]
  const { id } = newcomer.user
  assert.equal(
    (await deleteAccount(vera.accessToken, `?id=${id}&userId=${id}&user.id=${id}`, { id, userId: id, user: { id } })).status,
    204,
  )
  const rows = await service.sql`select id, deleted_at is not null as gone from person where id in (${id}, ${vera.user.id})`
  assert.deepEqual(
    new Map(rows.map(({ id, gone }) => [id, gone])),
    new Map([
      [id, false],
      [vera.user.id, true],
    ]),
  )
})
