import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { updateSettings } from '#contract/console/settings.ts'
import { createRequest } from '#contract/request.ts'
import {
  createOwnTeam,
  disbandTeam,
  getTeam,
  handOverTeam,
  leaveTeam,
  removeOwnMember,
  type TeamPage,
  undoTeamChange,
  updateOwnTeam,
} from '#contract/team.ts'
import { applyDueTeamChanges } from '#run/decisions.ts'
import { addProject, addTeam, personOf } from '#tests/support/requests.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'

// Teams that members make: api/team.post.ts and api/team/.

type Person = Awaited<ReturnType<typeof callAs>>
let service: TestService
let [anna, boris, vera, gleb, curator, admin] = [] as unknown as Person[]
before(async () => {
  service = await startService()
  ;[anna, boris, vera, gleb, curator, admin] = await Promise.all(
    ['anna', 'boris', 'vera', 'gleb', 'curator', 'admin'].map((login) => callAs(service, login)),
  )
})
after(() => service?.close())
beforeEach(async () => {
  await service.sql`delete from member where person_id in (select id from person where login in ('anna', 'boris', 'vera', 'gleb'))`
  await service.sql`delete from outbox`
})

let made = 0
const make = (who: Person | undefined, body: object = {}): Promise<TeamPage> =>
  who!(createOwnTeam, { body: { name: `Made ${++made}`, ...body } })
const at = (id: number) => ({ params: { id: String(id) } })
const member = (id: number, of: number) => ({ params: { id: String(id), member: String(of) } })
const page = (who: Person | undefined, id: number): Promise<TeamPage> => who!(getTeam, at(id))
const edit = (who: Person | undefined, id: number, body: object, headers = {}): Promise<TeamPage> =>
  who!(updateOwnTeam, { ...at(id), body, headers })
const leave = (who: Person | undefined, id: number) => who!(leaveTeam, at(id))
const undo = (who: Person | undefined, id: number, of?: number): Promise<TeamPage> =>
  who!(undoTeamChange, { ...at(id), body: of === undefined ? {} : { member: of } })
const memberIn = ({ members }: TeamPage, name: RegExp): number => members.find((one) => name.test(one.name))!.id

/** A team of members: the first one is its admin. */
async function teamOf(...logins: string[]): Promise<number> {
  const id = await addTeam(service.sql, `Team ${++made}`, ...logins)
  await service.sql`update team set formed_by = 'members' where id = ${id}`
  return id
}
async function assign(team: number, dateEnd: string | null = null): Promise<string> {
  const slug = `worked-on-${++made}`
  const project = await addProject(service.sql, slug, { dateEnd })
  await service.sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  return slug
}
const settings = (values: object) => admin!(updateSettings, { body: values })
const mails = async (kind: string) =>
  (await service.sql`select p.login from outbox o join person p on p.id = o.person_id where o.kind = ${kind} order by p.login`).map(
    ({ login }) => login,
  )
/** Removals and disbandings whose undo time ends within this time. */
const applyDue = (minutes = 11) =>
  applyDueTeamChanges({
    sql: service.sql,
    now: () => new Date(Date.now() + minutes * 60_000),
    calendar: service.app.calendar,
    log: service.app.log,
    onApplied: service.app.invalidate,
  })

test('a person makes a team and is its admin', async () => {
  const wantedRoles = [
    { role: 'Тестировщик', count: 1 },
    { role: 'QA', count: 1 },
    { role: 'designer', count: 1 },
  ]
  const team = await make(gleb, { name: ' Ёлки ', description: 'We plant.\u202e', wantedRoles, isLooking: true, roles: ['Designer'] })
  assert.deepEqual(
    [team.name, team.description, team.formedBy, team.isLooking, team.size, team.mostMembers],
    ['Ёлки', 'We plant.', 'members', true, 1, 8],
  )
  assert.deepEqual(
    team.wantedRoles.map(({ role, count }) => [role, count]),
    [
      ['QA', 2],
      ['Designer', 1],
    ],
  )
  assert.deepEqual(
    team.missingRoles.map(({ role, count }) => [role, count]),
    [['QA', 2]],
  )
  const [maker] = team.members
  assert.deepEqual(
    [maker!.name, maker!.isAdministrator, maker!.roles, team.own.member],
    ['Орлов Глеб Сергеевич', true, ['Designer'], maker!.id],
  )
  assert.deepEqual(await page(gleb, team.id), team)
  const [event] =
    await service.sql`select actor_id, detail from audit_event where action = 'createOwnTeam' and target = ${`team ${team.id}`}`
  assert.deepEqual([event!.actor_id, event!.detail], [await personOf(service.sql, 'gleb'), { name: 'Ёлки' }])
})

