import { type Details, fill, type Language } from '#contract/errors.ts'
import { echo } from '#rules/text/text.ts'

// Error messages of cells and rows. Errors of rules have the same codes as in calls.

const sentences = {
  required: { en: 'This field is required.', ru: 'Обязательное поле.' },
  not_a_date: {
    en: '{value} is not a date. Write it like 2026-09-01 or 1 Sep 2026.',
    ru: '{value} — не дата. Напишите так: 01.09.2026.',
  },
  ambiguous_date: {
    en: '{value} can mean {one} or {other}. Write it like 2026-09-01.',
    ru: '{value} — это {one} или {other}? Напишите так: 01.09.2026.',
  },
  not_a_time: {
    en: '{value} is not a date and time. Write it like 2026-09-01 10:00.',
    ru: '{value} — не дата и время. Напишите так: 01.09.2026 10:00.',
  },
  no_number: { en: '{value} is not a whole number from {least} to {most}.', ru: '{value} — не целое число от {least} до {most}.' },
  no_yes: { en: '{value} is not “yes” or “no”.', ru: '{value} — не «да» и не «нет».' },
  no_word: { en: '{value} is not one of: {words}.', ru: '{value} — недопустимое значение. Можно: {words}.' },
  too_long: {
    en: 'Too long: {length} characters, the limit is {most}.',
    ru: 'Слишком длинно: символов — {length}, можно не больше {most}.',
  },
  too_many: { en: 'Too many items: {count}, the limit is {most}.', ru: 'Слишком много значений: {count}, можно не больше {most}.' },
  invalid_slug: {
    en: '{value} is not a valid URL name. Use lower-case Latin letters, digits and single hyphens, up to 80 characters. Reserved: “active”, “new”, “findmany”, “results”, “links”, “file-type”.',
    ru: '{value} — некорректный адрес. Используйте строчные латинские буквы, цифры и одиночные дефисы, до 80 символов. Зарезервированы: «active», «new», «findmany», «results», «links», «file-type».',
  },
  wrong_type: {
    en: '{value} is not a valid URL name. Use lower-case Latin letters, digits and single hyphens, up to 80 characters.',
    ru: '{value} — некорректный адрес. Используйте строчные латинские буквы, цифры и одиночные дефисы, до 80 символов.',
  },
  twice: { en: 'Duplicate of row {row}.', ru: 'Повторяет строку {row}.' },
  several_projects: {
    en: 'Several projects are called {value}. Fill in the URL.',
    ru: 'Проектов с названием {value} несколько. Укажите адрес страницы.',
  },
  several_rounds: {
    en: 'Several rounds are called {value}. Fill in the URL.',
    ru: 'Наборов с названием {value} несколько. Укажите адрес страницы.',
  },
  round_announced: {
    en: 'This round has been announced, so an import can’t change it. Use the round page.',
    ru: 'Этот набор уже объявлен, поэтому загрузка не может его изменить. Откройте страницу набора.',
  },
  closes_early: {
    en: 'The round must close after it opens.',
    ru: 'Набор должен закрываться позже, чем открывается.',
  },
  project_in_round: {
    en: 'Already in the round {round}: {value}. A project can be in one active round only.',
    ru: 'Уже в наборе {round}: {value}. Проект может быть только в одном незавершённом наборе.',
  },
  too_many_rounds: {
    en: 'A directory can have up to {most} draft rounds. Announce or delete some first.',
    ru: 'Черновиков наборов может быть не больше {most}. Сначала объявите или удалите лишние.',
  },
  invalid_dates: {
    en: 'The end date can’t be before the start date, and enrollment can’t end after the project.',
    ru: 'Дата окончания не может быть раньше даты начала, а набор не может закончиться позже проекта.',
  },
  unknown_tag: {
    en: 'There is no tag {value}. Choose an existing one or create it.',
    ru: 'Нет тега {value}. Выберите существующий или создайте его.',
  },
  unknown_project: { en: 'There is no project {value}.', ru: 'Нет проекта {value}.' },
  itself: { en: 'A project can’t be related to itself.', ru: 'Проект нельзя связать с самим собой.' },
  project_state: {
    en: 'The state is {from}, and an import can’t change it to {to}. Use the project page.',
    ru: 'Сейчас состояние {from}, изменить его на {to} при загрузке нельзя. Откройте страницу проекта.',
  },
  requests_waiting: {
    en: 'The project has active teams or applications awaiting a decision, so an import can’t archive it. Use the project page.',
    ru: 'Над проектом работают команды или на него есть заявки, которые ждут решения, поэтому загрузка не может отправить его в архив. Откройте страницу проекта.',
  },
  invalid_name: {
    en: '{value} is not a valid name. Use up to {most} visible characters on one line.',
    ru: '{value} — некорректное имя. Можно до {most} видимых символов в одну строку.',
  },
  invalid_email: { en: '{value} is not an email address.', ru: '{value} — не адрес почты.' },
  invalid_phone: {
    en: '{value} is not a phone number with a country code, like +4915112345678.',
    ru: '{value} — не номер телефона с кодом страны, например +79161234567.',
  },
  phone_without_country: {
    en: '{value} has no country code. Write it like +4915112345678, or choose your country in Settings → Languages and region → Country: then numbers without a code are accepted.',
    ru: '{value} — номер без кода страны. Напишите его так: +79161234567. Или выберите страну: «Настройки» → «Языки и регион» → «Страна». Тогда подойдут и номера без кода.',
  },
  phone_of_country: {
    en: '{value} is not a phone number in {country}. Numbers without a country code are read as numbers of the country in Settings → Languages and region → Country. Write it with the code, like +4915112345678.',
    ru: '{value} — не номер телефона для страны {country}. Номера без кода читаются как номера страны, выбранной в «Настройки» → «Языки и регион» → «Страна». Напишите номер с кодом, например +79161234567.',
  },
  no_login: {
    en: '{value} is not a valid login. Use lower-case Latin letters, digits, dots, hyphens and underscores, up to 60 characters.',
    ru: '{value} — некорректный логин. Используйте строчные латинские буквы, цифры, точки, дефисы и подчёркивания, до 60 символов.',
  },
  no_github: { en: '{value} is not a GitHub login.', ru: '{value} — не логин GitHub.' },
  whose: { en: 'Fill in a login or an email address.', ru: 'Укажите логин или адрес почты.' },
  email_taken: {
    en: '{value} already belongs to {login}.',
    ru: 'Адрес {value} уже принадлежит {login}.',
  },
  several_people: {
    en: 'Several people have the address {value}. Fill in the login.',
    ru: 'Адрес {value} у нескольких людей. Укажите логин.',
  },
  access_word: {
    en: 'An import can set “member” or “curator”. To appoint an admin, use “projectory user grant”.',
    ru: 'При загрузке можно указать «участник» или «куратор». Администраторов назначают командой «projectory user grant».',
  },
  person_gone: { en: 'The account {value} was deleted.', ru: 'Учётная запись {value} удалена.' },
  person_closed: { en: 'The account {value} is disabled.', ru: 'Учётная запись {value} отключена.' },
  unknown_person: {
    en: 'There is no account with the login or address {value}. Invite this person or correct the cell.',
    ru: 'Нет учётной записи с логином или адресом {value}. Пригласите человека или исправьте ячейку.',
  },
  two_people: { en: 'The address {email} belongs to {other}, not to {login}.', ru: 'Адрес {email} принадлежит {other}, а не {login}.' },
  several_teams: {
    en: 'Several teams are called {value}. Rename them first.',
    ru: 'Команд с названием {value} несколько. Сначала переименуйте их.',
  },
  unlike: { en: 'Row {row} has a different value for the same team.', ru: 'В строке {row} для этой команды указано другое значение.' },
  invalid_group: {
    en: '{value} is not a valid group. Use up to {most} visible characters on one line.',
    ru: '{value} — некорректное название группы. Можно до {most} видимых символов в одну строку.',
  },
  unknown_curator: {
    en: 'There is no curator {value}. Use the email or the full name of a person with curator access.',
    ru: 'Нет куратора {value}. Укажите почту или полное имя человека с доступом куратора.',
  },
  several_curators: {
    en: 'Several curators are called {value}. Use the email.',
    ru: 'Кураторов с именем {value} несколько. Укажите почту.',
  },
  unknown_role: {
    en: 'There is no role {value}. Choose an existing one or create it.',
    ru: 'Нет роли {value}. Выберите существующую или создайте её.',
  },
  wanted_count: {
    en: 'The number after a role must be from 1 to {most}, like “Designer 2”.',
    ru: 'Число после роли — от 1 до {most}, например «Дизайнер 2».',
  },
  no_account: {
    en: 'A member without an account can’t be a team admin.',
    ru: 'Администратором может быть только человек с учётной записью.',
  },
  team_needs_administrator: {
    en: 'The team {value} would have no admin with an account. Set “yes” for a member who has an account.',
    ru: 'В команде {value} не будет администратора с учётной записью. Укажите «да» для участника, у которого она есть.',
  },
  not_published: {
    en: '{value} is not published. Teams can only work on published projects.',
    ru: 'Проект {value} не опубликован. Команды могут работать только над опубликованными.',
  },
  no_free_place: {
    en: 'No free team places in {value} (limit: {limit}).',
    ru: 'В проекте {value} нет свободных мест для команд (всего {limit}).',
  },
  team_busy: {
    en: 'The team is working on {value}. Move it on the team page.',
    ru: 'Команда работает над {value}. Переведите её на странице команды.',
  },
  team_waits: {
    en: 'This team has applications awaiting a decision. Decide on them first.',
    ru: 'Заявки этой команды ждут решения. Сначала рассмотрите их.',
  },
  out_of_range: {
    en: '{value} can’t be used. Enter one line without invisible and control characters.',
    ru: '{value} не подходит. Нужна одна строка без невидимых и управляющих символов.',
  },
  too_few: { en: 'At least {least} words are needed.', ru: 'Нужно не меньше {least} слов.' },
  duplicate: { en: '{value} is listed twice.', ru: '{value} указано дважды.' },
  not_a_phrase: {
    en: '{value} should be one to {words} words, up to {limit} characters, without hidden characters.',
    ru: '{value} — нужно от одного до {words} слов, до {limit} символов, без невидимых символов.',
  },
  only_one_way: {
    en: 'This column is only for rows of the kind “also finds”. Clear it or change the kind.',
    ru: 'Этот столбец заполняют только для вида «находит также». Очистите его или измените вид.',
  },
  in_other_entry: { en: '{value} is already in the entry {other}.', ru: '{value} уже есть в записи {other}.' },
  too_many_synonyms: {
    en: 'A directory can have up to {most} synonym entries.',
    ru: 'Можно добавить не больше {most} записей синонимов.',
  },
  near_project: {
    en: 'There is already a project {value}. This row will create another one.',
    ru: 'Уже есть проект {value}. Эта строка создаст ещё один.',
  },
  near_round: {
    en: 'There is already a round {value}. This row will create another one.',
    ru: 'Уже есть набор {value}. Эта строка создаст ещё один.',
  },
  near_team: {
    en: 'There is already a team {value}. This row will create another one.',
    ru: 'Уже есть команда {value}. Эта строка создаст ещё одну.',
  },
  near_person: {
    en: 'There is already a person called {value}. This row will create another account.',
    ru: 'Уже есть человек по имени {value}. Эта строка создаст ещё одну учётную запись.',
  },
  no_surname: {
    en: '{value} has no surname. Add it, if you know it.',
    ru: '{value} — без фамилии. Добавьте её, если знаете.',
  },
  address_of_two: {
    en: 'Two people have the address {value}: {one} in row {row} and {other} in this row. Correct one of the addresses.',
    ru: 'Адрес {value} указан у двух людей: {one} в строке {row} и {other} в этой. Исправьте один из адресов.',
  },
  address_of_other: {
    en: 'The address {value} belongs to {owner}. This row adds {owner} to the team, not {name}.',
    ru: 'Адрес {value} принадлежит {owner}. Эта строка добавит в команду {owner}, а не {name}.',
  },
  renames: {
    en: 'The address {value} belongs to {owner}. This row renames that person.',
    ru: 'Адрес {value} принадлежит {owner}. Эта строка переименует этого человека.',
  },
  total_row: {
    en: '{value} looks like a total, so this row is skipped.',
    ru: '{value} похоже на итоговую строку, поэтому она пропущена.',
  },
  near_row: { en: 'Looks like {value} in row {row}.', ru: 'Похоже на {value} в строке {row}.' },
  invited: { en: 'This person will be invited.', ru: 'Этот человек будет приглашён.' },
  taken: { en: 'The name {name} is already taken.', ru: 'Название {name} уже занято.' },
} as const satisfies Record<string, Record<Language, string>>

