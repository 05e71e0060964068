import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { updateSettings } from '#contract/console/settings.ts'
import { type LookingTeam, listLookingTeams, updateJoining } from '#contract/joining.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addLookingTeam, giveRole, type Wanted, wantRoles } from '#tests/support/world/joining.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

const { service, gleb } = useService({ people: ['gleb'] })

const looking = (name: string, wanted: Wanted[] = [], ...logins: string[]) => addLookingTeam(service.sql, name, wanted, ...logins)
const idsOf = async (query = {}) => (await gleb(listLookingTeams, { query })).teams.map(({ id }) => id)
const only = async (): Promise<LookingTeam> => (await gleb(listLookingTeams)).teams[0]!

beforeEach(async () => {
  await service.sql`update team set is_looking = false`
  await service.sql`delete from person_joining`
  await service.sql`delete from join_request`
})

test('a team that looks for people says what it wants and misses, but not who is in it', async () => {
  const id = await looking('Seekers', [['QA', 2], ['Designer', 1]], 'anna', 'maya.lindqvist') // biome-ignore format: one line
  await giveRole(service.sql, id, 'QA')
  await service.sql`update team set description = 'We seek.' where id = ${id}`
  const { teams, total } = await gleb(listLookingTeams)
  const { updatedAt, name, ...team } = teams[0]!
  assert.equal(total, 1)
  assert.match(name, /^Seekers/)
  assert.ok(Date.parse(updatedAt) > 0)
  const designer = { role: 'Designer', roleRu: 'Дизайнер', count: 1 }
  assert.deepEqual(team, {
    id,
    description: 'We seek.',
    size: 2,
    mostMembers: 8,
    wantedRoles: [{ role: 'QA', roleRu: 'Тестировщик', count: 2 }, designer],
    missingRoles: [designer],
    matches: [],
    code: null,
    why: null,
  })
})

test('those that miss what the caller offers come first, then the newest', async () => {
  const plain = await looking('Plain')
  const qa = await looking('One', [['QA', 1]])
  const both = await looking('Both', [['Designer', 1], ['QA', 1]]) // biome-ignore format: one line
  const covered = await looking('Covered', [['QA', 1]])
  await giveRole(service.sql, covered, 'QA')
  assert.deepEqual(await idsOf(), [covered, both, qa, plain])
  await gleb(updateJoining, { body: { roles: ['QA', 'Designer'] } })
  assert.deepEqual(await idsOf(), [both, qa, covered, plain])
})

test('wanting one more role never lowers the place; renaming changes nothing', async () => {
  await gleb(updateJoining, { body: { roles: ['QA', 'Designer'] } })
  const ids = [await looking('A', [['QA', 1]]), await looking('B', [['DevOps', 1]]), await looking('C', [['Designer', 1]])]
  const roles: Wanted[] = [['QA', 1], ['Analyst', 2], ['Designer', 1]] // biome-ignore format: one line
  for (const id of ids) {
    const wanted: Wanted[] = []
    await wantRoles(service.sql, id, wanted)
    let place = (await idsOf()).indexOf(id)
    for (const role of roles) {
      wanted.unshift(role)
      await wantRoles(service.sql, id, wanted)
      const next = (await idsOf()).indexOf(id)
      assert.ok(next <= place, `${role[0]}: from ${place} to ${next}`)
      place = next
    }
    assert.equal(place, 0)
    await wantRoles(service.sql, id, [['QA', 1]])
  }
  const seen = async () => (await gleb(listLookingTeams)).teams.map(({ name: _, ...rest }) => rest)
  const before = await seen()
  await service.sql`update team set name = 'Я ' || (100 - id) where is_looking`
  await service.sql`update person set name = 'X', surname = 'Y', patronymic = '', avatar = 'https://example.org/z'`
  assert.deepEqual(await seen(), before)
})

test('teams are found by words and by a role that they miss', async () => {
  const forest = await looking('Ёлочный лес', [['QA', 1]])
  const sea = await looking('Sea', [['Designer', 1]])
  await giveRole(service.sql, sea, 'Designer')
  assert.deepEqual(await idsOf({ text: 'ЕЛОЧНЫЙ' }), [forest])
  assert.deepEqual(await idsOf({ role: 'тестировщик' }), [forest])
  for (const query of [{ role: 'Designer' }, { role: 'Wizard' }, { text: 'river' }]) assert.deepEqual(await idsOf(query), [])
  const { total, teams } = await gleb(listLookingTeams, { query: { page: '2', pageSize: '1' } })
  assert.deepEqual([total, teams.map(({ id }) => id)], [2, [forest]])
  await refused('invalid_value', gleb(listLookingTeams, { query: { pageSize: '0' } }))
})

