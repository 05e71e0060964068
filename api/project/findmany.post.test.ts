import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Filters, findProjects, type Project, sorts, statuses } from '#contract/project.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { DEMO_TEMPLATE, testDatabase } from '#tests/support/database.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService } from '#tests/support/service.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

let all: Project[]
const { service } = useService()
before(async () => {
  all = await everything({})
})

type Body = { filters?: Filters | null; page?: number | null; pageSize?: number | null; sort?: string | null; choices?: boolean }
const find = (body: Body = {}) => service.call(findProjects, { body })
const total = async (filters: Filters) => (await find({ filters })).total
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

// Reads all pages of a result and checks the totals and facets of each page.
async function everything(filters: Filters, sort?: string): Promise<Project[]> {
  const found: Project[] = []
  for (let page = 1; ; page++) {
    const answer = await find({ filters, page, sort })
    found.push(...answer.projects)
    assert.equal(answer.page, page)
    assert.equal(answer.pageSize, 5)
    assert.deepEqual(
      answer.tags.map(({ id }) => id),
      [...new Set(answer.projects.flatMap(({ tags }) => tags))].sort((a, b) => a - b),
    )
    if (answer.projects.length < 5) {
      assert.equal(answer.total, found.length)
      const counts = Map.groupBy(
        found.flatMap(({ tags }) => tags),
        (id) => id,
      )
      const facets = [...counts].map(([id, uses]) => ({ id, count: uses.length })).sort((a, b) => b.count - a.count || a.id - b.id)
      assert.deepEqual(answer.facets.tags, facets)
      assert.deepEqual(
        answer.facets.status,
        statuses.map((status) => ({ status, count: found.filter((one) => one.status === status).length })),
      )
      return found
    }
  }
}

const slugs = (projects: Project[]) => projects.map(({ id }) => id)
const matching = async (filters: Filters, rule: (project: Project) => boolean) => {
  const expected = slugs(all.filter(rule))
  assert.deepEqual(slugs(await everything(filters)), expected)
  return expected.length
}

test('in pages of five, every published project is listed exactly once, newest start first', async () => {
  const rows = await service.sql`select slug from project where state = 'published'`
  assert.deepEqual(slugs(all).toSorted(), rows.map(({ slug }) => slug).toSorted())
  const key = (name: string) => name.toLowerCase().replaceAll('ё', 'е')
  for (let i = 1; i < all.length; i++) {
    const [a, b] = [all[i - 1]!, all[i]!]
    if (a.dateStart === b.dateStart) assert.ok(key(a.name) < key(b.name), `${a.name} before ${b.name}`)
    else assert.ok(b.dateStart === null || (a.dateStart !== null && a.dateStart > b.dateStart), `${a.dateStart} before ${b.dateStart}`)
  }
  assert.equal(all.at(-1)?.dateStart, null, 'without a start: last')
})

test('every sort gives the same projects in its order, and keeps it across pages', async () => {
  for (const sort of sorts) {
    const sorted = await everything({}, sort)
    assert.deepEqual(slugs(sorted).toSorted(), slugs(all).toSorted(), sort)
    const column = sort.replace('-', '') as 'dateStart' | 'dateEnd' | 'enrollmentEnd' | 'publishedAt'
    if (!['dateStart', 'dateEnd', 'publishedAt'].includes(column)) continue
    const values = sorted.map((project) => project[column])
    const present = values.filter((value) => value !== null)
    assert.deepEqual(present, sort.startsWith('-') ? present.toSorted().reverse() : present.toSorted(), sort)
    assert.deepEqual(values.slice(0, present.length), present, `${sort}: unknown last`)
  }
  const names = (await everything({}, 'name')).map(({ name }) => name.toLowerCase().replaceAll('ё', 'е'))
  assert.deepEqual(names, names.toSorted())
})

