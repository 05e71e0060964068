import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { apiEndpoints } from '#contract/index.ts'
import { applyDueTeamChanges } from '#run/duties/decisions.ts'
import { FORM_TYPE, field, file, formBody } from '#tests/support/form.ts'
import { greyPng } from '#tests/support/sample/png.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { test, testPart, tier } from '#tests/support/tier.ts'
import { addProject, addTeam, dayFromNow, personOf } from '#tests/support/world/requests.ts'
import { advance } from '#tests/support/world/rounds.ts'

// Repeats every cacheable call after each kind of change: the cached response must equal a newly computed one, byte for byte. The changes build
// on each other, so they cannot be divided: in the gate are the rules of invalidation alone, at the end of this file.

type Given = {
  params?: Record<string, string | number>
  query?: string
  body?: object
  files?: [name: string, content: string | Uint8Array]
}
type Read = { who: string; path: string; body?: string; language?: string }

const DAY_MS = 86_400_000
const PEOPLE = ['gleb', 'vera', 'boris', 'curator']
let shift = 0
let service: TestService
const tokens = new Map<string, string>()
const ids = { open: 0, other: 0, team: 0, free: 0 }
const covered = new Set<string>()
before(async () => {
  service = await startService({ now: () => new Date(Date.now() + shift) })
  const { sql } = service
  ids.open = await addProject(sql, 'cached-open', { teamLimit: 5, dateStart: dayFromNow(20), dateEnd: dayFromNow(90) })
  ids.other = await addProject(sql, 'cached-other', { teamLimit: null, dateStart: dayFromNow(-30), dateEnd: dayFromNow(30) })
  await sql`insert into project_related (project_id, related_id) values (${ids.other}, ${ids.open})`
  await sql`insert into role (name) values ('Cached role')`
  await sql`insert into project_tag (project_id, tag_id) select ${ids.open}, id from tag order by id limit 2`
  ids.team = await addTeam(sql, 'Cached team', 'boris*', 'vera')
  ids.free = await addTeam(sql, 'Cached and free', 'boris*')
  await sql`insert into assignment (team_id, project_id) values (${ids.team}, ${ids.other})`
  for (const login of [...PEOPLE, 'admin', 'anna']) tokens.set(login, (await signIn(service, login)).accessToken)
  await service.app.catalog.refresh()
  await service.app.catalog.isSearchable()
  if (tier !== 'gate') for (let n = 0; n < 2; n++) for (const read of reads()) await answerTo(read)
})
after(() => service.close())

function reads(): Read[] {
  const lists = ['/home', '/project/active', '/project/active?pageSize=2&page=2', '/project/new', '/project/new?limit=50']
  const vocabularies = [
    '/tag',
    '/tag/filters/de',
    '/user/role',
    '/user/role/de',
    '/role',
    '/platform',
    '/project/file-type',
    '/search/synonyms',
    '/settings',
  ]
  const details = ['cached-open', 'cached-other', 'museum-pocket-guide', 'karta-dvorov'].map((slug) => `/project/${slug}`)
  const asked = ['/project/cached-other/questions', '/project/museum-pocket-guide/questions', '/project/cached-other/questions?pageSize=1']
  const own = ['/user', '/user/profile', '/user/projectstatus', '/user/projectstatus/cached-open', '/user/projectstatus/cached-later']
  const searches = [
    {},
    { page: 2 },
    { filters: { text: 'cached' } },
    { filters: { text: 'changed' } },
    { filters: { status: 'open' } },
    { filters: { tags: [1, 2] } },
  ]
  return [
    ...[...lists, ...vocabularies, ...details, ...asked].map((path) => ({ who: 'guest', path })),
    ...searches.map((body) => ({ who: 'guest', path: '/project/findmany', body: JSON.stringify(body) })),
    ...PEOPLE.flatMap((who) => [...details, ...asked, ...own, '/request/available'].map((path) => ({ who, path }))),
    { who: 'boris', path: '/user/profile', language: 'ru' },
  ]
}

let made = 0
const bodyOf = new Map<string, string>()
/** With `isFresh` the address or body is new, so that the response is not cached. */
async function answerTo({ who, path, body, language = 'en' }: Read, isFresh = false): Promise<string> {
  const mark = isFresh ? ++made : 0
  const query = mark > 0 && body === undefined ? `${path.includes('?') ? '&' : '?'}made=${mark}` : ''
  const response = await fetch(service.url + path + query, {
    headers: { 'accept-language': language, ...(body ? { 'content-type': 'application/json' } : {}), ...authorization(who) },
    ...(body ? { method: 'POST', body: body + ' '.repeat(mark) } : {}),
  })
  const text = await response.text()
  if (response.status !== 200) return `${response.status} ${JSON.parse(text).code}` // a problem has a request id
  const etag = response.headers.get('etag')
  if (etag !== null) {
    assert.equal(bodyOf.get(`${path} ${etag}`) ?? text, text, 'one ETag, two bodies')
    bodyOf.set(`${path} ${etag}`, text)
  }
  return `200 ${etag} ${text}`
}

/** A few at once: on a busy machine the last of eighty would be late and refused. */
async function answersTo(all: Read[], { areFresh = false } = {}): Promise<string[]> {
  const answers: string[] = []
  for (let at = 0; at < all.length; at += 8)
    answers.push(...(await Promise.all(all.slice(at, at + 8).map((read) => answerTo(read, areFresh)))))
  return answers
}

