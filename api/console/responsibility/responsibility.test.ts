import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { mergePeople, previewMerge, setAccess, setDisabled } from '#contract/console/person.ts'
import { createProject, duplicateProject, getConsoleProject, listConsoleProjects, updateProject } from '#contract/console/project.ts'
import { getConsoleRequest, listConsoleRequests } from '#contract/console/request.ts'
import { assignRequests } from '#contract/console/responsibility.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import { deleteUser, exportUser, getProfile } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { createRequest } from '#contract/request.ts'
import { waitsByReviewer } from '#store/request/waits.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

const ids: Record<string, number> = {}
const { service, curator, admin, anna } = useService({ people: ['curator', 'admin', 'anna'] })
before(async () => {
  for (const { id, login } of await service.sql`select id, login from person`) ids[login] = id
  await service.sql`update project set curator_id = null`
  await service.sql`update request set reviewer_id = null`
})

const at = (id: number | undefined) => ({ params: { id: String(id) } })
const olga = () => ({ id: ids.curator!, name: 'Воронова Ольга Сергеевна' })
const igor = () => ({ id: ids.admin!, name: 'Мартынов Игорь Валентинович' })
let made = 0
async function addCurator(): Promise<number> {
  const row = { login: `c-${++made}`, name: 'Curator', surname: `No ${made}`, access: 'curator' }
  return (await service.sql`insert into person ${service.sql(row)} returning id`)[0]!.id
}
async function curated(by: number | null): Promise<{ id: number; slug: string }> {
  const slug = `curated-${++made}`
  const id = await addProject(service.sql, slug)
  await service.sql`update project set curator_id = ${by} where id = ${id}`
  return { id, slug }
}
async function applied(by: number | null): Promise<{ id: number; project: number; slug: string; team: number }> {
  const { id: project, slug } = await curated(by)
  const team = await addTeam(service.sql, `Team ${made}`, 'anna*')
  const { id } = await anna(createRequest, { body: { project: slug, team, message: 'Please' } })
  return { id, project, slug, team }
}
const assign = (requests: number[], reviewer: number | null, as = curator) => as(assignRequests, { body: { requests, reviewer } })
const reviewOf = async (id: number) => {
  const { reviewer, isAssigned } = (await curator(getConsoleRequest, at(id))).request
  return { reviewer, isAssigned }
}
const auditOf = async (target: string) =>
  (await service.sql`select action, detail from audit_event where target = ${target} and sid is not null order by seq`).map((row) => ({
    ...row,
  }))

test('a project has a responsible curator: chosen, listed, filtered, copied, audited', async () => {
  const made = await curator(createProject, { body: { name: 'Responsible', curator: 'Chair of maps', curatorId: ids.curator } })
  assert.deepEqual([made.responsibleCurator, made.curator], [olga(), 'Chair of maps'])
  const changed = await curator(updateProject, { ...at(made.id), body: { name: 'Responsible', curatorId: ids.admin } })
  assert.deepEqual([changed.responsibleCurator, changed.curator], [igor(), 'Chair of maps'])
  assert.deepEqual((await auditOf(`project ${made.id}`)).at(-1), {
    action: 'updateProject',
    detail: { responsibleCurator: ['Воронова Ольга Сергеевна', 'Мартынов Игорь Валентинович'] },
  })
  const same = await curator(updateProject, { ...at(made.id), body: { name: 'Responsible' } })
  assert.deepEqual([same.responsibleCurator, same.updatedAt], [igor(), changed.updatedAt], 'an omitted key changes nothing')
  const find = async (query: object, as = curator) => (await as(listConsoleProjects, { query })).projects.map(({ id }) => id)
  assert.ok((await find({ mine: 'true' }, admin)).includes(made.id))
  assert.deepEqual(await find({ mine: 'true' }), [])
  assert.deepEqual(await find({ curatorId: String(ids.admin), text: 'responsible' }), [made.id])
  assert.ok(!(await find({ curatorId: 'none', text: 'responsible' })).includes(made.id))
  const answer = await admin(listConsoleProjects, { query: { mine: 'true', text: 'responsible' } })
  assert.deepEqual([answer.total, answer.counts.draft, answer.projects[0]!.responsibleCurator], [1, 1, igor()])
  assert.deepEqual((await curator(duplicateProject, at(made.id))).responsibleCurator, igor())
  assert.equal((await curator(updateProject, { ...at(made.id), body: { name: 'Responsible', curatorId: null } })).responsibleCurator, null)
  assert.ok((await find({ curatorId: 'none', text: 'responsible' })).includes(made.id))
})

