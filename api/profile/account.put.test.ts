import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { getUser, updateAccount } from '#contract/profile.ts'
import { connect } from '#database/sql.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { loseStore, startService } from '#tests/support/service.ts'
import { callAs, type FieldTokens, sessionOf } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

let clock = new Date()
let anna: FieldTokens
const { service } = useService({ now: () => clock })
before(async () => {
  anna = await sessionOf(service, 'anna')
})
beforeEach(async () => {
  await service.sql`delete from outbox`
  await service.sql`delete from email_change`
})

const EMAIL = 'anna@students.example.org'
const PHONE = '+447700900100'
const rowOf = async (id: number) => ({ ...(await service.sql`select * from person where id = ${id}`)[0]! })
const mails = () => service.sql<{ kind: string; address: string; personId: number; data: { token?: string } }[]>`
  select kind, address, person_id as "personId", data from outbox order by id`
const waiting = () => service.sql<{ email: string; hash: Buffer; expiresAt: Date }[]>`
  select email, token_hash as hash, expires_at as "expiresAt" from email_change order by created_at`
const put = (body: unknown, headers: Record<string, string> = {}, query = '', token = anna.accessToken) =>
  fetch(`${service.url}/profile/account${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('[field] both keys are always sent: empty or unchanged values change nothing', async () => {
  const before = await rowOf(anna.user.id)
  for (const email of [EMAIL, '', '  ', EMAIL.toUpperCase()]) assert.equal((await put({ email, phone: PHONE })).status, 200, email)
  assert.deepEqual(await rowOf(anna.user.id), before)
  assert.deepEqual([(await mails()).length, (await waiting()).length], [0, 0])
})

test('with a country, its national numbers are accepted', async () => {
  const british = await startService({ env: { COUNTRY: 'GB' } })
  try {
    const call = await callAs(british, 'anna')
    const { phone, phoneText } = await call(updateAccount, { body: { email: '', phone: '07400 123456' } })
    assert.deepEqual([phone, phoneText], ['+447400123456', '+44 7400 123456'])
  } finally {
    await british.close()
  }
})

test('a phone is stored as E.164, and an empty one clears it', async () => {
  const call = await callAs(service, 'boris')
  const { email } = await call(getUser)
  assert.equal((await call(updateAccount, { body: { email, phone: '00 7 (912) 345-67-89' } })).phone, '+79123456789')
  assert.equal((await call(getUser)).phone, '+79123456789')
  assert.equal((await call(updateAccount, { body: { email, phone: ' ' } })).phone, '')
  assert.equal((await rowOf(call.tokens.user.id)).phone, null)
  for (const phone of ['8 912 345-67-89', 'x', '+44', '+44 7700 900123\u0000'])
    await refused('invalid_phone', call(updateAccount, { body: { email, phone } }))
  assert.equal((await call(getUser)).phone, '')
})

test('an imported phone in another format is accepted unchanged', async () => {
  const gleb = await callAs(service, 'gleb')
  await service.sql`update person set phone = 'room 12, ask for Gleb' where id = ${gleb.tokens.user.id}`
  assert.equal((await gleb(updateAccount, { body: { email: '', phone: 'room 12, ask for Gleb' } })).phone, 'room 12, ask for Gleb')
})

test('a new email is pending until it is confirmed; only a hash of the token is stored', async () => {
  const call = await callAs(service, 'anna')
  const answer = await call(updateAccount, { body: { email: ' New.Anna@Example.org ', phone: PHONE } })
  assert.deepEqual([answer.email, answer.pendingEmail], [EMAIL, 'New.Anna@example.org'])
  assert.deepEqual(await call(getUser), answer)
  const [mail, ...more] = await mails()
  assert.equal(more.length, 0)
  assert.deepEqual([mail!.kind, mail!.address, mail!.personId], ['email_change', 'New.Anna@example.org', anna.user.id])
  assert.match(mail!.data.token!, /^pj_em_[\w-]{43}$/)
  const [row] = await waiting()
  assert.deepEqual(row!.hash, createHash('sha256').update(mail!.data.token!).digest())
  assert.equal(row!.expiresAt.getTime(), clock.getTime() + 86_400_000)
  assert.ok(!service.logged.join('\n').includes(mail!.data.token!))
  assert.ok(!JSON.stringify(answer).includes('pj_em_'))
})

test('changing the address changes neither the sign-in identity nor the import address', async () => {
  await service.sql`update person set import_email = ${EMAIL} where id = ${anna.user.id}`
  const identities = await service.sql`select * from auth.identity order by id`
  const { email, import_email } = await rowOf(anna.user.id)
  await put({ email: 'admin@office.example.org', phone: PHONE })
  const after = await rowOf(anna.user.id)
  assert.deepEqual([after.email, after.import_email], [email, import_email])
  assert.deepEqual(await service.sql`select * from auth.identity order by id`, identities)
})

test('the same change twice sends one email; a minute later it is sent again, and only the newest link works', async () => {
  for (let i = 0; i < 3; i++) assert.equal((await put({ email: 'twice@example.org', phone: PHONE })).status, 200)
  assert.equal((await mails()).length, 1)
  clock = new Date(clock.getTime() + 61_000)
  await put({ email: 'twice@example.org', phone: PHONE })
  await put({ email: 'third@example.org', phone: PHONE })
  const sent = await mails()
  assert.deepEqual(
    sent.map(({ address }) => address),
    ['twice@example.org', 'twice@example.org', 'third@example.org'],
  )
  assert.equal(new Set(sent.map(({ data }) => data.token)).size, 3)
  const rows = await waiting()
  assert.deepEqual(
    rows.map(({ email }) => email),
    ['third@example.org'],
  )
  assert.deepEqual(rows[0]!.hash, createHash('sha256').update(sent[2]!.data.token!).digest())
  assert.equal(((await (await put({ email: EMAIL, phone: PHONE })).json()) as { pendingEmail: string }).pendingEmail, 'third@example.org')
})

test('two concurrent changes leave one link, which matches the last email', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => put({ email: `race${i}@example.org`, phone: PHONE })))
  for (const { status } of answers) assert.equal(status, 200)
  const [[row, ...others], sent] = [await waiting(), await mails()]
  assert.equal(others.length, 0)
  assert.deepEqual(row!.hash, createHash('sha256').update(sent.at(-1)!.data.token!).digest())
})

test('the same change sent many times concurrently sends one email', async () => {
  await Promise.all(Array.from({ length: 8 }, () => put({ email: 'impatient@example.org', phone: PHONE })))
  assert.equal((await mails()).length, 1)
})

test('an invalid address is refused, and no email is sent', async () => {
  for (const email of ['x', 'a@b', 'a@b.org, c@d.org', 'a@b.org\r\nBcc: c@d.org', 'a\u0000@b.org', '"a"@b.org', `${'a'.repeat(65)}@b.org`])
    await assertProblem(await put({ email, phone: PHONE }), 'invalid_email')
  await assertProblem(await put({ email: 'x', phone: '' }, { 'accept-language': 'ru' }), 'invalid_email', 'ru')
  assert.equal((await mails()).length, 0)
  assert.equal((await rowOf(anna.user.id)).phone, PHONE, 'the phone beside it stays too')
})

test('wrong types, invalid JSON, other content types and long texts have different errors', async () => {
  for (const body of [{ email: 'a@b.org' }, { email: ['a@b.org'], phone: '' }, { email: null, phone: '' }, [], { email: '', phone: 5 }])
    await assertProblem(await put(body), 'invalid_input')
  await assertProblem(await put({ email: `${'a'.repeat(255)}`, phone: '' }), 'invalid_value')
  await assertProblem(await put('{'), 'malformed_json')
  await assertProblem(await put('x', { 'content-type': 'text/plain' }), 'unsupported_media_type')
  await assertProblem(await put({ email: 'x'.repeat(70_000), phone: '' }), 'body_too_large')
})

test('an outdated If-Match is refused', async () => {
  const etag = async () =>
    (await fetch(`${service.url}/user`, { headers: { authorization: `Bearer ${anna.accessToken}` } })).headers.get('etag')!
  const seen = await etag()
  assert.equal((await put({ email: '', phone: '+12025550143' }, { 'if-match': seen })).status, 200)
  await assertProblem(await put({ email: '', phone: PHONE }, { 'if-match': seen }), 'precondition_failed')
  assert.equal((await rowOf(anna.user.id)).phone, '+12025550143')
  assert.equal((await put({ email: '', phone: PHONE }, { 'if-match': await etag() })).status, 200)
})

test('only the caller’s phone is written, whatever else the body has', async () => {
  const gleb = await sessionOf(service, 'gleb')
  const columns = (
    await service.sql`select column_name from information_schema.columns where table_name in ('person', 'email_change', 'session', 'identity')`
  ).map(({ column_name }) => column_name as string)
  const theirs = await rowOf(gleb.user.id)
  const keys = fc.constantFrom(
    ...columns.filter((name) => name !== 'email' && name !== 'phone'),
    'userId',
    'user',
    'pendingEmail',
    'importEmail',
  )
  const value = fc.oneof(
    fc.constant(gleb.user.id),
    fc.constant('administrator'),
    fc.constant(null),
    fc.constant('x@y.org'),
    fc.string({ maxLength: 9 }),
  )
  const query = `?id=${gleb.user.id}&userId=${gleb.user.id}&user.id=${gleb.user.id}`
  await fc.assert(
    fc.asyncProperty(fc.dictionary(keys, value, { maxKeys: 12 }), fc.boolean(), async (extra, isOther) => {
      const before = await rowOf(anna.user.id)
      const phone = isOther ? '+12025550143' : PHONE
      assert.equal((await put({ ...extra, email: EMAIL, phone }, {}, query)).status, 200)
      const { updated_at: _, ...after } = await rowOf(anna.user.id)
      const { updated_at: __, ...expected } = { ...before, phone } as Record<string, unknown>
      assert.deepEqual(after, expected)
      assert.deepEqual(await rowOf(gleb.user.id), theirs)
    }),
    { numRuns: 60 },
  )
  assert.equal((await waiting()).length, 0)
})

test('an unavailable database is reported', async (t) => {
  const sql = connect(service.database.database)
  const alone = await startService({ database: { ...service.database, sql } })
  t.after(() => alone.close())
  const { accessToken } = await sessionOf(alone, 'vera')
  const send = () =>
    fetch(`${alone.url}/profile/account`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: '{"email":"","phone":""}',
    })
  assert.equal((await send()).status, 200)
  await loseStore(alone)
  await assertProblem(await send(), 'database_unavailable')
})

test('rate limit of confirmation links: five an hour and ten a day per person, over all addresses', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  const limited = await startService({ now: () => clock, database: service.database, env: { RATE_LIMITS: 'campus' } })
  try {
    const vera = await sessionOf(limited, 'vera')
    let count = 0
    const ask = (email = `vera.${count++}@example.org`, phone = '') =>
      fetch(`${limited.url}/profile/account`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${vera.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email, phone }),
      })
    const askMany = async (times: number) => {
      const statuses: number[] = []
      for (let n = 0; n < times; n++) statuses.push((await ask()).status)
      return statuses
    }
    assert.deepEqual(await askMany(5), [200, 200, 200, 200, 200])
    const before = await rowOf(vera.user.id)
    const refusal = await ask(undefined, '+447700900123')
    assert.equal(refusal.headers.get('retry-after'), '3600')
    assert.match((await assertProblem(refusal, 'too_many_mails')).detail, /60 minutes/)
    assert.deepEqual(await rowOf(vera.user.id), before, 'nothing of a refused change happens')
    assert.equal((await ask('vera.4@example.org')).status, 200, 'the wish that waits is no new one')
    assert.equal((await ask('', '+447700900123')).status, 200, 'a phone can be changed all the same')
    assert.equal((await mails()).length, 5)
    clock = new Date(clock.getTime() + 3_600_000)
    const again = await sessionOf(limited, 'vera')
    vera.accessToken = again.accessToken
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => ask()))).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 200, 429, 429, 429], 'also when they come at once')
    clock = new Date(clock.getTime() + 2 * 3_600_000)
    const late = await ask()
    assert.equal(late.headers.get('retry-after'), String(21 * 3600))
    assert.equal((await mails()).length, 10)
  } finally {
    await limited.close()
  }
})
