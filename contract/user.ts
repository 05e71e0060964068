import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { countText, Id, Nullable, Slug } from './shared.ts'

export const User = Type.Object({
  id: Id,
  name: Type.String({ description: 'surname name patronymic' }),
  githubLogin: Nullable(Type.String()),
  avatar: Nullable(Type.String()),
})
export type User = Static<typeof User>

export const Team = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  members: Type.Array(Id),
  project: Nullable(Slug),
  administrators: Type.Array(Id, { description: 'user ids' }),
  requests: Type.Array(Id),
  // Always empty: objects here break the field client. Result files are in project.documents.
  documents: Type.Array(Type.Never(), { maxItems: 0 }),
})
export type Team = Static<typeof Team>

export const Member = Type.Object({
  id: Id,
  name: Type.String(),
  roles: Type.Array(Type.String()),
  isAdministrator: Type.Boolean(),
  user: Nullable(Id),
  team: Nullable(Id),
})
export type Member = Static<typeof Member>

const RoleNames = Type.Array(Type.String())

export const listRoles = endpoint({
  id: 'listRoles',
  method: 'GET',
  path: '/user/role',
  isFixed: true,
  access: 'public',
  tag: 'Vocabularies',
  summary: 'Role names',
  description: 'Without hidden roles.',
  query: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 100, description: 'part of a name or alias; one typo is tolerated' })),
    limit: countText('50, with a query 5', 50),
  }),
  answer: RoleNames,
  errors: [],
  sameForAll: true,
})

export const listRoleNames = endpoint({
  id: 'listRoleNames',
  method: 'GET',
  path: '/role',
  access: 'public',
  tag: 'Vocabularies',
  summary: 'Names of all roles in both languages',
  description: 'In their order, with hidden roles. Everywhere else a role is sent by its `name`.',
  answer: Type.Array(Type.Object({ name: Type.String(), nameRu: Nullable(Type.String({ description: 'Russian name' })) })),
  errors: [],
  sameForAll: true,
})

export const findRoles = endpoint({
  id: 'findRoles',
  method: 'GET',
  path: '/user/role/{query}',
  isFixed: true,
  access: 'public',
  tag: 'Vocabularies',
  summary: 'Roles whose name or alias matches',
  params: Type.Object({ query: Type.String({ maxLength: 100 }) }),
  query: Type.Object({ limit: countText('5', 50) }),
  answer: RoleNames,
  errors: [],
  sameForAll: true,
})

export const roleEndpoints = [listRoles, findRoles, listRoleNames]
