import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { cancelLeave, getTeam, requestLeave } from '#contract/team.ts'
import { addProject, addTeam, personOf } from '#tests/support/requests.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'

type Person = Awaited<ReturnType<typeof callAs>>
let service: TestService
let [boris, vera, gleb, curator] = [] as unknown as Person[]
let [id, project] = [0, 0]
let made = 0
before(async () => {
  service = await startService()
  ;[boris, vera, gleb, curator] = await Promise.all(['boris', 'vera', 'gleb', 'curator'].map((login) => callAs(service, login)))
})
after(() => service?.close())
beforeEach(async () => {
  await service.sql`delete from leave_request`
  await service.sql`delete from outbox`
  id = await addTeam(service.sql, `Working ${++made}`, 'boris*', 'vera')
  project = await addProject(service.sql, `working-${made}`)
  await service.sql`insert into assignment (team_id, project_id) values (${id}, ${project})`
})

const at = () => ({ params: { id: String(id) } })
const ask = (who: Person | undefined, message?: string) => who!(requestLeave, { ...at(), body: { message } })
const cancel = (who: Person | undefined) => who!(cancelLeave, at())
const mails = async () =>
  (
    await service.sql`select p.login, o.data from outbox o join person p on p.id = o.person_id where o.kind = 'leave_request' order by p.login`
  ).map((row) => ({ ...row }))

test('a member of a working team asks the curators to leave, and can cancel it', async () => {
  await refused('team_not_found', ask(gleb))
  await refused('not_in_team', ask(curator))
  const asked = await ask(vera, ' I move. ')
  const request = asked.own.leaveRequest!.id
  assert.deepEqual([asked.actions.leave.code, asked.actions.askToLeave.code], ['team_has_project', 'already_asked_to_leave'])
  const [row] = await service.sql`select message, status from leave_request where id = ${request}`
  assert.deepEqual({ ...row }, { message: 'I move.', status: 'open' })
  assert.equal((await boris!(getTeam, at())).own.leaveRequest, null)
  const told = await mails()
  assert.deepEqual(
    told.map(({ login }) => login),
    ['admin', 'curator'],
  )
  assert.deepEqual(told[0]!.data, { team: id, by: await personOf(service.sql, 'vera'), request })
  await refused('already_asked_to_leave', ask(vera))
  await refused('team_not_found', cancel(gleb))
  await refused('not_in_team', cancel(curator))
  await refused('leave_request_over', cancel(boris))
  assert.equal((await cancel(vera)).own.leaveRequest, null)
  await refused('leave_request_over', cancel(vera))
})

test('the curator of the project is asked, where there is one', async () => {
  await service.sql`update project set curator_id = ${await personOf(service.sql, 'curator')} where id = ${project}`
  await ask(vera)
  assert.deepEqual(
    (await mails()).map(({ login }) => login),
    ['curator'],
  )
})

test('three requests a day', async () => {
  for (let round = 0; round < 3; round++) {
    await ask(vera)
    await cancel(vera)
  }
  assert.match((await refused('too_many_leave_requests', ask(vera))).detail, /up to 3 requests to leave a day. Try again in 24 h/)
  await ask(boris)
})

test('without a running project no curator has to agree', async () => {
  await service.sql`update project set date_end = '2020-01-01' where id = ${project}`
  await refused('team_has_no_project', ask(vera))
  assert.equal((await vera!(getTeam, at())).actions.leave.isAllowed, true)
})
