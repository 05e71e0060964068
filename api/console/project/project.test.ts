import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  type ConsoleProject,
  createProject,
  deleteProject,
  duplicateProject,
  getConsoleProject,
  listConsoleProjects,
  type ProjectDraft,
  type ProjectState,
  setProjectState,
  updateProject,
} from '#contract/console/project.ts'
import { findProjects, getProject } from '#contract/project.ts'
import { createRequest } from '#contract/request.ts'
import { createLink } from '#contract/result.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, dayFromNow, personOf } from '#tests/support/world/requests.ts'

const { service, curator, admin, anna } = useService({ people: ['curator', 'admin', 'anna'] })

const create = (body: Partial<ProjectDraft> & { name: string }) => curator(createProject, { body })
const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const read = (project: { id: number }) => curator(getConsoleProject, at(project))
const write = (project: ConsoleProject, body: Partial<ProjectDraft>, headers = {}) =>
  curator(updateProject, { ...at(project), body: { name: project.name, ...body }, headers })
const move = (project: { id: number }, state: ProjectState, as = curator) => as(setProjectState, { ...at(project), body: { state } })
const publicly = (slug: string) => service.call(getProject, { params: { slug } })
const etagOf = async (project: { id: number }) =>
  (
    await fetch(`${service.url}/console/project/${project.id}`, { headers: { authorization: `Bearer ${curator.tokens.accessToken}` } })
  ).headers.get('etag')!
async function published(body: Partial<ProjectDraft> & { name: string }): Promise<ConsoleProject> {
  return move(await create(body), 'published')
}
const audited = (target: string) =>
  service.sql`select action, actor_id as actor, detail, outcome from audit_event where target = ${target} order by seq`.then((rows) =>
    rows.map(({ action, detail }) => [action, detail]),
  )

