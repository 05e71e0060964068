import type { ConsolePerson } from '#contract/console/person.ts'
import { Refusal } from '#http/problem.ts'
import { readId } from '#rules/id.ts'
import { findConsolePerson, type LockedPerson, lockPersonAndAdministrators } from '#store/console-person.ts'
import { lockAdministrators } from '#store/sign-in.ts'
import type { AnySql } from '#store/sql.ts'

// Shared by the endpoints of a person.

export const personNotFound = (id: string | number): Refusal => new Refusal('person_not_found', { person: id })

export async function consolePersonOf(sql: AnySql, id: number, now: Date): Promise<ConsolePerson> {
  const person = await findConsolePerson(sql, id, now)
  if (!person) throw personNotFound(id)
  return person
}

/** Locks the administrators, then the person. */
export async function lockPersonForChange(sql: AnySql, id: string): Promise<LockedPerson> {
  await lockAdministrators(sql)
  const person = await lockPersonAndAdministrators(sql, readId(id))
  if (!person) throw personNotFound(id)
  return person
}
