import { type CountryCode, getCountries, isSupportedCountry } from 'libphonenumber-js'
import type { ErrorCode } from '#contract/errors.ts'
import type { ProjectDates } from '#rules/project/project.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import { readName } from '#rules/text/text.ts'

// Validation of profiles, and the order of a person's projects.

type Names = Record<'name' | 'surname' | 'patronymic', string>

/**
 * The three parts of a full name in their stored form; null when one of them is not valid. A value equal to the stored one is always
 * valid: clients send back what they received, also what was imported or came from an identity provider.
 */
export function readNames(given: Omit<Names, 'patronymic'> & Partial<Names>, stored: Names): Names | null {
  const read = (key: keyof Names, mayBeEmpty: boolean): string | null => {
    const value = given[key] ?? stored[key]
    return value === stored[key] ? value : readName(value, mayBeEmpty)
  }
  const [name, surname, patronymic] = [read('name', false), read('surname', true), read('patronymic', true)]
  if (name === null || surname === null || patronymic === null) return null
  // The only part of a name cannot be removed.
  return name === '' && surname === '' && stored.surname !== '' ? null : { name, surname, patronymic }
}

export type Country = CountryCode
export const countries: Country[] = getCountries()
export const isCountry = (text: string): text is Country => isSupportedCountry(text)

export type NewEmail = { kind: 'same' } | { kind: 'new'; email: string } | { kind: 'invalid' }

/** An empty or unchanged address changes nothing: field clients send it with every change of the phone. */
export function readNewEmail(given: string, present: string | null): NewEmail {
  const text = given.trim()
  if (text === '' || text === present || given === present) return { kind: 'same' }
  const email = readEmail(text)
  if (email === null) return { kind: 'invalid' }
  return email.toLowerCase() === present?.toLowerCase() ? { kind: 'same' } : { kind: 'new', email }
}

// The relation of a team to a project: works on it, applies for it while it has no project, has finished it, or 'asked' for any other
// request or a project it has left.
export type ProjectRelation = { hold: 'works' | 'applies' | 'finished' | 'asked'; since: number }
export type Ranked = { dates: ProjectDates; relations: ProjectRelation[]; slug: string }

const RUNNING = 0
const AHEAD = 1
const APPLIED = 2
const OVER = 3
const ASKED = 4

export function rankOf({ hold }: ProjectRelation, { dateStart, dateEnd }: ProjectDates, today: number): number {
  if (hold === 'asked') return ASKED
  if (hold === 'applies') return APPLIED
  if (hold === 'finished' || (dateEnd !== null && dateEnd < today)) return OVER
  return dateStart !== null && dateStart <= today ? RUNNING : AHEAD
}

/** The field client shows the first one as "my project". */
export function inOrder<T extends Ranked>(projects: T[], today: number): T[] {
  const keyed = projects.map((project) => {
    const { dates, relations } = project
    const rank = Math.min(ASKED, ...relations.map((relation) => rankOf(relation, dates, today)))
    const since = Math.max(...relations.filter((one) => rankOf(one, dates, today) === rank).map((one) => one.since), 0)
    // Upcoming projects: the next first. All others: the latest first.
    const within = rank === AHEAD ? (dates.dateStart ?? Infinity) : -(rank === OVER ? (dates.dateEnd ?? Infinity) : Infinity)
    return { project, keys: [rank, within, -since] }
  })
  keyed.sort((a, b) => {
    for (let i = 0; i < a.keys.length; i++) if (a.keys[i] !== b.keys[i]) return a.keys[i]! < b.keys[i]! ? -1 : 1
    return a.project.slug < b.project.slug ? -1 : 1
  })
  return keyed.map(({ project }) => project)
}

export type AccountDeletion = { isAdministrator: boolean; otherAdministrators: number }

export const whyNotDeleteAccount = ({ isAdministrator, otherAdministrators }: AccountDeletion): ErrorCode | null =>
  isAdministrator && otherAdministrators === 0 ? 'last_administrator' : null