test('a page may hold up to a hundred; past the end it is empty', async () => {
  assert.deepEqual((await find({ pageSize: 100 })).projects, all)
  assert.equal((await find({ pageSize: 5000 })).pageSize, 100)
  assert.equal((await find({ pageSize: 1 })).projects.length, 1)
  for (const page of [100, 1_000_000_000])
    assert.deepEqual([(await find({ page })).projects, (await find({ page })).total], [[], all.length])
})

test('absent, null and empty values mean no filter', async () => {
  const first = await find()
  const nothing = { text: '', tags: '', status: '', dateStart: '', dateEnd: '', enrollmentStart: '', enrollmentEnd: '' }
  const nulls = { text: null, tags: null, status: null, dateStart: null, dateEnd: null, enrollmentStart: null, enrollmentEnd: null }
  for (const body of [
    { filters: {} },
    { filters: null },
    { filters: nothing },
    { filters: nulls },
    { page: null, pageSize: null, sort: null },
    { sort: '' },
  ])
    assert.deepEqual(await find(body), first)
})

test('status: one value, a list, or the labels of the field web client', async () => {
  for (const status of statuses) assert.ok((await matching({ status }, (project) => project.status === status)) > 0, status)
  await matching({ status: ['open', 'pending'] }, ({ status }) => status === 'open' || status === 'pending')
  await matching({ status: 'open, completed' }, ({ status }) => status === 'open' || status === 'completed')
  await matching({ status: 'Все' }, () => true)
  await matching({ status: 'Завершённые' }, ({ status }) => status === 'completed')
  await matching({ status: 'завершенные' }, ({ status }) => status === 'completed')
  await matching({ status: 'С вакансиями' }, ({ status }) => status === 'open')
  const today = day(0)
  await matching(
    { status: 'Активные' },
    ({ dateStart, dateEnd }) => dateStart !== null && dateStart <= today && (dateEnd ?? today) >= today,
  )
})

test('choices say what each value would give: the values of one filter are alternatives, those of others narrow', async () => {
  assert.equal((await find()).choices, undefined, 'only on request')
  const [tag, other] = (await find()).facets.tags
  for (const filters of [
    { tags: [tag!.id], status: ['open'] },
    { tags: [tag!.id], text: 'map', mode: 'all' },
    { status: ['open', 'active'] },
    {},
  ]) {
    const { choices, facets } = await find({ filters, choices: true })
    for (const { status, count } of choices!.status) assert.equal(count, await total({ ...filters, status }), status)
    for (const { id, count } of choices!.tags) assert.equal(count, await total({ ...filters, tags: id }), `tag ${id}`)
    assert.deepEqual(facets, (await find({ filters })).facets, 'facets stay as they are')
  }
  const { choices } = await find({ filters: { tags: [tag!.id] }, choices: true })
  assert.equal(choices!.tags.find(({ id }) => id === other!.id)!.count, other!.count, 'another tag is counted in all projects')
})

test('tags: ids or names, as a list or as text, any of them', async () => {
  const [a, b] = await service.call(listTags)
  const either = ({ tags }: Project) => tags.includes(a!.id) || tags.includes(b!.id)
  for (const tags of [[a!.id, b!.id], `${a!.id},${b!.id}`, [a!.name, b!.id], `${a!.name}, ${b!.name.toUpperCase()}`])
    await matching({ tags }, either)
  await matching({ tags: a!.id }, ({ tags }) => tags.includes(a!.id))
  await matching({ tags: 'nobody uses this' }, () => false)
})

test('dates: projects that overlap the interval, either end optional', async () => {
  const overlaps = (from: string, to: string) => (project: Project) => (project.dateStart ?? '0') <= to && (project.dateEnd ?? '9') >= from
  for (const [from, to] of [
    [-10, 10],
    [0, 0],
    [60, 400],
    [-400, -60],
  ] as const)
    assert.ok((await matching({ dateStart: day(from), dateEnd: day(to) }, overlaps(day(from), day(to)))) > 0)
  await matching({ dateStart: day(30) }, overlaps(day(30), '9'))
  await matching({ dateEnd: day(-30) }, overlaps('0', day(-30)))
  assert.equal(await total({ dateStart: day(10), dateEnd: day(-10) }), 0, 'ends before it starts')
})

