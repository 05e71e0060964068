import type { ConsolePerson } from '#contract/console/person.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { findConsolePerson, type LockedPerson, lockPersonAndAdministrators } from '#store/person/console.ts'
import { lockResponsibilities } from '#store/person/responsibility.ts'
import { lockAdministrators } from '#store/session/sign-in.ts'

// Shared by the endpoints of a person.

export const personNotFound = (id: string | number): Refusal => new Refusal('person_not_found', { person: id })

export async function consolePersonOf(sql: AnySql, id: number, now: Date): Promise<ConsolePerson> {
  const person = await findConsolePerson(sql, id, now)
  if (!person) throw personNotFound(id)
  return person
}

type Responsible = { projects: number; reviews: number }

/** Locks the administrators, what the person is responsible for, the teams of the person, then the person. */
export async function lockPersonForChange(sql: AnySql, id: string): Promise<LockedPerson & Responsible> {
  await lockAdministrators(sql)
  const responsible = await lockResponsibilities(sql, [readId(id)], { withTeams: true })
  const person = await lockPersonAndAdministrators(sql, readId(id))
  if (!person) throw personNotFound(id)
  return { ...person, ...responsible }
}

/** For the record of a person who loses the access: what nobody is responsible for from now on. */
export const releasedBy = ({ projects, reviews }: Responsible): Partial<Responsible> => ({
  ...(projects > 0 ? { projects } : {}),
  ...(reviews > 0 ? { reviews } : {}),
})
