import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyDecision, declineRequests, getConsoleRequest, listConsoleRequests, undoDecision } from '#contract/console/request.ts'
import { getToday } from '#contract/console/today.ts'
import { exportUser, getProfile, getProjectStatus } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { createRequest, decideRequest, listAvailable, type ProjectRequest, updateRequest, withdrawRequest } from '#contract/request.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, historyOf, personOf } from '#tests/support/world/requests.ts'

const MINUTE = 60_000
let shift = 0 // of the clock
let reason: { id: number; text_en: string; text_ru: string }
const { service, anna, curator } = useService({ people: ['anna', 'curator'], now: () => new Date(Date.now() + shift) })
before(async () => {
  reason = (await service.sql<(typeof reason)[]>`select id, text_en, text_ru from refusal_reason order by id limit 1`)[0]!
})

let made = 0
type Wish = { team?: number; teamLimit?: number | null; message?: string; name?: string }
async function applied({ team, teamLimit = 1, message = 'Please', name }: Wish = {}): Promise<ProjectRequest> {
  await addProject(service.sql, `judged-${++made}`, { teamLimit, ...(name ? { name } : {}) })
  const whose = team ?? (await addTeam(service.sql, `Team ${made}`, 'anna*', 'vera'))
  return anna(createRequest, { body: { project: `judged-${made}`, team: whose, message } })
}
const paramsOf = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const approve = (request: { id: number }) => curator(decideRequest, { ...paramsOf(request), body: { decision: 'approve' } })
const decline = (request: { id: number }) =>
  curator(decideRequest, { ...paramsOf(request), body: { decision: 'decline', reason: reason.id, comment: 'Not now' } })
const undo = (request: { id: number }, as = curator) => as(undoDecision, paramsOf(request))
const look = (request: { id: number }, as = curator) => as(getConsoleRequest, paramsOf(request))
const statusOf = async ({ id }: { id: number }) => (await service.sql`select status from request where id = ${id}`)[0]!.status
const emailsOf = async ({ id }: { id: number }) =>
  (
    await service.sql`select kind, state, reason, due_at, created_at from outbox
      where data->'request' = to_jsonb(${id}::int) and kind <> 'request_received' order by id`
  ).map((row) => ({ ...row }))
const auditOf = async ({ id }: { id: number }) =>
  (await service.sql`select action, actor_id, detail from audit_event where target = ${`request ${id}`} order by seq`).map((row) => ({
    ...row,
  }))
const projectOf = async (slug: string) => (await service.call(getProject, { params: { slug } })).project

// Waits for the service itself: it polls.
async function whenEffective({ id }: { id: number }): Promise<void> {
  while ((await service.sql`select 1 from pending_decision where request_id = ${id}`).length > 0) await sleep(100)
}
const apply = (request: { id: number }, as = curator) => as(applyDecision, paramsOf(request))
const workOf = async (team: number) =>
  (
    await service.sql`select p.slug from assignment a join project p on p.id = a.project_id where a.team_id = ${team} and a.ended_at is null`
  ).map(({ slug }) => slug)

test('a decision is in the audit log, once', async () => {
  const request = await applied()
  await decline(request)
  assert.deepEqual(await auditOf(request), [
    {
      action: 'decideRequest',
      actor_id: await personOf(service.sql, 'curator'),
      detail: {
        status: ['submitted', 'declined'],
        project: request.project,
        team: `Team ${made}`,
        reason: reason.text_en,
        comment: 'Not now',
      },
    },
  ])
  await decline(request)
  assert.equal((await auditOf(request)).length, 1, 'the same decision again is not another one')
})

