import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import fc from 'fast-check'
import type { ApiApp } from '#api/app.ts'
import applyRoute from '#api/console/request/by-id/apply.post.ts'
import decisionRoute from '#api/console/request/by-id/decision.post.ts'
import availableRoute from '#api/request/available.get.ts'
import withdrawRoute from '#api/request/by-id.delete.ts'
import createRoute from '#api/request.post.ts'
import updateRoute from '#api/request.put.ts'
import { ProblemError } from '#contract/client.ts'
import { applyDecision } from '#contract/console/request.ts'
import type { AnswerOf, BodyOf, Endpoint } from '#contract/endpoint.ts'
import { createRequest, decideRequest, listAvailable, type ProjectRequest, updateRequest, withdrawRequest } from '#contract/request.ts'
import { repeatOnDeadlock, type Sql } from '#database/sql.ts'
import type { AnyRoute } from '#http/handle.ts'
import { Refusal } from '#http/response/problem.ts'
import { defaultSettings } from '#rules/settings/settings.ts'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { seedNumber, share, testPart, tier } from '#tests/support/tier.ts'
import { personOf } from '#tests/support/world/requests.ts'
import { takeFromTeams } from '#tests/support/world/teams.ts'
import { type Model, newModel, type Outcome, PROJECTS, type Real, steps } from './request-model.ts'

const RUNS = tier === 'gate' ? 40 : 1000
const SIDE_BY_SIDE = 4
const DAY_MS = 86_400_000

let database: TestDatabase
let people: { anna: number; curator: number }
let reason: number
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  const { sql } = database
  await sql`update project set state = 'archived'`
  people = { anna: await personOf(sql, 'anna'), curator: await personOf(sql, 'curator') }
  reason = (await sql`select id from refusal_reason order by id limit 1`)[0]!.id
  await takeFromTeams(sql, 'anna')
})
after(() => database.close())

// Teams and projects of one run; anna administrates all of them.
type World = { number: number; teams: number[]; projects: number[]; ids: number[] }
let worlds = 0

async function newWorld(sql: Sql, today: number): Promise<World> {
  const number = ++worlds
  const { projects, worksOn } = newModel()
  const rows = projects.map(({ from, to, limit }, n) => ({
    slug: `model-${number}-${n}`,
    name: `Model ${number} ${n}`,
    state: 'published',
    published_at: new Date((today - 3) * DAY_MS),
    enrollment_start: writeDay(today + from),
    enrollment_end: writeDay(today + to),
    team_limit: limit,
  }))
  const [made, teams] = await Promise.all([
    sql`insert into project ${sql(rows)} returning id`,
    sql`with t as (insert into team (name) select 'Model ' || gen_random_uuid() from generate_series(1, ${worksOn.length}) returning id)
      insert into member (team_id, person_id, name, is_administrator) select id, ${people.anna}, 'Anna', true from t returning team_id as id`,
  ])
  const idsOf = (list: readonly { id?: number }[]) => list.map(({ id }) => id!).sort((a, b) => a - b)
  return { number, teams: idsOf(teams as never), projects: idsOf(made as never), ids: [] }
}

const slugOf = (world: World, project: number) => `model-${world.number}-${project}`
const sha256Of = (letter: string) => letter.repeat(64)

// Coverage over all runs: a rule that never occurs is not tested.
const seen = new Set<string>()

function outcomeOf(world: World, request: ProjectRequest): Outcome {
  seen.add(request.status)
  if (!world.ids.includes(request.id)) world.ids.push(request.id)
  const files = request.files
    .map(({ sha256 }) => sha256[0])
    .sort()
    .join('')
  return { request: world.ids.indexOf(request.id), status: request.status, message: request.message, files }
}

async function refusalOr<T>(promise: Promise<T>): Promise<T | { code: string }> {
  return promise.catch((error) => {
    const code = error instanceof Refusal ? error.code : error instanceof ProblemError ? error.problem.code : undefined
    if (code === undefined) throw error
    seen.add(code)
    return { code }
  })
}

type CallOf = <E extends Endpoint>(
  who: 'anna' | 'curator',
  endpoint: E,
  route: AnyRoute<ApiApp>,
  given: { params?: object; body?: BodyOf<E>; files?: string },
) => Promise<AnswerOf<E>>

const realOf = (sql: Sql, world: World, call: CallOf, moveClock: Real['moveClock']): Real => {
  const outcome = (promise: Promise<ProjectRequest>) => refusalOr(promise.then((request) => outcomeOf(world, request)))
  return {
    moveClock,
    apply: (team, project, message, files) => {
      const body = { project: slugOf(world, project), team: world.teams[team]!, message }
      return outcome(call('anna', createRequest, createRoute, { body, files }))
    },
    edit: (request, message, files) =>
      outcome(call('anna', updateRequest, updateRoute, { body: { request: world.ids[request]!, message }, files })),
    withdraw: (request) =>
      refusalOr(
        call('anna', withdrawRequest, withdrawRoute, { params: { id: String(world.ids[request]) } }).then(({ status }) => ({ status })),
      ),
    decide: (request, decision, hasReason) => {
      const body = { decision, reason: hasReason ? reason : null }
      const params = { id: String(world.ids[request]) }
      // Decisions take effect at once here; tests/races covers the time between.
      const decided = call('curator', decideRequest, decisionRoute, { params, body }).then(async (answer) =>
        (await sql`select 1 from pending_decision where request_id = ${answer.id}`).length > 0
          ? call('curator', applyDecision, applyRoute, { params })
          : answer,
      )
      return outcome(decided)
    },
    // Other runs have their own teams and projects: only those of this run count.
    async available() {
      const { teams } = await call('anna', listAvailable, availableRoute, {})
      const numberOf = (slug: string) => Array.from({ length: PROJECTS }, (_, n) => slugOf(world, n)).indexOf(slug)
      return teams
        .filter(({ id }) => world.teams.includes(id))
        .map(({ id, projects }): [number, number[]] => [world.teams.indexOf(id), projects.map(numberOf).filter((n) => n >= 0)])
        .filter(([, projects]) => projects.length > 0)
    },
    setPlaces: async (project, places) =>
      void (await sql`update project set team_limit = ${places} where id = ${world.projects[project]!}`),
    finish: async (team) =>
      void (await sql`update assignment set ended_at = now(), outcome = 'finished' where team_id = ${world.teams[team]!} and ended_at is null`),
  }
}

