import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sendEmail } from '#contract/email.ts'
import { presets } from '#http/limits/presets.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { loseStore, startService, type TestService } from '#tests/support/service.ts'
import { postJson, sessionOf } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'

let clock = new Date()
let service: TestService // without rate limits
let limited: TestService // with the limits for review
before(async () => {
  service = await startService({ now: () => clock })
  limited = await startService({ now: () => clock, database: service.database, env: { RATE_LIMITS: 'on' }, limits: presets.off })
})
after(async () => {
  await limited.close()
  await service.close()
})
beforeEach(async () => {
  clock = new Date()
  await service.sql`delete from outbox`
})

const body = { name: 'Анна', email: 'anna@example.org', subject: 'A team of two', message: 'May a team of two apply?' }
const rows = () => service.sql<{ id: number; kind: string; state: string; reason: string | null; data: Record<string, unknown> }[]>`
  select id::int, kind, state, reason, data from outbox order by id`
const states = async () => (await rows()).map(({ state }) => state)
const post = (given: object = body, headers: Record<string, string> = {}, to = service) => postJson(`${to.url}/email`, given, headers)
const idOf = async (response: Response): Promise<number> => {
  assert.equal(response.status, 200, await response.clone().text())
  return ((await response.json()) as { id: number }).id
}
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}

test('the email is in the outbox before the response', async () => {
  const response = await post(body, { 'x-request-id': 'letter-0001' })
  const answer = (await response.json()) as { id: number; status: string; message: string }
  const [row, ...more] = await service.sql`select * from outbox`
  assert.deepEqual(more, [])
  assert.deepEqual([answer.id, answer.status], [Number(row!.id), 'queued'])
  assert.deepEqual(
    [row!.kind, row!.state, row!.reason, row!.person_id, row!.address, row!.request_id, row!.created_at],
    ['contact', 'queued', null, null, null, 'letter-0001', clock],
  )
  assert.deepEqual(row!.data, { ...body, about: 'contact', language: 'en' })
})

test('[field] name and address are enough, and other recipients in the body are ignored', async () => {
  const given = {
    name: 'Anna',
    email: 'anna@example.org',
    to: 'victim@example.org',
    cc: ['x@example.org'],
    from: 'y@example.org',
    person: 1,
  }
  await service.call(sendEmail, { body: given as never })
  const [row] = await rows()
  assert.deepEqual(row!.data, { name: 'Anna', email: 'anna@example.org', subject: '', message: '', about: 'contact', language: 'en' })
})

test('a signed-in sender is recorded, and the response is in their language', async () => {
  const { accessToken, user } = await sessionOf(service, 'anna')
  const authorization = `Bearer ${accessToken}`
  const response = await post({ ...body, kind: 'project-idea' }, { authorization, 'accept-language': 'ru' })
  assert.match(((await response.json()) as { message: string }).message, /^Спасибо/)
  const [row] = await rows()
  assert.deepEqual(row!.data, { ...body, about: 'project-idea', language: 'ru', person: user.id })
  assert.ok(await idOf(await post({ ...body, name: 'B' }, { authorization: 'Bearer a.b.c' })), 'an invalid token counts as a guest')
  assert.equal((await rows())[1]!.data.person, undefined)
})

test('invalid messages are refused with the specific error', async () => {
  const refusal = (more: object) => service.call(sendEmail, { body: { ...body, ...more } as never })
  await refused('invalid_name', refusal({ name: ' ' }))
  await refused('invalid_email', refusal({ email: 'anna@example.org, boris@example.org' }))
  await refused('invalid_text', refusal({ subject: 'a\r\nBcc: b@example.org' }))
  await refused('invalid_text', refusal({ message: 'a\u0000' }))
  await refused('invalid_value', refusal({ kind: 'spam' }))
  await refused('invalid_value', refusal({ message: 'x'.repeat(5001) }))
  for (const more of [{ name: {} }, { message: ['x'] }, { subject: { path: '/etc/passwd' } }, { website: 1 }])
    await refused('invalid_input', refusal(more))
  await refused('invalid_input', service.call(sendEmail, { body: { name: 'Anna' } as never }))
  assert.equal((await rows()).length, 0)
})

test('the same message within ten minutes is sent once; any difference makes another email', async () => {
  const { accessToken } = await sessionOf(service, 'boris')
  const first = await idOf(await post())
  later(9.9)
  assert.equal(
    await idOf(await post({ ...body, message: ` ${body.message}\r\n`, to: 'x@example.org' })),
    first,
    'and so is the same otherwise written',
  )
  const others = [{ name: 'Anne' }, { email: 'anne@example.org' }, { subject: '' }, { message: '' }, { kind: 'feedback' }, { website: 'x' }]
  const ids = [first, await idOf(await post(body, { authorization: `Bearer ${accessToken}` }))]
  for (const more of others) ids.push(await idOf(await post({ ...body, ...more })))
  assert.equal(new Set(ids).size, others.length + 2)
  later(0.1)
  assert.ok(!ids.includes(await idOf(await post())))
})

test('twenty identical concurrent calls create one email', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, async (_, n) => idOf(await post(body, {}, n % 2 ? service : limited))))
  assert.equal(new Set(ids).size, 1)
  assert.equal((await rows()).length, 1)
})

test('a repeated Idempotency-Key returns the same response, and is refused with different content', async () => {
  const key = { 'idempotency-key': 'letter-key-0000001' }
  const first = await idOf(await post(body, key))
  later(11)
  const again = await post(body, key)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(await idOf(again), first)
  await assertProblem(await post({ ...body, name: 'B' }, key), 'idempotency_key_reused')
  assert.equal((await rows()).length, 1)
})