test('until a decision takes effect only curators see it', async () => {
  const team = await addTeam(service.sql, 'Hopeful', 'anna*')
  const [request, other] = [await applied({ team }), await applied({ team })]
  const seen = async () => ({
    profile: await anna(getProfile),
    status: await anna(getProjectStatus, { query: {} }),
    available: (await anna(listAvailable)).teams.find(({ id }) => id === team),
    project: await projectOf(request.project),
    own: { ...(await anna(exportUser)), exportedAt: null },
  })
  const before = await seen()
  await approve(request)
  assert.deepEqual(await seen(), before)
  assert.deepEqual([await emailsOf(request), await workOf(team), await statusOf(other)], [[], [], 'submitted'])
  assert.equal((await look(other)).request.status, 'superseded', 'curators see what it leads to')
  const { request: reviewed, history } = await look(request)
  assert.deepEqual([reviewed.status, reviewed.freePlaces, history.at(-1)!.to], ['approved', 0, 'approved'])
  assert.equal(Date.parse(reviewed.undoUntil!) - Date.parse(reviewed.decidedAt!), 10 * MINUTE)
  await undo(request)
})

test('after ten minutes a decision takes effect: the assignment, the superseded applications and the emails', async () => {
  const team = await addTeam(service.sql, 'Chosen', 'anna*', 'boris*')
  const [request, other, declined] = [await applied({ team }), await applied({ team }), await applied()]
  await approve(request)
  await decline(declined)
  try {
    shift = 9 * MINUTE
    await sleep(2500) // more than the service waits between two polls
    assert.deepEqual([await statusOf(request), (await look(request)).request.status], ['submitted', 'approved'])
    shift = 10 * MINUTE + 1000
    await whenEffective(request)
    await whenEffective(declined)
    await refused('undo_too_late', undo(request))
  } finally {
    shift = 0
  }
  assert.deepEqual([await statusOf(request), await statusOf(other), await workOf(team)], ['approved', 'superseded', [request.project]])
  const kinds = async (one: ProjectRequest) => (await emailsOf(one)).map(({ kind, state }) => `${kind} ${state}`)
  assert.deepEqual(await kinds(request), ['request_approved queued', 'request_approved queued'])
  assert.deepEqual(await kinds(other), ['request_superseded queued', 'request_superseded queued'])
  assert.deepEqual(await kinds(declined), ['request_declined queued'])
  const { request: reviewed } = await look(declined)
  assert.deepEqual([reviewed.status, reviewed.reason, reviewed.comment, reviewed.undoUntil], ['declined', reason.text_en, 'Not now', null])
  assert.deepEqual((await historyOf(service.sql, request.id)).at(-1), {
    ...{ from: 'submitted', to: 'approved', actor: await personOf(service.sql, 'curator'), reason: null, comment: null },
  })
})

test('Apply now: the decision takes effect at once, for members too', async () => {
  const request = await applied()
  await approve(request)
  const answer = await apply(request)
  assert.deepEqual([answer.status, await statusOf(request), await workOf(request.team)], ['approved', 'approved', [request.project]])
  assert.deepEqual((await projectOf(request.project)).teams, [request.team])
  assert.equal((await auditOf(request)).at(-1)!.action, 'applyDecision')
  const problem = await refused('nothing_pending', apply(request))
  assert.match(problem.detail, /approved/)
  await refused('nothing_pending', apply(await applied()))
  await refused('request_not_found', apply({ id: 2_147_483_647 }))
  await refused('not_permitted', apply(request, anna))
})

test('a place is promised once, and a team is promised one project', async () => {
  const request = await applied()
  const rival = await anna(createRequest, { body: { project: request.project, team: await addTeam(service.sql, 'Rival', 'anna*') } })
  const other = await applied({ team: request.team })
  await approve(request)
  await refused('no_free_place', approve(rival))
  const problem = await refused('team_promised', approve(other))
  assert.match(problem.detail, new RegExp(request.project))
  await undo(request)
  assert.equal((await approve(rival)).status, 'approved')
  assert.equal((await approve(other)).status, 'approved')
})

