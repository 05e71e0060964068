import type { PersonData } from '#contract/console/person-edit.ts'
import { GROUP_MAX } from '#contract/console/responsibility.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { mayEditPerson, readGroup } from '#rules/request/responsibility.ts'
import type { Access } from '#rules/sign-in/admission.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import { findPersonWithEmail, lockEmails, type OtherPerson, type StoredPersonData } from '#store/person/edit.ts'

// Shared by creating and editing a person.

export const personDataView = ({ fullName: _, ...person }: StoredPersonData, caller: Access): PersonData => ({
  ...person,
  isEditable: mayEditPerson(caller, person.access),
})

export function groupFrom(given: string): string {
  const group = readGroup(given)
  if (group === null) throw new Refusal('invalid_group', { most: GROUP_MAX })
  return group
}

/** A valid address nobody else has. Locks emails, so that a concurrent call with the same address waits. */
export async function emailFrom(sql: AnySql, given: string, exceptId: number | null = null): Promise<string> {
  const email = readEmail(given.trim())?.toLowerCase() ?? null
  if (email === null) throw new Refusal('invalid_email')
  await lockEmails(sql)
  const owner = await findPersonWithEmail(sql, email, exceptId)
  if (owner) throw new Refusal('person_exists', { name: owner.name, login: owner.login, email })
  return email
}

/** "Ivan Petrov (CS-21), Petrov Ivan" */
export const peopleInWords = (people: readonly OtherPerson[]): string =>
  people.map(({ name, login, group }) => `${name} (${group ?? login})`).join(', ')
