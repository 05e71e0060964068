import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorStatus } from '#contract/errors.ts'
import { apiEndpoints } from '#contract/index.ts'
import { putCover } from '#store/project/cover.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { forEachCase } from '#tests/support/tier.ts'

// The status for each kind of caller, for every endpoint that is not public, and for the bundle of a round that shows it to participants only. Objects: "own" is of the team with vera and its
// administrator boris; "mate" of another member of it; "foreign" of anna's team, which a published project lists; "hidden" of a team that no
// project lists; "missing" does not exist. gleb is in no team.
const matrix = `
                            guest  gleb  vera  boris  curator  admin
  getUser            -      401    200   200   200    200      200
  getProfile         -      401    200   200   200    200      200
  getProjectStatus   -      401    200   200   200    200      200
  getProjectStatusOf own      401  200   200   200    200      200
  getProjectStatusOf missing  401  200   200   200    200      200
  exportUser         -      401    200   200   200    200      200
  listAvailable      -      401    200   200   200    200      200
  createRequest      own      401  403   403   200    403      403
  createRequest      foreign  401  403   403   403    403      403
  createRequest      hidden   401  404   404   404    403      403
  createRequest      missing  401  404   404   404    404      404
  updateRequest      own      401  404   403   200    403      403
  updateRequest      foreign  401  404   404   404    403      403
  updateRequest      missing  401  404   404   404    404      404
  withdrawRequest    own      401  404   403   200    403      403
  withdrawRequest    foreign  401  404   404   404    403      403
  withdrawRequest    missing  401  404   404   404    404      404
  listTeamQuestions  -      401    200   200   200    200      200
  listRequestMessages own     401  404   200   200    404      404
  listRequestMessages foreign 401  404   404   404    404      404
  listRequestMessages missing 401  404   404   404    404      404
  sendRequestMessage own      401  404   403   200    404      404
  sendRequestMessage foreign  401  404   404   404    404      404
  sendRequestMessage missing  401  404   404   404    404      404
  decideRequest      own      401  403   403   403    200      200
  decideRequest      foreign  401  403   403   403    200      200
  decideRequest      missing  401  403   403   403    404      404
  uploadResult       own      401  403   403   200    403      403
  uploadResult       foreign  401  403   403   403    403      403
  uploadResult       hidden   401  404   404   404    403      403
  uploadResult       missing  401  404   404   404    404      404
  changeResult       own      401  404   403   200    404      404
  changeResult       foreign  401  404   404   404    404      404
  changeResult       missing  401  404   404   404    404      404
  deleteResult       own      401  404   403   200    404      404
  deleteResult       foreign  401  404   404   404    404      404
  deleteResult       missing  401  404   404   404    404      404
  listVersions       own      401  404   200   200    200      200
  listVersions       foreign  401  404   404   404    200      200
  listVersions       missing  401  404   404   404    404      404
  createLink         own      401  403   403   200    403      403
  createLink         foreign  401  403   403   403    403      403
  createLink         missing  401  404   404   404    404      404
  deleteLink         own      401  403   403   200    403      403
  deleteLink         foreign  401  403   403   403    403      403
  deleteLink         missing  401  404   404   404    404      404
  updateMember       own      401  403   200   200    403      403
  updateMember       mate     401  403   403   200    403      403
  updateMember       foreign  401  403   403   403    403      403
  updateMember       hidden   401  404   404   404    403      403
  updateMember       missing  401  404   404   404    404      404
  updateMemberRole   own      401  403   200   200    403      403
  updateMemberRole   mate     401  403   403   200    403      403
  updateMemberRole   foreign  401  403   403   403    403      403
  updateMemberRole   hidden   401  404   404   404    403      403
  updateMemberRole   missing  401  404   404   404    404      404
  createOwnTeam      -      401    200   409   409    200      200
  getTeam            own      401  404   200   200    200      200
  getTeam            foreign  401  404   404   404    200      200
  getTeam            missing  401  404   404   404    404      404
  getTeamOverview    own      401  404   200   200    200      200
  getTeamOverview    foreign  401  404   404   404    200      200
  getTeamOverview    hidden   401  404   404   404    200      200
  getTeamOverview    missing  401  404   404   404    404      404
  updateOwnTeam      own      401  404   403   200    403      403
  updateOwnTeam      foreign  401  404   404   404    403      403
  updateOwnTeam      missing  401  404   404   404    404      404
  disbandTeam        own      401  404   403   200    403      403
  disbandTeam        foreign  401  404   404   404    403      403
  disbandTeam        missing  401  404   404   404    404      404
  undoTeamChange     own      401  404   403   200    403      403
  undoTeamChange     foreign  401  404   404   404    403      403
  undoTeamChange     missing  401  404   404   404    404      404
  leaveTeam          own      401  404   200   200    403      403
  leaveTeam          foreign  401  404   404   404    403      403
  leaveTeam          missing  401  404   404   404    404      404
  requestLeave       own      401  404   200   200    403      403
  requestLeave       foreign  401  404   404   404    403      403
  requestLeave       missing  401  404   404   404    404      404
  cancelLeave        own      401  404   200   200    403      403
  cancelLeave        foreign  401  404   404   404    403      403
  cancelLeave        missing  401  404   404   404    404      404
  handOverTeam       own      401  404   403   200    403      403
  handOverTeam       foreign  401  404   404   404    403      403
  handOverTeam       missing  401  404   404   404    404      404
  removeOwnMember    own      401  404   403   200    403      403
  removeOwnMember    foreign  401  404   404   404    403      403
  removeOwnMember    missing  401  404   404   404    404      404
  getBundle          own      404  404   200   200    200      200
  getBundle          foreign  404  404   404   404    200      200
  getBundle          missing  404  404   404   404    404      404
  listChoices        own      401  200   200   200    200      200
  listChoices        missing  401  404   404   404    404      404
  orderChoices       own      401  404   403   200    404      404
  orderChoices       foreign  401  404   404   404    404      404
  orderChoices       missing  401  404   404   404    404      404
  acceptOffer        own      401  404   403   200    404      404
  acceptOffer        foreign  401  404   404   404    404      404
  acceptOffer        missing  401  404   404   404    404      404
  declineOffer       own      401  404   403   200    404      404
  declineOffer       foreign  401  404   404   404    404      404
  declineOffer       missing  401  404   404   404    404      404
  setWaiting         own      401  404   403   200    404      404
  setWaiting         foreign  401  404   404   404    404      404
  setWaiting         missing  401  404   404   404    404      404
  setWishes          own      401  404   403   200    404      404
  setWishes          foreign  401  404   404   404    404      404
  setWishes          missing  401  404   404   404    404      404
  answerExchange     own      401  404   403   200    404      404
  answerExchange     foreign  401  404   404   404    404      404
  answerExchange     missing  401  404   404   404    404      404
  listSaved          -      401    200   200   200    200      200
  createInvitation   own      401  404   403   200    403      403
  createInvitation   foreign  401  404   404   404    403      403
  createInvitation   hidden   401  404   404   404    403      403
  createInvitation   missing  401  404   404   404    404      404
  endInvitation      own      401  404   403   204    403      403
  endInvitation      foreign  401  404   404   404    403      403
  endInvitation      missing  401  404   404   404    404      404
  acceptInvitation   own      401  200   200   200    200      200
  acceptInvitation   missing  401  404   404   404    404      404
  listInvitations    -      401    200   200   200    200      200
  answerInvitation   own      401  200   200   200    200      200
  answerInvitation   foreign  401  404   404   404    404      404
  answerInvitation   missing  401  404   404   404    404      404
  createJoinRequest  own      401  200   409   409    200      200
  createJoinRequest  foreign  401  404   404   404    409      409
  createJoinRequest  missing  401  404   404   404    404      404
  listJoinRequests   -      401    200   200   200    200      200
  answerJoinRequest  own      401  404   403   200    403      403
  answerJoinRequest  foreign  401  404   404   404    403      403
  answerJoinRequest  missing  401  404   404   404    404      404
  cancelJoinRequest  own      401  200   200   200    200      200
  cancelJoinRequest  foreign  401  404   404   404    404      404
  cancelJoinRequest  missing  401  404   404   404    404      404
  saveProjects       own      401  204   204   204    204      204
  saveProjects       missing  401  204   204   204    204      204
  saveProject        own      401  200   200   200    200      200
  saveProject        missing  401  404   404   404    404      404
  unsaveProject      own      401  204   204   204    204      204
  unsaveProject      missing  401  204   204   204    204      204
  updateAccount      -      401    200   200   200    200      200
  updatePersonal     -      401    200   200   200    200      200
  getJoining         -      401    200   200   200    200      200
  updateJoining      own      401  200   200   200    200      200
  updateJoining      missing  401  422   422   422    422      422
  listOpenPeople     -      401    200   200   200    200      200
  listLookingTeams   -      401    200   200   200    200      200
  listSuggestedTeams -      401    200   200   200    200      200
  getTeamFit         own      401  404   200   200    200      200
  getTeamFit         foreign  401  404   404   404    200      200
  getTeamFit         hidden   401  404   404   404    200      200
  getTeamFit         missing  401  404   404   404    404      404
  listTeamFits       own      401  200   200   200    200      200
  listTeamFits       missing  401  404   404   404    404      404
  getNotifications   -      401    200   200   200    200      200
  updateNotifications -     401    200   200   200    200      200
  putAvatar          -      401    200   200   200    200      200
  getEditedCover     own      401  403   403   200    200      200
  getEditedCover     foreign  401  403   403   403    200      200
  getEditedCover     missing  401  404   404   404    404      404
  uploadCover        own      401  403   403   200    200      200
  uploadCover        foreign  401  403   403   403    200      200
  uploadCover        missing  401  404   404   404    404      404
  updateCover        own      401  403   403   200    200      200
  updateCover        foreign  401  403   403   403    200      200
  updateCover        missing  401  404   404   404    404      404
  deleteCover        own      401  403   403   204    204      204
  deleteCover        foreign  401  403   403   403    204      204
  deleteCover        missing  401  404   404   404    404      404
  createQuestion     own      401  200   200   200    200      200
  createQuestion     missing  401  404   404   404    404      404
  answerQuestion     own      401  403   200   200    200      200
  answerQuestion     foreign  401  403   403   403    200      200
  answerQuestion     hidden   401  404   404   404    200      200
  answerQuestion     missing  401  404   404   404    404      404
  deleteQuestion     own      401  200   200   200    200      200
  deleteQuestion     foreign  401  403   403   403    403      403
  deleteQuestion     hidden   401  404   404   404    403      403
  deleteQuestion     missing  401  404   404   404    404      404
  deleteAvatar       -      401    200   200   200    200      200
  listSessions       -      401    200   200   200    200      200
  endSession         own      401  204   204   204    204      204
  endSession         foreign  401  404   404   404    404      404
  endSession         missing  401  404   404   404    404      404
  endOtherSessions   -      401    200   200   200    200      200
  deleteUser         -      401    204   204   204    204      409`

