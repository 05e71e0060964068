import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '#contract/client.ts'
import { getProfile } from '#contract/profile.ts'
import { createRequest } from '#contract/request.ts'
import { getTeam } from '#contract/team.ts'
import { getTeamOverview } from '#contract/team-overview.ts'
import { refused } from '#tests/support/strict-client.ts'
import { at, useTeams } from '#tests/support/world/own-teams.ts'
import { addProject, personOf } from '#tests/support/world/requests.ts'

const { state, anna, boris, vera, gleb, curator, tokenOf, teamOf, newProject } = useTeams()

const overview = (who: Call, id: number) => who(getTeamOverview, at(id))

/** A team with every kind of work, and another team of boris with its own. */
async function teamAtWork() {
  const { sql } = state.service
  const id = await teamOf('boris*', 'vera')
  const nowhere = { currentProject: null, finishedProjects: [], requests: [] }
  const project = async (slug: string, end: string) => addProject(sql, `${slug}-${id}`, { dateEnd: end })
  const [early, late, left, now, declined] = [
    await project('early', '2020-01-01'),
    await project('late', '2021-01-01'),
    await project('left', '2022-01-01'),
    await project('now', '2020-06-01'), // over, but no curator has ended the work
    await project('declined', '2030-01-01'),
  ]
  for (const [one, outcome] of [[early, 'finished'], [late, 'finished'], [left, 'left']] as const) // biome-ignore format: one line
    await sql`insert into assignment (team_id, project_id, assigned_at, ended_at, outcome)
      values (${id}, ${one}, now() - interval '9 days', now() - interval '1 day', ${outcome})`
  await sql`insert into assignment (team_id, project_id) values (${id}, ${now})`
  await sql`insert into request (team_id, project_id, status, created_at, decided_at) values
    (${id}, ${late}, 'approved', now() - interval '3 days', now()), (${id}, ${declined}, 'superseded', now() - interval '2 days', now())`
  await sql`update project set state = 'archived' where id in (${early}, ${now})`
  const other = await teamOf('boris*')
  await sql`insert into assignment (team_id, project_id) values (${other}, ${late})`
  await boris(createRequest, { body: { project: await newProject(), team: await teamOf('boris*') } })
  await state.service.app.catalog.refresh()
  return { id, other, nowhere }
}

test('a member gets the work of this team, as the profile has it for all teams, and the page of GET /team/{id}', async () => {
  const { id, other } = await teamAtWork()
  for (const who of [boris, vera]) {
    const { team, currentProject, finishedProjects, requests } = await overview(who, id)
    assert.deepEqual(team, await who(getTeam, at(id)))
    assert.deepEqual([currentProject?.slug, currentProject?.status], [`now-${id}`, 'completed'])
    assert.deepEqual(
      finishedProjects.map(({ slug }) => slug),
      [`late-${id}`, `early-${id}`],
    )
    assert.deepEqual(
      requests.map(({ slug, status }) => [slug, status]),
      [
        [`declined-${id}`, 'superseded'],
        [`late-${id}`, 'approved'],
      ],
    )
    const profile = await who(getProfile)
    assert.equal(profile.teams.find((one) => one.id === id)!.project, currentProject!.slug)
    const byId = ({ id }: { id: number }) => id
    assert.deepEqual(requests.map(byId), profile.requests.filter((one) => one.team === id).map(byId))
    for (const view of [currentProject!, ...finishedProjects, ...requests.map(({ project }) => project!)]) {
      const same = profile.projects.find(({ slug }) => slug === view.slug)!
      for (const [key, value] of Object.entries(view)) assert.deepEqual(value, same[key as keyof typeof same], `${view.slug} ${key}`)
    }
    for (const member of team.members) {
      const { name, roles, isAdministrator, user } = profile.members.find((one) => one.id === member.id)!
      assert.deepEqual([name, roles, isAdministrator, user], [member.name, member.roles, member.isAdministrator, member.person])
    }
  }
  const second = await overview(boris, other)
  assert.deepEqual([second.currentProject?.slug, second.finishedProjects, second.requests], [`late-${id}`, [], []])
})

test('who is not in the team gets no projects and applications, and a team that they cannot see is not found', async () => {
  const { sql } = state.service
  const { id, nowhere } = await teamAtWork()
  const workOf = async (who: Call) => {
    const { team: _, ...work } = await overview(who, id)
    return work
  }
  const seen = await overview(curator, id)
  assert.deepEqual([seen.team.members.length, await workOf(curator)], [2, nowhere])
  for (const who of [anna, gleb]) await refused('team_not_found', overview(who, id))
  await refused('team_not_found', overview(boris, 2_147_483_647))
  const [invited, asking] = [await personOf(sql, 'anna'), await personOf(sql, 'gleb')]
  await sql`insert into person_invitation (team_id, person_id, created_at, expires_at) values (${id}, ${invited}, now(), now() + interval '1 day')`
  await sql`insert into join_request (team_id, person_id, created_at, expires_at) values (${id}, ${asking}, now(), now() + interval '1 day')`
  for (const who of [anna, gleb]) {
    assert.deepEqual(await workOf(who), nowhere)
    assert.doesNotMatch(JSON.stringify(await overview(who, id)), /Вера|Борис|-\d+"|now-/)
  }
  await sql`delete from member where team_id = ${id} and person_id = ${await personOf(sql, 'vera')}`
  await refused('team_not_found', overview(vera, id))
  await sql`update team set is_looking = true where id = ${id}`
  assert.deepEqual(await workOf(vera), nowhere, 'a former member')
})

test('a draft has no name for members, and no cache on the way keeps the answer', async () => {
  const { sql, url } = state.service
  const id = await teamOf('boris*')
  const project = await addProject(sql, `draft-${id}`)
  await sql`insert into request (team_id, project_id) values (${id}, ${project})`
  await sql`update project set state = 'draft', name = 'Secret' where id = ${project}`
  await state.service.app.catalog.refresh()
  const { requests } = await overview(boris, id)
  assert.deepEqual([requests[0]!.slug, requests[0]!.project], [`draft-${id}`, null])
  const ask = (headers: Record<string, string>) => fetch(`${url}/team/${id}/overview`, { headers })
  const { status, headers } = await ask({ authorization: `Bearer ${tokenOf('boris')}` })
  assert.deepEqual([status, headers.get('cache-control')], [200, 'private, no-store'])
  assert.equal((await ask({})).status, 401)
  assert.equal((await ask({ authorization: `Bearer ${tokenOf('gleb')}` })).status, 404)
})
