import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { declineRequests, getConsoleRequest, listConsoleRequests, undoDecision } from '#contract/console/request.ts'
import { getProject } from '#contract/project.ts'
import { createRequest, decideRequest, type ProjectRequest, updateRequest, withdrawRequest } from '#contract/request.ts'
import { addProject, addTeam, dayFromNow, historyOf, personOf } from '#tests/support/requests.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'

const MINUTE = 60_000
let shift = 0 // of the clock
let service: TestService
let anna: Awaited<ReturnType<typeof callAs>>
let curator: Awaited<ReturnType<typeof callAs>>
let reason: { id: number; text_en: string; text_ru: string }
before(async () => {
  service = await startService({ now: () => new Date(Date.now() + shift) })
  anna = await callAs(service, 'anna')
  curator = await callAs(service, 'curator')
  reason = (await service.sql<(typeof reason)[]>`select id, text_en, text_ru from refusal_reason order by id limit 1`)[0]!
})
after(() => service.close())

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

test('a decision is in the audit log, and its emails are sent when it can no longer be undone', async () => {
  const request = await applied()
  const { decidedAt } = await decline(request)
  const [email, ...more] = await emailsOf(request)
  assert.equal(more.length, 0)
  assert.equal(email!.due_at.getTime() - Date.parse(decidedAt!), 10 * MINUTE)
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

test('applications for an unpublished project cannot be approved', async () => {
  const request = await applied()
  await service.sql`update project set state = 'archived' where slug = ${request.project}`
  const problem = await refused('project_not_found', approve(request))
  assert.match(problem.detail, new RegExp(request.project))
  assert.equal((await decline(request)).status, 'declined', 'but an answer it gets')
})

test('undo of declining: the application is pending again, and no email is sent', async () => {
  const request = await applied()
  await decline(request)
  const answer = await undo(request)
  assert.deepEqual(answer, { ...request, updatedAt: answer.updatedAt })
  assert.ok(answer.updatedAt > request.updatedAt)
  assert.deepEqual((await historyOf(service.sql, request.id)).at(-1), {
    ...{ from: 'declined', to: 'submitted', actor: await personOf(service.sql, 'curator'), reason: null, comment: null },
  })
  const [email] = await emailsOf(request)
  assert.deepEqual([email!.state, email!.reason, email!.due_at], ['cancelled', 'the decision was taken back', null])
  assert.deepEqual((await auditOf(request)).at(-1), {
    action: 'undoDecision',
    actor_id: await personOf(service.sql, 'curator'),
    detail: { status: ['declined', 'submitted'], project: request.project, team: `Team ${made}` },
  })
  assert.deepEqual(await undo(request), answer, 'once more is the same')
  assert.equal((await historyOf(service.sql, request.id)).length, 3)
  assert.equal((await auditOf(request)).length, 2)
  assert.equal((await approve(request)).status, 'approved', 'and can be decided anew')
  const states = (await emailsOf(request)).map(({ kind, state }) => `${kind} ${state}`)
  assert.deepEqual(states, ['request_declined cancelled', 'request_approved queued'])
})

test('undo of an approval: the team has no project, superseded applications are pending again, visible at once', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'Given', 'anna*', 'boris*')
  const [request, other, third] = [await applied({ team }), await applied({ team }), await applied({ team })]
  await curator(decideRequest, { ...paramsOf(third), body: { decision: 'decline', reason: reason.id } })
  await approve(request)
  const taken = await projectOf(request.project)
  assert.deepEqual([taken.freePlaces, taken.teams], [0, [team]])
  assert.equal(await statusOf(other), 'superseded')
  assert.equal((await undo(request)).status, 'submitted')
  const given = await projectOf(request.project)
  assert.deepEqual([given.freePlaces, given.teams, given.requestCount], [1, [], 1])
  assert.equal((await projectOf(other.project)).requestCount, 1)
  assert.equal(await statusOf(other), 'submitted')
  assert.equal(await statusOf(third), 'declined', 'what was decided otherwise stays')
  assert.equal((await sql`select 1 from assignment where team_id = ${team}`).length, 0, 'as if never made')
  for (const one of [request, other])
    assert.deepEqual(
      (await emailsOf(one)).map(({ state }) => state),
      ['cancelled', 'cancelled'],
    )
  assert.deepEqual(
    (await emailsOf(third)).map(({ state }) => state),
    ['queued', 'queued'],
  )
  assert.deepEqual((await historyOf(sql, other.id)).at(-1)!.from, 'superseded')
  assert.deepEqual((await auditOf(request)).at(-1)!.detail.waitingAgain, [other.id])
  await anna(updateRequest, { body: { request: other.id, message: 'Still here' } })
  await refused('undo_impossible', undo(other))
})