test('enrollment: projects with an enrollment window that overlaps the interval', async () => {
  const before = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
  const window = (project: Project) => ({
    from: project.enrollmentStart ?? project.publishedAt.slice(0, 10),
    to: project.enrollmentEnd ?? (project.dateStart === null ? '9' : before(project.dateStart)),
  })
  const overlaps = (from: string, to: string) => (project: Project) => {
    const own = window(project)
    return own.from <= own.to && own.from <= to && own.to >= from
  }
  assert.ok((await matching({ enrollmentStart: day(0), enrollmentEnd: day(7) }, overlaps(day(0), day(7)))) > 0)
  await matching({ enrollmentEnd: day(-60) }, overlaps('0', day(-60)))
  await matching({ enrollmentStart: day(40) }, overlaps(day(40), '9'))
})

test('filters combine with AND', async () => {
  const tag = all.find(({ status }) => status === 'open')!.tags[0]!
  await matching(
    { status: 'open', tags: String(tag), dateEnd: day(300) },
    (project) => project.status === 'open' && project.tags.includes(tag) && (project.dateStart ?? '0') <= day(300),
  )
})

for (const [text, slug] of [
  ['датчики воздуха', 'datchiki-vozduha'],
  ['датчиком воздухом', 'datchiki-vozduha'],
  ['датчеки воздуха', 'datchiki-vozduha'],
  ['ДОСТУПНЫЙ ДВОР', 'karta-dvorov'],
  ['dormitory energy', 'dormitory-energy-dashboard'],
  ['dormitries dashbord', 'dormitory-energy-dashboard'],
] as const)
  test(`“${text}” finds ${slug} first`, async () => {
    assert.equal((await find({ filters: { text } })).projects[0]?.id, slug)
    assert.ok(slugs(await everything({ text })).includes(slug))
  })

test('with mode "exact" words are not corrected', async () => {
  assert.ok((await total({ text: 'musem' })) > 0 && (await total({ text: 'museums', mode: 'exact' })) > 0)
  assert.equal(await total({ text: 'musem', mode: 'exact' }), 0)
})

test('with mode "all" every word must match, and private data is not searched', async () => {
  assert.equal(await total({ text: 'датчики воздуха zzzqqq', mode: 'all' }), 0)
  const [row] = await service.sql`select client_contact from project where slug = 'karta-dvorov'`
  assert.match(row!.client_contact, /Тимофеева/)
  assert.ok(!slugs(await everything({ text: 'Тимофеева' })).includes('karta-dvorov'))
  // By default "dvory" alone finds дворы, which is public.
  assert.equal(await total({ text: 'dvory@rovnyput.example.org', mode: 'all' }), 0)
})

test('wanted roles are searched by name, Russian name and alias', async () => {
  for (const [role, ...texts] of [
    ['Robotics engineer', 'robotics engineer', 'Инженер-робототехник', 'roboticist'],
    ['DevOps', 'devops', 'DevOps-инженер', 'sysadmin'],
    ['Embedded developer', 'embedded developer', 'разработчик встраиваемых систем', 'firmware'],
  ] as const) {
    const expected = slugs(all.filter(({ wantedRoles }) => wantedRoles.some((one) => one.role === role)))
    assert.ok(expected.length > 0)
    for (const text of texts) {
      const result = slugs(await everything({ text }))
      for (const slug of expected) assert.ok(result.includes(slug), `${text}: ${slug}`)
    }
  }
})

