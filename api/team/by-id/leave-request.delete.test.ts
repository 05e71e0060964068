import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelLeave, requestLeave } from '#contract/team.ts'
import { at, useTeams } from '#tests/support/own-teams.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, boris, vera, gleb, curator, teamOf, assign } = useTeams()

test('a member cancels the request to leave, once', async () => {
  const id = await teamOf('boris*', 'vera')
  await assign(id)
  const request = (await vera(requestLeave, { ...at(id), body: {} })).own.leaveRequest!.id
  await refused('team_not_found', gleb(cancelLeave, at(id)))
  await refused('not_in_team', curator(cancelLeave, at(id)))
  await refused('leave_request_over', boris(cancelLeave, at(id)))
  assert.equal((await vera(cancelLeave, at(id))).own.leaveRequest, null)
  assert.equal((await state.service.sql`select status from leave_request where id = ${request}`)[0]!.status, 'cancelled')
  await refused('leave_request_over', vera(cancelLeave, at(id)))
})
