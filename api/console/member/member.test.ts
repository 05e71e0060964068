import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ConsoleTeam, createTeam, deleteTeam, getConsoleTeam, removeMember, updateTeamMember } from '#contract/console/team.ts'
import { getProfile } from '#contract/profile.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject } from '#tests/support/world/requests.ts'

const ids: Record<string, number> = {}
const { service, curator } = useService({ people: ['curator'] })
before(async () => {
  for (const { id, login } of await service.sql`select id, login from person`) ids[login] = id
})

let made = 0
const create = (members: object[]): Promise<ConsoleTeam> => curator(createTeam, { body: { name: `Made ${++made}`, members } })
const at = (id: number) => ({ params: { id: String(id) } })
const edit = (member: number, body: object): Promise<ConsoleTeam> => curator(updateTeamMember, { ...at(member), body })
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

test('a member without an account can be linked to an account, who gets an email', async () => {
  const { id, members } = await create([{ name: 'E. Sayer' }, { person: ids.anna, isAdministrator: true }])
  const member = members[0]!.id
  await refused('invalid_name', edit(member, { name: 'Edmund\u202eSayer' }))
  assert.equal((await edit(member, { name: 'Edmund Sayer' })).members[0]!.name, 'Edmund Sayer')
  await refused('already_member', edit(member, { person: ids.anna }))
  await refused('person_not_found', edit(member, { person: 2_147_483_647 }))
  const given = (await edit(member, { person: ids.vera, roles: ['QA'] })).members[0]!
  assert.deepEqual([given.person, given.name, given.roles, given.isAdministrator], [ids.vera, 'Никитина Вера Павловна', ['QA'], false])
  await refused('already_member', edit(member, { person: ids.gleb }))
  assert.equal((await edit(member, { person: ids.vera, name: 'Other' })).members[0]!.name, 'Никитина Вера Павловна')
  assert.deepEqual(
    (await emailsFor(id)).map(({ login }) => login),
    ['anna', 'vera'],
  )
  assert.ok((await profileOf('vera')).user.teams.includes(id))
})

test('administrators and roles can be changed; the last administrator stays', async () => {
  const { id, members } = await create([{ person: ids.gleb, isAdministrator: true }, { person: ids.vera }, { person: ids.former }])
  const [gleb, vera, former] = members.map((one) => one.id) as [number, number, number]
  await refused('team_needs_administrator', edit(gleb, { isAdministrator: false }))
  await refused('team_needs_administrator', curator(removeMember, at(gleb)))
  await edit(former, { isAdministrator: true })
  await refused('team_needs_administrator', edit(gleb, { isAdministrator: false }))
  const stale = await etagOf(id)
  const both = await edit(vera, { isAdministrator: true, roles: ['QA', 'Tester', 'Team Lead'] })
  assert.deepEqual(both.members[1]!.roles, ['QA', 'Team Lead'])
  await refused('precondition_failed', curator(updateTeamMember, { ...at(vera), body: { roles: [] }, headers: { 'if-match': stale } }))
  await refused('precondition_failed', curator(removeMember, { ...at(vera), headers: { 'if-match': stale } }))
  assert.deepEqual(await curator(getConsoleTeam, at(id)), both, 'nothing has changed')
  const fresh = { 'if-match': await etagOf(id) }
  assert.deepEqual((await curator(updateTeamMember, { ...at(vera), body: { roles: ['QA'] }, headers: fresh })).members[1]!.roles, ['QA'])
  await refused('unknown_role', edit(vera, { roles: ['Juggler'] }))
  assert.deepEqual((await edit(gleb, { isAdministrator: false })).administrators, ['Никитина Вера Павловна', 'Fischer Nora'])
  assert.equal((await edit(vera, { roles: [] })).members[1]!.isAdministrator, true, 'what is left out stays')
  const left = await curator(removeMember, at(gleb))
  assert.deepEqual(
    left.members.map((one) => one.login),
    ['vera', 'former'],
  )
  assert.ok(!(await profileOf('gleb')).user.teams.includes(id))
  await refused('member_not_found', curator(removeMember, at(gleb)))
  await refused('member_not_found', edit(9_999_999, {}))
  const before = (await auditOf(id)).length
  await edit(vera, { isAdministrator: true, roles: [] })
  const audit = await auditOf(id)
  assert.equal(audit.length, before, 'nothing changed, nothing recorded')
  assert.deepEqual(audit.at(-1), {
    action: 'removeMember',
    actor: ids.curator,
    detail: { team: left.name, removed: 'Орлов Глеб Сергеевич', person: ids.gleb },
  })
})

test('concurrent removal of both administrators: one call is refused', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, members } = await create([
      { person: ids.gleb, isAdministrator: true },
      { person: ids.vera, isAdministrator: true },
    ])
    const outcomes = await Promise.allSettled(members.map((one) => edit(one.id, { isAdministrator: false })))
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await curator(getConsoleTeam, at(id))).administrators.length, 1)
  }
})

test('files of a removed member stay', async () => {
  const { id, members } = await create([{ person: ids.gleb, isAdministrator: true }, { person: ids.vera }])
  const project = await addProject(service.sql, 'with-files')
  const [file] = await service.sql`
    insert into file (kind, project_id, team_id, file_type_id) select 'result', ${project}, ${id}, min(id) from file_type returning id`
  await service.sql`
    insert into file_version (file_id, version, name, mime, size, sha256, created_by)
    values (${file!.id}, 1, 'a.txt', 'text/plain', 1, ${'0'.repeat(64)}, ${ids.vera!})`
  await curator(removeMember, at(members[1]!.id))
  assert.equal((await service.sql`select created_by from file_version where file_id = ${file!.id}`)[0]!.created_by, ids.vera)
  await refused('team_in_use', curator(deleteTeam, at(id)))
})

test('a deleted account stays in the team as a member who cannot be linked to another account', async () => {
  const [gone] =
    await service.sql`insert into person (login, name, deleted_at, disabled_at) values ('gone-2', 'Gone', now(), now()) returning id`
  const { id } = await create([{ person: ids.gleb, isAdministrator: true }])
  await service.sql`insert into member (team_id, person_id, name) values (${id}, ${gone!.id}, 'Gone')`
  const member = (await curator(getConsoleTeam, at(id))).members[1]!
  assert.deepEqual([member.name, member.login, member.isActive], ['Gone', null, false])
  await refused('already_member', edit(member.id, { person: ids.vera }))
  assert.equal((await curator(removeMember, at(member.id))).size, 1)
})
