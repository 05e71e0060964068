import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertPlainJson, Phone, tokens } from '#tests/support/page/phone.ts'
import { int } from '#tests/support/sample/kotlin.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { forEachCase, tier } from '#tests/support/tier.ts'
import { createVisitor } from '#tests/support/visitor.ts'

// The deployed mobile client from sign-in to sign-out: one refresh per start and none on a 401, its token on every call even if it is
// invalid, the old code sent again when the screen is rotated. Any failed refresh signs the person out, so a failure
// here is an outage for every phone. Uses only the wire format: nothing of the contract is imported.

const HOUR = 3_600_000
const DAY = 24 * HOUR

let service: TestService
let clock = new Date()
before(async () => {
  service = await startService({ now: () => clock })
})
after(() => service?.close())

async function signedInPhone(login = 'gleb'): Promise<Phone> {
  const phone = new Phone(service)
  await phone.start()
  await phone.signIn(login)
  return phone
}
const copyOf = (phone: Phone): Phone => Object.assign(new Phone(service), { stored: phone.stored })
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}

test('[field] it starts by calling the base URL, which has a path prefix', async () => {
  assert.equal(new URL(service.authUrl).pathname, '/auth')
  const phone = new Phone(service)
  for (const address of [service.authUrl, `${service.authUrl}/`]) {
    const response = await phone.call(address)
    assert.equal(response.status, 204)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
  assert.equal(phone.jar.size, 0)
})

test('[field] it signs in at its fixed path without parameters, and the person id is an Int', async () => {
  const phone = await signedInPhone()
  const [person] = await service.sql`select id from person where login = 'gleb'`
  assert.equal(phone.user, person!.id)
  assert.match(Buffer.from(phone.stored!.accessToken.split('.')[1]!, 'base64url').toString(), new RegExp(`"id":${person!.id}[,}]`))
  assert.equal((await phone.own()).status, 200)
  await phone.start()
  assert.equal(phone.user, person!.id)
  assert.equal((await phone.own()).status, 200)
})

test('[field] both tokens come each time, as plain JSON with no-store, without a cookie', async () => {
  const phone = await signedInPhone()
  const response = await phone.sendRefresh()
  assertPlainJson(response)
  const body = (await response.json()) as Record<string, unknown>
  tokens(body, 'tokens')
  int(body.expiresIn, 'expiresIn')
  assert.equal(body.expiresIn, 8 * 3600)
  for (const refusal of [
    await phone.call(`${service.authUrl}/mobile/session`, { refreshToken: 'garbage' }),
    await phone.call(`${service.authUrl}/mobile/exchange`, { code: 'garbage' }),
  ]) {
    assert.equal(refusal.status, 401)
    assert.deepEqual(refusal.headers.getSetCookie(), [])
    assert.equal(refusal.headers.get('cache-control'), 'no-store')
  }
  assert.equal(phone.jar.size, 0)
})

test('[field] it returns every cookie it ever got, and all are ignored', async () => {
  const phone = await signedInPhone()
  for (const name of ['pj_rt', '__Host-pj_rt', 'pj_tx_00000000', 'pj_ho', 'session']) phone.jar.set(name, 'garbage')
  await phone.start()
  assert.equal((await phone.own()).status, 200)
  const other = copyOf(phone)
  other.stored = null
  other.jar.set('pj_rt', phone.stored!.refreshToken)
  assert.equal((await other.own()).status, 401)
  assert.equal((await other.call(`${service.authUrl}/mobile/session`, {})).status, 403, 'a cookie without a page of ours')
  assert.equal(await phone.signOut(), 204)
})

test('[field] a refused person sees a page, since the phone ignores an error in its link', async () => {
  const browser = createVisitor(Number(new URL(service.origin).port))
  const end = await browser.press(await browser.visit(`${service.authUrl}/mobile/githubauthenticate`), 'login', 'outsider')
  assert.equal(end.status, 403)
  assert.match(end.headers['content-type']!, /^text\/html/)
})

test('[field] an expired or malformed token is ignored on every public call', async () => {
  const phone = await signedInPhone()
  pass(9 * HOUR)
  assert.equal((await phone.own()).status, 401)
  assert.equal((await phone.call(`${service.url}/project/active`)).status, 200)
  await phone.start()
  assert.equal((await phone.own()).status, 200)
  phone.stored = { ...phone.stored!, accessToken: 'garbage' }
  await phone.start()
  assert.equal((await phone.own()).status, 200)
  pass(9 * HOUR)
  await phone.signIn('gleb')
  assert.equal((await phone.own()).status, 200)
})

test('[field] an access token is valid for eight hours, because the phone does not refresh on a 401', async () => {
  const phone = await signedInPhone()
  pass(8 * HOUR - 1000)
  assert.equal((await phone.own()).status, 200)
  pass(7000)
  const response = await phone.own()
  assert.equal(response.status, 401)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  await phone.start()
  assert.equal((await phone.own()).status, 200)
})

test('[field] rotated, unfolded or switched to dark mode right after sign-in, it posts the used code again and stays signed in', async () => {
  const phone = await signedInPhone()
  for (const wait of [0, 1000, 20_000, 30_000]) {
    pass(wait)
    assert.equal((await phone.followLink())!.status, 401)
    assert.equal((await phone.own()).status, 200, `after ${wait} ms`)
  }
  await phone.start()
  assert.equal((await phone.followLink())!.status, 401)
  assert.equal((await phone.own()).status, 200)
})

test('[field] the code of its sign-in, sent again a day later, is refused and changes nothing', async () => {
  const phone = await signedInPhone()
  for (const wait of [61_000, HOUR, DAY]) {
    pass(wait)
    assert.equal((await phone.followLink())!.status, 401)
    await phone.start()
    assert.equal((await phone.own()).status, 200, `after ${wait} ms`)
  }
})

test('[field] two concurrent refreshes with the same token get the same answer', async () => {
  const phone = await signedInPhone()
  const answers = await Promise.all([phone.sendRefresh(), phone.sendRefresh()])
  const [one, two] = await Promise.all(answers.map(async (answer) => tokens(await answer.json(), 'tokens')))
  assert.equal(one!.refreshToken, two!.refreshToken)
  phone.stored = one!
  assert.equal((await phone.own()).status, 200)
  phone.stored = two!
  assert.equal((await phone.own()).status, 200)
  await phone.start()
  assert.equal((await phone.own()).status, 200)
})

test('[field] lost responses do not sign the phone out, even several in a row', async () => {
  const phone = await signedInPhone()
  for (let i = 0; i < 4; i++) {
    await phone.startAndLose()
    pass(i * 20 * HOUR)
  }
  await phone.start()
  assert.equal((await phone.own()).status, 200)
})

test('[field] two phones of one person have independent sessions', async () => {
  const [one, two] = [await signedInPhone(), await signedInPhone()]
  await one.start()
  await two.start()
  await one.signOut()
  assert.equal((await two.own()).status, 200)
  await two.start()
  assert.equal((await two.own()).status, 200)
})

test('[field] reuse of a stolen refresh token ends the session of thief and owner, and their access tokens', async () => {
  const phone = await signedInPhone()
  const thief = copyOf(phone)
  await phone.start()
  assert.equal((await phone.own()).status, 200)
  pass(DAY)
  await phone.start()
  assert.equal((await phone.own()).status, 200)
  const copy = phone.stored!
  await thief.start()
  assert.equal(thief.stored, null)
  assert.equal((await phone.own()).status, 401, 'the access token as well')
  await phone.start()
  assert.equal(phone.stored, null)
  phone.stored = copy
  assert.equal((await phone.own()).status, 401)
})

test('[field] a thief who refreshes first is detected when the owner refreshes', async () => {
  const phone = await signedInPhone()
  const thief = copyOf(phone)
  await thief.start()
  assert.equal((await thief.own()).status, 200)
  pass(DAY)
  await phone.start()
  assert.equal(phone.stored, null, 'the owner signs in again')
  assert.equal((await thief.own()).status, 401)
  await thief.start()
  assert.equal(thief.stored, null)
})

test('[field] sign-out works with a long expired token, and revokes refresh and access tokens', async () => {
  for (const wait of [0, 9 * HOUR, 29 * DAY]) {
    const phone = await signedInPhone()
    const copy = copyOf(phone)
    pass(wait)
    assert.equal(await phone.signOut(), 204)
    assert.equal((await copy.own()).status, 401)
    await copy.start()
    assert.equal(copy.stored, null, `after ${wait} ms`)
  }
})

test('[field] sign-out without a token, or twice, gets the same answer and is not cached', async () => {
  const phone = await signedInPhone()
  const copy = copyOf(phone)
  assert.equal(await phone.signOut(), 204)
  const again = await copy.call(`${service.authUrl}/logout`)
  assert.deepEqual([again.status, again.headers.get('cache-control')], [204, 'no-store'])
  assert.equal(await phone.signOut(), 204)
})

// A seeded random generator, so that a failing month can be reproduced.
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Counts = { starts: number; lost: number; twice: number; replayed: number; calls: number; daysOff: number }

const DAYS = tier === 'gate' ? 5 : 31
async function month(seed: number): Promise<Counts> {
  const random = seeded(seed)
  const phone = await signedInPhone()
  const begin = clock.getTime()
  const counts: Counts = { starts: 0, lost: 0, twice: 0, replayed: 0, calls: 0, daysOff: 0 }
  const starts: number[] = []
  for (let day = 0; day < DAYS; day++) {
    if (random() < 0.2) counts.daysOff++
    else for (let i = Math.ceil(random() * 6); i > 0; i--) starts.push(begin + 61_000 + day * DAY + Math.floor(random() * DAY))
  }
  starts.sort((a, b) => a - b)
  for (const [i, at] of starts.entries()) {
    clock = new Date(at)
    counts.starts++
    const what = random()
    if (what < 0.15) {
      counts.lost++
      await phone.startAndLose()
      continue
    }
    if (what < 0.3) {
      counts.twice++
      await phone.startTwice()
    } else await phone.start()
    assert.ok(phone.stored, `seed ${seed}: signed out at start ${i}`)
    if (random() < 0.2) {
      counts.replayed++
      assert.equal((await phone.followLink())!.status, 401)
    }
    const until = Math.min(at + 8 * HOUR, starts[i + 1] ?? Number.POSITIVE_INFINITY)
    const times = Array.from({ length: Math.floor(random() * 4) }, () => at + Math.floor(random() * (until - at)))
    for (const time of times.sort((a, b) => a - b)) {
      clock = new Date(time)
      counts.calls++
      assert.equal((await phone.own()).status, 200, `seed ${seed}: a call ${(time - at) / HOUR} h after start ${i}`)
    }
  }
  clock = new Date(begin + DAYS * DAY)
  await phone.start()
  assert.ok(phone.stored, `seed ${seed}: signed out at the end`)
  assert.equal((await phone.own()).status, 200)
  assert.equal(phone.jar.size, 0)
  return counts
}

forEachCase(
  [1, 2, 3],
  (seed) => `[field] a month of use with lost responses, retries, pauses and old codes: still signed in (seed ${seed})`,
  async (seed) => {
    clock = new Date()
    const counts = await month(seed)
    if (tier === 'gate') return // only its first days
    assert.ok(Object.values(counts).every((count) => count > 0) && counts.starts > 50 && counts.calls > 40, JSON.stringify(counts))
  },
  { isShallow: true },
)
