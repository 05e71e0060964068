import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, test } from 'node:test'
import { getConsoleRound, lockTeam, markChoices, updateRound } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { getBundle, getRound, listChoices } from '#contract/round.ts'
import { checkBundle } from '#rules/placement/proof/check.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [], vera: [] }, clock.now)

// Back to the present, because sessions end after some hours; and of the tests before a person may still lead a team.
beforeEach(async () => {
  clock.move(Date.now() - clock.now().getTime())
  await world.disbandAll()
  await world.set({ undoMinutes: 0 })
})

/** What python3 says of a bundle. */
function verdictOf(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'projectory-bundle-')), 'bundle.json')
  writeFileSync(file, text)
  const { status, stdout, stderr } = spawnSync('python3', [join(import.meta.dirname, '../../../tests/placement/verify.py'), file], {
    encoding: 'utf8',
  })
  rmSync(dirname(file), { recursive: true })
  return { status, said: stdout + stderr }
}

async function close(): Promise<void> {
  clock.move(3 * HOUR)
  await advance(world.service)
}

async function publish(id: number): Promise<void> {
  const params = { id: String(id) }
  const { draft } = await world.clients.curator!(placeRound, { params })
  await world.clients.curator!(publishRound, { params, body: { draft: draft!.id } })
}

test('the bundle is public once the results are, its bytes stay, and the checker of others accepts it', async () => {
  const { sql, service, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { id, slug } = await openRound(clients.curator!, ids, clock.now(), { rule: 'fullest' })
  for (const list of [slugs, slugs.toReversed(), slugs]) await addChoosingTeam(sql, 'anna', clients.anna!, list)
  await refused('round_not_published', service.call(getBundle, { params: { slug } }))
  await close()
  await publish(id)
  const read = async () => (await fetch(`${service.url}/round/${slug}/bundle.json`)).text()
  const text = await read()
  await sql`update project set slug = slug || '-renamed', name = 'Renamed' where id = any(${ids}::int[])`
  assert.equal(await read(), text)
  const { status, said } = verdictOf(text)
  assert.equal(status, 0, said)
  await refused('round_not_found', service.call(getBundle, { params: { slug: 'no-such' } }))
})

test('a bundle for participants is for them and curators: others read the same as before the results, and no cache keeps it', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { id, slug } = await openRound(curator, ids, clock.now())
  const byId = { params: { id: String(id) } }
  await addChoosingTeam(sql, 'anna', clients.anna!, [slugs[0]!])
  const byHand = await addTeam(sql, 'Without choices', 'boris*')
  await curator(lockTeam, { ...byId, body: { team: byHand, project: slugs[1]!, reason: 'Second year' } })
  const readers = {
    guest: {},
    vera: clients.vera!.headers,
    anna: clients.anna!.headers,
    boris: clients.boris!.headers,
    curator: curator.headers,
  }
  const answers = async () => {
    const found: Record<string, { status: number; body: unknown; caching: string | null }> = {}
    for (const [who, headers] of Object.entries(readers)) {
      const response = await fetch(`${service.url}/round/${slug}/bundle.json`, { headers })
      const { instance: _, requestId: __, ...body } = (await response.json()) as Record<string, unknown>
      found[who] = { status: response.status, body, caching: response.headers.get('cache-control') }
    }
    return found
  }
  const before = await answers()
  assert.deepEqual(new Set(Object.values(before).map(({ status }) => status)), new Set([404]))
  await close()
  await publish(id)
  assert.deepEqual(
    Object.values(await answers()).map(({ status, caching }) => [status, caching]),
    [[200, 'public, max-age=0, must-revalidate'], ...Array.from({ length: 4 }, () => [200, 'private, no-store'])],
  )
  const open = await answers() // cached for guests now

  const { bundleFor, changes } = await curator(updateRound, { ...byId, body: { bundleFor: 'participants' } })
  assert.equal(bundleFor, 'participants')
  assert.deepEqual(changes.at(-1), {
    ...{ at: changes.at(-1)!.at, by: 'Name of curator Surname of curator', isPublic: true, isAfterLook: true },
    what: 'Who may read the file of the results: everybody → participants',
  })
  assert.equal((await service.call(getRound, { params: { slug } })).round.bundleFor, 'participants')
  const closed = await answers()
  assert.deepEqual([closed.guest, closed.vera], [before.guest, before.vera])
  assert.match(JSON.stringify(closed.guest), /round_not_published/)
  for (const who of ['anna', 'boris', 'curator']) assert.deepEqual(closed[who], { ...open[who]!, caching: 'private, no-store' })
  // Teams chose under what they were told: it is not opened to others afterwards.
  await refused('round_wrong_state', curator(updateRound, { ...byId, body: { bundleFor: 'everyone' } }))
})

