import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInvitation, createInvitation, endInvitation, getInvitation } from '#contract/invitation.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addOwnTeam, teamWorld } from '#tests/support/world/teams.ts'

const now = new Date()
const world = teamWorld({ ada: [], ben: ['QA'], eve: [] })
const { clients, ids } = world

const linkTo = async (team: number, uses?: number) =>
  (await clients.ada!(createInvitation, { params: { id: String(team) }, body: { ...(uses === undefined ? {} : { uses }) } })).link!
const invite = (team: number, person: number, by = 'ada', message?: string) =>
  clients[by]!(createInvitation, { params: { id: String(team) }, body: { person, ...(message === undefined ? {} : { message }) } })

test('a team has at most 5 open links, and makes 20 a day', async () => {
  const { sql } = world
  const team = await addOwnTeam(sql, ['ada'])
  const links = []
  for (let n = 0; n < 5; n++) links.push(await linkTo(team))
  const problem = await refused('too_many_invitations', linkTo(team))
  assert.match(problem.detail, /limit of 5 .* in 168 h/)
  await clients.ada!(endInvitation, { params: { id: String(team) }, query: { link: String(links[0]!.id) } })
  await linkTo(team)
  await sql`update team_invitation set ended_at = now() where team_id = ${team}`
  await sql`insert into team_invitation (team_id, token_hash, created_at, expires_at, max_uses, ended_at)
    select ${team}, sha256(n::text::bytea), ${now}, ${now}::timestamptz + interval '7 days', 1, ${now} from generate_series(1, 14) n`
  assert.match((await refused('too_many_invitations', linkTo(team))).detail, /limit of 20 .* in 24 h/)
  await sql`update team_invitation set created_at = created_at - interval '25 hours' where team_id = ${team}`
  await linkTo(team)
  await world.disbandAll()
})

test('limits: 20 open invitations of a team, 20 a day of a team and of an admin, 10 a day to one person', async () => {
  const { sql } = world
  await sql`insert into person (login, name, surname) select 'many' || n, 'M', 'N' || n from generate_series(1, 45) n`
  await sql`insert into person_joining (person_id, is_open, updated_at) select id, true, now() from person where login like 'many%'`
  const many = (await sql<{ id: number }[]>`select id from person where login like 'many%' order by id`).map(({ id }) => id)
  const [first, second] = [await addOwnTeam(sql, ['ada', 'ben']), await addOwnTeam(sql, ['ada', 'ben'])]
  await sql`update member set is_administrator = true where team_id in (${first}, ${second})`
  await sql`insert into person_invitation (team_id, person_id, invited_by, created_at, expires_at)
    select ${first}, id, ${ids.ada!}, now() - interval '2 days', now() + interval '12 days' from unnest(${many.slice(0, 19)}::int[]) as id`
  await invite(first, many[19]!)
  assert.match((await refused('too_many_invitations', invite(first, many[20]!))).detail, /limit of 20 .* in 288 h/)
  await sql`update person_invitation set status = 'ended', ended_at = now(), created_at = now() - interval '1 hour' where team_id = ${first}`
  assert.match((await refused('too_many_invitations', invite(first, many[20]!, 'ben'))).detail, /limit of 20 .* in 23 h/, 'of the team')
  assert.match((await refused('too_many_invitations', invite(second, many[20]!, 'ada'))).detail, /limit of 20 /, 'of the admin')
  await invite(second, many[20]!, 'ben')
  await sql`insert into person_invitation (team_id, person_id, created_at, expires_at, status, ended_at)
    select ${first}, ${many[21]!}, now() - interval '1 hour', now() + interval '1 day', 'ended', now() from generate_series(1, 10)`
  await refused('not_open_to_joining', invite(second, many[21]!, 'ben'))
  await sql`update person set disabled_at = now() where id = ${many[22]!}`
  await refused('not_open_to_joining', invite(second, many[22]!, 'ben'))
  await world.disbandAll()
})

