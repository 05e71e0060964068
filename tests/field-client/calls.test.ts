import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { detail, found, projects, roleMenu, tag } from '#tests/support/field-client.ts'
import { date, id, list, record, status, string } from '#tests/support/sample/kotlin.ts'
import { startService, type TestService } from '#tests/support/service.ts'

// The deployed mobile client, which cannot be changed: it decodes with strict types, ignores unknown keys,
// sends `{}` or `{"page":n}`, sends a token that is invalid here, knows filters only as strings, and reads pages of five until a page
// has fewer than five. A failure here is an outage for every phone. Uses only the wire format: nothing of the contract is imported.

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const headers = { authorization: 'Bearer garbage', accept: 'application/json', 'accept-charset': 'UTF-8', 'user-agent': 'ktor-client' }

async function call(path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(service.url + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  })
  assert.equal(response.status, 200, path)
  assert.match(response.headers.get('content-type')!, /^application\/json(;|$)/)
  return response.json()
}

// The phone reads a whole list: page 1 with `{}`, then the next pages until one has fewer than five.
async function readAll(filters?: Record<string, string>) {
  const all = []
  for (let page = 1; ; page++) {
    assert.ok(page < 100, 'the phone would read for ever')
    const body = { ...(filters ? { filters } : {}), ...(page > 1 ? { page } : {}) }
    const answer = found(await call('/project/findmany', body), `page ${page}`)
    all.push(...answer.projects)
    if (answer.projects.length < 5) return { all, total: answer.total }
    assert.equal(answer.projects.length, 5)
  }
}

const everyValue = (value: unknown, visit: (value: unknown, path: string, key: string) => void, path = '', key = ''): void => {
  visit(value, path, key)
  if (typeof value !== 'object' || value === null) return
  for (const [name, entry] of Object.entries(value))
    if (Array.isArray(value)) everyValue(entry, visit, `${path}[${name}]`, key)
    else everyValue(entry, visit, `${path}.${name}`, name)
}

let allAnswers: Promise<[string, unknown][]> | undefined
const everyPublicAnswer = (): Promise<[string, unknown][]> => {
  allAnswers ??= readEveryAnswer()
  return allAnswers
}

async function readEveryAnswer(): Promise<[string, unknown][]> {
  const paths = [
    '/project/active',
    '/project/new',
    '/tag',
    '/user/role',
    '/user/role/dev',
    '/tag/filters/web',
    '/project/file-type',
    '/platform',
  ]
  const slugs = (await readAll()).all.map((one) => `/project/${one.id}`)
  const answers: [string, unknown][] = []
  for (const path of [...paths, ...slugs]) answers.push([path, await call(path)])
  answers.push(['findmany', await call('/project/findmany', {})])
  return answers
}

test('[field] {} is a valid search and gives the first page of five', async () => {
  const answer = found(await call('/project/findmany', {}), 'findmany')
  assert.deepEqual([answer.projects.length, answer.page, answer.pageSize], [5, 1, 5])
})

test('[field] reading pages of five until one has fewer yields every project exactly once', async () => {
  const { all, total } = await readAll()
  const rows = await service.sql`select slug from project where state = 'published'`
  assert.deepEqual(all.map((one) => one.id).toSorted(), rows.map(({ slug }) => slug).toSorted())
  assert.equal(total, rows.length)
})

test('[field] reading ends with one empty page when the last page is exactly full', async () => {
  const { total } = await readAll()
  const extra = total % 5
  const put = (state: string, slugs: string[]) => service.sql`update project set state = ${state} where slug = any(${slugs})`
  const surplus = (await readAll()).all.slice(0, extra).map(({ id }) => id)
  await put('withdrawn', surplus)
  await service.app.catalog.refresh()
  const { all } = await readAll()
  assert.equal(all.length, total - extra)
  assert.equal(all.length % 5, 0)
  const past = found(await call('/project/findmany', { page: all.length / 5 + 1 }), 'past the end')
  assert.deepEqual(past.projects, [])
  await put('published', surplus)
  await service.app.catalog.refresh()
})

test('[field] filters that are all strings narrow the list', async () => {
  const { all } = await readAll()
  const tags = list(tag)(await call('/tag'), 'tags')
  const [one, two] = tags.filter(({ id }) => all.some((project) => project.tags.includes(id)))
  const either = await readAll({ tags: `${one!.id},${two!.id}` })
  assert.deepEqual(
    either.all.map(({ id }) => id),
    all.filter(({ tags }) => tags.includes(one!.id) || tags.includes(two!.id)).map(({ id }) => id),
  )
  assert.ok((await readAll({ status: 'open' })).all.every((project) => project.status === 'open'))
  assert.equal((await readAll({ status: 'Все', text: '', tags: '', dateStart: '', dateEnd: '' })).all.length, all.length)
  assert.ok((await readAll({ text: 'датчики' })).all.length > 0)
  assert.equal((await readAll({ dateStart: '2001-01-01', dateEnd: '2000-01-01' })).all.length, 0)
})

test('[field] the lists of active and new projects decode', async () => {
  for (const path of ['/project/active', '/project/new']) assert.ok(projects(await call(path), path).projects.length > 0)
})

