import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { getProject } from '#contract/project.ts'
import { createLink, deleteLink } from '#contract/result.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

// One team works on this project, which has one link; Gleb is made its administrator.
const project = 'bee-hive-monitor'
const presentLink = 'https://github.com/example/bee-hive-monitor'

type Person = Awaited<ReturnType<typeof callAs>>
let gleb: Person
const { service } = useService()
before(async () => {
  await service.sql`
    insert into member (team_id, person_id, name, is_administrator)
    select t.id, p.id, 'x', true from team t, person p where t.name = 'Solo Hive' and p.login = 'gleb'`
  gleb = await callAs(service, 'gleb')
})

const add = (person: Person, link: string, more: { platform?: string | number | null; project?: string } = {}) =>
  person(createLink, { body: { project, link, ...more } })
const linksNow = async (slug = project) => (await service.call(getProject, { params: { slug } })).project.links
const stored = () => service.sql`select * from link order by id`
const clear = () =>
  service.sql`delete from link where url <> ${presentLink} and project_id = (select id from project where slug = ${project})`
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/project/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gleb.tokens.accessToken}`, 'content-type': 'application/json', ...headers },
    body,
  })

test('a team administrator adds a link, visible to everyone on the next call', async (t) => {
  t.after(clear)
  const response = await post(JSON.stringify({ project, link: 'HTTPS://Gist.GitHub.com:443/Эрик#run' }))
  assert.equal(response.status, 200)
  const link = (await response.json()) as { id: number }
  assert.deepEqual(link, { id: link.id, platform: 'GitHub', link: 'https://gist.github.com/%D0%AD%D1%80%D0%B8%D0%BA#run' })
  assert.equal(response.headers.get('location'), `${service.url}/project/links/${link.id}`)
  assert.ok(response.headers.get('etag'))
  assert.deepEqual((await linksNow()).at(-1), link)
  const [row] = await service.sql`select t.name from link l join team t on t.id = l.team_id where l.id = ${link.id}`
  assert.equal(row!.name, 'Solo Hive')
})

test('adding the same link again returns the existing one, even at the link limit', async (t) => {
  t.after(clear)
  const [first] = await linksNow()
  assert.deepEqual(await add(gleb, presentLink.replace('https', 'HTTPS'), { platform: 'Website' }), first)
  const second = await add(gleb, 'https://example.org')
  assert.deepEqual(await add(gleb, 'https://example.org:443/'), second)
  await add(gleb, 'https://example.org/3')
  assert.deepEqual(await add(gleb, 'https://EXAMPLE.org'), second)
  assert.equal((await linksNow()).length, 3)
})

test('a platform can be given by name or id; otherwise it is detected from the host', async (t) => {
  t.after(clear)
  const of = async (link: string, platform?: string | number | null) => {
    const added = await add(gleb, link, { platform })
    await gleb(deleteLink, { params: { id: String(added.id) } })
    return added.platform
  }
  const [miro] = await service.sql<{ id: number }[]>`select id from platform where name = 'Miro'`
  assert.equal(await of('https://example.org', 'miro'), 'Miro')
  assert.equal(await of('https://example.org', miro!.id), 'Miro')
  assert.equal(await of('https://example.org', null), 'Website')
  assert.equal(await of('https://www.figma.com/file/1'), 'Figma')
  assert.equal(await of('https://notfigma.com/file/1'), 'Website')
})

test('unknown platforms are refused, and unknown hosts if there is no generic platform', async (t) => {
  t.after(async () => {
    await service.sql`insert into platform (name) values ('Website') on conflict do nothing`
    await clear()
  })
  const before = await stored()
  for (const platform of ['Myspace', 0, 2147483648, 1e300, '\0', '\ud800', '__proto__'])
    await refused('unknown_platform', add(gleb, 'https://example.org', { platform }))
  assert.deepEqual(await stored(), before)
  await service.sql`update platform set hosts = '{nowhere.example}' where name = 'Website'`
  await service.app.catalog.refresh()
  await refused('unknown_platform', add(gleb, 'https://example.org/5'))
  await service.sql`update platform set hosts = '{}' where name = 'Website'`
  await service.app.catalog.refresh()
})

test('a link without a scheme gets https and the platform of its host', async () => {
  const link = await add(gleb, 'github.com/example/no-scheme')
  assert.deepEqual([link.link, link.platform], ['https://github.com/example/no-scheme', 'GitHub'])
})

test('invalid URLs are refused, and nothing is stored', async () => {
  const before = await stored()
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a@b.example/',
    ' https://example.org',
    'https://x/\0',
    'https://x/\ud800',
    '',
  ])
    await refused('invalid_link', add(gleb, link))
  await refused('invalid_link', add(gleb, `https://example.org/${'я'.repeat(1000)}`))
  await refused('invalid_value', add(gleb, `https://example.org/${'x'.repeat(2029)}`))
  for (const body of [{ project, link: 5 }, { project }, { link: presentLink }, { project, link: presentLink, platform: [] }])
    await assertProblem(await post(JSON.stringify(body)), 'invalid_input')
  assert.deepEqual(await stored(), before)
})