test('without own teams, full ones, those with a project, and those that are being disbanded', async (t) => {
  const admin = await callAs(service, 'admin')
  const id = await looking('Joinable', [], 'anna', 'maya.lindqvist')
  assert.deepEqual(await idsOf(), [id])
  const hides = async (what: string, hide: () => Promise<unknown>, show: () => Promise<unknown>) => {
    await hide()
    assert.deepEqual(await idsOf(), [], what)
    await show()
    assert.deepEqual(await idsOf(), [id], what)
  }
  t.after(() => admin(updateSettings, { body: { mostTeamSize: 8 } }))
  const most = (mostTeamSize: number) => admin(updateSettings, { body: { mostTeamSize } })
  await hides('full', () => most(2), () => most(3)) // biome-ignore format: one line
  const { sql } = service
  await hides(
    'own',
    () => sql`insert into member (team_id, person_id, name) values (${id}, ${gleb.tokens.user.id}, 'Gleb')`,
    () => sql`delete from member where person_id = ${gleb.tokens.user.id}`,
  )
  await hides(
    'being disbanded',
    () =>
      sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${id}, 'disband', now(), now() + interval '1 day')`,
    () => sql`delete from pending_team_change`,
  )
  await hides('not looking', () => sql`update team set is_looking = false where id = ${id}`, () => sql`update team set is_looking = true where id = ${id}`) // biome-ignore format: one line
  await hides(
    'nobody can answer',
    () => sql`update member set person_id = null where team_id = ${id}`,
    () => sql`update member set person_id = (select id from person where login = 'anna') where team_id = ${id} and is_administrator`,
  )
  const project = await addProject(sql, 'keeps-a-team-busy')
  await hides(
    'working',
    () => sql`insert into assignment (team_id, project_id, assigned_at) values (${id}, ${project}, now())`,
    () => sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${id}`,
  )
  await sql`
    with request as (insert into request (team_id, project_id) values (${id}, ${project}) returning id, team_id, project_id)
    insert into pending_decision (request_id, project_id, team_id, decision, decided_at, due_at)
    select id, project_id, team_id, 'approved', now(), now() + interval '1 day' from request`
  assert.deepEqual(await idsOf(), [id], 'a decision that only curators know is not told')
  await sql`update team set disbanded_at = now(), is_looking = false where id = ${id}`
  assert.deepEqual(await idsOf(), [], 'disbanded')
})

test('the code says what a request to join would be answered with', async (t) => {
  const admin = await callAs(service, 'admin')
  const { sql } = service
  const id = await looking('Asked')
  const others = [await looking('O'), await looking('O'), await looking('O'), await looking('O'), await looking('O')]
  await sql`update team set is_looking = false where id = any(${others})`
  const ask = (team: number) =>
    sql`insert into join_request (team_id, person_id, created_at, expires_at) values (${team}, ${gleb.tokens.user.id}, now(), now() + interval '14 days')`
  const codes = async () => [(await only()).code, (await only()).why]
  await ask(id)
  assert.equal((await codes())[0], 'already_asked_to_join')
  await sql`delete from join_request`
  for (const other of others) await ask(other)
  const [code, why] = await codes()
  assert.equal(code, 'too_many_join_requests')
  assert.match(why!, /limit of 5 requests.* 336 h/)
  await sql`delete from join_request`
  const own = await addTeam(sql, 'Own team of Gleb', 'gleb')
  assert.equal((await codes())[0], 'too_many_teams')
  const { teams } = await gleb(listLookingTeams, { headers: { 'accept-language': 'ru' } })
  assert.match(teams[0]!.why!, /без текущего проекта.*предел — 1\./)
  await sql`delete from member where team_id = ${own}`
  assert.deepEqual(await codes(), [null, null])
  await admin(updateSettings, { body: { whoFormsTeams: 'curators' } })
  t.after(() => admin(updateSettings, { body: { whoFormsTeams: 'members' } }))
  assert.equal((await codes())[0], 'teams_by_curators_only')
})
