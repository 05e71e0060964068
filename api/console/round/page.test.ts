import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeRound, FIRST_PLACED, FIRST_TEAMS, getConsoleRound, listRoundTeams, lockTeam, markChoices } from '#contract/console/round.ts'
import { placeRound } from '#contract/console/round-placing.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addLargeRound } from '#tests/support/world/large-round.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)
const byId = (id: number) => ({ params: { id: String(id) } })

test('teams of a round are listed in pages, by name, by what they have and by what the draft gives them', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const round = await openRound(curator, ids, clock.now())
  const teams = []
  for (let n = 0; n < FIRST_TEAMS + 2; n++) teams.push(await addChoosingTeam(sql, 'anna', clients.anna!, slugs))
  const list = (query: { has?: 'choices' | 'lock' | 'place' | 'no-place'; text?: string; page?: string; pageSize?: string } = {}) =>
    curator(listRoundTeams, { ...byId(round.id), query })
  const idsOf = async (query?: Parameters<typeof list>[0]) => (await list(query)).teams.map(({ team }) => team)
  const all = teams.map(({ team }) => team)
  assert.deepEqual(
    (await curator(getConsoleRound, byId(round.id))).teams.map(({ team }) => team),
    all.slice(0, FIRST_TEAMS),
  )
  assert.deepEqual(await idsOf(), all)
  const second = await list({ page: '2', pageSize: '5' })
  assert.deepEqual([second.teams.map(({ team }) => team), second.total, second.page, second.pageSize], [all.slice(5, 10), all.length, 2, 5])
  assert.deepEqual([(await list({ page: '9' })).teams, (await list({ page: '9' })).total], [[], all.length])
  const name = second.teams[0]!.name
  assert.deepEqual(await idsOf({ text: ` ${name.toUpperCase()} ` }), [all[5]])
  assert.deepEqual(await idsOf({ text: '%' }), [])
  await curator(lockTeam, { ...byId(round.id), body: { team: all[3]!, project: slugs[0]!, reason: 'Continues' } })
  assert.deepEqual(await idsOf({ has: 'lock' }), [all[3]])
  assert.deepEqual([await idsOf({ has: 'place' }), await idsOf({ has: 'no-place' })], [[], []])
  await refused('invalid_value', list({ page: '0' }))
  await refused('round_not_found', curator(listRoundTeams, { ...byId(2_147_483_647), query: {} }))

  const { basis } = await curator(closeRound, byId(round.id))
  await advance(service)
  const { draft } = await curator(placeRound, byId(round.id))
  const placed = (await list({ has: 'place' })).teams
  assert.deepEqual([draft!.placed, draft!.unplaced, placed.length], [2, all.length - 2, 2])
  assert.deepEqual(placed.map(({ placed }) => placed).toSorted(), slugs)
  assert.deepEqual((await list({ has: 'no-place' })).total, all.length - 2)
  assert.equal(draft!.isCurrent, true)
  const marks = [{ request: teams[0]!.requests[0]!, mark: 'preferred' as const }]
  const marked = await curator(markChoices, { ...byId(round.id), body: { marks } })
  assert.ok(marked.basis !== null && marked.basis !== basis && marked.draft!.isCurrent === false)
})

test('the page of the largest round has less than 100 KB, and so has a page of its teams', async () => {
  const { service, clients } = world
  const curator = clients.curator!
  const id = await addLargeRound(service)
  const { draft } = await curator(placeRound, byId(id))
  assert.deepEqual([draft!.placed + draft!.unplaced, draft!.placement.length, draft!.isCurrent], [600, FIRST_PLACED, true])
  const size = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer))
  const round = await curator(getConsoleRound, byId(id))
  const teams = await curator(listRoundTeams, { ...byId(id), query: {} })
  assert.deepEqual([round.figures.teams, round.figures.choices, round.projects.length, teams.total], [600, 12_000, 200, 600])
  assert.ok(size(round) < 100_000, String(size(round)))
  assert.ok(size(teams) < 100_000, String(size(teams)))
})
