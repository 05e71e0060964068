import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeRound, getConsoleRound } from '#contract/console/round.ts'
import { placeRound, publishRound, undoPublishing } from '#contract/console/round-placing.ts'
import { moveTeam, undoMove } from '#contract/console/team.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

// A curator moves teams by hand while they take part in a round.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)
const move = (team: number, project: string | null) => world.clients.curator!(moveTeam, { params: { id: String(team) }, body: { project } })
const undo = (team: number) => world.clients.curator!(undoMove, { params: { id: String(team) } })

async function choosing(limits: number[]) {
  const { sql, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, limits)
  const { id } = await openRound(clients.curator!, ids, clock.now())
  const choosers = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  const params = { id: String(id) }
  const close = async () => {
    await clients.curator!(closeRound, { params })
    await advance(world.service)
  }
  return { id, params, ids, slugs, close, ...choosers }
}

const choicesOf = async (team: number) =>
  (
    await world.sql<{ id: number; rank: number | null; status: string; round: number | null }[]>`
      select id, rank, status, round_id as round from request where team_id = ${team} order by rank, id`
  ).map((row) => ({ ...row }))

test('projects of a round that is open or closed without results are given out by the round alone', async () => {
  const { sql } = world
  const { slugs, team, close } = await choosing([1, 1])
  const other = await addTeam(sql, 'Other', 'anna*')
  const elsewhere = `elsewhere-${team}`
  await addProject(sql, elsewhere)
  await refused('decided_by_round', move(team, slugs[0]!))
  await refused('decided_by_round', move(other, slugs[0]!))
  await close()
  await refused('decided_by_round', move(team, slugs[1]!))
  await refused('decided_by_round', move(other, slugs[1]!))
  await refused('decided_by_round', move(team, elsewhere)) // its sealed choices would be superseded
  assert.equal((await move(other, elsewhere)).project!.slug, elsewhere)
  assert.deepEqual(
    (await choicesOf(team)).map(({ rank, status }) => [rank, status]),
    [
      [1, 'submitted'],
      [2, 'submitted'],
    ],
  )
})

test('a move to another project and its undo keep the order of the choices, while the round is open', async () => {
  const { sql } = world
  const { team, requests, close } = await choosing([1, 1, 1])
  const elsewhere = `elsewhere-${team}`
  await addProject(sql, elsewhere)
  const order = requests.toReversed()
  await sql`update request r set rank = given.nth from unnest(${order}::int[]) with ordinality as given (id, nth) where r.id = given.id`
  const before = await choicesOf(team)
  await move(team, elsewhere)
  assert.deepEqual(
    (await choicesOf(team)).map(({ rank, status }) => [rank, status]),
    requests.map(() => [null, 'superseded']),
  )
  await undo(team)
  assert.deepEqual(await choicesOf(team), before)

  // Sealed lists stay as they are.
  await move(team, elsewhere)
  await close()
  await refused('move_not_undoable', undo(team))
  assert.ok((await choicesOf(team)).every(({ rank, status }) => rank === null && status === 'superseded'))
})

test('ending the work of a team and undoing it bring no decision back that the round has withdrawn', async () => {
  const { sql, clients } = world
  const { id, params, team, close } = await choosing([1])
  const former = `former-${team}`
  const project = await addProject(sql, former, { dateEnd: '2020-01-01', enrollmentStart: null, enrollmentEnd: null })
  await sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${project}, now() - interval '1 year')`
  await close()
  const curator = clients.curator!
  const publish = async () => {
    const { draft } = await curator(placeRound, { params })
    await curator(publishRound, { params, body: { draft: draft!.id } })
  }
  await publish()
  await move(team, null)
  await curator(undoPublishing, { params })
  await undo(team)
  assert.equal((await sql`select 1 from pending_decision where team_id = ${team}`).length, 0)
  await publish()
  clock.move(11 * 60_000)
  await advance(world.service)
  assert.equal((await curator(getConsoleRound, { params })).state, 'published')
  assert.deepEqual(
    (await sql`select project_id from round_result where round_id = ${id}`).map((row) => row.project_id !== null),
    [true],
  )
})
