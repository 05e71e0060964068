import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyDecision } from '#contract/console/request.ts'
import { getProjectStatus } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { createRequest, decideRequest, listAvailable, updateRequest, withdrawRequest } from '#contract/request.ts'
import { createLink } from '#contract/result.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addTeam, personOf } from '#tests/support/world/requests.ts'

// Demo data: anna administrates "Северный ветер", which has applied for karta-dvorov and has no project.
let service: TestService
let second: TestService // another process on the same database
before(async () => {
  service = await startService()
  second = await startService({ database: service.database })
})
after(async () => {
  await second.close()
  await service.close()
})

test('a team applies and is approved: every caller sees it on the next call', async () => {
  const { sql } = service
  const [anna, boris, curator] = [await callAs(service, 'anna'), await callAs(service, 'boris'), await callAs(service, 'curator')]
  const guest = service.call
  assert.deepEqual(await boris(listAvailable), { teams: [], projectReferences: [] }, 'his team has a project')
  const { teams, projectReferences } = await anna(listAvailable)
  assert.equal(teams.length, 1)
  const [{ id: team, projects } = { id: 0, projects: [] as string[] }] = teams
  assert.ok(projects.includes('tutoring-marketplace') && projects.includes('lecture-notes-search'))
  assert.ok(!projects.includes('karta-dvorov'), 'it waits for that one already')
  assert.deepEqual(projectReferences.map(({ id }) => id).sort(), projects.toSorted())
  for (const slug of projects)
    assert.equal((await guest(getProject, { params: { slug } })).project.status, 'open', `${slug} is offered, so it is open`)

  const slug = 'lecture-notes-search'
  const before = (await guest(getProject, { params: { slug } })).project
  const request = await anna(createRequest, { body: { project: slug, team, message: 'We take notes ourselves.' } })
  const other = await anna(createRequest, { body: { project: 'tutoring-marketplace', team } })
  const applied = (await guest(getProject, { params: { slug } })).project
  assert.equal(applied.requestCount, before.requestCount + 1)
  assert.equal(applied.freePlaces, before.freePlaces, 'an application takes no place')
  await anna(updateRequest, { body: { request: request.id, message: 'We take very good notes.' } })

  await refused('not_permitted', anna(decideRequest, { params: { id: String(request.id) }, body: { decision: 'approve' } }))
  const decided = await curator(decideRequest, { params: { id: String(request.id) }, body: { decision: 'approve', comment: 'Welcome' } })
  assert.deepEqual([decided.status, decided.message, decided.comment], ['approved', 'We take very good notes.', 'Welcome'])
  const { decidedAt } = await curator(applyDecision, { params: { id: String(request.id) } })

  const chosen = await anna(getProject, { params: { slug } })
  assert.ok(chosen.project.teams.includes(team))
  assert.equal(chosen.project.freePlaces, before.freePlaces! - 1)
  assert.equal(chosen.project.requestCount, before.requestCount)
  assert.equal(chosen.teams.find(({ id }) => id === team)!.project, slug)
  assert.deepEqual((await guest(getProject, { params: { slug } })).project.teams, chosen.project.teams, 'guests see it too')
  const ended = await sql`select p.slug, r.status from request r join project p on p.id = r.project_id
    where r.team_id = ${team} and r.decided_at = ${decidedAt} order by p.slug`
  assert.deepEqual(
    ended.map((row) => ({ ...row })),
    [
      { slug: 'karta-dvorov', status: 'superseded' },
      { slug, status: 'approved' },
      { slug: 'tutoring-marketplace', status: 'superseded' },
    ],
  )
  assert.deepEqual((await anna(listAvailable)).teams, [])
  await refused('team_busy', anna(createRequest, { body: { project: 'tutoring-marketplace', team } }))
  await refused('request_decided', anna(withdrawRequest, { params: { id: String(other.id) } }))
  const kinds = await sql`select kind from outbox where person_id = ${await personOf(sql, 'anna')} order by id`
  assert.deepEqual(kinds.map(({ kind }) => kind).sort(), [
    ...['request_approved', 'request_received', 'request_received', 'request_superseded', 'request_superseded'],
  ])
})

test('a team with a finished project applies again; the old assignment stays, and results can be added until the next one', async () => {
  const { sql } = service
  const [boris, curator] = [await callAs(service, 'boris'), await callAs(service, 'curator')]
  const [{ id: team }] = (await sql`select id from team where name = 'Маяк'`) as unknown as [{ id: number }]
  await sql`update project set date_end = current_date where slug = 'museum-pocket-guide'`
  await refused('team_busy', boris(createRequest, { body: { project: 'tutoring-marketplace', team } }))
  await sql`update project set date_end = current_date - 1 where slug = 'museum-pocket-guide'`
  assert.ok((await boris(listAvailable)).teams.some(({ id }) => id === team))
  assert.ok((await boris(getProjectStatus)).user.assignableTeams.includes(team))
  await boris(createLink, { body: { project: 'museum-pocket-guide', link: 'https://example.org/after-the-end' } })
  const { id } = await boris(createRequest, { body: { project: 'tutoring-marketplace', team } })
  await curator(decideRequest, { params: { id: String(id) }, body: { decision: 'approve' } })
  await curator(applyDecision, { params: { id: String(id) } })
  const work =
    await sql`select p.slug, a.outcome from assignment a join project p on p.id = a.project_id where a.team_id = ${team} order by a.id`
  assert.deepEqual(
    work.slice(-2).map((row) => ({ ...row })),
    [
      { slug: 'museum-pocket-guide', outcome: 'finished' },
      { slug: 'tutoring-marketplace', outcome: null },
    ],
  )
  assert.ok((await boris(getProject, { params: { slug: 'museum-pocket-guide' } })).project.teams.includes(team))
  await refused('not_working_on_it', boris(createLink, { body: { project: 'museum-pocket-guide', link: 'https://example.org/too-late' } }))
})

test('a withdrawn application leaves no trace in the project, also in another process', async () => {
  const gleb = await callAs(service, 'gleb')
  const team = await addTeam(service.sql, 'Newcomers', 'gleb*')
  const slug = 'tutoring-marketplace'
  const count = async (from: TestService) => (await from.call(getProject, { params: { slug } })).project.requestCount
  const before = await count(service)
  const request = await gleb(createRequest, { body: { project: slug, team } })
  await second.app.catalog.refresh()
  assert.equal(await count(second), before + 1)
  await gleb(withdrawRequest, { params: { id: String(request.id) } })
  assert.equal(await count(service), before)
  await second.app.catalog.refresh()
  assert.equal(await count(second), before)
  assert.equal((await gleb(createRequest, { body: { project: slug, team } })).status, 'submitted', 'and it can change its mind')
})