test('undo of an approval restores the previous work of the team', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'Finisher', 'anna*')
  const over = await addProject(sql, `over-${++made}`, { dateEnd: dayFromNow(-1), dateStart: dayFromNow(-9), teamLimit: 1 })
  await sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${over}, now() - interval '9 days')`
  const open = async () =>
    (await sql`select project_id from assignment where team_id = ${team} and ended_at is null`).map((row) => row.project_id)
  const first = await applied({ team })
  await approve(first)
  assert.notDeepEqual(await open(), [over])
  await undo(first)
  assert.deepEqual(await open(), [over])
  await approve(first)
  const rival = await addTeam(sql, 'Rival', 'boris*')
  await sql`insert into assignment (team_id, project_id) values (${rival}, ${over})`
  await undo(first)
  assert.deepEqual(await open(), [], 'its place is taken, and it was over anyway')
})

test('a decision can be undone for exactly ten minutes', async () => {
  const [request, late] = [await applied(), await applied()]
  await decline(request)
  await approve(late)
  try {
    shift = 10 * MINUTE - 5000
    assert.ok((await look(late)).request.undoUntil)
    assert.equal((await undo(request)).status, 'submitted')
    shift = 10 * MINUTE + 1000
    const problem = await refused('undo_too_late', undo(late))
    assert.match(problem.detail, /10 minutes/)
    assert.equal((await look(late)).request.undoUntil, null)
    assert.equal((await undo(request)).status, 'submitted', 'done is done, however late one asks again')
  } finally {
    shift = 0
  }
})

test('undo is refused if an email is already being sent', async () => {
  const request = await applied()
  await decline(request)
  await service.sql`update outbox set state = 'sending', lease_until = now() + interval '1 minute', due_at = null
    where data->'request' = to_jsonb(${request.id}::int) and kind = 'request_declined'`
  await refused('undo_too_late', undo(request))
  assert.equal(await statusOf(request), 'declined')
})

test('undo is refused if later actions depend on the decision', async () => {
  const { sql } = service
  const waiting = await applied()
  await refused('undo_impossible', undo(waiting))
  const withdrawn = await applied()
  await anna(withdrawRequest, paramsOf(withdrawn))
  await refused('undo_impossible', undo(withdrawn))

  const again = await applied()
  await decline(again)
  const duplicate = await anna(createRequest, { body: { project: again.project, team: again.team } })
  await refused('undo_impossible', undo(again))
  assert.equal((await look(again)).request.undoUntil, null)
  await anna(withdrawRequest, paramsOf(duplicate))
  assert.equal((await undo(again)).status, 'submitted')

  const declined = await applied()
  const other = await applied({ team: declined.team })
  await decline(declined)
  await approve(other)
  await refused('undo_impossible', undo(declined))

  const moved = await applied()
  await approve(moved)
  await sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${moved.team}`
  await refused('undo_impossible', undo(moved))

  const linked = await applied()
  await approve(linked)
  await sql`insert into link (project_id, team_id, platform_id, url)
    select p.id, ${linked.team}, (select min(id) from platform), 'https://example.org/x' from project p where slug = ${linked.project}`
  await refused('undo_impossible', undo(linked))
  await sql`delete from link where team_id = ${linked.team}`
  const [file] = await sql`insert into file (kind, project_id, team_id, file_type_id)
    select 'result', p.id, ${linked.team}, (select min(id) from file_type) from project p where slug = ${linked.project} returning id`
  await sql`insert into file_version (file_id, version, name, mime, size, sha256) values (${file!.id}, 1, 'r.txt', 'text/plain', 1, ${'a'.repeat(64)})`
  await refused('undo_impossible', undo(linked))
  await sql`update file set deleted_at = now() where id = ${file!.id}`
  assert.equal((await undo(linked)).status, 'submitted')
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
    assert.deepEqual((await historyOf(service.sql, request.id)).at(-1), {
      ...{ from: 'submitted', to: 'declined', actor: await personOf(service.sql, 'curator'), reason: reason.id, comment: 'Full' },
    })
    const [email] = await emailsOf(request)
    assert.deepEqual([email!.kind, email!.due_at.getTime() - email!.created_at.getTime()], ['request_declined', 10 * MINUTE])
    const [event] = await auditOf(request)
    assert.deepEqual([event!.action, event!.detail.reason], ['declineRequests', reason.text_en])
  }
  assert.equal(await statusOf(four), 'submitted')
  assert.equal((await undo(one)).status, 'submitted', 'each can be taken back')
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
