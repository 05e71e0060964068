import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listConsoleProjects } from '#contract/console/project.ts'
import { applyDecision, undoDecision } from '#contract/console/request.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import { getToday, type Today } from '#contract/console/today.ts'
import { createRequest, decideRequest, withdrawRequest } from '#contract/request.ts'
import { writeDay } from '#rules/time/day.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'

const { service, anna, curator } = useService({ people: ['anna', 'curator'] })

const today = (): Promise<Today> => curator(getToday)
const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
const now = () => writeDay(service.app.calendar(new Date()))

test('pending applications are counted, and the oldest are listed', async () => {
  const rows = await service.sql`select id from request where status = 'submitted' order by created_at, id`
  const { day, waiting } = await today()
  assert.equal(day, now())
  assert.equal(waiting.count, rows.length)
  assert.ok(rows.length > 0)
  assert.deepEqual(
    waiting.oldest.map(({ id }) => id),
    rows.slice(0, 5).map(({ id }) => id),
  )
})

test('dates of published projects in the next two weeks are listed', async () => {
  const { sql } = service
  const id = await addProject(sql, 'soon-a', { enrollmentEnd: dayFromNow(3), dateStart: dayFromNow(4), dateEnd: dayFromNow(15) })
  await addProject(sql, 'soon-b', { state: 'archived', enrollmentEnd: dayFromNow(3) })
  const { soon } = await today()
  const ofThis = soon.filter(({ project }) => project.id === id)
  assert.deepEqual(
    ofThis.map(({ day, what, project }) => [day, what, project.slug]),
    [
      [dayFromNow(3), 'enrollment_ends', 'soon-a'],
      [dayFromNow(4), 'starts', 'soon-a'],
    ],
  )
  assert.ok(soon.every(({ project }) => project.slug !== 'soon-b'))
  const days = soon.map(({ day }) => day)
  assert.deepEqual(days, days.toSorted())
  assert.ok(days.every((day) => day >= now() && day <= dayFromNow(14)))
})

test('teams without a project, and those that have not applied, are counted like in the list of teams', async () => {
  const { sql } = service
  const before = (await today()).attention
  const [idle, applied, working] = [
    await addTeam(sql, 'Idle ones', 'anna*'),
    await addTeam(sql, 'Applied ones', 'anna*'),
    await addTeam(sql, 'Working ones', 'anna*'),
  ]
  const project = await addProject(sql, 'attention-a', { teamLimit: null })
  await sql`insert into request (team_id, project_id, status) values (${applied}, ${project}, 'submitted')`
  await sql`insert into assignment (team_id, project_id) values (${working}, ${project})`
  const { freeTeams, idleTeams } = (await today()).attention
  assert.deepEqual([freeTeams, idleTeams], [before.freeTeams + 2, before.idleTeams + 1])
  const listed = async (work: 'free' | 'idle') =>
    (await curator(listConsoleTeams, { query: { work, pageSize: '100' } })).teams.map(({ id }) => id)
  const [free, idles] = [await listed('free'), await listed('idle')]
  assert.deepEqual([free.length, idles.length], [freeTeams, idleTeams])
  assert.deepEqual(
    [idle, applied, working].map((id) => [free.includes(id), idles.includes(id)]),
    [
      [true, true],
      [true, false],
      [false, false],
    ],
  )
})

test('projects that may stay empty, and those that close without an application, are counted like in the list of projects', async () => {
  const { sql } = service
  const before = (await today()).attention
  const closing = await addProject(sql, 'attention-closing', { enrollmentEnd: dayFromNow(2) })
  const closed = await addProject(sql, 'attention-closed', { enrollmentStart: dayFromNow(-20), enrollmentEnd: dayFromNow(-2) })
  const draft = await addProject(sql, 'attention-draft', { enrollmentEnd: dayFromNow(2), state: 'draft' })
  const { emptyProjects, closingProjects } = (await today()).attention
  assert.deepEqual([emptyProjects, closingProjects], [before.emptyProjects + 2, before.closingProjects + 1])
  const listed = async (attention: 'empty' | 'closing', other = {}) => {
    const { projects, total } = await curator(listConsoleProjects, { query: { attention, pageSize: '100', ...other } })
    assert.equal(projects.length, total)
    return projects.map(({ id }) => id)
  }
  const [empty, closingOnes] = [await listed('empty'), await listed('closing')]
  assert.deepEqual([empty.length, closingOnes.length], [emptyProjects, closingProjects])
  assert.deepEqual(
    [closing, closed, draft].map((id) => [empty.includes(id), closingOnes.includes(id)]),
    [
      [true, true],
      [true, false],
      [false, false],
    ],
  )
  assert.deepEqual(await listed('closing', { text: 'attention-closing' }), [closing])
  assert.deepEqual(await listed('closing', { text: 'attention-closing', state: 'draft' }), [])
  assert.deepEqual(await listed('empty', { text: 'attention-clos', status: 'open' }), [closing])
})

test('the projects whose applications have waited longest', async () => {
  const { sql } = service
  const project = await addProject(sql, 'waits', { name: 'Waits' })
  const insert = async (days: number) =>
    sql`insert into request (team_id, project_id, status, created_at)
      values (${await addTeam(sql, `Waits ${days}`, 'anna*')}, ${project}, 'submitted', now() - ${days} * interval '1 day')`
  await insert(3)
  await insert(400)
  const { longestWaits } = await today()
  assert.deepEqual([longestWaits[0]!.project, longestWaits[0]!.count], [{ id: project, slug: 'waits', name: 'Waits' }, 2])
  assert.equal(Math.round((Date.now() - Date.parse(longestWaits[0]!.since)) / 86_400_000), 400)
  const [curatorWaits] = (await today()).waitsByReviewer
  assert.equal(curatorWaits!.since, longestWaits[0]!.since)
  assert.ok(curatorWaits!.reviewer === null && curatorWaits!.count >= 2)
  assert.ok(longestWaits.length <= 5)
  const since = longestWaits.map((one) => one.since)
  assert.deepEqual(since, since.toSorted())
})

