import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiEndpoints } from '#contract/index.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { addApplication, addMessage, addNote } from './support/world/conversations.ts'
import { personOf } from './support/world/requests.ts'

// Notes of curators on every application, team and project, and a question on one application. Guests and members make every call of the API with
// the ids of those objects: no answer, header or event may contain a note, and only the team may read the question.

const NOTE = 'zqxnotezqx'
const QUESTION = 'zqxquestionzqx'
let service: TestService
let request: { id: number; team: number; project: number }
let note: number
const tokens = new Map<string, string>()
before(async () => {
  service = await startService()
  const { sql } = service
  request = await addApplication(sql, 'private-notes', 'anna*', 'vera')
  for (const on of ['request', 'team', 'project'] as const) {
    const ids = (await sql<{ id: number }[]>`select id from ${sql(on)}`).map(({ id }) => id)
    for (const id of ids) note = await addNote(sql, on, id, 'curator', `${NOTE} @former @anna`)
  }
  await sql`insert into note_mention select n.id, p.id from note n, person p where p.login in ('anna', 'vera')`
  await sql`insert into outbox (kind, person_id, data, created_at)
    select 'note_mention', ${await personOf(sql, 'anna')}, jsonb_build_object('note', ${note}::int), now()`
  await addMessage(sql, request.id, 'curator', 'curator', QUESTION)
  for (const login of ['anna', 'vera', 'gleb', 'curator', 'admin']) tokens.set(login, (await signIn(service, login)).accessToken)
  // Whatever curators read first must not be served to others from a cache.
  for (const path of [
    `/console/note?on=request&id=${request.id}`,
    `/console/request/${request.id}`,
    `/console/request/${request.id}/message`,
  ])
    for (let n = 0; n < 3; n++) assert.equal((await send('curator', 'GET', path)).status, 200)
})
after(() => service.close())

const send = (who: string, method: string, path: string, body?: string): Promise<Response> =>
  fetch(service.url + path, {
    method,
    headers: {
      ...(tokens.has(who) ? { authorization: `Bearer ${tokens.get(who)}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body,
  })

/** The addresses of an endpoint with the ids of everything that has a note. */
function pathsOf({ path, id }: Endpoint): string[] {
  const ids = [...new Set([request.id, request.team, request.project, note])]
  const filled = path
    .replace('{slug}', 'private-notes')
    .replace('{query}', 'zqx')
    .replace('{kind}', 'projects')
    .replace('{into}', '1')
    .replace('{ticket}', 'x')
    .replace('{file}', `${'0'.repeat(32)}-960.jpg`)
  const paths = filled.includes('{id}') ? ids.map((one) => filled.replace('{id}', String(one))) : [filled]
  return id === 'listNotes'
    ? paths.flatMap((one) =>
        ['request', 'team', 'project'].map((on) => `${one}?on=${on}&id=${request[on === 'request' ? 'id' : (on as 'team')]}`),
      )
    : paths
}

const reads = apiEndpoints.filter(({ method, id }) => method === 'GET' && id !== 'followChanges') as Endpoint[]
const endsSession = ['deleteUser', 'endSession', 'endOtherSessions']
const writes = apiEndpoints.filter(({ method, id }) => method !== 'GET' && !endsSession.includes(id)) as Endpoint[]

function bodiesOf({ id, body }: Endpoint): (string | undefined)[] {
  if (!body) return [undefined]
  const [example = {}] = (body as { examples?: object[] }).examples ?? []
  const own = { request: request.id, team: request.team, project: 'private-notes', slugs: ['private-notes'], message: 'x', text: 'x' }
  const search = id === 'findProjects' ? [JSON.stringify({ pageSize: 100, filters: { text: NOTE } })] : []
  return [JSON.stringify(example), JSON.stringify({ ...example, ...own }), ...search]
}

const shown = (text: string, secret: string): string => text.slice(Math.max(0, text.indexOf(secret) - 200), text.indexOf(secret) + 50)

forEachCase(
  [
    { who: 'guest', isTeam: false },
    { who: 'gleb', isTeam: false },
    { who: 'vera', isTeam: true },
    { who: 'anna', isTeam: true },
  ],
  ({ who, isTeam }) => `${who} finds no note in any answer${isTeam ? '' : ', and no question to the team'}`,
  async ({ who, isTeam }) => {
    let [read, seen] = [0, 0]
    const check = async (endpoint: Endpoint, response: Response) => {
      const text = JSON.stringify([...response.headers]) + (await response.text())
      assert.ok(!text.includes(NOTE), `${endpoint.id}: ${shown(text, NOTE)}`)
      assert.ok(isTeam || !text.includes(QUESTION), `${endpoint.id}: ${shown(text, QUESTION)}`)
      if (endpoint.path.startsWith('/console')) assert.ok(response.status === 401 || response.status === 403, endpoint.id)
      if (text.includes(QUESTION)) seen++
      read++
    }
    for (const endpoint of reads) await Promise.all(pathsOf(endpoint).map(async (path) => check(endpoint, await send(who, 'GET', path))))
    for (const endpoint of writes)
      await Promise.all(
        pathsOf(endpoint).flatMap((path) =>
          bodiesOf(endpoint).map(async (body) => check(endpoint, await send(who, endpoint.method, path, body))),
        ),
      )
    assert.ok(read > 150, `${read} answers read`)
    assert.equal(seen > 0, isTeam, 'the team reads the question')
  },
)

test('the curator’s answers with notes are not stored by caches', async () => {
  const answer = await send('curator', 'GET', `/console/note?on=request&id=${request.id}`)
  assert.ok((await answer.text()).includes(NOTE))
  assert.match(answer.headers.get('cache-control')!, /private, no-store/)
})

test('the event of a new note has no details', async () => {
  const stream = get(`${service.url}/events`)
  const [response] = (await once(stream, 'response')) as [IncomingMessage]
  let heard = ''
  const changed = new Promise<void>((resolve) => {
    response.on('data', (part: Buffer) => {
      heard += part
      if (heard.includes('event: change')) resolve()
    })
  })
  const added = await send('admin', 'POST', '/console/note', JSON.stringify({ on: 'team', id: request.team, text: `${NOTE} new` }))
  assert.equal(added.status, 200)
  await changed
  stream.destroy()
  const said = heard.replace(/^retry: \d+\n\n/, '').replaceAll(': still here\n\n', '') // the heartbeat has a clock of its own
  assert.equal(said, 'event: change\ndata:\n\n')
})
