import type { ErrorCode } from '#contract/errors.ts'
import type { Access } from '#rules/sign-in/admission.ts'

/** "surname name patronymic", without empty parts. */
export const fullName = ({ surname, name, patronymic }: { surname: string; name: string; patronymic: string }): string =>
  [surname, name, patronymic].filter(Boolean).join(' ')

// Administrators cannot change their own access, and the last administrator remains.

type PersonState = { id: number; access: Access; isDisabled: boolean; otherAdministrators: number }

export function whyNotSetAccess(person: PersonState, access: PersonState['access'], callerId: number): ErrorCode | null {
  return access === 'administrator' && person.id !== callerId ? null : whyNotClose(person, callerId)
}

export function whyNotClose({ id, access, isDisabled, otherAdministrators }: PersonState, callerId: number): ErrorCode | null {
  if (id === callerId) return 'not_yourself'
  return access === 'administrator' && !isDisabled && otherAdministrators === 0 ? 'last_administrator' : null
}