test('the server never fetches the URL', async (t) => {
  t.after(clear)
  let calls = 0
  const { createServer } = await import('node:http')
  const trap = createServer((_, response) => void response.end(String(calls++)))
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  t.after(() => trap.close())
  const { port } = trap.address() as { port: number }
  assert.equal((await add(gleb, `http://127.0.0.1:${port}/`)).platform, 'Website')
  assert.equal(calls, 0)
})

test('three links per team, also with concurrent calls', async (t) => {
  t.after(clear)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => post(JSON.stringify({ project, link: `https://example.org/${n}` }))),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array(2).fill(200), ...Array(10).fill(409)])
  const problem = await assertProblem(answers.find(({ status }) => status === 409)!, 'link_limit')
  assert.match(problem.detail, /up to 3 links/)
  assert.equal((await linksNow()).length, 3)
})

test('concurrent calls with one link create one link and return the same response', async (t) => {
  t.after(clear)
  const answers = await Promise.all(Array.from({ length: 12 }, () => add(gleb, 'https://example.org/same')))
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
  assert.equal((await linksNow()).length, 2)
})

test('two teams can have six links', async () => {
  const slug = 'museum-pocket-guide'
  const boris = await callAs(service, 'boris')
  const [working] = await service.sql<{ count: number }[]>`
    select count(*)::int from assignment a join project p on p.id = a.project_id where p.slug = ${slug} and a.ended_at is null`
  assert.equal(working!.count, 2)
  for (let n = (await linksNow(slug)).length; n < 6; n++) await add(boris, `https://example.org/${n}`, { project: slug })
  await refused('link_limit', add(boris, 'https://example.org/more', { project: slug }))
})

test('only administrators of a team working on the project may add links', async () => {
  const before = await stored()
  const link = 'https://example.org/foreign'
  for (const login of ['boris', 'anna', 'curator', 'admin']) {
    const problem = await refused('not_working_on_it', add(await callAs(service, login), link))
    assert.doesNotMatch(problem.detail, /“”/)
  }
  await refused('not_working_on_it', add(await callAs(service, 'vera'), link, { project: 'museum-pocket-guide' })) // a plain member
  await refused('not_working_on_it', add(await callAs(service, 'anna'), link, { project: 'biblioteka-veshchey' })) // finished
  await refused('not_working_on_it', add(await callAs(service, 'anna'), 'javascript:alert(1)')) // the permission is checked first
  assert.deepEqual(await stored(), before)
})

test('the team is taken from the session, not from the body', async () => {
  const anna = await callAs(service, 'anna')
  const body = { project, link: 'https://example.org/', user: gleb.tokens.user.id, team: 7, person: gleb.tokens.user.id }
  await refused('not_working_on_it', anna(createLink, { body }))
})

test('unknown and unpublished projects are not found, even by teams working on them', async (t) => {
  await refused('project_not_found', add(gleb, presentLink, { project: 'no-such-project' }))
  await service.sql`update project set state = 'archived' where slug = ${project}`
  t.after(() => service.sql`update project set state = 'published' where slug = ${project}`)
  await refused('project_not_found', add(gleb, 'https://example.org/'))
  for (const slug of ['UPPER', 'a b', '../x', '\0', 'x'.repeat(81)])
    await assertProblem(await post(JSON.stringify({ project: slug, link: presentLink })))
})

test('an invalid token and other content types are refused', async () => {
  const before = await stored()
  const good = JSON.stringify({ project, link: 'https://example.org/x' })
  await assertProblem(await post(good, { authorization: 'Bearer x' }), 'invalid_token')
  const bare = await fetch(`${service.url}/project/links`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: good })
  await assertProblem(bare, 'not_signed_in')
  await assertProblem(await post(good, { 'content-type': 'text/plain' }), 'unsupported_media_type')
  await assertProblem(await post('{"project":', { 'accept-language': 'ru' }), 'malformed_json', 'ru')
  await assertProblem(await post(JSON.stringify({ project, link: presentLink, x: 'x'.repeat(65_536) })), 'body_too_large')
  assert.deepEqual(await stored(), before)
})