test('names, roles and numbers of a new team are checked', async () => {
  const { name } = await make(gleb, { name: `Берёза ${made}` })
  await refused('team_name_taken', make(vera, { name: name.toUpperCase().replace('Ё', 'Е') }))
  await refused('invalid_name', make(vera, { name: ' \u202e ' }))
  await refused('unknown_role', make(vera, { wantedRoles: [{ role: 'Juggler', count: 1 }] }))
  await refused('unknown_role', make(vera, { roles: ['Juggler'] }))
  const twice = [
    { role: 'QA', count: 12 },
    { role: 'Tester', count: 9 },
  ]
  await refused('too_many_wanted', make(vera, { wantedRoles: twice }))
})

test('a person is in one team without a running project, and makes five teams a day', async () => {
  const first = await make(anna)
  assert.match((await refused('too_many_teams', make(anna))).detail, /: 1\./)
  await assign(first.id)
  const second = await make(anna) // the first one works on a project now
  await leave(anna, second.id)
  await assign((await make(anna)).id, '2020-01-01')
  await refused('too_many_teams', make(anna)) // that project is over
  await service.sql`delete from member where person_id = ${await personOf(service.sql, 'anna')}`
  for (let round = 3; round < 5; round++) await leave(anna, (await make(anna)).id)
  const problem = await refused('too_many_new_teams', make(anna))
  assert.match(problem.detail, /up to 5 teams a day. Try again in 24 h/)
})

test('with the setting "curators" members make and manage no teams; they can hand over and leave', async () => {
  const id = await teamOf('boris*', 'vera')
  await settings({ whoFormsTeams: 'curators' })
  try {
    await refused('teams_by_curators_only', make(gleb))
    await refused('teams_by_curators_only', edit(boris, id, { name: 'Other' }))
    await refused('teams_by_curators_only', boris!(disbandTeam, at(id)))
    const { members, actions } = await page(boris, id)
    const other = memberIn({ members } as TeamPage, /Вера/)
    await refused('teams_by_curators_only', boris!(removeOwnMember, member(id, other)))
    assert.deepEqual([actions.edit.code, actions.handOver.code, actions.leave.code], ['teams_by_curators_only', null, null])
    await boris!(handOverTeam, { ...member(id, other), body: {} })
    await leave(boris, id)
  } finally {
    await settings({ whoFormsTeams: 'members' })
  }
})

test('members and curators see the team; others only while it looks for people, and then no members', async () => {
  const id = await teamOf('boris*', 'vera')
  const slug = await assign(id)
  for (const who of [boris, vera, curator, admin]) {
    const { members, project } = await page(who, id)
    assert.deepEqual([members.length, project?.slug], [2, slug])
  }
  await refused('team_not_found', page(gleb, id))
  await refused('team_not_found', page(gleb, 2_147_483_647))
  await service.sql`update team set is_looking = true where id = ${id}`
  const seen = await page(gleb, id)
  assert.deepEqual([seen.size, seen.members, seen.project, seen.requestsWaiting], [2, [], null, 0])
  assert.ok(!JSON.stringify(seen).match(/Вера|Борис|Никитина|Ефимов/))
  await service.sql`update team set is_looking = false where id = ${id}`
  await refused('team_not_found', page(gleb, id))
  const person = await personOf(service.sql, 'gleb')
  await service.sql`
    insert into join_request (team_id, person_id, created_at, expires_at) values (${id}, ${person}, now(), now() + interval '1 day')`
  assert.equal((await page(gleb, id)).own.joinRequest?.status, 'open')
  await service.sql`update join_request set expires_at = now() - interval '1 second', created_at = now() - interval '1 day' where team_id = ${id}`
  await refused('team_not_found', page(gleb, id))
  await service.sql`
    insert into person_invitation (team_id, person_id, created_at, expires_at) values (${id}, ${person}, now(), now() + interval '1 day')`
  assert.ok((await page(gleb, id)).own.invitation)
})

