import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiEndpoints } from '#contract/index.ts'
import {
  type Bodies,
  type Good,
  type Input,
  improper,
  loggedErrors,
  nasty,
  pathOf,
  refusesEach,
  sendRaw,
  spoilt,
} from '#tests/support/hostile/hostile.ts'
import { startService, type TestService, untilReady } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { forEachCase, sample } from '#tests/support/tier.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

// Invalid and hostile bodies to every console endpoint that takes JSON. The caller has the access, so no refusal is about
// permissions.

let service: TestService
let tokens: Record<'curator' | 'administrator', string>
let good: Record<string, Good>
before(async () => {
  service = await startService()
  tokens = { curator: (await signIn(service, 'curator')).accessToken, administrator: (await signIn(service, 'admin')).accessToken }
  const { sql } = service
  const idOf = async (rows: PromiseLike<unknown>) => ((await rows) as { id: number }[])[0]!.id
  const person = await idOf(sql`select id from person where login = 'gleb'`)
  const other = await idOf(sql`select id from person where login = 'vera'`)
  const project = await addProject(sql, 'hostile-project')
  await addProject(sql, 'hostile-related')
  const draft = await addProject(sql, 'hostile-draft', { state: 'draft' })
  const team = await addTeam(sql, 'Hostile team', 'boris*', 'vera')
  const member = await idOf(sql`select id from member where team_id = ${team} and not is_administrator`)
  const request = await idOf(sql`insert into request (team_id, project_id) values (${team}, ${project}) returning id`)
  const leave = await idOf(sql`insert into leave_request (team_id, person_id, created_at) values (${team}, ${other}, now()) returning id`)
  const [tag, second] = await sql<{ id: number }[]>`select id from tag order by id limit 2`
  const file = await idOf(sql`select id from file where kind = 'result' and deleted_at is null limit 1`)
  const reasons = (await sql<{ id: number }[]>`select id from refusal_reason order by position, id`).map(({ id }) => id)
  await sql`insert into mail_bounce (address, count, reply, last_at) values ('hostile@example.org', 2, '550 no such user', now())`
  const day = { dateStart: '2031-02-01', dateEnd: '2031-06-01', enrollmentStart: '2031-01-01', enrollmentEnd: '2031-01-31' }
  const texts = { shortDescription: 's', description: 'd', curator: 'c', client: 'k', clientContact: 'x' }
  const requirements = { developerRequirements: ['One'], projectRequirements: ['Two'] }
  const lists = { ...requirements, wantedRoles: [{ role: 'Tester', count: 2 }], tags: [tag!.id], related: ['hostile-related'] }
  const whole = { name: 'Hostile', slug: 'hostile-new', ...texts, ...day, teamLimit: 2, ...lists }
  const term = { name: 'Hostile word', nameRu: 'Слово', description: 'd', aliases: ['x'], isPublic: true }
  const synonym = { kind: 'one-way', words: ['hostile'], expandsTo: ['guest'] }
  const synonymId = await idOf(sql`insert into synonym (kind, words, expands_to) values ('one-way', '{a}', '{b}') returning id`)
  const question = await idOf(sql`insert into question (project_id, text) values (${project}, 'q') returning id`)
  const note = await idOf(sql`insert into note (team_id, text) values (${team}, 'n') returning id`)
  const curator = await idOf(sql`select id from person where login = 'curator'`)
  const view = await idOf(sql`insert into saved_view (list, name, query, owner_id, is_shared)
    values ('project', 'v', '', ${curator}, false) returning id`)
  const round = await idOf(sql`insert into round (slug, name) values ('hostile-round', 'Round') returning id`)
  const times = { opensAt: '2031-01-01T00:00:00.000Z', closesAt: '2031-02-01T00:00:00.000Z' }
  const numbers = { mostChoices: 3, offerHours: 48, projects: [project] }
  const seasonal = { name: 'Season', slug: 'hostile-new-season', mode: 'ranked', rule: 'fair', ...times, ...numbers }
  const viewed = { name: 'Hostile', query: 'status=open', isShared: false }
  const personal = { name: 'n', surname: 's', patronymic: 'p', group: 'g' }
  const announced = { subject: 's', body: 'b' }
  good = {
    createProject: { body: whole },
    updateProject: { id: project, body: { ...whole, slug: 'hostile-project' } },
    setProjectState: { id: draft, body: { state: 'published' } },
    setFileVisibility: { id: file, body: { isPublic: false } },
    declineRequests: { body: { requests: [request], reason: reasons[0], comment: 'c' } },
    assignRequests: { body: { requests: [request], reviewer: curator } },
    changeProjects: { body: { mode: 'try', ids: [project], change: { shiftDays: 1, addTags: [tag!.id] } } },
    createRound: { body: seasonal },
    updateRound: { id: round, body: { ...seasonal, slug: 'hostile-season' } },
    markChoices: { id: round, body: { marks: [{ request, mark: 'unsuitable', reason: reasons[0] }] } },
    lockTeam: { id: round, body: { team, project: 'hostile-project', reason: 'x' } },
    forecastRound: {
      id: round,
      body: { rule: 'fair', places: [{ project: 'hostile-project', places: 2 }], marks: [{ request, mark: 'preferred' }] },
    },
    askForChoices: { id: round, body: { teams: [team] } },
    publishRound: { id: round, body: { draft: 1 } },
    createView: { body: { list: 'project', ...viewed } },
    updateView: { id: view, body: viewed },
    createPerson: { body: { ...personal, email: 'hostile-person@example.org', isSimilarAllowed: true } },
    updatePerson: { id: person, body: personal },
    createTeam: {
      body: {
        name: 'Hostile too',
        description: 'd',
        isLooking: true,
        wantedRoles: [{ role: 'Tester', count: 2 }],
        members: [{ person, isAdministrator: true, roles: ['Tester'] }],
      },
    },
    updateTeam: {
      id: team,
      body: { name: 'Hostile still', description: 'd', isLooking: true, wantedRoles: [{ role: 'Tester', count: 2 }] },
    },
    answerLeaveRequest: { id: leave, body: { isAgreed: false } },
    moveTeam: { id: team, body: { project: 'hostile-project' } },
    addMember: { id: team, body: { person, isAdministrator: false, roles: ['Tester'] } },
    updateTeamMember: { id: member, body: { isAdministrator: true, roles: ['Tester'] } },
    setAccess: { id: person, body: { access: 'curator' } },
    setDisabled: { id: person, body: { isDisabled: true } },
    mergePeople: { id: person, body: { into: other } },
    allowAddress: { body: { address: 'hostile@example.org' } },
    createWord: { kind: 'role', body: term },
    updateWord: { kind: 'tag', id: tag!.id, body: term },
    mergeWord: { kind: 'tag', id: tag!.id, body: { into: second!.id } },
    orderWords: { kind: 'reason', body: { ids: reasons.toReversed() } },
    createSynonym: { body: synonym },
    updateSynonym: { id: synonymId, body: { ...synonym, words: ['hostile two'] } },
    updateSettings: {
      body: {
        name: 'Hostile',
        contact: 'hostile@example.org',
        timeZone: 'UTC',
        country: 'GB',
        locale: 'en',
        languages: ['en', 'ru'],
        accentHue: 20,
        undoMinutes: 10,
        mostWaiting: 5,
        welcome: { en: 'w', ru: 'w' },
        privacy: { en: 'p', ru: 'p' },
        links: [{ label: { en: 'l', ru: 'l' }, url: 'https://example.org/' }],
        notifications: { saved_closing: 'off' },
      },
    },
    hideQuestion: { id: question, body: { isHidden: true, reason: 'x' } },
    createNote: { body: { on: 'team', id: team, text: 'x' } },
    updateNote: { id: note, body: { text: 'x' } },
    askTeam: { id: request, body: { text: 'x' } },
    closeQuestions: { id: project, body: { isClosed: true } },
    importSheet: { kind: 'tag', body: { mode: 'try', ticket: 'hostile-ticket', options: '{}' } },
    inspectSheet: { kind: 'tag', body: { headRow: 1 } },
    markSheet: { kind: 'tag', body: { options: '{}' } },
    previewAnnouncement: { body: { ...announced, audience: { kind: 'applicants', project: 'hostile-project' }, language: 'en' } },
    testAnnouncement: { body: announced },
    createAnnouncement: { body: { ...announced, audience: { kind: 'applicants', project: 'hostile-project' } } },
  }
})
after(() => service.close())

