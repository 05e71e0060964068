import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { getConsoleTeam } from '#contract/console/team.ts'
import { answerLeaveRequest, listLeaveRequests } from '#contract/console/team-formation.ts'
import { getToday } from '#contract/console/today.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'

let curator: Awaited<ReturnType<typeof callAs>>
let project: number
const { service } = useService()
before(async () => {
  await service.sql`delete from leave_request`
  project = await addProject(service.sql, 'left-project', { teamLimit: null })
  curator = await callAs(service, 'curator')
})

let made = 0
/** A team that works on the project. */
async function workingTeam(...logins: string[]): Promise<number> {
  const team = await addTeam(service.sql, `Leaving ${++made}`, ...logins)
  await service.sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${project}, now() - interval '1 day')`
  return team
}
async function ask(team: number, login: string, message: string | null = null): Promise<number> {
  const [row] = await service.sql`
    insert into leave_request (team_id, person_id, message, created_at) select ${team}, id, ${message}, clock_timestamp() from person where login = ${login} returning id`
  return row!.id
}
const list = (query: { status?: 'open' | 'ended'; team?: string; page?: string; pageSize?: string } = {}) =>
  curator(listLeaveRequests, { query })
const answer = (id: number, isAgreed: boolean) => curator(answerLeaveRequest, { params: { id: String(id) }, body: { isAgreed } })
const mails = async (team: number) =>
  (
    await service.sql`select o.kind, p.login, o.data from outbox o join person p on p.id = o.person_id
      where (o.data->>'team')::int = ${team} order by o.id`
  ).map(({ kind, login, data }) => [kind, login, data])

test('requests are listed, open ones first, by status and team; Today counts the open ones', async () => {
  const [one, two] = [await workingTeam('anna*', 'gleb'), await workingTeam('boris*', 'vera')]
  const [first, second, third] = [await ask(one, 'gleb', 'I move.'), await ask(two, 'vera'), await ask(one, 'anna')]
  await answer(first, false)
  const ids = async (query = {}) => (await list(query)).requests.map(({ id }) => id)
  assert.deepEqual(await ids(), [second, third, first])
  assert.deepEqual(await ids({ status: 'ended' }), [first])
  assert.deepEqual(await ids({ team: String(one) }), [third, first])
  assert.deepEqual(await ids({ page: '2', pageSize: '2' }), [first])
  const { total, open } = await list({ status: 'ended' })
  assert.deepEqual([total, open], [1, 2])
  assert.equal((await curator(getToday)).leaveRequests, 2)
  const { createdAt, endedAt, ...ended } = (await list({ status: 'ended' })).requests[0]!
  assert.ok(createdAt < endedAt!)
  assert.deepEqual(ended, {
    id: first,
    team: { id: one, name: 'Leaving 1', size: 2 },
    project: { slug: 'left-project', name: 'Project left-project' },
    person: { id: await personOf(service.sql, 'gleb'), name: 'Орлов Глеб Сергеевич' },
    message: 'I move.',
    status: 'declined',
    answeredBy: (
      await service.sql`select concat_ws(' ', nullif(surname, ''), nullif(name, ''), nullif(patronymic, '')) as name
      from person where login = 'curator'`
    )[0]!.name,
  })
  await answer(second, false)
  await answer(third, false)
})

test('agreeing removes the member at once, tells them and the team admins, and is recorded', async () => {
  const team = await workingTeam('anna*', 'gleb')
  const id = await ask(team, 'gleb')
  const person = await personOf(service.sql, 'gleb')
  const agreed = await answer(id, true)
  assert.deepEqual([agreed.status, agreed.team.size], ['agreed', 1])
  const { members } = await curator(getConsoleTeam, { params: { id: String(team) } })
  assert.deepEqual(
    members.map(({ login }) => login),
    ['anna'],
  )
  const data = { team, by: await personOf(service.sql, 'curator'), person, isAgreed: true }
  assert.deepEqual(await mails(team), [
    ['leave_request_answered', 'gleb', data],
    ['leave_request_answered', 'anna', data],
  ])
  const [event] = await service.sql`select action, detail from audit_event where target = ${`team ${team}`}`
  assert.deepEqual(
    { ...event },
    {
      action: 'answerLeaveRequest',
      detail: { team: agreed.team.name, member: 'Орлов Глеб Сергеевич', person, status: 'agreed' },
    },
  )
})

test('declining keeps the member and tells only them', async () => {
  const team = await workingTeam('anna*', 'gleb')
  assert.equal((await answer(await ask(team, 'gleb'), false)).status, 'declined')
  assert.equal((await curator(getConsoleTeam, { params: { id: String(team) } })).size, 2)
  assert.deepEqual(
    (await mails(team)).map(([, login, { isAgreed }]) => [login, isAgreed]),
    [['gleb', false]],
  )
})

test('when the only admin may leave, the longest-standing member becomes admin and is told about both', async () => {
  const team = await workingTeam('gleb', 'vera', 'anna*')
  await answer(await ask(team, 'anna'), true)
  const { administrators } = await curator(getConsoleTeam, { params: { id: String(team) } })
  assert.deepEqual(administrators, ['Орлов Глеб Сергеевич'])
  assert.deepEqual(
    (await mails(team)).map(([kind, login]) => [kind, login]),
    [
      ['team_admin', 'gleb'],
      ['leave_request_answered', 'anna'],
      ['leave_request_answered', 'gleb'],
    ],
  )
})

test('a request is answered once, also when two curators answer at the same moment', async () => {
  await refused('leave_request_not_found', answer(2_147_483_647, true))
  const team = await workingTeam('anna*', 'gleb')
  const id = await ask(team, 'gleb')
  const results = await Promise.allSettled([answer(id, true), answer(id, false), answer(id, true)])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  await refused('leave_request_over', answer(id, true))
  const cancelled = await ask(await workingTeam('anna*', 'vera'), 'vera')
  await service.sql`update leave_request set status = 'cancelled', ended_at = now() where id = ${cancelled}`
  await refused('leave_request_over', answer(cancelled, true))
})
