import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disbandTeam, handOverTeam, removeOwnMember, type TeamPage } from '#contract/team.ts'
import { at, memberAt, memberIn, useTeams } from '#tests/support/own-teams.ts'
import { personOf } from '#tests/support/requests.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, anna, boris, vera, gleb, make, page, edit, leave, teamOf, assign, settings } = useTeams()

test('a person makes a team and is its admin', async () => {
  const wantedRoles = [
    { role: 'Тестировщик', count: 1 },
    { role: 'QA', count: 1 },
    { role: 'designer', count: 1 },
  ]
  const team = await make(gleb, { name: ' Ёлки ', description: 'We plant.\u202e', wantedRoles, isLooking: true, roles: ['Designer'] })
  assert.deepEqual(
    [team.name, team.description, team.formedBy, team.isLooking, team.size, team.mostMembers],
    ['Ёлки', 'We plant.', 'members', true, 1, 8],
  )
  assert.deepEqual(
    team.wantedRoles.map(({ role, count }) => [role, count]),
    [
      ['QA', 2],
      ['Designer', 1],
    ],
  )
  assert.deepEqual(
    team.missingRoles.map(({ role, count }) => [role, count]),
    [['QA', 2]],
  )
  const [maker] = team.members
  assert.deepEqual(
    [maker!.name, maker!.isAdministrator, maker!.roles, team.own.member],
    ['Орлов Глеб Сергеевич', true, ['Designer'], maker!.id],
  )
  assert.deepEqual(await page(gleb, team.id), team)
  const [event] = await state.service
    .sql`select actor_id, detail from audit_event where action = 'createOwnTeam' and target = ${`team ${team.id}`}`
  assert.deepEqual([event!.actor_id, event!.detail], [await personOf(state.service.sql, 'gleb'), { name: 'Ёлки' }])
})

test('names, roles and numbers of a new team are checked', async () => {
  const { name } = await make(gleb, { name: 'Берёза' })
  await refused('team_name_taken', make(vera, { name: name.toUpperCase().replace('Ё', 'Е') }))
  await refused('invalid_name', make(vera, { name: ' \u202e ' }))
  await refused('unknown_role', make(vera, { wantedRoles: [{ role: 'Juggler', count: 1 }] }))
  await refused('unknown_role', make(vera, { roles: ['Juggler'] }))
  const twice = [
    { role: 'QA', count: 12 },
    { role: 'Tester', count: 9 },
  ]
  await refused('too_many_wanted', make(vera, { wantedRoles: twice }))
})

test('a person is in one team without a running project, and makes five teams a day', async () => {
  const first = await make(anna)
  assert.match((await refused('too_many_teams', make(anna))).detail, /project \(1\)\./)
  await assign(first.id)
  const second = await make(anna) // the first one works on a project now
  await leave(anna, second.id)
  await assign((await make(anna)).id, '2020-01-01')
  await refused('too_many_teams', make(anna)) // that project is over
  await state.service.sql`delete from member where person_id = ${await personOf(state.service.sql, 'anna')}`
  for (let round = 3; round < 5; round++) await leave(anna, (await make(anna)).id)
  const problem = await refused('too_many_new_teams', make(anna))
  assert.match(problem.detail, /up to 5 teams a day. Try again in 24 h/)
})

test('with the setting "curators" members make and manage no teams; they can hand over and leave', async () => {
  const id = await teamOf('boris*', 'vera')
  await settings({ whoFormsTeams: 'curators' })
  try {
    await refused('teams_by_curators_only', make(gleb))
    await refused('teams_by_curators_only', edit(boris, id, { name: 'Other' }))
    await refused('teams_by_curators_only', boris(disbandTeam, at(id)))
    const { members, actions } = await page(boris, id)
    const other = memberIn({ members } as TeamPage, /Вера/)
    await refused('teams_by_curators_only', boris(removeOwnMember, memberAt(id, other)))
    assert.deepEqual([actions.edit.code, actions.handOver.code, actions.leave.code], ['teams_by_curators_only', null, null])
    await boris(handOverTeam, { ...memberAt(id, other), body: {} })
    await leave(boris, id)
  } finally {
    await settings({ whoFormsTeams: 'members' })
  }
})
