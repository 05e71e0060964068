import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { moveTeam } from '#contract/console/team.ts'
import { acceptOffer, declineOffer, setWaiting } from '#contract/round-after.ts'
import { refused } from '#tests/support/strict-client.ts'
import { publishedRound } from '#tests/support/world/published-round.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { advance, createClock, HOUR } from '#tests/support/world/rounds.ts'
import { mailsOfTeam, teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [], vera: [] }, clock.now)

const moveTo = (team: number, project: string | null) =>
  world.clients.curator!(moveTeam, { params: { id: String(team) }, body: { project } })

/** One place that both teams want. */
async function onePlace() {
  const round = await publishedRound(
    world,
    clock,
    [1],
    ['anna', 'boris'].map((login) => ({ login, choices: [0] })),
  )
  const first = (await round.projectOf(round.teams[0]!.team)) === null ? 1 : 0
  const [winner, waiting] = [round.teams[first]!, round.teams[1 - first]!]
  const offers = async () =>
    (await world.sql<{ team: number }[]>`select team_id as team from round_offer where round_id = ${round.id} and state = 'open'`).map(
      ({ team }) => team,
    )
  const set = (isWaiting: boolean, { login, team, requests } = waiting) =>
    world.clients[login]!(setWaiting, { params: { slug: round.slug }, body: { team, request: requests[0]!, isWaiting } })
  return { ...round, winner, waiting, offers, set }
}

describe('a team that was busy when a place became free', () => {
  test('is offered it when it leaves its other project', async () => {
    const { waiting, winner, offers } = await onePlace()
    await addProject(world.sql, `busy-${waiting.team}`)
    await moveTo(waiting.team, `busy-${waiting.team}`)
    await moveTo(winner.team, null)
    await advance(world.service)
    assert.deepEqual(await offers(), [])
    await moveTo(waiting.team, null)
    await advance(world.service)
    assert.deepEqual(await offers(), [waiting.team])
    await advance(world.service)
    assert.deepEqual(await offers(), [waiting.team])
  })

  test('is offered it when its other project is over, without anybody doing anything', async () => {
    const { waiting, winner, offers } = await onePlace()
    const other = await addProject(world.sql, `ends-${waiting.team}`)
    await moveTo(waiting.team, `ends-${waiting.team}`)
    await moveTo(winner.team, null)
    await world.sql`update project set enrollment_start = null, enrollment_end = null, date_end = current_date - 1 where id = ${other}`
    await advance(world.service)
    assert.deepEqual(await offers(), [waiting.team])
  })

  test('is offered it when the promise of another project is taken back', async () => {
    const { sql } = world
    const { waiting, winner, offers } = await onePlace()
    const other = await addProject(sql, `promise-${waiting.team}`)
    await sql`
      with made as (insert into request (team_id, project_id) values (${waiting.team}, ${other}) returning *)
      insert into pending_decision (request_id, project_id, team_id, decision, actor_id, decided_at, due_at)
      select id, project_id, team_id, 'approved', ${world.ids.curator!}, now(), now() + interval '1 hour' from made`
    await moveTo(winner.team, null)
    await advance(world.service)
    assert.deepEqual(await offers(), [])
    await sql`delete from pending_decision where team_id = ${waiting.team}`
    await advance(world.service)
    assert.deepEqual(await offers(), [waiting.team])
  })

  test('is not offered a place that somebody else has taken meanwhile', async () => {
    const { waiting, winner, offers, slugs } = await onePlace()
    await addProject(world.sql, `late-${waiting.team}`)
    await moveTo(waiting.team, `late-${waiting.team}`)
    await moveTo(winner.team, null)
    await moveTo(await addTeam(world.sql, 'Quicker', 'vera*'), slugs[0]!)
    await moveTo(waiting.team, null)
    await advance(world.service)
    assert.deepEqual(await offers(), [])
  })

  test('is not offered again what it has declined', async () => {
    const { waiting, winner, offers, slug, viewOf } = await onePlace()
    await moveTo(winner.team, null)
    const [offer] = (await viewOf(waiting.login, waiting.team)).offers
    await world.clients[waiting.login]!(declineOffer, { params: { slug, id: String(offer!.id) } })
    await advance(world.service)
    assert.deepEqual(await offers(), [])
  })
})

describe('setWaiting', () => {
  test('a team that has left a waitlist gets no offer; when it returns, a free place is offered to it at once', async () => {
    const { waiting, winner, offers, set, slug, projectOf, slugs } = await onePlace()
    const choiceIn = ({ teams }: Awaited<ReturnType<typeof set>>) => {
      const { isWaiting, hasLeftWaitlist } = teams.find(({ team }) => team === waiting.team)!.choices[0]!
      return { isWaiting, hasLeftWaitlist }
    }
    assert.deepEqual(choiceIn(await set(false)), { isWaiting: false, hasLeftWaitlist: true })
    assert.deepEqual(choiceIn(await set(false)), { isWaiting: false, hasLeftWaitlist: true }) // retry after a lost response
    await moveTo(winner.team, null)
    await advance(world.service)
    assert.deepEqual(await offers(), [])
    const { teams } = await set(true)
    const mine = teams.find(({ team }) => team === waiting.team)!
    assert.equal(mine.offers.length, 1)
    assert.deepEqual(choiceIn({ teams }), { isWaiting: false, hasLeftWaitlist: false }) // it has an offer now
    await refused('not_waiting', set(false))
    await world.clients[waiting.login]!(acceptOffer, { params: { slug, id: String(mine.offers[0]!.id) } })
    assert.equal(await projectOf(waiting.team), slugs[0])
  })

  test('only admins of the team, for its own choices above what it has, while the results are published', async () => {
    const { sql } = world
    const { id, slug, waiting, winner, set } = await onePlace()
    const as = world.clients[waiting.login]!
    const body = { team: waiting.team, request: waiting.requests[0]!, isWaiting: false }
    await refused('not_waiting', set(false, winner))
    await refused('team_not_found', world.clients.vera!(setWaiting, { params: { slug }, body }))
    await refused('round_not_found', as(setWaiting, { params: { slug: 'no-such' }, body }))
    await refused('request_not_found', as(setWaiting, { params: { slug }, body: { ...body, request: winner.requests[0]! } }))
    await refused('precondition_failed', as(setWaiting, { params: { slug }, body, headers: { 'if-match': '"stale"' } }))
    await sql`insert into member (team_id, person_id, name) values (${waiting.team}, ${world.ids.vera!}, 'Vera')`
    await refused('not_team_administrator', world.clients.vera!(setWaiting, { params: { slug }, body }))
    await sql`update round set ended_at = now() where id = ${id}`
    await refused('round_wrong_state', set(false))
  })
})

test('the email with an offer has the moment until which it is open', async () => {
  const { waiting, winner } = await onePlace()
  await moveTo(winner.team, null)
  const mails = (await mailsOfTeam(world.sql, waiting.team)).filter(({ kind }) => kind === 'round_offer')
  const [row] = await world.sql<{ due: Date }[]>`select due_at as due from round_offer where team_id = ${waiting.team}`
  assert.deepEqual(
    mails.map(({ data }) => new Date(String(data.until)).getTime()),
    [row!.due.getTime()],
  )
  assert.ok(row!.due.getTime() - Date.now() > 47 * HOUR)
})