const [people, ...lines] = matrix
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const rows = lines.map(([id, thing, ...statuses]) => ({ id: id!, thing: thing as Thing, statuses: statuses.map(Number) }))
type Thing = '-' | 'own' | 'mate' | 'foreign' | 'hidden' | 'missing'
const endpoints = new Map(apiEndpoints.map((one) => [one.id, one]))

const OPEN = 'matrix-open-project'
const MISSING = 2_147_483_647
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let service: TestService
const tokens = new Map<string, string>()
const personIds = new Map<string, number>()
let teams: Record<'own' | 'free' | 'foreign' | 'foreignFree' | 'hidden', number>
const slugs = {
  own: 'museum-pocket-guide',
  foreign: 'bee-hive-monitor',
  hidden: 'museum-pocket-guide',
  missing: 'no-such-project',
} as Record<Thing, string>

before(async () => {
  service = await startService()
  const { sql } = service
  for (const { login, id } of await sql<{ login: string; id: number }[]>`select login, id from person`) personIds.set(login, id)
  await sql`insert into project (slug, name, state, published_at) values (${OPEN}, 'Open', 'published', now())`
  await sql`update project set team_limit = null, team_may_change_cover = true`
  const team = async (name: string, administrator: string, member: string | null, project: string | null, isWorking: boolean) => {
    const [{ id }] = (await sql`insert into team (name) values (${name}) returning id`) as unknown as [{ id: number }]
    for (const login of [administrator, ...(member ? [member] : [])])
      await sql`insert into member (team_id, person_id, name, is_administrator) values (${id}, ${personIds.get(login)!}, 'x', ${login === administrator})`
    if (project)
      await sql`insert into assignment (team_id, project_id, ended_at, outcome)
        select ${id}, id, ${isWorking ? null : new Date()}, ${isWorking ? null : 'finished'} from project where slug = ${project}`
    return id
  }
  const [mayak] = await sql<{ id: number }[]>`select id from team where name = 'Маяк'`
  teams = {
    own: mayak!.id,
    free: await team('Own and free', 'boris', 'vera', slugs.own, false),
    foreign: await team('Foreign at work', 'anna', null, slugs.foreign, true),
    foreignFree: await team('Foreign and free', 'anna', null, slugs.foreign, false),
    hidden: await team('Hidden', 'anna', null, null, false),
  }
  for (const login of [...people!.slice(1), 'anna']) tokens.set(login, (await signIn(service, login)).accessToken)
  for (const token of tokens.values()) await fetch(`${service.url}/user/sessions`, { headers: { authorization: `Bearer ${token}` } })
})
after(() => service.close())

