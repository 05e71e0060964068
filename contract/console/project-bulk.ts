import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import { draftSchemas } from '#contract/project/schemas.ts'
import { Count, Day, Id, Instant, Nullable } from '#contract/shared.ts'
import { projectFilter } from './project.ts'
import { IdParams, oneOf } from './shared.ts'

// The same change of many projects.

export const MOST_BULK = 500
export const MOST_SHIFTED_DAYS = 3660

/** Absent keys change nothing. */
export const ProjectChange = Type.Object(
  {
    state: Type.Optional(oneOf(['published', 'archived'])),
    shiftDays: Type.Optional(
      Type.Integer({ minimum: -MOST_SHIFTED_DAYS, maximum: MOST_SHIFTED_DAYS, description: 'moves all dates that are set' }),
    ),
    enrollmentStart: Type.Optional(Nullable(Day)),
    enrollmentEnd: Type.Optional(Nullable(Day)),
    ...draftSchemas(choiceKeys),
    addTags: Type.Optional(Type.Array(Id, { maxItems: 50 })),
    removeTags: Type.Optional(Type.Array(Id, { maxItems: 50 })),
    curator: Type.Optional(Nullable(Type.String({ maxLength: 200, description: 'the name on the public page' }))),
    curatorId: Type.Optional(Nullable({ ...Id, description: 'the responsible person, who has access to the console' })),
  },
  { minProperties: 1, additionalProperties: false },
)
export type ProjectChange = Static<typeof ProjectChange>

/** What a change does to one project. */
export const BulkResult = Type.Object({
  id: Id,
  name: Type.String(),
  outcome: oneOf(['changed', 'same', 'refused']),
  changes: Type.Array(
    Type.Object({ key: Type.String({ examples: ['dateEnd'] }), before: Nullable(Type.String()), after: Nullable(Type.String()) }),
  ),
  endedTeams: Type.Array(Type.Object({ id: Id, name: Type.String() }), { description: 'whose work on it ends, as finished' }),
  code: Nullable(Type.String({ description: 'error code: why it is refused' })),
  reason: Nullable(Type.String({ description: 'the same in words' })),
})
export type BulkResult = Static<typeof BulkResult>

export const BulkReport = Type.Object({
  isDone: Type.Boolean({ description: 'false: a preview' }),
  counts: Type.Object({ changed: Count, same: Count, refused: Count }),
  projects: Type.Array(BulkResult, { description: 'refused ones first' }),
  undo: Nullable(Type.Object({ id: Id, until: Instant })),
})
export type BulkReport = Static<typeof BulkReport>

export const changeProjects = endpoint({
  id: 'changeProjects',
  method: 'POST',
  path: '/console/project/bulk',
  access: 'curator',
  tag: 'Console',
  summary: 'Changes many projects in the same way',
  description:
    'With `mode` "try" nothing is saved: the response says what would change, and why some projects cannot. Each project is changed completely or not at all, by the rules of a single change; those that are refused do not stop the others. The change can be undone for the undo delay of the settings.',
  body: Type.Object(
    {
      mode: Type.Optional(oneOf(['try', 'do'], 'try when absent')),
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_BULK })),
      filter: Type.Optional(
        Type.Object(projectFilter, { additionalProperties: false, description: 'all projects it matches, instead of ids' }),
      ),
      change: ProjectChange,
    },
    { examples: [{ mode: 'do', ids: [1, 2], change: { shiftDays: 7 } }] },
  ),
  seconds: 60,
  answer: BulkReport,
  errors: ['too_many_rows', 'unknown_tag', 'nothing_selected', 'person_not_found', 'not_a_curator', 'too_many_jobs'],
})

export const BulkChange = Type.Object({ id: Id, at: Instant, until: Instant, projects: Count })
export type BulkChange = Static<typeof BulkChange>

export const listProjectChanges = endpoint({
  id: 'listProjectChanges',
  method: 'GET',
  path: '/console/project/bulk',
  access: 'curator',
  tag: 'Console',
  summary: 'The caller’s changes of many projects that can still be undone, newest first',
  answer: Type.Object({ changes: Type.Array(BulkChange) }),
  errors: [],
})

export const undoProjectChange = endpoint({
  id: 'undoProjectChange',
  method: 'POST',
  path: '/console/project/bulk/{id}/undo',
  access: 'curator',
  tag: 'Console',
  summary: 'Undoes a change of many projects, within the undo delay of the settings',
  description: 'Projects that were changed since are refused and stay as they are.',
  params: IdParams,
  seconds: 60,
  answer: BulkReport,
  errors: ['bulk_not_found', 'undo_expired', 'too_many_jobs'],
})

export const projectBulkEndpoints = [changeProjects, listProjectChanges, undoProjectChange]
