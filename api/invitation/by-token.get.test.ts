import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInvitation, createInvitation, endInvitation } from '#contract/invitation.ts'
import { presets } from '#http/limits/presets.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService } from '#tests/support/service.ts'
import { addOwnTeam, membersOf, teamWorld } from '#tests/support/world/teams.ts'

const now = new Date()
const world = teamWorld({ ada: [], ben: [], cleo: ['QA', 'Designer'], dan: [], eve: [], fay: [] }, () => now)
const { clients } = world

const linkTo = async (team: number, uses?: number) =>
  (await clients.ada!(createInvitation, { params: { id: String(team) }, body: { ...(uses === undefined ? {} : { uses }) } })).link!
const join = (login: string, token: string) => clients[login]!(acceptInvitation, { params: { token } })

test('a token that does not work has one and the same answer, after the same statements, whatever the reason', async () => {
  const { sql } = world
  const team = await addOwnTeam(sql, ['ada', 'ben'])
  const [ended, expired, used, ofLeaver] = [await linkTo(team), await linkTo(team), await linkTo(team, 1), await linkTo(team)]
  await clients.ada!(endInvitation, { params: { id: String(team) }, query: { link: String(ended.id) } })
  await sql`update team_invitation set created_at = ${new Date(now.getTime() - 9 * 86_400_000)}, expires_at = ${now} where id = ${expired.id}`
  await join('cleo', used.token)
  await sql`update team_invitation set created_by = (select id from person where login = 'fay') where id = ${ofLeaver.id}`
  const ofDisabled = await linkTo(team)
  await sql`update team_invitation set created_by = (select id from person where login = 'ben') where id = ${ofDisabled.id}`
  await sql`update person set disabled_at = now() where login = 'ben'`
  const disbanding = await addOwnTeam(sql, ['ada'])
  const pending = await linkTo(disbanding)
  await sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${disbanding}, 'disband', now(), now() + interval '10 minutes')`
  const gone = await addOwnTeam(sql, ['ada'])
  const disbanded = await linkTo(gone)
  await sql`update team set disbanded_at = now() where id = ${gone}`

  const tokens = {
    guessed: `pj_in_${'A'.repeat(32)}`,
    short: 'x',
    ended: ended.token,
    expired: expired.token,
    used: used.token,
    ofLeaver: ofLeaver.token,
    ofDisabled: ofDisabled.token,
    pending: pending.token,
    disbanded: disbanded.token,
  }
  const id32 = 'same-request-id-for-all'
  for (const method of ['GET', 'POST'])
    for (const headers of method === 'GET' ? [{}, clients.dan!.headers] : [clients.dan!.headers]) {
      const seen = new Map<string, string>()
      for (const [why, token] of Object.entries(tokens)) {
        const statements: string[] = []
        world.service.onStatement = (text) => void (/token_hash|no key update/.test(text) && statements.push(text))
        const response = await fetch(`${world.service.url}/invitation/${token}`, {
          method,
          headers: { ...headers, 'x-request-id': id32, 'accept-language': 'en' },
        })
        world.service.onStatement = () => {}
        const body = await response.clone().text()
        const problem = await assertProblem(response, 'invitation_over')
        const kept = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
        seen.set(why, JSON.stringify([body.replaceAll(problem.requestId, ''), kept, statements]))
        assert.equal(statements.length, 1, `${why}: ${statements.join('\n')}`)
      }
      assert.equal(new Set(seen.values()).size, 1, JSON.stringify(Object.fromEntries(seen), null, 1))
    }
  await sql`update person set disabled_at = null where login = 'ben'`
  assert.deepEqual(await membersOf(sql, team), ['ada', 'ben', 'cleo'])
  await world.disbandAll()
})

test('guesses are limited by address', async () => {
  const limited = await startService({
    database: world.database,
    now: () => now,
    env: { PUBLIC_URL: world.service.config.publicUrl }, // the issuer of the tokens
    limits: { ...presets.off, failures: { name: 'failures', burst: 3, perMinute: 1 } },
  })
  try {
    const guess = () => fetch(`${limited.url}/invitation/pj_in_guess`)
    for (let n = 0; n < 3; n++) await assertProblem(await guess(), 'invitation_over')
    await assertProblem(await guess(), 'too_many_calls')
    const tries = await fetch(`${limited.url}/invitation/pj_in_guess`, { method: 'POST', headers: clients.ben!.headers })
    await assertProblem(tries, 'too_many_calls')
    const team = await addOwnTeam(world.sql, ['ada'])
    const { token } = await linkTo(team)
    assert.equal((await fetch(`${limited.url}/invitation/${token}`)).status, 200, 'others behind the address can still join')
  } finally {
    await limited.close()
    await world.disbandAll()
  }
})
