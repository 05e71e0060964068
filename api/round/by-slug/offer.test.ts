import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { momentOf } from '#actions/moment.ts'
import { applyTeamChange } from '#actions/team/pending.ts'
import { closeRound, lockTeam } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { moveTeam } from '#contract/console/team.ts'
import { createRequest } from '#contract/request.ts'
import { acceptOffer, declineOffer } from '#contract/round-after.ts'
import { nextOffers } from '#rules/placement/waitlist.ts'
import { refused } from '#tests/support/strict-client.ts'
import { publishedRound, setPlaces } from '#tests/support/world/published-round.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/world/rounds.ts'
import { mailsOfTeam, teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [], vera: [] }, clock.now)

describe('acceptOffer', () => {
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
      (await sql<{ team: number; number: string }[]>`select team_id as team, number from round_result`).map((row) => [
        row.team,
        row.number,
      ]),
    )
    const waiting = [second, none].map(({ team }) => ({
      ...{
        team: String(team),
        rank: 1,
        gotRank: team === second.team ? 2 : null,
        mark: null,
        number: numbers.get(team)!,
        wasOffered: false,
      },
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

  /** Two teams, one project that both want first, and one that they want second. */
  async function twoTeams() {
    const round = await publishedRound(
      world,
      clock,
      [1, 1],
      [
        { login: 'anna', choices: [0, 1] },
        { login: 'boris', choices: [0, 1] },
      ],
    )
    const winner = (await round.projectOf(round.teams[0]!.team)) === round.slugs[0] ? 0 : 1
    const states = async () =>
      (await world.sql<{ state: string }[]>`select state from round_offer where round_id = ${round.id} order by id`).map(
        ({ state }) => state,
      )
    return { ...round, winner: round.teams[winner]!, second: round.teams[1 - winner]!, states }
  }
  const moveTo = (team: number, project: string) => world.clients.curator!(moveTeam, { params: { id: String(team) }, body: { project } })

  test('an offer ends when its team gets other work or is disbanded', async () => {
    const { sql } = world
    const given = await twoTeams()
    const elsewhere = `elsewhere-${given.id}`
    await addProject(sql, elsewhere)
    await leave(given.winner.team)
    const [offer] = (await given.viewOf(given.second.login, given.second.team)).offers
    await moveTo(given.second.team, elsewhere)
    assert.deepEqual(await given.states(), ['withdrawn'])
    await refused('offer_over', accept(given.second.login, given.slug, offer!.id))
    assert.equal(await given.projectOf(given.second.team), elsewhere)

    const gone = await twoTeams()
    await leave(gone.winner.team)
    const moment = momentOf(world.service.app, clock.now())
    await sql.begin((sql) => applyTeamChange(sql, { team: gone.second.team, member: null, actorId: null, ...moment }))
    assert.deepEqual(await gone.states(), ['withdrawn'])

    // Promised to another project: the offer waits until that is decided.
    const promised = await twoTeams()
    await leave(promised.winner.team)
    const [waiting] = (await promised.viewOf(promised.second.login, promised.second.team)).offers
    const project = await addProject(sql, `promised-${promised.id}`)
    await sql`
    with made as (insert into request (team_id, project_id) values (${promised.second.team}, ${project}) returning *)
    insert into pending_decision (request_id, project_id, team_id, decision, actor_id, decided_at, due_at)
    select id, project_id, team_id, 'approved', ${world.ids.curator!}, now(), now() + interval '1 hour' from made`
    await refused('offer_over', accept(promised.second.login, promised.slug, waiting!.id))
    await sql`delete from pending_decision where team_id = ${promised.second.team}`
    await accept(promised.second.login, promised.slug, waiting!.id)
    assert.equal(await promised.projectOf(promised.second.team), promised.slugs[0])
  })

  test('an offer whose place is taken ends, and the team is offered it again when it becomes free', async () => {
    const { sql, service } = world
    const { slug, ids, slugs, winner, second, states, viewOf, projectOf } = await twoTeams()
    await leave(winner.team)
    const other = await addTeam(sql, 'Given the place', 'anna*')
    await moveTo(other, slugs[0]!)
    await advance(service)
    assert.deepEqual(await states(), ['withdrawn'])
    assert.ok((await viewOf(second.login, second.team)).choices[0]!.isWaiting)
    await leave(other)
    assert.deepEqual(await states(), ['withdrawn', 'open'])
    await sql`update project set team_limit = 0 where id = ${ids[0]!}`
    await advance(service)
    assert.deepEqual(await states(), ['withdrawn', 'withdrawn'])
    await setPlaces(world, ids[0]!, 1)
    const [offer] = (await viewOf(second.login, second.team)).offers
    await accept(second.login, slug, offer!.id)
    assert.equal(await projectOf(second.team), slugs[0])
  })

  test('choices that ended before sealing do not take part when a team moves', async () => {
    const { sql, clients } = world
    await world.set({ undoMinutes: 0 })
    const elsewhere = await addTeam(sql, 'Filler', 'boris*')
    const { ids, slugs } = await addRoundProjects(sql, [1, 1])
    const round = await openRound(clients.curator!, ids, clock.now())
    const { team, requests } = await addChoosingTeam(sql, 'anna', clients.anna!, [slugs[0]!])
    // As left by a move by hand while the round was open: the same project was chosen again afterwards.
    await sql`update request set status = 'superseded', decided_at = now() where id = ${requests[0]!}`
    const again = await clients.anna!(createRequest, { body: { project: slugs[0]!, team } })
    await clients.anna!(createRequest, { body: { project: slugs[1]!, team } })
    const params = { id: String(round.id) }
    await clients.curator!(lockTeam, { params, body: { team: elsewhere, project: slugs[0]!, reason: 'First' } })
    await clients.curator!(closeRound, { params })
    await advance(world.service)
    const { draft } = await clients.curator!(placeRound, { params })
    await clients.curator!(publishRound, { params, body: { draft: draft!.id } })
    await leave(elsewhere)
    const [offer] = await sql<{ id: number }[]>`select id from round_offer where team_id = ${team} and state = 'open'`
    await accept('anna', round.slug, offer!.id)
    const statuses = await sql<{ status: string }[]>`select status from request where id in (${requests[0]!}, ${again.id}) order by id`
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['superseded', 'approved'],
    )
  })

  test('a team whose former project is over waits like one without work', async () => {
    const { sql } = world
    const { slug, slugs, teams, projectOf, viewOf } = await publishedRound(
      world,
      clock,
      [1],
      ['anna', 'boris'].map((login) => ({ login, choices: first })),
    )
    const winner = teams[(await projectOf(teams[0]!.team)) === null ? 1 : 0]!
    const waiting = teams.find((one) => one !== winner)!
    const project = await addProject(sql, `over-${waiting.team}`, { enrollmentStart: null, enrollmentEnd: null, dateEnd: '2020-01-01' })
    await sql`insert into assignment (team_id, project_id, assigned_at) values (${waiting.team}, ${project}, '2019-09-01')`
    assert.ok((await viewOf(waiting.login, waiting.team)).choices[0]!.isWaiting)
    await leave(winner.team)
    const [offer] = (await viewOf(waiting.login, waiting.team)).offers
    await accept(waiting.login, slug, offer!.id)
    assert.equal(await projectOf(waiting.team), slugs[0])
    const [former] = await sql`select outcome from assignment where project_id = ${project}`
    assert.equal(former!.outcome, 'finished')
  })
})

describe('declineOffer', () => {
  const decline = (login: string, slug: string, id: number) => world.clients[login]!(declineOffer, { params: { slug, id: String(id) } })

  test('a declined offer goes to the next team and is not repeated', async () => {
    const { sql } = world
    const { id, slug, ids, teams, viewOf } = await publishedRound(
      world,
      clock,
      [1],
      Array.from({ length: 3 }, () => ({ login: 'anna', choices: [0] })),
    )
    const open = () =>
      sql<{ id: number; team: number }[]>`select id, team_id as team from round_offer where round_id = ${id} and state = 'open'`
    await setPlaces(world, ids[0]!, 2)
    const [offer] = await open()
    await refused('offer_not_found', decline('boris', slug, offer!.id))
    await sql`insert into member (team_id, person_id, name) values (${offer!.team}, ${world.ids.boris!}, 'Boris')`
    await refused('not_team_administrator', decline('boris', slug, offer!.id))
    const stale = { params: { slug, id: String(offer!.id) }, headers: { 'if-match': '"stale"' } }
    await refused('precondition_failed', world.clients.anna!(declineOffer, stale))
    await decline('anna', slug, offer!.id)
    await decline('anna', slug, offer!.id) // retry after a lost response
    const [next] = await open()
    assert.ok(next && next.team !== offer!.team)
    assert.equal((await viewOf('anna', offer!.team)).choices[0]!.isWaiting, false)
    await decline('anna', slug, next.id)
    assert.equal((await open()).length, 0)
    await sql`update round set ended_at = now() where id = ${id}`
    await sql`update round_offer set state = 'open', ended_at = null where id = ${next.id}`
    await refused('offer_over', decline('anna', slug, next.id))
    assert.equal(teams.length, 3)
  })
})
