import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { getBundle } from '#contract/round.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/rounds.ts'
import { refused } from '#tests/support/strict-client.ts'
import { teamWorld } from '#tests/support/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)

test('the bundle is public once the results are, its bytes stay, and the checker of others accepts it', async () => {
  const { sql, service, clients } = world
  await world.set({ undoMinutes: 0 })
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { id, slug } = await openRound(clients.curator!, ids, clock.now(), { rule: 'fullest' })
  for (const list of [slugs, slugs.toReversed(), slugs]) await addChoosingTeam(sql, 'anna', clients.anna!, list)
  await refused('round_not_published', service.call(getBundle, { params: { slug } }))
  clock.move(3 * HOUR)
  await advance(service)
  const params = { id: String(id) }
  const { draft } = await clients.curator!(placeRound, { params })
  await clients.curator!(publishRound, { params, body: { draft: draft!.id } })
  const read = async () => (await fetch(`${service.url}/round/${slug}/bundle.json`)).text()
  const text = await read()
  await sql`update project set slug = slug || '-renamed', name = 'Renamed' where id = any(${ids}::int[])`
  assert.equal(await read(), text)
  const file = join(mkdtempSync(join(tmpdir(), 'projectory-bundle-')), 'bundle.json')
  writeFileSync(file, text)
  const { status, stdout, stderr } = spawnSync('python3', [join(import.meta.dirname, '../../../tests/placement/verify.py'), file], {
    encoding: 'utf8',
  })
  rmSync(dirname(file), { recursive: true })
  assert.equal(status, 0, stdout + stderr)
  await refused('round_not_found', service.call(getBundle, { params: { slug: 'no-such' } }))
})