test('a new project is a non-public draft with a slug from its name and an audit entry', async () => {
  const response = await fetch(`${service.url}/console/project`, {
    method: 'POST',
    headers: { authorization: `Bearer ${curator.tokens.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: '  Умный\nмост ', shortDescription: 'Датчики', teamLimit: 2, unknownKey: 1 }),
  })
  assert.equal(response.status, 200)
  const project = (await response.json()) as ConsoleProject
  assert.equal(response.headers.get('location'), `${service.url}/console/project/${project.id}`)
  assert.deepEqual(project, {
    id: project.id,
    slug: 'umny-most',
    name: 'Умный мост',
    state: 'draft',
    status: null,
    dateStart: null,
    dateEnd: null,
    enrollmentStart: null,
    enrollmentEnd: null,
    curator: null,
    responsibleCurator: null,
    client: null,
    teamLimit: 2,
    workFormat: null,
    teamsWorking: 0,
    teamsEnded: 0,
    requestsWaiting: 0,
    choicesWaiting: 0,
    requestsOpen: 0,
    savedCount: 0,
    publishedAt: null,
    updatedAt: project.createdAt,
    shortDescription: 'Датчики',
    description: null,
    clientContact: null,
    developerRequirements: [],
    projectRequirements: [],
    wantedRoles: [],
    tags: [],
    related: [],
    formerSlugs: [],
    cover: null,
    teamMayChangeCover: false,
    descriptionFiles: [],
    resultFiles: [],
    teams: [],
    createdAt: project.createdAt,
  })
  assert.deepEqual(await read(project), project)
  await refused('project_not_found', publicly('umny-most'))
  const [row] =
    await service.sql`select actor_id, detail from audit_event where action = 'createProject' and target = ${`project ${project.id}`}`
  assert.deepEqual({ ...row }, { actor_id: await personOf(service.sql, 'curator'), detail: { name: 'Умный мост', slug: 'umny-most' } })
})

test('all fields of a project can be written and read back', async () => {
  const tags = (await service.sql`select id from tag order by id limit 3`).map(({ id }) => id as number)
  const [first, second] = [await create({ name: 'First of two' }), await create({ name: 'Second of two' })]
  const draft = {
    name: 'All fields',
    slug: 'all-fields-there-are',
    shortDescription: 'In short',
    description: '# At length\n\nwith *Markdown*',
    dateStart: '2027-02-01',
    dateEnd: '2027-06-30',
    enrollmentStart: '2027-01-10',
    enrollmentEnd: '2027-01-31',
    curator: 'Curator',
    client: 'Client',
    clientContact: 'client@example.org\n+7 900 000-00-00',
    teamLimit: 3,
    developerRequirements: ['One', 'Two'],
    projectRequirements: ['Three'],
    tags: [tags[2]!, tags[0]!, tags[2]!],
    related: [second.slug, first.slug, second.slug],
    teamMayChangeCover: true,
  }
  const project = await create(draft)
  const related = [second, first].map(({ slug, name }) => ({ slug, name, state: 'draft' as const }))
  const expected = { ...draft, tags: [tags[0]!, tags[2]!], related }
  assert.deepEqual({ ...project, ...expected }, project)
  await move(first, 'published')
  const shown = await move(project, 'published')
  const { project: seen } = await curator(getProject, { params: { slug: 'all-fields-there-are' } })
  for (const key of [
    'name',
    'description',
    'dateEnd',
    'enrollmentStart',
    'clientContact',
    'developerRequirements',
    'tags',
    'updatedAt',
  ] as const)
    assert.deepEqual(seen[key], shown[key], key)
  assert.deepEqual(
    seen.related.map(({ slug }) => slug),
    [first.slug],
    'what is not published is not shown',
  )
  const reordered = await write(shown, { related: [first.slug, second.slug], tags: [tags[1]!] })
  assert.deepEqual(
    reordered.related.map(({ slug }) => slug),
    [first.slug, second.slug],
  )
  assert.deepEqual(reordered.tags, [tags[1]])
  const bare = await write(reordered, { related: [], tags: [], clientContact: null, teamLimit: null, developerRequirements: [] })
  assert.deepEqual([bare.related, bare.tags, bare.clientContact, bare.teamLimit, bare.developerRequirements], [[], [], null, null, []])
  assert.equal(bare.description, draft.description, 'what is left out stays')
})

test('a taken slug gets a number if proposed and is refused if typed', async () => {
  assert.equal((await create({ name: 'Same name' })).slug, 'same-name')
  assert.equal((await create({ name: 'Same name!' })).slug, 'same-name-2')
  assert.equal((await create({ name: 'same NAME', slug: null })).slug, 'same-name-3')
  const problem = await refused('slug_taken', create({ name: 'Other', slug: 'same-name' }))
  assert.match(problem.detail, /“same-name”/)
  assert.equal((await create({ name: 'New' })).slug, 'new-project')
  const known = await create({ name: 'Known' })
  for (const slug of ['New', 'new', 'file-type', 'a--b', '', 'мост', 'x ']) {
    await refused('invalid_slug', create({ name: 'Other', slug }))
    await refused('invalid_slug', write(known, { slug }))
  }
  await refused('invalid_value', create({ name: 'Other', slug: 'x'.repeat(81) }))
  const long = [await create({ name: 'y'.repeat(90) }), await create({ name: 'y'.repeat(90) })]
  assert.deepEqual(
    long.map(({ slug }) => slug),
    ['y'.repeat(80), `${'y'.repeat(78)}-2`],
  )
  const wild = await create({ name: 'Wild', slug: 'wi-d-card' })
  assert.equal((await create({ name: 'wi_d card' })).slug, 'wi-d-card-2', wild.slug)
})

test('ten concurrent projects with one name get ten slugs; of ten with the same typed slug one succeeds', async () => {
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? curator : admin)(createProject, { body: { name: 'Rush hour' } })),
  )
  assert.deepEqual(made.map(({ slug }) => slug).sort(), ['rush-hour', ...Array.from({ length: 9 }, (_, n) => `rush-hour-${n + 2}`)].sort())
  const typed = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? curator : admin)(createProject, { body: { name: `Typed ${n}`, slug: 'the-one' } })),
  )
  assert.equal(typed.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of typed) if (one.status === 'rejected') assert.equal(one.reason.problem?.code, 'slug_taken', String(one.reason))
  const renamed = await Promise.allSettled(made.slice(0, 4).map((project) => write(project, { slug: 'the-other' })))
  assert.deepEqual(renamed.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected', 'rejected'])
})

test('a slug inserted without the lock leads to slug_taken, not to an internal error', async () => {
  let going: Promise<unknown> | undefined
  await service.sql.begin(async (sql) => {
    await sql`insert into project (slug, name) values ('by-hand', 'By hand')`
    going = create({ name: 'Late', slug: 'by-hand' }).catch((error) => error)
    while ((await service.sql`select 1 from pg_locks where not granted`).length === 0);
  })
  assert.equal(((await going) as { problem: { code: string } }).problem.code, 'slug_taken')
})

test('invalid input is refused with the reason, and nothing is saved', async () => {
  const present = await create({ name: 'Present' })
  const [before] = await service.sql`select count(*)::int from project`
  const tags = [1, 2_000_000_000]
  assert.match((await refused('unknown_tag', create({ name: 'X', tags }))).detail, /2000000000/)
  await refused('unknown_tag', write(present, { tags }))
  const unknownProject = await refused('unknown_project', create({ name: 'X', related: ['museum-pocket-guide', 'no-such'] }))
  assert.match(unknownProject.detail, /Unknown projects: no-such\./)
  await refused('invalid_dates', create({ name: 'X', dateStart: '2026-02-02', dateEnd: '2026-02-01' }))
  await refused('invalid_dates', create({ name: 'X', enrollmentStart: '2026-02-02', enrollmentEnd: '2026-02-01' }))
  await refused('invalid_dates', create({ name: 'X', enrollmentEnd: '2026-02-02', dateEnd: '2026-02-01' }))
  for (const body of [
    { name: 'X', dateStart: '2026-02-30' },
    { name: 'X', dateEnd: 'soon' },
    { name: 'X', enrollmentEnd: '0000-01-01' },
  ]) {
    const problem = await refused('invalid_input', create(body))
    assert.match(problem.errors![0]!.message, /a date like/)
    assert.equal(problem.errors![0]!.path, Object.keys(body)[1])
  }
  for (const name of ['', ' \u200b\0 ']) {
    const problem = await refused('invalid_input', create({ name }))
    assert.deepEqual(problem.errors, [{ path: 'name', code: 'required', message: 'is missing' }])
  }
  await refused('invalid_value', create({ name: 'x'.repeat(201) }))
  await refused('invalid_value', create({ name: 'X', teamLimit: -1 }))
  await refused('invalid_value', create({ name: 'X', description: 'x'.repeat(40_001) }))
  await refused('invalid_value', create({ name: 'X', developerRequirements: Array.from({ length: 51 }, () => 'x') }))
  await refused('invalid_input', create({ name: 'X', teamLimit: '2' as never }))
  const [after] = await service.sql`select count(*)::int from project`
  assert.equal(after!.count, before!.count)
  assert.equal((await create({ name: 'Long', description: 'ж'.repeat(40_000) })).description!.length, 40_000)
})

test('an Idempotency-Key creates one project', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const first = await curator(createProject, { body: { name: 'Only once' }, headers })
  assert.deepEqual(await curator(createProject, { body: { name: 'Only once' }, headers }), first)
  await refused('idempotency_key_reused', curator(createProject, { body: { name: 'Twice' }, headers }))
})

test('a change is visible everywhere on the next call and in the audit log', async () => {
  const project = await published({ name: 'Changing', client: 'Old client', teamLimit: 1 })
  const changed = await write(project, { name: 'Changed', client: 'New client', description: 'd'.repeat(300) })
  assert.ok(changed.updatedAt > project.updatedAt)
  assert.equal(changed.slug, 'changing', 'the address stays when it is not spoken of')
  const { project: seen } = await publicly('changing')
  assert.deepEqual([seen.name, seen.client, seen.updatedAt], ['Changed', 'New client', changed.updatedAt])
  const { projects } = await service.call(findProjects, { body: { filters: { text: 'changed' } } })
  assert.ok(projects.some(({ slug }) => slug === 'changing'))
  assert.deepEqual((await audited(`project ${project.id}`)).at(-1), [
    'updateProject',
    { name: ['Changing', 'Changed'], client: ['Old client', 'New client'], description: [null, `${'d'.repeat(200)}…`] },
  ])
  const before = (await audited(`project ${project.id}`)).length
  assert.deepEqual(await write(changed, { client: ' New client ' }), changed, 'nothing changed, so nothing happened')
  assert.equal((await audited(`project ${project.id}`)).length, before)
  await refused('project_not_found', curator(updateProject, { params: { id: '2147483648' }, body: { name: 'x' } }))
  await refused('project_not_found', curator(updateProject, { params: { id: '0' }, body: { name: 'x' } }))
  await refused('project_not_found', curator(getConsoleProject, { params: { id: '9999999999' } }))
  await refused('unknown_project', write(changed, { related: ['changing'] }))
  await refused('invalid_dates', write(await write(changed, { dateEnd: '2030-01-01' }), { dateStart: '2030-01-02' }))
})

test('an outdated If-Match is refused', async () => {
  const project = await create({ name: 'Seen' })
  const etag = await etagOf(project)
  const next = await write(project, { client: 'First' }, { 'if-match': etag })
  await refused('precondition_failed', write(project, { client: 'Second' }, { 'if-match': etag }))
  assert.equal((await read(project)).client, 'First')
  const fresh = await etagOf(project)
  const answers = await Promise.allSettled(['A', 'B', 'C'].map((client) => write(next, { client }, { 'if-match': fresh })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
  await refused('precondition_failed', curator(deleteProject, { ...at(project), headers: { 'if-match': fresh } }))
  await curator(deleteProject, { ...at(project), headers: { 'if-match': await etagOf(project) } })
})

test('a renamed project is found at all its slugs, which stay reserved', async () => {
  const today = dayFromNow(0)
  const project = await published({ name: 'Bridge one', enrollmentStart: today, teamLimit: null })
  const second = await write(project, { slug: 'bridge-two' })
  assert.deepEqual(second.formerSlugs, ['bridge-one'])
  const seen = await publicly('bridge-one')
  assert.deepEqual([seen.project.id, seen.project.slug], ['bridge-two', 'bridge-two'])
  const third = await write(second, { slug: 'bridge-three' })
  for (const slug of ['bridge-one', 'bridge-two', 'bridge-three']) assert.equal((await publicly(slug)).project.slug, 'bridge-three', slug)
  assert.deepEqual(third.formerSlugs.toSorted(), ['bridge-one', 'bridge-two'])
  await refused('slug_taken', create({ name: 'Thief', slug: 'bridge-one' }))
  const other = await create({ name: 'Bridge two' })
  assert.equal(other.slug, 'bridge-two-2', 'a proposal steps aside for a former address too')
  await refused('slug_taken', write(other, { slug: 'bridge-two' }))
  // Applying with a former slug.
  const team = await addTeam(service.sql, 'Old address', 'anna*')
  const request = await anna(createRequest, { body: { project: 'bridge-one', team } })
  assert.equal(request.project, 'bridge-three')
  await service.sql`update request set status = 'withdrawn' where id = ${request.id}`
  await service.sql`insert into assignment (team_id, project_id) values (${team}, ${project.id})`
  const link = await anna(createLink, { body: { project: 'bridge-two', link: 'https://github.com/example/bridge' } })
  assert.ok((await publicly('bridge-three')).project.links.some(({ id }) => id === link.id))
  const form = new FormData()
  for (const [name, value] of Object.entries({ project: 'bridge-one', team: String(team), category: 'Report' })) form.append(name, value)
  form.append('files', new Blob(['text']), 'report.txt')
  const headers = { authorization: `Bearer ${anna.tokens.accessToken}` }
  const uploaded = await fetch(`${service.url}/project/results/upload-file`, { method: 'POST', headers, body: form })
  assert.equal(uploaded.status, 200, await uploaded.clone().text())
  const related = await write(other, { related: ['bridge-one'] })
  assert.equal(related.related[0]!.slug, 'bridge-three')
  const back = await write(third, { slug: 'bridge-one' })
  assert.deepEqual(back.formerSlugs.toSorted(), ['bridge-three', 'bridge-two'])
  for (const slug of ['bridge-one', 'bridge-two', 'bridge-three']) assert.equal((await publicly(slug)).project.slug, 'bridge-one', slug)
  const proposed = await write(back, { name: 'Bridge three', slug: null })
  assert.equal(proposed.slug, 'bridge-three', 'its own former address is no stranger’s')
})

test('a slug that was never public is not kept as a former slug', async () => {
  const draft = await create({ name: 'Hidden one' })
  const renamed = await write(draft, { slug: 'hidden-two' })
  assert.deepEqual(renamed.formerSlugs, [])
  assert.equal((await create({ name: 'Other', slug: 'hidden-one' })).slug, 'hidden-one')
})

test('a draft is published, archived, restored, withdrawn and becomes a draft again', async () => {
  const project = await create({ name: 'Through all states' })
  const shown = await move(project, 'published')
  assert.ok(shown.publishedAt)
  assert.equal(shown.status, 'open')
  assert.equal((await publicly(project.slug)).project.publishedAt, shown.publishedAt)
  const archived = await move(project, 'archived', admin)
  assert.deepEqual([archived.state, archived.status, archived.publishedAt], ['archived', null, shown.publishedAt])
  await refused('project_not_found', publicly(project.slug))
  const again = await move(project, 'published')
  assert.equal(again.publishedAt, shown.publishedAt, 'the first publication counts')
  await publicly(project.slug)
  assert.equal((await move(project, 'withdrawn')).state, 'withdrawn')
  await refused('project_not_found', publicly(project.slug))
  assert.equal((await move(project, 'draft')).publishedAt, shown.publishedAt)
  assert.deepEqual(
    (await audited(`project ${project.id}`)).slice(1).map(([action, { state }]) => [action, ...state]),
    [
      ['setProjectState', 'draft', 'published'],
      ['setProjectState', 'published', 'archived'],
      ['setProjectState', 'archived', 'published'],
      ['setProjectState', 'published', 'withdrawn'],
      ['setProjectState', 'withdrawn', 'draft'],
    ],
  )
  const problem = await refused('project_state', move(project, 'archived'))
  assert.match(problem.detail, /The project is a draft and can’t become archived/)
  await refused('project_not_found', move({ id: 2_147_483_647 }, 'published'))
  await refused('invalid_value', move(project, 'gone' as ProjectState))
  assert.deepEqual(await move(project, 'draft'), await read(project), 'the same again is not another step')
  assert.equal((await audited(`project ${project.id}`)).length, 6)
})

test('pending applications prevent archiving and withdrawing; the work of teams ends with the project', async () => {
  const { sql } = service
  for (const [state, outcome] of [
    ['archived', 'finished'],
    ['withdrawn', 'left'],
  ] as const) {
    const project = await published({ name: `Ends ${state}`, enrollmentStart: dayFromNow(-1), teamLimit: 5 })
    const [working, waiting] = [await addTeam(sql, `Works ${state}`, 'boris*'), await addTeam(sql, `Waits ${state}`, 'anna*')]
    await sql`insert into assignment (team_id, project_id) values (${working}, ${project.id})`
    const request = await anna(createRequest, { body: { project: project.slug, team: waiting } })
    const held = await read(project)
    assert.deepEqual([held.teamsWorking, held.requestsWaiting], [1, 1])
    assert.deepEqual(held.teams, [{ id: working, name: `Works ${state}`, isWorking: true }])
    const problem = await refused('requests_waiting', move(project, state))
    assert.match(problem.detail, new RegExp(`“Ends ${state}” without a final answer: 1,`))
    await sql`update request set status = 'withdrawn', decided_at = now() where id = ${request.id}`
    const ended = await move(project, state)
    assert.deepEqual([ended.teamsWorking, ended.teams], [0, [{ id: working, name: `Works ${state}`, isWorking: false }]])
    const [assignment] = await sql`select outcome, ended_at is not null as over from assignment where project_id = ${project.id}`
    assert.deepEqual({ ...assignment }, { outcome, over: true })
    assert.deepEqual((await audited(`project ${project.id}`)).at(-1), [
      'setProjectState',
      { name: `Ends ${state}`, state: ['published', state], teamsEnded: 1 },
    ])
  }
})

test('concurrent archiving, withdrawing and applying: one succeeds', async () => {
  const { sql } = service
  for (let round = 0; round < 4; round++) {
    const project = await published({ name: `Contested ${round}`, enrollmentStart: dayFromNow(-1) })
    const team = await addTeam(sql, `Contestant ${round}`, 'anna*')
    const [one, other, application] = await Promise.allSettled([
      move(project, 'archived'),
      move(project, 'withdrawn', admin),
      anna(createRequest, { body: { project: project.slug, team } }),
    ])
    const won = [one, other].filter(({ status }) => status === 'fulfilled').length
    const isIn = application!.status === 'fulfilled'
    assert.equal(won, isIn ? 0 : 1, JSON.stringify([one, other, application]))
    for (const loser of [one, other])
      if (loser!.status === 'rejected') assert.match(loser!.reason.problem?.code, /^(project_state|requests_waiting)$/)
  }
})

test('a duplicate is a draft without dates, teams and files', async () => {
  const model = await curator(getConsoleProject, {
    params: { id: String((await service.sql`select id from project where slug = 'museum-pocket-guide'`)[0]!.id) },
  })
  assert.ok(model.teams.length > 0 && model.dateEnd !== null)
  const related = (await create({ name: 'Beside it' })).slug
  const project = await published({
    name: 'Model',
    description: 'text',
    client: 'C',
    tags: model.tags,
    related: [related],
    dateEnd: '2030-01-01',
    teamLimit: 4,
  })
  const copy = await curator(duplicateProject, at(project))
  const { id, slug, createdAt, updatedAt } = copy
  assert.deepEqual(copy, {
    ...project,
    ...{ id, slug, createdAt, updatedAt, name: 'Model (copy)', state: 'draft', status: null, publishedAt: null, dateEnd: null },
  })
  assert.equal(slug, 'model-copy')
  assert.deepEqual(await audited(`project ${id}`), [['duplicateProject', { name: 'Model (copy)', slug, of: project.name }]])
  const russian = await curator(duplicateProject, { ...at(model), headers: { 'accept-language': 'ru' } })
  assert.deepEqual([russian.name, russian.slug], [`${model.name} (копия)`, 'museum-pocket-guide-kopiya'])
  assert.deepEqual([russian.teams, russian.resultFiles, russian.descriptionFiles, russian.dateStart], [[], [], [], null])
  assert.equal((await curator(duplicateProject, at(project))).slug, 'model-copy-2')
  await refused('project_not_found', curator(duplicateProject, { params: { id: '2147483648' } }))
})

test('only a draft that was never published and is not in use can be deleted', async () => {
  const { sql } = service
  const project = await create({ name: 'To be removed', tags: [], related: ['museum-pocket-guide'] })
  await sql`insert into file (kind, project_id) values ('description', ${project.id})`
  assert.deepEqual(await curator(deleteProject, at(project)), { id: project.id, status: 'deleted' })
  await refused('project_not_found', read(project))
  await refused('project_not_found', curator(deleteProject, at(project)))
  assert.deepEqual((await audited(`project ${project.id}`)).at(-1), ['deleteProject', { name: 'To be removed', slug: 'to-be-removed' }])
  const shown = await published({ name: 'Shown once' })
  await refused('project_in_use', curator(deleteProject, at(shown)))
  await move(shown, 'withdrawn')
  await move(shown, 'draft')
  await refused('project_in_use', curator(deleteProject, at(shown)))
  const draft = await create({ name: 'Given by hand' })
  await sql`insert into assignment (team_id, project_id, ended_at, outcome) values (${await addTeam(sql, 'T')}, ${draft.id}, now(), 'left')`
  await refused('project_in_use', curator(deleteProject, at(draft)))
})

test('the list: text, state, status, tags, sort order and pages', async () => {
  const { sql } = service
  await sql`update project set updated_at = '2020-01-01' where true`
  const list = (query: object = {}) => curator(listConsoleProjects, { query })
  const names = async (query: object) => (await list({ text: 'listing', ...query })).projects.map(({ name }) => name)
  const [tag] = await sql`select id from tag order by id limit 1`
  const make = async (name: string, body: Partial<ProjectDraft>, state?: ProjectState) => {
    const project = await create({ name: `Listing ${name}`, ...body })
    return state ? move(project, state) : project
  }
  const open = await make('open', { client: 'Музей Ёжиков', tags: [tag!.id], dateStart: dayFromNow(20) }, 'published')
  const over = await make('over', { curator: '100%_sure', dateStart: '2020-01-01', dateEnd: '2020-02-01' }, 'published')
  await make('running', { dateStart: dayFromNow(-3), teamLimit: 0 }, 'published')
  await make('draft', { slug: 'with-a-slug' })
  assert.deepEqual(await names({}), ['Listing draft', 'Listing running', 'Listing over', 'Listing open'], 'changed last comes first')
  assert.deepEqual(await names({ sort: 'name' }), ['Listing draft', 'Listing open', 'Listing over', 'Listing running'])
  assert.deepEqual(await names({ sort: 'start' }), ['Listing open', 'Listing running', 'Listing over', 'Listing draft'])
  assert.deepEqual(await names({ state: 'draft' }), ['Listing draft'])
  assert.deepEqual(await names({ status: 'open' }), ['Listing open'])
  assert.deepEqual(await names({ status: 'active' }), ['Listing running'])
  assert.deepEqual(await names({ status: 'completed' }), ['Listing over'])
  assert.deepEqual(await names({ status: 'completed', state: 'draft' }), [])
  assert.deepEqual(await names({ tag: String(tag!.id) }), ['Listing open'])
  assert.deepEqual(await names({ tag: '9999999999' }), [])
  assert.deepEqual(await names({ text: 'ежиков LISTING' }), ['Listing open'])
  assert.deepEqual(await names({ text: 'listing 100%_sure' }), ['Listing over'])
  assert.deepEqual(await names({ text: 'listing 1_0' }), [])
  assert.deepEqual(await names({ text: 'with-a-slug \0' }), ['Listing draft'])
  assert.deepEqual(await names({ text: 'listing \\' }), [])
  const { counts, total } = await list({ text: 'listing', state: 'draft' })
  assert.deepEqual([counts, total], [{ draft: 1, published: 3, archived: 0, withdrawn: 0 }, 1], 'tabs count what the words leave')
  const paged = await list({ text: 'listing', page: '2', pageSize: '3' })
  assert.deepEqual([paged.projects.map(({ id }) => id), paged.total, paged.page, paged.pageSize], [[open.id], 4, 2, 3])
  assert.deepEqual((await list({ text: 'listing', page: '9' })).projects, [])
  await addProject(sql, 'listing-late', {
    name: 'Listing late',
    dateStart: '2019-01-01',
    dateEnd: '2019-02-01',
    enrollmentStart: null,
    enrollmentEnd: null,
  })
  const completed = await list({ text: 'listing', status: 'completed', pageSize: '1', page: '2', sort: 'start' })
  assert.deepEqual([completed.total, completed.projects.map(({ name }) => name)], [2, ['Listing late']])
  await refused('invalid_value', list({ page: '0' }))
  await refused('invalid_value', list({ sort: 'colour' }))
  const team = await addTeam(sql, 'Asks', 'boris*')
  await sql`insert into request (team_id, project_id) values (${team}, ${over.id})`
  assert.equal((await names({ sort: 'waiting' }))[0], 'Listing over')
  const [first] = (await list({ sort: 'waiting', text: 'listing' })).projects
  const {
    shortDescription: _1,
    description: _2,
    clientContact: _3,
    developerRequirements: _4,
    projectRequirements: _5,
    ...rest
  } = await read(over)
  const {
    tags: _6,
    related: _7,
    formerSlugs: _8,
    descriptionFiles: _9,
    resultFiles: _a,
    teams: _b,
    createdAt: _c,
    wantedRoles: _d,
    cover: _e,
    teamMayChangeCover: _f,
    ...listed
  } = rest
  assert.deepEqual(first, listed)
})

test('members are refused, in their language', async () => {
  const response = await fetch(`${service.url}/console/project`, {
    headers: { authorization: `Bearer ${anna.tokens.accessToken}`, 'accept-language': 'ru' },
  })
  await assertProblem(response, 'not_permitted', 'ru')
})
