import { GROUP_MAX } from '#contract/console/responsibility.ts'
import type { Language } from '#contract/language.ts'
import { updateAccount, updatePersonal } from '#contract/profile.ts'
import { fullName } from '#rules/person/person.ts'
import { isNationalPhone, phoneCountry, readPhone } from '#rules/person/phone.ts'
import type { Country } from '#rules/person/profile.ts'
import { readGroup } from '#rules/request/responsibility.ts'
import { isLogin } from '#rules/sign-in/admission.ts'
import { readEmail, readGithubName } from '#rules/sign-in/claims.ts'
import { NAME_MAX, readName } from '#rules/text/text.ts'
import { type Read, readWith } from '#spreadsheet/cell/cell-read.ts'
import { personCells } from '#spreadsheet/cell/cells.ts'
import type { Line } from '#spreadsheet/column/columns.ts'
import type { Sentence } from '#spreadsheet/messages.ts'
import { inSlices, type Slices } from '#spreadsheet/read/slices.ts'
import { readWord } from '#spreadsheet/texts.ts'
import type { PersonRow } from '#store/spreadsheet/export.ts'
import type { ImportedPerson } from '#store/spreadsheet/import.ts'
import { createLogins, namesakesOf } from './invites.ts'
import { type PlannedRow, RowReader } from './plan.ts'
import { createAddressNames, isSameName } from './same-name.ts'

// A person is matched by login or imported address, never by the contact address, which they can edit themselves.
// An empty cell changes nothing: an import never clears values of people.

/** `names`: of everybody, for warnings about namesakes. */
export type CurrentPeople = { people: PersonRow[]; logins: string[]; names?: string[] }

const text = ({ cells }: Line, key: string): string => (cells[key] ?? '').trim()
const loginOf = ({ cells }: Line): string => (cells.login ?? '').trim().toLowerCase()
const emailOf = ({ cells }: Line): string => (cells.email ?? '').trim().toLowerCase()

export function peopleInSheet(lines: readonly Line[]): { logins: string[]; emails: string[] } {
  const distinct = (texts: string[]) => [...new Set(texts)].filter((text) => text !== '' && !text.includes('\0')) // PostgreSQL refuses NUL
  return { logins: distinct(lines.map(loginOf)), emails: distinct(lines.map(emailOf)) }
}

export async function planPeople(
  lines: readonly Line[],
  current: CurrentPeople,
  { locale, country }: { locale: Language; country: Country | null },
  slices?: Slices,
): Promise<{ rows: PlannedRow[]; writes: ImportedPerson[] }> {
  const byLogin = new Map(current.people.map((person) => [person.login, person]))
  const byEmail = Map.groupBy(current.people, ({ importEmail }) => importEmail || null)
  const taken = new Set([...current.logins, ...lines.map(loginOf)])
  const proposed = createLogins(taken)
  const namesakes = namesakesOf(current.names ?? [])
  const addressNames = createAddressNames()
  const rowOf = new Map<string, number>()
  const rows: PlannedRow[] = []
  const writes: ImportedPerson[] = []

  function findPerson(line: Line): PersonRow | null {
    const login = loginOf(line)
    if (login !== '') return byLogin.get(login) ?? null
    const found = byEmail.get(emailOf(line)) ?? []
    return found.length === 1 ? found[0]! : null
  }

  await inSlices(
    lines,
    (line) => {
      const person = findPerson(line)
      const exported = person && {
        ...personCells(person),
        ...(loginOf(line) === person.login || loginOf(line) === '' ? { login: line.cells.login ?? '' } : {}),
      }
      // Empty cells change nothing.
      const filled = Object.fromEntries(Object.entries(line.cells).filter(([, cell]) => (cell ?? '').trim() !== ''))
      const reader = new RowReader({ row: line.row, cells: filled }, exported)
      const [login, email] = [loginOf(line), emailOf(line)]
      if (login === '' && email === '') reader.fault('login', 'whose')
      if (login === '' && (byEmail.get(email)?.length ?? 0) > 1) reader.fault('email', 'several_people', { value: email })
      if (person?.isGone) reader.fault('login', 'person_gone', { value: login || email })
      // Two people may already share an address, but a sheet cannot assign one to two.
      const isEmailKey = email !== '' && (login === '' || !reader.isUnchanged('email'))
      const given = fullName({ surname: text(line, 'surname'), name: text(line, 'name'), patronymic: text(line, 'patronymic') })
      const namedTwice = isEmailKey ? addressNames(email, given, line.row) : null
      if (namedTwice) reader.fault('email', 'address_of_two', { value: email, one: namedTwice.name, other: given, row: namedTwice.row })
      const keys = [login === '' ? [] : `login ${login}`, isEmailKey ? `email ${email}` : [], person ? `id ${person.id}` : []].flat()
      const earlier = keys.map((key) => rowOf.get(key)).find((row) => row !== undefined)
      const isTwice = earlier !== undefined && !namedTwice
      if (isTwice) reader.fault(keys.find((key) => rowOf.has(key))!.startsWith('email') ? 'email' : 'login', 'twice', { row: earlier })
      for (const key of keys) if (!rowOf.has(key)) rowOf.set(key, line.row)
      if (person && login === '' && given !== '' && fullName(person) !== '' && !isSameName(given, fullName(person)))
        reader.warn(line.cells.surname === undefined ? 'name' : 'surname', 'renames', { value: email, owner: fullName(person) })
      const name = (key: 'name' | 'surname' | 'patronymic') => reader.value(key, person?.[key] ?? '', nameReaders[key], (value) => value)
      const names = { name: name('name'), surname: name('surname'), patronymic: name('patronymic') }
      if (!person && names.name === '' && names.surname === '' && !reader.isFaulty('name') && !reader.isFaulty('surname'))
        reader.fault('name', 'required')
      const owner = byEmail.get(email)?.find((other) => other.id !== person?.id)
      const address = reader.value<string | null>('email', null, readAddress, (value) => value ?? '')
      if (address !== null && owner && !reader.isFaulty('email')) reader.fault('email', 'email_taken', { value: email, login: owner.login })
      const phone = reader.value<string | null>('phone', person?.phone ?? null, readNumber(locale, country), (value) => value ?? '')
      const githubLogin = reader.value<string | null>('githubLogin', person?.githubLogin ?? null, readGithub, (value) => value ?? '')
      const group = reader.value<string | null>('group', person?.group ?? null, readGroupCell, (value) => value ?? '')
      const access = reader.value<string>('access', person?.access ?? 'member', readAccess(person), (value) => value)
      const ownLogin = person?.login ?? (login !== '' ? login : proposed({ name: names.name, surname: names.surname, email: address }))
      if (!person && login !== '' && !isLogin(login)) reader.fault('login', 'no_login', { value: login })
      if (!person) reader.note('login', ownLogin)
      if (!person && names.surname === '' && names.name !== '')
        reader.warn(line.cells.surname === undefined ? 'name' : 'surname', 'no_surname', { value: names.name })
      const namesake = person ? undefined : namesakes(fullName(names))
      if (namesake !== undefined) reader.warn(line.cells.surname === undefined ? 'name' : 'surname', 'near_person', { value: namesake })
      const row = reader.planned(fullName(names) || login || email)
      rows.push(row)
      if (row.what !== 'create' && row.what !== 'change') return
      const values = { ...names, phone, githubLogin, group, access }
      if (!person) return void writes.push({ id: null, login: ownLogin, values: { ...values, email: address, importEmail: address } })
      const contact = person.email === null ? { email: address } : {} // people edit it themselves
      const addresses = reader.isChanged('email') ? { ...contact, importEmail: address } : {}
      writes.push({ id: person.id, login: ownLogin, values: { ...reader.changed(values), ...addresses } })
    },
    slices,
  )

  return { rows, writes }
}

