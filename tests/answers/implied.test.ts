import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { errorsOf } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'
import { StorageFull } from '#files/file-store.ts'
import { FORM_TYPE, field, file, formBody } from '#tests/support/form.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { portOf, rawCall } from '#tests/support/raw.ts'
import { excessOf, pathOf, sampleOf } from '#tests/support/sample.ts'
import { loseStore, startService, type TestService } from '#tests/support/service.ts'
import { insertedCode } from '#tests/support/session.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { sample, test, testPart } from '#tests/support/tier.ts'
import { insertPublishedRound } from '#tests/support/world/rounds.ts'

// Answers that follow from the contract alone (contract/answers.ts), and refusals of every endpoint, are provoked for each endpoint.

const endpoints: Endpoint[] = [...apiEndpoints, ...authEndpoints]
const DEFAULT_LIMIT = 64 * 1024

let service: TestService
const tokens: Record<'admin' | 'member' | 'old', string> = { admin: '', member: '', old: '' }
before(async () => {
  service = await startService()
  const old = await signIn(service, 'admin')
  await service.sql`update auth.session set auth_time = auth_time - interval '13 hours' where id = ${old.sessionId}`
  tokens.old = old.accessToken
  tokens.admin = (await signIn(service, 'admin')).accessToken
  tokens.member = (await signIn(service, 'gleb')).accessToken
})
after(() => service.close())

type Sent = { token?: string | null; path?: string; type?: string; body?: string | Uint8Array; headers?: Record<string, string> }

function send(endpoint: Endpoint, made: Sent = {}, { url, authUrl } = service): Promise<Response> {
  const { token = tokens.admin, path, type, body, headers } = made
  return fetch((authEndpoints.includes(endpoint) ? authUrl : url) + (path ?? pathOf(endpoint)), {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(type ? { 'content-type': type } : {}),
      ...headers,
    },
    body: body as RequestInit['body'],
  })
}

const json = (value: unknown): Sent => ({ type: 'application/json', body: JSON.stringify(value) })
const good = ({ body }: Endpoint): Sent => (body ? json(sampleOf(body)) : {})

function unreadable(endpoint: Endpoint): Sent {
  if (endpoint.body) return json([])
  const [key] = Object.keys((endpoint.query as { properties: object } | undefined)?.properties ?? {})
  return { path: key ? `${pathOf(endpoint)}?${key}=1&${key}=2` : pathOf(endpoint, { id: 'x', ticket: 'x' }) }
}

function excessive(endpoint: Endpoint): Sent {
  const { params, query, body } = endpoint
  const inPath = params && (excessOf(params) as Record<string, string> | undefined)
  if (inPath) return { path: pathOf(endpoint, inPath), ...good(endpoint) }
  const inBody = body && excessOf(body)
  if (inBody) return json(inBody)
  return { path: `${pathOf(endpoint)}?${new URLSearchParams(excessOf(query) as Record<string, string>)}` }
}

const text = Buffer.from('name\r\nWhat we found\r\n')
function form({ body }: Endpoint, contents: Uint8Array[]): Sent {
  const fields = Object.entries((body ? sampleOf(body) : {}) as object).map(([name, value]) => field(name, String(value)))
  return { type: FORM_TYPE, body: formBody([...fields, ...contents.map((content, n) => file(`${n}.csv`, content))]) }
}

// Requests that fetch refuses to send.
async function sendLines(endpoint: Endpoint, ...lines: string[]): Promise<Response> {
  const { pathname } = new URL((authEndpoints.includes(endpoint) ? service.authUrl : service.url) + pathOf(endpoint))
  const call = `${endpoint.method} ${pathname} HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`
  const { status, headers, body } = await rawCall(portOf(service.origin), call)
  return new Response(body, { status, headers: [...headers].map(([name, [value]]) => [name, value!]) })
}

// Refused by a rule, not by the schema.
const invalidQueries: Record<string, string> = { listNewProjects: 'limit=0', getReport: 'from=2026-06-01&to=2026-01-01' }

const provokers: Partial<Record<ErrorCode, (endpoint: Endpoint) => Promise<Response>>> = {
  bad_http: (one) => sendLines(one, 'Host: y'),
  duplicate_authorization: (one) => sendLines(one, 'Authorization: Bearer x', 'Authorization: Bearer y'),
  url_too_long: (one) => send(one, { path: `${pathOf(one)}?${'x'.repeat(8192)}` }),
  headers_too_large: (one) => send(one, { headers: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`x-${n}`, 'x'])) }),
  bad_url: (one) => send(one, { path: one.path.replace(/\{\w+\}/g, '%zz') }),
  not_signed_in: (one) => send(one, { token: null }),
  invalid_token: (one) => send(one, { token: 'not.a.token' }),
  not_permitted: (one) => send(one, { token: tokens.member }),
  sign_in_again: (one) => send(one, { token: tokens.old, path: pathOf(one, { kind: 'person' }) }),
  invalid_input: (one) => send(one, unreadable(one)),
  invalid_value: (one) => send(one, one.id in invalidQueries ? { path: `${one.path}?${invalidQueries[one.id]}` } : excessive(one)),
  malformed_json: (one) => send(one, { type: 'application/json', body: '{' }),
  body_too_large: (one) => send(one, { type: 'application/json', body: 'x'.repeat((one.bodyLimit ?? DEFAULT_LIMIT) + 1) }),
  unsupported_media_type: (one) => send(one, { type: 'text/plain', body: '{}' }),
  idempotency_key_invalid: (one) => send(one, { ...good(one), headers: { 'idempotency-key': 'short' } }),
  malformed_upload: (one) => send(one, { type: 'multipart/form-data', body: 'no boundary' }),
  too_many_files: (one) => send(one, form(one, Array(one.files!.most + 1).fill(text))),
  file_too_large: (one) => send(one, form(one, [Buffer.alloc(one.files!.mostBytes + 1, 'x')])),
}