test('curators are searched by their surname', async () => {
  for (const [text, surname] of [
    ['Whitlock', 'Whitlock'],
    ['воронова', 'Воронова'],
  ] as const) {
    const expected = slugs(all.filter(({ curator }) => curator?.includes(surname))).toSorted()
    assert.ok(expected.length >= 3)
    assert.deepEqual(slugs(await everything({ text })).toSorted(), expected)
  }
})

test('a text without words means no filter or no match', async () => {
  for (const text of ['!!!', '—', '\u0000', '🦊', '()', '   .', '%_', '"']) assert.ok([0, all.length].includes(await total({ text })), text)
})

test('unparsable values are a 400 with each key, values that are not allowed a 422', async () => {
  const wrong = (body: unknown) => find(body as Body)
  const paths = async (code: 'invalid_input' | 'invalid_value', body: unknown) =>
    (await refused(code, wrong(body))).errors?.map(({ path }) => path)
  assert.deepEqual(await paths('invalid_input', { page: '1', pageSize: [], filters: { text: 5, tags: {} } }), [
    'filters.text',
    'filters.tags',
    'page',
    'pageSize',
  ])
  assert.deepEqual(await paths('invalid_input', { filters: { dateStart: '01.09.2026', enrollmentEnd: '2026-02-30' } }), [
    'filters.dateStart',
    'filters.enrollmentEnd',
  ])
  assert.deepEqual(await paths('invalid_value', { page: 0, pageSize: -1 }), ['page', 'pageSize'])
  assert.deepEqual(await paths('invalid_value', { sort: 'password' }), ['sort'])
  assert.deepEqual(await paths('invalid_value', { filters: { status: 'recruiting' } }), ['filters.status'])
  assert.deepEqual(await paths('invalid_value', { filters: { text: 'x'.repeat(201), tags: Array(21).fill(1) } }), [
    'filters.text',
    'filters.tags',
  ])
})

// The index reads the database after the first load. A lock queued during the first load is granted right after it, so the index cannot
// be built until the lock is released.
test('a search while the index is being built is refused; lists work', async () => {
  const database = await testDatabase(DEMO_TEMPLATE)
  // A text that no saved index has.
  await database.sql`update project set client = 'A new client' where id = (select min(id) from project where state = 'published')`
  const [first, second] = await Promise.all([database.sql.reserve(), database.sql.reserve()])
  const waiting = async (count: number) => {
    const waits = () => database.sql`
      select 1 from pg_locks where relation = 'project'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
    while ((await waits()).length < count) await sleep(10)
  }
  for (const one of [first, second]) await one`set lock_timeout = 0`
  await first`begin`
  await first`lock table project in access exclusive mode`
  const starting = startService({ database })
  await waiting(1)
  await second`begin`
  const locking = second`lock table project in access exclusive mode`.execute()
  await waiting(2)
  await first`commit`
  const young = await starting
  try {
    await locking
    assert.equal((await young.call(findProjects, { body: {} })).projects.length, 5)
    await refused('warming_up', young.call(findProjects, { body: { filters: { text: 'museum' } } }))
    await second`commit`
    assert.ok((await young.call(findProjects, { body: { filters: { text: 'museum' } } })).total > 0)
  } finally {
    first.release()
    second.release()
    await young.close()
    await database.close()
  }
})

test('text searches have their own, lower rate limit', async (t) => {
  const search = { name: 'search', burst: 2, perMinute: 1 }
  const limited = await startService({ limits: { calls: { name: 'calls', burst: 50, perMinute: 50 }, search } })
  t.after(() => limited.close())
  const ask = (text?: string) => limited.call(findProjects, { body: { filters: { text } } })
  await ask('river')
  await ask('bridge')
  await refused('too_many_calls', ask('garden'))
  assert.equal((await ask()).projects.length, 5)
  const response = await fetch(`${limited.url}/project/findmany`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"filters":{"text":"lake"}}',
  })
  assert.match(response.headers.get('ratelimit-policy')!, /^"search";q=2/)
  await assertProblem(response, 'too_many_calls')
})