test('only active people with access to the console can be responsible', async () => {
  const { id } = await curated(null)
  const put = (curatorId: number) => curator(updateProject, { ...at(id), body: { name: 'X', curatorId } })
  await refused('not_a_curator', put(ids.anna!))
  await refused('person_not_found', put(2_147_483_647))
  const create = (curatorId: number) => curator(createProject, { body: { name: 'Y', curatorId } })
  await refused('not_a_curator', create(ids.anna!))
  await refused('person_not_found', create(2_147_483_647))
  const closed = await addCurator()
  await service.sql`update person set disabled_at = now() where id = ${closed}`
  await refused('not_a_curator', put(closed))
  const request = await applied(null)
  await refused('not_a_curator', assign([request.id], ids.anna!))
  await refused('person_not_found', assign([request.id], 2_147_483_647))
  assert.deepEqual(await reviewOf(request.id), { reviewer: null, isAssigned: false })
})

test('the responsible curator reviews the applications of the project until others are assigned', async () => {
  const [first, second] = [await applied(ids.curator!), await applied(ids.curator!)]
  assert.deepEqual(await reviewOf(first.id), { reviewer: olga(), isAssigned: false })
  const before = (await anna(getProfile)).requests
  assert.deepEqual(await assign([first.id, second.id, 2_147_483_647], ids.admin!), {
    reviewer: igor(),
    assigned: [first.id, second.id],
    skipped: [2_147_483_647],
  })
  assert.deepEqual(await reviewOf(second.id), { reviewer: igor(), isAssigned: true })
  assert.deepEqual((await anna(getProfile)).requests, before, 'the team sees no difference')
  const find = async (query: object, as = curator) =>
    (await as(listConsoleRequests, { query: { pageSize: '100', ...query } })).requests.map(({ id }) => id).filter((id) => id >= first.id)
  assert.deepEqual(await find({ mine: 'true' }, admin), [first.id, second.id])
  assert.deepEqual(await find({ mine: 'true' }), [])
  await assign([first.id], null)
  assert.deepEqual(await reviewOf(first.id), { reviewer: olga(), isAssigned: false })
  assert.deepEqual(await find({ mine: 'true' }), [first.id])
  assert.deepEqual(await find({ reviewerId: String(ids.admin) }), [second.id])
  assert.deepEqual(await find({ reviewerId: 'none' }), [])
  assert.equal((await curator(listConsoleRequests, { query: { mine: 'true', project: first.slug } })).counts.submitted, 1)
  const detail = { team: `Team ${made - 1}`, project: first.slug }
  assert.deepEqual(await auditOf(`request ${first.id}`), [
    { action: 'assignRequests', detail: { ...detail, reviewer: [null, igor().name] } },
    { action: 'assignRequests', detail: { ...detail, reviewer: [igor().name, null] } },
  ])
  await assign([second.id], ids.admin!)
  assert.equal((await auditOf(`request ${second.id}`)).length, 1, 'assigning again records nothing')
  await service.sql`update request set status = 'withdrawn', decided_at = now() where id = ${second.id}`
  assert.deepEqual((await assign([second.id], ids.curator!)).skipped, [second.id])
})

test('teams of my projects are those that work on them', async () => {
  const { id } = await curated(ids.curator!)
  const team = await addTeam(service.sql, 'Workers of mine', 'vera*')
  const find = async (query: object, as = curator) => (await as(listConsoleTeams, { query })).teams.map((one) => one.id)
  assert.deepEqual(await find({ mine: 'true' }), [])
  await service.sql`insert into assignment (team_id, project_id) values (${team}, ${id})`
  assert.deepEqual(await find({ mine: 'true' }), [team])
  assert.deepEqual(await find({ curatorId: String(ids.curator), text: 'workers' }), [team])
  assert.ok(!(await find({ curatorId: 'none' })).includes(team))
  assert.deepEqual(await find({ mine: 'true' }, admin), [])
})