for (const [code, provoke] of Object.entries(provokers) as [ErrorCode, (endpoint: Endpoint) => Promise<Response>][])
  testPart(`${code}: every endpoint that declares it`, async () => {
    const implying = endpoints.filter((one) => errorsOf(one).includes(code))
    assert.ok(implying.length > 1)
    for (const one of sample(implying, ({ id }) => id)) await assertRefusal(one, await provoke(one), code)
  })

// The auth backend also answers in the OAuth error format.
async function assertRefusal({ id }: Endpoint, response: Response, code: ErrorCode): Promise<void> {
  const { error, error_description, ...problem } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Record<string, unknown>
  assert.equal(problem.code, code, `${id}: ${response.status} ${await response.text()}`)
  await assertProblem(new Response(JSON.stringify(problem), response), code)
}

testPart('304: every GET with a body, when the ETag matches', async () => {
  const { sql } = service
  const idOf = async (table: string): Promise<number> => (await sql`select min(id) as id from ${sql(table)}`)[0]!.id
  const [request] =
    await sql`insert into request (team_id, project_id) select t.id, p.id from team t, project p limit 1 returning id, team_id`
  await sql`insert into member (team_id, person_id, name) select ${request!.team_id}, id, 'x' from person where login = 'admin'`
  const [mail] =
    await sql`insert into outbox (kind, data, created_at) values ('contact', ${sql.json({ name: 'x', email: 'x@example.org' })}, now()) returning id`
  const [slug] = (await sql`select slug from project where state = 'published' limit 1`).map((row) => row.slug as string)
  await sql`insert into cover (project_id, hash, alt, focal_x, focal_y, thumb_hash) select id, ${'b'.repeat(32)}, 'x', 50, 50, 'x' from project where slug = ${slug!}`
  const people = (await sql`select id from person where login in ('anna', 'vera')`).map(({ id }) => id as number)
  const [announcement] = await sql`
    insert into announcement (subject, body, audience, author_id, created_at, send_at)
    select 'x', 'x', '{"kind": "all-teams"}', id, now(), now() from person where login = 'admin' returning id`
  const token = 'a-token-of-a-link'
  await sql`
    insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses)
    select ${request!.team_id}, sha256(${token}::bytea), id, now(), now() + interval '1 hour', 1 from person where login = 'admin'`
  const round = await insertPublishedRound(service, 'answered-round')
  const there: Record<string, Record<string, string | number>> = {
    getProject: { slug: slug! },
    getEditedCover: { slug: slug! },
    listQuestions: { slug: slug! },
    listRequestMessages: { id: request!.id },
    listConsoleMessages: { id: request!.id },
    getConsoleProject: { id: await idOf('project') },
    getConsoleTeam: { id: await idOf('team') },
    getConsoleRequest: { id: request!.id },
    getAnnouncement: { id: announcement!.id },
    getMail: { id: mail!.id },
    getTeam: { id: request!.team_id },
    getTeamOverview: { id: request!.team_id },
    getRound: { slug: 'answered-round' },
    getBundle: { slug: 'answered-round' },
    listChoices: { slug: 'answered-round' },
    getConsoleRound: { id: round },
    listRoundTeams: { id: round },
    getTeamFit: { id: request!.team_id, slug: slug! },
    listTeamFits: { slug: slug! },
    getInvitation: { token },
    getPerson: { id: people[0]! },
    getPersonData: { id: people[0]! },
    listVersions: { id: await idOf('file') },
    previewMerge: { id: people[0]!, into: people[1]! },
  }
  const queries: Record<string, string> = { listNotes: '?on=team&id=1' }
  const isReadable = ({ method, success, id }: Endpoint): boolean =>
    method === 'GET' && (success?.status ?? 200) === 200 && !success?.isStream && !success?.hasRanges && id !== 'signOut'
  for (const one of sample(endpoints.filter(isReadable), ({ id }) => id)) {
    const response = await send(one, { path: pathOf(one, there[one.id]) + (queries[one.id] ?? ''), headers: { 'if-none-match': '*' } })
    assert.equal(response.status, 304, `${one.id}: ${await response.text()}`)
    assert.equal(response.headers.get('content-type'), null)
    assert.ok(response.headers.get('etag'), one.id)
  }
})

testPart('storage_full: every endpoint that takes files', async (t) => {
  const { receive } = service.app.files
  t.after(() => Object.assign(service.app.files, { receive }))
  service.app.files.receive = () => Promise.reject(new StorageFull('no room'))
  const taking = endpoints.filter(({ files }) => files)
  for (const one of sample(taking, ({ id }) => id)) await assertRefusal(one, await send(one, form(one, [text])), 'storage_full')
})

test('database_unavailable: every endpoint that queries the database or authenticates the caller', async (t) => {
  const away = await startService()
  t.after(() => away.close())
  const { accessToken, refreshToken } = await signIn(away, 'admin')
  const code = await insertedCode(away)
  await loseStore(away)
  const own: Record<string, Sent> = {
    getAvatar: { path: `/avatar/1?v=${'a'.repeat(32)}` },
    getCover: { path: `/cover/${'a'.repeat(32)}-960.jpg` },
    getLogo: { path: `/logo/${'a'.repeat(32)}-logo.png` },
    refreshSession: json({ refreshToken }),
    exchangeCode: json({ code }),
  }
  for (const one of endpoints.filter((one) => errorsOf(one).includes('database_unavailable')))
    await assertRefusal(one, await send(one, { token: accessToken, ...good(one), ...own[one.id] }, away), 'database_unavailable')
})
