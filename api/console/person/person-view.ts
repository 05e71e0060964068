import type { ConsolePerson } from '#contract/console/person.ts'
import { Refusal } from '#http/problem.ts'
import { readId } from '#rules/id.ts'
import { findConsolePerson, lockPersonToDecide, type PersonToDecide } from '#store/console-person.ts'
import { lockAdministrators } from '#store/sign-in.ts'
import type { AnySql } from '#store/sql.ts'

// What the calls about people have in common.

export const nobody = (id: string | number): Refusal => new Refusal('person_not_found', { person: id })

export async function consolePersonOf(sql: AnySql, id: number, now: Date): Promise<ConsolePerson> {
  const person = await findConsolePerson(sql, id, now)
  if (!person) throw nobody(id)
  return person
}

/** Held still, to decide what they may do. */
export async function lockPersonForChange(sql: AnySql, id: string): Promise<PersonToDecide> {
  await lockAdministrators(sql)
  const held = await lockPersonToDecide(sql, readId(id))
  if (!held) throw nobody(id)
  return held
}