test('the waits by reviewer name the assigned reviewer, the curator of the project, or nobody', async () => {
  await service.sql`update request set status = 'withdrawn', decided_at = now() where status = 'submitted'`
  const [mine, assigned, free] = [await applied(ids.curator!), await applied(ids.curator!), await applied(null)]
  await assign([assigned.id], ids.admin!)
  const day = async (id: number, at: string) =>
    void (await service.sql`update request set created_at = ${at}::timestamptz where id = ${id}`)
  await day(mine.id, '2026-03-02T10:00:00Z')
  await day(assigned.id, '2026-03-01T10:00:00Z')
  await day(free.id, '2026-03-03T10:00:00Z')
  const other = await applied(ids.curator!)
  assert.deepEqual(
    (await waitsByReviewer(service.sql)).map((row) => ({ ...row })),
    [
      { reviewer: igor(), count: 1, oldest: '2026-03-01T10:00:00.000Z' },
      { reviewer: olga(), count: 2, oldest: '2026-03-02T10:00:00.000Z' },
      { reviewer: null, count: 1, oldest: '2026-03-03T10:00:00.000Z' },
    ],
  )
  await service.sql`update request set status = 'withdrawn', decided_at = now() where id in (${mine.id}, ${other.id})`
  assert.equal((await waitsByReviewer(service.sql)).length, 2)
})

for (const [how, take] of Object.entries({
  disabled: (id: number) => admin(setDisabled, { ...at(id), body: { isDisabled: true } }),
  'made a member': (id: number) => admin(setAccess, { ...at(id), body: { access: 'member' } }),
}))
  test(`a curator who is ${how} is responsible for nothing, and the record says what is free now`, async () => {
    const person = await addCurator()
    const { id, project } = await applied(person)
    const other = await applied(null)
    await assign([other.id], person)
    await take(person)
    assert.equal((await curator(getConsoleProject, at(project))).responsibleCurator, null)
    assert.deepEqual(await reviewOf(id), { reviewer: null, isAssigned: false })
    assert.deepEqual(await reviewOf(other.id), { reviewer: null, isAssigned: false })
    const { detail } = (await auditOf(`person ${person}`)).at(-1)!
    assert.deepEqual([detail.projects, detail.reviews], [1, 1])
  })

test('a merge moves what the account is responsible for to a curator, and to nobody else', async () => {
  const [from, into, member] = [await addCurator(), await addCurator(), await addCurator()]
  await service.sql`update person set access = 'member' where id = ${member}`
  await service.sql`update person set group_name = 'Staff' where id = ${from}`
  const { project } = await applied(from)
  const request = await applied(null)
  await assign([request.id], from)
  assert.ok((await admin(previewMerge, { params: { id: String(from), into: String(into) } })).takes.includes('group'))
  assert.equal((await admin(mergePeople, { ...at(from), body: { into } })).group, 'Staff')
  assert.equal((await curator(getConsoleProject, at(project))).responsibleCurator?.id, into)
  assert.equal((await reviewOf(request.id)).reviewer?.id, into)
  await admin(mergePeople, { ...at(into), body: { into: member } })
  assert.equal((await curator(getConsoleProject, at(project))).responsibleCurator, null)
  assert.equal((await reviewOf(request.id)).reviewer, null)
})

test('a deleted account is responsible for nothing and has no group; the export of a person has the group', async () => {
  const { project } = await curated(ids.boris!).then(({ id }) => ({ project: id }))
  await service.sql`update person set access = 'curator', group_name = 'CS-21' where id = ${ids.boris!}`
  await service.sql`update project set curator_id = ${ids.boris!} where id = ${project}`
  await service.sql`update member set is_administrator = true where team_id in (select team_id from member where person_id = ${ids.boris!})`
  const boris = await callAs(service, 'boris')
  const { account } = (await boris(exportUser)) as { account: { group: string } }
  assert.equal(account.group, 'CS-21')
  await boris(deleteUser)
  assert.equal((await curator(getConsoleProject, at(project))).responsibleCurator, null)
  assert.equal((await service.sql`select group_name from person where id = ${ids.boris!}`)[0]!.group_name, null)
})

test('a curator chosen while the account is being disabled does not stay responsible', async () => {
  const person = await addCurator()
  const { id } = await curated(null)
  await Promise.allSettled([
    curator(updateProject, { ...at(id), body: { name: 'Race', curatorId: person } }),
    admin(setDisabled, { ...at(person), body: { isDisabled: true } }),
  ])
  assert.equal((await curator(getConsoleProject, at(id))).responsibleCurator, null)
})

test('neither guests nor members see who is responsible', async () => {
  const slug = 'arhiv-teatra'
  const [project] = await service.sql`select id, name from project where slug = ${slug}`
  await curator(updateProject, { ...at(project!.id), body: { name: project!.name, curatorId: ids.admin } })
  for (const as of [service.call, anna]) {
    const text = JSON.stringify(await as(getProject, { params: { slug } }))
    assert.ok(!text.includes('Мартынов') && !text.includes('esponsible') && !text.includes('eviewer'))
  }
})
