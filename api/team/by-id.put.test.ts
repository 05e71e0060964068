import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disbandTeam, removeOwnMember } from '#contract/team.ts'
import { at, memberAt, memberIn, useTeams } from '#tests/support/own-teams.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, boris, vera, gleb, curator, tokenOf, page, edit, teamOf } = useTeams()

test('a team admin edits the team; what is left out stays', async () => {
  const id = await teamOf('boris*', 'vera')
  const { name } = await page(boris, id)
  await refused('not_team_administrator', edit(vera, id, { name: 'Other' }))
  await refused('not_team_administrator', edit(curator, id, { name: 'Other' }))
  await refused('team_not_found', edit(gleb, id, { name: 'Other' }))
  const edited = await edit(boris, id, { description: 'New', isLooking: true, wantedRoles: [{ role: 'QA', count: 2 }] })
  assert.deepEqual([edited.name, edited.description, edited.isLooking, edited.wantedRoles[0]!.count], [name, 'New', true, 2])
  const renamed = await edit(boris, id, { name: `${name} 2`, description: null })
  assert.deepEqual([renamed.name, renamed.description, renamed.isLooking], [`${name} 2`, null, true])
  assert.deepEqual(renamed.wantedRoles, edited.wantedRoles)
  await edit(boris, id, { name: name.toUpperCase() }) // its own name in another case
  await refused('team_name_taken', edit(boris, id, { name: (await page(vera, await teamOf('vera*'))).name }))
  await refused('invalid_name', edit(boris, id, { name: '\u2800' }))
  await refused('unknown_role', edit(boris, id, { wantedRoles: [{ role: 'Juggler', count: 1 }] }))
  const many = [
    { role: 'QA', count: 20 },
    { role: 'Tester', count: 1 },
  ]
  await refused('too_many_wanted', edit(boris, id, { wantedRoles: many }))
  const [event] = await state.service.sql`
    select detail from audit_event where action = 'updateOwnTeam' and target = ${`team ${id}`} order by seq limit 1`
  assert.deepEqual(event!.detail, { team: name, description: [null, 'New'], isLooking: [false, true], wantedRoles: ['', 'QA 2'] })
})

test('an edit, a removal and a disbanding are refused when the team has changed since it was read', async () => {
  const id = await teamOf('boris*', 'vera')
  const url = `${state.service.url}/team/${id}`
  const headers = { authorization: `Bearer ${tokenOf('boris')}` }
  const etag = async () => ({ 'if-match': (await fetch(url, { headers })).headers.get('etag')! })
  const stale = await etag()
  await edit(boris, id, { description: 'Changed' })
  const other = memberIn(await page(boris, id), /Вера/)
  await refused('precondition_failed', edit(boris, id, { description: 'Mine' }, stale))
  await refused('precondition_failed', boris(removeOwnMember, { ...memberAt(id, other), headers: stale }))
  await refused('precondition_failed', boris(disbandTeam, { ...at(id), headers: stale }))
  assert.equal((await edit(boris, id, { description: 'Mine' }, await etag())).description, 'Mine')
})
