import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeRound, updateRound } from '#contract/console/round.ts'
import { endRound, placeRound, publishRound, undoPublishing } from '#contract/console/round-placing.ts'
import { moveTeam } from '#contract/console/team.ts'
import { getToday } from '#contract/console/today.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

// Rounds on the start page of the console.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [] }, clock.now)
const byId = (id: number) => ({ params: { id: String(id) } })
const needs = async () => (await world.clients.curator!(getToday)).rounds

test('a round is listed while it needs something, from closing to the last answer', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  assert.deepEqual(await needs(), [])
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const round = await openRound(curator, ids, clock.now())
  const { id, name } = round
  const is = { id, name, count: 0 }
  const anna = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  const boris = await addChoosingTeam(sql, 'boris', clients.boris!, slugs)
  assert.deepEqual(await needs(), [{ ...is, need: 'closing', at: round.closesAt, count: 2 }])
  const at = (days: number) => new Date(clock.now().getTime() + days * 24 * HOUR).toISOString()
  await curator(updateRound, { ...byId(id), body: { closesAt: at(3.1) } })
  assert.deepEqual(await needs(), [], 'more than three days')
  const { closesAt } = await curator(updateRound, { ...byId(id), body: { closesAt: at(2.9) } })
  assert.deepEqual(await needs(), [{ ...is, need: 'closing', at: closesAt, count: 2 }])

  await curator(closeRound, byId(id))
  await advance(service)
  const [sealed] = await sql<{ at: Date }[]>`select sealed_at as at from round where id = ${id}`
  assert.deepEqual(await needs(), [{ ...is, need: 'place', at: sealed!.at.toISOString(), count: 2 }])
  const draft = (await curator(placeRound, byId(id))).draft!
  assert.deepEqual(await needs(), [{ ...is, need: 'publish', at: draft.madeAt }])
  const { publishAt } = await curator(publishRound, { ...byId(id), body: { draft: draft.id } })
  assert.deepEqual(await needs(), [{ ...is, need: 'publishing', at: publishAt }])

  await sql`update project set state = 'withdrawn' where id = ${ids[0]!}`
  clock.move(11 * 60_000)
  await advance(service)
  assert.deepEqual(await needs(), [{ ...is, need: 'problem', at: null }], 'the results could not take effect')
  await sql`update project set state = 'published' where id = ${ids[0]!}`
  await curator(undoPublishing, byId(id))
  const again = (await curator(placeRound, byId(id))).draft!
  await curator(publishRound, { ...byId(id), body: { draft: again.id } })
  clock.move(11 * 60_000)
  await advance(service)
  assert.deepEqual(await needs(), [], 'results, and nobody is asked')

  const [placed] = await sql<{ team: number }[]>`select team_id as team from assignment where project_id = ${ids[0]!} and ended_at is null`
  assert.ok([anna.team, boris.team].includes(placed!.team))
  await curator(moveTeam, { ...byId(placed!.team), body: { project: null } })
  assert.deepEqual(await needs(), [], 'the offer lasts for two days')
  const [offer] = await sql<{ due: Date }[]>`
    update round_offer set due_at = due_at - interval '26 hours' where state = 'open' returning due_at as due`
  const answers = { ...is, need: 'answers', count: 1 }
  assert.deepEqual(await needs(), [{ ...answers, at: offer!.due.toISOString() }])
  const [exchange] = await sql<{ due: Date }[]>`
    insert into round_exchange (round_id, created_at, due_at) values (${id}, now(), ${offer!.due}::timestamptz - interval '1 hour') returning due_at as due`
  assert.deepEqual(await needs(), [{ ...answers, count: 2, at: exchange!.due.toISOString() }], 'exchanges count, too')
  await curator(endRound, byId(id))
  assert.deepEqual(await needs(), [])
})
