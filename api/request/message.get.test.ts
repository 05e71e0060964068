import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listTeamQuestions } from '#contract/message.ts'
import { addApplication, addMessage } from '#tests/support/conversations.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()
before(async () => {
  await service.sql`delete from request_message`
})

const list = async (login: string) => (await (await callAs(service, login))(listTeamQuestions)).questions

test('questions that await an answer, the longest waiting first', async () => {
  const { sql } = service
  const [first, second] = [await addApplication(sql, 'first', 'anna*', 'vera'), await addApplication(sql, 'second', 'anna*')]
  assert.deepEqual(await list('anna'), [])
  await addMessage(sql, second.id, 'curator', 'curator', 'When?')
  await addMessage(sql, first.id, 'curator', 'curator', 'Who?')
  await sql`update request_message set created_at = created_at - interval '1 day' where request_id = ${second.id}`
  const found = await list('anna')
  assert.deepEqual(
    found.map(({ askedAt: _, ...rest }) => rest),
    [
      { request: second.id, team: second.team, project: 'second', projectName: 'Project second', text: 'When?', mayWrite: true },
      { request: first.id, team: first.team, project: 'first', projectName: 'Project first', text: 'Who?', mayWrite: true },
    ],
  )
  assert.deepEqual(
    (await list('vera')).map(({ request, mayWrite }) => [request, mayWrite]),
    [[first.id, false]],
  )
  assert.deepEqual(await list('gleb'), [])
  await addMessage(sql, first.id, 'team', 'anna', 'Me.')
  assert.deepEqual(
    (await list('anna')).map(({ request }) => request),
    [second.id],
  )
  await sql`update request set status = 'withdrawn' where id = ${second.id}`
  assert.deepEqual(await list('anna'), [])
})