const { properties: nameSchemas } = updatePersonal.body
const readPart = (key: keyof typeof nameSchemas) =>
  readWith(
    nameSchemas[key],
    (cell) => readName(cell, true),
    (value) => ({ code: 'invalid_name', details: { value, most: NAME_MAX } }),
  )
const nameReaders = { name: readPart('name'), surname: readPart('surname'), patronymic: readPart('patronymic') }

const { properties: accountSchemas } = updateAccount.body
export const readAddress = readWith(
  accountSchemas.email,
  (cell) => readEmail(cell.trim())?.toLowerCase() ?? null,
  (value) => ({ code: 'invalid_email', details: { value } }),
)

// "тел. 8 916 …"; ".0" is added by programs that take the number for an amount.
const PHONE_LABEL = /^\s*(?:моб(?:ильный)?|тел(?:ефон)?|т|phone|tel|mobile|mob)[.: ]\s*/i

const bareNumber = (cell: string): string => cell.replace(PHONE_LABEL, '').replace(/\.0$/, '')

const readNumber = (locale: Language, country: Country | null) =>
  readWith(
    accountSchemas.phone,
    (cell) => readPhone(bareNumber(cell), locale, country),
    (value): Sentence => {
      if (!isNationalPhone(bareNumber(value))) return { code: 'invalid_phone', details: { value } }
      const assumed = phoneCountry(locale, country)
      if (assumed === null) return { code: 'phone_without_country', details: { value } }
      return { code: 'phone_of_country', details: { value, country: assumed } }
    },
  )

function readGroupCell(cell: string): Read<string | null> {
  const group = readGroup(cell)
  return group === null ? { fault: { code: 'invalid_group', details: { value: cell, most: GROUP_MAX } } } : { value: group || null }
}

function readGithub(cell: string): Read<string | null> {
  const login = readGithubName(cell.trim().replace(/^@|^https:\/\/github\.com\//i, ''))
  return login === null ? { fault: { code: 'no_github', details: { value: cell } } } : { value: login }
}

const readAccess =
  (person: PersonRow | null) =>
  (cell: string): Read<string> => {
    const text = cell.trim().toLowerCase()
    const access = readWord(['member', 'curator', 'administrator'], text) ?? text
    if (access === person?.access) return { value: access }
    const isGood = (access === 'member' || access === 'curator') && person?.access !== 'administrator'
    return isGood ? { value: access } : { fault: { code: 'access_word' } }
  }
