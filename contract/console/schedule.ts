import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import { fieldSchemas } from '#contract/project/schemas.ts'
import { ProjectStatus } from '#contract/project.ts'
import { Count, Day, Id, Nullable, Slug } from '#contract/shared.ts'
import { listConsoleProjects, projectStates } from './project.ts'
import { oneOf, openRequests } from './shared.ts'

export const MOST_SCHEDULED = 1000
export const MOST_SCHEDULE_DAYS = 732

const Span = Type.Object({ from: Nullable(Day), to: Nullable(Day) }, { description: 'null: without a beginning or an end' })

export const ScheduledProject = Type.Object({
  id: Id,
  slug: Slug,
  name: Type.String(),
  state: oneOf(projectStates),
  status: Nullable(ProjectStatus),
  enrollment: Nullable(Span),
  work: Nullable(Span),
  teamLimit: Nullable(Count),
  ...fieldSchemas(choiceKeys),
  teamsWorking: Count,
  teamsEnded: Type.Integer({ minimum: 0, description: 'teams that have worked on it and no longer do' }),
  requestsWaiting: openRequests.requestsWaiting,
})
export type ScheduledProject = Static<typeof ScheduledProject>

const { text, state, status, tag, attention } = listConsoleProjects.query.properties

export const getSchedule = endpoint({
  id: 'getSchedule',
  method: 'GET',
  path: '/console/schedule',
  access: 'curator',
  tag: 'Console',
  summary: 'Enrollment and work of projects between two days, for a timeline or a calendar',
  description: `By beginning of enrollment or work. At most ${MOST_SCHEDULE_DAYS} days and ${MOST_SCHEDULED} projects; without a state, drafts, published and archived projects.`,
  query: Type.Object({
    from: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'default: the first day of this month' })),
    to: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'default: half a year after `from`' })),
    ...{ text, state, status, tag, attention },
  }),
  answer: Type.Object({
    day: Type.Unsafe<string>({ ...Day, description: 'today' }),
    from: Day,
    to: Day,
    projects: Type.Array(ScheduledProject),
    total: Type.Integer({ minimum: 0, description: 'also those beyond the limit' }),
    undated: Type.Integer({ minimum: 0, description: 'matching projects without any date' }),
  }),
  errors: [],
})
export type Schedule = Static<typeof getSchedule.answer>
