import type { ErrorCode } from '#contract/errors.ts'
import type { Access } from './admission.ts'

/** "surname name patronymic", without those that are empty. */
export const fullName = ({ surname, name, patronymic }: { surname: string; name: string; patronymic: string }): string =>
  [surname, name, patronymic].filter(Boolean).join(' ')

// What administrators may decide about people: never about themselves, and never so that no administrator is left.

type Decided = { id: number; access: Access; isDisabled: boolean; otherAdministrators: number }

export function whyNotSetAccess(person: Decided, access: Decided['access'], callerId: number): ErrorCode | null {
  return access === 'administrator' && person.id !== callerId ? null : whyNotClose(person, callerId)
}

export function whyNotClose({ id, access, isDisabled, otherAdministrators }: Decided, callerId: number): ErrorCode | null {
  if (id === callerId) return 'not_yourself'
  return access === 'administrator' && !isDisabled && otherAdministrators === 0 ? 'last_administrator' : null
}
