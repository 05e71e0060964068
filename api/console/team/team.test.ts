import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  addMember,
  type ConsoleTeam,
  createTeam,
  deleteTeam,
  getConsoleTeam,
  listConsoleTeams,
  moveTeam,
  undoMove,
  updateTeam,
} from '#contract/console/team.ts'
import { getProfile } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { createRequest, decideRequest } from '#contract/request.ts'
import { patient } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, dayFromNow, historyOf, mailAbout, personOf } from '#tests/support/world/requests.ts'

const ids: Record<string, number> = {}
const { service, curator, anna } = useService({ people: ['curator', 'anna'], connection: patient })
before(async () => {
  for (const { id, login } of await service.sql`select id, login from person`) ids[login] = id
})

let made = 0
const uniqueName = () => `Made ${++made}`
const create = (members: object[] = [], name = uniqueName()): Promise<ConsoleTeam> => curator(createTeam, { body: { name, members } })
const at = (id: number) => ({ params: { id: String(id) } })
const add = (team: number, body: object): Promise<ConsoleTeam> => curator(addMember, { ...at(team), body })
const move = (team: number, project: string | null): Promise<ConsoleTeam> => curator(moveTeam, { ...at(team), body: { project } })
const emailsFor = (team: number) =>
  service.sql`select p.login, o.data from outbox o join person p on p.id = o.person_id
    where o.kind = 'team_added' and (o.data->>'team')::int = ${team} order by o.id`.then((rows) => rows.map((row) => ({ ...row })))
const auditOf = (team: number) =>
  service.sql`select action, actor_id as actor, detail from audit_event where target = ${`team ${team}`} order by seq`.then((rows) =>
    rows.map((row) => ({ ...row })),
  )
const profileOf = async (login: string) => (await callAs(service, login))(getProfile)
const etagOf = async (team: number) => {
  const answer = await fetch(`${service.url}/console/team/${team}`, {
    headers: { authorization: `Bearer ${curator.tokens.accessToken}` },
  })
  return answer.headers.get('etag')!
}
const workOf = (team: number) =>
  service.sql`select p.slug, a.outcome from assignment a join project p on p.id = a.project_id where team_id = ${team} order by a.id`.then(
    (rows) => rows.map(({ slug, outcome }) => [slug, outcome]),
  )

test('a team is created with members, who get an email and see it at once; it is in the audit log', async () => {
  const roles = ['tester', 'Team Lead', 'QA']
  const team = await create(
    [{ person: ids.gleb, isAdministrator: true, roles }, { person: ids.vera }, { name: ' Edmund Sayer ' }],
    '  Fresh Paint ',
  )
  const defaults = { isActive: true, isAdministrator: false, roles: [] }
  assert.deepEqual(
    team.members.map(({ id: _, ...rest }) => rest),
    [
      {
        ...defaults,
        name: 'Орлов Глеб Сергеевич',
        person: ids.gleb,
        login: 'gleb',
        group: 'ИВТ-21',
        isAdministrator: true,
        roles: ['QA', 'Team Lead'],
      },
      { ...defaults, name: 'Никитина Вера Павловна', person: ids.vera, login: 'vera', group: 'ПИ-22' },
      { ...defaults, name: 'Edmund Sayer', person: null, login: null, group: null, isActive: false },
    ],
  )
  const { name, size, administrators, project, requestsWaiting, history, requests } = team
  assert.deepEqual(
    { name, size, administrators, project, requestsWaiting, history, requests },
    {
      name: 'Fresh Paint',
      size: 3,
      administrators: ['Орлов Глеб Сергеевич'],
      project: null,
      requestsWaiting: 0,
      history: [],
      requests: [],
    },
  )
  assert.deepEqual(await curator(getConsoleTeam, at(team.id)), team)
  const data = { by: ids.curator, team: team.id }
  assert.deepEqual(await emailsFor(team.id), [
    { login: 'gleb', data },
    { login: 'vera', data },
  ])
  const members = ['Орлов Глеб Сергеевич', 'Никитина Вера Павловна', 'Edmund Sayer']
  assert.deepEqual(await auditOf(team.id), [{ action: 'createTeam', actor: ids.curator, detail: { name: 'Fresh Paint', members } }])
  const profile = await profileOf('gleb')
  assert.deepEqual(profile.user.administratedTeams, [team.id])
  assert.equal(profile.members.find(({ user }) => user === ids.vera)?.name, 'Никитина Вера Павловна')
})

