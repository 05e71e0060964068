import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProblemError } from '#contract/client.ts'
import { createRequest, listAvailable, updateRequest } from '#contract/request.ts'
import { orderChoices } from '#contract/round.ts'
import { addTeam } from '#tests/support/requests.ts'
import { addChoosingTeam, addRoundProjects, createClock, HOUR, openRound } from '#tests/support/rounds.ts'
import { refused } from '#tests/support/strict-client.ts'
import { teamWorld } from '#tests/support/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [] }, clock.now)

const order = (login: string, slug: string, team: number, requests: number[], headers = {}) =>
  world.clients[login]!(orderChoices, { params: { slug }, body: { team, requests }, headers })

test('a team admin puts the choices into order, as often as wanted, until the window closes', async () => {
  const { sql, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [1, 1, 1])
  const { slug } = await openRound(clients.curator!, ids, clock.now())
  const { team, requests } = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  const [a, b, c] = requests as [number, number, number]
  await sql`insert into member (team_id, person_id, name) values (${team}, ${world.ids.boris!}, 'Boris')`
  const listed = async (given: number[]) => (await order('anna', slug, team, given)).teams[0]!.choices.map(({ request }) => request)
  assert.deepEqual(await listed([c, a, b]), [c, a, b])
  assert.deepEqual(await listed([b, c, a]), [b, c, a])
  await refused('not_team_administrator', order('boris', slug, team, [a, b, c]))
  await refused('team_not_found', order('curator', slug, team, [a, b, c]))
  await refused('round_not_found', order('anna', 'no-such', team, [a, b, c]))
  for (const given of [
    [a, b],
    [a, b, c, c],
    [a, b, 2_000_000_000],
  ]) {
    const error = await order('anna', slug, team, given).catch((error) => error)
    assert.ok(error instanceof ProblemError)
    assert.deepEqual([error.problem.code, error.problem.choices], ['choices_changed', [b, c, a]])
  }
  const request = await clients.anna!(updateRequest, { body: { request: a, message: 'We like it' } })
  assert.deepEqual([request.rank, request.round], [3, slug])
  clock.move(2 * HOUR)
  await refused('round_sealed', order('anna', slug, team, [a, b, c]))
  await refused('round_sealed', clients.anna!(updateRequest, { body: { request: a, message: 'Late' } }))
})

test('an order is refused when the list has changed since it was read', async () => {
  const { sql, service, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { slug } = await openRound(clients.curator!, ids, clock.now())
  const { team, requests } = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  const etag = async () => (await fetch(`${service.url}/round/${slug}/choices`, { headers: clients.anna!.headers })).headers.get('etag')!
  const stale = await etag()
  await order('anna', slug, team, requests.toReversed(), { 'if-match': stale })
  await refused('precondition_failed', order('anna', slug, team, requests, { 'if-match': stale }))
  await order('anna', slug, team, requests, { 'if-match': await etag() })
})

test('an application in a ranked round is the last choice; the round has its own limit', async () => {
  const { sql, clients } = world
  const { ids, slugs } = await addRoundProjects(
    sql,
    Array.from({ length: 8 }, () => 1),
  )
  const { slug } = await openRound(clients.curator!, ids, clock.now(), { mostChoices: 7 })
  const team = await addTeam(sql, 'Many', 'anna*')
  const choose = (project: string) => clients.anna!(createRequest, { body: { project, team } })
  const chosen = []
  for (const project of slugs.slice(0, 7)) chosen.push(await choose(project))
  assert.deepEqual(
    chosen.map(({ rank, round, status }) => [rank, round, status]),
    chosen.map((_, index) => [index + 1, slug, 'submitted']),
  )
  await refused('too_many_choices', choose(slugs[7]!))
  assert.deepEqual(await choose(slugs[3]!), chosen[3]) // retry after a lost response
  const available = (await clients.anna!(listAvailable)).teams.find(({ id }) => id === team)
  assert.ok(!available?.projects.includes(slugs[7]!))
  clock.move(2 * HOUR)
  await refused('round_sealed', choose(slugs[7]!))
})

test('a round takes at most 600 teams', async () => {
  const { sql, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [null])
  const { id } = await openRound(clients.curator!, ids, clock.now())
  await sql`
    with made as (insert into team (name) select 'Crowd ' || n from generate_series(1, 600) n returning id)
    insert into request (team_id, project_id, round_id) select id, ${ids[0]!}, ${id} from made`
  const team = await addTeam(sql, 'Late', 'anna*')
  await refused('round_full', clients.anna!(createRequest, { body: { project: slugs[0]!, team } }))
})
