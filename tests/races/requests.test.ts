import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { ProblemError } from '#contract/client.ts'
import { applyDecision } from '#contract/console/request.ts'
import { createRequest, decideRequest, type ProjectRequest, updateRequest, withdrawRequest } from '#contract/request.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { patient, startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { share, test, testPart } from '#tests/support/tier.ts'
import { addProject } from '#tests/support/world/requests.ts'

// Two processes on one database, so that only the database can serialize the calls.
type Person = Awaited<ReturnType<typeof callAs>>
let database: TestDatabase
let services: TestService[]
let anna: Person[]
let curators: Person[]
let reason: number
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  services = [await startService({ database, connection: patient }), await startService({ database, connection: patient })]
  anna = await Promise.all(services.map((service) => callAs(service, 'anna')))
  curators = [await callAs(services[0]!, 'curator'), await callAs(services[1]!, 'admin')]
  reason = (await database.sql`select id from refusal_reason limit 1`)[0]!.id
})
after(async () => {
  for (const service of services) await service.close()
  await database.close()
})

// The result of each call: the new state of the request, or the code of the refusal. An internal error fails the test.
async function outcomes<T>(calls: Promise<T>[], resultOf: (answer: T) => string): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const result of await Promise.allSettled(calls)) {
    if (result.status === 'rejected' && !(result.reason instanceof ProblemError)) throw result.reason
    const code = result.status === 'fulfilled' ? resultOf(result.value) : (result.reason as ProblemError).problem.code
    if (result.status === 'rejected') assert.ok((result.reason as ProblemError).problem.status < 500, code)
    counted[code] = (counted[code] ?? 0) + 1
  }
  return counted
}
const statusOf = ({ status }: { status: string }) => status
const apply = (n: number, project: string, team: number, message?: string) =>
  anna[n % 2]!(createRequest, { body: { project, team, message } })
const decide = (n: number, id: number, decision: 'approve' | 'decline', comment?: string) =>
  curators[n % 2]!(decideRequest, {
    params: { id: String(id) },
    body: { decision, reason: decision === 'decline' ? reason : null, comment },
  })
const takeEffect = (id: number) => curators[0]!(applyDecision, { params: { id: String(id) } })
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
async function addTeams(count: number): Promise<number[]> {
  const rows = await database.sql<{ team: number }[]>`
    with made as (insert into team (name) select 'Racer ' || gen_random_uuid() from generate_series(1, ${count}) n returning id)
    insert into member (team_id, person_id, name, is_administrator)
    select made.id, person.id, 'Anna', true from made, person where login = 'anna' returning team_id as team`
  return rows.map(({ team }) => team)
}

test('200 teams apply for 5 places, fifty at once, and of 20 concurrent approvals exactly 5 succeed', async () => {
  const { sql } = database
  const project = await addProject(sql, 'crowded', { teamLimit: 5 })
  const teams = await addTeams(200)
  const answers: ProjectRequest[] = []
  const keep = (request: ProjectRequest) => {
    answers.push(request)
    return request.status
  }
  // Fifty at once: they wait for one another, and a call has twelve seconds.
  for (let first = 0; first < 200; first += 50)
    assert.deepEqual(await outcomes(teams.slice(first, first + 50).map((team, n) => apply(n, 'crowded', team)), keep), { submitted: 50 }) // biome-ignore format: one line
  assert.equal(new Set(answers.map(({ id }) => id)).size, 200)
  const approvals = answers.slice(0, 20).map(({ id }, n) => decide(n, id, 'approve'))
  assert.deepEqual(await outcomes(approvals, statusOf), { approved: 5, no_free_place: 15 })
  const pending = await sql<{ id: number }[]>`select request_id as id from pending_decision where project_id = ${project}`
  for (const { id } of pending) await takeEffect(id)
  const [{ count } = { count: 0 }] = await sql`select count(*)::int from assignment where project_id = ${project} and ended_at is null`
  assert.equal(count, 5)
  const late = await addTeams(20)
  assert.deepEqual(
    await outcomes(
      late.map((team, n) => apply(n, 'crowded', team)),
      statusOf,
    ),
    { no_free_place: 20 },
  )
})

