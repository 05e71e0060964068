import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Day, Id, Instant, Nullable, Slug } from '#contract/shared.ts'
import { AuditEntry } from './audit.ts'
import { ReviewRequest } from './request.ts'
import { oneOf } from './shared.ts'

// Statistics were replaced by the report (GET /console/report); the key stays for other callers until it is announced as retired.
const deprecated = { deprecated: true, description: 'deprecated: no screen shows it, see `GET /console/report`' }

export const getToday = endpoint({
  id: 'getToday',
  method: 'GET',
  path: '/console/today',
  access: 'curator',
  tag: 'Console',
  summary: 'Pending work and statistics for the start page',
  answer: Type.Object({
    day: Day,
    waiting: Type.Object({ count: Count, oldest: Type.Array(ReviewRequest) }),
    soon: Type.Array(
      Type.Object({
        day: Day,
        what: oneOf(['enrollment_starts', 'enrollment_ends', 'starts', 'ends']),
        project: Type.Object({ id: Id, slug: Slug, name: Type.String() }),
      }),
      { description: 'of published projects, in the next two weeks' },
    ),
    attention: Type.Object({
      freeTeams: Type.Integer({ minimum: 0, description: 'without a project' }),
      idleTeams: Type.Integer({ minimum: 0, description: 'without a project and without an application that awaits a decision' }),
      emptyProjects: Type.Integer({ minimum: 0, description: 'that will probably have free places' }),
      closingProjects: Type.Integer({ minimum: 0, description: 'whose enrollment closes within a week without an application' }),
    }),
    longestWaits: Type.Array(
      Type.Object({ project: Type.Object({ id: Id, slug: Slug, name: Type.String() }), count: Count, since: Instant }),
      { description: 'projects with applications to decide, by the oldest of them' },
    ),
    waitsByReviewer: Type.Array(
      Type.Object({ reviewer: Nullable(Type.Object({ id: Id, name: Type.String() })), count: Count, since: Instant }),
      { description: 'applications to decide, by who reviews them, the longest wait first; null: nobody is responsible' },
    ),
    drafts: Count,
    rounds: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        need: oneOf(
          ['problem', 'closing', 'place', 'publish', 'publishing', 'answers'],
          'problem: it could not be closed or published; closing: choices close within three days; place: choices are closed, teams are not placed; publish: a draft of the results is not published; publishing: the results can still be undone; answers: offers or exchanges end within a day',
        ),
        at: Nullable({
          ...Instant,
          description: 'when choices close or were closed, the draft was made, the results take effect, or the first offer ends',
        }),
        count: Type.Integer({
          minimum: 0,
          description: 'closing and place: teams with choices; answers: open offers and exchanges; else 0',
        }),
      }),
      { description: 'that need something from curators' },
    ),
    overdue: Type.Object(
      { count: Count, first: Nullable(Id) },
      { description: 'decisions that should have taken effect; the application of the first' },
    ),
    unansweredQuestions: Count,
    leaveRequests: Type.Integer({ minimum: 0, description: 'open requests to leave a team that works on a project' }),
    mail: Type.Object({
      waiting: Type.Integer({ minimum: 0, description: 'queued, sending or scheduled' }),
      trouble: Type.Array(
        Type.Object({ id: Type.Integer(), kind: Type.String(), state: Type.String(), reason: Nullable(Type.String()), at: Instant }),
      ),
      troubleCount: Count,
    }),
    audit: Type.Array(AuditEntry),
    figures: Type.Object(
      {
        applicationsByDay: Type.Array(Type.Object({ day: Day, count: Count }), { description: 'of the last 30 days' }),
        applicationsByProject: Type.Array(Type.Object({ id: Id, name: Type.String(), count: Count, waiting: Count }), {
          description: 'last 30 days, the ten most requested projects',
        }),
        places: Type.Object(
          { taken: Count, all: Count, isLimited: Type.Boolean() },
          { description: 'of published projects in progress with a team limit; isLimited: whether there are any' },
        ),
        answerHours: Type.Array(Type.Object({ week: Day, median: Nullable(Type.Number()), count: Count }), {
          description: 'from application to decision, by the week of the decision, of the last eight weeks',
        }),
      },
      deprecated,
    ),
  }),
  errors: [],
})
export type Today = Static<typeof getToday.answer>
