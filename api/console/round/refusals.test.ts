import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placementLimits } from '#actions/round/placement-thread.ts'
import { applyDecision, undoDecision } from '#contract/console/request.ts'
import { announceRound, closeRound, createRound, deleteRound, lockTeam, updateRound } from '#contract/console/round.ts'
import {
  abandonRound,
  askForChoices,
  endRound,
  forecastRound,
  placeRound,
  publishRound,
  undoPublishing,
} from '#contract/console/round-placing.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)
const byId = (id: number) => ({ params: { id: String(id) } })
const stale = { headers: { 'if-match': '"stale"' } }

test('a draft: unknown projects, projects of another round, somebody else’s change, and what needs an announced round', async () => {
  const curator = world.clients.curator!
  const { ids } = await addRoundProjects(world.sql, [1])
  const draft = await curator(createRound, { body: { name: 'First', projects: ids } })
  await refused('project_not_found', curator(createRound, { body: { name: 'Second', projects: [2_147_483_647] } }))
  await refused('project_in_round', curator(createRound, { body: { name: 'Second', projects: ids } }))
  await refused('round_wrong_state', curator(forecastRound, { ...byId(draft.id), body: {} }))
  await refused('precondition_failed', curator(updateRound, { ...byId(draft.id), ...stale, body: { name: 'Renamed' } }))
  await refused('precondition_failed', curator(deleteRound, { ...byId(draft.id), ...stale }))
})

test('a round that does not exist', async () => {
  const steps = [deleteRound, announceRound, closeRound, placeRound, undoPublishing, endRound, abandonRound]
  for (const step of steps) await refused('round_not_found', world.clients.curator!(step, byId(2_147_483_647)))
})

test('placing and forecasts beyond the share of a curator are refused before anything of the round is read', async () => {
  const { service, clients, ids } = world
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = Array.from({ length: placementLimits.perOwner }, () => service.app.queues.placements.run(ids.curator!, () => promise))
  const unknown = byId(2_147_483_647)
  await refused('too_many_jobs', clients.curator!(placeRound, unknown))
  await refused('too_many_jobs', clients.curator!(publishRound, { ...unknown, body: { draft: 1 } }))
  await refused('too_many_jobs', clients.curator!(forecastRound, { ...unknown, body: {} }))
  resolve()
  await Promise.all(held)
  await refused('round_not_found', clients.curator!(forecastRound, { ...unknown, body: {} }))
})

test('an open round: a choice that does not exist, a team that is at work', async () => {
  const { sql, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const round = await openRound(curator, ids, clock.now())
  const marks = [{ request: 2_147_483_647, mark: 'preferred' as const }]
  await refused('request_not_found', curator(forecastRound, { ...byId(round.id), body: { marks } }))
  const team = await addTeam(sql, 'At work', 'anna*')
  const work = await addProject(sql, 'refusals-at-work')
  await sql`insert into assignment (team_id, project_id) values (${team}, ${work})`
  await refused('team_busy', curator(lockTeam, { ...byId(round.id), body: { team, project: slugs[0]!, reason: 'Continues' } }))
})

test('more teams by hand than places: the forecast says so, and the lock of a disbanded team can be removed', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const round = await openRound(curator, ids, clock.now())
  const { team: chooser } = await addChoosingTeam(sql, 'anna', clients.anna!, [slugs[1]!])
  const team = await addTeam(sql, 'By hand and gone', 'anna*')
  const lock = (project: string | null) => curator(lockTeam, { ...byId(round.id), body: { team, project, reason: 'Continues' } })
  await lock(slugs[0]!)
  const places = [{ project: slugs[0]!, places: 0 }]
  await refused('round_not_placeable', curator(forecastRound, { ...byId(round.id), body: { places } }))
  await curator(closeRound, byId(round.id))
  await advance(service)
  await sql`update team set disbanded_at = now() where id = ${team}`
  const once = { headers: { 'idempotency-key': 'refused-before-it-was-placed' } }
  await refused('round_not_placeable', curator(placeRound, { ...byId(round.id), ...once }))
  await refused('team_not_found', lock(slugs[0]!))
  await lock(null)
  await refused('round_not_placeable', curator(placeRound, { ...byId(round.id), ...once })) // the stored answer
  const { draft } = await curator(placeRound, byId(round.id))
  assert.deepEqual(
    draft!.placement.map(({ team, project }) => [team, project]),
    [[chooser, slugs[1]]],
  )
})

test('sealed, and results in their undo window: nothing starts again, and no decision is undone or applied alone', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const round = await openRound(curator, ids, clock.now())
  const { team, requests } = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  await curator(closeRound, byId(round.id))
  await advance(service)
  await refused('round_wrong_state', curator(announceRound, byId(round.id)))
  await refused('round_wrong_state', curator(askForChoices, { ...byId(round.id), body: { teams: [team] } }))
  await refused('round_wrong_state', curator(endRound, byId(round.id)))
  const { draft } = await curator(placeRound, byId(round.id))
  const publish = () => curator(publishRound, { ...byId(round.id), body: { draft: draft!.id } })
  await publish()
  await refused('round_not_placeable', publish())
  await refused('decided_by_round', curator(undoDecision, byId(requests[0]!)))
  await refused('decided_by_round', curator(applyDecision, byId(requests[0]!)))
})
