import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announceRound, createRound } from '#contract/console/round.ts'
import { getProject } from '#contract/project.ts'
import { createRequest } from '#contract/request.ts'
import { getRound } from '#contract/round.ts'
import { addTeam } from '#tests/support/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/rounds.ts'
import { refused } from '#tests/support/strict-client.ts'
import { teamWorld } from '#tests/support/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)

test('a round has its rule in words, its state by the clock, and figures without names', async () => {
  const { sql, service, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [2, 1])
  const { slug } = await openRound(clients.curator!, ids, clock.now(), { mostChoices: 4 })
  const shown = async () => (await service.call(getRound, { params: { slug }, headers: { 'accept-language': 'ru' } })).round
  assert.match((await shown()).ruleText, /жеребьёвки/)
  await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  const open = await shown()
  assert.deepEqual([open.state, open.mostChoices, open.publishedAt], ['open', 4, null])
  assert.deepEqual(open.figures, { places: 3, teams: 1, choices: 2, placed: null, unplaced: null, byRank: null })
  assert.equal((await service.call(getProject, { params: { slug: slugs[0]! } })).project.round, slug)
  clock.move(2 * HOUR)
  assert.deepEqual([(await shown()).state, (await shown()).choicesDigest], ['sealed', null])
  await advance(service)
  assert.match((await shown()).choicesDigest!, /^[0-9a-f]{64}$/)
  await refused('round_not_found', service.call(getRound, { params: { slug: 'no-such' } }))
})

test('a direct round has a window and no lottery; its applications are ordinary ones', async () => {
  const { sql, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const now = clock.now()
  const times = { opensAt: new Date(now.getTime() + HOUR).toISOString(), closesAt: new Date(now.getTime() + 2 * HOUR).toISOString() }
  const { id, slug } = await clients.curator!(createRound, { body: { name: 'Direct', mode: 'direct', projects: ids, ...times } })
  await clients.curator!(announceRound, { params: { id: String(id) } })
  const state = async () => (await clients.anna!(getRound, { params: { slug } })).round
  assert.deepEqual([(await state()).state, (await state()).seedHash], ['announced', null])
  const team = await addTeam(sql, 'Direct', 'anna*')
  const apply = () => clients.anna!(createRequest, { body: { project: slugs[0]!, team } })
  await refused('enrollment_closed', apply())
  clock.move(HOUR)
  const request = await apply()
  assert.deepEqual([(await state()).state, request.round, request.rank], ['open', null, null])
  clock.move(HOUR)
  assert.equal((await state()).state, 'ended')
})
