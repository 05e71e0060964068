import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ProblemError } from '#contract/client.ts'
import { announceRound, closeRound, createRound, listRoundTeams, lockTeam } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { getProject } from '#contract/project.ts'
import { createRequest, listAvailable, updateRequest, withdrawRequest } from '#contract/request.ts'
import { getRound, listChoices, listRounds, orderChoices } from '#contract/round.ts'
import { setWishes } from '#contract/round-after.ts'
import { momentText } from '#rules/time/moment-text.ts'
import { refused } from '#tests/support/strict-client.ts'
import { publishedRound } from '#tests/support/world/published-round.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/world/rounds.ts'
import { mailsOfTeam, teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [], vera: [] }, clock.now)

// Back to the present, because sessions end after some hours; and of the tests before a person may still lead a team.
async function startAgain(): Promise<void> {
  clock.move(Date.now() - clock.now().getTime())
  await world.disbandAll()
}

describe('listRounds', () => {
  test('everybody sees announced rounds, the latest window first, and no drafts', async () => {
    const curator = world.clients.curator!
    const [first, second] = [await addRoundProjects(world.sql, [1]), await addRoundProjects(world.sql, [1, 2])]
    await curator(createRound, { body: { name: 'Draft' } })
    const one = await openRound(curator, first.ids, clock.now(), { name: 'One' })
    clock.move(HOUR)
    const two = await openRound(curator, second.ids, clock.now(), { name: 'Two', rule: 'fullest' })
    const { rounds } = await world.service.call(listRounds)
    assert.deepEqual(rounds, [
      {
        ...{ slug: 'two', name: 'Two', state: 'open', mode: 'ranked', rule: 'fullest', choicesDigest: null },
        ...{ opensAt: two.opensAt, closesAt: two.closesAt, seedHash: two.seedHash, projects: second.slugs },
      },
      {
        ...{ slug: 'one', name: 'One', state: 'open', mode: 'ranked', rule: 'fair', choicesDigest: null },
        ...{ opensAt: one.opensAt, closesAt: one.closesAt, seedHash: one.seedHash, projects: first.slugs },
      },
    ])
  })
})

describe('getRound', () => {
  test('a round has its rule in words, its state by the clock, and figures without names', async () => {
    const { sql, service, clients } = world
    const { ids, slugs } = await addRoundProjects(sql, [2, 1])
    const { slug } = await openRound(clients.curator!, ids, clock.now(), { mostChoices: 4 })
    const shown = async () => (await service.call(getRound, { params: { slug }, headers: { 'accept-language': 'ru' } })).round
    assert.match((await shown()).ruleText, /жеребьёвки/)
    await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
    const open = await shown()
    assert.deepEqual([open.state, open.mostChoices, open.publishedAt], ['open', 4, null])
    assert.deepEqual(open.figures, { places: 3, teams: 1, choices: 2, placed: null, unplaced: null, byRank: null })
    assert.equal((await service.call(getProject, { params: { slug: slugs[0]! } })).project.round, slug)
    clock.move(2 * HOUR)
    assert.deepEqual([(await shown()).state, (await shown()).choicesDigest], ['sealed', null])
    await advance(service)
    assert.match((await shown()).choicesDigest!, /^[0-9a-f]{64}$/)
    await refused('round_not_found', service.call(getRound, { params: { slug: 'no-such' } }))
  })

  test('a direct round has a window and no lottery; its applications are ordinary ones', async () => {
    const { sql, clients } = world
    const { ids, slugs } = await addRoundProjects(sql, [1])
    const now = clock.now()
    const times = { opensAt: new Date(now.getTime() + HOUR).toISOString(), closesAt: new Date(now.getTime() + 2 * HOUR).toISOString() }
    const { id, slug } = await clients.curator!(createRound, { body: { name: 'Direct', mode: 'direct', projects: ids, ...times } })
    await clients.curator!(announceRound, { params: { id: String(id) } })
    const state = async () => (await clients.anna!(getRound, { params: { slug } })).round
    assert.deepEqual([(await state()).state, (await state()).seedHash], ['announced', null])
    const team = await addTeam(sql, 'Direct', 'anna*')
    const apply = () => clients.anna!(createRequest, { body: { project: slugs[0]!, team } })
    const { detail } = await refused('enrollment_closed', apply())
    const said = (at: string) => momentText(new Date(at), 'en', world.service.app.settings.timeZone)
    assert.equal(detail, `Teams can apply for “Project ${slugs[0]}” from ${said(times.opensAt)} to ${said(times.closesAt)}.`)
    clock.move(HOUR)
    const request = await apply()
    assert.deepEqual([(await state()).state, request.round, request.rank], ['open', null, null])
    clock.move(HOUR)
    assert.equal((await state()).state, 'ended')
  })

  test('the places of a published round are those before placing; with a project for any number of teams there is no number', async () => {
    const { service } = world
    const placesOf = async (places: (number | null)[]) => {
      const { slug } = await publishedRound(world, clock, places, [{ login: 'anna', choices: [0] }])
      return (await service.call(getRound, { params: { slug } })).round.figures.places
    }
    assert.equal(await placesOf([2, 1]), 3)
    assert.equal(await placesOf([2, null]), null)
  })
})