const only = async (rows: Promise<unknown>): Promise<number> => ((await rows) as { id: number }[])[0]!.id
const teamOf = (thing: Thing, isFree = false): number =>
  thing === 'own'
    ? isFree
      ? teams.free
      : teams.own
    : thing === 'foreign'
      ? isFree
        ? teams.foreignFree
        : teams.foreign
      : thing === 'hidden'
        ? teams.hidden
        : MISSING

async function requestOf(thing: Thing): Promise<number> {
  if (thing === 'missing') return MISSING
  return only(
    service.sql`insert into request (team_id, project_id, message) select ${teamOf(thing, true)}, id, 'm' from project where slug = ${OPEN} returning id`,
  )
}
async function askedOf(thing: Thing): Promise<number> {
  const id = await requestOf(thing)
  if (thing !== 'missing') await service.sql`insert into request_message (request_id, role, text) values (${id}, 'curator', 'matrix?')`
  return id
}
async function resultOf(thing: Thing): Promise<number> {
  if (thing === 'missing') return MISSING
  const id = await only(service.sql`insert into file (kind, project_id, team_id, file_type_id)
    select 'result', p.id, ${teamOf(thing)}, f.id from project p, file_type f where p.slug = ${slugs[thing]} and f.name = 'Poster' returning id`)
  await service.sql`insert into file_version (file_id, version, name, mime, size, sha256) values (${id}, 1, 'a.txt', 'text/plain', 1, ${'a'.repeat(64)})`
  return id
}
async function linkOf(thing: Thing): Promise<number> {
  if (thing === 'missing') return MISSING
  return only(service.sql`insert into link (project_id, team_id, platform_id, url)
    select p.id, ${teamOf(thing)}, f.id, 'https://matrix.example/' from project p, platform f where p.slug = ${slugs[thing]} and f.name = 'Website' returning id`)
}
async function coveredOf(thing: Thing): Promise<string> {
  if (thing !== 'missing') {
    const cover = { hash: 'a'.repeat(32), alt: 'x', thumbHash: 'x', focalX: 50, focalY: 50 }
    const images = [{ kind: 'source', sha256: 'a'.repeat(64), size: 1 }]
    const id = await only(service.sql`select id from project where slug = ${slugs[thing]}`)
    await putCover(service.sql, id, { ...cover, images }, new Date())
  }
  return slugs[thing]
}
// Of anna, unless the caller must have asked it.
async function questionOf(thing: Thing, asker: string): Promise<number> {
  if (thing === 'missing') return MISSING
  const hiddenAt = thing === 'hidden' ? new Date() : null
  return only(service.sql`insert into question (project_id, person_id, text, hidden_at)
    select id, ${personIds.get(asker) ?? null}, 'matrix', ${hiddenAt} from project where slug = ${slugs[thing]} returning id`)
}
async function memberOf(thing: Thing): Promise<number> {
  if (thing === 'missing') return MISSING
  const login = thing === 'own' ? 'vera' : thing === 'mate' ? 'boris' : 'anna'
  const team = thing === 'mate' ? teams.own : teamOf(thing)
  return only(service.sql`select id from member where person_id = ${personIds.get(login)!} and team_id = ${team}`)
}
// A member of the team that has no project: vera, or anna.
async function freeMemberOf(thing: Thing): Promise<{ id: number; member: number }> {
  if (thing === 'missing') return { id: MISSING, member: MISSING }
  const id = teamOf(thing, true)
  const login = thing === 'own' ? 'vera' : 'anna'
  return { id, member: await only(service.sql`select id from member where person_id = ${personIds.get(login)!} and team_id = ${id}`) }
}
async function disbandingOf(thing: Thing): Promise<number> {
  const id = teamOf(thing, true)
  if (thing !== 'missing')
    await service.sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${id}, 'disband', now(), now() + interval '1 hour')`
  return id
}
async function askedToLeave(thing: Thing, who: string): Promise<number> {
  const id = teamOf(thing)
  const person = personIds.get(who)
  if (thing !== 'missing' && person)
    await service.sql`insert into leave_request (team_id, person_id, created_at) values (${id}, ${person}, now())`
  return id
}
// By the administrator of the team that has no project.
async function tokenOf(thing: Thing): Promise<string> {
  const token = 'matrix-token'
  if (thing !== 'missing')
    await service.sql`insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses)
      values (${teams.free}, sha256(${token}::text::bytea), ${personIds.get('boris')!}, now(), now() + interval '1 day', 5)`
  return token
}
/** Of this person, to the team that has no project. */
async function joiningOf(table: 'person_invitation' | 'join_request', thing: Thing, login: string, team = teams.free): Promise<number> {
  const person = personIds.get(login)
  if (thing === 'missing' || !person) return MISSING
  const { sql } = service
  return only(
    sql`insert into ${sql(table)} (team_id, person_id, created_at, expires_at) values (${team}, ${person}, now(), now() + interval '1 day') returning id`,
  )
}
/** A ranked round with one choice of the team for the open project; published, the team works on that project or has an offer of it. */
async function roundOf(
  thing: Thing,
  state: 'open' | 'offered' | 'working',
): Promise<{ slug: string; team: number; request: number; round: number }> {
  const { sql } = service
  const id = await only(sql`insert into round (slug, name) values ('matrix-round', 'Matrix') returning id`)
  const { seedHash, seedSealed, keySealed } = service.app.roundSecrets.draw(id)
  await sql`
    update round set opens_at = now() - interval '1 day', closes_at = now() + interval '9 days', first_day = current_date - 1, last_day = current_date + 9,
      announced_at = now(), seed_hash = ${seedHash}, seed_sealed = ${seedSealed}, key_sealed = ${keySealed} where id = ${id}`
  await sql`update project set round_id = ${id} where slug = ${OPEN}`
  const team = thing === 'missing' ? MISSING : teamOf(thing, true)
  if (thing === 'missing') return { slug: 'matrix-round', team, request: MISSING, round: id }
  const request = await only(
    sql`insert into request (team_id, project_id, round_id) select ${team}, id, ${id} from project where slug = ${OPEN} returning id`,
  )
  if (state === 'open') return { slug: 'matrix-round', team, request, round: id }
  await sql`
    update round set sealed_at = now(), choices = '[]', choices_digest = ${'a'.repeat(64)}, published_at = now(), bundle = '{"places": {}}' where id = ${id}`
  await sql`update request set status = ${state === 'working' ? 'approved' : 'declined'}, reason_id = 1 where id = ${request}`
  await sql`insert into round_result (round_id, team_id, pseudonym, reasons) values (${id}, ${team}, 'X', ${sql.json({ summary: { code: 'no_choices' }, choices: [] })})`
  if (state === 'working') await sql`insert into assignment (team_id, project_id) select ${team}, id from project where slug = ${OPEN}`
  return { slug: 'matrix-round', team, request, round: id }
}
/** Without a free place, which the service would offer to the team while the call is made. */
async function waitingOf(thing: Thing): ReturnType<typeof roundOf> {
  await service.sql`update project set team_limit = 1 where slug = ${OPEN}`
  await service.sql`insert into assignment (team_id, project_id) select ${teams.hidden}, id from project where slug = ${OPEN}`
  return roundOf(thing, 'offered')
}
async function bundleForParticipants(thing: Thing): Promise<string> {
  const { slug, round } = await waitingOf(thing)
  await service.sql`update round set bundle_for = 'participants' where id = ${round}`
  return slug
}
async function offerOf(thing: Thing): Promise<{ slug: string; id: number }> {
  const { slug, team, request, round } = await roundOf(thing, 'offered')
  if (thing === 'missing') return { slug, id: MISSING }
  const id = await only(service.sql`insert into round_offer (round_id, request_id, team_id, project_id, created_at, due_at)
    select ${round}, ${request}, ${team}, id, now(), now() + interval '1 day' from project where slug = ${OPEN} returning id`)
  return { slug, id }
}
async function exchangeOf(thing: Thing): Promise<{ slug: string; id: number; team: number }> {
  const { slug, team, round } = await roundOf(thing, 'working')
  if (thing === 'missing') return { slug, id: MISSING, team }
  const id = await only(
    service.sql`insert into round_exchange (round_id, created_at, due_at) values (${round}, now(), now() + interval '1 day') returning id`,
  )
  await service.sql`insert into round_exchange_move select ${id}, ${team}, id, id from project where slug = ${OPEN}`
  return { slug, id, team }
}
async function lookingOf(thing: Thing): Promise<number> {
  await service.sql`update team set is_looking = true where id = ${teams.free}`
  return teamOf(thing, true)
}
async function sessionOf(thing: Thing, who: string): Promise<number> {
  if (thing === 'missing' || who === 'guest') return MISSING
  return (await signIn(service, thing === 'own' ? who : 'anna')).sessionId
}

type CallInput = { path?: Record<string, string | number>; query?: string; body?: object; file?: [content: Buffer, name: string] }
const text: [Buffer, string] = [Buffer.from('What we found.\n'), 'report.txt']
const calls: Record<string, (thing: Thing, who: string) => CallInput | Promise<CallInput>> = {
  getProjectStatusOf: (thing) => ({ path: { slug: slugs[thing] } }),
  createRequest: (thing) => ({ body: { project: OPEN, team: teamOf(thing, true), message: 'x' } }),
  updateRequest: async (thing) => ({ body: { request: await requestOf(thing), message: 'y' } }),
  withdrawRequest: async (thing) => ({ path: { id: await requestOf(thing) } }),
  listRequestMessages: async (thing) => ({ path: { id: await askedOf(thing) } }),
  sendRequestMessage: async (thing) => ({ path: { id: await askedOf(thing) }, body: { text: 'matrix' } }),
  decideRequest: async (thing) => ({ path: { id: await requestOf(thing) }, body: { decision: 'decline', reason: 1 } }),
  uploadResult: (thing) => ({ body: { project: slugs[thing] ?? slugs.own, team: teamOf(thing), category: 'Poster' }, file: text }),
  changeResult: async (thing) => ({ body: { file: await resultOf(thing) }, file: text }),
  deleteResult: async (thing) => ({ body: { file: await resultOf(thing) } }),
  listVersions: async (thing) => ({ path: { id: await resultOf(thing) } }),
  createLink: (thing) => ({ body: { project: slugs[thing], link: 'https://matrix.example/new' } }),
  deleteLink: async (thing) => ({ path: { id: await linkOf(thing) } }),
  updateMember: async (thing) => ({ body: { member: { ...ignoredFields(), id: await memberOf(thing), roles: ['Tester'] } } }),
  updateMemberRole: async (thing) => ({ path: { id: await memberOf(thing) }, body: { role: 'Tester' } }),
  createOwnTeam: (_, who) => ({ body: { name: `Matrix ${who}` } }),
  getTeam: (thing) => ({ path: { id: teamOf(thing) } }),
  getTeamOverview: (thing) => ({ path: { id: teamOf(thing) } }),
  updateOwnTeam: (thing) => ({ path: { id: teamOf(thing, true) }, body: { name: 'Matrix', description: 'matrix' } }),
  disbandTeam: (thing) => ({ path: { id: teamOf(thing, true) } }),
  undoTeamChange: async (thing) => ({ path: { id: await disbandingOf(thing) }, body: {} }),
  leaveTeam: (thing) => ({ path: { id: teamOf(thing, true) } }),
  requestLeave: (thing) => ({ path: { id: teamOf(thing) }, body: { message: 'matrix' } }),
  cancelLeave: async (thing, who) => ({ path: { id: await askedToLeave(thing, who) } }),
  handOverTeam: async (thing) => ({ path: await freeMemberOf(thing), body: { staysAdministrator: false } }),
  removeOwnMember: async (thing) => ({ path: await freeMemberOf(thing) }),
  createInvitation: (thing) => ({ path: { id: teamOf(thing, true) }, body: { person: null, uses: 1 } }),
  endInvitation: (thing) => ({ path: { id: teamOf(thing, true) }, query: '&link=1' }),
  acceptInvitation: async (thing) => ({ path: { token: await tokenOf(thing) } }),
  answerInvitation: async (thing, who) => ({
    path: { id: await joiningOf('person_invitation', thing, thing === 'own' ? who : 'anna') },
    body: { isAccepted: false },
  }),
  createJoinRequest: async (thing) => ({ path: { id: await lookingOf(thing) }, body: { message: 'matrix' } }),
  answerJoinRequest: async (thing) => ({
    path: { id: await joiningOf('join_request', thing, 'peter.vance', teamOf(thing, true)) },
    body: { isAccepted: false },
  }),
  cancelJoinRequest: async (thing, who) => ({ path: { id: await joiningOf('join_request', thing, thing === 'own' ? who : 'anna') } }),
  getBundle: async (thing) => ({ path: { slug: thing === 'missing' ? 'no-such-round' : await bundleForParticipants(thing) } }),
  listChoices: async (thing) => ({ path: { slug: thing === 'missing' ? 'no-such-round' : (await roundOf(thing, 'open')).slug } }),
  orderChoices: async (thing) => {
    const { slug, team, request } = await roundOf(thing, 'open')
    return { path: { slug }, body: { team, requests: [request] } }
  },
  acceptOffer: async (thing) => ({ path: await offerOf(thing) }),
  declineOffer: async (thing) => ({ path: await offerOf(thing) }),
  setWaiting: async (thing) => {
    const { slug, team, request } = await waitingOf(thing)
    return { path: { slug }, body: { team, request, isWaiting: false } }
  },
  setWishes: async (thing) => {
    const { slug, team } = await roundOf(thing, 'working')
    return { path: { slug }, body: { team, projects: [] } }
  },
  answerExchange: async (thing) => {
    const { team, ...path } = await exchangeOf(thing)
    return { path, body: { team, isConfirmed: false } }
  },
  saveProjects: (thing) => ({ body: { slugs: [slugs[thing]] } }),
  saveProject: (thing) => ({ path: { slug: slugs[thing] } }),
  unsaveProject: async (thing, who) => {
    await service.sql`
      insert into saved_project select x.id, p.id, now() from person x, project p
      where x.login in ('anna', ${who}) and p.slug = ${slugs[thing]} on conflict do nothing`
    return { path: { slug: slugs[thing] } }
  },
  updateAccount: () => ({ body: { email: '', phone: '+447700900199' } }),
  updateJoining: (thing) => ({ body: { isOpen: true, sentence: 'matrix', projects: [slugs[thing]] } }),
  getTeamFit: (thing) => ({ path: { id: teamOf(thing), slug: slugs.own } }),
  listTeamFits: (thing) => ({ path: { slug: slugs[thing] } }),
  updatePersonal: () => ({ body: { name: 'Имя', surname: 'Фамилия', patronymic: '' } }),
  updateNotifications: () => ({ body: { language: 'ru', kinds: [{ kind: 'new_sign_in', when: 'off' }] } }),
  putAvatar: () => ({ body: {}, file: [Buffer.from(PNG, 'base64'), 'a.png'] }),
  uploadCover: (thing) => ({ path: { slug: slugs[thing] }, body: { alt: 'x' }, file: [Buffer.from(PNG, 'base64'), 'a.png'] }),
  getEditedCover: async (thing) => ({ path: { slug: await coveredOf(thing) } }),
  updateCover: async (thing) => ({ path: { slug: await coveredOf(thing) }, body: { alt: 'y' } }),
  deleteCover: async (thing) => ({ path: { slug: await coveredOf(thing) } }),
  createQuestion: (thing) => ({ path: { slug: slugs[thing] }, body: { text: 'matrix' } }),
  answerQuestion: async (thing) => ({ path: { id: await questionOf(thing, 'former') }, body: { text: 'matrix' } }),
  deleteQuestion: async (thing, who) => ({ path: { id: await questionOf(thing, thing === 'own' ? who : 'anna') } }),
  endSession: async (thing, who) => ({ path: { id: await sessionOf(thing, who) } }),
}

// Parameters and headers that must be ignored: they name anna, or claim more rights.
const ignoredFields = () => {
  const anna = personIds.get('anna')!
  const ids = {
    id: anna,
    userId: anna,
    personId: anna,
    person_id: anna,
    person: anna,
    memberId: 1,
    team_id: teams.foreign,
    teamId: teams.foreign,
  }
  return {
    ...ids,
    user: anna,
    login: 'anna',
    isAdministrator: true,
    is_administrator: true,
    access: 'administrator',
    name: 'Mallory',
    role: 'administrator',
  }
}

async function send(id: string, who: string, { path = {}, query = '', body, file }: CallInput): Promise<Response> {
  const endpoint = endpoints.get(id)!
  const url = `${service.url}${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name]))}?userId=${personIds.get('anna')}${query}`
  const headers: Record<string, string> = who === 'guest' ? {} : { authorization: `Bearer ${tokens.get(who)}` }
  if (file) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ userId: personIds.get('anna'), ...body })) form.set(name, String(value))
    form.set('files', new Blob([new Uint8Array(file[0])]), file[1])
    return fetch(url, { method: endpoint.method, headers, body: form })
  }
  if (!body) return fetch(url, { method: endpoint.method, headers })
  const json = JSON.stringify({ ...ignoredFields(), ...body })
  return fetch(url, { method: endpoint.method, headers: { ...headers, 'content-type': 'application/json' }, body: json })
}

type Row = { place: string; row: Record<string, unknown> }
const dump = async (): Promise<Row[]> => service.sql<Row[]>`
  select place, row from (
    select 'person' as place, to_jsonb(x) as row from person x union all select 'team', to_jsonb(x) from team x
    union all select 'member', to_jsonb(x) from member x
    union all select 'member_role', to_jsonb(x) || jsonb_build_object('team_id', m.team_id) from member_role x join member m on m.id = x.member_id
    union all select 'assignment', to_jsonb(x) from assignment x union all select 'request', to_jsonb(x) from request x
    union all select 'request_transition', to_jsonb(x) || jsonb_build_object('team_id', r.team_id) from request_transition x join request r on r.id = x.request_id
    union all select 'link', to_jsonb(x) from link x union all select 'removed_link', to_jsonb(x) from removed_link x
    union all select 'file', to_jsonb(x) from file x
    union all select 'file_version', to_jsonb(x) || jsonb_build_object('team_id', f.team_id) from file_version x join file f on f.id = x.file_id
    union all select 'question', to_jsonb(x) from question x union all select 'person_joining', to_jsonb(x) from person_joining x
    union all select 'note', to_jsonb(x) from note x
    union all select 'request_message', to_jsonb(x) || jsonb_build_object('team_id', r.team_id) from request_message x join request r on r.id = x.request_id
    union all select 'cover', to_jsonb(x) from cover x union all select 'avatar', to_jsonb(x) from avatar x union all select 'email_change', to_jsonb(x) from email_change x
    union all select 'saved_project', to_jsonb(x) from saved_project x
    union all select 'pending_team_change', to_jsonb(x) from pending_team_change x union all select 'leave_request', to_jsonb(x) from leave_request x
    union all select 'team_wanted_role', to_jsonb(x) from team_wanted_role x union all select 'team_invitation', to_jsonb(x) from team_invitation x
    union all select 'person_invitation', to_jsonb(x) from person_invitation x union all select 'join_request', to_jsonb(x) from join_request x
    union all select 'round_offer', to_jsonb(x) from round_offer x union all select 'round_wish', to_jsonb(x) from round_wish x
    union all select 'round_exchange', to_jsonb(x) from round_exchange x union all select 'round_exchange_move', to_jsonb(x) from round_exchange_move x
    union all select 'outbox', to_jsonb(x) from outbox x union all select 'notification', to_jsonb(x) from notification x
    union all select 'identity', jsonb_build_object('person_id', person_id, 'subject', subject) from auth.identity
    union all select 'session', jsonb_build_object('id', id, 'person_id', person_id, 'revoked_at', revoked_at) from auth.session
  ) as all_rows order by place, row::text`

const annas = (rows: Row[]): Row[] => {
  const [anna, theirs] = [personIds.get('anna'), [teams.foreign, teams.foreignFree, teams.hidden] as unknown[]]
  return rows.filter(({ place, row }) => row.person_id === anna || theirs.includes(row.team_id) || (place === 'person' && row.id === anna))
}
// Access levels and memberships, which no other call of a member may change.
const changesMembers = ['deleteUser', 'createOwnTeam', 'leaveTeam', 'handOverTeam', 'acceptInvitation']
const accessRows = (rows: Row[]) =>
  rows.flatMap(({ place, row }) =>
    place === 'person'
      ? [`${row.id} ${row.access}`]
      : place === 'member'
        ? [`${row.id} ${row.person_id} ${row.team_id} ${row.is_administrator}`]
        : [],
  )

/** In one message to the server: after each of a thousand calls twenty would take longer than the calls. */
async function clear(): Promise<void> {
  await service.sql.unsafe(`
    delete from file where version > 0 and (file_type_id = (select id from file_type where name = 'Poster') and team_id in (${teams.own}, ${teams.foreign}));
    delete from assignment where project_id in (select id from project where slug = '${OPEN}');
    delete from request where project_id in (select id from project where slug = '${OPEN}');
    update project set round_id = null, team_limit = null, enrollment_start = null, enrollment_end = null where slug = '${OPEN}';
    delete from round where slug = 'matrix-round';
    delete from link where url like 'https://matrix.example/%';
    delete from cover;
    delete from question where text in ('matrix', '');
    delete from outbox where data ? 'question';
    delete from team where name like 'Matrix %';
    update team set name = 'Own and free' where name = 'Matrix';
    delete from pending_team_change;
    delete from leave_request;
    delete from team_invitation;
    delete from person_invitation;
    delete from join_request;
    update team set is_looking = false where id = ${teams.free};
    delete from member where team_id = ${teams.free} and person_id not in (select id from person where login in ('boris', 'vera'));
    insert into member (team_id, person_id, name, is_administrator) select ${teams.free}, id, 'x', login = 'boris' from person where login in ('boris', 'vera') on conflict (team_id, person_id) do update set is_administrator = excluded.is_administrator`)
}

test('every endpoint that is not public is in the matrix', () => {
  // Console endpoints refuse everyone but curators in the same way: see console-access.test.ts.
  const isHere = (id: string, path: string) => id === 'decideRequest' || !path.startsWith('/console')
  const closed = [...endpoints.values()]
    .filter(({ id, path, access }) => (access !== 'public' || id === 'getBundle') && isHere(id, path))
    .map(({ id }) => id)
  assert.deepEqual([...new Set(rows.map(({ id }) => id))].toSorted(), closed.toSorted())
  for (const { id, thing, statuses } of rows) {
    assert.equal(statuses.length, people!.length, `${id} ${thing}`)
    const { params, body } = endpoints.get(id)!
    const isAboutSomething =
      (params || body) && !['updateAccount', 'updatePersonal', 'updateNotifications', 'putAvatar', 'createOwnTeam'].includes(id)
    if (isAboutSomething)
      assert.ok(
        rows.some((row) => row.id === id && row.thing === 'missing'),
        `${id} is about something: what if it is not there?`,
      )
  }
})

forEachCase(
  rows,
  ({ id, thing, statuses }) =>
    `${id}${thing === '-' ? '' : `, ${thing}`}: ${statuses.map((status, n) => `${people![n]} ${status}`).join(', ')}`,
  async ({ id, thing, statuses }) => {
    const found: string[] = []
    for (const [n, who] of people!.entries()) {
      const made = (await calls[id]?.(thing, who)) ?? {}
      const before = await dump()
      const response = await send(id, who, made)
      const text = await response.text()
      const after = await dump()
      await clear()
      found.push(`${who} ${response.status}`)
      if (response.status !== statuses[n]) found.push(text.slice(0, 200))
      if (response.status >= 400) {
        assert.ok((JSON.parse(text) as { code: string }).code in errorStatus, text)
        assert.deepEqual(after, before, `${who} was refused, but something changed`)
      }
      if (id !== 'decideRequest') assert.deepEqual(annas(after), annas(before), `${who} changed data of anna`)
      if (!changesMembers.includes(id)) assert.deepEqual(accessRows(after), accessRows(before), `${who} changed memberships or access`)
    }
    assert.deepEqual(
      found,
      people!.map((who, n) => `${who} ${statuses[n]}`),
    )
  },
)
