import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { updateMember } from '#contract/member.ts'
import { getProject } from '#contract/project.ts'
import type { Member } from '#contract/user.ts'
import { builtInRoles } from '#contract/vocabulary/role.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

type Person = Awaited<ReturnType<typeof callAs>>

let [boris, vera, anna, gleb, curator, admin]: Person[] = []
const { service } = useService()
before(async () => {
  for (const login of ['boris', 'vera', 'anna', 'gleb', 'curator', 'admin']) people.set(login, await callAs(service, login))
  ;[boris, vera, anna, gleb, curator, admin] = [...people.values()]
})
const people = new Map<string, Person>()

async function memberOf(login: string, team = 'Маяк'): Promise<Member> {
  const [row] = await service.sql<Member[]>`
    select m.id, m.name, m.is_administrator as "isAdministrator", m.person_id as user, m.team_id as team,
      array(select r.name from member_role mr join role r on r.id = mr.role_id where mr.member_id = m.id order by mr.position) as roles
    from member m join person p on p.id = m.person_id join team t on t.id = m.team_id where p.login = ${login} and t.name = ${team}`
  return { ...row! }
}
const set = (person: Person, id: number, roles: string[], headers = {}) =>
  person(updateMember, { body: { member: { id, roles } }, headers })
const rows = () => service.sql`select to_jsonb(m) as row from member m union all select to_jsonb(r) from member_role r order by 1`
const unchanged = async (work: () => Promise<unknown>) => {
  const before = await rows()
  await work()
  assert.deepEqual(await rows(), before)
}

test('a member sets own roles, in the given order, visible to everyone on the next call', async () => {
  const member = await memberOf('vera')
  const answer = await set(vera!, member.id, ['tester', '  frontend   DEVELOPER', 'тестировщик', 'UX'])
  const roles = ['QA', 'Frontend Developer', 'UX/UI designer']
  assert.deepEqual(answer, { ...member, roles })
  const { members } = await gleb!(getProject, { params: { slug: 'museum-pocket-guide' } })
  assert.deepEqual(
    members.find(({ id }) => id === member.id),
    answer,
  )
  assert.deepEqual((await set(vera!, member.id, roles.toReversed())).roles, roles.toReversed())
  assert.deepEqual((await memberOf('vera')).roles, roles.toReversed())
})

test('[field] every role of the app’s menu is stored and returned exactly, even if hidden', async (t) => {
  const member = await memberOf('vera')
  t.after(() => service.sql`update role set is_hidden = false`)
  for (const isHidden of [false, true]) {
    await service.sql`update role set is_hidden = ${isHidden}`
    for (const role of builtInRoles) {
      assert.deepEqual((await set(vera!, member.id, [role])).roles, [role])
      assert.deepEqual((await memberOf('vera')).roles, [role])
    }
    for (const several of [[...builtInRoles], builtInRoles.toReversed()]) {
      assert.deepEqual((await set(vera!, member.id, several)).roles, several)
      const { members } = await gleb!(getProject, { params: { slug: 'museum-pocket-guide' } })
      assert.deepEqual(members.find(({ id }) => id === member.id)!.roles, several)
    }
  }
})

test('an administrator of the team sets the roles of others, also of people without an account', async () => {
  const member = await memberOf('vera')
  assert.deepEqual((await set(boris!, member.id, ['Researcher'])).roles, ['Researcher'])
  const [guest] = await service.sql<{ id: number }[]>`
    insert into member (team_id, name) values (${member.team}, 'Пётр без учётной записи') returning id`
  const answer = await set(boris!, guest!.id, ['QA'])
  assert.deepEqual(answer, {
    id: guest!.id,
    name: 'Пётр без учётной записи',
    roles: ['QA'],
    isAdministrator: false,
    user: null,
    team: member.team,
  })
})

test('an empty list clears the roles', async () => {
  const member = await memberOf('vera')
  assert.deepEqual((await set(vera!, member.id, [])).roles, [])
  assert.deepEqual((await memberOf('vera')).roles, [])
})

test('other keys of the member in the body are ignored', async () => {
  const [mine, theirs] = [await memberOf('vera'), await memberOf('anna', 'Северный ветер')]
  const body = { member: { ...theirs, id: mine.id, name: 'Mallory', isAdministrator: true, roles: ['QA'] }, id: theirs.id, roles: [] }
  assert.deepEqual(await vera!(updateMember, { body }), { ...mine, roles: ['QA'] })
  assert.deepEqual(await memberOf('vera'), { ...mine, roles: ['QA'] })
  assert.deepEqual(await memberOf('anna', 'Северный ветер'), theirs)
})

test('claiming to be the member or an administrator in the body has no effect', async () => {
  const theirs = await memberOf('boris')
  const claim = { ...theirs, user: vera!.tokens.user.id, isAdministrator: true, roles: [] }
  await unchanged(() => refused('not_team_administrator', vera!(updateMember, { body: { member: claim } })))
})

test('other members, people of other teams, curators and administrators of the directory are refused', async () => {
  const { id } = await memberOf('boris')
  await unchanged(async () => {
    for (const person of [vera!, anna!, gleb!, curator!, admin!]) {
      const problem = await refused('not_team_administrator', set(person, id, ['QA']))
      assert.match(problem.detail, /“Маяк”/)
    }
  })
})

