import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { applyDecision } from '#contract/console/request.ts'
import { createRequest, decideRequest, type ProjectRequest } from '#contract/request.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, historyOf, mailAbout, personOf } from '#tests/support/world/requests.ts'

let reason: { id: number; text_en: string; text_ru: string }
const { service, anna, curator } = useService({ people: ['anna', 'curator'] })
before(async () => {
  reason = (await service.sql<(typeof reason)[]>`select id, text_en, text_ru from refusal_reason order by id limit 1`)[0]!
})

let made = 0
async function applied(team?: number, teamLimit: number | null = 1): Promise<ProjectRequest> {
  await addProject(service.sql, `wanted-${++made}`, { teamLimit })
  const whose = team ?? (await addTeam(service.sql, 'Team', 'anna*', 'vera'))
  return anna(createRequest, { body: { project: `wanted-${made}`, team: whose, message: 'Please' } })
}
const decide = ({ id }: { id: number }, body: object, as = curator) =>
  as(decideRequest, { params: { id: String(id) }, body: body as { decision: 'approve' } })
const apply = ({ id }: { id: number }) => curator(applyDecision, { params: { id: String(id) } })
const statusOf = async ({ id }: { id: number }) => (await service.sql`select status from request where id = ${id}`)[0]!.status

test('approving: the team gets the project, its other applications are superseded, with history and emails', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'Chosen', 'anna*', 'boris*', 'vera')
  const [request, second, third] = [await applied(team), await applied(team), await applied(team)]
  const stranger = await applied()
  const answer = await decide(request, { decision: 'approve', comment: ' Welcome ', reason: 999_999 })
  assert.ok(answer.decidedAt)
  await apply(request)
  const { decidedAt } = answer
  assert.deepEqual(answer, { ...request, status: 'approved', comment: 'Welcome', updatedAt: decidedAt, decidedAt })
  const working =
    await sql`select p.slug from assignment a join project p on p.id = a.project_id where team_id = ${team} and ended_at is null`
  assert.deepEqual(
    working.map(({ slug }) => slug),
    [request.project],
  )
  const actor = await personOf(sql, 'curator')
  const step = { from: 'submitted', actor, reason: null }
  assert.deepEqual((await historyOf(sql, request.id))[1], { ...step, to: 'approved', comment: 'Welcome' })
  for (const other of [second, third]) {
    assert.equal(await statusOf(other), 'superseded')
    assert.deepEqual((await historyOf(sql, other.id))[1], { ...step, to: 'superseded', comment: null })
    const mail = (await mailAbout(sql, other.id)).filter(({ kind }) => kind === 'request_superseded')
    assert.deepEqual(
      mail.map(({ login, data }) => [login, data]),
      [
        ['anna', { request: other.id, project: other.project, team }],
        ['boris', { request: other.id, project: other.project, team }],
      ],
    )
  }
  const kinds = (await mailAbout(sql, request.id)).map(({ kind, login }) => `${kind} ${login}`)
  assert.deepEqual(kinds.slice(2), ['request_approved anna', 'request_approved boris'])
  assert.equal(await statusOf(stranger), 'submitted', 'other teams are not touched')
})

test('declining: with a comment and a reason in the caller’s language', async () => {
  const request = await applied()
  const answer = await decide(request, { decision: 'decline', reason: reason.id, comment: 'Next term' })
  const { decidedAt } = answer
  const expected = { ...request, status: 'declined', reason: reason.text_en, comment: 'Next term', updatedAt: decidedAt, decidedAt }
  assert.deepEqual(answer, expected)
  await apply(request)
  assert.deepEqual((await historyOf(service.sql, request.id))[1], {
    from: 'submitted',
    to: 'declined',
    actor: await personOf(service.sql, 'curator'),
    reason: reason.id,
    comment: 'Next term',
  })
  const kinds = (await mailAbout(service.sql, request.id)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['request_received', 'request_declined'])
  const again = await curator(decideRequest, {
    params: { id: String(request.id) },
    body: { decision: 'decline', reason: reason.id, comment: 'Next term' },
    headers: { 'accept-language': 'ru' },
  })
  const at = again.decidedAt // when it took effect
  assert.deepEqual(again, { ...expected, decidedAt: at, updatedAt: at, reason: reason.text_ru })
  assert.equal((await historyOf(service.sql, request.id)).length, 2, 'the same decision again is not another one')
  const [{ count } = { count: 0 }] = await service.sql`select count(*)::int from assignment where team_id = ${request.team}`
  assert.equal(count, 0)
})

