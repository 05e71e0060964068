import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequest } from '#contract/request.ts'
import { disbandTeam, removeOwnMember } from '#contract/team.ts'
import { at, memberAt, memberIn, useTeams } from '#tests/support/own-teams.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, boris, vera, page, edit, undo, teamOf, newProject, settings, applyDue, mails, curator, make, assign } = useTeams()

test('a team is disbanded after the undo time; its members get an email', async () => {
  const id = await teamOf('boris*', 'vera')
  await refused('not_team_administrator', vera(disbandTeam, at(id)))
  const { status, takesEffectAt } = await boris(disbandTeam, at(id))
  assert.equal(status, 'disbanding')
  assert.deepEqual(await boris(disbandTeam, at(id)), { id, status, takesEffectAt }, 'repeating it changes nothing')
  assert.equal((await page(boris, id)).disbanding!.takesEffectAt, takesEffectAt)
  assert.equal((await page(vera, id)).disbanding, null)
  await refused('team_disbanding', edit(boris, id, { name: 'Other' }))
  const slug = await newProject()
  await refused('team_disbanding', boris(createRequest, { body: { project: slug, team: id } }))
  assert.equal((await undo(boris, id)).disbanding, null)
  await refused('team_change_over', undo(boris, id))
  const request = await boris(createRequest, { body: { project: slug, team: id } })
  assert.match((await refused('team_has_requests', boris(disbandTeam, at(id)))).detail, /: 1\./)
  await state.service.sql`update request set status = 'withdrawn' where id = ${request.id}`
  await boris(disbandTeam, at(id))
  assert.equal(await applyDue(), 1)
  assert.deepEqual(await mails('team_removed'), ['vera'], 'not to the one who disbanded it')
  for (const who of [boris, vera, curator]) await refused('team_not_found', page(who, id))
  await refused('team_not_found', boris(createRequest, { body: { project: slug, team: id } }))
  await make(boris) // is in no team any more
})

test('a disbanding is dropped when an application has come', async () => {
  const id = await teamOf('boris*')
  await boris(disbandTeam, at(id))
  await state.service.sql`insert into request (team_id, project_id) select ${id}, min(id) from project`
  assert.equal(await applyDue(), 0)
  assert.equal((await page(boris, id)).disbanding, null)
})

test('without undo time both take effect at once', async () => {
  await settings({ undoMinutes: 0 })
  try {
    const id = await teamOf('boris*', 'vera', 'anna')
    const slug = await assign(id, '2020-01-01') // over, but no curator has ended it
    const left = await boris(removeOwnMember, memberAt(id, memberIn(await page(boris, id), /Вера/)))
    assert.equal(left.size, 2)
    assert.deepEqual(await boris(disbandTeam, at(id)), { id, status: 'disbanded', takesEffectAt: null })
    assert.deepEqual(await mails('team_removed'), ['anna', 'vera'])
    const [work] = await state.service.sql`select outcome from assignment a join project p on p.id = a.project_id where p.slug = ${slug}`
    assert.equal(work!.outcome, 'finished')
  } finally {
    await settings({ undoMinutes: 10 })
  }
})
