import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProblemError } from '#contract/client.ts'
import { announceRound, createRound } from '#contract/console/round.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { getProjectStatus } from '#contract/profile.ts'
import { createRequest, listAvailable } from '#contract/request.ts'
import { getTeam } from '#contract/team.ts'
import { createRandom } from '#rules/placement/random.ts'
import { howToRepeat, seedNumber, share, testPart, tier } from '#tests/support/tier.ts'
import { type Client, useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'
import { HOUR } from '#tests/support/world/rounds.ts'

// What GET /user/projectstatus, GET /request/available and POST /request say about the same team and project. The page of the team says whether it
// can apply for any.

const { service, admin, curator, anna, boris, gleb } = useService({ people: ['admin', 'curator', 'anna', 'boris', 'gleb'] })

let made = 0

type Outcome = {
  fromStatus: boolean
  reason: string | null
  fromAvailable: boolean
  fromPage: boolean
  applied: boolean
  why: string | null
  detail: string | null
}

async function compare(client: Client, project: string, team: number): Promise<Outcome> {
  const { user, refusals } = await client(getProjectStatus, { query: { project } })
  const { actions } = await client(getTeam, { params: { id: String(team) } })
  const { teams } = await client(listAvailable)
  const message = `Attempt ${++made}` // the same text again would be a repeated call
  const problem = await client(createRequest, { body: { project, team, message } }).then(
    () => null,
    (error) => (error as ProblemError).problem,
  )
  return {
    fromStatus: user.assignableTeams.includes(team),
    reason: refusals!.find((one) => one.team === team)?.why ?? null,
    fromAvailable: teams.some(({ id, projects }) => id === team && projects.includes(project)),
    fromPage: actions.apply.isAllowed,
    applied: problem === null,
    why: problem?.code ?? null,
    detail: problem?.detail ?? null,
  }
}

const teamsOf = async (login: string): Promise<number[]> =>
  (
    await service.sql<{ id: number }[]>`
      select t.id from team t join member m on m.team_id = t.id and m.is_administrator join person p on p.id = m.person_id
      where p.login = ${login} and t.disbanded_at is null order by t.id`
  ).map(({ id }) => id)

function assertAgreed({ fromStatus, reason, fromAvailable, fromPage, applied, why, detail }: Outcome, about: string): void {
  assert.deepEqual([fromStatus, reason, fromAvailable], [applied, detail, applied], `${about}: ${why}`)
  assert.ok(fromPage || !applied, `${about}: the page of the team says that it cannot apply`)
}

test('the three calls agree over the demo world', async () => {
  const published = await service.sql<{ slug: string }[]>`select slug from project where state = 'published' order by id`
  const codes = new Set<string | null>()
  for (const [login, client] of Object.entries({ anna, boris, gleb }))
    for (const team of await teamsOf(login))
      for (const { slug } of published.slice(0, 40)) {
        const outcome = await compare(client, slug, team)
        assertAgreed(outcome, `${login}, team ${team}, ${slug}`)
        codes.add(outcome.why)
        if (outcome.applied)
          await service.sql`delete from request where team_id = ${team} and status = 'submitted' and project_id = project_at(${slug}) and created_at > now() - interval '1 minute'`
      }
  assert.ok(codes.size > 2, [...codes].join())
})

async function addWorld(random: () => number): Promise<{ slugs: string[]; teams: number[] }> {
  const { sql } = service
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  await admin(updateSettings, { body: { mostWaiting: pick([1, 2, 5]), leastTeamSize: pick([1, 2]) } })
  const slugs: string[] = []
  const add = async () => {
    const slug = `may-${++made}`
    const id = await addProject(sql, slug, {
      teamLimit: pick([null, 0, 1, 2]),
      enrollmentEnd: pick([dayFromNow(10), dayFromNow(10), dayFromNow(-1), null]),
      dateEnd: pick([null, null, dayFromNow(60)]),
    })
    slugs.push(slug)
    return id
  }
  for (let n = 0; n < 3; n++) await add()
  for (const mode of ['ranked', 'direct'] as const) {
    const projects: number[] = []
    for (let n = 0; n < 4; n++) projects.push(await add())
    const opens = Date.now() + pick([-HOUR, -HOUR, -HOUR, HOUR])
    const times = { opensAt: new Date(opens).toISOString(), closesAt: new Date(opens + 3 * HOUR).toISOString() }
    await sql`update project set enrollment_start = null, enrollment_end = null, date_end = null where id in ${sql(projects)}`
    const round = await curator(createRound, { body: { name: `May ${++made}`, mode, projects, mostChoices: pick([1, 2, 3]), ...times } })
    await curator(announceRound, { params: { id: String(round.id) } })
  }
  await service.app.catalog.refresh()
  const teams = [await addTeam(sql, `May ${++made}`, 'gleb*'), await addTeam(sql, `May ${++made}`, 'gleb*', 'vera')]
  return { slugs, teams }
}

testPart('the three calls agree over random worlds with rounds', async () => {
  const draw = createRandom([seedNumber, 1, 2, 3])
  const random = () => draw() / 2 ** 32
  const codes = new Set<string | null>()
  for (let world = 0; world < share(20); world++) {
    const { slugs, teams } = await addWorld(random)
    for (let n = 0; n < 24; n++) {
      const [slug, team] = [slugs[Math.floor(random() * slugs.length)]!, teams[Math.floor(random() * teams.length)]!]
      const outcome = await compare(gleb, slug, team)
      assertAgreed(outcome, `${howToRepeat}: world ${world}, call ${n}, ${slug}`)
      codes.add(outcome.why)
    }
    await service.sql`update team set disbanded_at = now() where id in ${service.sql(teams)}`
  }
  // Two worlds, as in the gate, may not have them all.
  if (tier === 'gate') return
  for (const code of [null, 'already_applied', 'too_many_choices']) assert.ok(codes.has(code), `${code} in ${[...codes].join()}`)
})