const jsonEndpoints: Endpoint[] = apiEndpoints.filter(({ id, path, body }) => body && path.startsWith('/console') && id !== 'decideRequest')

const send = (endpoint: Endpoint, body: string | Buffer, params: { id?: number | string; kind?: string } = good[endpoint.id]!) =>
  sendRaw(service, endpoint, tokens[endpoint.access as 'curator'], pathOf(endpoint, { kind: good[endpoint.id]!.kind, ...params }), body)

type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema }
/** Whether the contract allows null for this key, anywhere in the body. */
function mayBeNull(schema: Schema, key: string): boolean {
  const inner = Object.entries(schema.properties ?? {})
  return (
    inner.some(([name, one]) => (name === key && [one.type].flat().includes('null')) || mayBeNull(one, key)) ||
    (schema.items !== undefined && mayBeNull(schema.items, key))
  )
}

test('every console endpoint that takes JSON is tested', () => {
  assert.deepEqual(jsonEndpoints.map(({ id }) => id).toSorted(), Object.keys(good).toSorted())
})

const NO_IDS = ['0', '2147483647', '2147483648', '9999999999', '99999999999', '-1', '1.5', 'x', '%00', '%zz', '1%20or%201=1']
const NO_KINDS = ['verb', 'TAG', 'constructor', '__proto__', '%00', '..%2f..', 'tag;drop']

