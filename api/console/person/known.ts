import type { KnownPerson } from '#contract/console/person.ts'
import { Refusal } from '#http/problem.ts'
import { readId } from '#rules/id.ts'
import { findKnownPerson, holdPersonToDecide, type PersonToDecide } from '#store/known-person.ts'
import { lockAdministrators } from '#store/sign-in.ts'
import type { AnySql } from '#store/sql.ts'

// What the calls about people have in common.

export const nobody = (id: string | number): Refusal => new Refusal('person_not_found', { person: id })

export async function personKnown(sql: AnySql, id: number, now: Date): Promise<KnownPerson> {
  const person = await findKnownPerson(sql, id, now)
  if (!person) throw nobody(id)
  return person
}

/** Held still, to decide what they may do. */
export async function personHeld(sql: AnySql, id: string): Promise<PersonToDecide> {
  await lockAdministrators(sql)
  const held = await holdPersonToDecide(sql, readId(id))
  if (!held) throw nobody(id)
  return held
}
