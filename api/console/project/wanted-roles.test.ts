import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ConsoleProject,
  createProject,
  duplicateProject,
  getConsoleProject,
  setProjectState,
  updateProject,
} from '#contract/console/project.ts'
import { createWord, deleteWord, listWords, mergeWord, updateWord } from '#contract/console/vocabulary.ts'
import { findProjects, getProject } from '#contract/project.ts'
import type { WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addTeam, personOf } from '#tests/support/world/requests.ts'

// Wanted roles of a project: written in the console, shown and searched in public.

const { service, curator } = useService({ people: ['curator'] })

const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const create = (name: string, wantedRoles?: WantedRoleDraft[]) => curator(createProject, { body: { name, wantedRoles } })
const write = (project: ConsoleProject, wantedRoles: WantedRoleDraft[], headers = {}) =>
  curator(updateProject, { ...at(project), body: { name: project.name, wantedRoles }, headers })
const published = async (name: string, wantedRoles: WantedRoleDraft[]) =>
  curator(setProjectState, { ...at(await create(name, wantedRoles)), body: { state: 'published' } })
const found = async (text: string) =>
  (await service.call(findProjects, { body: { filters: { text }, pageSize: 100 } })).projects.map(({ slug }) => slug)
const newRole = (name: string, aliases: string[] = [], nameRu: string | null = null) =>
  curator(createWord, { params: { kind: 'role' }, body: { name, nameRu, aliases } })
const rolesOf = ({ wantedRoles }: Pick<ConsoleProject, 'wantedRoles'>) => wantedRoles.map(({ role, count }) => `${role} ${count}`)

test('wanted roles are written by any name of the role, kept in order, and shown in lists and on the page', async () => {
  const project = await published('Wanted by any name', [
    { role: 'Тестировщик', count: 1 },
    { role: 'designer', count: 2 },
    { role: 'QA engineer', count: 3 },
  ])
  const expected = [
    { role: 'QA', roleRu: 'Тестировщик', count: 4 },
    { role: 'Designer', roleRu: 'Дизайнер', count: 2 },
  ]
  assert.deepEqual(project.wantedRoles, expected)
  assert.deepEqual((await curator(getConsoleProject, at(project))).wantedRoles, expected)
  assert.deepEqual((await service.call(getProject, { params: { slug: project.slug } })).project.wantedRoles, expected)
  const [listed] = (await service.call(findProjects, { body: { filters: { text: 'wanted by any name' } } })).projects
  assert.deepEqual(listed?.wantedRoles, expected)
  assert.deepEqual((await create('Wants nobody')).wantedRoles, [])
})

test('a change is recorded, an omitted key keeps the roles, a call without a change is not recorded', async () => {
  const project = await create('Recorded roles', [{ role: 'QA', count: 1 }])
  const changed = await write(project, [
    { role: 'Designer', count: 2 },
    { role: 'QA', count: 1 },
  ])
  assert.deepEqual(rolesOf(changed), ['Designer 2', 'QA 1'])
  assert.notEqual(changed.updatedAt, project.updatedAt)
  const same = await curator(updateProject, { ...at(project), body: { name: project.name } })
  assert.deepEqual(await write(project, changed.wantedRoles), same)
  assert.deepEqual(rolesOf(await write(project, [])), [])
  const rows = await service.sql`
    select actor_id as actor, detail from audit_event where target = ${`project ${project.id}`} and action = 'updateProject' order by seq`
  const actor = await personOf(service.sql, 'curator')
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { actor, detail: { wantedRoles: ['QA', 'Designer 2 · QA'] } },
      { actor, detail: { wantedRoles: ['Designer 2 · QA', ''] } },
    ],
  )
})

test('an outdated If-Match is refused after a change of the wanted roles', async () => {
  const project = await create('Matched roles', [{ role: 'QA', count: 1 }])
  const headers = { authorization: `Bearer ${curator.tokens.accessToken}` }
  const etag = (await fetch(`${service.url}/console/project/${project.id}`, { headers })).headers.get('etag')!
  await write(project, [{ role: 'QA', count: 2 }], { 'if-match': etag })
  await refused('precondition_failed', write(project, [{ role: 'QA', count: 3 }], { 'if-match': etag }))
  assert.deepEqual(rolesOf(await curator(getConsoleProject, at(project))), ['QA 2'])
})

test('unknown roles, too many roles and impossible numbers are refused', async () => {
  const project = await create('Refusals', [{ role: 'QA', count: 1 }])
  const unknown = await refused('unknown_role', write(project, [{ role: 'Wizard', count: 1 }, { role: 'QA', count: 1 }])) // biome-ignore format: one line
  assert.match(unknown.detail, /“Wizard”/)
  for (const count of [0, 21, -1]) await refused('invalid_value', write(project, [{ role: 'QA', count }]))
  await refused('invalid_input', write(project, [{ role: 'QA', count: 1.5 }]))
  await refused('invalid_input', write(project, [{ role: 'QA' } as never]))
  await refused(
    'invalid_value',
    write(
      project,
      Array.from({ length: 13 }, () => ({ role: 'QA', count: 1 })),
    ),
  )
  const sum = await refused('invalid_value', write(project, [{ role: 'QA', count: 20 }, { role: 'Tester', count: 1 }])) // biome-ignore format: one line
  assert.equal(sum.errors![0]!.path, 'wantedRoles')
  assert.deepEqual(rolesOf(await curator(getConsoleProject, at(project))), ['QA 1'])
  const { words } = await curator(listWords, { params: { kind: 'role' } })
  const twelve = words.slice(0, 12).map(({ name }) => ({ role: name, count: 20 }))
  assert.deepEqual(
    rolesOf(await write(project, twelve)),
    twelve.map(({ role, count }) => `${role} ${count}`),
  )
  assert.deepEqual(
    rolesOf(await write(project, twelve.toReversed())),
    twelve.toReversed().map(({ role, count }) => `${role} ${count}`),
  )
})