test('drafts are counted', async () => {
  const { drafts } = await today()
  await addProject(service.sql, 'draft-1', { state: 'draft' })
  assert.equal((await today()).drafts, drafts + 1)
})

test('an application is in the statistics at once, a decision in those of this week', async () => {
  const before = (await today()).figures
  const team = await addTeam(service.sql, 'Counted', 'anna*')
  const project = await addProject(service.sql, 'counted', { teamLimit: 3 })
  const { id } = await anna(createRequest, { body: { project: 'counted', team } })
  const afterApplying = (await today()).figures
  assert.equal(afterApplying.applicationsByDay.length, 30)
  assert.deepEqual(afterApplying.applicationsByDay.at(-1), { day: now(), count: before.applicationsByDay.at(-1)!.count + 1 })
  assert.ok(afterApplying.applicationsByProject.length <= 10)
  const countOf = (figures: Today['figures']) => figures.applicationsByProject.find((one) => one.id === project)
  if (countOf(afterApplying)) assert.deepEqual(countOf(afterApplying), { id: project, name: 'Project counted', count: 1, waiting: 1 })
  assert.deepEqual(afterApplying.places, { taken: before.places.taken, all: before.places.all + 3, isLimited: true })
  assert.equal(sum(afterApplying.applicationsByProject) <= sum(afterApplying.applicationsByDay), true)

  await curator(decideRequest, { params: { id: String(id) }, body: { decision: 'approve' } })
  assert.deepEqual((await today()).figures.places, afterApplying.places, 'it has not taken effect')
  await curator(undoDecision, { params: { id: String(id) } })
  const other = await anna(createRequest, { body: { project: 'counted', team: await addTeam(service.sql, 'Counted too', 'anna*') } })
  await curator(decideRequest, { params: { id: String(other.id) }, body: { decision: 'approve' } })
  await curator(applyDecision, { params: { id: String(other.id) } })
  const decided = (await today()).figures
  assert.equal(decided.places.taken, before.places.taken + 1)
  assert.equal(decided.answerHours.length, 8)
  assert.equal(decided.answerHours.at(-1)!.count, before.answerHours.at(-1)!.count + 1)
  assert.ok(decided.answerHours.at(-1)!.median !== null)
  await anna(withdrawRequest, { params: { id: String(id) } })
  assert.deepEqual((await today()).figures.answerHours, decided.answerHours, 'who takes an application back got no answer')
})

test('failed emails: the latest ten and the total', async () => {
  const { sql } = service
  const before = (await today()).mail
  const ended = ['failed', 'unknown', 'dead'].flatMap((state) => Array.from({ length: 4 }, (_, n) => ({ state, n })))
  for (const { state, n } of ended)
    await sql`insert into outbox (kind, state, created_at, ended_at, reason)
      values ('request_approved', ${state}, now(), now() + ${n} * interval '1 second', ${`${state} ${n}`})`
  await sql`insert into outbox (kind, state, created_at, reason) values ('contact', 'review', now() + interval '1 minute', 'too many links')`
  await sql`insert into outbox (kind, state, created_at) values ('request_approved', 'queued', now())`
  await sql`insert into outbox (kind, state, created_at, ended_at) values ('request_approved', 'sent', now(), now())`
  const { mail } = await today()
  assert.equal(mail.troubleCount, before.troubleCount + 13)
  assert.equal(mail.waiting, before.waiting + 1)
  await sql`insert into outbox (kind, data, created_at, due_at) values ('contact', '{}', now(), now() + interval '10 minutes')`
  assert.equal((await today()).mail.waiting, mail.waiting, 'held for an undo window')
  assert.equal(mail.trouble.length, 10)
  const { kind, state, reason } = mail.trouble[0]!
  assert.deepEqual([kind, state, reason], ['contact', 'review', 'too many links'])
  const times = mail.trouble.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted().reverse())
})

test('recent activity is listed without sign-ins', async () => {
  const team = await addTeam(service.sql, 'Audited', 'anna*')
  await addProject(service.sql, 'audited')
  const { id } = await anna(createRequest, { body: { project: 'audited', team } })
  await curator(decideRequest, { params: { id: String(id) }, body: { decision: 'approve' } })
  await callAs(service, 'boris')
  const { audit } = await today()
  assert.ok(audit.length <= 10)
  const [latest] = audit
  assert.deepEqual([latest!.action, latest!.target, latest!.outcome], ['decideRequest', `request ${id}`, 'success'])
  assert.match(latest!.actor!.name, /\S+ \S+/)
  assert.ok(audit.every(({ action }) => !/^(authn|session|key|identity)_/.test(action)))
})

test('an empty directory gives a valid response', async () => {
  const { sql } = service
  await sql`update project set state = 'archived'`
  await sql`update request set status = 'withdrawn', decided_at = now() where status = 'submitted'`
  const answer = await today()
  assert.deepEqual([answer.waiting.count, answer.waiting.oldest, answer.soon], [0, [], []])
  assert.deepEqual(answer.figures.places, { taken: 0, all: 0, isLimited: false })
})
