import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeRound, getConsoleRound } from '#contract/console/round.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)

test('a round whose secrets cannot be decrypted does not stop the clock of others; it goes on when they can be', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  const rounds = []
  for (const _ of [1, 2]) {
    const { ids, slugs } = await addRoundProjects(sql, [1])
    const { id } = await openRound(curator, ids, clock.now())
    await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
    rounds.push(id)
  }
  const [broken, whole] = rounds as [number, number]
  const sealedOf = async (id: number) => (await sql<{ at: Date | null }[]>`select sealed_at as at from round where id = ${id}`)[0]!.at
  const [secrets] = await sql<{ key: Uint8Array }[]>`select key_sealed as key from round where id = ${broken}`
  await sql`update round set key_sealed = '\\x00' where id = ${broken}`
  for (const id of rounds) await curator(closeRound, { params: { id: String(id) } }) // the service may seal them at once
  await advance(service)
  assert.equal(await sealedOf(broken), null)
  assert.ok(await sealedOf(whole))
  assert.equal((await curator(getConsoleRound, { params: { id: String(broken) } })).problem, 'round_not_placeable')
  await sql`update round set key_sealed = ${Buffer.from(secrets!.key)} where id = ${broken}`
  await advance(service)
  assert.equal(await sealedOf(broken), null) // not at once
  clock.move(61_000)
  await advance(service)
  assert.ok(await sealedOf(broken))
  assert.equal((await curator(getConsoleRound, { params: { id: String(broken) } })).problem, null)
})
