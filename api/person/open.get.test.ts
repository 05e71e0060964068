import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { listOpenPeople, updateJoining } from '#contract/joining.ts'
import { updatePersonal } from '#contract/profile.ts'
import { startService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { type Wanted, wantRoles } from '#tests/support/world/joining.ts'
import { addTeam, personOf } from '#tests/support/world/requests.ts'

type Caller = Awaited<ReturnType<typeof callAs>>
let [anna, gleb, vera]: Caller[] = []
let team: string // Anna is its admin
const { service } = useService()
before(async () => {
  ;[anna, gleb, vera] = await Promise.all(['anna', 'gleb', 'vera'].map((login) => callAs(service, login)))
  team = String(await addTeam(service.sql, 'Finders', 'anna*', 'vera'))
  await service.sql`
    insert into member_role (member_id, role_id, position)
    select m.id, r.id, 0 from member m, role r where m.team_id = ${team} and m.is_administrator and r.name = 'Team Lead'`
})

/** Later ones changed what they offer later. */
async function say(login: string, roles: string[] = [], { sentence = null as string | null, isOpen = true } = {}): Promise<number> {
  const id = await personOf(service.sql, login)
  await service.sql`insert into person_joining (person_id, is_open, sentence, updated_at) values (${id}, ${isOpen}, ${sentence}, clock_timestamp())`
  await service.sql`
    insert into person_joining_role (person_id, role_id, position)
    select ${id}, r.id, place - 1 from unnest(${roles}::text[]) with ordinality as given (name, place) join role r using (name)`
  return id
}
const wants = (roles: Wanted[]) => wantRoles(service.sql, team, roles)
const names = async (call: Caller, query = {}) => (await call(listOpenPeople, { query })).people.map(({ name }) => name.split(' ')[0])

beforeEach(async () => {
  await service.sql`delete from person_joining`
  await service.sql`delete from person_invitation`
  await service.sql`delete from team_wanted_role`
})

test('people who are open to joining, who changed it last first, without the caller and without closed accounts', async () => {
  await say('maya.lindqvist')
  await say('kenji.mori', ['QA'], { sentence: 'I test.' })
  await say('jonas.weber', [], { isOpen: false })
  await say('former')
  await say('anna')
  assert.deepEqual(await names(anna!), ['Mori', 'Lindqvist'])
  const { people, total, page, pageSize } = await anna!(listOpenPeople, { query: { pageSize: '1', page: '1' } })
  assert.deepEqual([total, page, pageSize], [2, 1, 1])
  const { id: _, ...kenji } = people[0]!
  assert.deepEqual(kenji, { name: 'Mori Kenji', avatar: null, sentence: 'I test.', roles: ['QA'], projects: [], matches: [], code: null })
  assert.deepEqual(await names(anna!, { pageSize: '1', page: '2' }), ['Lindqvist'])
  assert.deepEqual(await names(anna!, { pageSize: '1', page: '3' }), [])
  await refused('invalid_value', anna!(listOpenPeople, { query: { page: '-1' } }))
})

test('they are found by name, sentence, any word of a role, and project of interest', async () => {
  const kenji = await say('kenji.mori', ['QA'], { sentence: 'Люблю ёлки' })
  await say('maya.lindqvist', ['Designer'])
  const [project] = await service.sql`select id, slug from project where state = 'published' order by id limit 1`
  await service.sql`insert into person_joining_project values (${kenji}, ${project!.id}, 0)`
  for (const query of [{ text: 'mori' }, { text: 'ЕЛКИ люблю' }, { role: 'qa' }, { role: 'Тестировщик' }, { project: project!.slug }])
    assert.deepEqual(await names(anna!, query), ['Mori'], JSON.stringify(query))
  for (const query of [{ text: 'mori maya' }, { role: 'Wizard' }, { project: 'no-such' }, { role: 'DevOps' }])
    assert.deepEqual(await names(anna!, query), [], JSON.stringify(query))
  assert.deepEqual((await anna!(listOpenPeople, { query: { project: project!.slug } })).people[0]!.projects[0]!.slug, project!.slug)
})

test('turning it off hides at once, also from another process; so does disabling the account', async (t) => {
  const other = await startService({ database: service.database })
  t.after(() => other.close())
  const borisThere = await callAs(other, 'boris')
  for (let n = 0; n < 3; n++) {
    await gleb!(updateJoining, { body: { isOpen: true } })
    assert.deepEqual([await names(anna!), await names(borisThere)], [['Орлов'], ['Орлов']])
    await gleb!(updateJoining, { body: { isOpen: false } })
    assert.deepEqual([await names(anna!), await names(borisThere)], [[], []])
  }
  await say('maya.lindqvist')
  assert.deepEqual(await names(anna!), ['Lindqvist'])
  await service.sql`update person set disabled_at = now() where login = 'maya.lindqvist'`
  assert.deepEqual(await names(anna!), [])
  await service.sql`update person set disabled_at = null where login = 'maya.lindqvist'`
})

test('for a team, those who offer what it misses come first, with the words that matched', async () => {
  await wants([
    ['QA', 1],
    ['Designer', 1],
    ['Team Lead', 1], // Anna is
  ])
  await say('kenji.mori', ['Designer', 'QA'])
  await say('maya.lindqvist', ['Team Lead', 'Frontend Developer'])
  await say('jonas.weber', ['QA'])
  const { people } = await anna!(listOpenPeople, { query: { team } })
  assert.deepEqual(
    people.map(({ name, matches, code }) => [name, matches, code]),
    [
      [
        'Mori Kenji',
        [
          { role: 'QA', roleRu: 'Тестировщик', words: ['QA'] },
          { role: 'Designer', roleRu: 'Дизайнер', words: ['Designer'] },
        ],
        null,
      ],
      ['Weber Jonas', [{ role: 'QA', roleRu: 'Тестировщик', words: ['QA'] }], null],
      ['Lindqvist Maya', [], null],
    ],
  )
})

test('names, pictures, groups and notes change nothing in the order and the matches', async () => {
  await wants([['QA', 1]])
  for (const login of ['kenji.mori', 'maya.lindqvist', 'jonas.weber']) await say(login, login === 'kenji.mori' ? ['QA'] : [])
  const seen = async () => (await anna!(listOpenPeople, { query: { team } })).people.map(({ name: _, avatar: __, ...rest }) => rest)
  const before = await seen()
  await service.sql`
    update person set name = 'Аня', surname = chr(1040 + id % 32), patronymic = 'Яновна', avatar = 'https://example.org/x', group_name = 'best', phone = null
    where id in (select person_id from person_joining)`
  await service.sql`update team set name = 'Ааа' where id = ${team}`
  assert.deepEqual(await seen(), before)
})

test('the code says what an invitation would be answered with', async () => {
  const [kenji, maya, jonas] = [await say('kenji.mori'), await say('maya.lindqvist'), await say('jonas.weber')]
  const mate =
    await service.sql`select p.login from member m join person p on p.id = m.person_id where m.team_id = ${team} and p.login <> 'anna' limit 1`
  const member = await say(mate[0]!.login)
  const insert = (person: number, status: string) =>
    service.sql`insert into person_invitation (team_id, person_id, status, created_at, expires_at, ended_at) values
      (${team}, ${person}, ${status}, now(), now() + interval '1 day', ${status === 'open' ? null : new Date()})`
  await insert(kenji, 'open')
  await insert(maya, 'declined')
  const codes = async () => new Map((await anna!(listOpenPeople, { query: { team } })).people.map(({ id, code }) => [id, code] as const))
  const expected = [
    [kenji, 'already_invited'],
    [maya, 'not_open_to_joining'],
    [jonas, null],
    [member, 'already_member'],
  ] as const
  const found = await codes()
  for (const [id, code] of expected) assert.equal(found.get(id), code)
  await service.sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${team}, 'disband', now(), now() + interval '1 day')`
  assert.deepEqual(new Set((await codes()).values()), new Set(['team_disbanding']))
  await service.sql`delete from pending_team_change`
})

test('only admins of the team may look for it; a team one cannot see is not found', async () => {
  await refused('team_not_found', gleb!(listOpenPeople, { query: { team } }))
  await refused('team_not_found', anna!(listOpenPeople, { query: { team: '9999999999' } }))
  await refused('not_team_administrator', vera!(listOpenPeople, { query: { team } }))
  await refused('not_team_administrator', (await callAs(service, 'curator'))(listOpenPeople, { query: { team } }))
})

test('a person who offers one more wanted role gets no lower place', async () => {
  await wants([
    ['QA', 1],
    ['Designer', 1],
  ])
  await gleb!(updateJoining, { body: { isOpen: true, roles: ['QA'] } })
  for (const login of ['kenji.mori', 'maya.lindqvist']) await say(login, ['QA'])
  const place = async () => (await anna!(listOpenPeople, { query: { team } })).people.findIndex(({ id }) => id === gleb!.tokens.user.id)
  assert.equal(await place(), 2)
  await gleb!(updateJoining, { body: { roles: ['QA', 'Designer'] } })
  assert.equal(await place(), 0)
  await gleb!(updatePersonal, { body: { name: 'Яков', surname: 'Яковлев' } })
  assert.equal(await place(), 0)
})