const authorization = (who: string): Record<string, string> => (who === 'guest' ? {} : { authorization: `Bearer ${tokens.get(who)}` })

async function write(id: string, who: string, { params = {}, query = '', body, files }: Given = {}): Promise<Record<string, unknown>> {
  covered.add(id)
  const { method, path } = apiEndpoints.find((one) => one.id === id)!
  const url = service.url + path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])) + query
  const fields = Object.entries(body ?? {}).map(([name, value]) => field(name, String(value)))
  const type = files ? FORM_TYPE : body ? 'application/json' : undefined
  const response = await fetch(url, {
    method,
    headers: { ...(type ? { 'content-type': type } : {}), ...authorization(who) },
    body: files ? new Uint8Array(formBody([...fields, file(...files)])) : body && JSON.stringify(body),
  })
  const text = await response.text()
  assert.ok(response.status < 300, `${id}: ${response.status} ${text}`)
  return text ? JSON.parse(text) : {}
}

/** Writes directly to the database, as another process or psql would. */
async function sql(work: (sql: TestService['sql']) => Promise<unknown>): Promise<void> {
  await work(service.sql)
  await service.app.reloadSettings()
  await service.app.catalog.refresh()
}
const idOf = async (rows: PromiseLike<readonly unknown[]>): Promise<number> => ((await rows)[0] as { id: number }).id
const memberOf = (login: string, team = ids.team) =>
  idOf(service.sql`select m.id from member m join person p on p.id = m.person_id where p.login = ${login} and m.team_id = ${team}`)
const apply = async (message = 'm') =>
  (await write('createRequest', 'boris', { body: { project: 'cached-open', team: ids.free, message } })).id as number
const lastSynonym = () => idOf(service.sql`select id from synonym order by id desc limit 1`)
const reason = () => idOf(service.sql`select id from refusal_reason order by id limit 1`)
const project = (more: object) => ({
  name: 'Cached open',
  slug: 'cached-open',
  dateStart: dayFromNow(20),
  dateEnd: dayFromNow(90),
  ...more,
})
const termsOf = (kind: string) =>
  service.sql<
    { id: number }[]
  >`select id from ${service.sql(kind.replace('file-type', 'file_type').replace('reason', 'refusal_reason'))} order by position, id`

let request = 0
let draft = 0
let question = 0
let note = 0
let asked = 0
let result = 0
let person = 0
let ownTeam = 0
let invitation = { id: 0, token: '' }
let joinRequest = 0
const askToJoin = async () => {
  joinRequest = (await write('createJoinRequest', 'vera', { params: { id: ownTeam }, body: {} })).id as number
}
let announcement = 0
let bulk = 0
let [round, results, chooser] = [0, 0, 0]
let chosen: number[] = []
const offer = (request: number) =>
  idOf(service.sql`
    insert into round_offer (round_id, request_id, team_id, project_id, created_at, due_at)
    select round_id, id, team_id, project_id, now(), now() + interval '9 days' from request where id = ${request} returning id`)
