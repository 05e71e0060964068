import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getReport } from '#contract/console/report.ts'
import { getConsoleRequest, listConsoleRequests } from '#contract/console/request.ts'
import { closeRound, createRound, getConsoleRound } from '#contract/console/round.ts'
import { abandonRound, placeRound, publishRound } from '#contract/console/round-placing.ts'
import { getConsoleTeam, listConsoleTeams } from '#contract/console/team.ts'
import { getToday } from '#contract/console/today.ts'
import { decideRequest, withdrawRequest } from '#contract/request.ts'
import { getBundle, getRound, listChoices } from '#contract/round.ts'
import { rounds } from '#run/doctor/rounds.ts'
import { applyDueDecisions } from '#run/duties/decisions.ts'
import { abandonBySlug } from '#run/rounds/abandon.ts'
import { listWaitingApplications } from '#store/mail/application-digest.ts'
import { refused } from '#tests/support/strict-client.ts'
import { publishedRound } from '#tests/support/world/published-round.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [] }, clock.now)
const byId = (id: number) => ({ params: { id: String(id) } })

/** As after the loss of the master key. */
const loseKey = (id: number) => world.sql`update round set seed_sealed = 'lost', key_sealed = 'lost' where id = ${id}`

async function roundWithChoices() {
  const { sql, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const round = await openRound(clients.curator!, ids, clock.now())
  const { team, requests } = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  return { ...round, team, requests, slugs, ids }
}

const doctorSays = async () => {
  const { service } = world
  const [finding] = await rounds.run({ config: service.config, sql: () => service.app.sql } as unknown as Parameters<typeof rounds.run>[0])
  return finding!
}

test('a round whose key works is not abandoned; one whose key is lost ends without results, and its choices are decided one by one', async () => {
  const { clients, service, sql } = world
  const curator = clients.curator!
  await world.set({ undoMinutes: 0 })
  const { id, slug, requests } = await roundWithChoices()
  assert.equal((await curator(getConsoleRound, byId(id))).isKeyLost, false)
  await refused('round_key_works', curator(abandonRound, byId(id)))
  assert.equal((await doctorSays()).level, 'ok')

  await loseKey(id)
  const { level, text, remedy } = await doctorSays()
  assert.deepEqual([level, text.includes(slug)], ['broken', true])
  assert.match(remedy!, /round abandon <slug>/)
  await clients.anna!(listChoices, { params: { slug } }) // the team still sees its list
  clock.move(3 * HOUR)
  await advance(service)
  const stuck = await curator(getConsoleRound, byId(id))
  assert.deepEqual([stuck.state, stuck.isKeyLost, stuck.problem], ['sealed', true, 'round_not_placeable'])
  await refused('round_not_placeable', curator(placeRound, byId(id)))
  await refused('decided_by_round', curator(decideRequest, { ...byId(requests[0]!), body: { decision: 'approve' } }))

  const after = await curator(abandonRound, byId(id))
  assert.deepEqual([after.state, after.isKeyLost, after.problem, after.publishedAt], ['ended', false, null, null])
  assert.ok(after.abandonedAt)
  assert.equal((await curator(abandonRound, byId(id))).abandonedAt, after.abandonedAt) // retry after a lost response
  const { round } = await service.call(getRound, { params: { slug } })
  assert.deepEqual([round.state, round.abandonedAt], ['ended', after.abandonedAt])
  assert.match(round.changes.at(-1)!.what, /^Abandoned: the key of the lottery is lost/)
  await refused('round_abandoned', clients.anna!(getBundle, { params: { slug } }))
  assert.equal((await doctorSays()).level, 'ok')

  const [own] = (await clients.anna!(listChoices, { params: { slug } })).teams.filter(({ choices }) => choices.length > 0)
  assert.deepEqual([own!.pseudonym, own!.choices.map(({ rank }) => rank)], ['', [1, 2]])
  await clients.anna!(withdrawRequest, byId(requests[1]!))
  await curator(decideRequest, { ...byId(requests[0]!), body: { decision: 'approve' } })
  const statuses = await sql<{ status: string }[]>`select status from reviewed_request where id = any(${requests}::int[]) order by id`
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['approved', 'withdrawn'],
  )
  await advance(service) // the worker leaves it alone
  assert.equal((await curator(getConsoleRound, byId(id))).problem, null)
})

