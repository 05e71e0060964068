import { pageText } from './text.ts'

export type DevPerson = {
  login: string
  name: string // display name
  givenName: string
  familyName: string
  email: string
  emailVerified: boolean
}

type Row = [login: string, givenName: string, familyName: string, email: string]

const rows: Row[] = [
  ['anna', 'Анна', 'Ковалёва', 'anna@students.example.org'],
  ['boris', 'Борис', 'Ефимов', 'boris@students.example.org'],
  ['vera', 'Вера', 'Никитина', 'vera@students.example.org'],
  ['isaac.thorne', 'Isaac', 'Thorne', 'isaac.thorne@students.example.org'],
  ['polina.zueva', 'Полина', 'Зуева', 'polina.zueva@students.example.org'],
  ['gleb', 'Глеб', 'Орлов', 'gleb@students.example.org'],
  ['curator', 'Ольга', 'Воронова', 'curator@office.example.org'],
  ['admin', 'Игорь', 'Мартынов', 'admin@office.example.org'],
  ['newcomer', 'Милана', 'Белова', 'newcomer@students.example.org'],
  ['outsider', 'Marek', 'Dvorak', 'outsider@elsewhere.example'],
  ['unverified', 'Денис', 'Котов', 'unverified.person@students.example.org'],
  ['former', 'Nora', 'Fischer', 'former@students.example.org'],
]

export const devPeople: DevPerson[] = rows.map(([login, givenName, familyName, email]) => ({
  login,
  name: `${givenName} ${familyName}`,
  givenName,
  familyName,
  email,
  emailVerified: login !== 'unverified',
}))

/** What the provider says about them. */
export const claimsOf = (person: DevPerson) => ({
  sub: person.login,
  preferred_username: person.login,
  name: person.name,
  given_name: person.givenName,
  family_name: person.familyName,
  email: person.email,
  email_verified: person.emailVerified,
})

/** Of our own people. */
export function whoIs(login: string, language: string): string {
  const key = `devIdp.who.${login}`
  return pageText.has(key) ? pageText(language, key) : ''
}
