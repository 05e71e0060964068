import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { ProblemError } from '#contract/client.ts'
import {
  acceptInvitation,
  answerInvitation,
  answerJoinRequest,
  createInvitation,
  createJoinRequest,
  INVITATIONS_A_DAY_TO_ONE,
} from '#contract/invitation.ts'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { openSession } from '#tests/support/session.ts'
import { strictClient } from '#tests/support/strict-client.ts'
import { test } from '#tests/support/tier.ts'
import { addOwnTeam, addPerson, membersOf } from '#tests/support/world/teams.ts'

// Two processes on one database, so that only the database can serialize the calls.

const PEOPLE = 100
let database: TestDatabase
let service: TestService
let other: WholeProcess
let clients: ReturnType<typeof strictClient>[]
const headersOf: Record<string, Record<string, string>> = {}
const logins = Array.from({ length: PEOPLE }, (_, n) => `racer-${n}`)
before(async () => {
  database = await testDatabase(TEMPLATE)
  service = await startService({ database })
  const { host, port, user, database: name } = database.database as { host: string; port: number; user: string; database: string }
  const { publicUrl, keyFile, dataDir } = service.config
  const DATABASE_URL = `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`
  other = await startProcess(dataDir, { DATABASE_URL, PUBLIC_URL: publicUrl, KEY_FILE: keyFile, RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
  clients = [strictClient(service.url), strictClient(`${other.origin}/api`)]
  for (const login of ['ada', ...logins]) {
    await addPerson(database.sql, login, 'QA')
    headersOf[login] = { authorization: `Bearer ${(await openSession(service, login)).accessToken}` }
  }
})
after(async () => {
  await other?.kill('SIGTERM')
  await service.close()
  await database.close()
})

// The result of each call: the answer, or the code of the refusal, which says why in words. An internal error fails the test.
async function outcomes(calls: Promise<unknown>[], nameOfAnswer = 'done'): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const result of await Promise.allSettled(calls)) {
    if (result.status === 'rejected' && !(result.reason instanceof ProblemError)) throw result.reason
    const problem = result.status === 'rejected' ? (result.reason as ProblemError).problem : null
    if (problem) assert.ok(problem.status < 500 && problem.detail.length > 20, `${problem.code}: ${problem.detail}`)
    const code = problem?.code ?? nameOfAnswer
    counted[code] = (counted[code] ?? 0) + 1
  }
  return counted
}

const as = (login: string, n = 0) => ({ call: clients[n % 2]!, headers: headersOf[login]! })
async function linkTo(team: number, uses?: number): Promise<string> {
  const { call, headers } = as('ada')
  const body = uses === undefined ? {} : { uses }
  return (await call(createInvitation, { params: { id: String(team) }, body, headers })).link!.token
}
// Calls that wait too long for the team are refused with database_unavailable; nothing was changed, and clients try again.
const accept = async (login: string, token: string, n: number) => {
  const { call, headers } = as(login, n)
  for (;;) {
    try {
      return await call(acceptInvitation, { params: { token }, headers })
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem.code === 'database_unavailable')) throw error
    }
  }
}
const disbandAll = () => database.sql`update team set disbanded_at = now(), is_looking = false where disbanded_at is null`

for (const [title, uses, refusal] of [
  ['a link for many', 50, 'team_full'],
  ['a link for the free places', undefined, 'invitation_over'],
] as const)
  test(`${PEOPLE} people join a team of 8 at once by ${title}: 7 get in, the others read why`, { timeout: 120_000 }, async () => {
    const team = await addOwnTeam(database.sql, ['ada'])
    const token = await linkTo(team, uses)
    const counted = await outcomes(
      logins.map((login, n) => accept(login, token, n)),
      'joined',
    )
    assert.deepEqual(counted, { joined: 7, [refusal]: PEOPLE - 7 })
    const members = await membersOf(database.sql, team)
    assert.equal(new Set(members).size, 8)
    const [row] = await database.sql`select uses from team_invitation where team_id = ${team}`
    assert.equal(row!.uses, 7)
    const mails = await database.sql`select 1 from outbox where kind = 'team_joined' and (data->>'team')::int = ${team}`
    assert.equal(mails.length, 7)
    await disbandAll()
  })

test('one person opens the links of ten teams at once: they are in one', async () => {
  const tokens: string[] = []
  for (let n = 0; n < 10; n++) tokens.push(await linkTo(await addOwnTeam(database.sql, ['ada'])))
  const counted = await outcomes(
    tokens.map((token, n) => accept('racer-1', token, n)),
    'joined',
  )
  assert.deepEqual(counted, { joined: 1, too_many_teams: 9 })
  await disbandAll()
})

test('a link, an invitation and a request to join of one person at once: one member, and nothing stays open', async () => {
  const { sql } = database
  for (let round = 0; round < 5; round++) {
    const team = await addOwnTeam(sql, ['ada'], { isLooking: true })
    const params = { id: String(team) }
    const token = await linkTo(team)
    const [racer] = await sql`select id from person where login = 'racer-2'`
    const admin = as('ada', round)
    const { invited } = await admin.call(createInvitation, { params, body: { person: racer!.id }, headers: admin.headers })
    const { call, headers } = as('racer-2', round + 1)
    const request = await call(createJoinRequest, { params, body: {}, headers })
    const body = { isAccepted: true }
    const counted = await outcomes([
      accept('racer-2', token, 0),
      accept('racer-2', token, 1),
      call(answerInvitation, { params: { id: String(invited!.id) }, body, headers }),
      admin.call(answerJoinRequest, { params: { id: String(request.id) }, body, headers: admin.headers }),
    ])
    assert.ok(counted.done! >= 2, JSON.stringify(counted)) // the link answers a member too
    assert.deepEqual(await membersOf(sql, team), ['ada', 'racer-2'])
    const open = await sql`
      select 1 from person_invitation where team_id = ${team} and status = 'open' union all select 1 from join_request where team_id = ${team} and status = 'open'`
    assert.equal(open.length, 0)
    await disbandAll()
  }
})

test('fifteen teams invite one person at once: the limit of a day holds', async () => {
  const { sql } = database
  await addPerson(sql, 'wanted', 'QA')
  const [wanted] = await sql`select id from person where login = 'wanted'`
  const calls: Promise<unknown>[] = []
  const teams: number[] = []
  for (let n = 0; n < 15; n++) teams.push(await addOwnTeam(sql, [logins[n]!]))
  for (const [n, team] of teams.entries()) {
    const { call, headers } = as(logins[n]!, n)
    calls.push(call(createInvitation, { params: { id: String(team) }, body: { person: wanted!.id }, headers }))
  }
  const limit = INVITATIONS_A_DAY_TO_ONE
  assert.deepEqual(await outcomes(calls, 'invited'), { invited: limit, not_open_to_joining: 15 - limit })
  await disbandAll()
})

test('a team is disbanded while people join: nobody gets in afterwards', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'])
  const token = await linkTo(team)
  const joining = outcomes(
    logins.slice(0, 20).map((login, n) => accept(login, token, n)),
    'joined',
  )
  let size = 0
  await sql.begin(async (sql) => {
    await sql`select id from team where id = ${team} for no key update`
    size = (await sql`select 1 from member where team_id = ${team}`).length
    await sql`update team set disbanded_at = now() where id = ${team}`
  })
  const { joined = 0, invitation_over: over = 0, ...rest } = await joining
  assert.deepEqual([joined + over, rest], [20, {}])
  assert.equal((await membersOf(sql, team)).length, size)
  assert.equal(joined, size - 1)
  await disbandAll()
})
