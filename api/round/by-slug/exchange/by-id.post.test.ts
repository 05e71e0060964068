import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveTeam } from '#contract/console/team.ts'
import { answerExchange, setWishes } from '#contract/round-after.ts'
import { refused } from '#tests/support/strict-client.ts'
import { publishedRound } from '#tests/support/world/published-round.ts'
import { advance, createClock } from '#tests/support/world/rounds.ts'
import { mailsOfTeam, teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [], vera: [] }, clock.now)

// Three teams, each with a project of its own, and each wanting the next one's.
async function circle() {
  const logins = ['anna', 'boris', 'vera']
  const round = await publishedRound(
    world,
    clock,
    [1, 1, 1],
    logins.map((login, index) => ({ login, choices: [index] })),
  )
  const { slug, slugs, teams } = round
  for (const [index, { login, team }] of teams.entries())
    await world.clients[login]!(setWishes, { params: { slug }, body: { team, projects: [slugs[(index + 1) % 3]!] } })
  const [exchange] = (await round.viewOf('anna', teams[0]!.team)).exchanges
  const answer = (index: number, isConfirmed: boolean, team = teams[index]!.team) =>
    world.clients[logins[index]!]!(answerExchange, { params: { slug, id: String(exchange!.id) }, body: { team, isConfirmed } })
  return { ...round, exchange: exchange!, answer }
}

test('when all teams have confirmed, all of them move at once', async () => {
  const { sql } = world
  const { slugs, teams, exchange, answer, projectOf, viewOf } = await circle()
  assert.equal(exchange.teams, 3)
  await refused('exchange_not_found', answer(0, true, teams[1]!.team))
  await answer(0, true)
  await answer(1, true)
  assert.equal((await viewOf('anna', teams[0]!.team)).exchanges[0]!.isConfirmed, true)
  assert.deepEqual(await Promise.all(teams.map(({ team }) => projectOf(team))), slugs)
  await answer(2, true)
  assert.deepEqual(await Promise.all(teams.map(({ team }) => projectOf(team))), [slugs[1], slugs[2], slugs[0]])
  await answer(2, true) // retry after a lost response
  for (const { team } of teams)
    assert.equal((await mailsOfTeam(sql, team)).filter(({ kind, data }) => kind === 'round_exchange' && data.ended === true).length, 1)
  assert.equal((await sql`select 1 from round_offer where state = 'open'`).length, 0)
  await refused('exchange_over', answer(0, false))
})

test('a refusal or the deadline ends it for all, with the same words, and it is not proposed again', async () => {
  const refusedOne = await circle()
  await refusedOne.answer(0, true)
  await refusedOne.answer(1, false)
  await refused('exchange_over', refusedOne.answer(2, true))
  assert.deepEqual((await refusedOne.viewOf('anna', refusedOne.teams[0]!.team)).exchanges, [])
  const late = await circle()
  await late.answer(0, true)
  await world.sql`update round_exchange set due_at = now() - interval '1 minute' where id = ${late.exchange.id}`
  await refused('exchange_over', late.answer(1, true))
  await advance(world.service)
  assert.deepEqual((await late.viewOf('boris', late.teams[1]!.team)).exchanges, [])
  assert.deepEqual((await late.viewOf('anna', late.teams[0]!.team)).wishes, [late.slugs[1]])
  assert.deepEqual(await Promise.all(late.teams.map(({ team }) => late.projectOf(team))), late.slugs)
})

test('what a team has refused is not proposed to it again at once; other wishes stay', async () => {
  const { slug, slugs, teams, answer, viewOf } = await circle()
  const wish = (index: number) =>
    world.clients[teams[index]!.login]!(setWishes, {
      params: { slug },
      body: { team: teams[index]!.team, projects: [slugs[(index + 1) % 3]!] },
    })
  await answer(0, true)
  await answer(0, false) // it has changed its mind
  await wish(0)
  assert.deepEqual((await viewOf('anna', teams[0]!.team)).exchanges, [])
  assert.deepEqual((await viewOf('boris', teams[1]!.team)).wishes, [slugs[2]])
  await world.sql`update round_exchange set ended_at = ended_at - interval '25 hours' where state = 'ended'`
  await wish(0)
  assert.equal((await viewOf('anna', teams[0]!.team)).exchanges.length, 1)
})

test('when a team has moved otherwise the exchange ends, the wishes of the others stay, and what is possible now is proposed', async () => {
  const { sql, service, clients } = world
  const { slug, slugs, teams, viewOf } = await circle()
  // Boris would also take the place of Anna's team.
  const other = [slugs[2]!, slugs[0]!]
  await sql`
    insert into round_wish (round_id, team_id, project_id, rank)
    select o.id, ${teams[1]!.team}, p.id, 2 from round o, project p where o.slug = ${slug} and p.slug = ${slugs[0]!}`
  await clients.curator!(moveTeam, { params: { id: String(teams[2]!.team) }, body: { project: null } })
  await advance(service)
  assert.deepEqual((await viewOf('boris', teams[1]!.team)).wishes, other)
  const [proposed] = (await viewOf('anna', teams[0]!.team)).exchanges
  assert.deepEqual([proposed!.gives, proposed!.gets, proposed!.teams], [slugs[0], slugs[1], 2])
})

test('an exchange into a project without places or outside of the round is over', async () => {
  const { sql } = world
  const full = await circle()
  await full.answer(0, true)
  await full.answer(1, true)
  await sql`update project set team_limit = 0 where id = ${full.ids[1]!}`
  await refused('exchange_over', full.answer(2, true))
  await sql`update project set team_limit = 1, round_id = null where id = ${full.ids[1]!}`
  await refused('exchange_over', full.answer(2, true))
  assert.deepEqual(await Promise.all(full.teams.map(({ team }) => full.projectOf(team))), full.slugs)
})
