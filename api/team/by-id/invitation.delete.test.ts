import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvitation, endInvitation, getInvitation } from '#contract/invitation.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addOwnTeam, teamWorld } from '#tests/support/world/teams.ts'

const world = teamWorld({ ada: [], ben: [], cleo: ['QA', 'Designer'], dan: [], eve: [], fay: [] })
const { clients } = world

const linkTo = async (team: number, uses?: number) =>
  (await clients.ada!(createInvitation, { params: { id: String(team) }, body: { ...(uses === undefined ? {} : { uses }) } })).link!

test('only team admins make and end links; a team that the caller cannot know of is not found', async () => {
  const { sql } = world
  const team = await addOwnTeam(sql, ['ada', 'ben'])
  const make = (login: string, given = team) => clients[login]!(createInvitation, { params: { id: String(given) }, body: {} })
  await refused('not_team_administrator', make('ben'))
  await refused('team_not_found', make('dan'))
  await refused('team_not_found', make('ada', 2_147_483_647))
  await sql`update team set is_looking = true where id = ${team}`
  await refused('not_team_administrator', make('dan'))
  const link = await linkTo(team)
  const end = (login: string, query: object) => clients[login]!(endInvitation, { params: { id: String(team) }, query } as never)
  await refused('not_team_administrator', end('ben', { link: String(link.id) }))
  await refused('invalid_input', end('ada', {}))
  await refused('invalid_input', end('ada', { link: '1', invited: '1' }))
  const other = await addOwnTeam(sql, ['dan'])
  await clients.dan!(endInvitation, { params: { id: String(other) }, query: { link: String(link.id) } })
  assert.equal(
    (await world.service.call(getInvitation, { params: { token: link.token } })).isMember,
    false,
    'the link of another team stays',
  )
  for (let n = 0; n < 2; n++) await end('ada', { link: String(link.id) })
  await refused('invitation_over', world.service.call(getInvitation, { params: { token: link.token } }))
  await sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${team}, 'disband', now(), now() + interval '10 minutes')`
  await refused('team_disbanding', linkTo(team))
  await world.disbandAll()
})
