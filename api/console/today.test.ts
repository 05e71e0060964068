import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyDecision, undoDecision } from '#contract/console/request.ts'
import { getToday, type Today } from '#contract/console/today.ts'
import { createRequest, decideRequest, withdrawRequest } from '#contract/request.ts'
import { writeDay } from '#rules/day.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/requests.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'

let service: TestService
let anna: Awaited<ReturnType<typeof callAs>>
let curator: Awaited<ReturnType<typeof callAs>>
before(async () => {
  service = await startService()
  anna = await callAs(service, 'anna')
  curator = await callAs(service, 'curator')
})
after(() => service.close())

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
  await sql`insert into outbox (kind, data, due_at) values ('contact', '{}', now() + interval '10 minutes')`
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