test('links, invitations and requests to join are for team admins', async () => {
  const id = await teamOf('boris*', 'vera')
  const [maker, asker] = [await personOf(service.sql, 'boris'), await personOf(service.sql, 'gleb')]
  const link = (token: number, uses: number, days: number) => service.sql`
    insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses, uses)
    values (${id}, ${Buffer.alloc(32, token)}, ${maker}, now() - interval '8 days', now() + ${days} * interval '1 day', 5, ${uses})`
  await link(1, 2, 1)
  await link(2, 5, 1) // used up
  await link(3, 0, -1) // expired
  await service.sql`
    insert into join_request (team_id, person_id, message, created_at, expires_at) values (${id}, ${asker}, 'Hi', now(), now() + interval '1 day')`
  await service.sql`
    insert into person_invitation (team_id, person_id, created_at, expires_at) values (${id}, ${asker}, now(), now() + interval '1 day')`
  const seen = await page(boris, id)
  assert.deepEqual(
    seen.links.map(({ uses, mostUses, createdBy }) => [uses, mostUses, createdBy]),
    [[2, 5, 'Ефимов Борис Алексеевич']],
  )
  assert.deepEqual(
    [seen.joinRequests.map(({ person, message }) => [person.name, message]), seen.invited.map(({ name }) => name)],
    [[['Орлов Глеб Сергеевич', 'Hi']], ['Орлов Глеб Сергеевич']],
  )
  for (const who of [vera, curator]) {
    const { links, invited, joinRequests } = await page(who, id)
    assert.deepEqual([links, invited, joinRequests], [[], [], []])
  }
})

test('a team admin edits the team; what is left out stays', async () => {
  const id = await teamOf('boris*', 'vera')
  const { name } = await page(boris, id)
  await refused('not_team_administrator', edit(vera, id, { name: 'Other' }))
  await refused('not_team_administrator', edit(curator, id, { name: 'Other' }))
  await refused('team_not_found', edit(gleb, id, { name: 'Other' }))
  const edited = await edit(boris, id, { description: 'New', isLooking: true, wantedRoles: [{ role: 'QA', count: 2 }] })
  assert.deepEqual([edited.name, edited.description, edited.isLooking, edited.wantedRoles[0]!.count], [name, 'New', true, 2])
  const renamed = await edit(boris, id, { name: `${name} 2`, description: null })
  assert.deepEqual([renamed.name, renamed.description, renamed.isLooking], [`${name} 2`, null, true])
  assert.deepEqual(renamed.wantedRoles, edited.wantedRoles)
  await edit(boris, id, { name: name.toUpperCase() }) // its own name in another case
  await refused('team_name_taken', edit(boris, id, { name: (await page(vera, await teamOf('vera*'))).name }))
  await refused('invalid_name', edit(boris, id, { name: '\u2800' }))
  await refused('unknown_role', edit(boris, id, { wantedRoles: [{ role: 'Juggler', count: 1 }] }))
  const many = [
    { role: 'QA', count: 20 },
    { role: 'Tester', count: 1 },
  ]
  await refused('too_many_wanted', edit(boris, id, { wantedRoles: many }))
  const [event] = await service.sql`
    select detail from audit_event where action = 'updateOwnTeam' and target = ${`team ${id}`} order by seq limit 1`
  assert.deepEqual(event!.detail, { team: name, description: [null, 'New'], isLooking: [false, true], wantedRoles: [[], ['QA 2']] })
})

test('an edit, a removal and a disbanding are refused when the team has changed since it was read', async () => {
  const id = await teamOf('boris*', 'vera')
  const url = `${service.url}/team/${id}`
  const headers = { authorization: `Bearer ${boris!.tokens.accessToken}` }
  const etag = async () => ({ 'if-match': (await fetch(url, { headers })).headers.get('etag')! })
  const stale = await etag()
  await edit(boris, id, { description: 'Changed' })
  const other = memberIn(await page(boris, id), /Вера/)
  await refused('precondition_failed', edit(boris, id, { description: 'Mine' }, stale))
  await refused('precondition_failed', boris!(removeOwnMember, { ...member(id, other), headers: stale }))
  await refused('precondition_failed', boris!(disbandTeam, { ...at(id), headers: stale }))
  assert.equal((await edit(boris, id, { description: 'Mine' }, await etag())).description, 'Mine')
})

