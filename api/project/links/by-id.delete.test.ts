import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { getProject } from '#contract/project.ts'
import { createLink, deleteLink } from '#contract/result.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const DAY = 86_400_000
const project = 'museum-pocket-guide'

type Person = Awaited<ReturnType<typeof callAs>>
let clock = new Date()
let [boris, gleb, vera, anna, curator]: Person[] = []
const { service } = useService({ now: () => clock })
before(async () => {
  await service.sql`
    insert into member (team_id, person_id, name, is_administrator)
    select t.id, p.id, 'x', true from team t, person p where t.name = 'Tidewater' and p.login = 'gleb'`
  const people = await Promise.all(['boris', 'gleb', 'vera', 'anna', 'curator'].map((login) => callAs(service, login)))
  ;[boris, gleb, vera, anna, curator] = people
})

const linkIds = async () => (await service.call(getProject, { params: { slug: project } })).project.links.map(({ id }) => id)
const remove = (person: Person, id: number | string, headers = {}) => person(deleteLink, { params: { id: String(id) }, headers })
const add = (link: string) => boris!(createLink, { body: { project, link } })

test('a deleted link is gone for everyone on the next call', async () => {
  const { id } = await add('https://example.org/1')
  assert.ok((await linkIds()).includes(id))
  assert.deepEqual(await remove(boris!, id), { id, status: 'deleted' })
  assert.ok(!(await linkIds()).includes(id))
  assert.deepEqual([...(await service.sql`select 1 from link where id = ${id}`)], [])
})

test('deleting again returns the same response, for a month', async (t) => {
  const { id } = await add('https://example.org/2')
  const now = clock
  t.after(() => {
    clock = now
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => remove(boris!, id)))
  for (const answer of answers) assert.deepEqual(answer, { id, status: 'deleted' })
  clock = new Date(now.getTime() + 30 * DAY - 60_000)
  const { tokens } = await callAs(service, 'boris')
  const later = (id: number) =>
    fetch(`${service.url}/project/links/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${tokens.accessToken}` } })
  assert.deepEqual(await (await later(id)).json(), { id, status: 'deleted' })
  clock = new Date(now.getTime() + 30 * DAY)
  await assertProblem(await later(id), 'link_not_found')
  const [next] = await service.sql<{ id: number }[]>`
    insert into link (project_id, platform_id, url) select p.id, f.id, 'https://example.org/2' from project p, platform f where p.slug = ${project} limit 1 returning id`
  assert.equal((await later(next!.id)).status, 200)
  assert.deepEqual([...(await service.sql`select 1 from removed_link where id = ${id}`)], [], 'what is older is forgotten')
})

test('a deleted link can be added again and gets a new id', async () => {
  const first = await add('https://example.org/3')
  await remove(boris!, first.id)
  const second = await add('https://example.org/3')
  assert.notEqual(second.id, first.id)
  assert.deepEqual(await remove(boris!, first.id), { id: first.id, status: 'deleted' })
  assert.ok((await linkIds()).includes(second.id), 'the late repetition leaves it alone')
  await remove(boris!, second.id)
})

test('administrators of every team working on the project may delete links', async () => {
  const { id } = await add('https://example.org/4')
  assert.deepEqual(await remove(gleb!, id), { id, status: 'deleted' })
  assert.deepEqual(await remove(boris!, id), { id, status: 'deleted' })
})

test('all others are refused, and do not find a deleted link', async () => {
  const { id } = await add('https://example.org/5')
  for (const person of [vera!, anna!, curator!]) {
    const problem = await refused('not_working_on_it', remove(person, id))
    assert.doesNotMatch(problem.detail, /“”/)
  }
  assert.ok((await linkIds()).includes(id))
  await remove(boris!, id)
  for (const person of [vera!, anna!, curator!]) await refused('link_not_found', remove(person, id))
})

test('a link of an unpublished project is found by the team only', async (t) => {
  const { id } = await add('https://example.org/6')
  await service.sql`update project set state = 'archived' where slug = ${project}`
  t.after(() => service.sql`update project set state = 'published' where slug = ${project}`)
  await refused('link_not_found', remove(anna!, id))
  assert.deepEqual(await remove(boris!, id), { id, status: 'deleted' })
})

test('an outdated If-Match is refused', async () => {
  const body = JSON.stringify({ project, link: 'https://example.org/7' })
  const headers = { authorization: `Bearer ${boris!.tokens.accessToken}`, 'content-type': 'application/json' }
  const created = await fetch(`${service.url}/project/links`, { method: 'POST', headers, body })
  const { id } = (await created.json()) as { id: number }
  await refused('precondition_failed', remove(boris!, id, { 'if-match': '"something else"' }))
  assert.ok((await linkIds()).includes(id))
  const seen = { 'if-match': created.headers.get('etag')! }
  assert.deepEqual(await remove(boris!, id, seen), { id, status: 'deleted' })
  assert.deepEqual(await remove(boris!, id, seen), { id, status: 'deleted' }, 'and again')
})

test('unknown ids are not found, other texts are invalid', async () => {
  for (const id of ['999999', '0', '2147483648', '9999999999']) await refused('link_not_found', remove(boris!, id))
  for (const id of ['x', '-1', '1.5', '99999999999']) await refused('invalid_input', remove(boris!, id))
})

test('an invalid token is refused', async () => {
  const [id] = await linkIds()
  await assertProblem(await fetch(`${service.url}/project/links/${id}`, { method: 'DELETE' }), 'not_signed_in')
  await refused('invalid_token', remove(boris!, id!, { authorization: 'Bearer x' }))
  assert.ok((await linkIds()).includes(id!))
})
