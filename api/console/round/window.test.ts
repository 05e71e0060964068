import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getConsoleProject, updateProject } from '#contract/console/project.ts'
import { changeProjects } from '#contract/console/project-bulk.ts'
import { announceRound, closeRound, createRound, getConsoleRound, updateRound } from '#contract/console/round.ts'
import { endRound, placeRound, publishRound } from '#contract/console/round-placing.ts'
import { createRequest, decideRequest, listAvailable } from '#contract/request.ts'
import { refused } from '#tests/support/strict-client.ts'
import { importSheet } from '#tests/support/world/import-sheet.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'
import { addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

// Projects of a round have its window.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)
const byId = (id: number) => ({ params: { id: String(id) } })

test('the window of a round ends before its projects do', async () => {
  const { sql, clients } = world
  const curator = clients.curator!
  const short = await addProject(sql, 'short', { enrollmentStart: null, enrollmentEnd: null, dateEnd: dayFromNow(5) })
  const times = (days: number) => ({
    opensAt: new Date(clock.now().getTime() - 1000).toISOString(),
    closesAt: new Date(clock.now().getTime() + days * 24 * HOUR).toISOString(),
  })
  const draft = await curator(createRound, { body: { name: 'Long', projects: [short], ...times(9) } })
  assert.deepEqual(draft.missing, ['dates'])
  await refused('round_incomplete', curator(announceRound, byId(draft.id)))
  await curator(updateRound, { ...byId(draft.id), body: times(3) })
  assert.equal((await curator(announceRound, byId(draft.id))).state, 'open')
  await refused('round_incomplete', curator(updateRound, { ...byId(draft.id), body: { closesAt: times(9).closesAt } }))
  const shorter = await addProject(sql, 'shorter', { enrollmentStart: null, enrollmentEnd: null, dateEnd: dayFromNow(1) })
  await refused('round_incomplete', curator(updateRound, { ...byId(draft.id), body: { projects: [short, shorter] } }))
  assert.deepEqual(
    (await curator(getConsoleRound, byId(draft.id))).projects.map(({ slug }) => slug),
    ['short'],
  )
})

test('its projects follow it when it is announced, changed or closed, when they join it, and whatever a sheet says', async () => {
  const { sql, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const dayOf = async (id: number) => {
    const { enrollmentStart, enrollmentEnd } = await curator(getConsoleProject, byId(id))
    return [enrollmentStart, enrollmentEnd]
  }
  const today = clock.now().toISOString().slice(0, 10)
  const closing = (days: number) => new Date(clock.now().getTime() + days * 24 * HOUR).toISOString()
  const draft = await curator(createRound, {
    body: { name: 'Followed', projects: [ids[0]!], opensAt: new Date(clock.now().getTime() - 1000).toISOString(), closesAt: closing(3) },
  })
  assert.deepEqual(await dayOf(ids[0]!), [dayFromNow(-1), dayFromNow(10)])
  await curator(announceRound, byId(draft.id))
  const opened = [draft.opensAt!.slice(0, 10), closing(3).slice(0, 10)]
  assert.deepEqual(await dayOf(ids[0]!), opened)
  await curator(updateRound, { ...byId(draft.id), body: { projects: ids } })
  assert.deepEqual(await dayOf(ids[1]!), opened)
  await curator(updateRound, { ...byId(draft.id), body: { closesAt: closing(5) } })
  assert.deepEqual(await dayOf(ids[1]!), [opened[0], closing(5).slice(0, 10)])
  await importSheet(world, 'project', `slug,name,enrollmentEnd\n${slugs[0]},Project ${slugs[0]},${dayFromNow(60)}\n`)
  assert.deepEqual(await dayOf(ids[0]!), [opened[0], closing(5).slice(0, 10)])
  await curator(closeRound, byId(draft.id))
  assert.deepEqual(await dayOf(ids[0]!), [opened[0], today])
})

test('its days cannot be changed at the project, and everything else can, until the round is over', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  await world.set({ undoMinutes: 0 })
  const { ids } = await addRoundProjects(sql, [1])
  const round = await openRound(curator, ids, clock.now())
  const project = byId(ids[0]!)
  const { enrollmentEnd } = await curator(getConsoleProject, project)
  await refused('project_in_round', curator(updateProject, { ...project, body: { name: 'Renamed', enrollmentEnd: dayFromNow(20) } }))
  const changed = await curator(updateProject, { ...project, body: { name: 'Renamed', enrollmentEnd, dateEnd: dayFromNow(60) } })
  assert.deepEqual([changed.name, changed.enrollmentEnd], ['Renamed', enrollmentEnd])
  const shift = async () => (await curator(changeProjects, { body: { mode: 'try', ids, change: { shiftDays: 1 } } })).projects[0]!.code
  assert.equal(await shift(), 'project_in_round')

  await curator(closeRound, byId(round.id))
  await advance(service)
  const { draft } = await curator(placeRound, byId(round.id))
  await curator(publishRound, { ...byId(round.id), body: { draft: draft!.id } })
  await curator(endRound, byId(round.id))
  assert.equal(await shift(), null)
  const after = await curator(updateProject, { ...project, body: { name: 'Renamed', enrollmentEnd: dayFromNow(20) } })
  assert.equal(after.enrollmentEnd, dayFromNow(20))
  // Its round is over: it is applied for and decided like any other.
  const anna = clients.anna!
  const team = await addTeam(sql, 'Later', 'anna*')
  const offered = (await anna(listAvailable)).teams.find(({ id }) => id === team)
  assert.ok(offered?.projects.includes(after.slug), JSON.stringify(offered))
  const applied = await anna(createRequest, { body: { project: after.slug, team } })
  assert.deepEqual([applied.status, applied.round, applied.rank], ['submitted', null, null])
  await curator(decideRequest, { ...byId(applied.id), body: { decision: 'approve' } })
})
