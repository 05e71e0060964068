import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { RequestStatus } from '#contract/request.ts'

// A small model of applications without a database, and the commands of fast-check. Days count from the start of a
// run; teams, projects and requests are identified by their index in it.

type Project = { from: number; to: number; limit: number | null }
type Request = { team: number; project: number; status: RequestStatus; message: string; files: string; steps: number }
export type Model = { today: number; projects: Project[]; worksOn: (number | null)[]; requests: Request[] }

/** The result of a call: the index of the request and its state, or the code of the refusal. */
export type Outcome = { request: number; status: RequestStatus; message: string | null; files: string } | { code: string }

// The real implementation, called as in production.
export type Real = {
  apply(team: number, project: number, message: string, files: string): Promise<Outcome>
  edit(request: number, message: string | undefined, files: string): Promise<Outcome>
  withdraw(request: number): Promise<{ status: string } | { code: string }>
  decide(request: number, decision: 'approve' | 'decline', reason: boolean): Promise<Outcome>
  available(): Promise<[team: number, projects: number[]][]>
  moveClock(days: number): Promise<void>
  setPlaces(project: number, places: number | null): Promise<void>
  finish(team: number): Promise<void>
}

const TEAMS = 3
export const PROJECTS = 7

export const newModel = (): Model => ({
  today: 0,
  projects: Array.from({ length: PROJECTS }, (_, n) => ({ from: n === 0 ? 1 : 0, to: n === 1 ? 2 : 9, limit: n === 2 ? null : 1 })),
  worksOn: Array.from({ length: TEAMS }, () => null),
  requests: [],
})

const working = (model: Model, project: number): number => model.worksOn.filter((one) => one === project).length
const isFull = (model: Model, project: number): boolean => working(model, project) >= (model.projects[project]!.limit ?? Infinity)
const isOpen = ({ today, projects }: Model, project: number): boolean => projects[project]!.from <= today && today <= projects[project]!.to
const live = (model: Model, team: number): Request[] => model.requests.filter((one) => one.team === team && one.status === 'submitted')
const outcomeOf = (model: Model, request: Request): Outcome => ({
  request: model.requests.indexOf(request),
  status: request.status,
  message: request.message || null,
  files: request.files,
})

function apply(model: Model, team: number, project: number, message: string, files: string): Outcome {
  const existing = live(model, team).find((one) => one.project === project)
  if (existing && existing.message === message && existing.files === files) return outcomeOf(model, existing)
  if (!isOpen(model, project)) return { code: 'enrollment_closed' }
  if (isFull(model, project)) return { code: 'no_free_place' }
  if (model.worksOn[team] !== null) return { code: 'team_busy' }
  if (existing) return { code: 'already_applied' }
  if (live(model, team).length === 5) return { code: 'too_many_requests' }
  const request: Request = { team, project, status: 'submitted', message, files, steps: 1 }
  model.requests.push(request)
  return outcomeOf(model, request)
}

function edit(model: Model, request: Request, message: string | undefined, files: string): Outcome {
  if (request.status !== 'submitted') return { code: 'request_decided' }
  request.message = message ?? request.message
  request.files = files || request.files
  return outcomeOf(model, request)
}

function move(request: Request, status: RequestStatus): void {
  request.status = status
  request.steps++
}

function approve(model: Model, request: Request): Outcome {
  if (request.status === 'approved') return outcomeOf(model, request)
  if (request.status !== 'submitted') return { code: 'request_decided' }
  if (model.worksOn[request.team] !== null) return { code: 'team_busy' }
  if (isFull(model, request.project)) return { code: 'no_free_place' }
  for (const other of live(model, request.team)) move(other, other === request ? 'approved' : 'superseded')
  model.worksOn[request.team] = request.project
  return outcomeOf(model, request)
}

function decline(model: Model, request: Request, reason: boolean): Outcome {
  if (!reason) return { code: 'reason_required' }
  if (request.status !== 'submitted' && request.status !== 'declined') return { code: 'request_decided' }
  if (request.status === 'submitted') move(request, 'declined')
  return outcomeOf(model, request)
}

