import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { ProblemError } from '#contract/client.ts'
import {
  createProject,
  getConsoleProject,
  listConsoleProjects,
  type ProjectDraft,
  setProjectState,
  updateProject,
} from '#contract/console/project.ts'
import {
  type BulkReport,
  changeProjects,
  listProjectChanges,
  type ProjectChange,
  undoProjectChange,
} from '#contract/console/project-bulk.ts'
import { createRequest } from '#contract/request.ts'
import { patient } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addTeam, dayFromNow, personOf } from '#tests/support/world/requests.ts'

let now = new Date()
const { service, curator, admin } = useService({ people: ['curator', 'admin'], now: () => now, connection: patient })
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

const at = (id: number) => ({ params: { id: String(id) } })
const create = async (body: Partial<ProjectDraft> & { name: string }) => (await curator(createProject, { body })).id
const published = async (body: Partial<ProjectDraft> & { name: string }) => {
  const id = await create(body)
  await curator(setProjectState, { ...at(id), body: { state: 'published' } })
  return id
}
const read = (id: number) => curator(getConsoleProject, at(id))
const run = (ids: number[], change: ProjectChange, headers = {}) => curator(changeProjects, { body: { mode: 'do', ids, change }, headers })
const undo = (id: number) => curator(undoProjectChange, at(id))
const outcomes = ({ projects }: { projects: { id: number; outcome: string; code: string | null }[] }) =>
  Object.fromEntries(projects.map(({ id, outcome, code }) => [id, code ?? outcome]))
const audited = async (id: number) =>
  (await service.sql`select action, detail from audit_event where target = ${`project ${id}`} order by seq`).map(({ action, detail }) => [
    action,
    detail,
  ])

test('a preview says what would change and what cannot, and changes nothing', async () => {
  const dates = { dateStart: '2027-02-01', dateEnd: '2027-05-31', enrollmentEnd: '2027-01-31' }
  const [one, other, none] = [
    await create({ name: 'One', ...dates }),
    await create({ name: 'Other', dateEnd: '9999-12-30' }),
    await create({ name: 'No dates' }),
  ]
  const report = await curator(changeProjects, { body: { ids: [one, other, none], change: { shiftDays: 7 } } })
  assert.deepEqual([report.isDone, report.undo, report.counts], [false, null, { changed: 1, same: 1, refused: 1 }])
  assert.deepEqual(
    report.projects.map(({ id, outcome }) => [id, outcome]),
    [
      [other, 'refused'],
      [one, 'changed'],
      [none, 'same'],
    ],
  )
  assert.deepEqual(report.projects[1]!.changes, [
    { key: 'dateStart', before: '2027-02-01', after: '2027-02-08' },
    { key: 'dateEnd', before: '2027-05-31', after: '2027-06-07' },
    { key: 'enrollmentEnd', before: '2027-01-31', after: '2027-02-07' },
  ])
  assert.equal(report.projects[0]!.code, 'invalid_dates')
  assert.equal((await read(one)).dateStart, '2027-02-01')
  assert.equal((await audited(one)).length, 1)
})

test('each project is changed or refused by itself, with a record in the audit log, once for each key', async () => {
  const good = await create({ name: 'Good', enrollmentStart: '2027-01-01', dateEnd: '2027-06-01' })
  const bad = await create({ name: 'Ends earlier', dateEnd: '2026-12-01', curator: 'Anna' })
  const headers = { 'idempotency-key': randomUUID() }
  const change = { enrollmentEnd: '2027-02-01', curator: 'Boris' }
  const report = await run([good, bad], change, headers)
  assert.deepEqual(outcomes(report), { [good]: 'changed', [bad]: 'invalid_dates' })
  assert.deepEqual([(await read(good)).enrollmentEnd, (await read(good)).curator], ['2027-02-01', 'Boris'])
  assert.deepEqual([(await read(bad)).enrollmentEnd, (await read(bad)).curator], [null, 'Anna'], 'nothing of the refused one is changed')
  assert.deepEqual((await audited(good)).at(-1), [
    'changeProjects',
    { name: 'Good', curator: [null, 'Boris'], enrollmentEnd: [null, '2027-02-01'] },
  ])
  assert.deepEqual(await run([good, bad], change, headers), report)
  assert.equal((await audited(good)).length, 2)
  assert.deepEqual(outcomes(await run([good], change)), { [good]: 'same' })
})

test('tags are added and removed; unknown ones are refused for all', async () => {
  const tags = await service.sql<{ id: number; name: string }[]>`select id, name from tag order by name, id limit 3`
  const [a, b, c] = tags.map(({ id }) => id) as [number, number, number]
  const id = await create({ name: 'Tagged', tags: [a, b] })
  const report = await run([id], { addTags: [c], removeTags: [a] })
  assert.deepEqual(
    (await read(id)).tags,
    [b, c].sort((x, y) => x - y),
  )
  const names = (ids: number[]) =>
    tags
      .filter((tag) => ids.includes(tag.id))
      .map(({ name }) => name)
      .sort((x, y) => x.localeCompare(y))
      .join(' · ')
  assert.deepEqual(report.projects[0]!.changes, [{ key: 'tags', before: names([a, b]), after: names([b, c]) }])
  await refused('unknown_tag', run([id], { addTags: [2_000_000_000] }))
  await undo(report.undo!.id)
  assert.deepEqual(
    (await read(id)).tags,
    [a, b].sort((x, y) => x - y),
  )
})