/** Bodies that are no JSON object, values of wrong types and out of range, and addresses of what does not exist. */
function inputsFor(endpoint: Endpoint): Input[] {
  const { path, files, bodyLimit = 65_536 } = endpoint
  const valid = good[endpoint.id]!
  const ofBody = ([what, body, expected]: Bodies[number]): Input => ({
    what,
    send: () => send(endpoint, body),
    ...(expected && { expected }),
  })
  const ofAddress = (what: string, params: { id?: string; kind?: string }): Input => ({
    what,
    send: () => send(endpoint, JSON.stringify(valid.body), params),
  })
  const tooMuch = ['too much', JSON.stringify({ x: 'x'.repeat(bodyLimit + 5000) }), 'body_too_large'] as const
  return [
    ...[...improper, tooMuch].map(([what, body, code]) => ofBody(files ? [what, body] : [what, body, code])),
    ...spoilt(valid, (key) => mayBeNull(endpoint.body as Schema, key)).map(ofBody),
    ...(path.includes('{id}') ? NO_IDS.map((id) => ofAddress(`the id ${id}`, { id })) : []),
    ...(path.includes('{kind}') ? NO_KINDS.map((kind) => ofAddress(`the kind ${kind}`, { id: String(valid.id ?? ''), kind })) : []),
  ]
}

forEachCase(
  jsonEndpoints,
  ({ id }) => `${id}: invalid bodies, wrong values, and ids and kinds that do not exist are refused`,
  (endpoint) => refusesEach(service, endpoint, inputsFor(endpoint)),
)

test('every text is refused, or stored without characters that no client can display', async () => {
  for (const endpoint of sample(jsonEndpoints, ({ id }) => id))
    for (const [key, value] of Object.entries(good[endpoint.id]!.body))
      if (typeof value === 'string')
        for (const [what, text] of nasty) {
          const { status, body } = await send(endpoint, JSON.stringify({ ...good[endpoint.id]!.body, [key]: text }))
          assert.ok(status < 500, `${endpoint.id}, ${key}, ${what}: ${status} ${body.slice(0, 200)}`)
        }
  for (const table of [
    'project',
    'team',
    'member',
    'tag',
    'role',
    'platform',
    'file_type',
    'refusal_reason',
    'synonym',
    'setting',
    'person',
    'saved_view',
    'announcement',
    'round',
    'round_lock',
    'request',
    'outbox',
    'audit_event',
  ])
    assert.deepEqual(
      [...(await service.sql`select t::text from ${service.sql(table)} t where t::text ~ ${'[\\x01-\\x08\\x0b-\\x1f]'}`)],
      [],
      table,
    )
})

test('no internal error was logged', async () => {
  await untilReady(service)
  assert.deepEqual(loggedErrors(service), [])
})