test('the same decision again returns the same response, a different one is refused', async () => {
  const request = await applied()
  const first = await decide(request, { decision: 'approve' })
  assert.deepEqual(await decide(request, { decision: 'approve' }), first)
  assert.equal((await service.sql`select 1 from audit_event where target = ${`request ${request.id}`}`).length, 1)
  const problem = await refused('request_decided', decide(request, { decision: 'decline', reason: reason.id }))
  assert.match(problem.detail, /Its status is approved/)
  await refused('request_decided', decide(request, { decision: 'approve', comment: 'another word' }))
  const declined = await applied()
  await decide(declined, { decision: 'decline', reason: reason.id })
  await refused('request_decided', decide(declined, { decision: 'approve' }))
  await refused('request_decided', decide(declined, { decision: 'decline', reason: reason.id + 1 }))
})

test('free places and the work of the team are checked at the time of the decision', async () => {
  const { sql } = service
  const request = await applied()
  const rival = await addTeam(sql, 'Rival', 'boris*')
  await sql`insert into assignment (team_id, project_id) select ${rival}, id from project where slug = ${request.project}`
  await refused('no_free_place', decide(request, { decision: 'approve' }))
  await sql`update project set team_limit = 2 where slug = ${request.project}`
  await sql`insert into assignment (team_id, project_id) select ${request.team}, ${await addProject(sql, 'elsewhere')}`
  const busy = await refused('team_busy', decide(request, { decision: 'approve' }))
  assert.match(busy.detail, /“Team” is working on “Project elsewhere”/)
  await sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${request.team}`
  await sql`update project set enrollment_end = '2020-01-01', enrollment_start = '2020-01-01' where slug = ${request.project}`
  assert.equal((await decide(request, { decision: 'approve' })).status, 'approved', 'a decision may come after the window')
})

test('declining requires a reason from the vocabulary', async () => {
  const request = await applied()
  await refused('reason_required', decide(request, { decision: 'decline' }))
  await refused('reason_required', decide(request, { decision: 'decline', reason: null, comment: 'Because' }))
  await refused('unknown_reason', decide(request, { decision: 'decline', reason: 2_147_483_647 }))
  await refused('invalid_value', decide(request, { decision: 'postpone' }))
  await refused('invalid_value', decide(request, { decision: 'approve', comment: 'x'.repeat(5001) }))
  assert.equal(await statusOf(request), 'submitted')
})

test('only curators can decide, and only about existing applications', async () => {
  const request = await applied()
  await refused('not_permitted', decide(request, { decision: 'approve' }, anna))
  for (const id of ['0', '2147483647', '2147483648', '9999999999'])
    await refused('request_not_found', curator(decideRequest, { params: { id }, body: { decision: 'approve' } }))
  await refused('invalid_input', curator(decideRequest, { params: { id: 'x' }, body: { decision: 'approve' } }))
  assert.equal(await statusOf(request), 'submitted')
  const admin = await callAs(service, 'admin')
  assert.equal((await decide(request, { decision: 'approve' }, admin)).status, 'approved', 'administrators are curators too')
})

test('an Idempotency-Key executes the decision once', async () => {
  const request = await applied()
  const headers = { 'idempotency-key': randomUUID() }
  const input = { params: { id: String(request.id) }, body: { decision: 'approve' as const }, headers }
  assert.deepEqual(await curator(decideRequest, input), await curator(decideRequest, input))
  await refused('idempotency_key_reused', curator(decideRequest, { ...input, body: { decision: 'decline' } }))
  await refused('idempotency_key_invalid', curator(decideRequest, { ...input, headers: { 'idempotency-key': 'short' } }))
})
