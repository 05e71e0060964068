import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { momentOf } from '#actions/moment.ts'
import { ProblemError } from '#contract/client.ts'
import { moveTeam } from '#contract/console/team.ts'
import { acceptOffer, answerExchange, setWishes } from '#contract/round-after.ts'
import { isOfferWanted } from '#rules/placement/waitlist.ts'
import { createCalendar } from '#rules/time/day.ts'
import { listOpenOffers } from '#store/round/waitlist.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { publishedRound } from '#tests/support/world/published-round.ts'
import { addProject } from '#tests/support/world/requests.ts'
import { advance, createClock } from '#tests/support/world/rounds.ts'
import { clientOf, teamWorld } from '#tests/support/world/teams.ts'

// Two services on one database: places are freed, offered, taken and exchanged at the same time.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)
let second: TestService
before(async () => {
  second = await startService({ database: world.database, now: clock.now })
})
after(() => second?.close())

/** The code of a refusal. A wait for a lock may take too long on a busy machine (503); nothing else may fail. */
const codeOf = (error: unknown): string => {
  if (error instanceof ProblemError && (error.problem.status < 500 || error.problem.status === 503)) return error.problem.code
  throw error
}

test('moves by hand, accepted offers, wishes, exchanges and the clock at once: never more teams or offers than places', async () => {
  const { sql, service } = world
  const round = await publishedRound(
    world,
    clock,
    [1, 1, 2, 1],
    Array.from({ length: 8 }, (_, n) => ({ login: 'anna', choices: [0, 1, 2, 3].map((one) => (one + n) % 4) })),
  )
  const { id, slug, slugs } = round
  await addProject(sql, 'elsewhere', { teamLimit: null })
  const anna = [world.clients.anna!, await clientOf(second, 'anna')]
  const curator = [world.clients.curator!, await clientOf(second, 'curator')]
  const outcomes: string[] = []
  const placedNow = () => sql<{ team: number; slug: string }[]>`
    select a.team_id as team, p.slug from assignment a join project p on p.id = a.project_id where a.ended_at is null and p.round_id = ${id} order by a.id`
  for (let turn = 0; turn < 6; turn++) {
    const placed = await placedNow()
    for (const { team, slug: own } of placed)
      await anna[0]!(setWishes, { params: { slug }, body: { team, projects: slugs.filter((one) => one !== own) } }).catch(codeOf)
    const offers = await sql<{ id: number }[]>`select id from round_offer where round_id = ${id} and state = 'open'`
    const moves = await sql<{ id: number; team: number }[]>`
      select e.id, v.team_id as team from round_exchange e join round_exchange_move v on v.exchange_id = e.id where e.round_id = ${id} and e.state = 'open'`
    const leaving = placed.slice(turn % 2, (turn % 2) + 2)
    const acts = [
      ...leaving.map(({ team }, n) =>
        curator[n % 2]!(moveTeam, { params: { id: String(team) }, body: { project: turn % 3 === 2 ? 'elsewhere' : null } }),
      ),
      ...offers.map((offer, n) => anna[n % 2]!(acceptOffer, { params: { slug, id: String(offer.id) } })),
      ...moves.map((move, n) =>
        anna[n % 2]!(answerExchange, { params: { slug, id: String(move.id) }, body: { team: move.team, isConfirmed: true } }),
      ),
    ]
    outcomes.push(
      ...(await Promise.all([
        ...acts.map((act) => act.then(() => 'done', codeOf)),
        ...[service, second].map((one) => advance(one).then(() => 'advanced')),
      ])),
    )
    const crowded = await sql`
      select p.slug from project p where p.round_id = ${id} and p.team_limit < (select count(*) from assignment a where a.project_id = p.id and a.ended_at is null)
        + (select count(*) from round_offer f where f.project_id = p.id and f.state = 'open')`
    assert.deepEqual([...crowded], [])
    const twice = await sql`select team_id from assignment where ended_at is null group by team_id having count(*) > 1`
    assert.deepEqual([...twice], [])
  }
  assert.ok(outcomes.filter((one) => one === 'done').length >= 12, outcomes.join())
  await advance(service) // ends offers that were made at the moment in which their team got other work
  const open = await listOpenOffers(sql, {}, momentOf({ calendar: createCalendar('UTC') }, clock.now()))
  assert.deepEqual(
    open.filter(({ rank, work, isDisbanded }) => isDisbanded || !isOfferWanted(rank, work)),
    [],
  )
})
