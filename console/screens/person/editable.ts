import { createPerson, getPersonData, type PersonData, updatePerson } from '#contract/console/person-edit.ts'
import { versioned } from '#ui/form/versioned.ts'
import { call } from '#ui/server/api.ts'
import { cacheAnswer, readNow } from '#ui/server/if-match.ts'

// Names, email and group of a person.

export type PersonForm = { surname: string; name: string; patronymic: string; email: string; group: string; isSimilarAllowed: boolean }

const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const cached = (person: PersonData): PersonData => {
  cacheAnswer(getPersonData, at(person), person)
  return person
}

export const personData = versioned<PersonData, PersonForm>({
  formOf: (person) => ({
    surname: person?.surname ?? '',
    name: person?.name ?? '',
    patronymic: person?.patronymic ?? '',
    email: person?.email ?? '',
    group: person?.group ?? '',
    isSimilarAllowed: false,
  }),
  read: (person) => readNow(getPersonData, at(person)),
  write: async (person, { isSimilarAllowed: _, email, ...form }, base, headers) => {
    const body = { ...form, ...(email === base.email ? {} : { email }) }
    return cached(await call(updatePerson, { ...at(person), body, headers }))
  },
  create: async (body) => cached(await call(createPerson, { body })),
  fieldOf: { invalid_name: 'name', invalid_email: 'email', person_exists: 'email', email_is_own: 'email', invalid_group: 'group' },
})
