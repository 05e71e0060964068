import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import {
  announceRound,
  closeRound,
  createRound,
  deleteRound,
  getConsoleRound,
  listConsoleRounds,
  lockTeam,
  markChoices,
  updateRound,
} from '#contract/console/round.ts'
import { askForChoices, endRound, forecastRound, placeRound, publishRound, undoPublishing } from '#contract/console/round-placing.ts'
import { decideRequest, withdrawRequest } from '#contract/request.ts'
import { getBundle, getRound, listChoices } from '#contract/round.ts'
import { checkBundle } from '#rules/placement/proof/check.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addTeam } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/world/rounds.ts'
import { mailsOfTeam, teamWorld } from '#tests/support/world/teams.ts'

// Rounds as curators run them.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [], vera: [] }, clock.now)
const as = (login: string) => world.clients[login]!
const byId = (id: number) => ({ params: { id: String(id) } })
const reasonId = async () =>
  (
    await world.sql<{ id: number }[]>`insert into refusal_reason (text_en, text_ru) values ('Too few people', 'Мало людей') returning id`
  )[0]!.id

test('a draft is created, edited and deleted; others do not see it', async () => {
  const { ids, slugs } = await addRoundProjects(world.sql, [1, 2])
  const draft = await as('curator')(createRound, { body: { name: 'Осень 2026', projects: ids } })
  assert.deepEqual(
    [draft.slug, draft.state, draft.mode, draft.rule, draft.mostChoices, draft.offerHours, draft.missing],
    ['osen-2026', 'draft', 'ranked', 'fair', 5, 48, ['window']],
  )
  assert.deepEqual(
    draft.projects.map(({ slug, places }) => [slug, places]),
    [
      [slugs[0], 1],
      [slugs[1], 2],
    ],
  )
  await refused('round_not_found', as('anna')(getRound, { params: { slug: draft.slug } }))
  const again = await as('curator')(createRound, { body: { name: 'Осень 2026' } })
  assert.equal(again.slug, 'osen-2026-2')
  await refused('project_in_round', as('curator')(updateRound, { ...byId(again.id), body: { projects: [ids[0]!] } }))
  await refused('project_not_found', as('curator')(updateRound, { ...byId(again.id), body: { projects: [2_000_000_000] } }))
  await refused('invalid_value', as('curator')(updateRound, { ...byId(again.id), body: { slug: 'osen-2026' } }))
  await refused('invalid_name', as('curator')(updateRound, { ...byId(again.id), body: { name: ' \t ' } }))
  await refused('round_incomplete', as('curator')(announceRound, byId(again.id)))
  assert.deepEqual(await as('curator')(deleteRound, byId(again.id)), { id: again.id })
  await refused('round_not_found', as('curator')(getConsoleRound, byId(again.id)))
  const listed = await as('curator')(listConsoleRounds)
  assert.ok(listed.rounds.some(({ id }) => id === draft.id) && !listed.rounds.some(({ id }) => id === again.id))
})

test('there are at most 20 drafts', async () => {
  const { sql } = world
  await sql`insert into round (slug, name) select 'filler-' || n, 'Filler' from generate_series(1, 20) n`
  await refused('too_many_rounds', as('curator')(createRound, { body: { name: 'One more' } }))
  await sql`delete from round where name = 'Filler'`
})

