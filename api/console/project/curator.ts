import type { PersonName } from '#contract/console/responsibility.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { lockCurator } from '#store/person/responsibility.ts'

/** The chosen curator, who keeps the access until the transaction ends; refused without access to the console. Null: nobody. */
export async function curatorFrom(sql: AnySql, id: number | null): Promise<PersonName | null> {
  if (id === null) return null
  const person = await lockCurator(sql, id)
  if (!person) throw new Refusal('person_not_found', { person: id })
  if (!person.isCurator) throw new Refusal('not_a_curator', { name: person.name })
  return { id: person.id, name: person.name }
}