test('a removal takes effect after the undo time; until then the member keeps the place, and only admins and curators see it', async () => {
  const id = await teamOf('boris*', 'vera', 'anna*')
  const other = memberIn(await page(boris, id), /Вера/)
  const own = memberIn(await page(boris, id), /Борис/)
  await refused('not_team_administrator', vera!(removeOwnMember, member(id, own)))
  await refused('use_leave_instead', boris!(removeOwnMember, member(id, own)))
  await refused('member_not_found', boris!(removeOwnMember, member(id, 2_147_483_647)))
  const pending = await boris!(removeOwnMember, member(id, other))
  const { removal } = pending.members.find((one) => one.id === other)!
  assert.equal(removal!.by, 'Ефимов Борис Алексеевич')
  const minutes = (Date.parse(removal!.takesEffectAt) - Date.now()) / 60_000
  assert.ok(minutes > 9 && minutes <= 10, `${minutes}`)
  assert.deepEqual(await boris!(removeOwnMember, member(id, other)), pending, 'repeating it changes nothing')
  assert.ok((await page(curator, id)).members.some((one) => one.removal))
  assert.ok((await page(vera, id)).members.every((one) => one.removal === null))
  assert.equal(await applyDue(9), 0)
  await refused('not_team_administrator', undo(vera, id, other))
  assert.ok(
    (await undo(anna, id, other)).members.every((one) => one.removal === null),
    'by another admin',
  )
  await refused('team_change_over', undo(boris, id, other))
  assert.equal(await applyDue(), 0)
  await boris!(removeOwnMember, member(id, other))
  assert.deepEqual(await mails('team_removed'), [])
  assert.equal(await applyDue(), 1)
  assert.equal((await page(boris, id)).size, 2)
  await refused('team_not_found', page(vera, id))
  assert.deepEqual(await mails('team_removed'), ['vera'])
  await refused('team_change_over', undo(boris, id, other))
})

test('a removal is dropped when its actor is no admin any more, or the team has a project', async () => {
  const id = await teamOf('boris*', 'vera', 'anna*')
  const seen = await page(boris, id)
  const [mine, other, third] = [/Борис/, /Вера/, /Анна/].map((name) => memberIn(seen, name)) as [number, number, number]
  await boris!(removeOwnMember, member(id, other))
  await anna!(removeOwnMember, member(id, mine))
  await boris!(removeOwnMember, member(id, third))
  assert.equal(await applyDue(), 2, 'vera is removed, then boris; anna stays')
  assert.deepEqual(
    (await page(anna, id)).members.map((one) => one.id),
    [third],
  )
  const second = await teamOf('boris*', 'vera')
  await boris!(removeOwnMember, member(second, memberIn(await page(boris, second), /Вера/)))
  await assign(second)
  assert.equal(await applyDue(), 0)
  assert.ok((await page(boris, second)).members.every((one) => one.removal === null))
})

test('a team is disbanded after the undo time; its members get an email', async () => {
  const id = await teamOf('boris*', 'vera')
  await refused('not_team_administrator', vera!(disbandTeam, at(id)))
  const { status, takesEffectAt } = await boris!(disbandTeam, at(id))
  assert.equal(status, 'disbanding')
  assert.deepEqual(await boris!(disbandTeam, at(id)), { id, status, takesEffectAt }, 'repeating it changes nothing')
  assert.equal((await page(boris, id)).disbanding!.takesEffectAt, takesEffectAt)
  assert.equal((await page(vera, id)).disbanding, null)
  await refused('team_disbanding', edit(boris, id, { name: 'Other' }))
  const slug = `open-${++made}`
  await addProject(service.sql, slug)
  await refused('team_disbanding', boris!(createRequest, { body: { project: slug, team: id } }))
  assert.equal((await undo(boris, id)).disbanding, null)
  await refused('team_change_over', undo(boris, id))
  const request = await boris!(createRequest, { body: { project: slug, team: id } })
  assert.match((await refused('team_has_requests', boris!(disbandTeam, at(id)))).detail, /: 1\./)
  await service.sql`update request set status = 'withdrawn' where id = ${request.id}`
  await boris!(disbandTeam, at(id))
  assert.equal(await applyDue(), 1)
  assert.deepEqual(await mails('team_removed'), ['vera'], 'not to the one who disbanded it')
  for (const who of [boris, vera, curator]) await refused('team_not_found', page(who, id))
  await refused('team_not_found', boris!(createRequest, { body: { project: slug, team: id } }))
  await make(boris) // is in no team any more
})

test('a disbanding is dropped when an application has come', async () => {
  const id = await teamOf('boris*')
  await boris!(disbandTeam, at(id))
  await service.sql`insert into request (team_id, project_id) select ${id}, min(id) from project`
  assert.equal(await applyDue(), 0)
  assert.equal((await page(boris, id)).disbanding, null)
})