let view = 0
const announced = { subject: 'Cached', body: 'Cached?' }
const changes: Record<string, () => Promise<unknown>> = {
  createProject: async () => {
    draft = (await write('createProject', 'curator', { body: { name: 'Cached later', slug: 'cached-later', tags: [1] } })).id as number
  },
  'setProjectState, published': () => write('setProjectState', 'curator', { params: { id: draft }, body: { state: 'published' } }),
  updateProject: () =>
    write('updateProject', 'curator', { params: { id: ids.open }, body: project({ description: 'Changed', tags: [2, 3] }) }),
  'updateProject, fields in search and project page only': () =>
    write('updateProject', 'curator', {
      params: { id: ids.open },
      body: project({ developerRequirements: ['changed'], clientContact: 'x' }),
    }),
  'updateProject, wanted roles': () =>
    write('updateProject', 'curator', { params: { id: ids.open }, body: project({ wantedRoles: [{ role: 'Cached role', count: 2 }] }) }),
  'updateWord, an alias of a wanted role': async () => {
    const [role] = await service.sql`select id from role where name = 'Cached role'`
    await write('updateWord', 'curator', { params: { kind: 'role', id: role!.id }, body: { name: 'Cached role', aliases: ['changed'] } })
  },
  'updateProject, another address': () =>
    write('updateProject', 'curator', {
      params: { id: draft },
      body: { name: 'Cached later', slug: 'cached-much-later', related: ['cached-open'] },
    }),
  'a former slug is taken by another project': () =>
    write('createProject', 'curator', { body: { name: 'Another', slug: 'cached-sooner' } }),
  addDescriptionFile: () => write('addDescriptionFile', 'curator', { params: { id: ids.open }, files: ['plan.txt', 'the plan'] }),
  deleteDescriptionFile: async () =>
    write('deleteDescriptionFile', 'curator', {
      params: { id: await idOf(service.sql`select id from file where project_id = ${ids.open} and kind = 'description'`) },
    }),
  duplicateProject: () => write('duplicateProject', 'curator', { params: { id: ids.open } }),
  createRequest: async () => {
    request = await apply()
  },
  updateRequest: () => write('updateRequest', 'boris', { body: { request, message: 'other' } }),
  withdrawRequest: () => write('withdrawRequest', 'boris', { params: { id: request } }),
  'decideRequest, declined': async () => {
    request = await apply('again')
    await write('decideRequest', 'curator', { params: { id: request }, body: { decision: 'decline', reason: await reason() } })
  },
  assignRequests: async () =>
    write('assignRequests', 'curator', { body: { requests: [request], reviewer: await personOf(service.sql, 'curator') } }),
  undoDecision: () => write('undoDecision', 'curator', { params: { id: request } }),
  declineRequests: async () => write('declineRequests', 'curator', { body: { requests: [request], reason: await reason() } }),
  'applyDecision, declined': () => write('applyDecision', 'curator', { params: { id: request } }),
  'decideRequest, approved': async () => {
    request = await apply('once more')
    await write('decideRequest', 'curator', { params: { id: request }, body: { decision: 'approve' } })
  },
  'applyDecision, approved': () => write('applyDecision', 'curator', { params: { id: request } }),
  uploadResult: async () => {
    const body = { project: 'cached-other', team: ids.team, category: 'Poster' }
    result = (await write('uploadResult', 'boris', { body, files: ['poster.txt', 'one'] })).id as number
  },
  changeResult: () => write('changeResult', 'boris', { body: { file: result }, files: ['poster.txt', 'two'] }),
  setFileVisibility: () => write('setFileVisibility', 'curator', { params: { id: result }, body: { isPublic: false } }),
  deleteResult: () => write('deleteResult', 'boris', { body: { file: result } }),
  createLink: () => write('createLink', 'boris', { body: { project: 'cached-other', link: 'https://example.org/cached' } }),
  deleteLink: async () =>
    write('deleteLink', 'boris', { params: { id: await idOf(service.sql`select id from link where url = 'https://example.org/cached'`) } }),
  updateMember: async () => write('updateMember', 'vera', { body: { member: { id: await memberOf('vera'), roles: ['Tester'] } } }),
  updateMemberRole: async () => write('updateMemberRole', 'vera', { params: { id: await memberOf('vera') }, body: { role: 'Researcher' } }),
  updateAccount: () => write('updateAccount', 'vera', { body: { email: 'vera.new@example.org', phone: '+447700900199' } }),
  confirmEmail: async () => {
    const [mail] = await service.sql`select data from outbox where kind = 'email_change' order by id desc limit 1`
    await write('confirmEmail', 'guest', { body: { token: mail!.data.token } })
  },
  updatePersonal: () => write('updatePersonal', 'vera', { body: { name: 'Вера', surname: 'Другая', patronymic: '' } }),
  updateJoining: () =>
    write('updateJoining', 'vera', { body: { isOpen: true, sentence: 'Cached', roles: ['Tester'], projects: ['cached-open'] } }),
  'updateJoining, off': () => write('updateJoining', 'vera', { body: { isOpen: false, neverInvite: true, roles: [], projects: [] } }),
  putAvatar: () => write('putAvatar', 'vera', { body: {}, files: ['a.png', greyPng(64, 64, 1)] }),
  deleteAvatar: () => write('deleteAvatar', 'vera'),
  uploadCover: () =>
    write('uploadCover', 'curator', { params: { slug: 'cached-open' }, body: { alt: 'x' }, files: ['a.png', greyPng(64, 64, 1)] }),
  updateCover: () => write('updateCover', 'curator', { params: { slug: 'cached-open' }, body: { alt: 'y' } }),
  deleteCover: () => write('deleteCover', 'curator', { params: { slug: 'cached-open' } }),
  createNote: async () => {
    note = (await write('createNote', 'curator', { body: { on: 'project', id: ids.other, text: 'Noted' } })).id as number
  },
  updateNote: () => write('updateNote', 'curator', { params: { id: note }, body: { text: 'Noted again' } }),
  deleteNote: () => write('deleteNote', 'curator', { params: { id: note } }),
  askTeam: async () => {
    const [row] = await service.sql`insert into request (team_id, project_id) values (${ids.free}, ${ids.other}) returning id`
    asked = row!.id
    await service.app.catalog.refresh()
    await write('askTeam', 'curator', { params: { id: asked }, body: { text: 'Cached?' } })
  },
  sendRequestMessage: async () => {
    await write('sendRequestMessage', 'boris', { params: { id: asked }, body: { text: 'Never.' } })
    await service.sql`delete from request where id = ${asked}`
    await service.app.catalog.refresh()
  },
  createQuestion: async () => {
    question = (await write('createQuestion', 'anna', { params: { slug: 'cached-other' }, body: { text: 'Cached?' } })).id as number
  },
  answerQuestion: () => write('answerQuestion', 'vera', { params: { id: question }, body: { text: 'Never stale.' } }),
  'answerQuestion, another text': () => write('answerQuestion', 'curator', { params: { id: question }, body: { text: 'Never.' } }),
  'answerQuestion, by the team again': () => write('answerQuestion', 'vera', { params: { id: question }, body: { text: 'Not at all.' } }),
  hideQuestion: () => write('hideQuestion', 'curator', { params: { id: question }, body: { isHidden: true, reason: 'x' } }),
  'hideQuestion, shown again': () => write('hideQuestion', 'curator', { params: { id: question }, body: { isHidden: false } }),
  deleteQuestion: async () => {
    const { id } = await write('createQuestion', 'vera', { params: { slug: 'cached-other' }, body: { text: 'Deleted?' } })
    await Promise.all(reads().map((read) => answerTo(read)))
    await write('deleteQuestion', 'vera', { params: { id: id as number } })
  },
  closeQuestions: () => write('closeQuestions', 'curator', { params: { id: ids.other }, body: { isClosed: true } }),
  updateNotifications: () =>
    write('updateNotifications', 'vera', { body: { language: 'ru', kinds: [{ kind: 'new_sign_in', when: 'off' }] } }),
  createTeam: async () => {
    const person = await personOf(service.sql, 'gleb')
    await write('createTeam', 'curator', { body: { name: 'Cached later', members: [{ person, isAdministrator: true }] } })
  },
  updateTeam: () => write('updateTeam', 'curator', { params: { id: ids.team }, body: { name: 'Cached team, renamed' } }),
  answerLeaveRequest: async () => {
    const person = await personOf(service.sql, 'gleb')
    await service.sql`insert into member (team_id, person_id, name) values (${ids.team}, ${person}, 'gleb')`
    const [row] =
      await service.sql`insert into leave_request (team_id, person_id, created_at) values (${ids.team}, ${person}, now()) returning id`
    await service.app.catalog.refresh()
    await Promise.all(reads().map((read) => answerTo(read)))
    await write('answerLeaveRequest', 'curator', { params: { id: row!.id }, body: { isAgreed: true } })
  },
  addMember: async () =>
    write('addMember', 'curator', { params: { id: ids.team }, body: { person: await personOf(service.sql, 'gleb'), roles: ['Tester'] } }),
  updateTeamMember: async () =>
    write('updateTeamMember', 'curator', { params: { id: await memberOf('gleb') }, body: { isAdministrator: true, roles: [] } }),
  removeMember: async () => write('removeMember', 'curator', { params: { id: await memberOf('gleb') } }),
  'moveTeam, to nothing': () => write('moveTeam', 'curator', { params: { id: ids.free }, body: { project: null } }),
  'moveTeam, to a project': () => write('moveTeam', 'curator', { params: { id: ids.free }, body: { project: 'cached-open' } }),
  undoMove: () => write('undoMove', 'curator', { params: { id: ids.free } }),
  'moveTeam, to a project again': () => write('moveTeam', 'curator', { params: { id: ids.free }, body: { project: 'cached-open' } }),
  deleteTeam: async () =>
    write('deleteTeam', 'curator', { params: { id: await idOf(service.sql`select id from team where name = 'Cached later'`) } }),
  createOwnTeam: async () => {
    ownTeam = (await write('createOwnTeam', 'gleb', { body: { name: 'Cached own', isLooking: true } })).id as number
  },
  updateOwnTeam: () => write('updateOwnTeam', 'gleb', { params: { id: ownTeam }, body: { name: 'Cached own, renamed' } }),
  createInvitation: async () => {
    const { link } = await write('createInvitation', 'gleb', { params: { id: ownTeam }, body: { uses: 3 } })
    invitation = link as typeof invitation
  },
  acceptInvitation: () => write('acceptInvitation', 'vera', { params: { token: invitation.token } }),
  endInvitation: () => write('endInvitation', 'gleb', { params: { id: ownTeam }, query: `?link=${invitation.id}` }),
  leaveTeam: () => write('leaveTeam', 'vera', { params: { id: ownTeam } }),
  createJoinRequest: () => askToJoin(),
  cancelJoinRequest: () => write('cancelJoinRequest', 'vera', { params: { id: joinRequest } }),
  answerJoinRequest: async () => {
    await askToJoin()
    await write('answerJoinRequest', 'gleb', { params: { id: joinRequest }, body: { isAccepted: true } })
    await write('leaveTeam', 'vera', { params: { id: ownTeam } })
  },
  answerInvitation: async () => {
    const id = await idOf(service.sql`
      insert into person_invitation (team_id, person_id, created_at, expires_at)
      select ${ownTeam}, id, now(), now() + interval '1 hour' from person where login = 'vera' returning id`)
    await write('answerInvitation', 'vera', { params: { id }, body: { isAccepted: true } })
    await write('leaveTeam', 'vera', { params: { id: ownTeam } })
  },
  handOverTeam: async () => {
    await service.sql`insert into member (team_id, person_id, name) select ${ownTeam}, id, 'x' from person where login = 'vera'`
    await service.app.catalog.refresh()
    await write('handOverTeam', 'gleb', { params: { id: ownTeam, member: await memberOf('vera', ownTeam) }, body: {} })
  },
  removeOwnMember: async () => write('removeOwnMember', 'gleb', { params: { id: ownTeam, member: await memberOf('vera', ownTeam) } }),
  undoTeamChange: async () =>
    write('undoTeamChange', 'gleb', { params: { id: ownTeam }, body: { member: await memberOf('vera', ownTeam) } }),
  'removeOwnMember, in effect': async () => {
    await write('removeOwnMember', 'gleb', { params: { id: ownTeam, member: await memberOf('vera', ownTeam) } })
    const { sql, app } = service
    const now = () => new Date(Date.now() + 3_600_000)
    assert.equal(await applyDueTeamChanges({ sql, now, calendar: app.calendar, log: app.log, onApplied: app.changes.invalidate }), 1)
  },
  disbandTeam: () => write('disbandTeam', 'gleb', { params: { id: ownTeam } }),
  'leaveTeam, the last member': () => write('leaveTeam', 'gleb', { params: { id: ownTeam } }),
  requestLeave: () => write('requestLeave', 'vera', { params: { id: ids.team }, body: {} }),
  cancelLeave: () => write('cancelLeave', 'vera', { params: { id: ids.team } }),
  createPerson: async () => {
    person = (await write('createPerson', 'curator', { body: { name: 'Cached', email: 'cached@example.org' } })).id as number
  },
  updatePerson: async () => {
    const id = await personOf(service.sql, 'vera')
    await write('updatePerson', 'curator', { params: { id }, body: { surname: 'Cached', group: 'CS-21' } })
    await write('updatePerson', 'curator', { params: { id: person }, body: { name: 'Cached again' } })
  },
  previewAnnouncement: () => write('previewAnnouncement', 'curator', { body: { ...announced, audience: { kind: 'all-teams' } } }),
  testAnnouncement: () => write('testAnnouncement', 'curator', { body: announced }),
  createAnnouncement: async () => {
    const body = { ...announced, audience: { kind: 'all-teams' } }
    announcement = (await write('createAnnouncement', 'curator', { body })).id as number
  },
  recallAnnouncement: () => write('recallAnnouncement', 'curator', { params: { id: announcement } }),
  createRound: async () => {
    await addProject(service.sql, 'cached-round', { teamLimit: 2 })
    await addProject(service.sql, 'cached-round-too', { teamLimit: 2 })
    const [one, two] = await Promise.all(
      ['cached-round', 'cached-round-too'].map((slug) => idOf(service.sql`select id from project where slug = ${slug}`)),
    )
    const at = (hours: number) => new Date(service.app.now().getTime() + hours * 3_600_000).toISOString()
    const body = { name: 'Cached round', projects: [one, two], opensAt: at(-1), closesAt: at(50) }
    round = (await write('createRound', 'curator', { body })).id as number
  },
  updateRound: () => write('updateRound', 'curator', { params: { id: round }, body: { mostChoices: 3 } }),
  announceRound: () => write('announceRound', 'curator', { params: { id: round } }),
  'createRequest, a choice': async () => {
    chooser = await addTeam(service.sql, 'Cached and choosing', 'gleb*')
    const choose = async (project: string) => (await write('createRequest', 'gleb', { body: { project, team: chooser } })).id as number
    chosen = [await choose('cached-round'), await choose('cached-round-too')]
  },
  orderChoices: () =>
    write('orderChoices', 'gleb', { params: { slug: 'cached-round' }, body: { team: chooser, requests: chosen.toReversed() } }),
  forecastRound: () => write('forecastRound', 'curator', { params: { id: round }, body: {} }),
  askForChoices: () => write('askForChoices', 'curator', { params: { id: round }, body: { teams: [chooser] } }),
  closeRound: () => write('closeRound', 'curator', { params: { id: round } }),
  'the worker seals': () => advance(service),
  markChoices: () =>
    write('markChoices', 'curator', { params: { id: round }, body: { marks: [{ request: chosen[1], mark: 'preferred' }] } }),
  lockTeam: () => write('lockTeam', 'curator', { params: { id: round }, body: { team: chooser, project: null } }),
  placeRound: async () => {
    results = ((await write('placeRound', 'curator', { params: { id: round } })).draft as { id: number }).id
  },
  publishRound: () => write('publishRound', 'curator', { params: { id: round }, body: { draft: results } }),
  undoPublishing: () => write('undoPublishing', 'curator', { params: { id: round } }),
  'the worker publishes': async () => {
    await write('publishRound', 'curator', { params: { id: round }, body: { draft: results } })
    await service.sql`update round set publish_at = now() - interval '1 second' where id = ${round}`
    await advance(service)
  },
  setWishes: () => write('setWishes', 'gleb', { params: { slug: 'cached-round' }, body: { team: chooser, projects: ['cached-round'] } }),
  answerExchange: async () => {
    const id = await idOf(
      service.sql`insert into round_exchange (round_id, created_at, due_at) values (${round}, now(), now() + interval '9 days') returning id`,
    )
    await service.sql`
      insert into round_exchange_move select ${id}, team_id, project_id, project_id from assignment where team_id = ${chooser} and ended_at is null`
    await write('answerExchange', 'gleb', { params: { slug: 'cached-round', id }, body: { team: chooser, isConfirmed: false } })
  },
  // The team has left its first choice and the waitlist for it, so that the worker does not offer it; it accepts the second one, waits again, and is offered the first one.
  acceptOffer: async () => {
    await service.sql`update request set left_waitlist_at = now() where id = ${chosen[1]!}`
    await service.sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${chooser} and ended_at is null`
    await write('acceptOffer', 'gleb', { params: { slug: 'cached-round', id: await offer(chosen[0]!) } })
  },
  setWaiting: () =>
    write('setWaiting', 'gleb', { params: { slug: 'cached-round' }, body: { team: chooser, request: chosen[1], isWaiting: true } }),
  declineOffer: async () => {
    const id = await idOf(service.sql`select id from round_offer where request_id = ${chosen[1]!} and state = 'open'`)
    await write('declineOffer', 'gleb', { params: { slug: 'cached-round', id } })
  },
  endRound: () => write('endRound', 'curator', { params: { id: round } }),
  abandonRound: async () => {
    const { id } = await write('createRound', 'curator', { body: { name: 'Abandoned' } })
    await service.sql`
      update round set opens_at = now(), closes_at = now() + interval '1 day', first_day = current_date, last_day = current_date, announced_at = now(),
        seed_hash = ${'a'.repeat(64)}, seed_sealed = 'lost', key_sealed = 'lost' where id = ${id as number}`
    await write('abandonRound', 'curator', { params: { id: id as number } })
  },
  deleteRound: async () => {
    const { id } = await write('createRound', 'curator', { body: { name: 'Deleted' } })
    await write('deleteRound', 'curator', { params: { id: id as number } })
  },
  changeProjects: async () => {
    const body = { mode: 'do', ids: [ids.open, ids.other], change: { shiftDays: 1, addTags: [1] } }
    const { counts, undo } = await write('changeProjects', 'curator', { body })
    assert.deepEqual(counts, { changed: 2, same: 0, refused: 0 })
    bulk = (undo as { id: number }).id
  },
  undoProjectChange: () => write('undoProjectChange', 'curator', { params: { id: bulk } }),
  createView: async () => {
    view = (await write('createView', 'curator', { body: { list: 'project', name: 'Cached', query: '', isShared: true } })).id as number
  },
  updateView: () => write('updateView', 'curator', { params: { id: view }, body: { name: 'Cached again', query: '', isShared: false } }),
  deleteView: () => write('deleteView', 'curator', { params: { id: view } }),
  'setAccess, more': async () =>
    write('setAccess', 'admin', { params: { id: await personOf(service.sql, 'vera') }, body: { access: 'curator' } }),
  'setAccess, less': async () =>
    write('setAccess', 'admin', { params: { id: await personOf(service.sql, 'vera') }, body: { access: 'member' } }),
  setDisabled: async () =>
    write('setDisabled', 'admin', { params: { id: await personOf(service.sql, 'anna') }, body: { isDisabled: true } }),
  'setDisabled, enabled again': async () =>
    write('setDisabled', 'admin', { params: { id: await personOf(service.sql, 'anna') }, body: { isDisabled: false } }),
  signOutPerson: async () => write('signOutPerson', 'admin', { params: { id: await personOf(service.sql, 'anna') } }),
  mergePeople: async () => {
    const id = await idOf(service.sql`insert into person (login, name, surname) values ('cached-twin', 'Twin', 'Cached') returning id`)
    await service.sql`insert into member (team_id, person_id, name) values (${ids.team}, ${id}, 'Twin')`
    await write('mergePeople', 'admin', { params: { id }, body: { into: await personOf(service.sql, 'gleb') } })
  },
  ...Object.fromEntries(
    ['tag', 'role', 'platform', 'file-type', 'reason'].flatMap((kind) => {
      let [one, two] = [0, 0]
      const create = async (name: string) =>
        (await write('createWord', 'curator', { params: { kind }, body: { name, ...(kind === 'reason' ? { nameRu: name } : {}) } }))
          .id as number
      return [
        [
          `createWord, ${kind}`,
          async () => {
            one = await create(`Design of ${kind}`)
            two = await create(`Develop ${kind}`)
          },
        ],
        [
          `updateWord, ${kind}`,
          () => write('updateWord', 'curator', { params: { kind, id: one }, body: { name: `Denoted ${kind}`, nameRu: 'Слово' } }),
        ],
        ...(kind === 'tag'
          ? []
          : [
              [
                `orderWords, ${kind}`,
                async () => {
                  const order = (await termsOf(kind)).map(({ id }) => id).toReversed()
                  await write('orderWords', 'curator', { params: { kind }, body: { ids: order } })
                },
              ],
            ]),
        [`mergeWord, ${kind}`, () => write('mergeWord', 'curator', { params: { kind, id: one }, body: { into: two } })],
        [`deleteWord, ${kind}`, () => write('deleteWord', 'curator', { params: { kind, id: two } })],
      ]
    }),
  ),
  createSynonym: () => write('createSynonym', 'curator', { body: { kind: 'two-way', words: ['cached', 'changed'] } }),
  updateSynonym: async () =>
    write('updateSynonym', 'curator', {
      params: { id: await lastSynonym() },
      body: { kind: 'one-way', words: ['cached'], expandsTo: ['museum'] },
    }),
  deleteSynonym: async () => write('deleteSynonym', 'curator', { params: { id: await lastSynonym() } }),
  updateSettings: () =>
    write('updateSettings', 'admin', { body: { name: 'Cached settings', timeZone: 'Pacific/Kiritimati', mostWaiting: 1 } }),
  uploadLogo: () => write('uploadLogo', 'admin', { files: ['a.png', greyPng(64, 64, 8)] }),
  deleteLogo: () => write('deleteLogo', 'admin'),
  'updateWord, of a tag that projects have': () =>
    write('updateWord', 'curator', { params: { kind: 'tag', id: 2 }, body: { name: 'Cached changed tag' } }),
  importSheet: () =>
    write('importSheet', 'admin', {
      params: { kind: 'project' },
      body: { mode: 'do' },
      files: ['sheet.csv', 'name,state,shortDescription\r\nCached import,published,changed by a sheet\r\n'],
    }),
  inspectSheet: () => write('inspectSheet', 'admin', { params: { kind: 'project' }, files: ['sheet.csv', 'name\r\nA\r\n'] }),
  markSheet: () => markSheetFile(),
  saveProject: () => write('saveProject', 'vera', { params: { slug: 'museum-pocket-guide' } }),
  saveProjects: () => write('saveProjects', 'vera', { body: { slugs: ['bee-hive-monitor'] } }),
  unsaveProject: () => write('unsaveProject', 'vera', { params: { slug: 'museum-pocket-guide' } }),
  sendEmail: () => write('sendEmail', 'guest', { body: { name: 'N', email: 'n@example.org', message: 'Hello' } }),
  endSession: async () => write('endSession', 'vera', { params: { id: (await signIn(service, 'vera')).sessionId } }),
  endOtherSessions: () => write('endOtherSessions', 'vera'),
  'setProjectState, archived': () => write('setProjectState', 'curator', { params: { id: draft }, body: { state: 'archived' } }),
  'deleteProject, a draft': async () => {
    const { id } = await write('createProject', 'curator', { body: { name: 'Cached draft' } })
    await write('deleteProject', 'curator', { params: { id: id as number } })
  },
  deleteUser: async () => {
    await service.sql`insert into member (team_id, person_id, name) select ${ids.team}, id, 'Anna' from person where login = 'anna'`
    await service.sql`delete from member where person_id = (select id from person where login = 'anna') and team_id <> ${ids.team}`
    tokens.set('anna', (await signIn(service, 'anna')).accessToken)
    await write('deleteUser', 'anna')
  },
  'SQL: a project': () => sql((sql) => sql`update project set name = 'Cached by hand', date_end = null where id = ${ids.open}`),
  'SQL: its state': () => sql((sql) => sql`update project set state = 'draft' where id = ${ids.other}`),
  'SQL: its state again': () => sql((sql) => sql`update project set state = 'published' where id = ${ids.other}`),
  'SQL: its tags': () => sql((sql) => sql`delete from project_tag where project_id = ${ids.open}`),
  'SQL: its wanted roles': () => sql((sql) => sql`update project_wanted_role set count = 3`),
  'SQL: related projects': () => sql((sql) => sql`delete from project_related where project_id = ${ids.other}`),
  'SQL: a tag': () => sql((sql) => sql`update tag set description = 'by hand' where id = (select min(id) from tag)`),
  'SQL: a role': () => sql((sql) => sql`update role set name = 'Developer by hand' where id = (select min(id) from role)`),
  'SQL: a platform': () => sql((sql) => sql`update platform set name = name || ' by hand'`),
  'SQL: a file type': () => sql((sql) => sql`update file_type set name_ru = 'Рукой'`),
  'SQL: a reason': () => sql((sql) => sql`update refusal_reason set text_en = text_en || ' by hand'`),
  'SQL: a synonym': () => sql((sql) => sql`insert into synonym (kind, words) values ('two-way', '{by hand,cached}')`),
  'SQL: the settings': () => sql((sql) => sql`update setting set document = '{"name": "Cached by hand", "timeZone": "Asia/Omsk"}'`),
  'SQL: a team': () => sql((sql) => sql`update team set name = name || ' by hand'`),
  'SQL: a member leaves': () => sql((sql) => sql`delete from member where person_id = (select id from person where login = 'gleb')`),
  'SQL: a member joins': () =>
    sql((sql) => sql`insert into member (team_id, person_id, name) select ${ids.team}, id, 'Gleb' from person where login = 'gleb'`),
  'SQL: a member moves to another team': () =>
    sql((sql) => sql`update member set team_id = ${ids.free} where team_id = ${ids.team} and name = 'Gleb'`),
  'SQL: a person': () => sql((sql) => sql`update person set surname = 'Другой', avatar = null where login = 'boris'`),
  'SQL: an assignment ends': () =>
    sql((sql) => sql`update assignment set ended_at = now(), outcome = 'finished' where team_id = ${ids.team} and ended_at is null`),
  'SQL: a request': () =>
    sql(
      (sql) =>
        sql`insert into request (team_id, project_id, message) select ${ids.team}, id, 'by hand' from project where slug = 'museum-pocket-guide'`,
    ),
  'SQL: a request is deleted': () => sql((sql) => sql`delete from request where message = 'by hand'`),
  'SQL: a question': () => sql((sql) => sql`update question set text = 'By hand?' where id = ${question}`),
  'SQL: everything': () => sql((sql) => sql`truncate link`),
  midnight: async () => {
    shift += DAY_MS
    await service.app.catalog.refresh()
  },
  'a month later': async () => {
    shift += 31 * DAY_MS
    await service.app.catalog.refresh()
  },
}
const markSheetFile = async () => {
  covered.add('markSheet') // answers with a file
  const body = new Uint8Array(formBody([file('sheet.csv', 'name\r\nA\r\n')]))
  const headers = { 'content-type': FORM_TYPE, ...authorization('admin') }
  const response = await fetch(`${service.url}/console/import/project/marked`, { method: 'POST', headers, body })
  assert.equal(response.status, 200, await response.text())
}

test('all listed endpoints are cached', async () => {
  const [root, people] = [new URL(service.url).pathname, await Promise.all(PEOPLE.map((login) => personOf(service.sql, login)))]
  for (const { who, path, body, language = 'en' } of reads()) {
    const key = root + path + (body ? `\n${body}` : '')
    const keys = who === 'guest' ? [key] : [`+${key}`, `@${people[PEOPLE.indexOf(who)]} ${language} ${key}`]
    assert.ok(keys.some(isCached), `${who} ${path}`)
  }
})

// The same reads after each change, so that each was cached before it.
const repeated = reads()
for (const [name, change] of Object.entries(changes))
  test(`no stale response after a change: ${name}`, async () => {
    await change()
    const sent = await answersTo(repeated)
    const fresh = await answersTo(repeated, { areFresh: true })
    const stale = repeated.flatMap(({ who, path, body = '' }, n) =>
      sent[n] === fresh[n] ? [] : [`${who} ${path} ${body}\n  sent  ${sent[n]}\n  fresh ${fresh[n]}`],
    )
    assert.deepEqual(stale, [])
  })

test('every endpoint that changes something is tested', () => {
  const writes = apiEndpoints.filter(({ method, sameForAll }) => method !== 'GET' && !sameForAll).map(({ id }) => id)
  const ofMail = ['resendMail', 'cancelMail', 'allowAddress', 'sendImportEmails', 'cancelImportEmails'] // only change the outbox, which no cached response contains
  assert.deepEqual(
    writes.filter((id) => !covered.has(id) && !ofMail.includes(id)),
    [],
  )
})

const isCached = (key: string): boolean => service.http.responseCache.get(key) !== undefined
const warm = async (...paths: string[]): Promise<void> => {
  for (const path of paths) for (let n = 0; n < 3; n++) await answerTo({ who: 'guest', path })
}
const cachedAmong = (...paths: string[]): string[] => paths.filter((path) => isCached(new URL(service.url).pathname + path))

testPart('a change invalidates only responses that depend on it', async () => {
  shift = 0
  await service.app.catalog.refresh()
  const paths = [
    '/project/cached-open',
    '/project/museum-pocket-guide',
    '/project/active',
    '/tag',
    '/user/role',
    '/platform',
    '/search/synonyms',
  ]
  const [open, museum, active, tag, role, platform, synonyms] = paths as [string, string, string, string, string, string, string]
  await warm(...paths)
  assert.deepEqual(cachedAmong(...paths), paths)
  await sql((sql) => sql`insert into request (team_id, project_id, message) values (${ids.team}, ${ids.open}, 'counted')`)
  assert.deepEqual(cachedAmong(...paths), [museum, active, tag, role, platform, synonyms], 'an application changes the page of one project')
  await warm(...paths)
  await sql((sql) => sql`update project set name = 'Renamed' where id = ${ids.open}`)
  assert.deepEqual(cachedAmong(...paths), [museum, tag, role, platform, synonyms], 'a name changes lists too')
  await warm(...paths)
  await sql((sql) => sql`insert into role (name) values ('A role nobody has')`)
  assert.deepEqual(cachedAmong(...paths), [open, museum, active, tag, platform, synonyms])
  await warm(...paths)
  await sql((sql) => sql`insert into synonym (kind, words) values ('two-way', '{one,two}')`)
  assert.deepEqual(cachedAmong(...paths), [open, museum, active, tag, role, platform], 'lists are not searched')
  await warm(...paths)
  await sql((sql) => sql`update person set phone = '+447700900100' where login = 'admin'`)
  assert.deepEqual(cachedAmong(...paths), paths)
})

testPart('a person’s responses stay cached when others change', async () => {
  const own = ['gleb', 'vera'] as const
  for (const who of own) for (let n = 0; n < 3; n++) await answerTo({ who, path: '/user' })
  const [gleb, vera] = await Promise.all(own.map((login) => personOf(service.sql, login)))
  const key = (id: number) => `@${id} en ${new URL(service.url).pathname}/user`
  assert.ok(isCached(key(gleb!)) && isCached(key(vera!)))
  await write('updatePersonal', 'vera', { body: { name: 'Вера', surname: 'Прежняя', patronymic: '' } })
  await service.app.changes.whenFresh(false)
  assert.deepEqual([isCached(key(gleb!)), isCached(key(vera!))], [true, false])
})

testPart('an update without a difference invalidates nothing', async () => {
  await warm('/project/active', '/tag')
  const { version } = service.http.responseCache
  const page = await fetch(`${service.url}/mail/confirm?token=unknown`, { method: 'POST' })
  assert.equal(page.status, 404)
  await fetch(`${service.url}/profile/email/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"token":"pj_em_unknown"}',
  })
  await service.app.catalog.refresh()
  assert.equal(service.http.responseCache.version, version)
  assert.deepEqual(cachedAmong('/project/active', '/tag'), ['/project/active', '/tag'])
})

testPart('a cached response waits for a change of the same process', async () => {
  await warm('/tag')
  await service.sql`update tag set description = 'waited for' where id = (select min(id) from tag)`
  service.app.changes.invalidate() // as a handler does after its commit
  assert.match(await answerTo({ who: 'guest', path: '/tag' }), /waited for/)
})
