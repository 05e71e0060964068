import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService, type TestService } from '#tests/support/service.ts'
import { claimsOf, openSession, ownSessions } from '#tests/support/session.ts'
import { type FieldTokens, refresh } from '#tests/support/sign-in.ts'
import { share, testPart, tier } from '#tests/support/tier.ts'

let here: TestService
let there: TestService
before(async () => {
  here = await startService()
  there = await startService({ database: here.database, env: { PUBLIC_URL: here.config.publicUrl } })
})
after(async () => {
  await there?.close()
  await here?.close()
})

// Responses in the order in which they left this process: the status of each refresh or sign-out, by session.
function watchAnswers(service: TestService): Map<string, number[]> {
  const left = new Map<string, number[]>()
  service.http.server.prependListener('request', (message, response) => {
    const session = String(message.headers['x-request-id'])
    response.once('finish', () => left.set(session, [...(left.get(session) ?? []), response.statusCode]))
  })
  return left
}

const ROUNDS = share(400)
testPart(`refresh against sign-out, ${ROUNDS} times: after the 204 no refresh succeeds and nothing rotates`, async () => {
  const left = watchAnswers(here)
  const seen = { refreshedFirst: 0, signedOutFirst: 0 }
  let lead = 0 // milliseconds for the refreshes, so that both orders occur on every machine
  const round = async (number: number) => {
    const tokens = await openSession(here)
    const { sid } = claimsOf(tokens.accessToken)
    const mark = { 'x-request-id': sid }
    const delay = (number % 8) - 3 + lead
    const racing = [
      sleep(Math.max(0, -delay)).then(() => refresh(here, tokens.refreshToken, mark)),
      sleep(Math.max(0, -delay)).then(() => refresh(number % 2 ? here : there, tokens.refreshToken, mark)),
    ]
    const logout = sleep(Math.max(0, delay)).then(() =>
      fetch(`${here.authUrl}/logout`, { headers: { ...mark, authorization: `Bearer ${tokens.accessToken}` } }),
    )
    assert.equal((await logout).status, 204)
    const [{ gen }] = (await here.sql`select gen from auth.session where sid = ${sid}`) as unknown as [{ gen: number }]
    const later = await Promise.all([here, there].map((service) => refresh(service, tokens.refreshToken)))
    const answers = await Promise.all(racing)
    assert.deepEqual(
      later.map(({ status }) => status),
      [401, 401],
      'sent after the 204',
    )
    for (const answer of answers) {
      if (answer.status !== 200) continue
      const { refreshToken, accessToken } = (await answer.json()) as FieldTokens
      assert.equal((await refresh(here, refreshToken)).status, 401, 'the new tokens are invalid')
      assert.equal((await ownSessions(here, accessToken)).status, 401)
    }
    const [row] = await here.sql`select gen, sealed, revoked_at is not null as "isEnded" from auth.session where sid = ${sid}`
    assert.deepEqual({ ...row }, { gen, sealed: null, isEnded: true })
    const order = left.get(sid)!
    assert.ok(!order.slice(order.indexOf(204)).includes(200), `left in the order ${order}`)
    seen[order.indexOf(200) >= 0 ? 'refreshedFirst' : 'signedOutFirst']++
  }
  for (let start = 0; start < ROUNDS; start += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, i) => round(start + i)))
    lead += Math.round((seen.signedOutFirst - seen.refreshedFirst) / 8)
  }
  // The lead needs many rounds to be found.
  if (tier !== 'gate') assert.ok(seen.refreshedFirst > 20 && seen.signedOutFirst > 20, `both orders must occur: ${JSON.stringify(seen)}`)
})