test('an announced round shows its hash, its projects its window; changes are listed on its page', async () => {
  const { sql } = world
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const before = clock.now()
  const round = await openRound(as('curator'), [ids[0]!], before)
  assert.equal(round.state, 'open')
  assert.match(round.seedHash!, /^[0-9a-f]{64}$/)
  const day = (at: string) => at.slice(0, 10)
  const windows = await sql`select enrollment_start as start, enrollment_end as end from project where id = ${ids[0]!}`
  assert.deepEqual({ ...windows[0] }, { start: day(round.opensAt!), end: day(new Date(Date.parse(round.closesAt!) - 1).toISOString()) })
  const closesAt = new Date(before.getTime() + 30 * HOUR).toISOString()
  await as('curator')(updateRound, { ...byId(round.id), body: { closesAt, rule: 'fullest', mostChoices: 3, projects: ids } })
  const [moved] = await sql`select enrollment_end as end from project where id = ${ids[1]!}`
  assert.equal(moved!.end, day(new Date(Date.parse(closesAt) - 1).toISOString()))
  const { round: shown } = await as('anna')(getRound, { params: { slug: round.slug } })
  assert.deepEqual(shown.projects, slugs)
  assert.deepEqual(
    shown.changes.map(({ what, by }) => [what.replace(/:.*/, ''), by]),
    [
      ['Rule', 'Name of curator Surname of curator'],
      ['Closes', 'Name of curator Surname of curator'],
      ['Projects a team may choose', 'Name of curator Surname of curator'],
      ['Project added', 'Name of curator Surname of curator'],
    ],
  )
  const guest = await world.service.call(getRound, { params: { slug: round.slug } })
  assert.ok(guest.round.changes.every(({ by }) => by === null))
  for (const body of [{ slug: 'other' }, { mode: 'direct' as const }, { opensAt: closesAt }])
    await refused(body.opensAt ? 'invalid_value' : 'round_wrong_state', as('curator')(updateRound, { ...byId(round.id), body }))
  await refused('invalid_input', as('curator')(updateRound, { ...byId(round.id), body: { closesAt: null } }))
  await refused('project_in_round', as('curator')(updateRound, { ...byId(round.id), body: { projects: [] } }))
  await refused('round_wrong_state', as('curator')(deleteRound, byId(round.id)))
})

