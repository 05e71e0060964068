import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/errors.ts'

// The names of the columns in both languages, as the console shows them.

type Labels = Record<Language, string>
const label = (en: string, ru: string): Labels => ({ en, ru })

const labels: Record<SheetKind, Record<string, Labels>> = {
  project: {
    slug: label('URL', 'Адрес страницы'),
    name: label('Name', 'Название'),
    state: label('State', 'Состояние'),
    shortDescription: label('Short description', 'Краткое описание'),
    description: label('Description', 'Описание'),
    dateStart: label('Start', 'Начало'),
    dateEnd: label('End', 'Окончание'),
    enrollmentStart: label('Enrollment start', 'Начало набора'),
    enrollmentEnd: label('Enrollment end', 'Окончание набора'),
    curator: label('Curator', 'Куратор'),
    responsibleCurator: label('Responsible curator', 'Ответственный куратор'),
    client: label('Client', 'Заказчик'),
    clientContact: label('Client contact', 'Контакт заказчика'),
    teamLimit: label('Team limit', 'Мест для команд'),
    developerRequirements: label('Team requirements', 'Требования к команде'),
    projectRequirements: label('Project requirements', 'Требования к результату'),
    wantedRoles: label('Wanted roles', 'Кого ищут'),
    tags: label('Tags', 'Теги'),
    related: label('Related projects', 'Связанные проекты'),
    savedCount: label('Saved', 'В избранном'),
  },
  team: {
    team: label('Team', 'Команда'),
    description: label('Description', 'Описание'),
    project: label('Project', 'Проект'),
    wantedRoles: label('Wanted roles', 'Кого ищут'),
    member: label('Member', 'Участник'),
    email: label('Email', 'Почта'),
    login: label('Login', 'Логин'),
    isAdministrator: label('Team admin', 'Администратор команды'),
    roles: label('Roles', 'Роли'),
  },
  round: {
    slug: label('URL', 'Адрес страницы'),
    name: label('Name', 'Название'),
    state: label('State', 'Состояние'),
    mode: label('How applications are decided', 'Как принимаются решения'),
    rule: label('Rule', 'Правило'),
    opensAt: label('Opens', 'Открытие'),
    closesAt: label('Closes', 'Закрытие'),
    mostChoices: label('Choices per team', 'Сколько проектов выбирает команда'),
    offerHours: label('Hours to answer an offer', 'Сколько часов на ответ'),
    bundleFor: label('Who may read the file for checking', 'Кому доступен файл для проверки'),
    projects: label('Projects', 'Проекты'),
  },
  person: {
    login: label('Login', 'Логин'),
    name: label('First name', 'Имя'),
    surname: label('Last name', 'Фамилия'),
    patronymic: label('Patronymic', 'Отчество'),
    email: label('Email', 'Почта'),
    phone: label('Phone', 'Телефон'),
    githubLogin: label('GitHub login', 'Логин GitHub'),
    group: label('Group or year', 'Группа или курс'),
    access: label('Access', 'Доступ'),
  },
  tag: {
    name: label('Name', 'Название'),
    nameRu: label('Name in Russian', 'Название по-русски'),
    description: label('Description', 'Описание'),
  },
  role: {
    name: label('Name', 'Название'),
    nameRu: label('Name in Russian', 'Название по-русски'),
    aliases: label('Other names', 'Другие названия'),
    position: label('Position', 'Порядок'),
  },
  synonym: {
    kind: label('Kind', 'Вид'),
    words: label('Words', 'Слова'),
    expandsTo: label('Also finds', 'Находит также'),
  },
}

/** A column that has no label keeps its key. */
export const labelsOf = (kind: SheetKind, key: string): Labels => labels[kind][key] ?? { en: key, ru: key }
