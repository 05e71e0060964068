import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { App } from '#http/app.ts'
import { handlerFor } from '#http/handle.ts'
import { startTiny, type TinyServer } from '#tests/support/peer/tiny-server.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { rawCall } from '#tests/support/raw.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { type FieldTokens, signIn } from '#tests/support/sign-in.ts'

const about = { tag: 'T', summary: 'S', answer: Type.Object({ value: Type.String() }), errors: [], method: 'GET' } as const
const handle = handlerFor<App>()
const levels = ['public', 'signed-in', 'curator', 'administrator'] as const

let service: TestService
let server: TinyServer
let now = new Date()
const tokens: Record<string, FieldTokens> = {}
before(async () => {
  service = await startService()
  const own = (access: Access): Endpoint => ({ ...about, id: access, path: `/${access}`, access })
  server = await startTiny({
    store: service.app,
    now: () => now,
    routes: levels.map((access) => handle(own(access), ({ caller }) => ({ value: caller ? `person ${caller.id}` : 'guest' }))),
  })
  for (const login of ['gleb', 'curator', 'admin']) tokens[login] = await signIn(service, login)
})
after(async () => {
  await server.close()
  await service.close()
})

const ask = (access: Access, login?: string) =>
  fetch(`${server.origin}/${access}`, { headers: login ? { authorization: `Bearer ${tokens[login]!.accessToken}` } : {} })

test('each access level admits callers of that level or higher', async () => {
  const actors = [undefined, 'gleb', 'curator', 'admin']
  const seen: Record<string, number[]> = {}
  for (const access of levels) seen[access] = await Promise.all(actors.map(async (login) => (await ask(access, login)).status))
  assert.deepEqual(seen, {
    public: [200, 200, 200, 200],
    'signed-in': [401, 200, 200, 200],
    curator: [401, 403, 200, 200],
    administrator: [401, 403, 403, 200],
  })
})

test('a refusal states the required access in its text and in WWW-Authenticate', async () => {
  const guest = await ask('signed-in')
  assert.equal(guest.headers.get('www-authenticate'), 'Bearer realm="projectory"')
  await assertProblem(guest, 'not_signed_in')
  const bad = await fetch(`${server.origin}/signed-in`, { headers: { authorization: 'Bearer garbage' } })
  assert.equal(bad.headers.get('www-authenticate'), 'Bearer realm="projectory", error="invalid_token"')
  await assertProblem(bad, 'invalid_token')
  const member = await ask('curator', 'gleb')
  assert.equal(member.headers.get('www-authenticate'), 'Bearer realm="projectory", error="insufficient_scope"')
  await assertProblem(member, 'not_permitted')
})

test('a call without permission is recorded in the audit log', async () => {
  const { requestId } = await assertProblem(await ask('administrator', 'curator'), 'not_permitted')
  const [row] = await service.sql`select action, outcome, target, actor_id as actor from audit_event where request_id = ${requestId}`
  assert.deepEqual({ ...row }, { action: 'authz_denied', outcome: 'failure', target: 'administrator', actor: tokens.curator!.user.id })
})

test('administrator calls need a sign-in within the last 12 hours', async () => {
  now = new Date(Date.now() + 12.5 * 3_600_000)
  const response = await ask('administrator', 'admin')
  assert.match(response.headers.get('www-authenticate')!, /error="insufficient_user_authentication", max_age=43200/)
  await assertProblem(response, 'sign_in_again')
  assert.equal((await ask('curator', 'admin')).status, 200)
  now = new Date()
  assert.equal((await ask('administrator', 'admin')).status, 200)
})

test('cached responses are not shared between signed-in callers and guests', async () => {
  for (let round = 0; round < 4; round++)
    for (const login of ['gleb', undefined, 'curator']) {
      const { value } = (await (await ask('public', login)).json()) as { value: string }
      assert.equal(value, login ? `person ${tokens[login]!.user.id}` : 'guest')
    }
})

test('personal answers have Cache-Control: no-store, those of guests are public', async () => {
  assert.equal((await ask('public', 'gleb')).headers.get('cache-control'), 'private, no-store')
  assert.equal((await ask('public')).headers.get('cache-control'), 'public, max-age=0, must-revalidate')
})

test('two Authorization headers are refused as ambiguous', async () => {
  const raw = `GET /public HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n`
  const answer = await rawCall(server.port, raw)
  assert.equal(answer.status, 400)
  assert.equal(JSON.parse(answer.body).code, 'duplicate_authorization')
})