test('the last place is taken during other calls: every answer is consistent', async () => {
  await addProject(database.sql, 'last-place', { teamLimit: 1 })
  const [first, ...teams] = await addTeams(41)
  const request = await apply(0, 'last-place', first!)
  const calls = teams.map((team, n) => apply(n, 'last-place', team))
  const [counted, approved] = await Promise.all([
    outcomes(calls, statusOf),
    decide(0, request.id, 'approve').then(({ id }) => takeEffect(id)),
  ])
  assert.equal(approved.status, 'approved')
  const { submitted = 0, no_free_place: refused = 0, ...rest } = counted
  assert.equal(submitted + refused, 40)
  assert.deepEqual(rest, {})
})

test('one team sends the same application twenty times at once: one request, twenty equal answers', async () => {
  await addProject(database.sql, 'again')
  const [team] = await addTeams(1)
  const answers = await Promise.all(times(20, (n) => apply(n, 'again', team!, 'Please')))
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  assert.equal((await database.sql`select 1 from outbox where (data->>'team')::int = ${team!}`).length, 1)
})

test('one team sends twenty different applications for one project at once: one succeeds', async () => {
  await addProject(database.sql, 'different')
  const [team] = await addTeams(1)
  const calls = times(20, (n) => apply(n, 'different', team!, `Message ${n}`))
  assert.deepEqual(await outcomes(calls, statusOf), { submitted: 1, already_applied: 19 })
})

test('one team applies for twelve projects at once: five are pending', async () => {
  for (let n = 0; n < 12; n++) await addProject(database.sql, `twelve-${n}`)
  const [team] = await addTeams(1)
  assert.deepEqual(
    await outcomes(
      times(12, (n) => apply(n, `twelve-${n}`, team!)),
      statusOf,
    ),
    { submitted: 5, too_many_requests: 7 },
  )
})

testPart('two curators approve two projects for one team at once: it gets one, the other application is closed', async () => {
  const { sql } = database
  for (let round = 0; round < share(5); round++) {
    const [team] = await addTeams(1)
    const requests = []
    for (let n = 0; n < 5; n++) {
      await addProject(sql, `two-${round}-${n}`)
      requests.push(await apply(0, `two-${round}-${n}`, team!))
    }
    const counted = await outcomes(
      requests.map(({ id }, n) => decide(n, id, 'approve')),
      statusOf,
    )
    assert.deepEqual(counted, { approved: 1, team_promised: 4 })
    const [pending] = await sql<{ id: number }[]>`select request_id as id from pending_decision where team_id = ${team!}`
    await takeEffect(pending!.id)
    const states = await sql`select status, count(*)::int from request where team_id = ${team!} group by status order by status`
    assert.deepEqual(
      states.map(({ status, count }) => [status, count]),
      [
        ['approved', 1],
        ['superseded', 4],
      ],
    )
  }
})

testPart('one request, decided, edited and withdrawn concurrently: it is withdrawn, and no decision is left', async () => {
  for (let round = 0; round < share(5); round++) {
    await addProject(database.sql, `tug-${round}`)
    const [team] = await addTeams(1)
    const { id } = await apply(0, `tug-${round}`, team!)
    const calls = times<Promise<{ status: string }>>(20, (n) => {
      if (n % 4 === 0) return decide(n / 4, id, 'approve')
      if (n % 4 === 1) return decide((n - 1) / 4, id, 'decline')
      if (n % 4 === 2) return anna[round % 2]!(withdrawRequest, { params: { id: String(id) } })
      return anna[n % 2]!(updateRequest, { body: { request: id, message: `Edit ${n}` } })
    })
    const { request_decided: late = 0, submitted: edited = 0, withdrawn, ...decided } = await outcomes(calls, statusOf)
    assert.equal(withdrawn, 5, 'calls with the same result succeed')
    assert.ok(Object.keys(decided).length <= 1, `it was decided as ${JSON.stringify(decided)}`)
    assert.equal(late + edited + Object.values(decided).reduce((sum, count) => sum + count, 0), 15)
    assert.equal((await database.sql`select 1 from pending_decision where request_id = ${id}`).length, 0)
    const steps = await database.sql`select to_status from request_transition where request_id = ${id} order by id`
    assert.deepEqual(
      steps.map(({ to_status }) => to_status),
      ['submitted', 'withdrawn'],
    )
  }
})
