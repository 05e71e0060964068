import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListedProject, listConsoleProjects } from '#contract/console/project.ts'
import { listConsoleQuestions } from '#contract/console/question.ts'
import { getReport } from '#contract/console/report.ts'
import { getConsoleRequest, listConsoleRequests, type ReviewRequest } from '#contract/console/request.ts'
import { getSchedule } from '#contract/console/schedule.ts'
import { type ListedTeam, listConsoleTeams } from '#contract/console/team.ts'
import { listLeaveRequests } from '#contract/console/team-formation.ts'
import { getToday } from '#contract/console/today.ts'
import { createRequest, decideRequest } from '#contract/request.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, openRound } from '#tests/support/world/rounds.ts'

// Every count of the start page, the lists, the timeline and the report is the number of rows of the list that it counts.

const { service, curator, anna } = useService({ people: ['curator', 'anna'] })

type Paged<Row> = { rows: Row[]; total: number }

/** All rows, page by page; `total` is what the list says of them. */
async function every<Row>(read: (page: { page: string; pageSize: string }) => Promise<Paged<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const found = await read({ page: String(page), pageSize: '100' })
    rows.push(...found.rows)
    if (found.rows.length < 100) {
      assert.equal(rows.length, found.total, 'the total of a list')
      return rows
    }
  }
}
const requestsOf = (query: object): Promise<ReviewRequest[]> =>
  every(async (page) => {
    const { requests: rows, total } = await curator(listConsoleRequests, { query: { ...query, ...page } })
    return { rows, total }
  })
const projectsOf = (query: object): Promise<ListedProject[]> =>
  every(async (page) => {
    const { projects: rows, total } = await curator(listConsoleProjects, { query: { ...query, ...page } })
    return { rows, total }
  })
const teamsOf = (query: object): Promise<ListedTeam[]> =>
  every(async (page) => {
    const { teams: rows, total } = await curator(listConsoleTeams, { query: { ...query, ...page } })
    return { rows, total }
  })

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)
const waiting = (query: object) => requestsOf({ ...query, status: 'submitted' })

async function assertToday(rows: ReviewRequest[]): Promise<void> {
  const today = await curator(getToday)
  assert.equal(today.waiting.count, rows.length, 'awaiting decision')
  assert.deepEqual(
    today.waiting.oldest.map(({ id }) => id),
    rows.slice(0, 5).map(({ id }) => id),
  )
  for (const { reviewer, count } of today.waitsByReviewer)
    assert.equal(count, (await waiting({ reviewerId: String(reviewer?.id ?? 'none') })).length, `of ${reviewer?.name}`)
  if (today.waitsByReviewer.length < 10) assert.equal(sum(today.waitsByReviewer.map(({ count }) => count)), rows.length)
  for (const { project, count } of today.longestWaits)
    assert.equal(count, (await waiting({ project: project.slug })).length, `for ${project.slug}`)
  const { attention } = today
  assert.equal(attention.closingProjects, (await projectsOf({ attention: 'closing' })).length, 'closing')
  assert.equal(attention.emptyProjects, (await projectsOf({ attention: 'empty' })).length, 'empty')
  assert.equal(attention.freeTeams, (await teamsOf({ work: 'free' })).length, 'free')
  assert.equal(attention.idleTeams, (await teamsOf({ work: 'idle' })).length, 'idle')
  assert.equal(today.drafts, (await projectsOf({ state: 'draft' })).length, 'drafts')
  const questions = await curator(listConsoleQuestions, { query: { status: 'unanswered', pageSize: '100' } })
  assert.deepEqual([today.unansweredQuestions, questions.total], [questions.questions.length, questions.questions.length])
  const leaving = await curator(listLeaveRequests, { query: { status: 'open', pageSize: '100' } })
  assert.deepEqual([today.leaveRequests, leaving.total, leaving.open], Array(3).fill(leaving.requests.length))
}

async function assertLists(rows: ReviewRequest[]): Promise<void> {
  const { counts } = await curator(listConsoleRequests, { query: {} })
  for (const [status, count] of Object.entries(counts)) assert.equal(count, (await requestsOf({ status })).length, status)
  const [projects, teams] = [await projectsOf({}), await teamsOf({})]
  for (const { slug, requestsWaiting } of projects)
    assert.equal(requestsWaiting, rows.filter(({ project }) => project === slug).length, `applications for ${slug}`)
  for (const { id, name, requestsWaiting } of teams)
    assert.equal(requestsWaiting, rows.filter(({ team }) => team === id).length, `applications of ${name}`)
  for (const one of [...projects, ...teams]) assert.ok(one.requestsOpen >= one.requestsWaiting + one.choicesWaiting, one.name)
  const { counts: states } = await curator(listConsoleProjects, { query: {} })
  assert.deepEqual(states, { ...{ draft: 0, published: 0, archived: 0, withdrawn: 0 }, ...countsOf(projects.map(({ state }) => state)) })
  const schedule = await curator(getSchedule, { query: { from: '2020-01-01', to: '2021-12-31' } })
  const later = await curator(getSchedule, { query: {} })
  for (const { slug, requestsWaiting, teamsEnded } of [...schedule.projects, ...later.projects]) {
    const listed = projects.find((project) => project.slug === slug)!
    assert.deepEqual([requestsWaiting, teamsEnded], [listed.requestsWaiting, listed.teamsEnded], `timeline: ${slug}`)
  }
  for (const { id, project, rivals } of rows.slice(0, 5)) {
    const others = rows.filter((one) => one.project === project && one.id !== id)
    const review = await curator(getConsoleRequest, { params: { id: String(id) } })
    assert.deepEqual([rivals, review.rivals.length, review.project.requestsWaiting], [others.length, others.length, others.length + 1])
  }
}
const countsOf = (values: string[]) =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([key, { length }]) => [key, length]))

