import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getProjectStatus, getProjectStatusOf } from '#contract/profile.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

describe('getProjectStatus', () => {
  const teamOf = async (name: string): Promise<number> => (await service.sql`select id from team where name = ${name}`)[0]!.id

  test('a project in work has the caller’s role and the approved application', async () => {
    const team = await teamOf('Маяк')
    for (const [login, role] of [
      ['boris', 'administrator'],
      ['vera', 'member'],
    ] as const) {
      const { user, teams, projects } = await (await callAs(service, login))(getProjectStatus)
      assert.deepEqual(user, { assignableTeams: [], hasTeamApplied: false })
      assert.deepEqual(
        teams.map(({ id, project }) => ({ id, project })),
        [{ id: team, project: 'museum-pocket-guide' }],
      )
      const requests = await service.sql`select r.id, slug from request r join project p on p.id = project_id where team_id = ${team}`
      const requestFor = (slug: string) => requests.find((request) => request.slug === slug)!.id as number
      assert.deepEqual(
        projects.map(({ id, role, team, request }) => ({ id, role, team, request })),
        [
          { id: 'museum-pocket-guide', role, team, request: requestFor('museum-pocket-guide') },
          { id: 'arhiv-teatra', role, team, request: requestFor('arhiv-teatra') },
        ],
      )
      assert.deepEqual(projects[1]!.status, 'completed')
    }
  })

  test('a pending application gives the role applicant; a declined one is omitted', async () => {
    const anna = await callAs(service, 'anna')
    const team = await teamOf('Северный ветер')
    const { user, projects } = await anna(getProjectStatus)
    assert.deepEqual(user, { assignableTeams: [team], hasTeamApplied: true })
    assert.deepEqual(
      projects.map(({ id, role }) => [id, role]),
      [
        ['karta-dvorov', 'applicant'],
        ['biblioteka-veshchey', 'administrator'],
      ],
    )
  })

  test('for one project the response has the teams that can apply for it', async () => {
    const anna = await callAs(service, 'anna')
    const team = await teamOf('Северный ветер')
    const ask = async (project: string) =>
      (await anna(getProjectStatus, { query: { project } })) as Awaited<ReturnType<typeof anna<typeof getProjectStatus>>>
    const waiting = await ask('karta-dvorov')
    assert.deepEqual(waiting.user, { assignableTeams: [], hasTeamApplied: true }, 'it waits already')
    assert.deepEqual(
      waiting.projects.map(({ id }) => id),
      ['karta-dvorov'],
    )
    assert.equal(waiting.teams.length, 1)
    const { slug } = (await service.sql`select slug from project where state = 'published' and slug = 'city-tree-census'`)[0]!
    const open = await ask(slug)
    assert.deepEqual(open, { user: { assignableTeams: [team], hasTeamApplied: false }, teams: waiting.teams, projects: [], refusals: [] })
    assert.deepEqual(
      waiting.refusals!.map(({ code, why }) => [code, why.includes('“Северный ветер”')]),
      [['already_applied', true]],
    )
    const change = async (values: Record<string, unknown>) => {
      await service.sql`update project set ${service.sql(values)} where slug = ${slug}`
      await service.app.catalog.refresh()
      return (await ask(slug)).user.assignableTeams
    }
    assert.deepEqual(await change({ team_limit: 0 }), [], 'no place is free')
    assert.deepEqual(await change({ team_limit: null, enrollment_start: null, enrollment_end: '2020-01-01' }), [], 'enrollment is over')
    assert.deepEqual(await change({ enrollment_end: null, date_start: null, date_end: null }), [team])
    await service.sql`insert into request (team_id, project_id, status) select ${team}, id, 'withdrawn' from project where slug = ${slug}`
    assert.deepEqual(await change({ state: 'published' }), [team], 'what was withdrawn may be asked for again')
    assert.deepEqual(await change({ state: 'archived' }), [], 'gone from the directory')
  })

  test('members without admin rights have no team to apply with, others have no projects', async () => {
    const vera = await callAs(service, 'vera')
    assert.deepEqual((await vera(getProjectStatus, { query: { project: 'karta-dvorov' } })).user, {
      assignableTeams: [],
      hasTeamApplied: false,
    })
    const gleb = await callAs(service, 'gleb')
    assert.deepEqual(await gleb(getProjectStatus), { user: { assignableTeams: [], hasTeamApplied: false }, teams: [], projects: [] })
  })

  test('an unknown or invalid project gives an empty response', async () => {
    const { accessToken } = await sessionOf(service, 'anna')
    for (const project of ['unknown', '%00', 'a%00b', '%F0%9F%98%80', '..%2F..', "x'%20or%201=1", 'A', '%ED%A0%80']) {
      const response = await fetch(`${service.url}/user/projectstatus?project=${project}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      const { user, projects } = (await response.json()) as { user: object; projects: unknown[] }
      assert.deepEqual([response.status, user, projects], [200, { assignableTeams: [], hasTeamApplied: false }, []], project)
    }
  })

  test('ids of others in the call have no effect', async () => {
    const [gleb, anna] = [await sessionOf(service, 'gleb'), await sessionOf(service, 'anna')]
    const query = `id=${anna.user.id}&userId=${anna.user.id}&user.id=${anna.user.id}`
    const response = await fetch(`${service.url}/user/projectstatus?${query}`, { headers: { authorization: `Bearer ${gleb.accessToken}` } })
    assert.deepEqual(((await response.json()) as { teams: unknown[] }).teams, [])
  })
})

describe('getProjectStatusOf', () => {
  test('the path parameter works like the query parameter', async () => {
    const anna = await callAs(service, 'anna')
    for (const slug of ['karta-dvorov', 'biblioteka-veshchey', 'city-tree-census', 'unknown'])
      assert.deepEqual(
        await anna(getProjectStatusOf, { params: { slug } }),
        await anna(getProjectStatus, { query: { project: slug } }),
        slug,
      )
    const { projects } = await anna(getProjectStatusOf, { params: { slug: 'karta-dvorov' } })
    assert.deepEqual(
      projects.map(({ id, role }) => [id, role]),
      [['karta-dvorov', 'applicant']],
    )
  })

  test('an invalid slug gives an empty response', async () => {
    const { accessToken } = await sessionOf(service, 'anna')
    for (const slug of ['%00', 'a%00', '%F0%9F%98%80', 'A', '-', "x'--"]) {
      const response = await fetch(`${service.url}/user/projectstatus/${slug}`, { headers: { authorization: `Bearer ${accessToken}` } })
      assert.deepEqual([response.status, ((await response.json()) as { projects: unknown[] }).projects], [200, []], slug)
    }
    const long = await fetch(`${service.url}/user/projectstatus/${'a'.repeat(81)}`, { headers: { authorization: `Bearer ${accessToken}` } })
    await assertProblem(long, 'invalid_value')
  })
})
