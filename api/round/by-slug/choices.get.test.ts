import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeRound } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { withdrawRequest } from '#contract/request.ts'
import { listChoices } from '#contract/round.ts'
import { addProject } from '#tests/support/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/rounds.ts'
import { refused } from '#tests/support/strict-client.ts'
import { teamWorld } from '#tests/support/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [], vera: [] }, clock.now)

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
    slugs.map((project, index) => ({ request: a.requests[index], project, rank: index + 1, reasons: [], isWaiting: false })),
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