test('from choices to results: sealed, marked, locked, placed, published after the undo window, ended', async () => {
  const { sql, service } = world
  const curator = as('curator')
  const { ids, slugs } = await addRoundProjects(sql, [1, 1, 1])
  const [p1, p2, p3] = slugs as [string, string, string]
  const round = await openRound(curator, ids, clock.now())
  const a = await addChoosingTeam(sql, 'anna', as('anna'), [p1, p2])
  const b = await addChoosingTeam(sql, 'boris', as('boris'), [p1, p2])
  const v = await addChoosingTeam(sql, 'vera', as('vera'), [p1])
  const byHand = await addTeam(sql, 'By hand', 'anna*')
  await refused('decided_by_round', curator(decideRequest, { params: { id: String(a.requests[0]) }, body: { decision: 'approve' } }))
  await refused('round_not_placeable', curator(placeRound, byId(round.id)))

  assert.deepEqual(await curator(askForChoices, { ...byId(round.id), body: { teams: [v.team, byHand] } }), {
    asked: [v.team],
    skipped: [byHand],
  })
  assert.deepEqual(await curator(askForChoices, { ...byId(round.id), body: { teams: [v.team] } }), { asked: [], skipped: [v.team] })
  const { before, after } = await curator(forecastRound, { ...byId(round.id), body: { places: [{ project: p1, places: 2 }] } })
  assert.deepEqual([before.teams, before.placeable, after!.placeable], [3, 2, 3])
  assert.deepEqual([before.bottlenecks[0]!.teams, before.bottlenecks[0]!.missing], [[a.team, b.team, v.team], 1])
  assert.equal(before.odds.unplaced.sum, 500)
  await refused('project_not_in_round', curator(forecastRound, { ...byId(round.id), body: { places: [{ project: 'city', places: 2 }] } }))

  clock.move(3 * HOUR)
  await refused('round_sealed', as('anna')(withdrawRequest, { params: { id: String(a.requests[0]) } }))
  await advance(service)
  const sealed = await curator(getConsoleRound, byId(round.id))
  assert.deepEqual([sealed.state, sealed.figures.teams, sealed.figures.choices], ['sealed', 3, 5])
  assert.match(sealed.choicesDigest!, /^[0-9a-f]{64}$/)
  for (const body of [{ mostChoices: 2 }, { closesAt: new Date(clock.now().getTime() + HOUR).toISOString() }])
    await refused('round_wrong_state', curator(updateRound, { ...byId(round.id), body }))

  const { ids: late } = await addRoundProjects(sql, [1])
  const join = () => curator(updateRound, { ...byId(round.id), body: { projects: [...ids, ...late] } })
  await refused('round_wrong_state', join()) // no team could have chosen it

  const reason = await reasonId()
  const mark = (request: number, mark: 'preferred' | 'unsuitable' | null, given: number | null = null) =>
    curator(markChoices, { ...byId(round.id), body: { marks: [{ request, mark, reason: given }] } })
  await refused('reason_required', mark(a.requests[0]!, 'unsuitable'))
  await refused('unknown_reason', mark(a.requests[0]!, 'unsuitable', 2_000_000_000))
  await refused('request_not_found', mark(2_000_000_000, 'preferred'))
  await mark(v.requests[0]!, 'preferred')
  await mark(b.requests[1]!, 'unsuitable', reason)

  const lock = (team: number, project: string | null, why: string | null) =>
    curator(lockTeam, { ...byId(round.id), body: { team, project, reason: why } })
  await refused('text_required', lock(byHand, p3, ' '))
  await refused('project_not_in_round', lock(byHand, 'city', 'Because'))
  await refused('team_not_found', lock(2_000_000_000, p3, 'Because'))
  const locked = await lock(byHand, p3, 'Second year with this client')
  assert.deepEqual(locked.teams.find(({ team }) => team === byHand)!.lock, { project: p3, reason: 'Second year with this client' })
  await refused('no_free_place', lock(a.team, p3, 'Because'))

  const placed = await curator(placeRound, byId(round.id))
  const expected = [
    { team: b.team, project: null, rank: null, isByHand: false },
    { team: byHand, project: p3, rank: null, isByHand: true },
    { team: a.team, project: p2, rank: 2, isByHand: false },
    { team: v.team, project: p1, rank: 1, isByHand: false },
  ]
  assert.deepEqual([placed.draft!.placed, placed.draft!.unplaced, placed.draft!.byRank, placed.draft!.emails], [3, 1, [1, 1], 4])
  assert.deepEqual(placed.draft!.placement, expected)
  // A change after the look makes the draft out of date, and is in the bundle.
  await mark(a.requests[1]!, 'preferred')
  await refused('draft_outdated', curator(publishRound, { ...byId(round.id), body: { draft: placed.draft!.id } }))
  assert.equal((await curator(getConsoleRound, byId(round.id))).draft!.isCurrent, false)
  const draft = (await curator(placeRound, byId(round.id))).draft!

  await refused('round_not_published', as('anna')(getBundle, { params: { slug: round.slug } }))
  const publish = () =>
    curator(publishRound, { ...byId(round.id), body: { draft: draft.id }, headers: { 'idempotency-key': 'published-once-only' } })
  const publishing = await publish()
  assert.deepEqual(await publish(), publishing, 'a retry after a lost response')
  assert.equal(publishing.publishAt, new Date(Date.parse(publishing.publishAt!)).toISOString())
  await refused('round_wrong_state', mark(a.requests[1]!, null))
  assert.equal((await as('boris')(listChoices, { params: { slug: round.slug } })).teams[0]!.result, null)
  assert.equal((await curator(undoPublishing, byId(round.id))).publishAt, null)
  assert.equal((await sql`select 1 from pending_decision`).length, 0)
  await curator(publishRound, { ...byId(round.id), body: { draft: draft.id } })
  await advance(service)
  await refused('round_not_published', as('anna')(getBundle, { params: { slug: round.slug } }))
  clock.move(11 * 60_000)
  await advance(service)

  const done = await curator(getConsoleRound, byId(round.id))
  assert.deepEqual([done.state, done.problem, done.draft], ['published', null, null])
  assert.deepEqual([done.figures.places, done.figures.placed, done.figures.unplaced, done.figures.byRank], [3, 3, 1, [1, 1]])
  await refused('undo_too_late', curator(undoPublishing, byId(round.id)))
  const statuses = await sql<{ id: number; status: string }[]>`select id, status from request where round_id = ${round.id} order by id`
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['superseded', 'approved', 'declined', 'declined', 'approved'],
  )
  const working = await sql<
    { team: number }[]
  >`select team_id as team from assignment where ended_at is null and project_id = any(${ids}::int[]) order by project_id`
  assert.deepEqual(
    working.map(({ team }) => team),
    [v.team, a.team, byHand],
  )
  for (const team of [a.team, b.team, v.team, byHand])
    assert.deepEqual((await mailsOfTeam(sql, team)).filter(({ kind }) => kind === 'round_result').length, 1)

  await refused('round_wrong_state', join())
  const bundle = await as('anna')(getBundle, { params: { slug: round.slug } })
  const check = await checkBundle(JSON.stringify(bundle), {
    published: {
      round: round.slug,
      rule: 'fair',
      seedHash: round.seedHash!,
      choicesDigest: sealed.choicesDigest!,
    },
  })
  assert.equal(check.difference, null)
  assert.deepEqual(
    bundle.changes.map(({ what }) => what),
    ['Marks of 1 choices changed'],
  )
  // The reason is for the team and curators; both can show that the published hash is of this text.
  assert.ok(!JSON.stringify(bundle).includes('Second year'))
  const published = done.teams.find(({ team }) => team === byHand)!.published!
  assert.deepEqual([published.reason, published.hash], ['Second year with this client', bundle.locks[0]!.reason])
  assert.equal(
    published.hash,
    `hmac-sha256:${createHmac('sha256', Buffer.from(published.key, 'hex')).update(published.reason).digest('hex')}`,
  )
  assert.equal(sealed.teams.find(({ team }) => team === byHand)?.published ?? null, null)

  const [own] = (await as('boris')(listChoices, { params: { slug: round.slug } })).teams
  assert.deepEqual([own!.result!.project, own!.choices.map(({ rank }) => rank)], [null, [1, 2]])
  assert.deepEqual(
    own!.choices.map(({ reasons }) => reasons),
    [[`Project ${p1} had 1 place. It went to a team the curators preferred.`], ['The curators found it unsuitable: Too few people.']],
  )
  assert.ok(bundle.choices.some(({ team }) => team === own!.pseudonym))

  assert.equal((await curator(endRound, byId(round.id))).state, 'ended')
  await refused('round_wrong_state', mark(a.requests[1]!, null))
  await refused('round_not_placeable', curator(placeRound, byId(round.id)))
})

