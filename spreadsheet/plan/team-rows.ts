import { fullName } from '#rules/person/person.ts'
import { matchKey } from '#rules/project/project.ts'
import type { Cells, Line } from '#spreadsheet/column/columns.ts'
import type { MemberRow, PersonRow, TeamRow } from '#store/spreadsheet/export.ts'
import type { Invites, Person } from './invites.ts'
import type { RowReader } from './plan.ts'

// Matches the rows of a team sheet to accounts and members.

/** Equal for names that the store takes for the same. */
export const teamKey = matchKey
export const text = (cells: Cells, key: string): string => (cells[key] ?? '').trim()

export const memberName = (cells: Cells): string => text(cells, 'member') || text(cells, 'login') || text(cells, 'email')

type Fault = RowReader['faults'][number]
export type RowMember = { member: MemberRow | null; person: Person | null; isTeamOnly: boolean; faults: Fault[] }
type People = ReturnType<typeof peopleOf>

export function peopleOf(rows: readonly PersonRow[]) {
  const people = rows.map((person) => ({ ...person, fullName: fullName(person) }))
  const byLogin = new Map(people.map((person) => [person.login, person]))
  const byImport = Map.groupBy(people, ({ importEmail }) => importEmail)
  const byContact = Map.groupBy(people, ({ email, isGone }) => (isGone ? undefined : email?.toLowerCase()))
  return {
    byLogin: (login: string): Person | undefined => byLogin.get(login),
    // The imported address takes precedence over contact addresses, which people edit themselves.
    byEmail: (email: string): Person[] => byImport.get(email) ?? byContact.get(email) ?? [],
  }
}

// Indexed: a team may have as many members as a sheet has rows.
export class MemberMatcher {
  readonly #byPerson: Map<number | null, MemberRow>
  readonly #byName = new Map<string, Set<MemberRow>>()
  readonly #byKey = new Map<string, Set<MemberRow>>()
  readonly #people: People
  readonly #rowOf = new Map<number, number>()

  readonly #invites: Invites | undefined

  constructor(team: TeamRow | null, people: People, invites?: Invites) {
    this.#invites = invites
    const members = team?.members ?? []
    this.#byPerson = new Map(members.map((member) => [member.person, member]))
    for (const member of members.filter(({ person }) => person === null)) {
      addTo(this.#byName, member.name, member)
      addTo(this.#byKey, teamKey(member.name), member)
    }
    this.#people = people
  }

  isEmpty({ cells }: Line): boolean {
    return memberName(cells) === ''
  }

  take(line: Line): RowMember {
    const { cells, row } = line
    if (this.isEmpty(line)) return { member: null, person: null, isTeamOnly: true, faults: [] }
    const [login, email] = [text(cells, 'login').toLowerCase(), text(cells, 'email').toLowerCase()]
    if (login === '' && email === '') return { member: this.#withoutAccount(cells.member!), person: null, isTeamOnly: false, faults: [] }
    const fault = (column: string, code: Fault['sentence']['code'], details: Fault['sentence']['details']): RowMember => ({
      member: null,
      person: null,
      isTeamOnly: true,
      faults: [{ column, sentence: { code, details } }],
    })
    const found = email === '' ? [] : this.#people.byEmail(email)
    const known = login === '' ? found[0] : this.#people.byLogin(login)
    const invited = known === undefined && found.length === 0 ? this.#invites?.invite(cells) : undefined
    if (invited && 'column' in invited) return fault(invited.column, invited.sentence.code, invited.sentence.details)
    const person = known ?? invited
    if (!person) return fault(login === '' ? 'email' : 'login', 'unknown_person', { value: login || email })
    if (login === '' && found.length > 1) return fault('email', 'several_people', { value: email })
    const isTheirs = (person.importEmail ?? person.email ?? '').toLowerCase() === email || found.some(({ id }) => id === person.id)
    if (login !== '' && found.length > 0 && !isTheirs) return fault('email', 'two_people', { email, other: found[0]!.login, login })
    const earlier = this.#rowOf.get(person.id)
    if (earlier !== undefined) return fault(login === '' ? 'email' : 'login', 'twice', { row: earlier })
    this.#rowOf.set(person.id, row)
    const member = this.#byPerson.get(person.id) ?? null
    if (member === null && person.isGone) return fault('login', 'person_gone', { value: login || email })
    if (member === null && person.isClosed) return fault('login', 'person_closed', { value: login || email })
    return { member, person, isTeamOnly: false, faults: [] }
  }

  // Several members without an account may share a name: each row takes the next one.
  #withoutAccount(name: string): MemberRow | null {
    const first = (members: Set<MemberRow> | undefined): MemberRow | undefined => members?.values().next().value
    const member = first(this.#byName.get(name)) ?? first(this.#byKey.get(teamKey(name)))
    if (member === undefined) return null
    this.#byName.get(member.name)!.delete(member)
    this.#byKey.get(teamKey(member.name))!.delete(member)
    return member
  }
}

function addTo(index: Map<string, Set<MemberRow>>, key: string, member: MemberRow): void {
  index.set(key, (index.get(key) ?? new Set()).add(member))
}
