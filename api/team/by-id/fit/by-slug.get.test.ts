import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createWord } from '#contract/console/vocabulary.ts'
import { getTeamFit, updateJoining } from '#contract/joining.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'

let team: number
const { service } = useService()
before(async () => {
  const { sql } = service
  await sql`delete from person_joining`
  team = await addTeam(sql, 'Fitting', 'vera', 'maya.lindqvist', 'kenji.mori', 'jonas.weber')
  const project = await addProject(sql, 'wants-five')
  const wanted = [['Designer', 1], ['QA', 2], ['Backend Developer', 1], ['DevOps', 1]] as const // biome-ignore format: one line
  for (const [position, [role, count]] of wanted.entries())
    await sql`insert into project_wanted_role select ${project}, id, ${count}, ${position} from role where name = ${role}`
  const roles = [['vera', 'Designer', 'QA'], ['maya.lindqvist', 'QA'], ['kenji.mori', 'Designer'], ['jonas.weber', 'Backend Developer']] // biome-ignore format: one line
  for (const [login, ...names] of roles)
    await sql`
      insert into member_role (member_id, role_id, position)
      select m.id, r.id, r.id from member m, role r where m.team_id = ${team} and m.person_id = ${await personOf(sql, login!)} and r.name = any(${names})`
  await service.app.catalog.refresh()
})

const at = (slug = 'wants-five', id: number | string = team) => ({ params: { id: String(id), slug } })

test('a team covers four of five places; the missing role says how many open people offer it', async () => {
  const vera = await callAs(service, 'vera')
  const [curator, gleb] = [await callAs(service, 'curator'), await callAs(service, 'gleb')]
  // Shares an alias with DevOps, so it matches.
  await curator(createWord, { params: { kind: 'role' }, body: { name: 'Site Keeper', aliases: ['ops'] } })
  await service.sql`update role set aliases = aliases || 'Ops'::text where name = 'DevOps'`
  await service.app.catalog.refresh()
  const fit = await vera(getTeamFit, at())
  assert.deepEqual([fit.covered, fit.wanted], [4, 5])
  assert.deepEqual(
    fit.matches.map(({ role, words, count, covered }) => [role, words, count, covered]),
    [
      ['Designer', ['Designer'], 1, 1],
      ['QA', ['QA'], 2, 2],
      ['Backend Developer', ['Backend Developer'], 1, 1],
      ['DevOps', [], 1, 0],
    ],
  )
  const missing = async () => (await vera(getTeamFit, at())).missing
  assert.deepEqual(await missing(), [{ role: 'DevOps', roleRu: 'DevOps-инженер', count: 1, openPeople: 0 }])
  const boris = await callAs(service, 'boris')
  await gleb(updateJoining, { body: { isOpen: true, roles: ['DevOps', 'Site Keeper'] } })
  await boris(updateJoining, { body: { isOpen: true, roles: ['Site Keeper'] } })
  await vera(updateJoining, { body: { isOpen: true, roles: ['DevOps'] } }) // is in the team
  assert.equal((await missing())[0]!.openPeople, 2)
  await boris(updateJoining, { body: { isOpen: false } })
  assert.equal((await missing())[0]!.openPeople, 1)
  assert.deepEqual(await curator(getTeamFit, at()), await vera(getTeamFit, at()))
})

test('a project that wants nothing', async () => {
  await addProject(service.sql, 'wants-nothing')
  await service.app.catalog.refresh()
  const vera = await callAs(service, 'vera')
  assert.deepEqual(await vera(getTeamFit, at('wants-nothing')), { covered: 0, wanted: 0, matches: [], missing: [] })
})

test('others are refused, and do not learn of a team that does not look for people', async () => {
  const [gleb, vera] = [await callAs(service, 'gleb'), await callAs(service, 'vera')]
  await refused('team_not_found', gleb(getTeamFit, at()))
  await service.sql`update team set is_looking = true where id = ${team}`
  await refused('not_in_team', gleb(getTeamFit, at()))
  await refused('team_not_found', vera(getTeamFit, at('wants-five', 9999999999)))
  await refused('project_not_found', vera(getTeamFit, at('no-such')))
  const [draft] = await service.sql`select slug from project where state = 'draft' limit 1`
  await refused('project_not_found', vera(getTeamFit, at(draft!.slug)))
})
