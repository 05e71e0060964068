import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProfile } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

let clock = new Date()
const { service } = useService({ now: () => clock })

const idOf = async (slug: string): Promise<number> => (await service.sql`select id from project where slug = ${slug}`)[0]!.id
const teamOf = async (name: string): Promise<number> => (await service.sql`select id from team where name = ${name}`)[0]!.id

test('the profile has teams, projects and applications in the same form as other lists', async () => {
  const boris = await callAs(service, 'boris')
  const profile = await boris(getProfile)
  const team = await teamOf('Маяк')
  assert.deepEqual(profile.user.teams, [team])
  assert.deepEqual(profile.user.administratedTeams, [team])
  assert.deepEqual(profile.user.projects, ['museum-pocket-guide', 'arhiv-teatra', 'tram-accessibility-audit'])
  assert.deepEqual(
    profile.projects.map(({ id }) => id),
    profile.user.projects,
  )
  assert.deepEqual(
    profile.teams.map(({ id, project, requests, documents }) => ({ id, project, requests, documents })),
    [{ id: team, project: 'museum-pocket-guide', requests: [], documents: [] }],
  )
  assert.deepEqual(
    profile.members.map(({ id }) => id),
    profile.teams[0]!.members,
  )
  assert.deepEqual(
    profile.users.map(({ name }) => name.split(' ')[0]),
    ['Ефимов', 'Никитина', 'Руденко', 'Гусев'],
  )
  assert.deepEqual(
    profile.requests.map(({ project, status }) => [project, status]),
    [
      ['museum-pocket-guide', 'approved'],
      ['tram-accessibility-audit', 'superseded'],
      ['arhiv-teatra', 'approved'],
    ],
  )
  assert.deepEqual(profile.forms, [])
  for (const project of profile.projects) {
    const { project: detail } = await boris(getProject, { params: { slug: project.id } })
    for (const [key, value] of Object.entries(project)) assert.deepEqual(value, detail[key as keyof typeof detail], `${project.id} ${key}`)
  }
})

test('a member without admin rights sees the same and administrates no team', async () => {
  const { user, teams, requests } = await (await callAs(service, 'vera'))(getProfile)
  assert.deepEqual([user.administratedTeams, user.projects[0], teams.length, requests.length], [[], 'museum-pocket-guide', 1, 3])
})

test('a pending application is listed with its files, and its id is in the team', async () => {
  const anna = await callAs(service, 'anna')
  const { user, teams, requests, projects } = await anna(getProfile)
  const waiting = requests.filter(({ status }) => status === 'submitted')
  assert.deepEqual(
    waiting.map(({ project }) => project),
    ['karta-dvorov'],
  )
  assert.deepEqual(
    teams.map(({ project, requests }) => ({ project, requests })),
    [{ project: null, requests: waiting.map(({ id }) => id) }],
  )
  assert.deepEqual(user.projects.slice(0, 2), ['karta-dvorov', 'biblioteka-veshchey'], 'a live application comes before a finished project')
  assert.equal(projects.length, 3)
  const [file] =
    await service.sql`insert into file (kind, team_id, request_id) values ('request', ${teams[0]!.id}, ${waiting[0]!.id}) returning id`
  const sha256 = 'ab'.repeat(32)
  await service.sql`insert into file_version (file_id, version, name, mime, size, sha256) values (${file!.id}, 1, 'Письмо.pdf', 'application/pdf', 5, ${sha256})`
  const touch = async () => {
    await service.sql`update request set updated_at = now() where id = ${waiting[0]!.id}`
    await service.app.catalog.refresh()
  }
  await touch()
  const filesNow = async () => (await anna(getProfile)).requests.find(({ id }) => id === waiting[0]!.id)!.files
  const [{ date, ...shown } = { date: '' }] = await filesNow()
  assert.ok(Date.parse(date) > 0)
  assert.deepEqual(shown, {
    id: file!.id,
    name: 'Письмо.pdf',
    category: null,
    team: teams[0]!.id,
    isPublic: false,
    version: 1,
    type: 'PDF',
    mime: 'application/pdf',
    size: 5,
    sha256,
    url: `${service.app.apiUrl}/file/${file!.id}`,
  })
  await service.sql`update file set deleted_at = now() where id = ${file!.id}`
  await touch()
  assert.deepEqual(await filesNow(), [])
})

test('the reason for declining is in the caller’s language', async () => {
  const { accessToken } = await sessionOf(service, 'anna')
  for (const [language, sign] of [
    ['en', /[a-z]/],
    ['ru', /[а-я]/],
  ] as const) {
    const headers = { authorization: `Bearer ${accessToken}`, 'accept-language': language }
    const { requests } = (await (await fetch(`${service.url}/user/profile`, { headers })).json()) as {
      requests: { status: string; reason: string | null }[]
    }
    assert.match(requests.find(({ status }) => status === 'declined')!.reason!, sign)
    assert.ok(requests.filter(({ status }) => status !== 'declined').every(({ reason }) => reason === null))
  }
})

test('[field] without a team the lists are empty', async () => {
  const { user, ...lists } = await (await callAs(service, 'gleb'))(getProfile)
  assert.deepEqual(lists, { projects: [], teams: [], members: [], users: [], requests: [], forms: [] })
  assert.deepEqual([user.teams, user.administratedTeams, user.projects], [[], [], []])
})