test('a duplicate looks for the same roles', async () => {
  const project = await create('Model of roles', [{ role: 'QA', count: 2 }, { role: 'DevOps', count: 1 }]) // biome-ignore format: one line
  assert.deepEqual(rolesOf(await curator(duplicateProject, at(project))), ['QA 2', 'DevOps 1'])
})

test('a wanted role counts as used: it is not deleted, and merging adds up the numbers', async () => {
  const [from, into] = [await newRole('Beekeeper'), await newRole('Apiarist')]
  const both = await create('Both roles', [{ role: 'Beekeeper', count: 15 }, { role: 'QA', count: 1 }, { role: 'Apiarist', count: 6 }]) // biome-ignore format: one line
  const one = await create('One role', [{ role: 'QA', count: 1 }, { role: 'Beekeeper', count: 3 }]) // biome-ignore format: one line
  const params = { kind: 'role' as const, id: String(from.id) }
  const { words } = await curator(listWords, { params: { kind: 'role' } })
  assert.equal(words.find(({ id }) => id === from.id)!.uses, 2)
  assert.match((await refused('word_in_use', curator(deleteWord, { params }))).detail, /used 2 times/)
  await curator(mergeWord, { params, body: { into: into.id } })
  assert.deepEqual(rolesOf(await curator(getConsoleProject, at(both))), ['Apiarist 20', 'QA 1'])
  assert.deepEqual(rolesOf(await curator(getConsoleProject, at(one))), ['QA 1', 'Apiarist 3'])
})

test('a role that a team wants or a person offers counts as used, too, and is merged', async () => {
  const { sql } = service
  const [from, into] = [await newRole('Charcoal burner'), await newRole('Collier')]
  const [both, one] = [await addTeam(sql, 'Wants both', 'anna'), await addTeam(sql, 'Wants one', 'anna')]
  await sql`insert into team_wanted_role values (${both}, ${into.id}, 6, 0), (${both}, ${from.id}, 15, 1), (${one}, ${from.id}, 2, 0)`
  const people = [await personOf(sql, 'gleb'), await personOf(sql, 'vera')]
  await sql`delete from person_joining where person_id = any(${people})`
  for (const id of people) await sql`insert into person_joining values (${id}, true, null, false, now())`
  await sql`insert into person_joining_role values (${people[0]!}, ${from.id}, 0), (${people[0]!}, ${into.id}, 1), (${people[1]!}, ${from.id}, 0)`
  const params = { kind: 'role' as const, id: String(from.id) }
  const { words } = await curator(listWords, { params: { kind: 'role' } })
  assert.equal(words.find(({ id }) => id === from.id)!.uses, 4)
  assert.match((await refused('word_in_use', curator(deleteWord, { params }))).detail, /used 4 times/)
  await curator(mergeWord, { params, body: { into: into.id } })
  const wanted =
    await sql`select team_id as team, role_id as role, count, position from team_wanted_role where role_id in (${from.id}, ${into.id}) order by 1`
  assert.deepEqual(
    wanted.map((row) => ({ ...row })),
    [
      { team: both, role: into.id, count: 20, position: 0 },
      { team: one, role: into.id, count: 2, position: 0 },
    ],
  )
  const offered =
    await sql`select person_id as person, role_id as role, position from person_joining_role where person_id = any(${people}) order by 1`
  assert.deepEqual(
    offered.map((row) => ({ ...row })),
    people.toSorted((a, b) => a - b).map((person) => ({ person, role: into.id, position: 0 })),
  )
})

test('a project is found by the name, Russian name and aliases of the roles it looks for', async () => {
  const role = await newRole('Glassblower', ['vitrier', 'выдувальщик колб'], 'Стеклодув')
  const { slug } = await published('Kiln', [{ role: 'Glassblower', count: 1 }])
  for (const text of ['glassblower', 'Стеклодув', 'стеклодува', 'vitrier', 'выдувальщик']) assert.deepEqual(await found(text), [slug], text)
  await curator(updateWord, {
    params: { kind: 'role', id: String(role.id) },
    body: { name: 'Enameller', nameRu: 'Эмальер', aliases: ['cloisonneur'] },
  })
  for (const text of ['enameller', 'эмальер', 'cloisonneur']) assert.deepEqual(await found(text), [slug], text)
  for (const text of ['glassblower', 'стеклодув', 'vitrier', 'выдувальщик']) assert.deepEqual(await found(text), [], text)
  assert.deepEqual((await service.call(getProject, { params: { slug } })).project.wantedRoles, [
    { role: 'Enameller', roleRu: 'Эмальер', count: 1 },
  ])
  // Only the aliases change: nothing in the list does, but cached searches must. A response is cached when it is asked for again.
  for (let n = 0; n < 3; n++) assert.deepEqual([await found('cloisonneur'), await found('niellist')], [[slug], []])
  await curator(updateWord, {
    params: { kind: 'role', id: String(role.id) },
    body: { name: 'Enameller', nameRu: 'Эмальер', aliases: ['niellist'] },
  })
  assert.deepEqual([await found('cloisonneur'), await found('niellist')], [[], [slug]])
})

test('a role that is not wanted any more is not found', async () => {
  await newRole('Falconer')
  const project = await published('Meadow', [{ role: 'Falconer', count: 1 }])
  assert.deepEqual(await found('falconer'), [project.slug])
  await write(project, [])
  assert.deepEqual(await found('falconer'), [])
})