describe('listChoices', () => {
  before(startAgain)

  test('members see the choices of their own teams, with a pseudonym that only they know', async () => {
    const { sql, clients } = world
    const { ids, slugs } = await addRoundProjects(sql, [1, 1, 1])
    const { slug } = await openRound(clients.curator!, ids, clock.now())
    const a = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
    const b = await addChoosingTeam(sql, 'boris', clients.boris!, slugs.slice(1))
    await sql`insert into member (team_id, person_id, name) values (${a.team}, ${world.ids.vera!}, 'Vera')`
    const of = async (login: string) => (await clients[login]!(listChoices, { params: { slug } })).teams
    const [own] = await of('anna')
    assert.deepEqual(
      [own!.team, own!.isAdministrator, own!.result, own!.offers, own!.wishes, own!.exchanges],
      [a.team, true, null, [], [], []],
    )
    assert.deepEqual(
      own!.choices,
      slugs.map((project, index) => ({
        request: a.requests[index],
        project,
        rank: index + 1,
        reasons: [],
        isWaiting: false,
        hasLeftWaitlist: false,
      })),
    )
    assert.match(own!.pseudonym, /^[A-Z2-7]{16}$/)
    const [seen] = await of('vera')
    assert.deepEqual([seen!.pseudonym, seen!.isAdministrator], [own!.pseudonym, false])
    const [other] = await of('boris')
    assert.deepEqual([other!.team, other!.pseudonym === own!.pseudonym], [b.team, false])
    assert.deepEqual(await of('curator'), [])
    await clients.anna!(withdrawRequest, { params: { id: String(a.requests[0]) } })
    assert.deepEqual(
      (await of('anna'))[0]!.choices.map(({ request, rank }) => [request, rank]),
      [
        [a.requests[1], 1],
        [a.requests[2], 2],
      ],
    )
    await refused('round_not_found', clients.anna!(listChoices, { params: { slug: 'no-such' } }))
  })

  test('a team that got other work meanwhile reads that it was not free, not that its choices are unsuitable', async () => {
    const { sql, service, clients } = world
    await world.set({ undoMinutes: 0 })
    const { ids, slugs } = await addRoundProjects(sql, [1])
    const { id, slug } = await openRound(clients.curator!, ids, clock.now())
    const { team } = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
    const params = { id: String(id) }
    await clients.curator!(closeRound, { params })
    await advance(service)
    const elsewhere = await addProject(sql, 'elsewhere')
    await sql`insert into assignment (team_id, project_id, assigned_at) values (${team}, ${elsewhere}, now())`
    const { draft } = await clients.curator!(placeRound, { params })
    await clients.curator!(publishRound, { params, body: { draft: draft!.id } })
    const own = (await clients.anna!(listChoices, { params: { slug } })).teams.find((one) => one.team === team)!
    const text = 'Your team already had another project, so it was not placed.'
    assert.deepEqual([own.result!.project, own.result!.summary, own.choices[0]!.reasons], [null, text, [text]])
  })
})

describe('orderChoices', () => {
  before(startAgain)

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
    const lock = (of: number) =>
      clients.curator!(lockTeam, { params: { id: String(id) }, body: { team: of, project: slugs[0]!, reason: 'Their client' } })
    await refused('round_full', lock(team))
    const [present] = await sql<{ team: number }[]>`select team_id as team from request where round_id = ${id} limit 1`
    await lock(present!.team) // it takes part already
    assert.equal((await clients.curator!(listRoundTeams, { params: { id: String(id) } })).total, 600)
  })
})

describe('setWishes', () => {
  before(startAgain)

  const wish = (login: string, slug: string, team: number, projects: string[]) =>
    world.clients[login]!(setWishes, { params: { slug }, body: { team, projects } })

  test('placed teams name projects of others; a circle of wishes is proposed to all of them', async () => {
    const { sql } = world
    const round = await publishedRound(
      world,
      clock,
      [1, 1, 1],
      [
        { login: 'anna', choices: [0] },
        { login: 'boris', choices: [1] },
        { login: 'anna', choices: [0] },
      ],
    )
    const { slug, slugs, teams, projectOf, viewOf } = round
    const placed = (await projectOf(teams[0]!.team)) === null ? teams[2]! : teams[0]!
    const without = placed === teams[0] ? teams[2]! : teams[0]!
    const boris = teams[1]!
    await refused('not_placed', wish('anna', slug, without.team, [slugs[1]!]))
    await refused('team_not_found', wish('anna', slug, boris.team, []))
    await refused('project_not_in_round', wish('anna', slug, placed.team, ['no-such']))
    await refused('round_not_found', wish('anna', 'no-such', placed.team, []))
    await sql`insert into member (team_id, person_id, name) values (${placed.team}, ${world.ids.boris!}, 'Boris')`
    await refused('not_team_administrator', wish('boris', slug, placed.team, []))
    const stale = { params: { slug }, body: { team: placed.team, projects: [] }, headers: { 'if-match': '"stale"' } }
    await refused('precondition_failed', world.clients.anna!(setWishes, stale))
    await wish('anna', slug, placed.team, [slugs[2]!, slugs[1]!])
    assert.deepEqual((await viewOf('anna', placed.team)).exchanges, [])
    await wish('boris', slug, boris.team, [slugs[0]!])
    const [own, theirs] = [await viewOf('anna', placed.team), await viewOf('boris', boris.team)]
    assert.deepEqual(own.wishes, [slugs[2], slugs[1]])
    assert.deepEqual(
      [own.exchanges, theirs.exchanges].map(([one]) => [one!.gives, one!.gets, one!.teams, one!.isConfirmed]),
      [
        [slugs[0], slugs[1], 2, false],
        [slugs[1], slugs[0], 2, false],
      ],
    )
    for (const team of [placed.team, boris.team])
      assert.equal((await mailsOfTeam(sql, team)).filter(({ kind }) => kind === 'round_exchange').length, 1)
    const open = await openRound(world.clients.curator!, [], clock.now()).catch(() => null)
    assert.equal(open, null) // a round without a project is not announced
    await sql`update round set ended_at = now() where id = ${round.id}`
    await refused('round_wrong_state', wish('anna', slug, placed.team, []))
  })
})