test('a decision that became impossible is refused by Apply now, too', async () => {
  const { sql } = service
  const request = await applied()
  await approve(request)
  const rival = await addTeam(sql, 'Faster', 'boris*')
  await sql`insert into assignment (team_id, project_id) select ${rival}, id from project where slug = ${request.project}`
  await refused('no_free_place', apply(request))
  await sql`delete from assignment where team_id = ${rival}`
  await sql`insert into assignment (team_id, project_id) values (${request.team}, ${await addProject(sql, `elsewhere-${made}`)})`
  await refused('team_busy', apply(request))
  assert.equal(await statusOf(request), 'submitted')
  await undo(request)
})

test('a withdrawn application has no decision any more', async () => {
  const request = await applied()
  await approve(request)
  await anna(withdrawRequest, paramsOf(request))
  assert.equal((await look(request)).request.status, 'withdrawn')
  assert.equal((await service.sql`select 1 from pending_decision where request_id = ${request.id}`).length, 0)
  await refused('nothing_pending', apply(request))
})

test('a decision that cannot take effect waits, and the console says so', async () => {
  const request = await applied()
  await approve(request)
  await service.sql`update project set state = 'archived' where slug = ${request.project}`
  try {
    shift = 11 * MINUTE
    while ((await look(request)).request.problem === null) await sleep(100)
  } finally {
    shift = 0
  }
  assert.equal((await look(request)).request.problem, 'project_not_found')
  assert.deepEqual([await statusOf(request), await emailsOf(request)], ['submitted', []])
  assert.deepEqual((await curator(getToday)).overdue, { count: 1, first: request.id })
  await refused('project_not_found', apply(request))
  await undo(request)
  assert.deepEqual((await curator(getToday)).overdue, { count: 0, first: null })
})

test('applications for an unpublished project cannot be approved', async () => {
  const request = await applied()
  await service.sql`update project set state = 'archived' where slug = ${request.project}`
  const problem = await refused('project_not_found', approve(request))
  assert.match(problem.detail, new RegExp(request.project))
  assert.equal((await decline(request)).status, 'declined', 'but an answer it gets')
})

test('undo: the application awaits a decision again, as if nothing had happened', async () => {
  const request = await applied()
  for (const decide of [decline, approve]) {
    await decide(request)
    assert.deepEqual(await undo(request), request)
    assert.deepEqual(await undo(request), request, 'once more is the same')
    assert.deepEqual((await auditOf(request)).at(-1), {
      action: 'undoDecision',
      actor_id: await personOf(service.sql, 'curator'),
      detail: { status: [decide === decline ? 'declined' : 'approved', 'submitted'], project: request.project, team: `Team ${made}` },
    })
  }
  assert.equal((await auditOf(request)).length, 4)
  assert.deepEqual([await emailsOf(request), (await historyOf(service.sql, request.id)).length], [[], 1])
  await anna(updateRequest, { body: { request: request.id, message: 'Still here' } })
  assert.equal((await approve(request)).status, 'approved', 'and can be decided again')
})

test('undo of an unknown application, or by a member, is refused', async () => {
  for (const id of [0, 2_147_483_647, 2_147_483_648, 9_999_999_999]) await refused('request_not_found', undo({ id }))
  await refused('not_permitted', undo({ id: 1 }, anna))
})

test('several applications are declined for one reason; decided ones are listed as skipped', async () => {
  const [one, two, three, four] = [await applied(), await applied(), await applied(), await applied()]
  await approve(three)
  const answer = await curator(declineRequests, {
    body: { requests: [two.id, one.id, three.id, two.id, 2_147_483_647], reason: reason.id, comment: ' Full\0 ' },
  })
  assert.deepEqual(answer, {
    declined: [one.id, two.id],
    skipped: [
      { id: three.id, status: 'approved' },
      { id: 2_147_483_647, status: null },
    ],
  })
  for (const request of [one, two]) {
    const { request: view } = await look(request)
    assert.deepEqual([view.status, view.reason, view.reasonId, view.comment], ['declined', reason.text_en, reason.id, 'Full'])
    await apply(request)
    assert.deepEqual((await historyOf(service.sql, request.id)).at(-1), {
      ...{ from: 'submitted', to: 'declined', actor: await personOf(service.sql, 'curator'), reason: reason.id, comment: 'Full' },
    })
    assert.deepEqual(
      (await emailsOf(request)).map(({ kind, state }) => `${kind} ${state}`),
      ['request_declined queued'],
    )
    const [event] = await auditOf(request)
    assert.deepEqual([event!.action, event!.detail.reason], ['declineRequests', reason.text_en])
  }
  assert.equal(await statusOf(four), 'submitted')
  await curator(declineRequests, { body: { requests: [four.id], reason: reason.id } })
  assert.equal((await undo(four)).status, 'submitted', 'each can be undone')
  const none = await curator(declineRequests, { body: { requests: [two.id], reason: reason.id } })
  assert.deepEqual(none, { declined: [], skipped: [{ id: two.id, status: 'declined' }] })
})

