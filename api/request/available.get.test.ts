import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { updateSettings } from '#contract/console/settings.ts'
import { getProjectStatus } from '#contract/profile.ts'
import { createRequest, listAvailable, withdrawRequest } from '#contract/request.ts'
import { disbandTeam } from '#contract/team.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'

let database: TestDatabase
let service: TestService
let gleb: Awaited<ReturnType<typeof callAs>>
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  await database.sql`update project set state = 'archived'`
  service = await startService({ database })
  gleb = await callAs(service, 'gleb')
})
after(async () => {
  await service.close()
  await database.close()
})

test('without an administrated team the lists are empty', async () => {
  await addProject(service.sql, 'open', { name: 'Open' })
  await addTeam(service.sql, 'Only a member', 'gleb', 'anna*')
  assert.deepEqual(await gleb(listAvailable), { teams: [], projectReferences: [] })
})

test('free teams are listed with the open projects they have not applied for', async () => {
  const { sql } = service
  const [first, second, busy] = [
    await addTeam(sql, 'Alpha', 'gleb*'),
    await addTeam(sql, 'Beta', 'gleb*', 'vera'),
    await addTeam(sql, 'Busy', 'gleb*'),
  ]
  await addProject(sql, 'another', { name: 'Another', teamLimit: null })
  await addProject(sql, 'full', { teamLimit: 1 })
  await sql`insert into assignment (team_id, project_id) select ${busy}, id from project where slug = 'full'`
  await addProject(sql, 'draft', { state: 'draft' })
  await addProject(sql, 'closed', { enrollmentStart: dayFromNow(-9), enrollmentEnd: dayFromNow(-1) })
  await addProject(sql, 'soon', { enrollmentStart: dayFromNow(1) })
  await addProject(sql, 'started', { enrollmentStart: null, enrollmentEnd: null, dateStart: dayFromNow(0) })
  await addProject(sql, 'over', { enrollmentStart: null, enrollmentEnd: null, dateEnd: dayFromNow(-1) })
  await addProject(sql, 'nowhere', { teamLimit: 0 })
  await addProject(sql, 'last-day', { name: 'Last day', enrollmentStart: dayFromNow(0), enrollmentEnd: dayFromNow(0) })
  const references = [
    { id: 'another', name: 'Another' },
    { id: 'last-day', name: 'Last day' },
    { id: 'open', name: 'Open' },
  ]
  const all = ['another', 'last-day', 'open']
  const expected = {
    teams: [
      { id: first, name: 'Alpha', projects: all },
      { id: second, name: 'Beta', projects: all },
    ],
    projectReferences: references,
  }
  assert.deepEqual(await gleb(listAvailable), expected)
  const request = await gleb(createRequest, { body: { project: 'open', team: first } })
  expected.teams[0]!.projects = ['another', 'last-day']
  assert.deepEqual(await gleb(listAvailable), expected, 'on the very next call')
  for (const project of ['another', 'last-day']) await gleb(createRequest, { body: { project, team: first } })
  expected.teams.shift()
  assert.deepEqual(await gleb(listAvailable), expected, 'a team without any possible project is left out')
  await gleb(withdrawRequest, { params: { id: String(request.id) } })
  assert.deepEqual((await gleb(listAvailable)).teams[0], { id: first, name: 'Alpha', projects: ['open'] })
  await sql`delete from member where team_id = ${second}`
  await service.app.catalog.refresh()
  assert.deepEqual(await gleb(listAvailable), {
    teams: [{ id: first, name: 'Alpha', projects: ['open'] }],
    projectReferences: [{ id: 'open', name: 'Open' }],
  })
})

test('a team with the maximum of pending applications is omitted', async () => {
  const team = await addTeam(service.sql, 'Greedy', 'vera*')
  const vera = await callAs(service, 'vera')
  for (let n = 0; n < 6; n++) await addProject(service.sql, `more-${n}`)
  for (let n = 0; n < 4; n++) await vera(createRequest, { body: { project: `more-${n}`, team } })
  const offered = async () => (await vera(listAvailable)).teams.find(({ id }) => id === team)?.projects ?? []
  assert.ok((await offered()).includes('more-5'))
  await vera(createRequest, { body: { project: 'more-4', team } })
  assert.deepEqual(await offered(), [])
})

test('a team that is too small or is being disbanded is not offered', async () => {
  const { sql } = service
  const [team, admin, boris] = [await addTeam(sql, 'Two', 'boris*', 'vera'), await callAs(service, 'admin'), await callAs(service, 'boris')]
  await addProject(sql, 'for-two')
  const isOffered = async () => {
    const [{ teams }, { user }] = [await boris(listAvailable), await boris(getProjectStatus, { query: { project: 'for-two' } })]
    assert.equal(teams.some(({ id }) => id === team), user.assignableTeams.includes(team), 'both calls say the same') // biome-ignore format: one line
    return user.assignableTeams.includes(team)
  }
  assert.equal(await isOffered(), true)
  await admin(updateSettings, { body: { leastTeamSize: 3 } })
  assert.equal(await isOffered(), false)
  await admin(updateSettings, { body: { leastTeamSize: 2 } })
  assert.equal(await isOffered(), true)
  await boris(disbandTeam, { params: { id: String(team) } })
  assert.equal(await isOffered(), false)
})