test('publishing and archiving follow the rules of a single project and can be undone, with the work of the teams', async () => {
  const draft = await create({ name: 'Fresh draft' })
  const running = await published({ name: 'With a team' })
  const [team] = await service.sql<{ id: number }[]>`insert into team (name) values ('Bulk team') returning id`
  await service.sql`insert into assignment (team_id, project_id) values (${team!.id}, ${running})`
  const report = await run([draft, running], { state: 'archived' })
  assert.deepEqual(outcomes(report), { [draft]: 'project_state', [running]: 'changed' })
  const ended = () => service.sql`select ended_at is not null as "isEnded", outcome from assignment where team_id = ${team!.id}`
  assert.deepEqual([...(await ended())], [{ isEnded: true, outcome: 'finished' }])
  later(1)
  assert.deepEqual(outcomes(await undo(report.undo!.id)), { [running]: 'changed' })
  assert.deepEqual([(await read(running)).state, ...(await ended())], ['published', { isEnded: false, outcome: null }])

  const second = await run([draft], { state: 'published' })
  assert.equal((await read(draft)).state, 'published')
  later(1)
  await undo(second.undo!.id)
  assert.deepEqual([(await read(draft)).state, (await read(draft)).publishedAt], ['draft', null])
  assert.deepEqual((await audited(draft)).at(-1), ['undoProjectChange', { name: 'Fresh draft', state: ['published', 'draft'] }])
})

test('undoing is refused for projects that were changed or used since, and restores the others', async () => {
  const [one, other, applied] = [
    await create({ name: 'Stays' }),
    await create({ name: 'Changed since' }),
    await create({ name: 'Applied' }),
  ]
  const report = await run([one, other, applied], { state: 'published', curator: 'Bulk' })
  later(1)
  const { name } = await read(other)
  await admin(updateProject, { ...at(other), body: { name, client: 'New client' } })
  const team = await addTeam(service.sql, 'Applies quickly', 'anna*')
  const anna = await callAs(service, 'anna')
  await anna(createRequest, { body: { project: (await read(applied)).slug, team } })
  assert.deepEqual(outcomes(await undo(report.undo!.id)), { [one]: 'changed', [other]: 'changed_since', [applied]: 'requests_waiting' })
  assert.deepEqual([(await read(one)).state, (await read(one)).curator], ['draft', null])
  assert.deepEqual([(await read(other)).state, (await read(other)).client], ['published', 'New client'])
  await refused('bulk_not_found', undo(report.undo!.id))
})

test('a team that has another project now does not get its archived one back', async () => {
  const [archived, next] = [await published({ name: 'Archived with team' }), await published({ name: 'Next one' })]
  const [team] = await service.sql<{ id: number }[]>`insert into team (name) values ('Moved on') returning id`
  await service.sql`insert into assignment (team_id, project_id) values (${team!.id}, ${archived})`
  const report = await run([archived], { state: 'archived' })
  await service.sql`insert into assignment (team_id, project_id) values (${team!.id}, ${next})`
  assert.deepEqual(outcomes(await undo(report.undo!.id)), { [archived]: 'changed_since' })
})

test('own changes are offered for undo for ten minutes, and are not those of others', async () => {
  const id = await create({ name: 'Late' })
  const report = await run([id], { curator: 'Late' })
  const { changes } = await curator(listProjectChanges)
  assert.deepEqual(changes[0], { id: report.undo!.id, at: now.toISOString(), until: report.undo!.until, projects: 1 })
  await refused('bulk_not_found', admin(undoProjectChange, at(report.undo!.id)))
  assert.deepEqual((await admin(listProjectChanges)).changes, [])
  later(11)
  await refused('undo_expired', undo(report.undo!.id))
  assert.ok((await curator(listProjectChanges)).changes.every(({ id }) => id !== report.undo!.id))
  assert.equal((await read(id)).curator, 'Late')
})

