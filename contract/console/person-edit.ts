import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Nullable } from '#contract/shared.ts'
import { accesses } from './person.ts'
import { GroupText } from './responsibility.ts'
import { IdParams, oneOf } from './shared.ts'

// Names, email and group of a person, as curators edit them. Curators edit members, administrators everybody.

export const PersonData = Type.Object({
  id: Id,
  login: Type.String(),
  name: Type.String(),
  surname: Type.String(),
  patronymic: Type.String(),
  email: Nullable(Type.String()),
  group: Nullable(Type.String()),
  access: oneOf(accesses),
  isDisabled: Type.Boolean(),
  hasSignedIn: Type.Boolean({ description: 'then the person changes the email in the own profile' }),
  isEditable: Type.Boolean({ description: 'by the caller' }),
  teams: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type PersonData = Static<typeof PersonData>

const PersonDraft = {
  name: Type.String({ maxLength: 400 }),
  surname: Type.Optional(Type.String({ maxLength: 400 })),
  patronymic: Type.Optional(Type.String({ maxLength: 400 })),
  group: Type.Optional(GroupText),
}
const draftErrors = ['invalid_name', 'invalid_email', 'invalid_group', 'person_exists'] as const

export const createPerson = endpoint({
  id: 'createPerson',
  method: 'POST',
  path: '/console/person',
  access: 'curator',
  hasLocation: true,
  tag: 'Console',
  summary: 'Invites a person: the first sign-in with this verified email opens the account',
  description:
    'The person has member access; administrators change it with `PUT /console/person/{id}/access`. If there is a person with the same name, the call is refused with `similar_person` unless `isSimilarAllowed`.',
  body: Type.Object(
    {
      ...PersonDraft,
      email: Type.String({ maxLength: 254 }),
      isSimilarAllowed: Type.Optional(Type.Boolean()),
    },
    { examples: [{ name: 'Ivan', surname: 'Petrov', email: 'ivan.petrov@example.org', group: 'CS-21' }] },
  ),
  answer: PersonData,
  errors: [...draftErrors, 'similar_person'],
})

export const getPersonData = endpoint({
  id: 'getPersonData',
  method: 'GET',
  path: '/console/person/{id}/personal',
  access: 'curator',
  tag: 'Console',
  summary: 'Names, email and group of a person',
  params: IdParams,
  answer: PersonData,
  errors: ['person_not_found'],
})

export const updatePerson = endpoint({
  id: 'updatePerson',
  method: 'PUT',
  path: '/console/person/{id}/personal',
  access: 'curator',
  tag: 'Console',
  summary: 'Changes names, email and group of a person',
  description: 'Omitted keys are not changed. The email can be changed until the first sign-in; after it, the person changes it.',
  params: IdParams,
  body: Type.Object(
    { ...PersonDraft, name: Type.Optional(PersonDraft.name), email: Type.Optional(Type.String({ maxLength: 254 })) },
    { examples: [{ name: 'Ivan', group: 'CS-21' }] },
  ),
  answer: PersonData,
  errors: [...draftErrors, 'person_not_found', 'email_is_own'],
})

export const personEditEndpoints = [createPerson, getPersonData, updatePerson]
