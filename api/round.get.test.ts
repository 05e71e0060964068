import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRound } from '#contract/console/round.ts'
import { listRounds } from '#contract/round.ts'
import { addRoundProjects, createClock, HOUR, openRound } from '#tests/support/rounds.ts'
import { teamWorld } from '#tests/support/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [] }, clock.now)

test('everybody sees announced rounds, the latest window first, and no drafts', async () => {
  const curator = world.clients.curator!
  const [first, second] = [await addRoundProjects(world.sql, [1]), await addRoundProjects(world.sql, [1, 2])]
  await curator(createRound, { body: { name: 'Draft' } })
  const one = await openRound(curator, first.ids, clock.now(), { name: 'One' })
  clock.move(HOUR)
  const two = await openRound(curator, second.ids, clock.now(), { name: 'Two', rule: 'fullest' })
  const { rounds } = await world.service.call(listRounds)
  assert.deepEqual(rounds, [
    {
      ...{ slug: 'two', name: 'Two', state: 'open', mode: 'ranked', rule: 'fullest', choicesDigest: null },
      ...{ opensAt: two.opensAt, closesAt: two.closesAt, seedHash: two.seedHash, projects: second.slugs },
    },
    {
      ...{ slug: 'one', name: 'One', state: 'open', mode: 'ranked', rule: 'fair', choicesDigest: null },
      ...{ opensAt: one.opensAt, closesAt: one.closesAt, seedHash: one.seedHash, projects: first.slugs },
    },
  ])
})
