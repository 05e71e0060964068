import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Id, Nullable } from '#contract/shared.ts'
import { oneOf } from './shared.ts'

// Who is responsible: curators of projects and reviewers of applications.

/** A person in the answers of the console. */
export const PersonName = Type.Object({ id: Id, name: Type.String() })
export type PersonName = Static<typeof PersonName>

export const Mine = Type.Optional(oneOf(['true'], 'only those the caller is responsible for'))
export const ResponsibleId = Type.Optional(
  Type.String({ pattern: '^(\\d{1,10}|none)$', examples: ['7'], description: 'id of the person who is responsible; none: nobody is' }),
)

export const GROUP_MAX = 60
export const GroupText = Type.String({ maxLength: 200, description: 'group or year, up to 60 characters; empty: none' })

export const assignRequests = endpoint({
  id: 'assignRequests',
  method: 'POST',
  path: '/console/request/assign',
  access: 'curator',
  tag: 'Console',
  summary: 'Assigns applications to a reviewer; decided ones are skipped and listed',
  description: 'Without a reviewer, the responsible curator of the project reviews the applications.',
  body: Type.Object(
    { requests: Type.Array(Id, { minItems: 1, maxItems: 200 }), reviewer: Nullable(Id) },
    { examples: [{ requests: [1, 2], reviewer: 7 }] },
  ),
  answer: Type.Object({ reviewer: Nullable(PersonName), assigned: Type.Array(Id), skipped: Type.Array(Id) }),
  errors: ['person_not_found', 'not_a_curator'],
})

export const listGroups = endpoint({
  id: 'listGroups',
  method: 'GET',
  path: '/console/group',
  access: 'curator',
  tag: 'Console',
  summary: 'The groups of people, for suggestions and filters',
  answer: Type.Object({ groups: Type.Array(Type.Object({ name: Type.String(), people: Count })) }),
  errors: [],
})
