import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disbandTeam, removeOwnMember } from '#contract/team.ts'
import { at, memberAt, memberIn, useTeams } from '#tests/support/own-teams.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, anna, boris, vera, gleb, curator, page, undo, teamOf, applyDue, mails } = useTeams()

test('every admin of the team undoes a removal or the disbanding before it takes effect', async () => {
  const id = await teamOf('boris*', 'vera', 'anna*')
  const other = memberIn(await page(boris, id), /Вера/)
  await refused('team_change_over', undo(boris, id))
  await refused('team_change_over', undo(boris, id, other))
  await boris(removeOwnMember, memberAt(id, other))
  await boris(disbandTeam, at(id))
  await refused('not_team_administrator', undo(vera, id, other))
  await refused('not_team_administrator', undo(curator, id))
  await refused('team_not_found', undo(gleb, id))
  const both = await undo(anna, id)
  assert.deepEqual([both.disbanding, both.members.filter((one) => one.removal).map((one) => one.id)], [null, [other]])
  assert.ok((await undo(anna, id, other)).members.every((one) => one.removal === null))
  await refused('team_change_over', undo(boris, id, other))
  assert.equal(await applyDue(), 0)
  assert.deepEqual([(await page(vera, id)).size, await mails('team_removed')], [3, []])
  const events = await state.service
    .sql`select detail from audit_event where action = 'undoTeamChange' and target = ${`team ${id}`} order by seq`
  assert.deepEqual(
    events.map(({ detail }) => detail.member ?? null),
    [null, 'Никитина Вера Павловна'],
  )
})

test('what is due cannot be undone', async () => {
  const id = await teamOf('boris*', 'vera')
  const other = memberIn(await page(boris, id), /Вера/)
  await boris(removeOwnMember, memberAt(id, other))
  const { sql } = state.service
  await sql`update pending_team_change set decided_at = now() - interval '11 minutes', due_at = now() - interval '1 minute' where team_id = ${id}`
  await refused('team_change_over', undo(boris, id, other))
})