test('members of a team without a public project are visible only to the team and curators', async () => {
  const [team] = await service.sql<{ id: number }[]>`insert into team (name) values ('Тихая команда') returning id`
  const [member] = await service.sql<{ id: number }[]>`
    insert into member (team_id, person_id, name) values (${team!.id}, ${gleb!.tokens.user.id}, 'x') returning id`
  const { id } = member!
  await refused('member_not_found', set(anna!, id, []))
  await refused('not_team_administrator', set(curator!, id, []))
  await service.sql`insert into assignment (team_id, project_id, ended_at, outcome)
    select ${team!.id}, id, now(), 'left' from project where slug = 'museum-pocket-guide'`
  await refused('member_not_found', set(anna!, id, [])) // a team that left the project is not visible
  await service.sql`insert into assignment (team_id, project_id) select ${team!.id}, id from project where state <> 'published' limit 1`
  await refused('member_not_found', set(anna!, id, []))
  assert.deepEqual((await set(gleb!, id, ['QA'])).roles, ['QA'])
})

test('unknown members and ids beyond 32 bits are not found', async () => {
  for (const id of [2147483647, 999999]) await refused('member_not_found', set(boris!, id, []))
  for (const id of [2147483648, 2 ** 53, 0, -1]) await refused('invalid_value', set(boris!, id, []))
  for (const id of [1.5, '1', null, [1]]) await refused('invalid_input', set(boris!, id as number, []))
})

test('unknown roles are listed in the error, and nothing changes', async () => {
  const { id } = await memberOf('vera')
  await unchanged(async () => {
    const problem = await refused('unknown_role', set(vera!, id, ['QA', 'Wizard', 'Back', '', 'a\u202eb\r\n\0\ud800']))
    assert.match(problem.detail, /Unknown roles: “Wizard”, “Back”, “”, “a�b����”\./)
    await refused('invalid_value', set(vera!, id, Array(51).fill('QA')))
    await refused('invalid_value', set(vera!, id, ['x'.repeat(101)]))
    for (const roles of ['QA', [1], [null], null, {}]) await refused('invalid_input', set(vera!, id, roles as string[]))
  })
})

test('the permission is checked before the roles', async () => {
  await refused('not_team_administrator', set(gleb!, (await memberOf('boris')).id, ['Wizard']))
})

test('an outdated If-Match is refused', async () => {
  const { id } = await memberOf('vera')
  const put = (roles: string[], headers: Record<string, string> = {}) =>
    fetch(`${service.url}/member`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${vera!.tokens.accessToken}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ member: { id, roles } }),
    })
  const seen = (await put(['QA'])).headers.get('etag')!
  const racers = await Promise.all(['UX', 'ETL', 'ML', 'SRE', 'CAD'].map((role) => put([role], { 'if-match': seen })))
  assert.deepEqual(racers.map(({ status }) => status).toSorted(), [200, 412, 412, 412, 412])
  const winner = racers.find(({ status }) => status === 200)!
  const loser = racers.find(({ status }) => status === 412)!
  assert.equal(loser.headers.get('etag'), winner.headers.get('etag'), 'what it is now')
  await assertProblem(loser, 'precondition_failed')
  assert.deepEqual((await memberOf('vera')).roles, ((await winner.json()) as Member).roles)
})

test('concurrent changes leave one complete list', async () => {
  const { id } = await memberOf('vera')
  const lists = [['QA', 'Researcher'], ['Researcher', 'QA'], ['Data Engineer'], [], ['QA', 'Data Engineer', 'Team Lead']]
  await Promise.all(Array.from({ length: 25 }, (_, n) => set(n % 2 ? vera! : boris!, id, lists[n % 5]!)))
  const { roles } = await memberOf('vera')
  assert.ok(
    lists.some((list) => JSON.stringify(list) === JSON.stringify(roles)),
    roles.join(),
  )
})

test('an invalid token and other content types are refused', async () => {
  const { id } = await memberOf('vera')
  const put = (headers: Record<string, string>, body: string) => fetch(`${service.url}/member`, { method: 'PUT', headers, body })
  const good = JSON.stringify({ member: { id, roles: ['QA'] } })
  const json = { 'content-type': 'application/json' }
  const signedIn = { ...json, authorization: `Bearer ${vera!.tokens.accessToken}` }
  await unchanged(async () => {
    await assertProblem(await put(json, good), 'not_signed_in')
    await assertProblem(await put({ ...json, authorization: 'Bearer x' }, good), 'invalid_token')
    await assertProblem(await put({ ...signedIn, 'content-type': 'text/plain' }, good), 'unsupported_media_type')
    await assertProblem(await put({ ...signedIn, 'accept-language': 'ru' }, '{'), 'malformed_json', 'ru')
    await assertProblem(await put(signedIn, JSON.stringify({ member: { id, roles: [] }, x: 'x'.repeat(65_536) })), 'body_too_large')
    await assertProblem(await put(signedIn, ''), 'invalid_input')
  })
})