async function assertReport(): Promise<void> {
  const { figures, projects, teamsWithoutProject } = await curator(getReport, { query: { from: dayFromNow(-300), to: dayFromNow(200) } })
  const { all, elsewhere, ...parts } = figures.applications
  assert.equal(sum(Object.values(parts)), all, 'the parts of the applications')
  assert.equal(sum(projects.map(({ applications }) => applications)) + elsewhere, all, 'the applications of the projects')
  const [teams, free] = [await teamsOf({}), await teamsOf({ work: 'free' })]
  assert.equal(figures.teamsWithProject + figures.teamsWithoutProject, teams.length, 'the teams of today')
  assert.deepEqual(
    teamsWithoutProject.map(({ id, requestsWaiting, choicesWaiting }) => [id, requestsWaiting, choicesWaiting]),
    free.map(({ id, requestsOpen, choicesWaiting }) => [id, requestsOpen - choicesWaiting, choicesWaiting]),
  )
  assert.equal(figures.emptyProjects, projects.filter((project) => project.teams.length === 0).length)
}

async function assertAgreement(): Promise<void> {
  const rows = await waiting({})
  for (const { round, id } of rows) assert.equal(round, null, `request ${id} can be decided`)
  await assertToday(rows)
  await assertLists(rows)
  await assertReport()
}

test('in the demo directory', assertAgreement)

test('with choices of a round, with decisions that can be undone and with work that has ended', async () => {
  const { sql } = service
  const { ids, slugs } = await addRoundProjects(sql, [1, 2, null])
  await openRound(curator, ids, new Date())
  await addChoosingTeam(sql, 'anna', anna, slugs)
  await addChoosingTeam(sql, 'anna', anna, slugs.slice(1))
  await addProject(sql, 'counted', { teamLimit: 1, enrollmentEnd: dayFromNow(3) })
  await addProject(sql, 'counted-too', { teamLimit: 1 })
  const apply = async (name: string, project: string, team?: number) =>
    (await anna(createRequest, { body: { project, team: team ?? (await addTeam(sql, name, 'anna*')) } })).id
  const both = await addTeam(sql, 'Applies twice', 'anna*')
  const promised = await apply('', 'counted', both)
  await apply('', 'counted-too', both)
  await apply('Waits', 'counted')
  await curator(decideRequest, { params: { id: String(promised) }, body: { decision: 'approve' } })
  const archived = await addProject(sql, 'counted-archived', { state: 'archived', dateStart: '2021-02-01', dateEnd: '2021-06-30' })
  await sql`insert into assignment (team_id, project_id, assigned_at, ended_at, outcome)
    values (${await addTeam(sql, 'Has worked')}, ${archived}, '2021-02-01', '2021-06-30', 'finished')`
  const rows = await waiting({})
  assert.deepEqual([rows.filter(({ team }) => team === both).length, rows.some(({ teamName }) => teamName === 'Waits')], [0, true])
  const [project] = await projectsOf({ text: 'counted-archived' })
  assert.deepEqual([project!.teamsWorking, project!.teamsEnded], [0, 1])
  await assertAgreement()
})

forEachCase(
  [0.1, 0.3, 0.5, 0.7, 0.9],
  (seed) => `in a random directory ${seed}`,
  async (seed) => {
    const { sql } = service
    // Requests that are open or over, with and without a pending decision, for projects and by teams of all kinds.
    await sql`select setseed(${seed})`
    await sql`
      insert into request (team_id, project_id, status, created_at, decided_at, reason_id)
      select team, project, status, at, case when status <> 'submitted' then at + interval '1 hour' end, (select min(id) from refusal_reason)
      from (
        select distinct on (team, project) t.id as team, p.id as project, now() - random() * 200 * interval '1 day' as at,
          (array['submitted', 'approved', 'declined', 'withdrawn', 'superseded'])[1 + floor(random() * 5)::int] as status
        from team t cross join project p where random() < 0.02 and not exists (
          select 1 from request r where r.team_id = t.id and r.project_id = p.id)) as made`
    await sql`
      insert into pending_decision (request_id, team_id, project_id, decision, actor_id, decided_at, due_at)
      select distinct on (r.team_id) r.id, r.team_id, r.project_id, 'approved', (select id from person where login = 'curator'), now(), now() + interval '1 hour'
      from request r where r.status = 'submitted' and r.round_id is null and random() < 0.2 and not exists (
        select 1 from pending_decision d where d.team_id = r.team_id) order by r.team_id, r.id`
    await sql`update project set state = 'archived' where state = 'published' and random() < 0.1`
    await assertAgreement()
  },
)
