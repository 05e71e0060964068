import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getReport } from '#contract/console/report.ts'
import { applyDecision } from '#contract/console/request.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import { createRequest, decideRequest } from '#contract/request.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'

const { service, curator } = useService({ people: ['curator'] })

const report = (from?: string, to?: string) => curator(getReport, { query: { ...(from ? { from } : {}), ...(to ? { to } : {}) } })

test('without days: the last six months; the figures agree with the tables', async () => {
  const { day, from, to, figures, projects, teamsWithoutProject, groups, peopleWithoutGroup } = await report()
  assert.equal(to.slice(0, 7), day.slice(0, 7))
  assert.match(from, /-01$/)
  assert.equal(figures.projects, projects.length)
  assert.equal(figures.emptyProjects, projects.filter(({ teams }) => teams.length === 0).length)
  assert.equal(figures.teams, new Set(projects.flatMap(({ teams }) => teams.map(({ id }) => id))).size)
  const [grouped] = await service.sql`select count(*)::int as n from person where group_name is not null and deleted_at is null`
  assert.ok(grouped!.n > 0)
  assert.equal(
    groups.reduce((sum, { people }) => sum + people, 0),
    grouped!.n,
  )
  const [everyone] = await service.sql`select count(*)::int as n from person where deleted_at is null`
  assert.equal(grouped!.n + peopleWithoutGroup, everyone!.n)
  assert.ok(figures.teams > 5 && figures.results > 0)
  const { all, waiting, choices, approved, declined, withdrawn, superseded } = figures.applications
  assert.equal(all, waiting + choices + approved + declined + withdrawn + superseded)
  const [rows] = await service.sql`select count(*)::int as n from request where created_at::date between ${from} and ${to}`
  assert.equal(all, rows!.n)
  assert.equal(figures.approvalShare, Math.round((approved / (approved + declined)) * 1000) / 1000)
  assert.ok(figures.hoursToDecision! > 24)
  const free = await curator(listConsoleTeams, { query: { work: 'free', pageSize: '100' } })
  assert.deepEqual([figures.teamsWithoutProject, teamsWithoutProject.map(({ id }) => id)], [free.total, free.teams.map(({ id }) => id)])
})

test('a project is in the report of the period of its enrollment or work, with the teams of that period and how their work ended', async () => {
  const { sql } = service
  const id = await addProject(sql, 'reported', {
    name: 'Reported',
    dateStart: '2001-03-01',
    dateEnd: '2001-06-30',
    enrollmentStart: '2001-02-01',
    enrollmentEnd: '2001-02-20',
  })
  await addProject(sql, 'reported-draft', { state: 'draft', dateStart: '2001-03-01', dateEnd: '2001-06-30' })
  const teams = [await addTeam(sql, 'Stays', 'anna*'), await addTeam(sql, 'Leaves', 'boris*')]
  await sql`insert into assignment (team_id, project_id, assigned_at, ended_at, outcome) values
    (${teams[0]!}, ${id}, '2001-03-01T10:00:00Z', null, null), (${teams[1]!}, ${id}, '2001-03-01T10:00:00Z', '2001-04-10T10:00:00Z', 'left')`
  const [file] = await sql`insert into file (project_id, team_id, kind, file_type_id)
    select ${id}, ${teams[0]!}, 'result', min(id) from file_type returning id`
  await sql`insert into request (team_id, project_id, status, created_at, decided_at) values
    (${teams[0]!}, ${id}, 'approved', '2001-02-02T10:00:00Z', '2001-02-03T10:00:00Z')`
  const { projects, figures } = await report('2001-02-01', '2001-07-31')
  assert.deepEqual(
    projects.map(({ name, applications, teams: workers, results }) => ({
      name,
      applications,
      results,
      teams: workers.map((one) => `${one.name} ${one.outcome}`),
    })),
    [{ name: 'Reported', applications: 1, results: 1, teams: ['Stays null', 'Leaves left'] }],
  )
  assert.deepEqual([figures.applications.all, figures.approvalShare, figures.hoursToDecision], [1, 1, 24])
  assert.deepEqual(figures.places, { taken: 2, all: 2, isLimited: true })
  const may = (await report('2001-05-01', '2001-05-31')).projects
  assert.deepEqual(
    may.map(({ teams: workers, applications }) => [workers.map(({ name }) => name), applications]),
    [[['Stays'], 0]],
  )
  assert.deepEqual((await report('2001-02-21', '2001-02-28')).projects, [])
  await sql`update file set deleted_at = now() where id = ${file!.id}`
  assert.equal((await report('2001-05-01', '2001-05-31')).projects[0]!.results, 0)
  await sql`delete from assignment where project_id = ${id}`
})

test('a decision counts when it has taken effect', async () => {
  const anna = await callAs(service, 'anna')
  await addProject(service.sql, 'effect')
  const { id } = await anna(createRequest, { body: { project: 'effect', team: await addTeam(service.sql, 'Effective', 'anna*') } })
  const params = { id: String(id) }
  const before = (await report(dayFromNow(-1), dayFromNow(1))).figures
  await curator(decideRequest, { params, body: { decision: 'approve' } })
  assert.deepEqual((await report(dayFromNow(-1), dayFromNow(1))).figures, before)
  await curator(applyDecision, { params })
  const { applications, teams } = (await report(dayFromNow(-1), dayFromNow(1))).figures
  assert.deepEqual([applications.approved, applications.waiting], [before.applications.approved + 1, before.applications.waiting - 1])
  assert.equal(teams, before.teams + 1)
})

test('invalid and too long periods are refused', async () => {
  await refused('invalid_input', report('2026-02-30'))
  await refused('invalid_value', report('2026-03-01', '2026-02-01'))
  await refused('invalid_value', report('2026-01-01', '2028-02-01'))
})
