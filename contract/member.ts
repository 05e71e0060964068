import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './shared.ts'
import { Member } from './user.ts'
import { MOST_ROLES } from './vocabulary/role.ts'

const errors = ['member_not_found', 'not_team_administrator', 'unknown_role'] as const

export const updateMember = endpoint({
  id: 'updateMember',
  method: 'PUT',
  path: '/member',
  isFixed: true,
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Sets the roles of a member',
  description:
    'For the member or a team admin. Only `id` and `roles` are read; `[]` clears the roles. Roles hidden from `GET /user/role` are accepted too.',
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
  isFixed: true,
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Sets the only role of a member',
  description: 'Accepts role names and aliases; the response has the role name.',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }),
  body: Type.Object({ role: Type.String({ maxLength: 100 }) }, { examples: [{ role: 'Designer' }] }),
  answer: Member,
  errors,
})