test('a token is in no log, audit record or stored answer', async () => {
  const { sql } = world
  const team = await addOwnTeam(sql, ['ada'])
  const key = { 'idempotency-key': 'the-same-key-for-both-calls' }
  const make = () => clients.ada!(createInvitation, { params: { id: String(team) }, body: {}, headers: key })
  const [first, second] = [(await make()).link!, (await make()).link!]
  assert.notEqual(first.token, second.token, 'the stored answer has none')
  await world.service.call(getInvitation, { params: { token: second.token } })
  await clients.eve!(acceptInvitation, { params: { token: second.token }, headers: key })
  await fetch(first.url)
  await fetch(`${world.service.origin}/no-such-page/${first.token}`)
  world.service.app.log.info({ url: first.url }, 'written by mistake')
  const events = await sql`select 1 from audit_event where action = 'acceptInvitation' and target = ${`team ${team}`}`
  assert.equal(events.length, 1)
  const tables = await sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'auth')`
  assert.ok(tables.length > 50)
  for (const { token } of [first, second]) {
    for (const line of world.service.logged) assert.ok(!line.includes(token), line)
    for (const { name } of tables) {
      const rows = await sql.unsafe(`select 1 from ${name} as t where t::text like '%${token.slice(6)}%'`)
      assert.equal(rows.length, 0, name as string)
    }
  }
  await world.disbandAll()
})

test('a repeated call has one link, with a token that works; after its use the link stays as it is', async () => {
  const { sql } = world
  const team = await addOwnTeam(sql, ['ada'])
  const call = () =>
    clients.ada!(createInvitation, { params: { id: String(team) }, body: { uses: 2 }, headers: { 'idempotency-key': 'pressed-twice-key' } })
  const first = (await call()).link!
  const second = (await call()).link!
  assert.deepEqual({ ...second, token: '', url: '' }, { ...first, token: '', url: '' })
  await refused('invitation_over', clients.ben!(getInvitation, { params: { token: first.token } }))
  await clients.ben!(acceptInvitation, { params: { token: second.token } })
  const third = (await call()).link!
  assert.notEqual(third.id, first.id)
  await clients.eve!(getInvitation, { params: { token: second.token } })
  assert.equal((await sql`select from team_invitation where team_id = ${team}`).length, 2)
  await world.disbandAll()
})

test('a repeated call says so, and is refused once the team may not invite', async () => {
  const { sql, service } = world
  const team = await addOwnTeam(sql, ['ada', 'ben'])
  const make = (body: object, key: string) =>
    fetch(`${service.url}/team/${team}/invitation`, {
      method: 'POST',
      headers: { ...clients.ada!.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
  await sql`delete from person_invitation` // Ada's number of the day
  const replayed = ({ headers }: Response) => headers.get('idempotency-replayed')
  await sql`insert into person_joining (person_id, is_open, updated_at) values (${ids.eve!}, true, now())
    on conflict (person_id) do update set is_open = true`
  for (const body of [{ uses: 2 }, { person: ids.eve! }]) {
    const key = `repeated-${Object.keys(body)}-key`
    assert.deepEqual([await make(body, key), await make(body, key)].map(replayed), [null, 'true'])
  }
  await sql`update team_invitation set ended_at = now() where team_id = ${team}`
  const made = [await make({ uses: 2 }, 'repeated-uses-key'), await make({ uses: 2 }, 'repeated-uses-key')]
  assert.deepEqual(made.map(replayed), [null, 'true'], 'the link was gone, so another one was made, which is the answer from now on')
  const hashes = () => sql`select id, token_hash from team_invitation where team_id = ${team} order by id`
  assert.equal((await hashes()).length, 2)
  const before = await hashes()
  await sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${team}, 'disband', now(), now() + interval '10 minutes')`
  await assertProblem(await make({ uses: 2 }, 'repeated-uses-key'), 'team_disbanding')
  assert.deepEqual(await hashes(), before)
  await sql`delete from pending_team_change where team_id = ${team}`
  assert.equal((await make({ uses: 2 }, 'repeated-uses-key')).status, 200, 'the refusal is not stored')
  await world.disbandAll()
})