test('the choices of an abandoned round await a decision like applications, in every list and count', async () => {
  const { clients, service, sql } = world
  const curator = clients.curator!
  await world.set({ undoMinutes: 10 })
  const { id, team, requests, ids } = await roundWithChoices()
  const counts = async () => {
    const [today, listed, teams, shown, report] = await Promise.all([
      curator(getToday),
      curator(listConsoleRequests, { query: { status: 'submitted', team: String(team) } }),
      curator(listConsoleTeams, { query: { text: 'Choosing', pageSize: '100' } }),
      curator(getConsoleTeam, byId(team)),
      curator(getReport),
    ])
    const { requestsWaiting, choicesWaiting } = teams.teams.find((one) => one.id === team)!
    const { waiting: onReport, choices: inRounds } = report.figures.applications
    const daily = await listWaitingApplications(sql, { person: world.ids.curator!, today: '2026-01-01', timeZone: 'UTC', limit: 100 })
    return {
      ...{ today: today.waiting.count, daily: daily.total, listed: listed.requests.map((one) => one.id).toSorted(), onReport, inRounds },
      ...{ requestsWaiting, choicesWaiting, choices: shown.requests.filter(({ isChoice }) => isChoice).length },
    }
  }
  const before = await counts()
  assert.deepEqual([before.listed, before.requestsWaiting, before.choicesWaiting, before.choices], [[], 0, 2, 2])
  await loseKey(id)
  await curator(abandonRound, byId(id))
  assert.deepEqual(await counts(), {
    ...{ today: before.today + 2, daily: before.daily + 2, listed: requests, onReport: before.onReport + 2, inRounds: before.inRounds - 2 },
    ...{ requestsWaiting: 2, choicesWaiting: 0, choices: 0 },
  })
  // The console offers a decision, and it takes effect when its undo window ends.
  const { request, rivals } = await curator(getConsoleRequest, byId(requests[0]!))
  assert.deepEqual([request.round, request.rank, rivals], [null, null, []])
  const next = await curator(createRound, { body: { name: 'Next', projects: ids } })
  assert.ok(next.missing.includes('applications'), 'the next round waits for them')
  await curator(decideRequest, { ...byId(requests[0]!), body: { decision: 'approve' } })
  clock.move(11 * 60_000)
  const { app } = service
  await applyDueDecisions({ sql, now: clock.now, calendar: app.calendar, log: app.log, onApplied: app.changes.invalidate })
  const [first] = await sql<{ status: string }[]>`select status from request where id = ${requests[0]!}`
  assert.equal(first!.status, 'approved')
  assert.equal((await curator(getToday)).overdue.count, 0)
})

test('results that are being published when the key is lost are not published', async () => {
  const { clients, service, sql } = world
  const curator = clients.curator!
  await world.set({ undoMinutes: 10 })
  const { id, requests } = await roundWithChoices()
  await curator(closeRound, byId(id))
  await advance(service)
  const { draft } = await curator(placeRound, byId(id))
  await curator(publishRound, { ...byId(id), body: { draft: draft!.id } })
  await loseKey(id)
  const after = await curator(abandonRound, byId(id))
  assert.deepEqual([after.publishAt, after.draft], [null, null])
  assert.equal((await sql`select 1 from pending_decision where request_id = any(${requests}::int[])`).length, 0)
})

test('the command line abandons it as well, and says why not otherwise', async () => {
  const { service, sql } = world
  const { id, slug } = await roundWithChoices()
  const abandon = (one: string) => abandonBySlug(service.app.sql, one, service.config)
  await assert.rejects(abandon('no-such'), /There is no round/)
  await assert.rejects(abandon(slug), /The key of .* works/)
  await loseKey(id)
  assert.deepEqual((({ teams, choices }) => [teams, choices])(await abandon(slug)), [1, 2])
  await assert.rejects(abandon(slug), /has ended/)
  const [entry] = await sql<
    { detail: unknown }[]
  >`select detail from audit_event where action = 'abandonRound' and detail->>'by' = 'command line'`
  assert.ok(entry)
})

test('a published round needs no key: its teams see their results, and it ends as usual', async () => {
  const { clients } = world
  const { id, viewOf, teams } = await publishedRound(world, clock, [1], [{ login: 'boris', choices: [0] }])
  const { pseudonym } = await viewOf('boris', teams[0]!.team)
  await loseKey(id)
  assert.equal((await viewOf('boris', teams[0]!.team)).pseudonym, pseudonym)
  await refused('round_wrong_state', clients.curator!(abandonRound, byId(id)))
})