test('an invalid team is refused, and nothing is saved', async () => {
  const before = await service.sql`select (select count(*) from team) as teams, (select count(*) from outbox) as emails`
  await refused('name_taken', create([], ' МАЯК '))
  await refused('invalid_name', create([], 'a\u202eb'))
  await refused('invalid_name', create([], '   '))
  await refused('invalid_name', create([{ name: ' ' }]))
  await refused('invalid_name', create([{}]))
  await refused('invalid_name', create([{ name: 'x\u0000y' }]))
  await refused('person_not_found', create([{ person: 2_147_483_647, isAdministrator: true }]))
  await refused('already_member', create([{ person: ids.gleb, isAdministrator: true }, { person: ids.gleb }]))
  await refused('team_needs_administrator', create([{ person: ids.gleb }]))
  await refused('team_needs_administrator', create([{ person: ids.former, isAdministrator: true }]))
  const problem = await refused('unknown_role', create([{ name: 'X', roles: ['QA', 'Juggler'] }]))
  assert.match(problem.detail, /“Juggler”/)
  await refused('invalid_value', create([], 'x'.repeat(101)))
  assert.deepEqual(await service.sql`select (select count(*) from team) as teams, (select count(*) from outbox) as emails`, before)
})

test('of concurrent calls with one team name, one succeeds', async () => {
  const outcomes = await Promise.allSettled(['Racer', 'racer', ' RACER ', 'rAcEr'].map((name) => create([], name)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of outcomes) if (one.status === 'rejected') assert.match(String(one.reason), /name_taken/)
  const [first, second] = [await create(), await create()]
  const renamed = await Promise.allSettled([first, second].map(({ id }) => curator(updateTeam, { ...at(id), body: { name: 'Racing' } })))
  assert.deepEqual(renamed.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('name and description change unless If-Match is outdated; unchanged values are not recorded', async () => {
  const team = await create()
  const etag = await etagOf(team.id)
  const body = { name: 'Renamed', description: 'Two\u0007 lines\r\nof text' }
  const answer = await curator(updateTeam, { ...at(team.id), body, headers: { 'if-match': etag } })
  assert.equal(answer.name, 'Renamed')
  assert.equal(answer.description, 'Two lines\nof text')
  assert.ok(answer.updatedAt >= team.updatedAt)
  await refused('precondition_failed', curator(updateTeam, { ...at(team.id), body: { name: 'Late' }, headers: { 'if-match': etag } }))
  assert.deepEqual(await curator(getConsoleTeam, at(team.id)), answer, 'nothing has changed')
  assert.equal((await curator(updateTeam, { ...at(team.id), body: { name: 'RENAMED' } })).description, 'Two lines\nof text')
  await curator(updateTeam, { ...at(team.id), body: { name: 'RENAMED' } })
  await refused('name_taken', curator(updateTeam, { ...at(team.id), body: { name: 'маяк' } }))
  await refused('invalid_name', curator(updateTeam, { ...at(team.id), body: { name: '\u2028' } }))
  await refused('team_not_found', curator(updateTeam, { ...at(9_999_999), body: { name: 'X' } }))
  assert.deepEqual(
    (await auditOf(team.id)).slice(1).map(({ detail }) => detail),
    [{ name: [team.name, 'Renamed'], description: [null, 'Two lines\nof text'] }, { name: ['Renamed', 'RENAMED'] }],
  )
})

test('members are added one by one; the first one with an account becomes administrator by default', async () => {
  const { id } = await create([{ name: 'Somebody' }])
  const first = await add(id, { person: ids.gleb, roles: ['QA'] })
  const gleb = first.members.find(({ person }) => person === ids.gleb)!
  assert.equal(gleb.isAdministrator, true)
  const second = await add(id, { person: ids.vera })
  assert.equal(second.members.at(-1)!.isAdministrator, false)
  await refused('already_member', add(id, { person: ids.vera, isAdministrator: true }))
  await refused('person_not_found', add(id, { person: 2_147_483_647 }))
  await refused('invalid_name', add(id, { name: '\u200b' }))
  await refused('unknown_role', add(id, { name: 'New', roles: ['Juggler'] }))
  await refused('team_not_found', add(9_999_999, { name: 'New' }))
  const empty = await create()
  await refused('team_needs_administrator', add(empty.id, { person: ids.gleb, isAdministrator: false }))
  assert.deepEqual(
    (await emailsFor(id)).map(({ login }) => login),
    ['gleb', 'vera'],
  )
  assert.equal((await auditOf(id)).length, 3)
})

test('adding a person twice concurrently creates one member', async () => {
  const { id } = await create()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => add(id, { person: ids.gleb })))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of outcomes) if (one.status === 'rejected') assert.match(String(one.reason), /already_member/)
})

test('a deleted account cannot be added, nor one that is being deleted', async () => {
  const [gone] =
    await service.sql`insert into person (login, name, deleted_at, disabled_at) values ('gone-1', 'Gone', now(), now()) returning id`
  const { id } = await create()
  await refused('person_not_found', add(id, { person: gone!.id }))
  const [leaving] = await service.sql`insert into person (login, name, surname) values ('leaving', 'Lea', 'Ving') returning id`
  const adding = await service.sql.begin(async (sql) => {
    await sql`select 1 from person where id = ${leaving!.id} for update`
    const waiting = add(id, { person: leaving!.id }).then(
      () => 'added',
      (error) => String(error),
    )
    await waitForLock()
    await sql`update person set deleted_at = now(), disabled_at = now() where id = ${leaving!.id}`
    return { waiting }
  })
  assert.match(await adding.waiting, /person_not_found/)
})

/** Waits until a connection is blocked by another. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const rows = await service.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (rows.length > 0) return
  }
}

test('members hear that a curator moved their team when it can no longer be undone, those with an approved application once', async () => {
  const { sql } = service
  await addProject(sql, 'moved-a')
  await addProject(sql, 'moved-b')
  const team = await addTeam(sql, 'Moved', 'anna*', 'vera', 'boris')
  const told = async () =>
    (
      await sql`select o.kind, p.login, o.data->>'project' as project, (o.data->>'ended')::boolean as ended, (extract(epoch from o.due_at - o.created_at) / 60)::int as due from outbox o
        join person p on p.id = o.person_id where (o.data->>'team')::int = ${team} and o.kind in ('team_moved', 'request_approved') order by o.id`
    ).map((row) => ({ ...row }))
  const of = (login: string, project: string, ended = false) => ({ kind: 'team_moved', login, project, ended, due: 10 })
  await move(team, 'moved-a')
  const first = [of('anna', 'moved-a'), of('boris', 'moved-a'), of('vera', 'moved-a')]
  assert.deepEqual(
    (await told()).toSorted((a, b) => (a.login < b.login ? -1 : 1)),
    first,
  )
  await move(team, null)
  assert.deepEqual(
    (await told())
      .slice(3)
      .map(({ login, project, ended }) => [login, project, ended])
      .toSorted(),
    [
      ['anna', 'moved-a', true],
      ['boris', 'moved-a', true],
      ['vera', 'moved-a', true],
    ],
  )
  await anna(createRequest, { body: { project: 'moved-b', team, message: 'Please' } })
  await move(team, 'moved-b')
  assert.deepEqual(
    (await told())
      .slice(6)
      .map(({ kind, login }) => `${kind} ${login}`)
      .toSorted(),
    ['request_approved anna', 'team_moved boris', 'team_moved vera'],
  )
})

test('assigning a project approves its application, supersedes the others and is visible to everyone', async () => {
  const { sql } = service
  await addProject(sql, 'wanted-a', { teamLimit: 1 })
  await addProject(sql, 'wanted-b')
  const team = await addTeam(sql, 'Movers', 'anna*', 'vera')
  const [a, b] = [
    await anna(createRequest, { body: { project: 'wanted-a', team, message: 'Please' } }),
    await anna(createRequest, { body: { project: 'wanted-b', team, message: 'Please' } }),
  ]
  const moved = await move(team, 'wanted-a')
  assert.equal(moved.project?.slug, 'wanted-a')
  assert.deepEqual(
    moved.requests.map(({ id, status }) => [id, status]),
    [
      [b.id, 'superseded'],
      [a.id, 'approved'],
    ],
  )
  assert.equal(moved.requestsWaiting, 0)
  const actor = await personOf(sql, 'curator')
  const step = { from: 'submitted', actor, reason: null, comment: null }
  assert.deepEqual((await historyOf(sql, a.id)).at(-1), { ...step, to: 'approved' })
  assert.deepEqual((await historyOf(sql, b.id)).at(-1), { ...step, to: 'superseded' })
  const emails = [...(await mailAbout(sql, a.id)), ...(await mailAbout(sql, b.id))].map(({ kind, login }) => `${kind} ${login}`)
  assert.deepEqual(emails, ['request_received anna', 'request_approved anna', 'request_received anna', 'request_superseded anna'])
  const { project } = await curator(getProject, { params: { slug: 'wanted-a' } })
  assert.deepEqual([project.teams, project.freePlaces], [[team], 0])
  assert.ok((await profileOf('vera')).user.projects.includes('wanted-a'))
  assert.deepEqual((await auditOf(team)).at(-1)!.detail, { team: 'Movers', project: [null, 'Project wanted-a'] })

  const again = await move(team, 'wanted-a')
  assert.deepEqual(again, moved, 'the same once more is nothing')
  assert.equal((await auditOf(team)).length, 1)
  const other = await addTeam(sql, 'Too late', 'boris*')
  await refused('no_free_place', move(other, 'wanted-a'))
  await move(team, 'wanted-b')
  assert.deepEqual(await workOf(team), [
    ['wanted-a', 'left'],
    ['wanted-b', null],
  ])
  const detail = await curator(getProject, { params: { slug: 'wanted-a' } })
  assert.deepEqual([detail.project.teams, detail.project.freePlaces], [[], 1])
  assert.equal((await move(team, null)).project, null)
  assert.deepEqual((await workOf(team)).at(-1), ['wanted-b', 'left'])
  assert.deepEqual((await auditOf(team)).at(-1)!.detail, { team: 'Movers', project: ['Project wanted-b', null], outcome: 'left' })
})

test('a move is undone with its applications and emails, once, within its time', async () => {
  const { sql } = service
  for (const slug of ['undo-a', 'undo-b', 'undo-c']) await addProject(sql, slug, { teamLimit: 1 })
  const team = await addTeam(sql, 'Undoers', 'anna*')
  const undo = () => curator(undoMove, at(team))
  await refused('move_not_undoable', undo())
  const [a, b] = [
    await anna(createRequest, { body: { project: 'undo-a', team, message: 'Please' } }),
    await anna(createRequest, { body: { project: 'undo-b', team, message: 'Please' } }),
  ]
  const before = await curator(getConsoleTeam, at(team))
  const moved = await move(team, 'undo-a')
  assert.equal(Date.parse(moved.undoMoveUntil!) - Date.parse(moved.updatedAt), 10 * 60_000)
  const back = await undo()
  assert.deepEqual({ ...back, updatedAt: '' }, { ...before, updatedAt: '' })
  assert.deepEqual(await workOf(team), [])
  assert.deepEqual((await historyOf(sql, b.id)).at(-1)!.to, 'submitted')
  const states =
    await sql`select o.state from outbox o where (o.data->>'request')::int in (${a.id}, ${b.id}) and kind <> 'request_received' or (o.kind = 'team_moved' and (o.data->>'team')::int = ${team})`
  assert.deepEqual([...new Set(states.map(({ state }) => state))], ['cancelled'])
  assert.deepEqual((await auditOf(team)).at(-1), {
    action: 'undoMove',
    actor: ids.curator,
    detail: { team: 'Undoers', project: ['Project undo-a', null] },
  })
  await refused('move_not_undoable', undo())

  // Back to the former project, unless another team has its place.
  await move(team, 'undo-a')
  await move(team, 'undo-c')
  assert.equal((await undo()).project?.slug, 'undo-a')
  assert.deepEqual(await workOf(team), [['undo-a', null]])
  await move(team, 'undo-c')
  const other = await addTeam(sql, 'Faster', 'boris*')
  await move(other, 'undo-a')
  await refused('no_free_place', undo())
  await move(other, null)
  // Ended work is resumed.
  await move(team, null)
  assert.equal((await undo()).project?.slug, 'undo-c')
  // Too late.
  await move(team, 'undo-a')
  await sql`update team_move set undo_until = now() - interval '1 second' where team_id = ${team}`
  assert.equal((await curator(getConsoleTeam, at(team))).undoMoveUntil, null)
  await refused('move_not_undoable', undo())
  await refused('team_not_found', curator(undoMove, at(2_147_483_647)))
})

test('undoing a move restores decisions that had not taken effect', async () => {
  const { sql } = service
  for (const slug of ['pending-a', 'pending-b']) await addProject(sql, slug)
  const team = await addTeam(sql, 'Pending', 'anna*')
  const { id } = await anna(createRequest, { body: { project: 'pending-b', team, message: 'Please' } })
  const [reason] = await sql<{ id: number }[]>`select min(id) as id from refusal_reason`
  await curator(decideRequest, { params: { id: String(id) }, body: { decision: 'decline', reason: reason!.id, comment: 'Sorry' } })
  const decisions = () =>
    sql`select request_id, decision, comment, actor_id, decided_at, due_at from pending_decision where team_id = ${team}`
  const before = [...(await decisions())]
  assert.equal(before.length, 1)
  await move(team, 'pending-a')
  assert.equal((await decisions()).length, 0)
  await curator(undoMove, at(team))
  assert.deepEqual([...(await decisions())], before)
})

test('work on an ended project becomes finished when the team moves, and stays in the history', async () => {
  const { sql } = service
  await addProject(sql, 'over', { dateStart: dayFromNow(-90), dateEnd: dayFromNow(-2), enrollmentStart: null, enrollmentEnd: null })
  await addProject(sql, 'next')
  const team = await addTeam(sql, 'Finishers', 'vera*')
  const before = await move(team, 'over')
  assert.equal(before.project?.status, 'completed')
  const { teams } = await curator(listConsoleTeams, { query: { text: 'finishers', work: 'free' } })
  assert.deepEqual(
    teams.map(({ id }) => id),
    [team],
  )
  const after = await move(team, 'next')
  assert.deepEqual(
    after.history.map(({ slug, outcome }) => [slug, outcome]),
    [
      ['next', null],
      ['over', 'finished'],
    ],
  )
  assert.deepEqual((await curator(getProject, { params: { slug: 'over' } })).project.teams, [team], 'the finished project still shows it')
})

test('only a published project can be assigned; a former slug works', async () => {
  const { sql } = service
  await addProject(sql, 'draft-only', { state: 'draft' })
  const renamed = await addProject(sql, 'name-one')
  await sql`update project set slug = 'name-two' where id = ${renamed}`
  const team = await addTeam(sql, 'Choosers', 'vera*')
  await refused('project_not_found', move(team, 'draft-only'))
  await refused('project_not_found', move(team, 'no-such-project'))
  await refused('team_not_found', move(9_999_999, 'name-two'))
  await refused('invalid_input', curator(moveTeam, { ...at(team), body: {} as { project: null } }))
  const stale = await etagOf(team)
  assert.equal((await move(team, 'name-one')).project?.slug, 'name-two')
  await refused('precondition_failed', curator(moveTeam, { ...at(team), body: { project: null }, headers: { 'if-match': stale } }))
  assert.equal((await curator(getConsoleTeam, at(team))).project?.slug, 'name-two', 'nothing has changed')
  const headers = { 'if-match': await etagOf(team) }
  assert.equal((await curator(moveTeam, { ...at(team), body: { project: null }, headers })).project, null)
  await move(team, 'name-one')
  await sql`update project set state = 'archived' where id = ${renamed}`
  assert.equal((await curator(getConsoleTeam, at(team))).project?.status, null)
})

test('of several teams moved to the last place concurrently, one gets it', async () => {
  await addProject(service.sql, 'one-place', { teamLimit: 1 })
  const teams = await Promise.all([1, 2, 3, 4].map((n) => addTeam(service.sql, `Runner ${n}`, 'vera*')))
  const outcomes = await Promise.allSettled(teams.map((team) => move(team, 'one-place')))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of outcomes) if (one.status === 'rejected') assert.match(String(one.reason), /no_free_place/)
})

test('only a team without projects and applications can be deleted', async () => {
  const { id, name } = await create([{ person: ids.gleb, isAdministrator: true }])
  const stale = await etagOf(id)
  await add(id, { name: 'Late' })
  await refused('precondition_failed', curator(deleteTeam, { ...at(id), headers: { 'if-match': stale } }))
  assert.deepEqual(await curator(deleteTeam, at(id)), { id, status: 'deleted' })
  await refused('team_not_found', curator(deleteTeam, at(id)))
  await refused('team_not_found', curator(getConsoleTeam, at(id)))
  assert.ok(!(await profileOf('gleb')).user.teams.includes(id))
  assert.deepEqual((await auditOf(id)).at(-1)!.detail, { name, members: ['Орлов Глеб Сергеевич', 'Late'] })
  await addProject(service.sql, 'asked-for')
  const applicant = await addTeam(service.sql, 'Asked', 'anna*')
  await anna(createRequest, { body: { project: 'asked-for', team: applicant, message: 'Please' } })
  await refused('team_in_use', curator(deleteTeam, at(applicant)))
  const worked = await addTeam(service.sql, 'Worked', 'anna*')
  await move(worked, 'asked-for')
  await move(worked, null)
  await refused('team_in_use', curator(deleteTeam, at(worked)))
  const linked = await addTeam(service.sql, 'Linked', 'anna*')
  await service.sql`insert into link (project_id, team_id, platform_id, url)
    select p.id, ${linked}, min(f.id), 'https://a.example/x' from project p, platform f where p.slug = 'asked-for' group by p.id`
  await refused('team_in_use', curator(deleteTeam, at(linked)))
})

test('teams can be searched by their texts, are sorted by name and paged', async () => {
  const found = async (query: object) => (await curator(listConsoleTeams, { query })).teams.map(({ name }) => name)
  assert.deepEqual(await found({ text: 'МАЯК' }), ['Маяк'])
  assert.deepEqual(await found({ text: 'гусев артем' }), ['Маяк'])
  assert.deepEqual(await found({ text: 'edmund paper' }), ['Paper Boats'])
  assert.deepEqual(await found({ text: 'маяк edmund' }), [])
  assert.deepEqual(await found({ text: '%' }), [])
  const working = await curator(listConsoleTeams, { query: { work: 'working' } })
  const free = await curator(listConsoleTeams, { query: { work: 'free' } })
  const all = await curator(listConsoleTeams, { query: { pageSize: '3' } })
  assert.equal(working.total + free.total, all.total)
  assert.ok(working.teams.every(({ project }) => project !== null))
  assert.equal(all.teams.length, 3)
  const second = await curator(listConsoleTeams, { query: { pageSize: '3', page: '2' } })
  assert.ok(second.teams.every(({ id }) => !all.teams.some((one) => one.id === id)))
  const beyond = await curator(listConsoleTeams, { query: { page: '999' } })
  assert.deepEqual([beyond.teams, beyond.total], [[], all.total])
  await refused('invalid_value', curator(listConsoleTeams, { query: { page: '0' } }))
  const { teams } = await curator(listConsoleTeams, { query: { text: 'маяк' } })
  assert.deepEqual([teams[0]!.size, teams[0]!.administrators, teams[0]!.project?.status], [4, ['Ефимов Борис Алексеевич'], 'active'])
  await refused('team_not_found', curator(getConsoleTeam, at(0)))
  await refused('team_not_found', curator(getConsoleTeam, at(9_999_999_999)))
})
