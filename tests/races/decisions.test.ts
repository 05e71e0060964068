import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { ProblemError } from '#contract/client.ts'
import { applyDecision, declineRequests, undoDecision } from '#contract/console/request.ts'
import { createRequest, decideRequest, type ProjectRequest } from '#contract/request.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { patient, startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { share, testPart } from '#tests/support/tier.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

// Two curators, each at their own process: only database locks keep both from winning.
const ROUNDS = share(6)
type Person = Awaited<ReturnType<typeof callAs>>
let database: TestDatabase
let services: TestService[]
let anna: Person
let curators: [Person, Person]
let reason: number
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  services = [await startService({ database, connection: patient }), await startService({ database, connection: patient })]
  anna = await callAs(services[0]!, 'anna')
  curators = [await callAs(services[0]!, 'curator'), await callAs(services[1]!, 'admin')]
  reason = (await database.sql`select id from refusal_reason limit 1`)[0]!.id
})
after(async () => {
  for (const service of services) await service.close()
  await database.close()
})

const codeOf = (error: unknown): string => {
  if (!(error instanceof ProblemError)) throw error
  assert.ok(error.problem.status < 500, error.message)
  return error.problem.code
}
const outcome = (call: Promise<{ status: string }>): Promise<string> => call.then(({ status }) => status, codeOf)
const decide = (who: 0 | 1, id: number, decision: 'approve' | 'decline') =>
  curators[who](decideRequest, { params: { id: String(id) }, body: { decision, reason: decision === 'decline' ? reason : null } })
const undo = (who: 0 | 1, id: number) => curators[who](undoDecision, { params: { id: String(id) } })
const takeEffect = (who: 0 | 1, id: number) => curators[who](applyDecision, { params: { id: String(id) } })
const bulk = (who: 0 | 1, requests: number[]) => curators[who](declineRequests, { body: { requests, reason } })

let made = 0
const newProject = async (teamLimit = 1) => {
  await addProject(database.sql, `race-${++made}`, { teamLimit })
  return `race-${made}`
}
async function apply(project: string, team?: number): Promise<ProjectRequest> {
  return anna(createRequest, { body: { project, team: team ?? (await addTeam(database.sql, `Racer ${made}`, 'anna*')) } })
}
const stepsOf = async (id: number) =>
  (await database.sql`select to_status from request_transition where request_id = ${id} order by id`).map((row) => row.to_status)
const working = async (slug: string) =>
  (await database.sql`select 1 from assignment a join project p on p.id = a.project_id where p.slug = ${slug} and ended_at is null`).length
const emailsOf = async (id: number) =>
  (
    await database.sql`select kind, state from outbox where data->'request' = to_jsonb(${id}::int) and kind <> 'request_received' order by id`
  ).map(({ kind, state }) => `${kind} ${state}`)

testPart('the last place, approved for two teams at once: one gets it, the other approval is refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const project = await newProject()
    const [one, two] = [await apply(project), await apply(project)]
    const ends = await Promise.all([outcome(decide(0, one.id, 'approve')), outcome(decide(1, two.id, 'approve'))])
    assert.deepEqual(ends.toSorted(), ['approved', 'no_free_place'])
    await takeEffect(0, ends[0] === 'approved' ? one.id : two.id)
    assert.equal(await working(project), 1)
  }
})

testPart('one application, approved and declined at once: one decision, one email', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const project = await newProject()
    const { id } = await apply(project)
    const ends = await Promise.all([outcome(decide(0, id, 'approve')), outcome(decide(1, id, 'decline'))])
    const won = ends.find((end) => end !== 'request_decided')!
    assert.deepEqual(ends.toSorted(), [won, 'request_decided'].toSorted())
    const applied = await Promise.all([0, 1, 0].map((who) => outcome(takeEffect(who as 0 | 1, id))))
    assert.deepEqual(applied.toSorted(), [won, 'nothing_pending', 'nothing_pending'].toSorted(), 'it takes effect once')
    assert.deepEqual(await stepsOf(id), ['submitted', won])
    assert.deepEqual(await emailsOf(id), [`request_${won} queued`])
    assert.equal(await working(project), won === 'approved' ? 1 : 0)
  }
})

testPart('a decision undone by both at once: it is undone once, and both get the same answer', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const project = await newProject()
    const { id } = await apply(project)
    await decide(0, id, round % 2 === 0 ? 'approve' : 'decline')
    const answers = await Promise.all([undo(0, id), undo(1, id), undo(0, id)])
    assert.equal(new Set(answers.map((answer) => JSON.stringify({ ...answer, reason: null }))).size, 1)
    assert.deepEqual(await stepsOf(id), ['submitted'])
    assert.equal(await working(project), 0)
    const events = await database.sql`select 1 from audit_event where target = ${`request ${id}`} and action = 'undoDecision'`
    assert.equal(events.length, 1)
  }
})

testPart('several declined while one of them is approved: each is decided once, and no team gets two answers', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const project = await newProject(2)
    const ids: number[] = []
    for (let n = 0; n < 4; n++) ids.push((await apply(project)).id)
    const chosen = ids[round % 4]!
    const [answer, end] = await Promise.all([bulk(0, ids), outcome(decide(1, chosen, 'approve'))])
    if (end === 'approved') assert.deepEqual(answer.skipped, [{ id: chosen, status: 'approved' }])
    else assert.deepEqual([end, answer.declined], ['request_decided', ids])
    for (const id of ids) await takeEffect(0, id)
    for (const id of ids) assert.deepEqual((await emailsOf(id)).length, 1)
    assert.equal(await working(project), end === 'approved' ? 1 : 0)
  }
})

testPart('two lists declined at once, in opposite order: no deadlock, and each is declined once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ids: number[] = []
    for (let n = 0; n < 3; n++) {
      const [first, second] = [await newProject(), await newProject()]
      const team = await addTeam(database.sql, `Crossing ${made}`, 'anna*')
      // Later projects with earlier requests: locking row by row would deadlock.
      ids.push((await apply(second, team)).id, (await apply(first, team)).id)
    }
    const [one, two] = await Promise.all([bulk(0, ids), bulk(1, ids.toReversed())])
    assert.deepEqual(
      [...one.declined, ...two.declined].toSorted((a, b) => a - b),
      ids,
    )
    for (const id of ids) await takeEffect(0, id)
    for (const id of ids) assert.deepEqual(await stepsOf(id), ['submitted', 'declined'])
  }
})

testPart('an approval is undone while the other curator approves another application: never two in one place', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const project = await newProject()
    const [one, two] = [await apply(project), await apply(project)]
    await decide(0, one.id, 'approve')
    const [back, other] = await Promise.all([outcome(undo(0, one.id)), outcome(decide(1, two.id, 'approve'))])
    assert.equal(back, 'submitted')
    assert.ok(other === 'approved' || other === 'no_free_place', other)
    if (other === 'approved') await takeEffect(0, two.id)
    assert.equal(await working(project), other === 'approved' ? 1 : 0)
  }
})

testPart('a decision is undone while it takes effect: one of both happens, and the emails tell which', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const project = await newProject()
    const { id } = await apply(project)
    await decide(0, id, 'approve')
    const [back, applied] = await Promise.all([outcome(undo(0, id)), outcome(takeEffect(1, id))])
    const isUndone = back === 'submitted'
    assert.deepEqual([back, applied], isUndone ? ['submitted', 'nothing_pending'] : ['undo_too_late', 'approved'])
    assert.equal(await working(project), isUndone ? 0 : 1)
    assert.deepEqual(await emailsOf(id), isUndone ? [] : ['request_approved queued'])
  }
})
