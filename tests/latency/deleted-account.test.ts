import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { assertWithin, timeUntil } from '#tests/support/latency.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

let here: TestService
let there: TestService
before(async () => {
  here = await startService()
  there = await startService({ database: here.database, env: { PUBLIC_URL: here.origin } })
})
after(async () => {
  await there?.close()
  await here?.close()
})

test('a deleted account is signed out in other processes within 250 ms', async () => {
  const remove = async () => {
    const { accessToken } = await signIn(here, 'newcomer')
    const headers = { authorization: `Bearer ${accessToken}` }
    const read = () => fetch(`${there.url}/user`, { headers })
    assert.equal((await read()).status, 200)
    assert.equal((await fetch(`${here.url}/user`, { method: 'DELETE', headers })).status, 204)
    const time = await timeUntil('it is refused', async () => (await read()).status !== 200)
    await assertProblem(await read(), 'invalid_token')
    return time
  }
  await assertWithin(250, remove, { tries: 5 })
})
