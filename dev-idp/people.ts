export type DevPerson = {
  login: string
  name: string // display name
  givenName: string
  familyName: string
  email: string
  emailVerified: boolean
  who: { en: string; ru: string }
}

type Row = [login: string, givenName: string, familyName: string, email: string, en: string, ru: string]

const rows: Row[] = [
  [
    'anna',
    'Анна',
    'Ковалёва',
    'anna@students.example.org',
    'Administrator of a team without a project; may apply',
    'Администратор команды без проекта; может подать заявку',
  ],
  [
    'boris',
    'Борис',
    'Ефимов',
    'boris@students.example.org',
    'Administrator of a team working on a running project',
    'Администратор команды, которая работает над проектом',
  ],
  ['vera', 'Вера', 'Никитина', 'vera@students.example.org', 'Ordinary member of that team', 'Обычная участница той же команды'],
  [
    'isaac.thorne',
    'Isaac',
    'Thorne',
    'isaac.thorne@students.example.org',
    'Administrator of a team that got a place in a round',
    'Администратор команды, которая получила место в наборе',
  ],
  [
    'polina.zueva',
    'Полина',
    'Зуева',
    'polina.zueva@students.example.org',
    'Administrator of a team that chose a single project in that round',
    'Администратор команды, которая выбрала в том же наборе один проект',
  ],
  ['gleb', 'Глеб', 'Орлов', 'gleb@students.example.org', 'Signed in, in no team', 'Вошёл, но не состоит ни в одной команде'],
  ['curator', 'Ольга', 'Воронова', 'curator@office.example.org', 'Curator', 'Куратор'],
  ['admin', 'Игорь', 'Мартынов', 'admin@office.example.org', 'Administrator', 'Администратор'],
  [
    'newcomer',
    'Милана',
    'Белова',
    'newcomer@students.example.org',
    'Allowed in, but has never signed in before',
    'Имеет доступ, но ещё ни разу не входила',
  ],
  [
    'outsider',
    'Marek',
    'Dvorak',
    'outsider@elsewhere.example',
    'Not on the allow-list: sign-in is refused',
    'Нет в списке допущенных: во входе будет отказано',
  ],
  [
    'unverified',
    'Денис',
    'Котов',
    'unverified.person@students.example.org',
    'E-mail address was never verified',
    'Адрес почты не подтверждён',
  ],
  ['former', 'Nora', 'Fischer', 'former@students.example.org', 'Account was disabled', 'Учётная запись отключена'],
]

export const devPeople: DevPerson[] = rows.map(([login, givenName, familyName, email, en, ru]) => ({
  login,
  name: `${givenName} ${familyName}`,
  givenName,
  familyName,
  email,
  emailVerified: login !== 'unverified',
  who: { en, ru },
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