test('[field] the tags of a list are exactly those its projects use', async () => {
  for (const answer of [
    projects(await call('/project/active'), 'active'),
    projects(await call('/project/new'), 'new'),
    found(await call('/project/findmany', { page: 2 }), 'page 2'),
  ])
    assert.deepEqual(answer.tags.map(({ id }) => id).toSorted(), [...new Set(answer.projects.flatMap(({ tags }) => tags))].toSorted())
})

test('[field] every project decodes with its teams, and each of its teams and tags is in the answer', async () => {
  for (const { id } of (await readAll()).all) {
    const answer = detail(await call(`/project/${id}`), id)
    assert.deepEqual(
      answer.teams.map((one) => one.id),
      answer.project.teams,
    )
    for (const tagId of answer.project.tags)
      assert.ok(
        answer.tags.some((one) => one.id === tagId),
        `${id}: tag ${tagId}`,
      )
  }
})

test('[field] the list of roles is a plain array of strings, complete and searched', async () => {
  const roles = list(string)(await call('/user/role'), 'roles')
  assert.equal(roles.length, 33)
  for (const name of roleMenu) assert.ok(roles.includes(name), name)
  assert.ok(list(string)(await call(`/user/role/${encodeURIComponent('разраб')}`), 'roles').length > 0)
  assert.deepEqual(await call('/user/role/zzzzzzzz'), [])
})

test('[field] arrays are never null and never contain null', async () => {
  const lists = new Set([
    'projects',
    'tags',
    'teams',
    'links',
    'members',
    'users',
    'documents',
    'related',
    'descriptionFiles',
    'administrators',
    'requests',
    'roles',
    'hosts',
    'developerRequirements',
    'projectRequirements',
    'wantedRoles',
  ])
  for (const [name, answer] of await everyPublicAnswer())
    everyValue(answer, (value, path, key) => {
      if (lists.has(key) && !path.endsWith(']'))
        assert.ok(Array.isArray(value) || typeof value === 'number' || path.includes(`.${key}[`), `${name}${path} is ${value}`)
      if (Array.isArray(value)) assert.ok(!value.includes(null), `${name}${path} holds null`)
    })
})

test('[field] every id except a project’s is a positive 32-bit integer', async () => {
  for (const [name, answer] of await everyPublicAnswer())
    everyValue(answer, (value, path, key) => {
      if (key !== 'id' || typeof value === 'object') return
      const isProject = /(^|\.)project\.id$|projects\[\d+\]\.id$|related\[\d+\]\.id$/.test(path)
      if (isProject) assert.match(String(value), /^[a-z0-9]+(-[a-z0-9]+)*$/, `${name}${path}`)
      else id(value, `${name}${path}`)
    })
})

test('[field] calendar dates are YYYY-MM-DD, and a status is one of the four known values', async () => {
  let seen = 0
  for (const [name, answer] of await everyPublicAnswer())
    everyValue(answer, (value, path, key) => {
      if (['dateStart', 'dateEnd', 'enrollmentStart', 'enrollmentEnd'].includes(key) && value !== null)
        seen += date(value, `${name}${path}`).length
      if (key === 'status' && typeof value === 'string') status(value, `${name}${path}`)
    })
  assert.ok(seen > 1000)
})

test('[field] no answer has a team as an object, or objects in a team’s documents', async () => {
  for (const [name, answer] of await everyPublicAnswer())
    everyValue(answer, (value, path, key) => {
      if (key === 'team') assert.ok(value === null || typeof value === 'number', `${name}${path}`)
      if (/teams\[\d+\]\.documents$/.test(path)) assert.deepEqual(value, [], `${name}${path}`)
    })
})

test('[field] an invalid token is ignored on every public call', async () => {
  for (const [path, answer] of await everyPublicAnswer())
    if (path.startsWith('/')) assert.deepEqual(await (await fetch(service.url + path)).json(), answer, path)
})

test('the ranking screen, one call per page and one per project, stays within the rate limit of one address', async (t) => {
  const limited = await startService({ env: { RATE_LIMITS: 'on' } })
  t.after(() => limited.close())
  const { all } = await readAll()
  const pages = Array.from({ length: Math.ceil(all.length / 5) + 1 }, (_, i) => ({ page: i + 1 }))
  for (const body of pages)
    assert.equal(
      (
        await fetch(`${limited.url}/project/findmany`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
      200,
    )
  for (const { id } of all) assert.equal((await fetch(`${limited.url}/project/${id}`, { headers })).status, 200)
})

test('the contact form sends a name and an address, and a recipient that is ignored', async () => {
  const sent = { name: 'Анна', email: 'anna@example.org', to: 'somebody.else@example.org' }
  record({ id, status: string })(await call('/email', sent), 'the answer')
  const emails = await service.sql`select address, person_id, data::text as data from outbox where kind = 'contact'`
  assert.equal(emails.length, 1)
  assert.deepEqual([emails[0]!.address, emails[0]!.person_id], [null, null])
  assert.doesNotMatch(emails[0]!.data, /somebody/)
})
