import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { ProjectStatus } from '#contract/project.ts'
import { Count, Day, Id, Nullable, Slug } from '#contract/shared.ts'
import { projectStates } from './project.ts'
import { oneOf } from './shared.ts'

export const MOST_REPORTED = 1000
export const MOST_REPORT_DAYS = 732

export const ReportedProject = Type.Object({
  id: Id,
  slug: Slug,
  name: Type.String(),
  state: oneOf(projectStates),
  status: Nullable(ProjectStatus),
  dateStart: Nullable(Day),
  dateEnd: Nullable(Day),
  teamLimit: Nullable(Count),
  applications: Type.Integer({ minimum: 0, description: 'made in the period' }),
  teams: Type.Array(Type.Object({ id: Id, name: Type.String(), outcome: Nullable(oneOf(['finished', 'left'])) }), {
    description: 'that worked on it in the period; outcome null: still working',
  }),
  results: Type.Integer({ minimum: 0, description: 'result files' }),
})

export const getReport = endpoint({
  id: 'getReport',
  method: 'GET',
  path: '/console/report',
  access: 'curator',
  tag: 'Console',
  summary: 'Report about a semester: figures, projects with their teams, teams without a project',
  description: `At most ${MOST_REPORT_DAYS} days, ${MOST_REPORTED} projects and ${MOST_REPORTED} teams; the figures count all of them. Decisions count when they have taken effect.`,
  query: Type.Object({
    from: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'default: the first day of the month five months ago' })),
    to: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'default: half a year after `from`' })),
  }),
  answer: Type.Object({
    day: Type.Unsafe<string>({ ...Day, description: 'today' }),
    from: Day,
    to: Day,
    figures: Type.Object({
      projects: Type.Integer({ minimum: 0, description: 'published or archived, with enrollment or work in the period' }),
      emptyProjects: Type.Integer({ minimum: 0, description: 'of them without a team in the period' }),
      teams: Type.Integer({ minimum: 0, description: 'that worked on them in the period' }),
      teamsWithProject: Type.Integer({ minimum: 0, description: 'today' }),
      teamsWithoutProject: Type.Integer({ minimum: 0, description: 'today; with those with a project, all teams' }),
      applications: Type.Object(
        {
          all: Count,
          waiting: Count,
          choices: Type.Integer({ minimum: 0, description: 'choices of ranked rounds without a result' }),
          approved: Count,
          declined: Count,
          withdrawn: Count,
          superseded: Count,
          elsewhere: Type.Integer({ minimum: 0, description: 'of all, for projects that are not in this report' }),
        },
        { description: 'made in the period; all but the last add up to all' },
      ),
      approvalShare: Nullable(Type.Number({ description: 'approved among approved and declined, 0 to 1' })),
      hoursToDecision: Nullable(Type.Number({ description: 'median' })),
      places: Type.Object({ taken: Count, all: Count, isLimited: Type.Boolean() }, { description: 'of projects with a team limit' }),
      results: Count,
    }),
    projects: Type.Array(ReportedProject),
    groups: Type.Array(Type.Object({ name: Type.String(), people: Count }), { description: 'people by group' }),
    peopleWithoutGroup: Count,
    teamsWithoutProject: Type.Array(
      Type.Object({ id: Id, name: Type.String(), size: Count, requestsWaiting: Count, choicesWaiting: Count }),
    ),
  }),
  errors: ['invalid_value'],
})
export type Report = Static<typeof getReport.answer>
