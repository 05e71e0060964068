import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acceptInvitation, createInvitation, endInvitation, getInvitation } from '#contract/invitation.ts'
import { presets } from '#http/limits.ts'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { addProject } from '#tests/support/requests.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addOwnTeam, addPerson, clientOf, mailsOfTeam, membersOf } from '#tests/support/teams.ts'

// Invitation links.

type Client = Awaited<ReturnType<typeof clientOf>>
let database: TestDatabase
let service: TestService
const now = new Date()
const clients: Record<string, Client> = {}
const people = ['ada', 'ben', 'cleo', 'dan', 'eve', 'fay']
before(async () => {
  database = await testDatabase(TEMPLATE)
  await database.sql`select add_built_in_roles()`
  service = await startService({ database, now: () => now })
  for (const login of people) {
    await addPerson(database.sql, login, ...(login === 'cleo' ? ['QA', 'Designer'] : []))
    clients[login] = await clientOf(service, login)
  }
})
after(async () => {
  await service.close()
  await database.close()
})

const id = (team: number) => ({ id: String(team) })
const linkTo = async (team: number, uses?: number) =>
  (await clients.ada!(createInvitation, { params: id(team), body: { ...(uses === undefined ? {} : { uses }) } })).link!
const join = (login: string, token: string) => clients[login]!(acceptInvitation, { params: { token } })
const leaveAll = () => database.sql`update team set disbanded_at = now(), is_looking = false where disbanded_at is null`
const setting = async (values: object) => {
  await database.sql`update setting set document = document || ${database.sql.json(values as never)}`
  await service.app.reloadSettings()
}

test('a link says who invites, lets a person in once, and tells the admins', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada', 'ben'])
  await sql`insert into team_wanted_role (team_id, role_id, count, position) select ${team}, id, 2, 0 from role where name = 'QA'`
  const link = await linkTo(team)
  assert.deepEqual([link.uses, link.mostUses, link.createdBy], [0, 6, 'Surname of ada Name of ada'])
  assert.equal(Date.parse(link.expiresAt) - Date.parse(link.createdAt), 7 * 86_400_000)
  assert.equal(link.url, `${service.config.publicUrl}/invitation/${link.token}`)

  const guest = await service.call(getInvitation, { params: { token: link.token } })
  assert.deepEqual(guest.team.missingRoles, [{ role: 'QA', roleRu: guest.team.missingRoles[0]!.roleRu, count: 2 }])
  assert.deepEqual([guest.team.id, guest.team.size, guest.inviter, guest.isMember, guest.code], [null, 2, 'Name of ada', false, null])
  assert.doesNotMatch(JSON.stringify(guest), /Surname|ben/)
  const signedIn = await clients.cleo!(getInvitation, { params: { token: link.token } })
  assert.deepEqual([signedIn.team.id, signedIn.inviter, signedIn.isMember], [team, 'Surname of ada Name of ada', false])

  const joined = await join('cleo', link.token)
  assert.deepEqual(await join('cleo', link.token), joined, 'opening it again changes nothing')
  assert.deepEqual(await membersOf(sql, team), ['ada', 'ben', 'cleo'])
  const [row] = await sql`select uses from team_invitation where id = ${link.id}`
  assert.equal(row!.uses, 1)
  const roles =
    await sql`select r.name from member_role mr join role r on r.id = mr.role_id where mr.member_id = ${joined.member} order by mr.position`
  assert.deepEqual(
    roles.map(({ name }) => name),
    ['QA', 'Designer'],
  )
  const [cleo] = await sql`select id from person where login = 'cleo'`
  assert.deepEqual(await mailsOfTeam(sql, team), [{ kind: 'team_joined', login: 'ada', data: { team, by: cleo!.id } }])
  assert.equal((await clients.cleo!(getInvitation, { params: { token: link.token } })).isMember, true)
  assert.deepEqual((await service.call(getInvitation, { params: { token: link.token } })).team.missingRoles[0]!.count, 1)
  await leaveAll()
})