test('without undo time both take effect at once', async () => {
  await settings({ undoMinutes: 0 })
  try {
    const id = await teamOf('boris*', 'vera', 'anna')
    const slug = await assign(id, '2020-01-01') // over, but no curator has ended it
    const left = await boris!(removeOwnMember, member(id, memberIn(await page(boris, id), /Вера/)))
    assert.equal(left.size, 2)
    assert.deepEqual(await boris!(disbandTeam, at(id)), { id, status: 'disbanded', takesEffectAt: null })
    assert.deepEqual(await mails('team_removed'), ['anna', 'vera'])
    const [work] = await service.sql`select outcome from assignment a join project p on p.id = a.project_id where p.slug = ${slug}`
    assert.equal(work!.outcome, 'finished')
  } finally {
    await settings({ undoMinutes: 10 })
  }
})

test('while the team works on a project, its members change only through curators', async () => {
  const id = await teamOf('boris*', 'vera')
  await assign(id)
  const other = memberIn(await page(boris, id), /Вера/)
  await refused('team_has_project', leave(vera, id))
  await refused('team_has_project', boris!(removeOwnMember, member(id, other)))
  await refused('team_has_project', boris!(handOverTeam, { ...member(id, other), body: {} }))
  await refused('team_has_project', boris!(disbandTeam, at(id)))
  await edit(boris, id, { description: 'Texts can be changed.' })
})

test('a team is handed over', async () => {
  const id = await teamOf('boris*', 'vera', 'former')
  await service.sql`insert into member (team_id, name) values (${id}, 'Without account')`
  const seen = await page(boris, id)
  const [mine, other, disabled, named] = [/Борис/, /Вера/, /Nora/, /Without/].map((name) => memberIn(seen, name)) as [
    number,
    number,
    number,
    number,
  ]
  const handOver = (who: Person | undefined, to: number, body: object = {}) => who!(handOverTeam, { ...member(id, to), body })
  await refused('not_team_administrator', handOver(vera, other))
  await refused('team_not_found', handOver(gleb, other))
  await refused('member_not_found', handOver(boris, 2_147_483_647))
  for (const without of [disabled, named]) await refused('member_without_account', handOver(boris, without))
  assert.deepEqual(await handOver(boris, mine, { staysAdministrator: false }), seen, 'to oneself: nothing changes')
  const both = await handOver(boris, other)
  assert.deepEqual(
    both.members.map((one) => one.isAdministrator),
    [true, true, false, false],
  )
  assert.deepEqual(await handOver(boris, other), both)
  assert.deepEqual(await mails('team_admin'), ['vera'])
  const handed = await handOver(boris, other, { staysAdministrator: false })
  assert.deepEqual([handed.own.isAdministrator, handed.members.map((one) => one.isAdministrator)], [false, [false, true, false, false]])
  await refused('not_team_administrator', handOver(boris, mine))
  assert.deepEqual(await mails('team_admin'), ['vera'])
})

test('when the only admin leaves, the longest-standing member becomes admin; the last member disbands the team', async () => {
  const id = await teamOf('boris*', 'vera', 'gleb')
  await refused('team_not_found', leave(anna, id))
  await refused('not_in_team', leave(curator, id))
  assert.deepEqual(await leave(boris, id), { id, status: 'left', isDisbanded: false })
  assert.deepEqual(await mails('team_admin'), ['vera'])
  const { own, actions } = await page(vera, id)
  assert.deepEqual([own.isAdministrator, actions.edit.isAllowed], [true, true])
  await leave(vera, id)
  await assign(id, '2020-01-01')
  const slug = `open-${++made}`
  await addProject(service.sql, slug)
  const request = await gleb!(createRequest, { body: { project: slug, team: id } })
  assert.deepEqual(await leave(gleb, id), { id, status: 'left', isDisbanded: true })
  const [row] = await service.sql`
    select t.disbanded_at is not null as "isDisbanded", r.status from team t join request r on r.team_id = t.id where r.id = ${request.id}`
  assert.deepEqual({ ...row }, { isDisbanded: true, status: 'withdrawn' })
})

test('a team below the least size cannot apply; the answer says how many are missing', async () => {
  const id = await teamOf('boris*', 'vera')
  const slug = `open-${++made}`
  await addProject(service.sql, slug)
  await settings({ leastTeamSize: 4 })
  try {
    const problem = await refused('team_too_small', boris!(createRequest, { body: { project: slug, team: id } }))
    assert.match(problem.detail, /needs 4 members to apply; “Team \d+” has 2, so 2 more must join/)
    const { apply } = (await page(boris, id)).actions
    assert.deepEqual([apply.code, apply.why], ['team_too_small', problem.detail])
    await settings({ leastTeamSize: 2 })
    assert.equal((await page(boris, id)).actions.apply.isAllowed, true)
    await boris!(createRequest, { body: { project: slug, team: id } })
  } finally {
    await settings({ leastTeamSize: 1 })
  }
})
