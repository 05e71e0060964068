import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { ProblemError } from '#contract/client.ts'
import { closeRound } from '#contract/console/round.ts'
import { createRequest, withdrawRequest } from '#contract/request.ts'
import { orderChoices } from '#contract/round.ts'
import { choicesDigestOf } from '#rules/placement/proof/lottery.ts'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { patient, startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { addChoosingTeam, addRoundProjects, advance, openRound } from '#tests/support/world/rounds.ts'
import { addPerson, clientOf } from '#tests/support/world/teams.ts'

// Two services on one database: only the database can serialise the calls.

type Client = Awaited<ReturnType<typeof clientOf>>
let database: TestDatabase
let services: TestService[]
let anna: Client[]
let curator: Client
before(async () => {
  database = await testDatabase(TEMPLATE)
  await addPerson(database.sql, 'anna')
  await addPerson(database.sql, 'curator')
  await database.sql`update person set access = 'curator' where login = 'curator'`
  services = [await startService({ database, connection: patient }), await startService({ database, connection: patient })]
  anna = await Promise.all(services.map((service) => clientOf(service, 'anna')))
  curator = await clientOf(services[0]!, 'curator')
})
after(async () => {
  for (const service of services) await service.close()
  await database.close()
})

const codeOf = (error: unknown): string => {
  if (error instanceof ProblemError && error.problem.status < 500) return error.problem.code
  throw error
}
const rotated = <T>(list: T[], by: number): T[] => [...list.slice(by % list.length), ...list.slice(0, by % list.length)]

async function choicesOf(team: number): Promise<{ id: number; rank: number }[]> {
  return database.sql<
    { id: number; rank: number }[]
  >`select id, rank from request where team_id = ${team} and rank is not null order by rank`
}

test('50 orders at once through two services: the ranks stay 1..n, and the list is one of the orders', async () => {
  const { ids, slugs } = await addRoundProjects(
    database.sql,
    Array.from({ length: 20 }, () => 1),
  )
  const { slug } = await openRound(curator, ids, new Date())
  const { team, requests } = await addChoosingTeam(database.sql, 'anna', anna[0]!, slugs)
  const orders = Array.from({ length: 50 }, (_, n) => (n % 2 ? rotated(requests, n) : rotated(requests, n).toReversed()))
  await Promise.all(orders.map((order, n) => anna[n % 2]!(orderChoices, { params: { slug }, body: { team, requests: order } })))
  const stored = await choicesOf(team)
  assert.deepEqual(
    stored.map(({ rank }) => rank),
    requests.map((_, index) => index + 1),
  )
  const list = stored.map(({ id }) => id).join()
  assert.ok(orders.some((order) => order.join() === list))
})

test('choices added, withdrawn and ordered at the same time: the ranks stay 1..n', async () => {
  const { ids, slugs } = await addRoundProjects(
    database.sql,
    Array.from({ length: 16 }, () => 1),
  )
  const { slug } = await openRound(curator, ids, new Date())
  const { team, requests } = await addChoosingTeam(database.sql, 'anna', anna[0]!, slugs.slice(0, 8))
  const outcomes = await Promise.all([
    ...slugs.slice(8).map((project, n) => anna[n % 2]!(createRequest, { body: { project, team } }).then(() => 'added', codeOf)),
    ...requests.slice(0, 4).map((id, n) => anna[n % 2]!(withdrawRequest, { params: { id: String(id) } }).then(() => 'withdrawn', codeOf)),
    ...Array.from({ length: 12 }, (_, n) =>
      anna[n % 2]!(orderChoices, { params: { slug }, body: { team, requests: rotated(requests, n) } }).then(() => 'ordered', codeOf),
    ),
  ])
  assert.equal(outcomes.filter((one) => one === 'added').length, 8)
  assert.equal(outcomes.filter((one) => one === 'withdrawn').length, 4)
  assert.ok(
    outcomes.every((one) => ['added', 'withdrawn', 'ordered', 'choices_changed'].includes(one)),
    outcomes.join(),
  )
  const stored = await choicesOf(team)
  assert.deepEqual(
    stored.map(({ rank }) => rank),
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
})

test('closing the window in the middle of orders: each is entirely before it or refused, and the digest is of the stored lists', async () => {
  const { ids, slugs } = await addRoundProjects(
    database.sql,
    Array.from({ length: 10 }, () => 1),
  )
  const { id, slug } = await openRound(curator, ids, new Date())
  const { team, requests } = await addChoosingTeam(database.sql, 'anna', anna[0]!, slugs)
  const orders = Array.from({ length: 50 }, (_, n) => rotated(requests, n))
  const sent = orders.map((order, n) =>
    anna[n % 2]!(orderChoices, { params: { slug }, body: { team, requests: order } }).then(() => order.join(), codeOf),
  )
  await Promise.race(sent)
  await curator(closeRound, { params: { id: String(id) } })
  await Promise.all(services.map(advance))
  const [sealed] = await database.sql<{ choices: string; digest: string }[]>`
    select choices, choices_digest as digest from round where id = ${id}`
  const outcomes = await Promise.all(sent)
  const accepted = outcomes.filter((one) => one !== 'round_sealed')
  assert.ok(accepted.length > 0)
  const stored = await database.sql<{ id: number; slug: string }[]>`
    select r.id, p.slug from request r join project p on p.id = r.project_id where r.round_id = ${id} and r.rank is not null order by r.rank`
  const [list] = JSON.parse(sealed!.choices) as { team: string; projects: string[] }[]
  assert.deepEqual(
    list!.projects,
    stored.map((one) => one.slug),
  )
  assert.ok(accepted.includes(stored.map((one) => one.id).join()))
  assert.equal(await choicesDigestOf([list!]), sealed!.digest)
  assert.equal(await anna[0]!(orderChoices, { params: { slug }, body: { team, requests } }).then(() => 'late', codeOf), 'round_sealed')
})

test('the database itself refuses gaps, two equal ranks, and any order of sealed choices', async () => {
  const { sql } = database
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { id } = await openRound(curator, ids, new Date())
  const { requests } = await addChoosingTeam(sql, 'anna', anna[0]!, slugs)
  const breaks = (constraint: string) => (error: { constraint?: string }) => error.constraint === constraint
  await assert.rejects(sql`update request set rank = 3 where id = ${requests[1]!}`, breaks('request_ranks'))
  await assert.rejects(sql`update request set rank = 1 where id = ${requests[1]!}`, breaks('request_rank'))
  await assert.rejects(sql`delete from request where id = ${requests[0]!}`, breaks('request_ranks'))
  await sql`update request set rank = 3 - rank where round_id = ${id}` // exchanged within one statement
  await curator(closeRound, { params: { id: String(id) } })
  await advance(services[0]!)
  await assert.rejects(sql`update request set rank = 3 - rank where round_id = ${id}`, breaks('round_sealed'))
  await assert.rejects(
    sql`insert into request (team_id, project_id, round_id) select team_id, ${ids[0]!}, ${id} from request where id = ${requests[1]!}`,
  )
})