test('every rule of joining has its own error, which the page of the link names beforehand', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'])
  const { token } = await linkTo(team, 50)
  const expectCode = async (code: Parameters<typeof refused>[0]) => {
    const problem = await refused(code, join('ben', token))
    const page = await clients.ben!(getInvitation, { params: { token } })
    assert.deepEqual([page.code, page.why], [code, problem.detail])
  }
  await setting({ whoFormsTeams: 'curators' })
  await expectCode('teams_by_curators_only')
  await refused('teams_by_curators_only', linkTo(team))
  await setting({ whoFormsTeams: 'members' })

  await addProject(sql, 'frozen')
  await sql`insert into assignment (team_id, project_id) select ${team}, id from project where slug = 'frozen'`
  await expectCode('team_has_project')
  await refused('team_has_project', linkTo(team))
  await sql`update project set date_end = '2020-01-01' where slug = 'frozen'`
  assert.equal((await clients.ben!(getInvitation, { params: { token } })).code, null, 'a project that is over does not count')
  await sql`delete from assignment`
  await sql`insert into request (team_id, project_id) select ${team}, id from project where slug = 'frozen'`
  await sql`insert into pending_decision (request_id, project_id, team_id, decision, decided_at, due_at)
    select id, project_id, team_id, 'approved', now(), now() + interval '10 minutes' from request where team_id = ${team}`
  await expectCode('team_has_project')
  await sql`delete from pending_decision`

  await setting({ mostTeamSize: 1 })
  await expectCode('team_full')
  await refused('team_full', linkTo(team))
  await setting({ mostTeamSize: 8 })

  const other = await addOwnTeam(sql, ['ben'])
  await expectCode('too_many_teams')
  await setting({ freeTeamsPerPerson: 2 })
  await join('ben', token)
  await setting({ freeTeamsPerPerson: 1 })
  await sql`insert into assignment (team_id, project_id) select ${other}, id from project where slug = 'frozen'`
  await sql`update project set date_end = null where slug = 'frozen'`
  await sql`delete from member where team_id = ${team} and person_id = (select id from person where login = 'ben')`
  await join('ben', token)
  assert.deepEqual(await membersOf(sql, team), ['ada', 'ben'], 'a team with a running project does not count')
  await sql`delete from assignment`
  await leaveAll()
})

test('a token that does not work has one and the same answer, after the same statements, whatever the reason', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada', 'ben'])
  const [ended, expired, used, ofLeaver] = [await linkTo(team), await linkTo(team), await linkTo(team, 1), await linkTo(team)]
  await clients.ada!(endInvitation, { params: id(team), query: { link: String(ended.id) } })
  await sql`update team_invitation set created_at = ${new Date(now.getTime() - 9 * 86_400_000)}, expires_at = ${now} where id = ${expired.id}`
  await join('cleo', used.token)
  await sql`update team_invitation set created_by = (select id from person where login = 'fay') where id = ${ofLeaver.id}`
  const disbanding = await addOwnTeam(sql, ['ada'])
  const pending = await linkTo(disbanding)
  await sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${disbanding}, 'disband', now(), now() + interval '10 minutes')`
  const gone = await addOwnTeam(sql, ['ada'])
  const disbanded = await linkTo(gone)
  await sql`update team set disbanded_at = now() where id = ${gone}`

  const tokens = {
    guessed: `pj_in_${'A'.repeat(32)}`,
    short: 'x',
    ended: ended.token,
    expired: expired.token,
    used: used.token,
    ofLeaver: ofLeaver.token,
    pending: pending.token,
    disbanded: disbanded.token,
  }
  const id32 = 'same-request-id-for-all'
  for (const method of ['GET', 'POST'])
    for (const headers of method === 'GET' ? [{}, clients.dan!.headers] : [clients.dan!.headers]) {
      const seen = new Map<string, string>()
      for (const [why, token] of Object.entries(tokens)) {
        const statements: string[] = []
        service.onStatement = (text) => void (/token_hash|no key update/.test(text) && statements.push(text))
        const response = await fetch(`${service.url}/invitation/${token}`, {
          method,
          headers: { ...headers, 'x-request-id': id32, 'accept-language': 'en' },
        })
        service.onStatement = () => {}
        const body = await response.clone().text()
        const problem = await assertProblem(response, 'invitation_over')
        const kept = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
        seen.set(why, JSON.stringify([body.replaceAll(problem.requestId, ''), kept, statements]))
        assert.equal(statements.length, 1, `${why}: ${statements.join('\n')}`)
      }
      assert.equal(new Set(seen.values()).size, 1, JSON.stringify(Object.fromEntries(seen), null, 1))
    }
  assert.deepEqual(await membersOf(sql, team), ['ada', 'ben', 'cleo'])
  await leaveAll()
})

test('only team admins make and end links; a team that the caller cannot know of is not found', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada', 'ben'])
  const make = (login: string, given = team) => clients[login]!(createInvitation, { params: id(given), body: {} })
  await refused('not_team_administrator', make('ben'))
  await refused('team_not_found', make('dan'))
  await refused('team_not_found', make('ada', 2_147_483_647))
  await sql`update team set is_looking = true where id = ${team}`
  await refused('not_team_administrator', make('dan'))
  const link = await linkTo(team)
  const end = (login: string, query: object) => clients[login]!(endInvitation, { params: id(team), query } as never)
  await refused('not_team_administrator', end('ben', { link: String(link.id) }))
  await refused('invalid_input', end('ada', {}))
  await refused('invalid_input', end('ada', { link: '1', invited: '1' }))
  const other = await addOwnTeam(sql, ['dan'])
  await clients.dan!(endInvitation, { params: id(other), query: { link: String(link.id) } })
  assert.equal((await service.call(getInvitation, { params: { token: link.token } })).isMember, false, 'the link of another team stays')
  for (let n = 0; n < 2; n++) await end('ada', { link: String(link.id) })
  await refused('invitation_over', service.call(getInvitation, { params: { token: link.token } }))
  await sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${team}, 'disband', now(), now() + interval '10 minutes')`
  await refused('team_disbanding', linkTo(team))
  await leaveAll()
})

