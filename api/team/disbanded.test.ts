import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { previewAnnouncement } from '#contract/console/announcement.ts'
import { listPeople } from '#contract/console/person.ts'
import { updateMemberRole } from '#contract/member.ts'
import { getProfile, getProjectStatus } from '#contract/profile.ts'
import { getProject } from '#contract/project.ts'
import { listAvailable } from '#contract/request.ts'
import { createOwnTeam, disbandTeam } from '#contract/team.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { takeFromTeams } from '#tests/support/world/teams.ts'

// A disbanded team stays on the projects it has worked on, and is in no list of present teams.

type Person = Awaited<ReturnType<typeof callAs>>
let [anna, curator] = [] as unknown as Person[]
let [team, member, file] = [0, 0, 0]
const slug = 'finished-by-a-disbanded-team'

const { service } = useService()
before(async () => {
  const { sql } = service
  ;[anna, curator] = await Promise.all(['anna', 'curator'].map((login) => callAs(service, login)))
  await takeFromTeams(sql, 'anna')
  await sql`delete from outbox`
  team = await addTeam(sql, 'Gone', 'anna*')
  const project = await addProject(sql, slug, { dateEnd: '2020-01-01' })
  await sql`insert into assignment (team_id, project_id, ended_at, outcome) values (${team}, ${project}, now(), 'finished')`
  ;[{ id: member }] = (await sql`select id from member where team_id = ${team}`) as unknown as [{ id: number }]
  ;[{ id: file }] = (await sql`
    insert into file (kind, project_id, team_id, file_type_id) select 'result', ${project}, ${team}, min(id) from file_type returning id`) as unknown as [
    { id: number },
  ]
  await sql`
    insert into file_version (file_id, version, name, mime, size, sha256) values (${file}, 1, 'a.txt', 'text/plain', 1, ${'0'.repeat(64)})`
  await sql`update setting set document = document || '{"undoMinutes": 0}'`
  await service.app.reloadSettings()
  assert.ok((await anna!(listAvailable)).teams.some(({ id }) => id === team))
  await anna!(disbandTeam, { params: { id: String(team) } })
})

const deleteResult = () =>
  fetch(`${service.url}/project/results/delete-file`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${anna!.tokens.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  })

test('its members have no team; what it has finished stays in their projects', async () => {
  const { user, teams, projects } = await anna!(getProfile)
  assert.deepEqual([user.teams, user.administratedTeams, teams], [[], [], []])
  assert.ok(projects.some((project) => project.slug === slug))
  const status = await anna!(getProjectStatus)
  assert.deepEqual([status.user.assignableTeams, status.teams, status.projects], [[], [], []])
  assert.deepEqual((await anna!(listAvailable)).teams, [])
})

test('its roles and results cannot be changed', async () => {
  await refused('member_not_found', anna!(updateMemberRole, { params: { id: String(member) }, body: { role: 'QA' } }))
  await assertProblem(await deleteResult(), 'file_not_found')
})

test('the project still lists it', async () => {
  const { teams } = await curator!(getProject, { params: { slug } })
  assert.deepEqual(
    teams.map(({ id }) => id),
    [team],
  )
})

test('curators see no team of the person, write to nobody in it, and export it no more', async () => {
  const { people } = await curator!(listPeople, { query: { text: 'Ковалёва Анна' } })
  assert.deepEqual(people[0]!.teams, [])
  const { sql } = service
  const [others] = await sql`
    select count(distinct p.id)::int as count from member m join team t on t.id = m.team_id and t.disbanded_at is null join person p on p.id = m.person_id
    where p.disabled_at is null and p.email is not null`
  const body = { subject: 'x', body: 'x', audience: { kind: 'all-teams' as const } }
  assert.equal((await curator!(previewAnnouncement, { body })).recipients.emails, others!.count)
  const headers = { authorization: `Bearer ${curator!.tokens.accessToken}` }
  const sheet = await (await fetch(`${service.url}/console/export/team?format=csv`, { headers })).text()
  assert.ok(sheet.includes('Маяк') && !sheet.includes('Gone'), sheet.slice(0, 300))
})

test('its name is free again', async () => {
  assert.equal((await anna!(createOwnTeam, { body: { name: 'gone' } })).name, 'gone')
})
