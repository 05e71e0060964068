import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { MOST_ROLES } from './role.ts'
import { Id } from './shared.ts'
import { Member } from './user.ts'

const errors = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'invalid_value',
  'member_not_found',
  'not_team_administrator',
  'unknown_role',
  'precondition_failed',
  'database_unavailable',
] as const

export const updateMember = endpoint({
  id: 'updateMember',
  method: 'PUT',
  path: '/member',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Sets the roles of a member',
  description:
    'By the member or an administrator of the team. Only `id` and `roles` are read, whatever else the body holds; `[]` clears the roles. Roles hidden from `GET /user/role` are taken too.',
  body: Type.Object(
    { member: Type.Object({ id: Id, roles: Type.Array(Type.String({ maxLength: 100 }), { maxItems: MOST_ROLES }) }) },
    { examples: [{ member: { id: 5, roles: ['Backend Developer'] } }] },
  ),
  answer: Member,
  errors,
})

export const updateMemberRole = endpoint({
  id: 'updateMemberRole',
  method: 'PUT',
  path: '/member/{id}',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Sets the one role of a member',
  description: 'Takes names and aliases of roles; the answer has the role’s name.',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }),
  body: Type.Object({ role: Type.String({ maxLength: 100 }) }, { examples: [{ role: 'Designer' }] }),
  answer: Member,
  errors,
})