test('a team has at most 5 open links, and makes 20 a day', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'])
  const links = []
  for (let n = 0; n < 5; n++) links.push(await linkTo(team))
  const problem = await refused('too_many_invitations', linkTo(team))
  assert.match(problem.detail, /limit of 5 .* in 168 h/)
  await clients.ada!(endInvitation, { params: id(team), query: { link: String(links[0]!.id) } })
  await linkTo(team)
  await sql`update team_invitation set ended_at = now() where team_id = ${team}`
  await sql`insert into team_invitation (team_id, token_hash, created_at, expires_at, max_uses, ended_at)
    select ${team}, sha256(n::text::bytea), ${now}, ${now}::timestamptz + interval '7 days', 1, ${now} from generate_series(1, 14) n`
  assert.match((await refused('too_many_invitations', linkTo(team))).detail, /limit of 20 .* in 24 h/)
  await sql`update team_invitation set created_at = created_at - interval '25 hours' where team_id = ${team}`
  await linkTo(team)
  await leaveAll()
})

test('a token is in no log, audit record or stored answer', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'])
  const key = { 'idempotency-key': 'the-same-key-for-both-calls' }
  const make = () => clients.ada!(createInvitation, { params: id(team), body: {}, headers: key })
  const [first, second] = [(await make()).link!, (await make()).link!]
  assert.notEqual(first.token, second.token, 'the key is ignored')
  await clients.eve!(acceptInvitation, { params: { token: first.token }, headers: key })
  await service.call(getInvitation, { params: { token: second.token } })
  await fetch(first.url)
  await fetch(`${service.origin}/no-such-page/${first.token}`)
  service.app.log.info({ url: first.url }, 'written by mistake')
  const events = await sql`select 1 from audit_event where action = 'acceptInvitation' and target = ${`team ${team}`}`
  assert.equal(events.length, 1)
  const tables = await sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'auth')`
  assert.ok(tables.length > 50)
  for (const { token } of [first, second]) {
    for (const line of service.logged) assert.ok(!line.includes(token), line)
    for (const { name } of tables) {
      const rows = await sql.unsafe(`select 1 from ${name} as t where t::text like '%${token.slice(6)}%'`)
      assert.equal(rows.length, 0, name as string)
    }
  }
  await leaveAll()
})

test('guesses are limited by address', async () => {
  const limited = await startService({
    database,
    now: () => now,
    env: { PUBLIC_URL: service.config.publicUrl }, // the issuer of the tokens
    limits: { ...presets.off, failures: { name: 'failures', burst: 3, perMinute: 1 } },
  })
  try {
    const guess = () => fetch(`${limited.url}/invitation/pj_in_guess`)
    for (let n = 0; n < 3; n++) await assertProblem(await guess(), 'invitation_over')
    await assertProblem(await guess(), 'too_many_calls')
    const tries = await fetch(`${limited.url}/invitation/pj_in_guess`, { method: 'POST', headers: clients.ben!.headers })
    await assertProblem(tries, 'too_many_calls')
    const team = await addOwnTeam(database.sql, ['ada'])
    const { token } = await linkTo(team)
    assert.equal((await fetch(`${limited.url}/invitation/${token}`)).status, 200, 'others behind the address can still join')
  } finally {
    await limited.close()
    await leaveAll()
  }
})
