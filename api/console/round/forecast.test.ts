import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { closeRound } from '#contract/console/round.ts'
import { forecastRound, placeRound } from '#contract/console/round-placing.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

// What the forecast says is what placing does.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)
const byId = (id: number) => ({ params: { id: String(id) } })
beforeEach(() => world.disbandAll())

test('more places in a project that is not published are neither advised nor counted', async () => {
  const { sql, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { id } = await openRound(curator, ids, clock.now())
  for (let nth = 0; nth < 3; nth++) await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  await sql`update project set state = 'archived' where id = ${ids[1]!}`
  const { before, after } = await curator(forecastRound, { ...byId(id), body: { places: [{ project: slugs[1]!, places: 5 }] } })
  const { missing, remedies } = before.bottlenecks[0]!
  assert.deepEqual([before.placeable, missing], [1, 2])
  assert.deepEqual(
    remedies.flatMap(({ kind, project }) => (kind === 'raise' ? [project] : [])),
    [slugs[0]],
  )
  assert.deepEqual([after!.placeable, after!.odds.unplaced], [1, before.odds.unplaced])
})

test('a forecast and a draft count the same teams, without those that publishing tells nothing', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const { id } = await openRound(curator, ids, clock.now())
  const teams: { team: number; requests: number[] }[] = []
  for (let nth = 0; nth < 4; nth++) teams.push(await addChoosingTeam(sql, 'anna', clients.anna!, slugs))
  await curator(closeRound, byId(id))
  await advance(service)
  await sql`update team set disbanded_at = now() where id = ${teams[0]!.team}`
  await sql`update request set status = 'withdrawn', decided_at = now() where id = ${teams[1]!.requests[0]!}`
  const { draft } = await curator(placeRound, byId(id))
  const { before } = await curator(forecastRound, { ...byId(id), body: {} })
  assert.deepEqual([draft!.placed, draft!.unplaced], [1, 1])
  assert.deepEqual(before.odds.unplaced, { sum: before.odds.draws, least: 1, most: 1 })
  assert.deepEqual(
    before.odds.teams.map(({ team }) => team).toSorted((a, b) => a - b),
    [teams[2]!.team, teams[3]!.team],
  )
})
