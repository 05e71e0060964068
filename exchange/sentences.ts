import { type Details, fill, type Language } from '#contract/errors.ts'
import { echo } from '#rules/text.ts'

// What is wrong with a cell or a row, in words. What a rule refuses has the code that calls answer with.

const sentences = {
  required: { en: 'This has to be filled in.', ru: 'Это нужно заполнить.' },
  not_a_date: { en: '{value} is no date. Write it like 2026-09-01.', ru: '{value} — не дата. Пишите так: 2026-09-01.' },
  no_number: { en: '{value} is no whole number from 0 to {most}.', ru: '{value} — не целое число от 0 до {most}.' },
  no_yes: { en: '{value} is neither yes nor no.', ru: '{value} — не «да» и не «нет».' },
  no_word: { en: '{value} is not one of: {words}.', ru: '{value} — не из этих: {words}.' },
  too_long: { en: 'It has {length} characters; at most {most} are possible.', ru: 'Здесь символов: {length}; можно не больше {most}.' },
  out_of_range: {
    en: '{value} cannot be used: it has to be one line without invisible and control characters.',
    ru: '{value} не подходит: нужна одна строка без невидимых и управляющих символов.',
  },
  taken: { en: 'Another one is already called {name}.', ru: 'Название {name} уже занято.' },
  too_many: { en: 'There are {count} entries; at most {most} are possible.', ru: 'Здесь значений: {count}; можно не больше {most}.' },
  invalid_slug: {
    en: '{value} is no address: lower-case Latin letters, digits and single hyphens, at most 80; “active”, “new”, “findmany”, “results”, “links” and “file-type” are reserved.',
    ru: '{value} — не адрес: строчные латинские буквы, цифры и одиночные дефисы, не больше 80; «active», «new», «findmany», «results», «links» и «file-type» заняты.',
  },
  twice: { en: 'Row {row} is about the same already.', ru: 'О том же уже говорит строка {row}.' },
  several_projects: {
    en: 'Several projects are called {value}. Fill in the slug.',
    ru: 'Проектов с названием {value} несколько. Укажите slug.',
  },
  invalid_dates: {
    en: 'A project and its enrollment end on the day they start or later, and enrollment ends no later than the project.',
    ru: 'Проект и набор заканчиваются не раньше, чем начинаются, а набор — не позже проекта.',
  },
  unknown_tag: {
    en: 'There is no tag {value}. Import tags first, or correct the name.',
    ru: 'Нет тега {value}. Сначала загрузите теги или исправьте название.',
  },
  unknown_project: { en: 'There is no project {value}.', ru: 'Нет проекта {value}.' },
  itself: { en: 'A project is not related to itself.', ru: 'Проект нельзя связать с самим собой.' },
  project_state: {
    en: 'It is {from} and cannot become {to} by an import. Use the project’s page.',
    ru: 'Сейчас состояние {from}; {to} оно при загрузке стать не может. Откройте страницу проекта.',
  },
  requests_waiting: {
    en: 'Teams work on it or applications wait, so it cannot be archived by an import. Use the project’s page.',
    ru: 'Над проектом работают команды или ждут заявки, поэтому загрузка не может отправить его в архив. Откройте страницу проекта.',
  },
  invalid_name: {
    en: '{value} cannot be a name: at most {most} visible characters on one line.',
    ru: '{value} не может быть именем: не больше {most} видимых символов в одну строку.',
  },
  invalid_email: { en: '{value} is no e-mail address.', ru: '{value} — не адрес почты.' },
  invalid_phone: {
    en: '{value} is no phone number with a country code, like +4915112345678.',
    ru: '{value} — не номер телефона с кодом страны, например +79161234567.',
  },
  no_login: {
    en: '{value} is no login: lower-case Latin letters, digits, dots, hyphens and underscores, at most 60.',
    ru: '{value} — не логин: строчные латинские буквы, цифры, точки, дефисы и подчёркивания, не больше 60.',
  },
  no_github: { en: '{value} is no login of GitHub.', ru: '{value} — не логин GitHub.' },
  whose: { en: 'Fill in a login or an e-mail address.', ru: 'Укажите логин или адрес почты.' },
  email_taken: {
    en: '{value} belongs to {login} already.',
    ru: 'Адрес {value} уже принадлежит {login}.',
  },
  several_people: {
    en: 'Several people have the address {value}. Fill in the login.',
    ru: 'Адрес {value} у нескольких людей. Укажите логин.',
  },
  access_word: {
    en: 'An import makes somebody a member or a curator; administrators are appointed with “projectory user grant”.',
    ru: 'Загрузка делает человека участником (member) или куратором (curator); администраторов назначают командой «projectory user grant».',
  },
  person_gone: { en: '{value} has left the directory.', ru: '{value} больше нет в каталоге.' },
  person_closed: { en: 'The account of {value} is closed.', ru: 'Учётная запись {value} закрыта.' },
  unknown_person: {
    en: 'Nobody has the login or address {value}. Import people first.',
    ru: 'Ни у кого нет логина или адреса {value}. Сначала загрузите людей.',
  },
  two_people: { en: '{email} is the address of {other}, not of {login}.', ru: 'Адрес {email} — у {other}, а не у {login}.' },
  several_teams: {
    en: 'Several teams are called {value}. Rename them first.',
    ru: 'Команд с названием {value} несколько. Сначала переименуйте их.',
  },
  unlike: { en: 'Row {row} says something else about the same team.', ru: 'Строка {row} говорит о той же команде другое.' },
  unknown_role: {
    en: 'There is no role {value}. Import roles first, or correct the name.',
    ru: 'Нет роли {value}. Сначала загрузите роли или исправьте название.',
  },
  no_account: {
    en: 'Somebody without an account cannot be an administrator.',
    ru: 'Администратором может быть только человек с учётной записью.',
  },
  team_needs_administrator: {
    en: 'The team {value} would have no administrator with an account. Say “yes” at somebody who has one.',
    ru: 'В команде {value} не будет администратора с учётной записью. Поставьте «да» у того, у кого она есть.',
  },
  not_published: {
    en: '{value} is not published; teams work on published projects.',
    ru: 'Проект {value} не опубликован; команды работают над опубликованными.',
  },
  no_free_place: {
    en: '{value} has places for {limit} teams, and they are taken.',
    ru: 'В проекте {value} мест для команд: {limit}, и они заняты.',
  },
  team_busy: {
    en: 'The team works on {value}. Move it on its own page.',
    ru: 'Команда работает над {value}. Переведите её на её странице.',
  },
  team_waits: {
    en: 'Applications of this team wait for a decision. Decide them first.',
    ru: 'Заявки этой команды ждут решения. Сначала решите их.',
  },
} as const satisfies Record<string, Record<Language, string>>

export type Sentence = { code: keyof typeof sentences; details?: Details }
export const isSentence = (code: string): code is Sentence['code'] => Object.hasOwn(sentences, code)

const quotes: Record<Language, [string, string]> = { en: ['“', '”'], ru: ['«', '»'] }
const bare = new Set<string>(['not_a_date', 'no_number', 'words'])

/** Several things under one name are put together with \0. */
export const several = (texts: readonly string[]): string => texts.join('\0')

export function say({ code, details = {} }: Sentence, language: Language): string {
  const [open, close] = bare.has(code) ? ['', ''] : quotes[language]
  const spoken = (key: string, value: string | number): string | number => {
    if (typeof value === 'number' || bare.has(key)) return value
    return value
      .split('\0')
      .map((one) => `${open}${echo(one)}${close}`)
      .join(', ')
  }
  return fill(sentences[code][language], Object.fromEntries(Object.entries(details).map(([key, value]) => [key, spoken(key, value)])))
}
