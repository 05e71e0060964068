import type { SheetKind } from '#contract/console/spreadsheet.ts'

// Parts of headings and questions that tell what a column is about, in lower case, е for ё. Longer matches win, so that "дата окончания набора"
// is not the end of the project.

export const ignoredHints = 'отметка времени|timestamp|время создания|согласие на обработку|персональных данных|номер п/п|№ п/п'.split('|')

const lines = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [key = '', hints = ''] = line.trim().split(': ')
        return [key, hints.split('|')]
      }),
  )

export const hints: Record<SheetKind, Record<string, string[]>> = {
  project: lines(`
    slug: slug|слаг|адрес страницы|url
    name: название|наименование|тема проекта|тема|project name|project title|name of the project|title|topic|проект|project
    state: статус|состояние|status|state
    shortDescription: краткое описание|аннотация|кратко|о проекте в двух|short description|summary|in one sentence|abstract
    description: описание|подробн|о чем проект|что нужно сделать|суть проекта|цель проекта|description|details|what is the project about
    dateStart: дата начала|начало проекта|начало работ|срок начала|старт|start date|starts|start
    dateEnd: дата окончания|окончание проекта|окончание работ|срок окончания|дедлайн|срок сдачи|дата сдачи|завершени|end date|deadline|ends|finish
    enrollmentStart: начало набора|начало записи|старт набора|открытие записи|прием заявок с|enrollment start|enrolment start|applications open|apply from
    enrollmentEnd: окончание набора|конец набора|окончание записи|закрытие записи|прием заявок до|заявки до|enrollment end|enrolment end|applications close|apply until|apply by
    curator: куратор|руководитель|наставник|преподаватель|curator|supervisor|mentor
    client: заказчик|организация|компания|партнер|client|customer|company|organisation|organization
    clientContact: контакт заказчика|контакты|контактное лицо|как связаться|телефон заказчика|почта заказчика|client contact|contact|how to reach
    teamLimit: сколько команд|количество команд|число команд|мест|лимит команд|how many teams|number of teams|places|team limit
    developerRequirements: требования к участник|требования к студент|что должны уметь|навыки|компетенции|requirements for participants|what should students know|required skills|skills
    projectRequirements: требования к проекту|требования к результату|технические требования|требования|project requirements|requirements
    wantedRoles: роли|кто нужен|кого ищ|состав команды|wanted roles|roles|who do you need
    tags: теги|тэги|ключевые слова|направлени|тематик|область|tags|keywords|field|area
    related: связанные проекты|похожие проекты|related projects
  `),
  team: lines(`
    team: название команды|команда|имя команды|как называется ваша команда|team name|name of your team|team
    description: о команде|описание команды|расскажите о|описание|about your team|description
    project: проект|тема|выбранный проект|project|topic
    wantedRoles: кто нужен|кого ищ|кого не хватает|нужные роли|wanted roles|who do you need|missing roles
    member: фио|участник|студент|фамилия и имя|фамилия, имя|имя и фамилия|ваше имя|как вас зовут|full name|your name|member|student|name
    email: почт|email|e-mail|mail|эл. адрес
    login: логин|login|username|имя пользователя
    isAdministrator: капитан|администратор|лидер|староста|тимлид|captain|team admin|leader
    roles: роль|роли|role|чем будете заниматься|кем вы 
  `),
  round: lines(`
    slug: slug|слаг|адрес страницы|url
    name: название набора|название раунда|название|наименование|набор|раунд|round name|name of the round|round|name|title
    mode: режим|как принимаются решения|вид набора|тип набора|mode|how applications are decided
    rule: правило|как распределя|rule
    opensAt: открыти|открывается|начало приема|начало набора|прием заявок с|начало|opens|opening|applications open|start
    closesAt: закрыти|закрывается|окончание приема|окончание набора|прием заявок до|заявки до|дедлайн|окончание|closes|closing|applications close|apply until|apply by|deadline|end
    mostChoices: сколько проектов|число выборов|количество выборов|выборов|choices
    offerHours: часов на ответ|срок ответа|hours to answer|offer
    bundleFor: файл для проверки|кому доступен файл|file for checking|bundle
    projects: проекты|projects|список проектов
  `),
  person: lines(`
    login: логин|login|username|имя пользователя
    name: имя|first name|given name
    surname: фамилия|surname|last name|family name
    patronymic: отчество|middle name|patronymic
    email: почт|email|e-mail|mail|эл. адрес
    phone: телефон|моб|phone|mobile
    githubLogin: github|гитхаб
    access: доступ|права|access
  `),
  tag: lines(`
    name: название|тег|тэг|name|tag
    nameRu: по-русски|русское название|name in russian|russian
    description: описание|description
  `),
  role: lines(`
    name: название|роль|name|role
    nameRu: по-русски|русское название|name in russian|russian
    aliases: другие названия|синонимы|other names|aliases
  `),
  synonym: lines(`
    kind: вид|тип|kind|type
    words: слова|слово|words|word
    expandsTo: находит также|also finds
  `),
}
