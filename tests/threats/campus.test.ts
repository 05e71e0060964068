import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { startService, type TestService } from '#tests/support/service.ts'
import { insertedCode, openSession } from '#tests/support/session.ts'
import { exchange, refresh, tokensFrom } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// A campus shares one IP address, and a phone whose refresh is refused signs its person out.

let service: TestService
before(async () => {
  service = await startService({ env: { RATE_LIMITS: 'on' } })
})
after(() => service?.close())

test('a campus is not rate limited as one address: two thousand refreshes are all answered', async () => {
  const phones = await Promise.all(Array.from({ length: 20 }, () => openSession(service)))
  const start = performance.now()
  await Promise.all(
    phones.map(async (phone) => {
      let { refreshToken } = phone
      for (let i = 0; i < 100; i++) ({ refreshToken } = await tokensFrom(await refresh(service, refreshToken)))
    }),
  )
  assert.ok(performance.now() - start < 120_000)
})

test('guesses from the campus address are rate limited, valid tokens are not', async () => {
  const phone = await openSession(service)
  const startedAt = performance.now()
  const statuses = []
  for (let i = 0; i < 60; i++) statuses.push((await refresh(service, `guess ${i}`)).status)
  for (let i = 0; i < 20; i++) statuses.push((await exchange(service, { code: `guess ${i}` })).status)
  // A burst of thirty, then one more every two seconds: which guess that is depends on the speed of the machine.
  const most = 31 + (performance.now() - startedAt) / 2000
  assert.equal(statuses[0], 401)
  assert.ok(statuses.filter((status) => status === 401).length <= most, statuses.join())
  for (const kind of [statuses.slice(0, 60), statuses.slice(60)]) assert.ok(kind.includes(429), statuses.join())
  assert.ok(statuses.every((status) => status === 401 || status === 429))
  const next = await tokensFrom(await refresh(service, phone.refreshToken))
  await tokensFrom(await refresh(service, next.refreshToken))
  await tokensFrom(await exchange(service, { code: await insertedCode(service) }))
})
