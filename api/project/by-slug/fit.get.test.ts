import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { getTeamFit, listTeamFits, updateJoining } from '#contract/joining.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'
import { takeFromTeams } from '#tests/support/world/teams.ts'

const { service } = useService()
const at = (slug = 'wants-two') => ({ params: { slug } })
let teams: number[]
before(async () => {
  const { sql } = service
  await sql`delete from person_joining`
  await takeFromTeams(sql, 'vera', 'boris', 'gleb')
  const project = await addProject(sql, 'wants-two')
  for (const [position, role] of ['Designer', 'QA'].entries())
    await sql`insert into project_wanted_role select ${project}, id, 1, ${position} from role where name = ${role}`
  teams = [
    await addTeam(sql, 'With a designer', 'vera', 'boris*'),
    await addTeam(sql, 'With a tester', 'vera*', 'maya.lindqvist'),
    await addTeam(sql, 'Disbanded', 'vera*'),
    await addTeam(sql, 'Empty', 'vera'),
    await addTeam(sql, 'Fourth', 'vera*'),
  ]
  await sql`update team set disbanded_at = now() where name = 'Disbanded'`
  await addTeam(sql, 'Of others', 'boris*')
  for (const [team, login, role] of [[teams[0], 'boris', 'Designer'], [teams[1], 'maya.lindqvist', 'QA']] as const) // biome-ignore format: one line
    await sql`
      insert into member_role (member_id, role_id, position)
      select m.id, r.id, 0 from member m, role r where m.team_id = ${team!} and m.person_id = ${await personOf(sql, login)} and r.name = ${role}`
  await service.app.catalog.refresh()
})

test('up to three teams of the caller, each as the call for that team has it', async () => {
  const vera = await callAs(service, 'vera')
  await (await callAs(service, 'gleb'))(updateJoining, { body: { isOpen: true, roles: ['QA', 'Designer'] } })
  await (await callAs(service, 'boris'))(updateJoining, { body: { isOpen: true, roles: ['QA'] } }) // is in the first team
  const found = (await vera(listTeamFits, at())).teams
  assert.deepEqual(
    found.map(({ id, name, isAdministrator }) => [id, name, isAdministrator]),
    [
      [teams[0], 'With a designer', false],
      [teams[1], 'With a tester', true],
      [teams[3], 'Empty', false],
    ],
  )
  assert.deepEqual(
    found.map(({ fit }) => [fit.covered, fit.wanted, fit.missing.map(({ role, openPeople }) => [role, openPeople])]),
    [
      [1, 2, [['QA', 1]]],
      [1, 2, [['Designer', 1]]],
      [0, 2, [['Designer', 1], ['QA', 2]]], // biome-ignore format: one line
    ],
  )
  for (const { id, fit } of found) assert.deepEqual(fit, await vera(getTeamFit, { params: { id: String(id), slug: 'wants-two' } }))
})

test('people without a team get none, a project that guests cannot see is not found, and no cache on the way keeps the answer', async () => {
  for (const login of ['gleb', 'curator']) assert.deepEqual(await (await callAs(service, login))(listTeamFits, at()), { teams: [] })
  const vera = await callAs(service, 'vera')
  await refused('project_not_found', vera(listTeamFits, at('no-such')))
  const [draft] = await service.sql`select slug from project where state = 'draft' limit 1`
  await refused('project_not_found', vera(listTeamFits, at(draft!.slug)))
  const ask = (headers: Record<string, string>) => fetch(`${service.url}/project/wants-two/fit`, { headers })
  const { accessToken } = vera.tokens
  assert.equal((await ask({ authorization: `Bearer ${accessToken}` })).headers.get('cache-control'), 'private, no-store')
  assert.equal((await ask({})).status, 401)
})
