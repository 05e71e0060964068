import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { updateSettings } from '#contract/console/settings.ts'
import { listJoinRequests } from '#contract/invitation.ts'
import { getJoining, listOpenPeople, updateJoining } from '#contract/joining.ts'
import { getTeam } from '#contract/team.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addTeam, personOf } from '#tests/support/world/requests.ts'

const { service } = useService()

describe('getJoining', () => {
  before(async () => {
    await service.sql`delete from person_joining`
  })

  test('nothing is said at first, and nobody is open to joining', async () => {
    const nothing = { isOpen: false, sentence: null, roles: [], projects: [], neverInvite: false }
    const gleb = await callAs(service, 'gleb')
    assert.deepEqual(await gleb(getJoining), nothing)
    assert.deepEqual(await gleb(updateJoining, { body: {} }), nothing)
  })

  test('a project that is not published any more is not shown', async () => {
    const gleb = await callAs(service, 'gleb')
    const [project] = await service.sql`select id, slug from project where state = 'published' order by id desc limit 1`
    await gleb(updateJoining, { body: { projects: [project!.slug] } })
    await service.sql`update project set state = 'withdrawn' where id = ${project!.id}`
    assert.deepEqual((await gleb(getJoining)).projects, [])
    await service.sql`update project set state = 'published' where id = ${project!.id}`
    assert.equal((await gleb(getJoining)).projects[0]?.slug, project!.slug)
  })
})

describe('updateJoining', () => {
  let gleb: Awaited<ReturnType<typeof callAs>>
  before(async () => {
    await service.sql`delete from person_joining`
    await service.sql`delete from person_invitation`
    gleb = await callAs(service, 'gleb')
  })

  const nothing = { isOpen: false, sentence: null, roles: [], projects: [], neverInvite: false }

  test('roles are found by any of their names, projects also by a former slug; what is omitted stays', async () => {
    const [project] = await service.sql`select id, slug, name from project where state = 'published' order by id limit 1`
    await service.sql`insert into former_slug (slug, project_id) values ('formerly-of-interest', ${project!.id})`
    await service.app.catalog.refresh()
    const said = await gleb(updateJoining, {
      body: {
        isOpen: true,
        sentence: '  I like\ntesting. ',
        roles: ['Тестировщик', 'designer', 'QA'],
        projects: ['formerly-of-interest', project!.slug],
      },
    })
    const expected = {
      isOpen: true,
      sentence: 'I like testing.',
      roles: ['QA', 'Designer'],
      projects: [{ slug: project!.slug, name: project!.name }],
      neverInvite: false,
    }
    assert.deepEqual(said, expected)
    assert.deepEqual(await gleb(getJoining), expected)
    assert.deepEqual(await gleb(updateJoining, { body: { isOpen: false } }), { ...expected, isOpen: false })
    assert.deepEqual(await gleb(updateJoining, { body: { roles: ['Designer', 'QA'] } }), {
      ...expected,
      isOpen: false,
      roles: ['Designer', 'QA'],
    })
    assert.deepEqual(await gleb(updateJoining, { body: { roles: [], projects: [], sentence: null } }), nothing)
  })

  test('unknown roles and projects are refused, and nothing is changed', async () => {
    const before = await gleb(getJoining)
    const body = { isOpen: true, sentence: 'Not stored' }
    assert.match((await refused('unknown_role', gleb(updateJoining, { body: { ...body, roles: ['QA', 'Wizard'] } }))).detail, /“Wizard”/)
    assert.match((await refused('unknown_project', gleb(updateJoining, { body: { ...body, projects: ['no-such'] } }))).detail, /no-such/)
    const [draft] = await service.sql`select slug from project where state = 'draft' limit 1`
    await refused('unknown_project', gleb(updateJoining, { body: { ...body, projects: [draft!.slug] } }))
    assert.deepEqual(await gleb(getJoining), before)
  })

  test('an outdated If-Match is refused', async () => {
    const headers = { authorization: `Bearer ${gleb.tokens.accessToken}`, 'content-type': 'application/json' }
    const put = (body: object, more = {}) =>
      fetch(`${service.url}/profile/joining`, { method: 'PUT', headers: { ...headers, ...more }, body: JSON.stringify(body) })
    const read = await fetch(`${service.url}/profile/joining`, { headers })
    const ifMatch = { 'if-match': read.headers.get('etag')! }
    assert.equal((await put({ sentence: 'First' }, ifMatch)).status, 200)
    assert.equal((await put({ sentence: 'Second' }, ifMatch)).status, 412)
    assert.equal((await gleb(getJoining)).sentence, 'First')
  })

  test('“never invite” turns it off and declines open invitations; being open again allows them', async () => {
    const id = await personOf(service.sql, 'gleb')
    await gleb(updateJoining, { body: { isOpen: true } })
    await service.sql`
    insert into person_invitation (team_id, person_id, created_at, expires_at)
    select id, ${id}, now(), now() + interval '1 day' from team order by id limit 2`
    const statuses = async () =>
      (await service.sql`select status from person_invitation where person_id = ${id} order by id`).map(({ status }) => status)
    const said = await gleb(updateJoining, { body: { neverInvite: true } })
    assert.deepEqual([said.isOpen, said.neverInvite], [false, true])
    assert.deepEqual(await statuses(), ['declined', 'declined'])
    const again = await gleb(updateJoining, { body: { isOpen: true } })
    assert.deepEqual([again.isOpen, again.neverInvite], [true, false])
  })

  test('turning it off also hides the roles in requests to join', async () => {
    const { sql } = service
    const anna = await callAs(service, 'anna')
    const team = await addTeam(sql, 'Asked by Gleb', 'anna*')
    await sql`insert into join_request (team_id, person_id, created_at, expires_at) values (${team}, ${gleb.tokens.user.id}, now(), now() + interval '1 day')`
    const seen = async () => [
      (await anna(getTeam, { params: { id: String(team) } })).joinRequests[0]!.person.roles,
      (await anna(listJoinRequests)).toAnswer.find((one) => one.team.id === team)!.person.roles,
    ]
    await gleb(updateJoining, { body: { isOpen: true, roles: ['QA'] } })
    assert.deepEqual(await seen(), [['QA'], ['QA']])
    await gleb(updateJoining, { body: { isOpen: false } })
    assert.deepEqual(await seen(), [[], []])
    assert.deepEqual((await gleb(getJoining)).roles, ['QA'])
  })

  test('where curators form the teams nobody becomes open; who is can change the rest and turn it off', async (t) => {
    const admin = await callAs(service, 'admin')
    await gleb(updateJoining, { body: { isOpen: true } })
    await admin(updateSettings, { body: { whoFormsTeams: 'curators' } })
    t.after(() => admin(updateSettings, { body: { whoFormsTeams: 'members' } }))
    assert.equal((await gleb(updateJoining, { body: { isOpen: true, sentence: 'Still here' } })).sentence, 'Still here')
    assert.equal((await gleb(updateJoining, { body: { isOpen: false } })).isOpen, false)
    await refused('teams_by_curators_only', gleb(updateJoining, { body: { isOpen: true } }))
    assert.equal((await admin(listOpenPeople)).total, 0)
  })
})
