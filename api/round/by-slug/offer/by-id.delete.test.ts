import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declineOffer } from '#contract/round-after.ts'
import { publishedRound } from '#tests/support/published-round.ts'
import { createClock } from '#tests/support/rounds.ts'
import { refused } from '#tests/support/strict-client.ts'
import { teamWorld } from '#tests/support/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [] }, clock.now)
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
  await sql`update project set team_limit = 2 where id = ${ids[0]!}`
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