test('[field] pending applications of free teams come before finished projects; decided ones and those of busy teams after them', async () => {
  const boris = await callAs(service, 'boris')
  const day = (days: number) => new Date(clock.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const team = await teamOf('Маяк')
  const [request] = await service.sql<{ id: number }[]>`
    insert into request (team_id, project_id, status) values (${team}, ${await idOf('karta-dvorov')}, 'submitted') returning id`
  const orderWhen = async (dateEnd: string, status = 'submitted') => {
    await service.sql`update project set date_start = ${day(-30)}, date_end = ${dateEnd}, enrollment_start = null, enrollment_end = null
      where slug = 'museum-pocket-guide'`
    if (status !== 'submitted') await service.sql`update request set status = ${status} where id = ${request!.id}`
    await service.app.catalog.refresh()
    const { projects } = (await boris(getProfile)).user
    const mentioned = ['museum-pocket-guide', 'karta-dvorov', 'arhiv-teatra']
    return projects.filter((slug) => mentioned.includes(slug))
  }
  assert.deepEqual(await orderWhen(day(0)), ['museum-pocket-guide', 'arhiv-teatra', 'karta-dvorov'], 'busy until the end of today')
  assert.deepEqual(await orderWhen(day(-1)), ['karta-dvorov', 'museum-pocket-guide', 'arhiv-teatra'], 'free: its project is over')
  assert.deepEqual(await orderWhen(day(-1), 'withdrawn'), ['museum-pocket-guide', 'arhiv-teatra', 'karta-dvorov'], 'no longer live')
  await service.sql`delete from request where id = ${request!.id}`
})

test('[field] project order: running, starting later, finished, applied for', async () => {
  const vera = await callAs(service, 'vera')
  const team = await teamOf('Маяк')
  const first = async () => (await vera(getProfile)).user.projects[0]
  const today = (days: number) => new Date(clock.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const ahead = await teamOf('Solo Hive')
  await service.sql`insert into member (team_id, person_id, name) values (${ahead}, ${vera.tokens.user.id}, '')`
  const set = async (slug: string, start: number, end: number) => {
    await service.sql`update project set date_start = ${today(start)}, date_end = ${today(end)}, enrollment_start = null, enrollment_end = null where slug = ${slug}`
    await service.app.catalog.refresh()
  }
  await set('museum-pocket-guide', -5, 5)
  await set('bee-hive-monitor', 3, 9)
  assert.deepEqual((await vera(getProfile)).user.projects.slice(0, 3), ['museum-pocket-guide', 'bee-hive-monitor', 'arhiv-teatra'])
  await set('museum-pocket-guide', 8, 9)
  assert.equal(await first(), 'bee-hive-monitor', 'starts sooner')
  await set('museum-pocket-guide', 0, 0)
  assert.equal(await first(), 'museum-pocket-guide', 'today is the only day')
  await set('museum-pocket-guide', -9, -1)
  assert.deepEqual((await vera(getProfile)).user.projects.slice(0, 2), ['bee-hive-monitor', 'museum-pocket-guide'])
  await service.sql`delete from member where team_id = ${ahead} and person_id = ${vera.tokens.user.id}`
  await service.sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${team} and project_id = ${await idOf('museum-pocket-guide')}`
  await service.app.catalog.refresh()
  const left = await vera(getProfile)
  assert.deepEqual([left.user.projects[0], left.teams[0]!.project], ['arhiv-teatra', null])
  assert.ok(left.user.projects.includes('museum-pocket-guide'), 'what they left stays in their history')
  await service.sql`update assignment set ended_at = null, outcome = null where team_id = ${team} and project_id = ${await idOf('museum-pocket-guide')}`
})

test('finished and archived projects and their teams stay in the profile', async (t) => {
  t.after(async () => {
    clock = new Date()
    await service.app.catalog.refresh()
  })
  const before = await (await callAs(service, 'boris'))(getProfile)
  // A team can be assigned a project it did not apply for.
  await service.sql`update request set project_id = (select id from project where slug = 'city-tree-census') where id = ${before.requests.at(-1)!.id}`
  await service.sql`update project set state = 'archived' where slug = any(${before.user.projects})`
  clock = new Date(clock.getTime() + 3000 * 86_400_000)
  await service.app.catalog.refresh()
  const after = await (await callAs(service, 'boris'))(getProfile)
  for (const slug of before.user.projects) assert.ok(after.user.projects.includes(slug), slug)
  assert.deepEqual(after.teams, before.teams)
  assert.deepEqual(after.requests.slice(0, -1), before.requests.slice(0, -1))
  assert.ok(after.projects.every(({ status }) => status === 'completed'))
})

test('a project that was never published is not listed, even with an application', async () => {
  const anna = await callAs(service, 'anna')
  await service.sql`update project set state = 'draft' where slug = 'hospital-queue-board'`
  await service.app.catalog.refresh()
  assert.ok(!(await anna(getProfile)).user.projects.includes('hospital-queue-board'))
})

test('the cached response is invalidated by every change', async () => {
  const anna = await callAs(service, 'anna')
  for (let i = 0; i < 3; i++) await anna(getProfile)
  await service.sql`update team set name = 'Южный ветер' where name = 'Северный ветер'`
  await service.app.catalog.refresh()
  assert.equal((await anna(getProfile)).teams[0]!.name, 'Южный ветер')
})

test('ids of others in the call have no effect', async () => {
  const [gleb, anna] = [await sessionOf(service, 'gleb'), await sessionOf(service, 'anna')]
  const query = `id=${anna.user.id}&userId=${anna.user.id}&user.id=${anna.user.id}`
  const response = await fetch(`${service.url}/user/profile?${query}`, { headers: { authorization: `Bearer ${gleb.accessToken}` } })
  const profile = (await response.json()) as { user: { id: number }; teams: unknown[] }
  assert.deepEqual([profile.user.id, profile.teams], [gleb.user.id, []])
})
