import assert from 'node:assert/strict'
import { closeRound } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { setWishes } from '#contract/round-after.ts'
import { type RoundAct, runRoundProcess } from '#tests/support/process/round-process.ts'
import { test } from '#tests/support/tier.ts'
import { publishedRound, setPlaces } from '#tests/support/world/published-round.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

// Processes are killed in the middle of publishing, accepting and exchanging: everything is done or nothing, with one email for each team.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [] }, clock.now)

const run = (task: RoundAct, killAt: number, aheadMs = task.act === 'publish' ? 2 * HOUR : 0) =>
  runRoundProcess({ ...task, database: world.database.database, keyFile: world.service.config.keyFile, killAt, aheadMs })

/** What any of these changes writes, as one text. */
async function state(): Promise<string> {
  const { sql } = world
  const rows = await sql`
    select (select json_agg(row(id, status, rank) order by id) from request) as requests,
      (select json_agg(row(team_id, project_id, ended_at is null) order by id) from assignment) as assignments,
      (select json_agg(row(request_id, decision) order by request_id) from pending_decision) as pending,
      (select json_agg(row(id, published_at, publish_at, bundle is null) order by id) from round) as rounds,
      (select json_agg(row(round_id, team_id, project_id) order by 1) from round_result) as results,
      (select json_agg(row(id, state) order by id) from round_offer) as offers,
      (select json_agg(row(id, state) order by id) from round_exchange) as exchanges,
      (select count(*) from request_transition) as history, (select count(*) from outbox) as emails`
  return JSON.stringify(rows[0])
}

/** Kills the process after every third statement, until one run finishes. Returns how many were killed before the commit. */
async function killUntilDone(task: RoundAct): Promise<number> {
  const before = await state()
  const left: string[] = []
  for (let killAt = 2; await run(task, killAt); killAt += 3) left.push(await state())
  const done = await state()
  assert.notEqual(done, before)
  for (const [index, found] of left.entries()) assert.ok(found === before || found === done, `run ${index + 1} left ${found}`)
  return left.filter((found) => found === before).length
}

const emailsOf = async (kind: string, team: number, isDone: boolean): Promise<number> =>
  (
    await world.sql`
      select 1 from outbox where kind = ${kind} and (data->>'team')::int = ${team} and coalesce((data->>'ended')::boolean, false) = ${isDone}`
  ).length

test('killed while the results take effect: all or nothing, one email for each team', async () => {
  const { sql, service, clients } = world
  await world.set({ undoMinutes: 60 })
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { id } = await openRound(clients.curator!, ids, clock.now())
  const teams = []
  for (let n = 0; n < 3; n++) teams.push((await addChoosingTeam(sql, 'anna', clients.anna!, slugs)).team)
  const params = { id: String(id) }
  await clients.curator!(closeRound, { params })
  await advance(service)
  const { draft } = await clients.curator!(placeRound, { params })
  await clients.curator!(publishRound, { params, body: { draft: draft!.id } })
  const killed = await killUntilDone({ act: 'publish' })
  assert.ok(killed >= 5, `killed ${killed} times`)
  const [round] = await sql`select published_at is not null as "isPublished" from round where id = ${id}`
  assert.ok(round!.isPublished)
  for (const team of teams) assert.equal(await emailsOf('round_result', team, false), 1)
})

test('killed while a team accepts a place: it has moved, or nothing has happened', async () => {
  const { sql } = world
  const { id, slug, ids, slugs, teams, projectOf } = await publishedRound(
    world,
    clock,
    [1],
    [
      { login: 'anna', choices: [0] },
      { login: 'anna', choices: [0] },
    ],
  )
  await setPlaces(world, ids[0]!, 2)
  const [offer] = await sql<{ id: number; team: number }[]>`select id, team_id as team from round_offer where round_id = ${id}`
  assert.ok((await killUntilDone({ act: 'accept', slug, id: offer!.id, personId: world.ids.anna! })) >= 2)
  assert.equal(await projectOf(offer!.team), slugs[0])
  assert.equal(await emailsOf('round_offer', offer!.team, true), 1)
  assert.equal(teams.length, 2)
})

test('killed while teams exchange their projects: all have moved, or none', async () => {
  const { sql, clients } = world
  const { id, slug, slugs, teams, projectOf } = await publishedRound(
    world,
    clock,
    [1, 1],
    [
      { login: 'anna', choices: [0] },
      { login: 'boris', choices: [1] },
    ],
  )
  for (const [index, { login, team }] of teams.entries())
    await clients[login]!(setWishes, { params: { slug }, body: { team, projects: [slugs[1 - index]!] } })
  const [exchange] = await sql<{ id: number }[]>`select id from round_exchange where round_id = ${id}`
  const task = { act: 'exchange', slug, id: exchange!.id, team: teams[0]!.team, personId: world.ids.anna! } as const
  assert.ok((await killUntilDone(task)) >= 3)
  assert.deepEqual(await Promise.all(teams.map(({ team }) => projectOf(team))), [slugs[1], slugs[0]])
  for (const { team } of teams) assert.equal(await emailsOf('round_exchange', team, true), 1)
})