test('declining several fails as a whole if the reason or the list is invalid', async () => {
  const request = await applied()
  const bulk = (body: object, headers = {}) => curator(declineRequests, { body: body as never, headers })
  await refused('unknown_reason', bulk({ requests: [request.id], reason: 2_147_483_647 }))
  await refused('invalid_input', bulk({ requests: [], reason: reason.id }))
  await refused('invalid_value', bulk({ requests: Array.from({ length: 201 }, (_, n) => n + 1), reason: reason.id }))
  await refused('invalid_value', bulk({ requests: [request.id], reason: reason.id, comment: 'x'.repeat(5001) }))
  await refused('invalid_input', bulk({ requests: [request.id] }))
  assert.equal(await statusOf(request), 'submitted')
  const headers = { 'idempotency-key': randomUUID() }
  const body = { requests: [request.id], reason: reason.id }
  assert.deepEqual(await bulk(body, headers), await bulk(body, headers), 'an Idempotency-Key executes the decision once')
})

test('the list: pending ones oldest first, the others latest first, with filters and counts', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'Щёголи', 'anna*')
  const name = `Zebra 100%_${++made} crossing`
  const [first, second] = [await applied({ team, name, message: 'Полосатый рейс' }), await applied({ team, name })]
  const declined = await applied({ team, name })
  await decline(declined)
  const late = await applied({ team, name })
  await decline(late)
  const list = async (query: object) => {
    const answer = await curator(listConsoleRequests, { query })
    return { ...answer, ids: answer.requests.map(({ id }) => id) }
  }
  const all = await list({ team: String(team) })
  assert.deepEqual(all.ids, [first.id, second.id, late.id, declined.id])
  assert.deepEqual([all.total, all.page, all.pageSize], [4, 1, 50])
  assert.deepEqual(all.counts, { submitted: 2, approved: 0, declined: 2, withdrawn: 0, superseded: 0 })
  const waiting = await list({ team: String(team), status: 'submitted', pageSize: '1', page: '2' })
  assert.deepEqual([waiting.ids, waiting.total, waiting.counts.declined], [[second.id], 2, 2])
  assert.deepEqual((await list({ team: String(team), page: '9' })).ids, [])
  assert.deepEqual((await list({ project: first.project })).ids, [first.id])
  await sql`update project set slug = ${`${first.project}-new`} where slug = ${first.project}`
  assert.deepEqual((await list({ project: first.project })).ids, [first.id], 'by its former address too')
  assert.deepEqual((await list({ project: 'no-such-project' })).total, 0)
  assert.deepEqual((await list({ text: 'щеголи' })).total, 4, 'by the team')
  assert.deepEqual((await list({ text: '0%_', team: String(team) })).total, 4, 'by the project; signs are signs')
  assert.deepEqual((await list({ text: '%', team: String(team) })).total, 4)
  for (const text of ['1%0', 'z_bra']) assert.deepEqual((await list({ text, team: String(team) })).total, 0)
  assert.deepEqual((await list({ text: '1000' })).total, 0)
  assert.deepEqual((await list({ text: 'ПОЛОСАТЫЙ\0' })).ids, [first.id], 'by the message')
  assert.deepEqual((await list({ team: '9999999999' })).total, 0)
  await refused('invalid_value', curator(listConsoleRequests, { query: { page: '0' } }))
  await refused('invalid_value', curator(listConsoleRequests, { query: { status: 'lost' as never } }))
})