test('a filter selects projects instead of ids, up to 500 of them; either of the two is needed', async () => {
  const ids = [await create({ name: 'Filtered alpha' }), await create({ name: 'Filtered beta' })]
  const report = await curator(changeProjects, {
    body: { mode: 'do', filter: { text: 'filtered', state: 'draft' }, change: { curator: 'By filter' } },
  })
  assert.deepEqual(outcomes(report), { [ids[0]!]: 'changed', [ids[1]!]: 'changed' })
  const change = { curator: 'x' }
  await refused('nothing_selected', curator(changeProjects, { body: { change } }))
  await refused('nothing_selected', curator(changeProjects, { body: { ids, filter: {}, change } }))
  await service.sql`insert into project (slug, name) select 'crowd-' || n, 'Crowd ' || n from generate_series(1, 501) n`
  const problem = await refused('too_many_rows', curator(changeProjects, { body: { filter: { text: 'crowd' }, change } }))
  assert.match(problem.detail, /501/)
  await service.sql`delete from project where slug = 'crowd-1'`
  const all = await curator(changeProjects, { body: { mode: 'do', filter: { text: 'crowd' }, change: { curator: 'All' } } })
  assert.deepEqual(all.counts, { changed: 500, same: 0, refused: 0 })
  const back = await undo(all.undo!.id)
  assert.equal(back.counts.changed, 500)
})

test('the window of several projects is set; a day that is none is refused for each', async () => {
  const id = await create({ name: 'Window' })
  assert.deepEqual(outcomes(await run([id], { enrollmentStart: dayFromNow(1), enrollmentEnd: dayFromNow(9) })), { [id]: 'changed' })
  assert.deepEqual(outcomes(await run([id], { enrollmentEnd: '2027-02-30' })), { [id]: 'invalid_dates' })
  assert.deepEqual(outcomes(await run([id, 2_000_000_000], { enrollmentEnd: null })), { [id]: 'changed' }, 'deleted projects are left out')
})

test('one change of a person is made at a time, another waits, and the next is told so; others go on meanwhile', async () => {
  const [mine, others] = [await create({ name: 'Slow change' }), await create({ name: 'Another change' })]
  const outcomes = await service.sql.begin(async (sql) => {
    await sql`set local idle_in_transaction_session_timeout = 0`
    await sql`select 1 from project where id = ${mine} for update`
    const codeOf = (error: ProblemError) => error.problem.code
    const calls = Array.from({ length: 3 }, () => run([mine], { shiftDays: 1 }).then(({ isDone }) => String(isDone), codeOf))
    assert.equal(await Promise.race(calls), 'too_many_jobs')
    assert.equal((await admin(changeProjects, { body: { mode: 'do', ids: [others], change: { shiftDays: 1 } } })).isDone, true)
    return calls
  })
  assert.deepEqual((await Promise.all(outcomes)).toSorted(), ['too_many_jobs', 'true', 'true'])
})

test('the responsible curator is set as by a single edit, so the projects are among “Mine”; undone, also when the former one has no access', async () => {
  const { sql } = service
  const [me, former] = [await personOf(sql, 'curator'), await personOf(sql, 'admin')]
  const ids = [await create({ name: 'Cared for one' }), await create({ name: 'Cared for two', curatorId: former })]
  const change = { curatorId: me, curator: 'Office' }
  const preview = await curator(changeProjects, { body: { ids, change } })
  assert.deepEqual(
    preview.projects.map(({ changes }) => changes.map(({ key }) => key)),
    Array(2).fill(['curator', 'responsibleCurator']),
  )
  const report = await run(ids, change)
  assert.deepEqual(report.counts, { changed: 2, same: 0, refused: 0 })
  const mine = async () =>
    (await curator(listConsoleProjects, { query: { mine: 'true', text: 'Cared' } })).projects.map(({ id }) => id).sort()
  assert.deepEqual(await mine(), ids)
  assert.deepEqual((await read(ids[1]!)).responsibleCurator?.id, me)
  await undo(report.undo!.id)
  assert.equal((await read(ids[1]!)).responsibleCurator?.id, former)
  const again = await run([ids[1]!], { curatorId: me })
  await sql`update person set access = 'member' where id = ${former}`
  await undo(again.undo!.id)
  assert.equal((await read(ids[1]!)).responsibleCurator, null)
  await refused('not_a_curator', run(ids, { curatorId: former }))
  await sql`update person set access = 'administrator' where id = ${former}`
  await refused('person_not_found', run(ids, { curatorId: 2_000_000_000 }))
})

test('a preview of archiving names the teams whose work it ends', async () => {
  const { sql } = service
  const [busy, calm] = [await create({ name: 'Busy' }), await create({ name: 'Calm' })]
  await run([busy, calm], { state: 'published' })
  const team = await addTeam(sql, 'At Work', 'anna*')
  await sql`insert into assignment (team_id, project_id) values (${team}, ${busy})`
  await sql`insert into assignment (team_id, project_id, ended_at, outcome) values (${await addTeam(sql, 'Gone')}, ${busy}, now(), 'left')`
  const endedIn = (report: BulkReport) => Object.fromEntries(report.projects.map(({ name, endedTeams }) => [name, endedTeams]))
  const expected = { Busy: [{ id: team, name: 'At Work' }], Calm: [] }
  assert.deepEqual(endedIn(await curator(changeProjects, { body: { ids: [busy, calm], change: { state: 'archived' } } })), expected)
  assert.deepEqual(endedIn(await run([busy, calm], { state: 'archived' })), expected)
  assert.deepEqual(endedIn(await run([busy, calm], { curator: 'Nobody' })), { Busy: [], Calm: [] })
})
