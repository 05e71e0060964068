import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRequest } from '#contract/request.ts'
import { disbandTeam, handOverTeam, removeOwnMember, type TeamPage } from '#contract/team.ts'
import { refused } from '#tests/support/strict-client.ts'
import { at, memberAt, memberIn, useTeams } from '#tests/support/world/own-teams.ts'
import { personOf } from '#tests/support/world/requests.ts'
import { takeFromTeams } from '#tests/support/world/teams.ts'

const {
  state,
  anna,
  boris,
  vera,
  gleb,
  curator,
  admin,
  tokenOf,
  make,
  page,
  edit,
  leave,
  undo,
  teamOf,
  newProject,
  assign,
  settings,
  mails,
  applyDue,
} = useTeams()

describe('createOwnTeam', () => {
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
    await takeFromTeams(state.service.sql, 'anna')
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
})

describe('getTeam', () => {
  test('members and curators see the team; others only while it looks for people, and then no members', async () => {
    const id = await teamOf('boris*', 'vera')
    const slug = await assign(id)
    for (const who of [boris, vera, curator, admin]) {
      const { members, project } = await page(who, id)
      assert.deepEqual([members.length, project?.slug], [2, slug])
    }
    await refused('team_not_found', page(gleb, id))
    await refused('team_not_found', page(gleb, 2_147_483_647))
    await state.service.sql`update team set is_looking = true where id = ${id}`
    const seen = await page(gleb, id)
    assert.deepEqual([seen.size, seen.members, seen.project, seen.requestsWaiting], [2, [], null, 0])
    assert.ok(!JSON.stringify(seen).match(/Вера|Борис|Никитина|Ефимов/))
    await state.service.sql`update team set is_looking = false where id = ${id}`
    await refused('team_not_found', page(gleb, id))
    const person = await personOf(state.service.sql, 'gleb')
    await state.service.sql`
    insert into join_request (team_id, person_id, created_at, expires_at) values (${id}, ${person}, now(), now() + interval '1 day')`
    assert.equal((await page(gleb, id)).own.joinRequest?.status, 'open')
    await state.service
      .sql`update join_request set expires_at = now() - interval '1 second', created_at = now() - interval '1 day' where team_id = ${id}`
    await refused('team_not_found', page(gleb, id))
    await state.service.sql`
    insert into person_invitation (team_id, person_id, created_at, expires_at) values (${id}, ${person}, now(), now() + interval '1 day')`
    assert.ok((await page(gleb, id)).own.invitation)
  })

  test('links, invitations and requests to join are for team admins', async () => {
    const id = await teamOf('boris*', 'vera')
    const [maker, asker] = [await personOf(state.service.sql, 'boris'), await personOf(state.service.sql, 'gleb')]
    const link = (token: number, uses: number, days: number) => state.service.sql`
    insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses, uses)
    values (${id}, ${Buffer.alloc(32, token)}, ${maker}, now() - interval '8 days', now() + ${days} * interval '1 day', 5, ${uses})`
    await link(1, 2, 1)
    await link(2, 5, 1) // used up
    await link(3, 0, -1) // expired
    await state.service.sql`
    insert into join_request (team_id, person_id, message, created_at, expires_at) values (${id}, ${asker}, 'Hi', now(), now() + interval '1 day')`
    await state.service.sql`
    insert into person_invitation (team_id, person_id, created_at, expires_at) values (${id}, ${asker}, now(), now() + interval '1 day')`
    const seen = await page(boris, id)
    assert.deepEqual(
      seen.links.map(({ uses, mostUses, createdBy }) => [uses, mostUses, createdBy]),
      [[2, 5, 'Ефимов Борис Алексеевич']],
    )
    assert.deepEqual(
      [seen.joinRequests.map(({ person, message }) => [person.name, message]), seen.invited.map(({ name }) => name)],
      [[['Орлов Глеб Сергеевич', 'Hi']], ['Орлов Глеб Сергеевич']],
    )
    for (const who of [vera, curator]) {
      const { links, invited, joinRequests } = await page(who, id)
      assert.deepEqual([links, invited, joinRequests], [[], [], []])
    }
  })

  test('a team below the least size cannot apply; the answer says how many are missing', async () => {
    const id = await teamOf('boris*', 'vera')
    const slug = await newProject()
    await settings({ leastTeamSize: 4 })
    try {
      const problem = await refused('team_too_small', boris(createRequest, { body: { project: slug, team: id } }))
      assert.match(problem.detail, /needs 4 members to apply; “Team \d+” has 2, so 2 more must join/)
      const { apply } = (await page(boris, id)).actions
      assert.deepEqual([apply.code, apply.why], ['team_too_small', problem.detail])
      await settings({ leastTeamSize: 2 })
      assert.equal((await page(boris, id)).actions.apply.isAllowed, true)
      await boris(createRequest, { body: { project: slug, team: id } })
    } finally {
      await settings({ leastTeamSize: 1 })
    }
  })
})

describe('updateOwnTeam', () => {
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
})

describe('disbandTeam', () => {
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
})