/** At the end store and model are equal, every step is in the history, and each step was mailed once. */
async function compare(sql: Sql, world: World, model: Model): Promise<void> {
  const rows = await sql`
    select r.id, r.status, coalesce(r.message, '') as message, array_position(${world.teams}::int[], r.team_id) - 1 as team,
      array_position(${world.projects}::int[], r.project_id) - 1 as project, (r.status = 'submitted') = (r.decided_at is null) as "isTimed",
      (select count(*)::int from request_transition where request_id = r.id) as steps,
      (select to_status from request_transition where request_id = r.id order by id desc limit 1) as last,
      (select count(*)::int from outbox where data->'request' = to_jsonb(r.id)) as mails
    from request r where r.team_id = any(${world.teams}::int[]) order by r.id`
  const expected = model.requests.map(({ files: _, steps: count, ...rest }, n) => ({
    ...{ ...rest, id: world.ids[n], isTimed: true, steps: count, last: rest.status, mails: count },
  }))
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    expected,
  )
  const working = await sql`select team_id as team, project_id as project from assignment
    where team_id = any(${world.teams}::int[]) and ended_at is null order by team_id`
  const works = model.worksOn.flatMap((project, team) =>
    project === null ? [] : { team: world.teams[team], project: world.projects[project] },
  )
  assert.deepEqual(
    working.map((row) => ({ ...row })),
    works,
  )
  await sql`delete from outbox where (data->>'team')::int = any(${world.teams}::int[])` // or the query above would become slower with every run
  await sql`delete from member where team_id = any(${world.teams}::int[])`
  await sql`update project set state = 'archived' where id = any(${world.projects}::int[])`
}

const uploadsOf = (files = '') =>
  [...files].map((letter) => ({ name: `${letter}.md`, mime: 'text/markdown', size: 7, sha256: sha256Of(letter), keep: async () => {} }))

testPart(`${RUNS} random runs of teams and curators match the model`, async () => {
  const { sql } = database
  const calendar = createCalendar('UTC')
  const stories = (numRuns: number, seed: number) =>
    fc.assert(
      fc.asyncProperty(fc.commands(steps(true), { maxCommands: 10, size: 'max' }), async (commands) => {
        const start = new Date()
        let clock = start
        const world = await newWorld(sql, calendar(start))
        const app = { sql, now: () => clock, calendar, apiUrl: 'http://localhost/api', settings: defaultSettings } as unknown as ApiApp
        const call: CallOf = async (who, _, route, { params, body, files }) => {
          const caller = { id: people[who], access: who === 'curator' ? 'curator' : 'member' }
          const change = (work: never) => repeatOnDeadlock(() => sql.begin(work)) // as http/context.ts does
          const rest = {
            files: uploadsOf(files),
            language: 'en',
            change,
            record() {},
            refuseIfChanged() {},
            setHeader() {},
            dependsOn() {},
          }
          return (await route.run({ app, caller, params, body, ...rest } as never)) as never
        }
        const moveClock = async (days: number) => {
          clock = new Date(clock.getTime() + days * DAY_MS)
        }
        const model = newModel()
        await fc.asyncModelRun(() => ({ model, real: realOf(sql, world, call, moveClock) }), commands)
        await compare(sql, world, model)
      }),
      { numRuns, seed },
    )
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, n) => stories(RUNS / SIDE_BY_SIDE, seedNumber + n)))
  if (tier === 'gate') return // too few runs for every outcome
  const refusals = [
    'enrollment_closed',
    'no_free_place',
    'team_busy',
    'already_applied',
    'too_many_requests',
    'request_decided',
    'reason_required',
  ]
  for (const outcome of [...refusals, 'submitted', 'approved', 'declined']) assert.ok(seen.has(outcome), `${outcome} never came up`)
})

testPart('random runs over HTTP match the model', async (t) => {
  const service = await startService({ database })
  t.after(() => service.close())
  const { sql } = database
  const callers = { anna: await callAs(service, 'anna'), curator: await callAs(service, 'curator') }
  const call: CallOf = (who, endpoint, _, { params, body }) => callers[who](endpoint, { params, body } as never)
  await fc.assert(
    fc.asyncProperty(fc.commands(steps(false), { maxCommands: 14, size: 'max' }), async (commands) => {
      const world = await newWorld(sql, createCalendar('UTC')(new Date()))
      // A sign-in lasts for hours, not days: the dates of the projects move instead of the clock.
      const moveClock = async (days: number) => {
        await sql`update project set enrollment_start = enrollment_start - ${days}::int, enrollment_end = enrollment_end - ${days}::int where id = any(${world.projects}::int[])`
      }
      const real = realOf(sql, world, call, moveClock)
      const settled = { ...real, available: () => service.app.catalog.refresh().then(real.available) }
      const model = newModel()
      await fc.asyncModelRun(() => ({ model, real: settled }), commands)
      await compare(sql, world, model)
    }),
    { numRuns: share(30) },
  )
})
