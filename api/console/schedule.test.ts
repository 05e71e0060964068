import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSchedule } from '#contract/console/schedule.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, dayFromNow } from '#tests/support/world/requests.ts'

const { service, curator } = useService({ people: ['curator'] })

const schedule = (query: QueryOf<typeof getSchedule> = {}) => curator(getSchedule, { query })
const slugs = async (query: QueryOf<typeof getSchedule>) => (await schedule(query)).projects.map(({ slug }) => slug)

test('without days: half a year from the first of this month, every project with a day in it, by beginning', async () => {
  const { day, from, to, projects, total } = await schedule()
  assert.equal(from, `${day.slice(0, 7)}-01`)
  assert.match(to, /-(28|29|30|31)$/)
  assert.equal(projects.length, total)
  const rows = await service.sql<{ slug: string }[]>`
    select slug from project p cross join lateral (select (published_at at time zone 'UTC')::date as published) d
    where state <> 'withdrawn' and (
      ((date_start is not null or date_end is not null) and coalesce(date_start <= ${to}, true) and coalesce(date_end >= ${from}, true))
      or (published is not null and coalesce(enrollment_start, published) <= coalesce(enrollment_end, date_start - 1, 'infinity')
        and coalesce(enrollment_start, published) <= ${to} and coalesce(enrollment_end, date_start - 1, 'infinity') >= ${from}))`
  assert.deepEqual(projects.map(({ slug }) => slug).toSorted(), rows.map(({ slug }) => slug).toSorted())
  assert.ok(projects.length > 20)
  const firsts = projects.map(({ enrollment, work }) => enrollment?.from ?? work?.from ?? '')
  assert.deepEqual(firsts, firsts.toSorted())
})

test('a project has its enrollment and its work; the period cuts the list, not the spans', async () => {
  const dates = { enrollmentStart: '2031-02-01', enrollmentEnd: '2031-02-20', dateStart: '2031-03-05', dateEnd: '2031-06-30' }
  await addProject(service.sql, 'far-away', { name: 'Far away', ...dates })
  const { projects } = await schedule({ from: '2031-02-20', to: '2031-02-20', text: 'far away' })
  assert.deepEqual(
    projects.map(({ enrollment, work, teamLimit, status }) => ({ enrollment, work, teamLimit, status })),
    [
      {
        enrollment: { from: '2031-02-01', to: '2031-02-20' },
        work: { from: '2031-03-05', to: '2031-06-30' },
        teamLimit: 2,
        status: 'pending',
      },
    ],
  )
  const isIn = async (from: string, to: string) => (await slugs({ from, to, text: 'far away' })).length === 1
  assert.equal(await isIn('2031-02-21', '2031-03-04'), false, 'between enrollment and work')
  assert.equal(await isIn('2031-02-21', '2031-03-05'), true)
  assert.equal(await isIn('2031-06-30', '2031-07-30'), true)
  assert.equal(await isIn('2031-07-01', '2031-07-30'), false)
})

test('filters as in the list of projects; withdrawn projects only when asked for', async () => {
  const { sql } = service
  await addProject(sql, 'sched-open', { name: 'Sched open', enrollmentEnd: dayFromNow(2) })
  await addProject(sql, 'sched-gone', { name: 'Sched gone', state: 'withdrawn' })
  await addProject(sql, 'sched-draft', { name: 'Sched draft', state: 'draft' })
  const [tag] = await sql`select id from tag order by id limit 1`
  await sql`insert into project_tag (project_id, tag_id) select id, ${tag!.id} from project where slug = 'sched-open'`
  assert.deepEqual((await slugs({ text: 'sched' })).toSorted(), ['sched-draft', 'sched-open'])
  assert.deepEqual(await slugs({ text: 'sched', state: 'withdrawn' }), ['sched-gone'])
  assert.deepEqual(await slugs({ text: 'sched', status: 'open' }), ['sched-open'])
  assert.deepEqual(await slugs({ text: 'sched', attention: 'closing' }), ['sched-open'])
  assert.deepEqual(await slugs({ text: 'sched', state: 'draft', attention: 'closing' }), [])
  assert.deepEqual(await slugs({ text: 'sched', tag: String(tag!.id) }), ['sched-open'])
  const undated = (await schedule()).undated
  await sql`insert into project (slug, name, state) values ('sched-undated', 'Sched undated', 'draft')`
  assert.equal((await schedule()).undated, undated + 1)
})

test('invalid and too long periods are refused', async () => {
  await refused('invalid_input', schedule({ from: '2026-02-30' }))
  await refused('invalid_input', schedule({ from: 'yesterday' }))
  const { errors } = await refused('invalid_value', schedule({ from: '2026-03-01', to: '2026-02-01' }))
  assert.match(errors![0]!.message, /2026-03-01 … 2028-03-01/)
  await refused('invalid_value', schedule({ from: '2026-01-01', to: '2028-02-01' }))
  assert.equal((await schedule({ from: '2026-01-01', to: '2027-12-31' })).to, '2027-12-31')
})
