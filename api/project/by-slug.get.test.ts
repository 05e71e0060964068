import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProject } from '#contract/project.ts'
import { startService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

const get = (slug: string, headers?: Record<string, string>) => service.call(getProject, { params: { slug }, headers })
const slugOf = async (condition: string): Promise<string> => {
  const [row] = await service.sql.unsafe(`select p.slug from project p where p.state = 'published' and ${condition} order by p.id limit 1`)
  return row!.slug
}

test('a project has requirements, files, related projects and the tags of all of them', async () => {
  const { project, tags } = await get('karta-dvorov')
  assert.equal(project.id, 'karta-dvorov')
  assert.equal(project.slug, 'karta-dvorov')
  assert.equal(project.name, 'Карта доступных дворов')
  assert.equal(project.developerRequirements.length, 3)
  assert.equal(project.projectRequirements.length, 2)
  assert.deepEqual(
    project.related.map(({ id }) => id),
    ['tram-accessibility-audit'],
  )
  const used = new Set([project, ...project.related].flatMap((one) => one.tags))
  assert.deepEqual(
    tags.map(({ id }) => id),
    [...used].sort((a, b) => a - b),
  )
  for (const word of ['City', 'Mobile', 'Open data']) assert.ok(tags.some(({ name }) => name === word))
})

test('every published project can be opened', async () => {
  const rows = await service.sql`select slug from project where state = 'published'`
  for (const { slug } of rows) assert.equal((await get(slug)).project.id, slug)
})

test('guests see teams but no people, no contact and only public files', async () => {
  const staffed = await slugOf(
    'exists (select 1 from assignment a where a.project_id = p.id and a.ended_at is null) and p.client_contact is not null',
  )
  for (const headers of [undefined, { authorization: 'Bearer garbage' }]) {
    const { project, teams, members, users } = await get(staffed, headers)
    assert.ok(teams.length > 0)
    assert.deepEqual(
      teams.map(({ id }) => id),
      project.teams,
    )
    assert.deepEqual([members, users, project.clientContact], [[], [], null])
    for (const team of teams) assert.deepEqual([team.members, team.administrators, team.requests, team.documents], [[], [], [], []])
  }
  const mixed = await slugOf(
    `exists (select 1 from file f where f.project_id = p.id and f.kind = 'result' and not f.is_public and f.deleted_at is null)`,
  )
  const { project } = await get(mixed)
  assert.ok(project.documents.every(({ isPublic }) => isPublic))
  const [count] = await service.sql`
    select count(*)::int from file f join project p on p.id = f.project_id
    where p.slug = ${mixed} and f.kind = 'result' and f.is_public and f.deleted_at is null`
  assert.equal(project.documents.length, count!.count)
})

test('a directory can be configured to show people to guests', async (t) => {
  const open = await startService({ env: { PUBLIC_PEOPLE: 'true' } })
  t.after(() => open.close())
  const staffed = await slugOf(
    'exists (select 1 from assignment a where a.project_id = p.id and a.ended_at is null) and p.client_contact is not null',
  )
  const { project, teams, members, users } = await open.call(getProject, { params: { slug: staffed } })
  assert.ok(members.length > 0 && users.length > 0 && project.clientContact)
  assert.deepEqual(teams.flatMap((team) => team.members).toSorted(), members.map(({ id }) => id).toSorted())
})

test('unpublished, unknown and invalid slugs are not found', async () => {
  const [hidden] = await service.sql`select slug from project where state <> 'published' limit 1`
  for (const slug of [hidden!.slug, 'no-such-project', 'KARTA-DVOROV', '../tag', 'а-б', "x' or 1=1 --", '\u0000', 'x'.repeat(3000)]) {
    const { detail } = await refused('project_not_found', get(slug))
    assert.ok(detail.length < 300)
  }
})

test('a renamed project is found at its new and former slug; the former slug of a draft is free', async () => {
  await service.sql`update project set slug = 'new-address' where slug = 'datchiki-vozduha'`
  await service.app.catalog.refresh()
  assert.equal((await get('new-address')).project.name, 'Сеть датчиков воздуха')
  const former = await get('datchiki-vozduha')
  assert.deepEqual([former.project.id, former.project.slug], ['new-address', 'new-address'])
  await service.sql`insert into project (slug, name) values ('draft-address', 'A draft')`
  await service.sql`update project set slug = 'second-address' where slug = 'draft-address'`
  await service.sql`update project set state = 'published', published_at = now() where slug = 'second-address'`
  await service.app.catalog.refresh()
  await refused('project_not_found', get('draft-address'))
})

test('non-public results are visible to the team and curators only, whatever is cached', async () => {
  const [row] = await service.sql<{ slug: string; team: number; hidden: number }[]>`
    select p.slug, f.team_id as team, count(*) filter (where not f.is_public)::int as hidden
    from file f join project p on p.id = f.project_id join member m on m.team_id = f.team_id join person on person.id = m.person_id
    where f.kind = 'result' and f.deleted_at is null and p.state = 'published' and person.login = 'boris'
    group by p.slug, f.team_id having count(*) filter (where not f.is_public) > 0`
  assert.ok(row, 'the demo world has a private result of boris’s team')
  const people = {
    guest: null,
    gleb: await callAs(service, 'gleb'),
    boris: await callAs(service, 'boris'),
    curator: await callAs(service, 'curator'),
  }
  const seen = async (who: keyof typeof people) => {
    const call = people[who] ?? service.call
    const { project } = await call(getProject, { params: { slug: row.slug } })
    return project.documents.filter(({ isPublic, team }) => !isPublic && team === row.team).length
  }
  for (let round = 0; round < 3; round++)
    for (const [who, count] of [
      ['gleb', 0],
      ['boris', row.hidden],
      ['guest', 0],
      ['curator', row.hidden],
    ] as const)
      assert.equal(await seen(who), count, `${who}, round ${round}`)
})