test('what keeps a team out after the choices are closed is in the bundle with its own reason, not as a mark of the curators', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1, 1, 1, 1])
  const { id, slug } = await openRound(curator, ids, clock.now())
  const byId = { params: { id: String(id) } }
  const teams: Awaited<ReturnType<typeof addChoosingTeam>>[] = []
  for (let nth = 0; nth < 6; nth++) teams.push(await addChoosingTeam(sql, 'anna', clients.anna!, slugs))
  const [early, disbanded, deserted, busy, halved, stays] = teams as [
    (typeof teams)[0],
    (typeof teams)[0],
    (typeof teams)[0],
    (typeof teams)[0],
    (typeof teams)[0],
    (typeof teams)[0],
  ]
  await close()
  const elsewhere = [await addProject(sql, 'elsewhere-1'), await addProject(sql, 'elsewhere-2')]
  const assign = (team: number, project: number) =>
    sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${project}, now())`
  await assign(early.team, elsewhere[0]!)
  await curator(placeRound, byId) // the first look
  await sql`update team set disbanded_at = now() where id = ${disbanded.team}`
  await sql`update member set person_id = null where team_id = ${deserted.team}`
  await sql`delete from member where team_id = ${deserted.team}`
  await sql`update team set disbanded_at = now() where id = ${deserted.team}`
  await assign(busy.team, elsewhere[1]!)
  await sql`update request set status = 'withdrawn', decided_at = now() where id = ${halved.requests[0]!}`
  await curator(markChoices, { ...byId, body: { marks: [{ request: stays.requests[0]!, mark: 'preferred', reason: null }] } })
  // What the draft says is what publishing does: nobody is told of a team that is gone.
  const { draft } = await curator(placeRound, byId)
  assert.deepEqual([draft!.placed, draft!.unplaced, draft!.emails, draft!.placement.length], [2, 2, 4, 4])
  await publish(id)
  const [mails] = await sql`select count(*)::int as count from outbox where kind = 'round_result' and data->>'round' = ${slug}`
  assert.equal(mails!.count, 4)

  const text = await (await fetch(`${service.url}/round/${slug}/bundle.json`)).text()
  const bundle = JSON.parse(text) as Awaited<ReturnType<typeof service.call<typeof getBundle>>>
  const names = new Map(
    (await sql<{ team: number; pseudonym: string }[]>`select team_id as team, pseudonym from round_result where round_id = ${id}`).map(
      (row) => [row.team, row.pseudonym],
    ),
  )
  const own = new Map((await clients.anna!(listChoices, { params: { slug } })).teams.map(({ team, pseudonym }) => [team, pseudonym]))
  const nameOf = (team: number) => names.get(team) ?? own.get(team) ?? bundle.excluded!.find(({ reason }) => reason === 'empty')!.team
  assert.equal(bundle.version, 2)
  assert.deepEqual(bundle.marks, [{ team: nameOf(stays.team), project: slugs[0], mark: 'preferred' }])
  assert.deepEqual(
    bundle.excluded,
    [
      { team: nameOf(early.team), project: null, reason: 'busy' },
      { team: nameOf(disbanded.team), project: null, reason: 'disbanded' },
      { team: nameOf(deserted.team), project: null, reason: 'empty' },
      { team: nameOf(busy.team), project: null, reason: 'busy' },
      { team: nameOf(halved.team), project: slugs[0], reason: 'ended' },
    ].toSorted((a, b) => (a.team < b.team ? -1 : 1)),
  )
  // The team that was busy at the first look is no change made after it.
  assert.deepEqual(
    bundle.changes.map(({ what }) => what),
    [
      'Marks of 1 choices changed',
      `Team ${nameOf(disbanded.team)} takes no part: it was disbanded`,
      `Team ${nameOf(deserted.team)} takes no part: it has no members left`,
      `Team ${nameOf(busy.team)} takes no part: it works on another project`,
      `A choice of team ${nameOf(halved.team)} has ended: ${slugs[0]}`,
    ],
  )
  assert.equal((await checkBundle(text)).difference, null)
  const { status, said } = verdictOf(text)
  assert.equal(status, 0, said)
  const reasons = (await clients.anna!(listChoices, { params: { slug } })).teams.find(({ team }) => team === halved.team)!.choices[0]!
    .reasons
  assert.deepEqual(reasons, ['This choice had ended before the places were given out.'])
  const listed = (await curator(getConsoleRound, byId)).changes.filter(({ isAfterLook }) => isAfterLook)
  assert.equal(listed.length, 5)
  assert.ok(listed[1]!.what.startsWith('Team Choosing'), 'curators read the name')
})

test('a team that comes back after a look at the result is a change, too', async () => {
  const { sql, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const { id, slug } = await openRound(curator, ids, clock.now())
  const { team } = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  await close()
  const other = await addProject(sql, 'elsewhere-3')
  await sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${other}, now())`
  await curator(placeRound, { params: { id: String(id) } })
  await sql`update assignment set ended_at = now(), outcome = 'finished' where team_id = ${team}`
  await publish(id)
  const bundle = await clients.anna!(getBundle, { params: { slug } })
  assert.deepEqual([bundle.version, bundle.changes.map(({ what }) => what)], [1, [`Team ${bundle.choices[0]!.team} takes part again`]])
})