test('each row has the data for a decision, in the reader’s language', async () => {
  const { sql } = service
  const request = await applied({ teamLimit: 3 })
  const rivals: ProjectRequest[] = []
  for (const name of ['Rival A', 'Rival B']) {
    const team = await addTeam(sql, name, 'anna*')
    rivals.push(await anna(createRequest, { body: { project: request.project, team } }))
  }
  await approve(rivals[1]!)
  const { requests } = await curator(listConsoleRequests, { query: { project: request.project } })
  const row = requests.find(({ id }) => id === request.id)!
  assert.deepEqual(
    [row.teamName, row.teamSize, row.freePlaces, row.rivals, row.undoUntil, row.projectName],
    [`Team ${made}`, 2, 2, 1, null, `Project ${request.project}`],
  )
  const chosen = requests.find(({ id }) => id === rivals[1]!.id)!
  assert.equal(Date.parse(chosen.undoUntil!) - Date.parse(chosen.decidedAt!), 10 * MINUTE)
  assert.equal(chosen.rivals, 2)
  await decline(request)
  const headers = { 'accept-language': 'ru' }
  const inRussian = await curator(listConsoleRequests, { query: { project: request.project, status: 'declined' }, headers })
  assert.equal(inRussian.requests[0]!.reason, reason.text_ru)
})

test('an application has its team, project, other applications and history', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'Whole', 'anna*', 'vera')
  await sql`insert into member (team_id, name) values (${team}, 'Only a name')`
  await sql`insert into member_role (member_id, role_id) select min(m.id), (select min(id) from role) from member m where team_id = ${team}`
  const [before, request] = [await applied({ team }), await applied({ team, teamLimit: 2 })]
  await curator(decideRequest, { ...paramsOf(before), body: { decision: 'decline', reason: reason.id, comment: 'Hm' } })
  const rival = await anna(createRequest, { body: { project: request.project, team: await addTeam(sql, 'Other', 'anna*'), message: 'Us' } })
  const answer = await look(request)
  assert.deepEqual(
    [answer.project.slug, answer.project.state, answer.project.status, answer.project.teamsWorking, answer.project.requestsWaiting],
    [request.project, 'published', 'open', 0, 2],
  )
  assert.deepEqual([answer.team.id, answer.team.name], [team, 'Whole'])
  const [role] = await sql`select name from role order by id limit 1`
  assert.deepEqual(
    answer.team.members.map(({ login, isAdministrator, roles }) => [login, isAdministrator, roles]),
    [
      ['anna', true, [role!.name]],
      ['vera', false, []],
      [null, false, []],
    ],
  )
  assert.match(answer.team.members[0]!.name, /^\S+ \S+/, 'as the directory writes it')
  assert.equal(answer.team.members[2]!.name, 'Only a name')
  assert.deepEqual(
    answer.rivals.map(({ id, message }) => [id, message]),
    [[rival.id, 'Us']],
  )
  assert.deepEqual(
    answer.others.map(({ id, status }) => [id, status]),
    [[before.id, 'declined']],
  )
  assert.deepEqual(
    answer.history.map(({ from, to }) => [from, to]),
    [[null, 'submitted']],
  )
  const step = (await curator(getConsoleRequest, { ...paramsOf(before), headers: { 'accept-language': 'ru' } })).history.at(-1)!
  assert.deepEqual([step.to, step.reason, step.comment], ['declined', reason.text_ru, 'Hm'])
  assert.match(step.by!, /\S/)
  await service.sql`update project set state = 'archived' where slug = ${request.project}`
  assert.equal((await look(request)).project.status, null, 'what is not published has no status')
  for (const id of [0, 2_147_483_647, 9_999_999_999]) await refused('request_not_found', look({ id }))
})
