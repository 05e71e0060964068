import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '#contract/client.ts'
import { cancelLeave, requestLeave } from '#contract/team.ts'
import { at, useTeams } from '#tests/support/own-teams.ts'
import { personOf } from '#tests/support/requests.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, boris, vera, gleb, curator, page, teamOf, assign, mails } = useTeams()

const ask = (who: Call, id: number, message?: string) => who(requestLeave, { ...at(id), body: { message } })

test('a member of a working team asks the curators to leave', async () => {
  const id = await teamOf('boris*', 'vera')
  await assign(id)
  await refused('team_not_found', ask(gleb, id))
  await refused('not_in_team', ask(curator, id))
  const asked = await ask(vera, id, ' I move. ')
  const request = asked.own.leaveRequest!.id
  assert.deepEqual([asked.actions.leave.code, asked.actions.askToLeave.code], ['team_has_project', 'already_asked_to_leave'])
  const { sql } = state.service
  const [row] = await sql`select message, status from leave_request where id = ${request}`
  assert.deepEqual({ ...row }, { message: 'I move.', status: 'open' })
  assert.equal((await page(boris, id)).own.leaveRequest, null)
  assert.deepEqual(await mails('leave_request'), ['admin', 'curator'])
  const [mail] = await sql`select data from outbox where kind = 'leave_request' limit 1`
  assert.deepEqual(mail!.data, { team: id, by: await personOf(sql, 'vera'), request })
  await refused('already_asked_to_leave', ask(vera, id))
})

test('the curator of the project is asked, where there is one', async () => {
  const id = await teamOf('boris*', 'vera')
  const slug = await assign(id)
  const { sql } = state.service
  await sql`update project set curator_id = ${await personOf(sql, 'curator')} where slug = ${slug}`
  await ask(vera, id)
  assert.deepEqual(await mails('leave_request'), ['curator'])
})

test('three requests a day', async () => {
  await state.service.sql`delete from leave_request`
  const id = await teamOf('boris*', 'vera')
  await assign(id)
  for (let round = 0; round < 3; round++) {
    await ask(vera, id)
    await vera(cancelLeave, at(id))
  }
  assert.match((await refused('too_many_leave_requests', ask(vera, id))).detail, /up to 3 requests to leave a day. Try again in 24 h/)
  await ask(boris, id)
})

test('without a running project no curator has to agree', async () => {
  const id = await teamOf('boris*', 'vera')
  await assign(id, '2020-01-01')
  await refused('team_has_no_project', ask(vera, id))
  assert.equal((await page(vera, id)).actions.leave.isAllowed, true)
})