// Everything a caller can see of a response.
const outside = async (response: Response) => {
  const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date', 'etag'].includes(name))
  return { status: response.status, headers, text: (await response.text()).replace(/"id":\d+/, '"id":N') }
}

test('suspicious messages are held for review, and the response does not differ', async () => {
  const usual = await outside(await post(body, {}, limited))
  const links = 'https://shop.example '.repeat(11)
  for (const more of [
    { email: 'b@example.org', website: 'https://shop.example' },
    { email: 'c@example.org', message: links },
  ])
    assert.deepEqual(await outside(await post({ ...body, ...more }, {}, limited)), usual)
  assert.deepEqual(
    (await rows()).map(({ state, reason }) => [state, reason]),
    [
      ['queued', null],
      ['review', 'hidden_field'],
      ['review', 'many_links'],
    ],
  )
})

test('the fourth email per hour with one reply address is held for review, whoever sends it', async () => {
  const usual = await outside(await post({ ...body, message: '0' }, {}, limited))
  for (const n of [1, 2, 3])
    assert.deepEqual(
      await outside(await post({ ...body, email: n % 2 ? 'ANNA@example.org' : body.email, message: `${n}` }, {}, limited)),
      usual,
    )
  assert.deepEqual(await states(), ['queued', 'queued', 'queued', 'review'])
  assert.equal((await rows())[3]!.reason, 'writer_limit')
  await idOf(await post({ ...body, email: 'other@example.org' }, {}, limited))
  later(60)
  await idOf(await post({ ...body, message: '4' }, {}, limited))
  assert.deepEqual((await states()).slice(4), ['queued', 'queued'])
})

test('the limit also applies to concurrent calls', async () => {
  await Promise.all(Array.from({ length: 12 }, async (_, n) => idOf(await post({ ...body, message: `${n}` }, {}, limited))))
  assert.equal((await states()).filter((state) => state === 'queued').length, 3)
})

test('after two hundred emails a day the next one is held for review', async () => {
  const write = (count: number, at: Date) => service.sql`
    insert into outbox (kind, data, created_at) select 'contact', jsonb_build_object('email', 'p' || n || '@example.org'), ${at} from generate_series(1, ${count}) n`
  await write(50, new Date(clock.getTime() - 24 * 3_600_000))
  await write(199, new Date(clock.getTime() - 24 * 3_600_000 + 1000))
  await idOf(await post({ ...body, message: '200' }, {}, limited))
  await idOf(await post({ ...body, message: '201' }, {}, limited))
  await idOf(await post({ ...body, message: '202' }))
  assert.deepEqual(
    (await rows()).slice(-3).map(({ state, reason }) => [state, reason]),
    [
      ['queued', null],
      ['review', 'daily_limit'],
      ['queued', null],
    ],
    'without limits none of them waits',
  )
})

test('rate limit: five emails per network address, ten per account, with Retry-After', async () => {
  const limited = await startService({ database: service.database, env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8' } })
  try {
    const { accessToken } = await sessionOf(limited, 'vera')
    let count = 0
    const send = (headers: Record<string, string>, more = {}) => post({ ...body, message: `${count++}`, ...more }, headers, limited)
    const from = (ip: string) => ({ 'x-forwarded-for': ip })
    const sendMany = async (times: number, headers: Record<string, string>) => {
      const statuses: number[] = []
      for (let n = 0; n < times; n++) statuses.push((await send(headers)).status)
      return statuses
    }
    assert.equal((await send(from('192.0.2.1'), { name: '' })).status, 422)
    assert.deepEqual(await sendMany(5, from('192.0.2.1')), [200, 200, 200, 200, 200], 'what was refused cost nothing')
    const over = await send({ ...from('192.0.2.1'), 'accept-language': 'ru' })
    const seconds = Number(over.headers.get('retry-after'))
    assert.ok(seconds > 600 && seconds <= 720, String(seconds))
    assert.match(over.headers.get('ratelimit-policy')!, /^"letters";q=5;w=3600$/)
    const { detail } = await assertProblem(over, 'too_many_mails', 'ru')
    assert.ok(detail.includes(` ${Math.ceil(seconds / 60)} мин`), detail)
    assert.equal((await send(from('192.0.2.2'))).status, 200, 'another address is another matter')

    assert.deepEqual(await sendMany(5, from('2001:db8:1:2::1')), [200, 200, 200, 200, 200])
    assert.equal((await send(from('2001:db8:1:2:ffff::9'))).status, 429, 'a whole /64 is one')
    assert.equal((await send(from('2001:db8:1:3::1'))).status, 200)

    const signedIn = { ...from('192.0.2.1'), authorization: `Bearer ${accessToken}` }
    assert.deepEqual(await sendMany(10, signedIn), Array(10).fill(200), 'an account has its own share')
    assert.equal((await send({ ...signedIn, ...from('192.0.2.77') })).status, 429, 'wherever it writes from')
  } finally {
    await limited.close()
  }
})

test('a contact email does not invalidate the response cache', async () => {
  await service.app.catalog.refresh() // changes of earlier tests
  const ready = service.http.responseCache.version
  await idOf(await post())
  assert.equal(service.http.responseCache.version, ready)
})

test('while the database is unavailable the call is refused and can be retried', async () => {
  const lost = await startService()
  try {
    await loseStore(lost)
    await assertProblem(await post(body, {}, lost), 'database_unavailable')
  } finally {
    await lost.close()
  }
})
