import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawRequest } from '#contract/request.ts'
import { listChoices } from '#contract/round.ts'
import { addChoosingTeam, addRoundProjects, createClock, openRound } from '#tests/support/rounds.ts'
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