const available = (model: Model): [number, number[]][] =>
  model.worksOn.flatMap((work, team): [number, number[]][] => {
    const applied = live(model, team).map(({ project }) => project)
    if (work !== null || applied.length === 5) return []
    const projects = model.projects.map((_, n) => n).filter((n) => isOpen(model, n) && !isFull(model, n) && !applied.includes(n))
    return projects.length > 0 ? [[team, projects]] : []
  })

type Step = fc.AsyncCommand<Model, Real>
const step = (name: string, run: Step['run'], check: Step['check'] = () => true): Step => ({ check, run, toString: () => name })

// A request index is taken modulo the number of existing requests.
const onRequest = (name: string, nth: number, run: (model: Model, real: Real, request: Request, id: number) => Promise<void>): Step =>
  step(
    `${name} ${nth}`,
    (model, real) => run(model, real, model.requests[nth % model.requests.length]!, nth % model.requests.length),
    ({ requests }) => requests.length > 0,
  )

const team = fc.nat(TEAMS - 1)
const project = fc.nat(PROJECTS - 1)
const nth = fc.nat(20)
const messages = fc.constantFrom('', 'One', 'Two')
const files = fc.constantFrom('', '', 'a', 'b', 'ab')

export const steps = (withFiles: boolean): fc.Arbitrary<Step>[] => {
  const sent = withFiles ? files : fc.constant('')
  const applying = fc.tuple(team, project, messages, sent).map(([t, p, message, sentFiles]) =>
    step(`apply ${t} ${p} "${message}" [${sentFiles}]`, async (model, real) => {
      assert.deepEqual(await real.apply(t, p, message, sentFiles), apply(model, t, p, message, sentFiles))
    }),
  )
  return [
    applying,
    applying,
    applying,
    team.map((t) =>
      step(`${t} applies for everything`, async (model, real) => {
        for (const p of model.projects.keys()) assert.deepEqual(await real.apply(t, p, '', ''), apply(model, t, p, '', ''))
      }),
    ),
    fc.tuple(nth, fc.option(messages, { nil: undefined }), sent).map(([n, message, sentFiles]) =>
      onRequest(`edit "${message}" [${sentFiles}]`, n, async (model, real, request, id) => {
        assert.deepEqual(await real.edit(id, message, sentFiles), edit(model, request, message, sentFiles))
      }),
    ),
    nth.map((n) =>
      onRequest('withdraw', n, async (_, real, request, id) => {
        const isPossible = request.status === 'submitted' || request.status === 'withdrawn'
        if (request.status === 'submitted') move(request, 'withdrawn')
        assert.deepEqual(await real.withdraw(id), isPossible ? { status: 'withdrawn' } : { code: 'request_decided' })
      }),
    ),
    nth.map((n) =>
      onRequest('approve', n, async (model, real, request, id) => {
        assert.deepEqual(await real.decide(id, 'approve', false), approve(model, request))
      }),
    ),
    fc.tuple(nth, fc.boolean()).map(([n, reason]) =>
      onRequest(`decline (reason ${reason})`, n, async (model, real, request, id) => {
        assert.deepEqual(await real.decide(id, 'decline', reason), decline(model, request, reason))
      }),
    ),
    fc.constant(step('see what is available', async (model, real) => assert.deepEqual(await real.available(), available(model)))),
    fc.integer({ min: 1, max: 4 }).map((days) =>
      step(`${days} days pass`, async (model, real) => {
        model.today += days
        await real.moveClock(days)
      }),
    ),
    fc.tuple(project, fc.constantFrom(0, 1, 2, null)).map(([p, places]) =>
      step(`places of ${p}: ${places}`, async (model, real) => {
        model.projects[p]!.limit = places
        await real.setPlaces(p, places)
      }),
    ),
    team.map((t) =>
      step(`${t} finishes`, async (model, real) => {
        model.worksOn[t] = null
        await real.finish(t)
      }),
    ),
  ]
}