test('a round is closed early, which is listed; a project changed after publishing stops the results', async () => {
  const { sql, service } = world
  const curator = as('curator')
  const { ids, slugs } = await addRoundProjects(sql, [1])
  const round = await openRound(curator, ids, clock.now())
  const { team } = await addChoosingTeam(sql, 'anna', as('anna'), slugs)
  const closed = await curator(closeRound, byId(round.id))
  assert.deepEqual([closed.state, closed.changes[0]!.what.slice(0, 12)], ['sealed', 'Closed early'])
  await refused('round_wrong_state', curator(closeRound, byId(round.id)))
  await advance(service)
  const { draft } = await curator(placeRound, byId(round.id))
  await curator(publishRound, { ...byId(round.id), body: { draft: draft!.id } })
  await sql`update project set state = 'withdrawn' where id = ${ids[0]!}`
  clock.move(11 * 60_000)
  await advance(service)
  const stopped = await curator(getConsoleRound, byId(round.id))
  assert.deepEqual([stopped.state, stopped.problem], ['sealed', 'draft_outdated'])
  const { what, isAfterLook } = stopped.changes.at(-1)!
  assert.deepEqual([what, isAfterLook], [`Project no longer published, without places: ${slugs[0]}`, true])
  assert.equal((await sql`select 1 from assignment where team_id = ${team}`).length, 0)
  await curator(undoPublishing, byId(round.id))
  const again = await curator(placeRound, byId(round.id))
  assert.equal(again.draft!.unplaced, 1)
})

test('the number of choices is not lowered below what teams have chosen', async () => {
  const { sql } = world
  const curator = as('curator')
  const { ids, slugs } = await addRoundProjects(sql, [1, 1, 1])
  const round = await openRound(curator, ids, clock.now(), { mostChoices: 5 })
  const a = await addChoosingTeam(sql, 'anna', as('anna'), slugs)
  await addChoosingTeam(sql, 'boris', as('boris'), slugs)
  await addChoosingTeam(sql, 'vera', as('vera'), slugs.slice(0, 2))
  const lower = (mostChoices: number) => curator(updateRound, { ...byId(round.id), body: { mostChoices } })
  const refusal = await refused('choices_beyond_limit', lower(2))
  assert.match(refusal.detail, /chosen more than 2 projects: 2\./)
  assert.equal((await curator(getConsoleRound, byId(round.id))).mostChoices, 5)
  assert.equal((await lower(3)).mostChoices, 3)
  await sql`update request set status = 'withdrawn' where id = ${a.requests[2]!}`
  await refused('choices_beyond_limit', lower(2))
  await sql`update request set status = 'withdrawn' where round_id = ${round.id} and rank = 3`
  assert.equal((await lower(2)).mostChoices, 2)
  assert.equal((await lower(4)).mostChoices, 4)
})
