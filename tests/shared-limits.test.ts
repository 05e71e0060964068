import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { presets } from '#http/limits/presets.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { postJson } from '#tests/support/sign-in.ts'

const BURST = 100
const limits = {
  ...presets.off,
  calls: { name: 'calls', burst: BURST, perMinute: 0.01 },
  guestEmails: [{ name: 'letters', burst: 5, perMinute: 0.01 }],
  signIns: { name: 'sign-ins', burst: 4, perMinute: 0.01 },
  failures: { name: 'failures', burst: 3, perMinute: 0.01 },
}
// Each test calls from an address of its own.
const from = (address: string) => ({ 'x-forwarded-for': address })
const env = { LIMITS: 'shared', TRUST_PROXY: '127.0.0.1' }
let services: TestService[]
before(async () => {
  const one = await startService({ env, limits })
  services = [one, await startService({ env: { ...env, PUBLIC_URL: one.config.publicUrl }, limits, database: one.database })]
})
after(async () => {
  for (const service of services.toReversed()) await service.close()
})

/** The same call, in turn through both services, all at once. */
async function statuses(count: number, call: (service: TestService, n: number) => Promise<Response>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => call(services[n % 2]!, n)))
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('an address that has used up its calls at one process is refused by the other after its next report', async () => {
  const headers = from('192.0.2.1')
  const [one, two] = services as [TestService, TestService]
  const call = async ({ url }: TestService) => fetch(`${url}/tag`, { headers })
  let admitted = 0
  while ((await call(one)).status === 200) admitted++
  assert.equal(admitted, BURST)
  let refused: Response | undefined
  for (; refused === undefined; await sleep(50)) {
    const answer = await call(two)
    if (answer.status === 200) admitted++
    else refused = answer
  }
  assert.equal(refused.status, 429)
  assert.ok(admitted < 2 * BURST, `${admitted} calls, of which the second process admitted ${admitted - BURST}`)
  assert.match(refused.headers.get('ratelimit')!, /^"calls";r=0;t=\d+$/)
  assert.equal(refused.headers.get('ratelimit-policy')!.split(';')[0], '"calls"')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await fetch(`${two.url}/tag`, { headers: from('192.0.2.2') })).status, 200, 'other addresses are not affected')
})

test('contact emails: exactly the limit from 20 parallel calls', async () => {
  const email = { name: 'Anna', email: 'anna@example.org', subject: 'A team of two' }
  const write = ({ url }: TestService, n: number) => postJson(`${url}/email`, { ...email, message: `May we? ${n}` }, from('192.0.2.10'))
  assert.deepEqual(await statuses(20, write), { 200: 5, 429: 15 })
  const [row] = await services[0]!.sql<{ count: number }[]>`select count(*)::int as count from outbox where kind = 'contact'`
  assert.equal(row!.count, 5)
})

test('failures: exactly the limit from 20 parallel guesses', async () => {
  const guess = ({ authUrl }: TestService, n: number) => postJson(`${authUrl}/mobile/exchange`, { code: `pj_ac_${n}` }, from('192.0.2.11'))
  const { 429: refused, ...others } = await statuses(20, guess)
  assert.deepEqual([refused, Object.values(others)], [17, [3]], JSON.stringify(others))
})

test('guesses of invitations: exactly the limit', async () => {
  const guess = ({ url }: TestService, n: number) => fetch(`${url}/invitation/pj_in_${n}`, { headers: from('192.0.2.12') })
  const { 429: refused, ...others } = await statuses(20, guess)
  assert.deepEqual([refused, Object.values(others)], [17, [3]], JSON.stringify(others))
})

test('sign-ins: exactly the limit from 20 parallel starts', async () => {
  const start = ({ authUrl }: TestService) =>
    fetch(`${authUrl}/mobile/idpauthenticate`, { headers: { ...from('192.0.2.13'), accept: 'text/html' }, redirect: 'manual' })
  const { 429: refused, ...others } = await statuses(20, start)
  assert.deepEqual([refused, Object.values(others)], [16, [4]], JSON.stringify(others))
})
