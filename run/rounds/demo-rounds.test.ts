import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getConsoleRound, listConsoleRounds } from '#contract/console/round.ts'
import { createRequest } from '#contract/request.ts'
import { getBundle, getRound, listChoices, listRounds, orderChoices } from '#contract/round.ts'
import { seedDemo } from '#demo/seed.ts'
import { checkBundle } from '#rules/placement/proof/check.ts'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { keepInMemory } from '#tests/support/files.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { clientOf } from '#tests/support/world/teams.ts'
import { createDemoRounds } from './demo-rounds.ts'
import { createRoundSecrets } from './secrets.ts'

let database: TestDatabase
let service: TestService
before(async () => {
  database = await testDatabase(TEMPLATE)
  service = await startService({ database })
  const rounds = createDemoRounds(createRoundSecrets(service.config))
  await seedDemo(database.sql, { today: new Date().toISOString().slice(0, 10), storeFile: keepInMemory, hasCovers: false, rounds })
})
after(async () => {
  await service?.close()
  await database?.close()
})

test('the demo data has one round with results that anybody can check, and one that is open', async () => {
  const { rounds } = await service.call(listRounds)
  assert.deepEqual(
    rounds.map(({ slug, state, mode }) => [slug, state, mode]),
    [
      ['second-round', 'open', 'ranked'],
      ['pervyy-nabor', 'published', 'ranked'],
    ],
  )
  const { round } = await service.call(getRound, { params: { slug: 'pervyy-nabor' } })
  assert.deepEqual([round.figures.teams, round.figures.placed, round.figures.unplaced], [7, 5, 2])
  const bundle = JSON.stringify(await service.call(getBundle, { params: { slug: 'pervyy-nabor' } }))
  const { slug, rule, seedHash, choicesDigest } = round
  const { difference, passed } = await checkBundle(bundle, {
    published: { round: slug, rule, seedHash: seedHash!, choicesDigest: choicesDigest! },
  })
  assert.deepEqual([difference, passed.at(-1)], [null, 'placement'])
  const [row] = await database.sql`select count(*)::int as emails from outbox where kind = 'round_result'`
  assert.equal(row!.emails, 0)
})

test('anna’s team has two choices in the open round, orders them and adds a third', async () => {
  const anna = await clientOf(service, 'anna')
  const params = { slug: 'second-round' }
  const { teams } = await anna(listChoices, { params })
  const own = teams.find(({ name }) => name === 'Северный ветер')!
  assert.deepEqual(
    own.choices.map(({ project }) => project),
    ['lecture-notes-search', 'shkolnoe-pitanie'],
  )
  const requests = own.choices.map(({ request }) => request).toReversed()
  await anna(orderChoices, { params, body: { team: own.team, requests } })
  await anna(createRequest, { body: { project: 'oral-history-recorder', team: own.team } })
  const after = (await anna(listChoices, { params })).teams.find(({ team }) => team === own.team)!
  assert.deepEqual(
    after.choices.map(({ project, rank }) => [project, rank]),
    [
      ['shkolnoe-pitanie', 1],
      ['lecture-notes-search', 2],
      ['oral-history-recorder', 3],
    ],
  )
})

test('curators see choices, marks and a lock of the demo rounds', async () => {
  const curator = await clientOf(service, 'curator')
  const { rounds } = await curator(listConsoleRounds)
  const published = await curator(getConsoleRound, { params: { id: String(rounds.find(({ state }) => state === 'published')!.id) } })
  assert.equal(published.teams.filter(({ lock }) => lock !== null).length, 1)
  assert.deepEqual(published.teams.flatMap(({ choices }) => choices.flatMap(({ mark }) => mark ?? [])).toSorted(), [
    'preferred',
    'unsuitable',
  ])
})
