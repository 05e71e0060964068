import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequest } from '#contract/request.ts'
import { useTeams } from '#tests/support/own-teams.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, anna, boris, vera, gleb, curator, page, leave, teamOf, newProject, assign, mails } = useTeams()

test('when the only admin leaves, the longest-standing member becomes admin; the last member disbands the team', async () => {
  const id = await teamOf('boris*', 'vera', 'gleb')
  await refused('team_not_found', leave(anna, id))
  await refused('not_in_team', leave(curator, id))
  assert.deepEqual(await leave(boris, id), { id, status: 'left', isDisbanded: false })
  assert.deepEqual(await mails('team_admin'), ['vera'])
  const { own, actions } = await page(vera, id)
  assert.deepEqual([own.isAdministrator, actions.edit.isAllowed], [true, true])
  await leave(vera, id)
  await assign(id, '2020-01-01')
  const slug = await newProject()
  const request = await gleb(createRequest, { body: { project: slug, team: id } })
  assert.deepEqual(await leave(gleb, id), { id, status: 'left', isDisbanded: true })
  const [row] = await state.service.sql`
    select t.disbanded_at is not null as "isDisbanded", r.status from team t join request r on r.team_id = t.id where r.id = ${request.id}`
  assert.deepEqual({ ...row }, { isDisbanded: true, status: 'withdrawn' })
})
