import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeRound } from '#contract/console/round.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'
import { placeWithoutWriting } from './dry-run.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)

test('a dry run gives figures and writes nothing: not even that somebody has looked', async () => {
  const { sql, service, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { id, slug } = await openRound(clients.curator!, ids, clock.now())
  for (let n = 0; n < 3; n++) await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  const { team: gone } = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  await assert.rejects(placeWithoutWriting(sql, slug, service.config), /the choices are not sealed yet/)
  await assert.rejects(placeWithoutWriting(sql, 'no-such', service.config), /There is no round/)
  await clients.curator!(closeRound, { params: { id: String(id) } })
  await advance(service)
  await sql`update team set disbanded_at = now() where id = ${gone}` // it gets no result, so it is not counted
  const before = await sql`select to_jsonb(o) as row from round o where id = ${id}`
  assert.deepEqual(await placeWithoutWriting(sql, slug, service.config), { rule: 'fair', teams: 3, placed: 2, byHand: 0, byRank: [1, 1] })
  assert.deepEqual((await sql`select to_jsonb(o) as row from round o where id = ${id}`)[0]!.row, before[0]!.row)
  assert.equal((await sql`select 1 from round_draft`).length, 0)
})
