import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveTeam } from '#contract/console/team.ts'
import { acceptOffer } from '#contract/round-after.ts'
import { nextOffers } from '#rules/placement/waitlist.ts'
import { publishedRound } from '#tests/support/published-round.ts'
import { advance, createClock } from '#tests/support/rounds.ts'
import { refused } from '#tests/support/strict-client.ts'
import { mailsOfTeam, teamWorld } from '#tests/support/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [] }, clock.now)
const accept = (login: string, slug: string, id: number) => world.clients[login]!(acceptOffer, { params: { slug, id: String(id) } })
const leave = (team: number) => world.clients.curator!(moveTeam, { params: { id: String(team) }, body: { project: null } })
const first = [0]

test('a place that becomes free is offered to the strongest claim, which moves and frees its own place', async () => {
  const { sql, service } = world
  // Both want the first project; one gets it, the other the second one, and the third team waits for that.
  const { slug, slugs, teams, projectOf, viewOf } = await publishedRound(
    world,
    clock,
    [1, 1],
    [
      { login: 'anna', choices: [0, 1] },
      { login: 'anna', choices: [0, 1] },
      { login: 'boris', choices: [0, 1] },
    ],
  )
  const byProject = new Map(await Promise.all(teams.map(async (team) => [await projectOf(team.team), team] as const)))
  const [winner, second, none] = [byProject.get(slugs[0]!)!, byProject.get(slugs[1]!)!, byProject.get(null)!]
  const numbers = new Map(
    (await sql<{ team: number; number: string }[]>`select team_id as team, number from round_result`).map((row) => [row.team, row.number]),
  )
  const waiting = [second, none].map(({ team }) => ({
    ...{ team: String(team), rank: 1, gotRank: team === second.team ? 2 : null, mark: null, number: numbers.get(team)!, wasOffered: false },
  }))
  assert.ok((await viewOf(second.login, second.team)).choices[0]!.isWaiting)
  await leave(winner.team)
  const offers = await sql<
    { id: number; team: number; project: number }[]
  >`select id, team_id as team, project_id as project from round_offer where state = 'open'`
  assert.deepEqual(
    offers.map(({ team }) => String(team)),
    nextOffers(waiting, 1, 0),
  )
  const offered = teams.find(({ team }) => team === offers[0]!.team)!
  const shown = await viewOf(offered.login, offered.team)
  assert.deepEqual(
    shown.offers.map(({ id, project, rank }) => [id, project, rank]),
    [[offers[0]!.id, slugs[0], 1]],
  )
  const stranger = offered.login === 'anna' ? 'boris' : 'anna'
  await refused('offer_not_found', accept(stranger, slug, offers[0]!.id))
  await refused('offer_not_found', accept(offered.login, 'no-such', offers[0]!.id))
  await accept(offered.login, slug, offers[0]!.id)
  assert.equal(await projectOf(offered.team), slugs[0])
  await accept(offered.login, slug, offers[0]!.id) // retry after a lost response
  const [request] = await sql`select status from request where id = ${offered.requests[0]!}`
  assert.equal(request!.status, 'approved')
  assert.equal((await mailsOfTeam(sql, offered.team)).filter(({ kind, data }) => kind === 'round_offer' && data.ended === true).length, 1)
  // If it had the second project, that place is offered on; the deadline passes without an answer.
  const next = await sql<{ id: number; team: number }[]>`select id, team_id as team from round_offer where state = 'open'`
  assert.deepEqual(
    next.map(({ team }) => team),
    offered === second ? [none.team] : [],
  )
  await sql`update round_offer set due_at = now() - interval '1 minute' where state = 'open'`
  for (const { id } of next) await refused('offer_over', accept(none.login, slug, id))
  await advance(service)
  assert.equal((await sql`select 1 from round_offer where state = 'open'`).length, 0)
})

test('two places freed at the same moment make two offers, never two for one', async () => {
  const { sql } = world
  const { id, teams, projectOf, slugs } = await publishedRound(
    world,
    clock,
    [2],
    Array.from({ length: 6 }, () => ({ login: 'anna', choices: first })),
  )
  const placed = []
  for (const { team } of teams) if ((await projectOf(team)) === slugs[0]) placed.push(team)
  assert.equal(placed.length, 2)
  await Promise.all(placed.map(leave))
  const offers = await sql<{ team: number }[]>`select team_id as team from round_offer where round_id = ${id} and state = 'open'`
  assert.equal(offers.length, 2)
  assert.equal(new Set(offers.map(({ team }) => team)).size, 2)
})