export type Sentence = { code: keyof typeof sentences; details?: Details }
export const isSentence = (code: string): code is Sentence['code'] => Object.hasOwn(sentences, code)

const quotes: Record<Language, [string, string]> = { en: ['“', '”'], ru: ['«', '»'] }
const bare = new Set<string>(['not_a_date', 'ambiguous_date', 'not_a_time', 'no_number'])

const MOST_SHOWN = 20

/** Several values of one parameter, separated by \0. */
export const several = (texts: readonly string[]): string => texts.join('\0')

/** Values of the directory that people should not have to know, in their language. */
const words: Record<string, Record<Language, string>> = {
  draft: { en: 'draft', ru: 'черновик' },
  published: { en: 'published', ru: 'опубликован' },
  archived: { en: 'archived', ru: 'в архиве' },
  withdrawn: { en: 'unpublished', ru: 'снят с публикации' },
  direct: { en: 'one by one', ru: 'по каждой заявке отдельно' },
  ranked: { en: 'together', ru: 'сразу по всем' },
  fair: { en: 'fair', ru: 'по справедливости' },
  fullest: { en: 'most teams placed', ru: 'больше команд с местом' },
  everyone: { en: 'everybody', ru: 'всем' },
  participants: { en: 'participants only', ru: 'только участникам' },
  'two-way': { en: 'same meaning', ru: 'одно и то же' },
  'one-way': { en: 'also finds', ru: 'находит также' },
}
const wordIn = (value: string, language: Language): string => (Object.hasOwn(words, value) ? words[value]![language] : value)

export function say({ code, details = {} }: Sentence, language: Language): string {
  const [open, close] = bare.has(code) ? ['', ''] : quotes[language]
  const formatted = (key: string, value: string | number): string | number => {
    if (typeof value === 'number') return value
    if (key === 'words')
      return value
        .split(', ')
        .map((one) => wordIn(one, language))
        .join(', ')
    if (key === 'country') return new Intl.DisplayNames(language, { type: 'region' }).of(value) ?? value
    if (key === 'from' || key === 'to') return `${open}${wordIn(value, language)}${close}`
    const texts = value.split('\0', MOST_SHOWN + 1).map((one) => `${open}${echo(one)}${close}`)
    return texts.length > MOST_SHOWN ? `${texts.slice(0, MOST_SHOWN).join(', ')}, …` : texts.join(', ')
  }
  return fill(sentences[code][language], Object.fromEntries(Object.entries(details).map(([key, value]) => [key, formatted(key, value)])))
}
