import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setWishes } from '#contract/round-after.ts'
import { publishedRound } from '#tests/support/published-round.ts'
import { createClock, openRound } from '#tests/support/rounds.ts'
import { refused } from '#tests/support/strict-client.ts'
import { mailsOfTeam, teamWorld } from '#tests/support/teams.ts'

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [] }, clock.now)
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
