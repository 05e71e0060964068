import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addMember,
  createTeam,
  deleteTeam,
  getConsoleTeam,
  listConsoleTeams,
  moveTeam,
  removeMember,
  updateTeam,
  updateTeamMember,
} from '#contract/console/team.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

const { service, curator } = useService({ people: ['curator'] })

const at = (id: number) => ({ params: { id: String(id) } })
const recorded = async (team: number) =>
  (await service.sql`select action, detail from audit_event where target = ${`team ${team}`} order by seq`).map(({ action, detail }) => [
    action,
    detail,
  ])

test('curators set the wanted roles of a team and whether it looks for people', async () => {
  const wantedRoles = [
    { role: 'Тестировщик', count: 2 },
    { role: 'Designer', count: 1 },
  ]
  const made = await curator(createTeam, { body: { name: 'Wanting', isLooking: true, wantedRoles } })
  const withCounts = (team: typeof made) => team.wantedRoles.map(({ role, count }) => [role, count])
  assert.deepEqual([made.isLooking, made.formedBy, made.disbandedAt], [true, 'curators', null])
  assert.deepEqual(withCounts(made), [
    ['QA', 2],
    ['Designer', 1],
  ])
  const edit = (body: object) => curator(updateTeam, { ...at(made.id), body: { name: 'Wanting', ...body } })
  assert.deepEqual(await edit({ isLooking: true }), made, 'nothing has changed')
  const changed = await edit({ isLooking: false, wantedRoles: [{ role: 'Designer', count: 3 }] })
  assert.deepEqual([changed.isLooking, withCounts(changed)], [false, [['Designer', 3]]])
  assert.deepEqual(withCounts(await edit({ description: 'Same roles' })), [['Designer', 3]])
  await refused('unknown_role', edit({ wantedRoles: [{ role: 'Juggler', count: 1 }] }))
  const twice = [
    { role: 'QA', count: 20 },
    { role: 'Тестировщик', count: 1 },
  ]
  await refused('too_many_wanted', edit({ wantedRoles: twice }))
  await refused('too_many_wanted', curator(createTeam, { body: { name: 'Too wanting', wantedRoles: twice } }))
  assert.deepEqual((await recorded(made.id)).slice(1), [
    ['updateTeam', { team: 'Wanting', isLooking: [true, false], wantedRoles: ['QA 2 · Designer', 'Designer 3'] }],
    ['updateTeam', { team: 'Wanting', description: [null, 'Same roles'] }],
  ])
  assert.deepEqual(withCounts(await edit({ wantedRoles: [] })), [])
})

test('teams are listed by who formed them, and disbanded ones only when asked for', async () => {
  const { sql } = service
  const [formed, gone] = [await addTeam(sql, 'Listed formed', 'anna*'), await addTeam(sql, 'Listed gone', 'anna*')]
  await sql`update team set formed_by = 'members' where id in ${sql([formed, gone])}`
  await sql`update team set disbanded_at = now() where id = ${gone}`
  const ids = async (query: object) => (await curator(listConsoleTeams, { query: { text: 'listed', ...query } })).teams.map(({ id }) => id)
  const usual = (await curator(createTeam, { body: { name: 'Listed usual' } })).id
  assert.deepEqual(await ids({}), [formed, usual])
  assert.deepEqual(await ids({ formedBy: 'members' }), [formed])
  assert.deepEqual(await ids({ formedBy: 'curators' }), [usual])
  assert.deepEqual(await ids({ life: 'living' }), [formed, usual])
  assert.deepEqual(await ids({ life: 'disbanded' }), [gone])
  assert.deepEqual(await ids({ life: 'disbanded', formedBy: 'curators' }), [])
})

test('a disbanded team can be read and deleted, but not changed', async () => {
  const { sql } = service
  const team = await addTeam(sql, 'Read only', 'anna*')
  await addProject(sql, 'not-for-disbanded')
  await sql`update team set disbanded_at = now() where id = ${team}`
  const read = await curator(getConsoleTeam, at(team))
  assert.ok(read.disbandedAt)
  const member = read.members[0]!.id
  await refused('team_not_found', curator(updateTeam, { ...at(team), body: { name: 'Read only 2' } }))
  await refused('team_not_found', curator(addMember, { ...at(team), body: { name: 'Somebody' } }))
  await refused('team_not_found', curator(moveTeam, { ...at(team), body: { project: 'not-for-disbanded' } }))
  await refused('member_not_found', curator(updateTeamMember, { ...at(member), body: { roles: [] } }))
  await refused('member_not_found', curator(removeMember, at(member)))
  assert.deepEqual(await curator(getConsoleTeam, at(team)), read)
  await curator(deleteTeam, at(team))
  await refused('team_not_found', curator(getConsoleTeam, at(team)))
})
