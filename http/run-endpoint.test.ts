import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startTiny, type TinyServer } from '#tests/support/peer/tiny-server.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn, signOut } from '#tests/support/sign-in.ts'
import type { App } from './app.ts'
import { handlerFor } from './handle.ts'
import { Refusal } from './response/problem.ts'
import type { Caller, SignedIn } from './session/signed-in.ts'

// Endpoints of this test only, on a real database. The token is the id of the person: "Bearer 5" is person 5.

const about = { access: 'signed-in', tag: 'T', summary: 'S', answer: Type.Object({ value: Type.String() }), errors: [] } as const
const handle = handlerFor<App>()
const get = (path: `/${string}`, more: Partial<Endpoint> = {}) => ({ ...about, id: path, method: 'GET', path, ...more }) as Endpoint

const callerOf = (authorization: string): Caller | null => {
  const id = Number(/^Bearer (\d+)$/.exec(authorization)?.[1])
  return id > 0
    ? { id, access: 'member', sid: '00000000-0000-4000-8000-000000000005', sessionId: id, clientId: 'x', authTime: new Date() }
    : null
}
const signedIn = { cached: callerOf, find: async (authorization: string) => callerOf(authorization) } as SignedIn

let made = 0
let gate: Promise<void> | null = null
let database: TestDatabase
let tiny: TinyServer
let service: TestService
before(async () => {
  database = await testDatabase()
  await database.sql`create table tally (value text primary key)`
  const body = Type.Object({ value: Type.String() })
  tiny = await startTiny({
    store: { sql: database.sql, signedIn },
    routes: [
      handle(get('/cached', { isCachedPerCaller: true }), async ({ caller, language }) => {
        const value = `${caller!.id} ${language} ${++made}`
        await gate
        return { value }
      }),
      handle(get('/fresh'), ({ caller }) => ({ value: `${caller!.id} ${++made}` })),
      handle(endpoint({ ...about, id: 'note', method: 'POST', path: '/note', body }), ({ body, change, setHeader }) =>
        change(async (sql) => {
          const { count } = await sql`insert into tally values (${body.value}) on conflict do nothing`
          if (count === 0) throw new Refusal('already_applied', { team: body.value })
          setHeader('Location', `/note/${body.value}`)
          return { value: body.value }
        }),
      ),
      handle(endpoint({ ...about, id: 'noteRecorded', method: 'POST', path: '/recorded', body }), ({ body, change, record }) =>
        change(async (sql) => {
          record(`tally ${body.value}`, { name: ['', body.value] })
          const { count } = await sql`insert into tally values (${body.value}) on conflict do nothing`
          if (count === 0) throw new Refusal('already_applied', { team: body.value })
          return { value: body.value }
        }),
      ),
      handle(get('/sheet'), () => ({ attachment: Buffer.from('a;b\r\n'), name: 'Отчёт.csv', mime: 'text/csv; charset=utf-8' })),
      handle(get('/slow', { seconds: 1 }), () => new Promise<never>(() => {})),
      handle(endpoint({ ...about, id: 'notePut', method: 'PUT', path: '/note', body }), ({ body, change }) =>
        change(async (sql) => {
          await sql`insert into tally values (${body.value})`
          return { value: body.value }
        }),
      ),
    ],
  })
  service = await startService()
})
after(async () => {
  await tiny.close()
  await database.close()
  await service.close()
})

const ask = async (path: string, person: number, headers: Record<string, string> = {}) =>
  fetch(tiny.origin + path, { headers: { authorization: `Bearer ${person}`, 'accept-language': 'en', ...headers } })
const valueFor = async (path: string, person: number, language = 'en') =>
  ((await (await ask(path, person, { 'accept-language': language })).json()) as { value: string }).value
const cachedFor = async (person: number, language = 'en') => {
  for (let n = 0; n < 3; n++) await valueFor('/cached', person, language) // a repeated key is cached
  return valueFor('/cached', person, language)
}

test('a personal response is cached by caller and language', async () => {
  tiny.http.responseCache.clear()
  const five = await cachedFor(5)
  assert.match(five, /^5 en/)
  assert.equal(await valueFor('/cached', 5), five)
  const six = await cachedFor(6)
  assert.match(six, /^6 en/)
  const russian = await cachedFor(5, 'ru')
  assert.match(russian, /^5 ru/)
  assert.deepEqual([await valueFor('/cached', 5), await valueFor('/cached', 6), await valueFor('/cached', 5, 'ru')], [five, six, russian])
})

test('guests and callers with an invalid token never get a personal cached response', async () => {
  await cachedFor(5)
  await assertProblem(await fetch(`${tiny.origin}/cached`), 'not_signed_in')
  await assertProblem(await fetch(`${tiny.origin}/cached`, { headers: { authorization: 'Bearer x' } }), 'invalid_token')
  assert.match(await valueFor('/cached', 7), /^7 /)
})

test('a personal cached response is private and has an ETag', async () => {
  await cachedFor(5)
  const response = await ask('/cached', 5)
  assert.equal(response.headers.get('cache-control'), 'private, no-store')
  assert.match(response.headers.get('vary')!, /Authorization/)
  const again = await ask('/cached', 5, { 'if-none-match': response.headers.get('etag')! })
  assert.equal(again.status, 304)
  assert.equal((await ask('/cached', 6, { 'if-none-match': response.headers.get('etag')! })).status, 200)
})

