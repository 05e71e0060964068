import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Id, Instant, Nullable, pageAnswer, pageQuery } from '#contract/shared.ts'
import { IdParams, oneOf, orderOf, Search } from './shared.ts'

// People: curators search them, administrators manage their access.

export const accesses = ['member', 'curator', 'administrator'] as const
const Access = oneOf(accesses)
export const mergedKeys = [
  'email',
  'phone',
  'githubLogin',
  'patronymic',
  'avatar',
  'importEmail',
  'notifications',
  'language',
  'group',
] as const
export type MergedKey = (typeof mergedKeys)[number]

export const ListedPerson = Type.Object({
  id: Id,
  login: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  group: Nullable(Type.String()),
  access: Access,
  isDisabled: Type.Boolean(),
  hasSignedIn: Type.Boolean(),
  lastSignInAt: Nullable(Instant),
  teams: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type ListedPerson = Static<typeof ListedPerson>

export const ConsolePerson = Type.Object({
  ...ListedPerson.properties,
  importEmail: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  githubLogin: Nullable(Type.String()),
  createdAt: Instant,
  identities: Type.Array(Type.Object({ provider: Type.String(), email: Nullable(Type.String()), lastSignInAt: Instant })),
  sessions: Type.Array(Type.Object({ device: Nullable(Type.String()), network: Nullable(Type.String()), lastSeenAt: Instant })),
  onlyAdministratorOf: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
    description: 'teams without another active admin',
  }),
  lookalikes: Type.Array(ListedPerson, { description: 'possible duplicates with the same name or address' }),
})
export type ConsolePerson = Static<typeof ConsolePerson>

export const personFilter = {
  text: Search,
  access: Type.Optional(oneOf([...accesses, 'staff'], 'staff: curators and administrators')),
  group: Type.Optional(Type.String({ maxLength: 60 })),
  state: Type.Optional(oneOf(['active', 'disabled', 'never'], 'never: imported, has not signed in yet')),
}
export const personSorts = { name: 'asc', email: 'asc', access: 'asc', teams: 'desc', seen: 'desc' } as const
export type PersonSort = keyof typeof personSorts
export const personOrder = orderOf(personSorts, 'default: by surname, matches in names first')

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/console/person',
  access: 'curator',
  tag: 'Console',
  summary: 'Searches people by name, login or address',
  query: Type.Object({
    ...personFilter,
    ...personOrder,
    ...pageQuery(),
  }),
  answer: Type.Object({
    people: Type.Array(ListedPerson),
    ...pageAnswer,
  }),
  errors: [],
})

export const getPerson = endpoint({
  id: 'getPerson',
  method: 'GET',
  path: '/console/person/{id}',
  access: 'administrator',
  tag: 'Console',
  summary: 'A person with sign-in methods, sessions and possible duplicates',
  params: IdParams,
  answer: ConsolePerson,
  errors: ['person_not_found'],
})

export const setAccess = endpoint({
  id: 'setAccess',
  method: 'PUT',
  path: '/console/person/{id}/access',
  access: 'administrator',
  tag: 'Console',
  summary: 'Sets the access level of a person',
  params: IdParams,
  body: Type.Object({ access: Access }, { examples: [{ access: 'curator' }] }),
  answer: ConsolePerson,
  errors: ['person_not_found', 'not_yourself', 'last_administrator'],
})

export const setDisabled = endpoint({
  id: 'setDisabled',
  method: 'PUT',
  path: '/console/person/{id}/disabled',
  access: 'administrator',
  tag: 'Console',
  summary: 'Disables an account and ends its sessions, or enables it',
  params: IdParams,
  body: Type.Object({ isDisabled: Type.Boolean() }, { examples: [{ isDisabled: true }] }),
  answer: ConsolePerson,
  errors: ['person_not_found', 'not_yourself', 'last_administrator'],
})

export const signOutPerson = endpoint({
  id: 'signOutPerson',
  method: 'POST',
  path: '/console/person/{id}/sign-out',
  access: 'administrator',
  tag: 'Console',
  summary: 'Ends all sessions of a person',
  params: IdParams,
  answer: Type.Object({ id: Id, ended: Count }),
  errors: ['person_not_found'],
})

export const previewMerge = endpoint({
  id: 'previewMerge',
  method: 'GET',
  path: '/console/person/{id}/merge/{into}',
  access: 'administrator',
  tag: 'Console',
  summary: 'Preview of merging two accounts',
  params: Type.Object({ id: IdParams.properties.id, into: IdParams.properties.id }),
  answer: Type.Object({
    from: ListedPerson,
    into: ListedPerson,
    teams: Type.Array(Type.Object({ id: Id, name: Type.String(), isShared: Type.Boolean(), becomesAdministrator: Type.Boolean() })),
    identities: Count,
    sessionsEnded: Count,
    filesMoved: Count,
    takes: Type.Array(oneOf(mergedKeys, 'values the other account does not have yet')),
    loses: Type.Array(Type.Object({ what: oneOf([...mergedKeys, 'access'] as const), value: Nullable(Type.String()) }), {
      description: 'values that will be lost because the other account has its own',
    }),
  }),
  errors: ['person_not_found', 'merge_impossible', 'not_yourself', 'last_administrator'],
})

export const mergePeople = endpoint({
  id: 'mergePeople',
  method: 'POST',
  path: '/console/person/{id}/merge',
  access: 'administrator',
  tag: 'Console',
  summary: 'Merges an account into another one permanently',
  params: IdParams,
  body: Type.Object({ into: Id }, { examples: [{ into: 7 }] }),
  answer: ConsolePerson,
  errors: ['person_not_found', 'merge_impossible', 'not_yourself', 'last_administrator'],
})

export const personEndpoints = [getPerson, setAccess, setDisabled, signOutPerson, previewMerge, mergePeople]
