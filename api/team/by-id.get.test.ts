import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequest } from '#contract/request.ts'
import { useTeams } from '#tests/support/own-teams.ts'
import { personOf } from '#tests/support/requests.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, boris, vera, gleb, curator, admin, page, teamOf, assign, newProject, settings } = useTeams()

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