test('a change invalidates cached responses, and a response begun before it is not cached', async () => {
  const before = await cachedFor(5)
  tiny.http.responseCache.clear()
  const opened = Promise.withResolvers<void>()
  gate = opened.promise
  const madeBefore = made
  const late = valueFor('/cached', 5)
  while (made === madeBefore) await new Promise((resolve) => setTimeout(resolve, 5)) // until the handler runs
  tiny.http.responseCache.clear()
  gate = null
  opened.resolve()
  const begunBefore = await late
  assert.notEqual(begunBefore, before)
  assert.notEqual(await valueFor('/cached', 5), begunBefore)
})

test('personal responses are not cached unless the contract allows it', async () => {
  const values = new Set<string>()
  for (let n = 0; n < 5; n++) values.add(await valueFor('/fresh', 5))
  assert.equal(values.size, 5)
})

const note = (value: string, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(`${tiny.origin}/note`, {
    method,
    headers: { authorization: 'Bearer 5', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ value }),
  })

test('with an Idempotency-Key a change is executed once, and the response is replayed with its headers', async () => {
  assert.equal((await note('plain')).status, 200)
  await assertProblem(await note('plain'), 'already_applied')
  const key = { 'idempotency-key': 'the-same-key-again' }
  const [first, again] = [await note('once', key), await note('once', key)]
  assert.deepEqual([first.status, again.status], [200, 200])
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  for (const name of ['location', 'etag', 'content-type', 'cache-control'])
    assert.equal(again.headers.get(name), first.headers.get(name), name)
  assert.equal(await again.text(), await first.text())
})

test('an Idempotency-Key on a PUT is ignored', async () => {
  assert.equal((await note('put', { 'idempotency-key': 'x' }, 'PUT')).status, 200)
})

test('a change that fails is rolled back', async () => {
  await note('there', {}, 'PUT')
  await assertProblem(await note('there', { 'idempotency-key': 'breaks-on-our-side' }, 'PUT'), 'internal')
  assert.equal((await database.sql`select 1 from idempotency where key like 'breaks%'`).count, 0)
})

test('the next call to this process after a change sees it', async () => {
  const { accessToken: vera } = await signIn(service, 'vera')
  const [row] = await service.sql`select m.id from member m join person p on p.id = m.person_id where p.login = 'vera'`
  const read = async () =>
    (await fetch(`${service.url}/project/museum-pocket-guide`, { headers: { authorization: `Bearer ${vera}` } })).text()
  for (const role of ['QA', 'Researcher', 'Data Engineer', 'QA']) {
    for (let n = 0; n < 3; n++) await read()
    const headers = { authorization: `Bearer ${vera}`, 'content-type': 'application/json' }
    const answer = await fetch(`${service.url}/member/${row!.id}`, { method: 'PUT', headers, body: JSON.stringify({ role }) })
    assert.equal(answer.status, 200)
    const { members } = JSON.parse(await read()) as { members: { id: number; roles: string[] }[] }
    assert.deepEqual(members.find(({ id }) => id === row!.id)!.roles, [role])
  }
})

test('after sign-out no cached response is sent', async () => {
  const { accessToken } = await signIn(service, 'gleb')
  const headers = { authorization: `Bearer ${accessToken}` }
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await fetch(`${service.url}/user`, { headers })).status)
  assert.deepEqual(statuses, [200, 200, 200, 200])
  assert.equal((await signOut(service, accessToken)).status, 204)
  await assertProblem(await fetch(`${service.url}/user`, { headers }), 'invalid_token')
})

test('concurrent calls right after the start of a process are authenticated', async (t) => {
  const { accessToken } = await signIn(service, 'vera')
  const other = await startService({ database: service.database, env: { PUBLIC_URL: service.origin } })
  t.after(() => other.close())
  const calls = Array.from({ length: 30 }, () =>
    fetch(`${other.url}/user/sessions`, { headers: { authorization: `Bearer ${accessToken}` } }),
  )
  assert.deepEqual([...new Set((await Promise.all(calls)).map(({ status }) => status))], [200])
})

const recorded = (value: string, key?: string) =>
  fetch(`${tiny.origin}/recorded`, {
    method: 'POST',
    headers: { authorization: 'Bearer 5', 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify({ value }),
  })

test('an audit record is written once with its change, and not when the change was refused', async () => {
  const audit = () => database.sql`select actor_id, action, target, detail, request_id from audit_event order by seq`
  const first = await recorded('r1', 'recorded-once-only-1')
  assert.equal(first.status, 200)
  assert.equal((await recorded('r1', 'recorded-once-only-1')).headers.get('idempotency-replayed'), 'true')
  await assertProblem(await recorded('r1'), 'already_applied')
  assert.deepEqual(
    (await audit()).map((row) => ({ ...row })),
    [
      {
        actor_id: 5,
        action: 'noteRecorded',
        target: 'tally r1',
        detail: { name: ['', 'r1'] },
        request_id: first.headers.get('x-request-id'),
      },
    ],
  )
})

test('an attachment has its file name and is private', async () => {
  const response = await ask('/sheet', 5)
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'private, no-store')
  assert.match(response.headers.get('content-disposition')!, /^attachment; .*filename\*=UTF-8''%D0%9E/)
  assert.equal(await response.text(), 'a;b\r\n')
  assert.equal((await ask('/sheet', 5, { 'if-none-match': response.headers.get('etag')! })).status, 304)
})

test('an endpoint may have its own deadline', async () => {
  const { detail } = await assertProblem(await ask('/slow', 5), 'deadline_exceeded')
  assert.match(detail, /longer than 1 seconds/)
})
