import { fullName } from '#rules/person/person.ts'
import { proposedLogins } from '#rules/sign-in/admission.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import { NAME_MAX, readName } from '#rules/text/text.ts'
import type { Cells } from '#spreadsheet/column/columns.ts'
import { nearKey } from '#spreadsheet/column/suggest.ts'
import type { Sentence } from '#spreadsheet/messages.ts'
import type { PersonRow } from '#store/spreadsheet/export.ts'
import type { InvitedPerson } from '#store/spreadsheet/import.ts'

// People of a team sheet who have no account yet. They are created with member access; their account is theirs when they sign in with the
// address of the sheet.

export type Person = PersonRow & { fullName: string }

/** `invite`: the person of a row; a fault if they cannot be invited; undefined if nobody is invited. */
export type Invites = {
  invite(cells: Cells): Person | { column: string; sentence: Sentence } | undefined
  namesakeOf(id: number): string | undefined
  readonly people: InvitedPerson[]
  /** How many could be invited. */
  readonly missing: number
}

export function createInvites(isInviting: boolean, current: { logins: string[]; names: string[] }): Invites {
  const propose = createLogins(new Set(current.logins))
  const namesakes = namesakesOf(current.names)
  const byEmail = new Map<string, Person>()
  const missing = new Set<string>()
  const people: InvitedPerson[] = []
  return {
    people,
    get missing() {
      return missing.size
    },
    namesakeOf(id) {
      const person = people[-1 - id]
      return person && namesakes(fullName(person.values))
    },
    invite(cells): ReturnType<Invites['invite']> {
      const address = (cells.email ?? '').trim()
      const email = readEmail(address)?.toLowerCase()
      if (email === undefined) {
        const isWrong = isInviting && address !== ''
        return isWrong ? { column: 'email', sentence: { code: 'invalid_email', details: { value: address } } } : undefined
      }
      missing.add(email)
      if (!isInviting) return undefined
      const present = byEmail.get(email)
      if (present) return present
      const given = (cells.member ?? '').replace(/\s+/g, ' ').trim()
      if (given === '') return { column: 'member', sentence: { code: 'required' } }
      const names = splitName(given)
      if (Object.values(names).some((name) => readName(name, true) === null))
        return { column: 'member', sentence: { code: 'invalid_name', details: { value: given, most: NAME_MAX } } }
      const id = -1 - people.length
      const login = propose({ name: names.name, surname: names.surname, email })
      const values = { ...names, email, importEmail: email, phone: null, githubLogin: null, group: null, access: 'member' as const }
      people.push({ id, login, values })
      const invited = { id, login, ...values, isGone: false, isClosed: false, fullName: fullName(values) }
      byEmail.set(email, invited)
      return invited
    },
  }
}

const PATRONYMIC = /(?:вич|вна|ична|инична|оглы|кызы)$/i
const SURNAME = /(?:ов|ев|ёв|ин|ын|ова|ева|ёва|ина|ына|ский|ская|цкий|цкая|ко|ук|юк|ян|дзе|швили|их|ых)$/i

/** "Петров Иван Сергеевич", "Иван Петров", "Ivan Petrov". In two words, the one that ends like a surname is the surname. */
export function splitName(full: string): { name: string; surname: string; patronymic: string } {
  const words = full.split(' ')
  if (words.length === 1) return { name: full, surname: '', patronymic: '' }
  const last = words.at(-1)!
  if (words.length >= 3 && PATRONYMIC.test(last)) return { surname: words[0]!, name: words.slice(1, -1).join(' '), patronymic: last }
  if (words.length === 3 && PATRONYMIC.test(words[1]!)) return { name: words[0]!, patronymic: words[1]!, surname: last }
  const isSurnameFirst = SURNAME.test(words[0]!) && !SURNAME.test(last)
  if (isSurnameFirst) return { surname: words[0]!, name: words.slice(1).join(' '), patronymic: '' }
  return { name: words.slice(0, -1).join(' '), surname: last, patronymic: '' }
}

/** A free login for a new person. */
export function createLogins(taken: Set<string>) {
  const proposalsOf = new Map<string, ReturnType<typeof proposedLogins>>() // people with equal names continue at the last number
  return ({ name, surname, email }: { name: string; surname: string; email: string | null }): string => {
    const proposals = proposedLogins({ name, surname, email, login: null } as never)
    let login = proposals.next().value
    const rest = proposalsOf.get(login) ?? proposals
    proposalsOf.set(login, rest)
    while (taken.has(login)) login = rest.next().value
    taken.add(login)
    return login
  }
}

/** The name of somebody with the same surname and name, in any order. Patronymics are often left out. */
export function namesakesOf(names: readonly string[]): (name: string) => string | undefined {
  const keyOf = (name: string): string => name.trim().split(/\s+/).slice(0, 2).map(nearKey).filter(Boolean).toSorted().join(' ')
  const byKey = new Map(names.map((name) => [keyOf(name), name]))
  return (name) => (keyOf(name) === '' ? undefined : byKey.get(keyOf(name)))
}
