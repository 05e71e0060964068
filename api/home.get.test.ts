import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProjects, getHome, type Home, type Project } from '#contract/project.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, dayFromNow } from '#tests/support/world/requests.ts'

const DAY_MS = 86_400_000
let shift = 0
const { service } = useService({ now: () => new Date(Date.now() + shift) })

const home = () => service.call(getHome)
const names = ['open', 'new', 'running', 'announced'] as const
const find = (status: string, sort: string) =>
  service.call(findProjects, { body: { filters: { status }, sort, pageSize: 100 } }) as Promise<{ projects: Project[]; total: number }>
const slugsOf = (projects: Project[]) => projects.map(({ slug }) => slug)
const inSection = ({ projects }: Home, { projects: slugs }: Home['open']) =>
  slugs.map((slug) => projects.find((project) => project.slug === slug)!)

test('open projects first, the soonest deadline first; announced ones last', async () => {
  const answer = await home()
  const open = await find('open', 'recommended')
  assert.deepEqual(answer.open, { projects: slugsOf(open.projects).slice(0, 8), total: open.total })
  const deadlines = inSection(answer, answer.open).map(({ enrollmentEnd, dateStart }) => enrollmentEnd ?? dateStart ?? '9999')
  assert.deepEqual(deadlines, deadlines.toSorted())
  assert.ok(inSection(answer, answer.new).every(({ status }) => status !== 'completed'))
  assert.ok(inSection(answer, answer.announced).every(({ status }) => status === 'pending'))
  assert.equal(answer.announced.total, (await find('pending', 'name')).total)
  assert.ok(names.every((name) => answer[name].projects.length > 0 && answer[name].projects.length <= 8))
})

test('every project is named once, and sent once', async () => {
  const answer = await home()
  const named = names.flatMap((name) => answer[name].projects)
  assert.equal(new Set(named).size, named.length)
  assert.deepEqual(slugsOf(answer.projects), named)
})

test('the topics are the tags most open projects have, and their names are in the answer', async () => {
  const answer = await home()
  const open = await find('open', 'name')
  const counts = new Map<number, number>()
  for (const id of open.projects.flatMap(({ tags }) => tags)) counts.set(id, (counts.get(id) ?? 0) + 1)
  const most = [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([id]) => id)
  assert.deepEqual(answer.topics, most.slice(0, 8))
  const used = [...new Set([...answer.projects.flatMap(({ tags }) => tags), ...answer.topics])]
  assert.deepEqual(
    answer.tags.map(({ id }) => id),
    used.sort((a, b) => a - b),
  )
})

test('a project whose enrollment ends today leaves the open ones at midnight, and one that opens joins them', async () => {
  const { sql, app } = service
  await addProject(sql, 'closes-today', { enrollmentEnd: dayFromNow(0), dateStart: dayFromNow(20) })
  await addProject(sql, 'opens-tomorrow', { enrollmentStart: dayFromNow(1), enrollmentEnd: dayFromNow(1), dateStart: dayFromNow(20) })
  await app.catalog.refresh()
  const today = await home()
  assert.ok(today.open.projects.includes('closes-today'))
  assert.ok(!today.open.projects.includes('opens-tomorrow'))
  shift = DAY_MS
  while ((await home()).open.projects.includes('closes-today')) await app.catalog.refresh()
  assert.ok((await home()).open.projects.includes('opens-tomorrow'))
})

test('the answer has an ETag, and an unchanged one is not sent again', async () => {
  const first = await fetch(`${service.url}/home`)
  const etag = first.headers.get('etag')!
  const again = await fetch(`${service.url}/home`, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
})
